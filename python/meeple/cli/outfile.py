"""The options `--out`, `--force` and `--append`, and the file they name."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated

import typer

from meeple._lines import Sink, count_whole

__all__ = ["AppendOption", "ForceOption", "OutOption", "open_sink"]

OutOption = Annotated[
    str | None,
    typer.Option(
        "--out",
        metavar="FILE",
        help="Write each game as a record, one a line (JSON Lines); .gz is compressed. A file that exists is refused.",
    ),
]
ForceOption = Annotated[bool, typer.Option("--force", help="With --out: overwrite a file that exists.")]
AppendOption = Annotated[bool, typer.Option("--append", help="With --out: add to a file that exists.")]


@contextmanager
def open_sink(name: str | None, force: bool, append: bool) -> Iterator[tuple[Sink | None, int]]:
    """The file of --out, and how many games it holds; what is wrong with the options is a usage error."""
    if name is None:
        if force or append:
            raise typer.BadParameter("says what to do with the file of --out", param_hint=_flag(append))
        yield None, 0
        return
    if force and append:
        raise typer.BadParameter("not together with --force", param_hint="--append")
    path = Path(name)
    if path.exists() and not path.is_file():
        raise typer.BadParameter(f"{name} is no file that records can be written to", param_hint="--out")
    held = count_whole(path) if append and path.exists() else 0
    try:
        sink = Sink(path, "w" if force else "a" if append else "x")
    except FileExistsError:
        message = f"{name} exists; --force overwrites it, --append adds to it"
        raise typer.BadParameter(message, param_hint="--out") from None
    with sink:
        yield sink, held


def _flag(append: bool) -> str:
    return "--append" if append else "--force"
