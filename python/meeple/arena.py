"""Bots against each other: fairly seated, on any executor, the same games for the same seed."""

from __future__ import annotations

import operator
import os
import pickle
from collections import deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import nullcontext
from itertools import islice
from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING, Any, Literal, SupportsIndex, TypeAlias

import numpy as np

from meeple import bots as _bots
from meeple._core import Game
from meeple._errors import ArgumentError
from meeple._interrupts import deaf_children, holding_interrupts, noting_interrupts
from meeple._lines import Sink
from meeple._seating import cycle_length, rounds
from meeple._standings import ArenaResult, Standing, estimate, line_ups
from meeple._tables import Job, Played, Table, play_chunk

if TYPE_CHECKING:
    from concurrent.futures import Executor, Future, ProcessPoolExecutor

__all__ = ["Bots", "arena"]

Bots: TypeAlias = "Mapping[str, _bots.Bot | str] | Sequence[_bots.Bot | str]"
"""Bots by name; or a list of them, which are then called what they are."""

_CHUNK_SECONDS = 0.25
"""A chunk's aim: short for Ctrl-C, long against the way to a worker and back."""

_LARGEST_CHUNK = 512


def arena(
    game: Game,
    bots: Bots,
    games: SupportsIndex,
    *,
    seed: SupportsIndex,
    executor: Executor | Literal["threads", "processes"] | None = None,
    workers: SupportsIndex | None = None,
    out: str | Path | None = None,
    progress: Callable[[int, int], object] | None = None,
) -> ArenaResult:
    """Plays games between bots and tells what each came to.

    **Seats.** With as many bots as seats every permutation is played equally often; with more, every permutation of
    every subset; with fewer, bots take several seats, as equally as that goes: 2 bots at 3 seats play A A B and A B B,
    each in all arrangements. That is a cycle (`ArenaResult.cycle` games). Any number of games is played, and what comes
    first of a cycle is as balanced as it can be: games come in *rounds*, in which the same bots move on from seat to
    seat until each has sat in each. The games of a round have the same seed, so what a seat or a deal is worth is the
    same for all; errors are taken over rounds.

    **Chance.** Round k has the seed that is the k-th output of SplitMix64 started at `seed`, and a game is a ``Match``
    of that seed. A bot with a method ``begin(seed)``, as all of `meeple.bots` have, is begun anew for each seat of each
    game; such bots play the same games on any executor. A bot that budgets seconds, or keeps something from game to
    game, does not.

    **Views.** Bots get ``state.view(seat)``; hidden things do not reach them.

    Ctrl-C ends it: the result then has the games finished so far (`ArenaResult.interrupted`), up to the first that was
    not; with none, KeyboardInterrupt is raised.

    Args:
        game: what is played.
        bots: callables or names as `meeple.bots.make` knows them, by name or as a list.
        games: how many.
        seed: of everything.
        executor: None: this thread; ``threads`` (for bots that leave the interpreter, such as mcts); ``processes``, or
            any executor of `concurrent.futures`, to which bots are sent by pickle where it is one of processes.
        workers: how many threads or processes, or how many an executor of one's own has; None: one a processor.
        out: a file to write each game to as a record, in order, its ``meta`` naming the bots by seat; ``.gz`` is
            compressed.
        progress: called with games finished and games asked for, now and then.

    Raises:
        ArgumentError: bots, games, workers or executor are none, or bots can't be sent to processes.
        BotError: a bot raised or chose what is not legal: it names bot, game, seat and ply.
        FileExistsError: `out` is there already.
        OSError: `out` can't be written.
    """
    named = name_bots(bots)
    number, count = _check(games, workers, executor)
    sink = nullcontext() if out is None else Sink(out, "x")
    with sink as file:
        return compete(game, named, number, seed=seed, executor=executor, workers=count, sink=file, progress=progress)


def name_bots(bots: Bots) -> dict[str, _bots.Bot]:
    """Bots by name. Of a list, they are called what they are, a second of the same name `name #2`.

    Raises:
        ArgumentError: none, or one that is no bot.
    """
    if isinstance(bots, Mapping):
        pairs = [(str(name), _bots.make(bot)) for name, bot in bots.items()]
    elif isinstance(bots, Sequence) and not isinstance(bots, str):
        pairs = [(bot if isinstance(bot, str) else _bots.name_of(bot), _bots.make(bot)) for bot in bots]
    else:
        raise _bad("bots", bots, "a mapping of names to bots, or a list of bots", "wrong_type")
    named: dict[str, _bots.Bot] = {}
    for name, bot in pairs:
        number = 1
        while (unique := name if number == 1 else f"{name} #{number}") in named:
            number += 1
        named[unique] = bot
    if not named:
        raise _bad("bots", bots, "at least one bot", "empty")
    return named


