"""`meeple export`: files of records as tables."""

from __future__ import annotations

import sys
from pathlib import Path
from time import perf_counter
from typing import Annotated

import typer

from meeple.cli.console import note, out, print_json
from meeple.cli.params import JsonOption, NoColorOption, ThreadsOption
from meeple.cli.progress import bar
from meeple.render._text import plain

__all__ = ["export"]

FAILURE = 1


def export(
    files: Annotated[
        list[str], typer.Argument(metavar="FILE...", help="Records, one a line (JSON Lines); .gz is unpacked.")
    ],
    directory: Annotated[str, typer.Option("--out", "-o", metavar="DIR", help="Where to write; it is made if needed.")],
    force: Annotated[bool, typer.Option("--force", help="Overwrite files that exist.")] = False,
    threads: ThreadsOption = None,
    as_json: JsonOption = False,
    no_color: NoColorOption = False,
) -> None:
    """Write records as Parquet: games.parquet, a row a game, and steps.parquet, a row a step.

    Every record is replayed; the first that does not hold ends the work, and its file and line are named. The two
    files come into being whole or not at all. docs/formats.md tells their columns. Needs the extra `data`.

    Keys of --json: games_file, steps_file, games, steps (rows of each), seconds, records_per_second.
    """
    try:
        from meeple import _arrow
        from meeple._parquet import write
    except ModuleNotFoundError as error:
        if error.name is None or not error.name.startswith("pyarrow"):
            raise
        note(f"error: {error}")
        raise typer.Exit(FAILURE) from None
    into = Path(directory)
    targets = (into / "games.parquet", into / "steps.parquet")
    taken = [str(target) for target in targets if target.exists()]
    if taken and not force:
        raise typer.BadParameter(f"{' and '.join(taken)} exist; --force overwrites", param_hint="--out")
    begin = perf_counter()
    paths = _arrow.tables(files, threads=threads).games.paths
    with bar("games") as show:
        games, steps = write(paths, targets, threads=threads, progress=show)
    seconds = perf_counter() - begin
    rate = games / seconds if seconds > 0.0 else None
    if as_json:
        print_json(
            {
                "games_file": str(targets[0]),
                "steps_file": str(targets[1]),
                "games": games,
                "steps": steps,
                "seconds": seconds,
                "records_per_second": rate,
            }
        )
    else:
        speed = "-" if rate is None else f"{rate:,.0f}"
        for target, rows in zip(targets, (f"{games:,} games", f"{steps:,} steps"), strict=True):
            print(f"{target}: {rows}")
        sys.stdout.flush()
        out(no_color).print(plain(f"{speed} games/s, {seconds:,.2f} s", "bold"), soft_wrap=True)
