"""`meeple simulate`: many games, and what came of them."""

from __future__ import annotations

import sys
from time import perf_counter
from typing import Annotated

import typer

import meeple
from meeple import _core
from meeple._interrupts import holding_interrupts
from meeple._lines import Sink
from meeple.cli.console import note, out, print_json
from meeple.cli.outfile import AppendOption, ForceOption, OutOption, open_sink
from meeple.cli.params import (
    GameArg,
    JsonOption,
    NoColorOption,
    ParamOption,
    PlayersOption,
    SeedOption,
    ThreadsOption,
    load_game,
    new_seed,
    processors,
)
from meeple.cli.progress import bar
from meeple.cli.report import Run, as_dict, as_tables
from meeple.cli.tally import Tally

__all__ = ["simulate"]

CHUNK_SECONDS = 0.15  # a chunk's aim: short for Ctrl-C and the bar, long against the cost of a call
CHUNK_BYTES = 32 << 20  # the most that one chunk's arrays may take
FIRST_CHUNK = 64
INTERRUPTED = 130

POLICIES = ("random", "greedy", "epsilon:0.1")  # for the shell; the core says which there are


def complete_policy(incomplete: str) -> list[str]:
    """Policies that begin so, for the shell."""
    return [name for name in POLICIES if name.startswith(incomplete)]


PolicyOption = Annotated[
    str,
    typer.Option(
        "--policy",
        metavar="random|greedy|epsilon:P",
        help="How every seat chooses. random: each legal action is equally likely. greedy: one step ahead, what "
        "leaves the seat best off, in most games by its lead in points; among equals one at random. epsilon:P: "
        "random with probability P (0 to 1) at each choice, else greedy.",
        autocompletion=complete_policy,
    ),
]


def simulate(
    game: GameArg,
    players: PlayersOption = None,
    games: Annotated[int, typer.Option("--games", "-n", min=1, help="Number of games.")] = 10_000,
    seed: SeedOption = None,
    policy: PolicyOption = "random",
    threads: ThreadsOption = None,
    param: ParamOption = None,
    out_file: OutOption = None,
    force: ForceOption = False,
    append: AppendOption = False,
    as_json: JsonOption = False,
    no_color: NoColorOption = False,
) -> None:
    """Play many games and show wins, scores, lengths and speed.

    The same seed gives the same games. Ctrl-C stops at once and shows the games finished so far; a file of
    --out then holds them, in whole lines.

    Keys of --json: game, params, games (finished), games_requested, interrupted, players, seed, policy,
    threads; by seat wins, ties, win_share, mean_score, sd_score; parts (by name: mean and sd by seat); length
    and steps (of a game: decisions; decisions and chance); totals decisions and total_steps; seconds,
    games_per_second, decisions_per_second, steps_per_second; build. What no finished game tells is null.
    """
    the_game = load_game(game, players, param)
    state = the_game.new_initial_state()
    _check_policy(state, policy)
    job = Run(
        game=the_game,
        given=tuple(param or ()),
        games=games,
        seed=new_seed() if seed is None else seed,
        policy=policy,
        threads=threads or processors(),
    )
    with open_sink(out_file, force, append) as (sink, held):
        run, error = _play(job, state, sink)
    if as_json:
        print_json(as_dict(run))
    elif run.tally is not None:
        out(no_color).print(as_tables(run, run.tally))
    if run.interrupted:
        sys.stdout.flush()
        stopped = "interrupted" if error is None else "stopped by an error"
        file = "" if sink is None else f"; {out_file} holds {held + run.finished:,} games, in whole lines"
        note(f"{stopped}: {run.finished:,} of {games:,} games are in{file}")
        if error is not None:
            raise error
        raise typer.Exit(INTERRUPTED)


def _check_policy(state: meeple.State, policy: str) -> None:
    """Only the core knows which policies there are."""
    try:
        _core.playouts(state, 0, seed=0, policy=policy)
    except meeple.ArgumentError as error:
        raise typer.BadParameter(f"got {policy!r}, expected {error.expected}", param_hint="--policy") from None


def _play(run: Run, state: meeple.State, sink: Sink | None) -> tuple[Run, OSError | None]:
    """Play the games in chunks; on Ctrl-C, or if the file takes no more, what is in tally and file by then."""
    chunk = FIRST_CHUNK
    begin = perf_counter()
    try:
        with bar("games", run.games) as show_finished:
            while run.finished < run.games:
                n, before, first = min(chunk, run.games - run.finished), perf_counter(), run.finished
                playouts = meeple.playouts(state, n, seed=run.seed, first=first, threads=run.threads, policy=run.policy)
                size = _bytes(playouts)
                tally, packed = Tally.of(playouts), b""
                if sink is not None:
                    lines = _core.record_lines(
                        state, n, seed=run.seed, first=first, threads=run.threads, policy=run.policy
                    )
                    size += sum(map(len, lines))
                    packed = sink.pack(lines)
                now = perf_counter()
                # An interrupt falls before or after: tally and file hold the same games.
                with holding_interrupts():
                    if sink is not None:
                        sink.put(packed)
                    run = run.plus(tally, seconds=perf_counter() - begin)
                show_finished(run.finished, run.finished / run.games)
                chunk = _next_chunk(n, now - before, size)
    except KeyboardInterrupt:
        return run.stopped(), None
    except OSError as error:
        return run.stopped(), error
    return run, None


def _next_chunk(n: int, seconds: float, size: int) -> int:
    """Games of the next chunk, after one of n games that took so long and so many bytes."""
    wanted = n * min(8.0, max(0.125, CHUNK_SECONDS / max(seconds, 1e-9)))
    return max(1, min(int(wanted), CHUNK_BYTES * n // size))


def _bytes(playouts: meeple.Playouts) -> int:
    arrays = (playouts.returns, playouts.scores, playouts.lengths, playouts.steps, playouts.breakdown)
    return max(1, sum(array.nbytes for array in arrays))