def compete(
    game: Game,
    bots: Mapping[str, _bots.Bot],
    games: int,
    *,
    seed: SupportsIndex,
    executor: Executor | Literal["threads", "processes"] | None = None,
    workers: int | None = None,
    sink: Sink | None = None,
    progress: Callable[[int, int], object] | None = None,
) -> ArenaResult:
    """`arena` with checked arguments, and a file that is open."""
    number = _seed(seed)
    job = Job(game, tuple(bots), tuple(bots.values()), number, (), sink is not None)
    run = _Run(job, games, sink, progress)
    try:
        with noting_interrupts(job.stop):
            _play_all(run, executor, workers or _processors())
    except KeyboardInterrupt:
        if not run.played:
            raise
    return run.result()


def _play_all(run: _Run, executor: Executor | Literal["threads", "processes"] | None, workers: int) -> None:
    if executor is None:
        run.here()
    elif executor == "threads":
        from concurrent.futures import ThreadPoolExecutor

        with ThreadPoolExecutor(workers) as pool:
            run.on(pool, workers)
    elif executor == "processes":
        _check_pickles(run.job)
        run.on_processes(workers)
    else:
        if "Thread" not in type(executor).__name__:
            _check_pickles(run.job)
        run.on(executor, workers)


def _seed(seed: SupportsIndex) -> int:
    try:
        number = operator.index(seed)
    except TypeError:
        number = -1
    if not 0 <= number < 2**64:
        raise _bad("seed", seed, "an integer from 0 to 2**64 - 1", "bad_seed")
    return number


