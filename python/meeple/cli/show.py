"""`meeple show`: one position, in the terminal."""

from __future__ import annotations

from typing import Annotated

import typer

import meeple
from meeple.cli.console import out
from meeple.cli.params import (
    NoColorOption,
    OptionalGameArg,
    ParamOption,
    PlayersOption,
    PositionOption,
    SeedOption,
    check_seat,
    load_game,
    new_seed,
    read_position,
)
from meeple.cli.scene import Scene, page
from meeple.cli.step import Place, as_table, read_step

__all__ = ["show"]


RecordOption = Annotated[
    str | None,
    typer.Option("--record", metavar="FILE", help="Show a step of a record (JSON Lines; .gz is unpacked)."),
]
LineOption = Annotated[
    int | None, typer.Option("--line", min=1, help="With --record: the record's line in the file. Default: 1.")
]
PlyOption = Annotated[
    int | None,
    typer.Option(
        "--ply", min=0, help="With --record: the position before the step of this number, from 0. Default: the last."
    ),
]


def show(
    game: OptionalGameArg = None,
    players: PlayersOption = None,
    param: ParamOption = None,
    seed: SeedOption = None,
    plies: Annotated[int, typer.Option("--plies", min=0, help="Random steps to play first.")] = 0,
    position: PositionOption = None,
    record: RecordOption = None,
    line: LineOption = None,
    ply: PlyOption = None,
    seat: Annotated[
        int | None, typer.Option("--seat", min=0, help="Show only what this seat sees. Default: everything.")
    ] = None,
    no_color: NoColorOption = False,
) -> None:
    """Show a position in the terminal.

    It is that of a new game, of one some random steps in, or comes from a file, of a position or of records:
    tables, scores, and the actions that may be taken; of a record the steps around it too. Without --seat
    hidden cards and choices are shown too; with it, of the steps only those before, as the seat was told.
    """
    place: Place | None = None
    notes: list[str] = []
    if record is not None:
        if position is not None or players is not None or param or seed is not None or plies:
            message = "a record brings its own; leave out --position, --players, --param, --seed and --plies"
            raise typer.BadParameter(message, param_hint="--record")
        place = read_step(record, line or 1, ply, seat)
        state = place.state
        if game is not None and game != state.game.name:
            raise typer.BadParameter(f"the record is of {state.game.name}, not of {game}", param_hint="GAME")
        notes.append(f"{record} line {line or 1}, ply {place.ply} of {place.length}")
    elif line is not None or ply is not None:
        raise typer.BadParameter("says what to show of --record", param_hint="--ply" if line is None else "--line")
    else:
        state, notes = _start(game, players, param, seed, plies, position)
    if seat is not None:
        check_seat(state.game, seat)
    scene = Scene.of_state(state) if seat is None else Scene.of_view(state.view(seat))
    out(no_color).print(page(state.game, scene, notes, None if place is None else as_table(place, seat)))


def _start(
    game: str | None,
    players: int | None,
    param: list[str] | None,
    seed: int | None,
    plies: int,
    position: str | None,
) -> tuple[meeple.State, list[str]]:
    """A new game or the one of a position file, some random steps in; and what to say of it."""
    rng = None
    if position is not None:
        state = read_position(position, game, players, param)
    elif game is not None:
        seed = new_seed() if seed is None else seed
        rng = meeple.Rng(seed)
        state = load_game(game, players, param).new_initial_state(rng)
    else:
        raise typer.BadParameter("needed, unless --position or --record is given", param_hint="GAME")
    if plies and rng is None:
        seed = new_seed() if seed is None else seed
        rng = meeple.Rng(seed)
        state = state.settle(rng)
    if rng is None:
        return state, []
    played = 0
    while played < plies and not state.is_terminal:
        state = state.step(state.random_action(rng), rng)
        played += 1
    return state, [f"seed {seed}, {played} of {plies} plies" if played < plies else f"seed {seed}, plies {plies}"]
