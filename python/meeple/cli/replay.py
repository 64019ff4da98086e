"""`meeple replay`: hold a file of records against the rules."""

from __future__ import annotations

import sys
from dataclasses import asdict
from time import perf_counter
from typing import Annotated

import typer

import meeple
from meeple.cli.console import note, out, print_json
from meeple.cli.params import JsonOption, NoColorOption, ThreadsOption, processors
from meeple.cli.progress import bar
from meeple.render._text import clean, plain

__all__ = ["replay"]

FAULTY, INTERRUPTED = 1, 130


def replay(
    file: Annotated[str, typer.Argument(metavar="FILE", help="Records, one a line (JSON Lines); .gz is unpacked.")],
    threads: ThreadsOption = None,
    as_json: JsonOption = False,
    no_color: NoColorOption = False,
) -> None:
    """Verify every record of a file: replay its steps and compare its scores.

    Names line, ply (from 0) and reason of each fault, and leaves with 1 if there is any; `meeple show --record
    FILE --line N --ply K` shows the position there. Ctrl-C tells of the records checked so far.

    Keys of --json: file, records (lines that are not blank), faults (list: line, ply or null, code, field,
    message), interrupted, threads, seconds, records_per_second.
    """
    workers = threads or processors()
    records, faults, interrupted = 0, list[meeple.records.Fault](), False
    begin = perf_counter()

    def add(found: meeple.records.Report, share: float) -> None:
        nonlocal records
        records += found.records
        faults.extend(found.faults)
        show_checked(records, share)

    try:
        with bar("games") as show_checked:
            meeple.records.verify(file, threads=workers, progress=add)
    except KeyboardInterrupt:
        interrupted = True
    seconds = perf_counter() - begin
    rate = records / seconds if seconds > 0.0 else None
    if as_json:
        print_json(
            {
                "file": file,
                "records": records,
                "faults": [asdict(fault) for fault in faults],
                "interrupted": interrupted,
                "threads": workers,
                "seconds": seconds,
                "records_per_second": rate,
            }
        )
    else:
        for fault in faults:
            print(_line(fault))
        verdict = f"{len(faults):,} of them faulty" if faults else "all hold"
        speed = "-" if rate is None else f"{rate:,.0f}"
        summary = f"{file}: {_count(records)}, {verdict}; {speed} games/s, {seconds:,.2f} s, {_threads(workers)}"
        out(no_color).print(plain(summary, "bold red" if faults else "bold"), soft_wrap=True)
    if interrupted:
        sys.stdout.flush()
        note(f"interrupted: {_count(records)} checked, the rest of {file} not")
        raise typer.Exit(INTERRUPTED)
    if faults:
        raise typer.Exit(FAULTY)


def _line(fault: meeple.records.Fault) -> str:
    """Where, and why: the ply says as much as a pointer to it."""
    place = f"line {fault.line}" if fault.ply is None else f"line {fault.line}, ply {fault.ply}"
    pointless = fault.ply is not None or not fault.field
    return clean(f"{place}: {fault.message.removeprefix(f'{fault.field}: ') if pointless else fault.message}")


def _count(records: int) -> str:
    return "1 record" if records == 1 else f"{records:,} records"


def _threads(number: int) -> str:
    return "1 thread" if number == 1 else f"{number} threads"
