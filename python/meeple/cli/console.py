"""Consoles and small helpers that every command shares."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Mapping
from typing import Any, NoReturn

from rich import box
from rich.console import Console
from rich.table import Table

from meeple.render._text import clean

__all__ = ["error_line", "jsonable", "new_table", "note", "out", "print_json"]


class _Console(Console):
    """A console that lets a broken pipe through, so that one place decides what it means."""

    def on_broken_pipe(self) -> NoReturn:
        raise BrokenPipeError


def out(no_color: bool = False) -> Console:
    """The console on stdout, without markup, emoji or highlighting.

    Where colours are not wanted it writes no escapes at all.
    """
    bare = no_color or bool(os.environ.get("NO_COLOR"))
    return _Console(color_system=None if bare else "auto", no_color=bare, markup=False, emoji=False, highlight=False)


def new_table(title: str | None = None) -> Table:
    """An empty table in the one look of the command line."""
    return Table(
        box=box.SIMPLE_HEAD,
        title=title,
        title_justify="left",
        title_style="bold",
        pad_edge=False,
        show_edge=False,
    )


def print_json(value: object) -> None:
    """One JSON document on one line of stdout."""
    print(json.dumps(jsonable(value), allow_nan=False))


def jsonable(value: object) -> Any:
    """Mappings and sequences of any kind as dicts and lists."""
    if isinstance(value, Mapping):
        return {str(key): jsonable(item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [jsonable(item) for item in value]
    return value


def note(text: str) -> None:
    """One line on stderr."""
    print(clean(text), file=sys.stderr)


def error_line(error: BaseException) -> str:
    """What an error says, on one line, under its name."""
    if isinstance(error, OSError):
        place = f"{error.filename}: " if error.filename is not None else ""
        return f"error: {place}{error.strerror or error}"
    return f"error: {type(error).__name__}: {' '.join(str(error).split())}"