class _Run:
    """Games as far as they have come."""

    def __init__(self, job: Job, games: int, sink: Sink | None, progress: Callable[[int, int], object] | None) -> None:
        self.job = job
        self.games = games
        self.sink = sink
        self.progress = progress
        self.played: list[Played] = []
        self._tables = islice(_tables(len(job.bots), job.game.num_players), games)
        self._pace: float | None = None  # seconds a game, of one worker

    def here(self) -> None:
        """Plays all in this thread."""
        while job := self._chunk(1):
            self._take(*_timed(job))
            job.stop.check()

    def on(self, executor: Executor, workers: int, *, cancels: bool = True) -> None:
        """Plays all on an executor, a few chunks a worker ahead; what waits when it ends early is cancelled."""
        waiting: deque[Future[tuple[list[Played], float]]] = deque()
        try:
            while True:
                while len(waiting) < 3 * workers and (job := self._chunk(workers)):
                    with deaf_children():
                        waiting.append(executor.submit(_timed, job))
                if not waiting:
                    return
                self._take(*waiting[0].result())
                waiting.popleft()
                self.job.stop.check()
        finally:
            self.job.stop.is_set |= bool(waiting)
            for future in waiting if cancels else ():
                future.cancel()

    def on_processes(self, workers: int) -> None:
        """Plays all on processes of its own, which are ended with it."""
        from concurrent.futures import ProcessPoolExecutor
        from multiprocessing import get_context

        # Spawned, since a fork of a process with threads may hang.
        pool = ProcessPoolExecutor(workers, mp_context=get_context("spawn"), initializer=_ignore_interrupts)
        try:
            # A pool whose processes were ended stumbles over cancelled futures; it gives up the rest itself.
            self.on(pool, workers, cancels=False)
        except BaseException:
            _end(pool)
            raise
        finally:
            pool.shutdown(cancel_futures=True)

    def _chunk(self, workers: int) -> Job | None:
        """The next games, as many as take a short while."""
        size = 1
        if self._pace is not None:
            left = self.games - len(self.played)
            size = max(1, min(int(_CHUNK_SECONDS / max(self._pace, 1e-9)), -(-left // (4 * workers)), _LARGEST_CHUNK))
        tables = tuple(islice(self._tables, size))
        job = self.job
        return Job(job.game, job.names, job.bots, job.seed, tables, job.records, job.stop) if tables else None

    def _take(self, played: list[Played], seconds: float) -> None:
        """Keeps what was played. Ctrl-C falls before or after: result and file hold the same games."""
        if not played:
            return
        data = b"" if self.sink is None else self.sink.pack([game.record for game in played if game.record is not None])
        with holding_interrupts():
            if self.sink is not None:
                self.sink.put(data)
            self.played += played
        self._pace = seconds / len(played)
        if self.progress is not None:
            self.progress(len(self.played), self.games)

    def result(self) -> ArenaResult:
        """What came of them."""
        job, played = self.job, self.played
        seats = np.array([game.table.seats for game in played], np.int32)
        kinds = line_ups(seats)
        by_round = np.array([game.table.round for game in played], np.int64)
        returns = np.array([game.returns for game in played], np.float64)
        scores = np.array([game.scores for game in played], np.int32)
        ranks = np.array([game.ranks for game in played], np.int32)
        decisions = np.array([game.decisions for game in played], np.int64)
        seconds = np.array([game.seconds for game in played], np.float64)
        standings = []
        for bot, name in enumerate(job.names):
            own = seats == bot
            counts, chose = own.sum(axis=1), int(decisions[own].sum())
            share, rank, score = (
                estimate(by_round, kinds, (values * own).sum(axis=1), counts) for values in (returns, ranks, scores)
            )
            standings.append(
                Standing(
                    bot=name,
                    games=int((counts > 0).sum()),
                    by_seat=tuple(own.sum(axis=0).tolist()),
                    wins=float(returns[own].sum()),
                    share=share,
                    rank=rank,
                    score=score,
                    decisions=chose,
                    seconds=float(seconds[own].sum()) / chose if chose else float("nan"),
                )
            )
        return ArenaResult(
            game=job.game,
            bots=job.names,
            seed=job.seed,
            games=len(played),
            requested=self.games,
            cycle=cycle_length(len(job.bots), job.game.num_players),
            seats=seats,
            rounds=by_round,
            seeds=np.array([game.seed for game in played], np.uint64),
            returns=returns,
            scores=scores,
            ranks=ranks,
            lengths=decisions.sum(axis=1).astype(np.int32),
            standings=tuple(standings),
        )


def _tables(bots: int, seats: int) -> Iterator[Table]:
    """The games, without end."""
    number = 0
    for k, arrangements in enumerate(rounds(bots, seats)):
        for seating in arrangements:
            yield Table(number, k, seating)
            number += 1


def _timed(job: Job) -> tuple[list[Played], float]:
    """The games of a job, and what they took."""
    before = perf_counter()
    played = play_chunk(job)
    return played, perf_counter() - before


def _end(pool: ProcessPoolExecutor) -> None:
    """Ends the processes of a pool at once, whatever they are at."""
    for process in list((getattr(pool, "_processes", None) or {}).values()):
        process.terminate()
    # Who was ended half-way through a result leaves the pool waiting for the rest, as long as there is a pen in here.
    writer = getattr(getattr(pool, "_result_queue", None), "_writer", None)
    if writer is not None:
        writer.close()


def _ignore_interrupts() -> None:
    """In a worker: Ctrl-C is for who waits for it."""
    import signal

    signal.signal(signal.SIGINT, signal.SIG_IGN)


def _processors() -> int:
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def _check(games: SupportsIndex, workers: SupportsIndex | None, executor: object) -> tuple[int, int | None]:
    """The numbers, as they are used."""
    counts = []
    for field, value in (("games", games), ("workers", 1 if workers is None else workers)):
        try:
            counts.append(operator.index(value))
        except TypeError:
            counts.append(0)
        if counts[-1] < 1:
            raise _bad(field, value, "a whole number of at least 1")
    _check_executor(executor)
    return counts[0], None if workers is None else counts[1]


def _check_executor(executor: object) -> None:
    if executor is None or executor in ("threads", "processes"):
        return
    if isinstance(executor, str) or not callable(getattr(executor, "submit", None)):
        raise _bad(
            "executor", executor, "None, 'threads', 'processes' or an executor of concurrent.futures", "wrong_type"
        )


def _check_pickles(job: Job) -> None:
    for name, bot in zip(job.names, job.bots, strict=True):
        try:
            pickle.dumps(bot)
        except Exception as error:
            expected = "a bot that can be pickled, such as a function of a module: it is sent to other processes"
            raise _bad(f"bots.{name}", f"{type(error).__name__}: {error}", expected, "not_picklable") from error


def _bad(field: str, value: Any, expected: str, code: str = "out_of_range") -> ArgumentError:
    shown = value if isinstance(value, str) and code == "not_picklable" else repr(value)
    return ArgumentError(f"{field}: got {shown}, expected {expected}", code, field, shown, expected)
