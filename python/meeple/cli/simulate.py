"""`meeple simulate`: many games, and what came of them."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from enum import StrEnum
from time import perf_counter
from typing import Annotated

import typer
from rich.console import Console
from rich.progress import BarColumn, Progress, ProgressColumn, Task, TextColumn, TimeRemainingColumn
from rich.text import Text

import meeple
from meeple.cli.console import note, out, print_json
from meeple.cli.params import (
    GameArg,
    JsonOption,
    NoColorOption,
    ParamOption,
    PlayersOption,
    SeedOption,
    load_game,
    new_seed,
)
from meeple.cli.report import Run, as_dict, as_tables
from meeple.cli.tally import Tally

__all__ = ["Policy", "simulate"]

CHUNK_SECONDS = 0.15  # a chunk's aim: short for Ctrl-C and the bar, long against the cost of a call
CHUNK_BYTES = 32 << 20  # the most that one chunk's arrays may take
FIRST_CHUNK = 64
INTERRUPTED = 130


class Policy(StrEnum):
    """How seats choose, as `meeple.playouts` knows it."""

    random = "random"


def simulate(
    game: GameArg,
    players: PlayersOption = None,
    games: Annotated[int, typer.Option("--games", "-n", min=1, help="Number of games.")] = 10_000,
    seed: SeedOption = None,
    policy: Annotated[Policy, typer.Option("--policy", help="How every seat chooses.")] = Policy.random,
    threads: Annotated[
        int | None,
        typer.Option("--threads", min=1, help="Threads; the results do not depend on it. Default: all processors."),
    ] = None,
    param: ParamOption = None,
    as_json: JsonOption = False,
    no_color: NoColorOption = False,
) -> None:
    """Play many games and show wins, scores, lengths and speed.

    The same seed gives the same games. Ctrl-C stops at once and shows the games finished so far.

    Keys of --json: game, params, games (finished), games_requested, interrupted, players, seed, policy,
    threads; by seat wins, ties, win_share, mean_score, sd_score; parts (by name: mean and sd by seat); length
    and steps (of a game: decisions; decisions and chance); totals decisions and total_steps; seconds,
    games_per_second, decisions_per_second, steps_per_second; build. What no finished game tells is null.
    """
    the_game = load_game(game, players, param)
    run = _play(
        Run(
            game=the_game,
            given=tuple(param or ()),
            games=games,
            seed=new_seed() if seed is None else seed,
            policy=policy.value,
            threads=threads or _processors(),
        )
    )
    if as_json:
        print_json(as_dict(run))
    elif run.tally is not None:
        out(no_color).print(as_tables(run, run.tally))
    if run.interrupted:
        sys.stdout.flush()
        note(f"interrupted: {run.finished:,} of {games:,} games are in")
        raise typer.Exit(INTERRUPTED)


def _play(run: Run) -> Run:
    """Play the games in chunks; on Ctrl-C what is in the tally by then."""
    state = run.game.new_initial_state()
    chunk = FIRST_CHUNK
    begin = perf_counter()
    try:
        with _bar(run.games) as show_finished:
            while run.finished < run.games:
                n, before = min(chunk, run.games - run.finished), perf_counter()
                playouts = meeple.playouts(
                    state, n, seed=run.seed, first=run.finished, threads=run.threads, policy=run.policy
                )
                now, size = perf_counter(), _bytes(playouts)
                # One assignment: an interrupt falls before it or after it.
                run = run.plus(Tally.of(playouts), seconds=perf_counter() - begin)
                show_finished(run.finished)
                chunk = _next_chunk(n, now - before, size)
    except KeyboardInterrupt:
        return run.stopped()
    return run


def _next_chunk(n: int, seconds: float, size: int) -> int:
    """Games of the next chunk, after one of n games that took so long and so many bytes."""
    wanted = n * min(8.0, max(0.125, CHUNK_SECONDS / max(seconds, 1e-9)))
    return max(1, min(int(wanted), CHUNK_BYTES * n // size))


def _bytes(playouts: meeple.Playouts) -> int:
    arrays = (playouts.returns, playouts.scores, playouts.lengths, playouts.steps, playouts.breakdown)
    return max(1, sum(array.nbytes for array in arrays))


def _processors() -> int:
    """Processors that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


class _Speed(ProgressColumn):
    """Games a second."""

    def render(self, task: Task) -> Text:
        """The column's text."""
        speed = task.finished_speed or task.speed
        return Text("- games/s" if speed is None else f"{speed:,.0f} games/s")


@contextmanager
def _bar(total: int) -> Iterator[Callable[[int], None]]:
    """A progress bar on stderr, where that is a terminal; yields what tells it how many games are in."""
    if not sys.stderr.isatty():
        yield lambda finished: None
        return
    progress = Progress(
        BarColumn(),
        TextColumn("{task.completed:,.0f} of {task.total:,.0f} games", markup=False),
        _Speed(),
        TimeRemainingColumn(),
        TextColumn("left"),
        console=Console(stderr=True, markup=False, emoji=False, highlight=False),
        transient=True,
        redirect_stdout=False,
        redirect_stderr=False,
    )
    task = progress.add_task("games", total=total)
    with progress:
        yield lambda finished: progress.update(task, completed=finished)
