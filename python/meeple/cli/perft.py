"""`meeple perft`: count the tree, to check the rules and to time them."""

from __future__ import annotations

from time import perf_counter
from typing import Annotated

import typer

import meeple
from meeple.cli.params import (
    OptionalGameArg,
    ParamOption,
    PlayersOption,
    PositionOption,
    load_game,
    read_position,
)
from meeple.render._text import clean

__all__ = ["perft"]


def perft(
    game: OptionalGameArg = None,
    depth: Annotated[int, typer.Option("--depth", "-d", min=1, help="Steps to go down.")] = 3,
    players: PlayersOption = None,
    param: ParamOption = None,
    position: PositionOption = None,
    divide: Annotated[bool, typer.Option("--divide", help="Counts at --depth by first step instead.")] = False,
) -> None:
    """Count the tree of positions, by depth.

    One line for each depth from 1 to --depth; outcomes of chance count as steps. The root is the initial
    state, before any chance, or --position.
    """
    if position is not None:
        state = read_position(position, game, players, param)
    elif game is not None:
        state = load_game(game, players, param).new_initial_state()
    else:
        raise typer.BadParameter("needed, unless --position is given", param_hint="GAME")
    if divide:
        _divide(state, depth)
    else:
        _count(state, depth)


def _count(state: meeple.State, depth: int) -> None:
    # Lines and no table: each stands as soon as it is known.
    _line(f"{'depth':>5} {'nodes':>20} {'seconds':>10} {'nodes/s':>14}")
    for level in range(1, depth + 1):
        begin = perf_counter()
        nodes = meeple.perft(state, level)
        seconds = perf_counter() - begin
        rate = f"{nodes / seconds:,.0f}" if seconds > 0.0 else "-"
        _line(f"{level:>5} {nodes:>20,} {seconds:>10.3f} {rate:>14}")


def _divide(state: meeple.State, depth: int) -> None:
    if state.is_chance:
        steps = [(action, state.game.chance_to_str(action)) for action, _ in state.chance_outcomes()]
    else:
        steps = [(action, state.action_to_str(action)) for action in state.legal_actions()]
    begin, total = perf_counter(), 0
    for action, text in steps:
        nodes = meeple.perft(state.apply(action), depth - 1) if depth > 1 else 1
        total += nodes
        _line(f"{clean(text)}: {nodes:,}")
    seconds = perf_counter() - begin
    rate = f", {total / seconds:,.0f} nodes/s" if seconds > 0.0 else ""
    _line(f"total at depth {depth}: {total:,} by {len(steps):,} steps, {seconds:.3f} s{rate}")


def _line(text: str) -> None:
    print(text, flush=True)
