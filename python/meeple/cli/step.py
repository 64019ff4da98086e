"""One step of a record, for `meeple show`: the position before it, and the steps around it in texts."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import typer
from rich.console import RenderableType
from rich.text import Text

import meeple
from meeple import records
from meeple.cli.console import error_line, new_table, note
from meeple.cli.params import check_seat
from meeple.render._text import plain, seat_name

__all__ = ["Place", "as_table", "read_step"]

AROUND = 4  # steps shown on either side


@dataclass(frozen=True, slots=True)
class Line:
    """A step as it is shown."""

    ply: int
    seat: int | None  # None: chance
    text: str


@dataclass(frozen=True, slots=True)
class Place:
    """A position in a record, and the steps around it."""

    state: meeple.State
    ply: int
    length: int  # steps of the record
    before: Sequence[Line]
    after: Sequence[Line]


def read_step(file: str, line: int, ply: int | None, seat: int | None) -> Place:
    """The position before the step of that number, by default the last one.

    With a seat, the steps are those before, as it was told of them. Of a record that does not hold, every position up
    to the fault can be shown; a note on stderr says what is wrong.
    """
    try:
        record = records.at(file, line)
    except meeple.RecordError as error:
        if error.code != "no_line":
            raise
        raise typer.BadParameter(f"{file}: {error}", param_hint="--line") from None
    length = len(record.actions)
    at = length if ply is None else ply
    if at > length:
        raise typer.BadParameter(f"the record has {length:,} steps: 0 to {length}", param_hint="--ply")
    try:
        match = record.match(chance="manual")
    except meeple.RecordError as error:
        match = _prefix(record, at, error)
    if seat is not None:
        check_seat(match.state.game, seat)
    return Place(
        state=match.state_at(at),
        ply=at,
        length=length,
        before=_told(match, at, seat) if seat is not None else _steps(match, max(0, at - AROUND), at),
        after=() if seat is not None else _steps(match, at, min(length, at + AROUND)),
    )


def _prefix(record: records.Record, ply: int, fault: meeple.RecordError) -> meeple.Match:
    """The steps up to a position of a record that does not hold; `fault` again if they can't be made either."""
    document: dict[str, Any] = json.loads(record.text)
    try:
        start = {**document, "actions": [], "scores": None, "returns": None}
        match = meeple.Match.from_record(start, chance="manual")
        for text in record.actions[:ply]:
            if text == "timeout":
                match.timeout()
            else:
                match.play(text)
    except meeple.Error:
        raise fault from None
    note(f"line {record.line} does not hold: {error_line(fault).removeprefix('error: ')}")
    return match


def _steps(match: meeple.Match, first: int, stop: int) -> list[Line]:
    return [Line(first + k, step.seat, step.text) for k, step in enumerate(match.history[first:stop])]


def _told(match: meeple.Match, ply: int, seat: int) -> list[Line]:
    lines = []
    for event in match.log(seat, since=max(0, ply - AROUND)):
        if event.ply < ply:
            learned = f" (revealed: {', '.join(event.revealed)})" if event.revealed else ""
            lines.append(Line(event.ply, event.seat, (event.text or "(not told)") + learned))
    return lines


def as_table(place: Place, seat: int | None) -> RenderableType:
    """The steps, with a mark at the one that comes next."""
    table = new_table("steps (> comes next)" if seat is None else f"steps before, as seat {seat} was told")
    table.add_column("ply", justify="right")
    table.add_column("who", no_wrap=True)
    table.add_column("step", overflow="fold")
    for line in (*place.before, *place.after):
        mark = "> " if line.ply == place.ply else ""
        who = Text("chance", style="dim") if line.seat is None else seat_name(line.seat)
        table.add_row(f"{mark}{line.ply}", who, plain(line.text), style="bold" if mark else "")
    return table
