"""The progress bar of long commands."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from rich.console import Console
from rich.progress import BarColumn, Progress, ProgressColumn, Task, TextColumn, TimeRemainingColumn
from rich.text import Text

__all__ = ["bar"]


class _Speed(ProgressColumn):
    """Things done a second, since the start."""

    def render(self, task: Task) -> Text:
        """The column's text."""
        done, seconds = task.fields["done"], task.elapsed
        rate = f"{done / seconds:,.0f}" if done and seconds else "-"
        return Text(f"{rate} {task.description}/s")


@contextmanager
def bar(noun: str, total: int | None = None) -> Iterator[Callable[[int, float], None]]:
    """A progress bar on stderr, where that is a terminal.

    Yields what tells it how many things are done, and which part of the whole that is, from 0.0 to 1.0.
    """
    if not sys.stderr.isatty():
        yield lambda done, share: None
        return
    of = "" if total is None else f" of {total:,}"
    progress = Progress(
        BarColumn(),
        TextColumn("{task.fields[done]:,}" + of + " {task.description}", markup=False),
        _Speed(),
        TimeRemainingColumn(),
        TextColumn("left"),
        console=Console(stderr=True, markup=False, emoji=False, highlight=False),
        transient=True,
        redirect_stdout=False,
        redirect_stderr=False,
    )
    task = progress.add_task(noun, total=1.0, done=0)
    with progress:
        yield lambda done, share: progress.update(task, completed=share, done=done)
