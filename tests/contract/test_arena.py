"""Arenas: fair seats, the same games wherever they run, records, bots that break the rules, what is made of it all."""

from __future__ import annotations

import contextlib
import json
import math
import os
import pickle
import signal
import sys
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, ProcessPoolExecutor, ThreadPoolExecutor
from itertools import islice
from multiprocessing import get_context
from pathlib import Path
from typing import Any, cast

import numpy as np
import pytest

import meeple
from meeple import records
from meeple._seating import cycle_length, rounds
from meeple._standings import estimate
from meeple._tables import mix, nth
from tests.contract import plays

arena = sys.modules["meeple.arena"]  # the module: `meeple.arena` is its function
FIELDS = ("seats", "rounds", "seeds", "returns", "scores", "ranks", "lengths")
SIZES = [(bots, seats) for seats in range(2, 7) for bots in range(1, 9)]
small = pytest.mark.parametrize(("bots", "seats"), [size for size in SIZES if cycle_length(*size) <= 2000])


def legends(players: int = 3) -> meeple.Game:
    """A game of short plays."""
    return meeple.load("legends", players=players)


def same(one: meeple.ArenaResult, other: meeple.ArenaResult) -> bool:
    """Whether the games are the same, and what is made of them; clocks differ."""

    def figures(result: meeple.ArenaResult) -> Any:
        found = result.to_dict()
        for standing in found["standings"]:
            del standing["seconds"]
        return found

    equal = all(np.array_equal(getattr(one, name), getattr(other, name)) for name in FIELDS)
    return equal and figures(one) == figures(other)


# Seats


@pytest.mark.parametrize(("bots", "seats"), SIZES)
def test_a_cycle_has_every_arrangement_once(bots: int, seats: int) -> None:
    length = cycle_length(bots, seats)
    found: list[tuple[int, ...]] = []
    for arrangements in rounds(bots, seats):
        found += arrangements
        if len(found) >= length:
            break
    assert len(found) == len(set(found)) == length
    lineups = Counter(tuple(sorted(seating)) for seating in found)
    for lineup, count in lineups.items():
        often = Counter(lineup)
        repeats = math.prod(math.factorial(times) for times in often.values())
        assert count == math.factorial(seats) // repeats
        if bots <= seats:
            assert len(often) == bots
            assert max(often.values()) - min(often.values()) <= 1
        else:
            assert len(often) == seats
    more = seats if bots >= seats else seats % bots
    assert len(lineups) == math.comb(bots, more)


@small
def test_in_a_round_each_bot_sits_in_each_seat_equally_often(bots: int, seats: int) -> None:
    for arrangements in islice(rounds(bots, seats), 300):
        for bot in range(bots):
            by_seat = [sum(seating[seat] == bot for seating in arrangements) for seat in range(seats)]
            assert len(set(by_seat)) == 1
        assert len(set(arrangements)) == len(arrangements)
        following = [(seating[-1], *seating[:-1]) for seating in arrangements]
        assert following == [*arrangements[1:], arrangements[0]]


@pytest.mark.parametrize(("bots", "seats"), [(5, 4), (7, 3), (7, 6), (3, 4), (5, 6), (11, 2), (40, 6)])
def test_a_block_of_rounds_has_every_bot_equally_often(bots: int, seats: int) -> None:
    played: Counter[int] = Counter()
    for number, arrangements in enumerate(islice(rounds(bots, seats), 6 * bots), start=1):
        for seating in arrangements:
            played.update(seating)
        if number % bots == 0:
            assert len(played) == bots
            assert len(set(played.values())) == 1


@small
def test_after_a_cycle_the_next_begins(bots: int, seats: int) -> None:
    def games() -> Iterator[tuple[int, ...]]:
        for arrangements in rounds(bots, seats):
            yield from arrangements

    length = cycle_length(bots, seats)
    found = list(islice(games(), 2 * length))
    assert found[:length] == found[length:]


@pytest.mark.parametrize("bots", [1, 2, 3, 4])
def test_the_result_counts_seats(bots: int) -> None:
    result = meeple.arena(legends(), ["random"] * bots, 2 * cycle_length(bots, 3), seed=1)
    assert result.balanced
    assert result.cycle == cycle_length(bots, 3)
    for index, standing in enumerate(result.standings):
        own = result.seats == index
        assert standing.by_seat == tuple(own.sum(axis=0))
        assert len(set(standing.by_seat)) == 1
        assert standing.games == own.any(axis=1).sum()
    assert result.bots == ("random", *(f"random #{number}" for number in range(2, bots + 1)))
    assert not meeple.arena(legends(), ["random"] * 2, 7, seed=1).balanced


# Games


@pytest.mark.parametrize("name", meeple.games())
def test_games_do_not_depend_on_where_they_run(name: str, tmp_path: Path, workers: Executor) -> None:
    game, bots = meeple.load(name), ["random", "greedy", "epsilon:0.5", "mcts:4,rollout_steps=20"]
    if name == "empire":
        game = meeple.load(name, max_rounds=6)
    here = meeple.arena(game, bots, 10, seed=3, out=tmp_path / "here")
    for number, executor in enumerate(("threads", workers)):
        out = tmp_path / str(number)
        there = meeple.arena(game, bots, 10, seed=3, executor=executor, workers=3, out=out)  # type: ignore[arg-type]
        assert same(here, there)
        assert out.read_bytes() == (tmp_path / "here").read_bytes()
    assert not same(here, meeple.arena(game, bots, 10, seed=4))


@pytest.fixture(scope="module")
def workers() -> Iterator[Executor]:
    """Processes of one's own."""
    with ProcessPoolExecutor(2, mp_context=get_context("spawn")) as pool:
        yield pool


def test_games_run_on_processes(tmp_path: Path) -> None:
    here = meeple.arena(legends(), ["random", "greedy"], 40, seed=3, out=tmp_path / "here")
    there = meeple.arena(
        legends(), ["random", "greedy"], 40, seed=3, executor="processes", workers=2, out=tmp_path / "there.gz"
    )
    assert same(here, there)
    assert [record.text.strip() for record in records.read(tmp_path / "there.gz")] == (
        tmp_path / "here"
    ).read_text().splitlines()


def test_games_do_not_depend_on_chunks(monkeypatch: pytest.MonkeyPatch) -> None:
    many = meeple.arena(legends(), ["random", "greedy"], 50, seed=3)
    monkeypatch.setattr(arena, "_CHUNK_SECONDS", 0.0)
    assert same(many, meeple.arena(legends(), ["random", "greedy"], 50, seed=3))
    few = meeple.arena(legends(), ["random", "greedy"], 20, seed=3)
    assert all(np.array_equal(getattr(few, name), getattr(many, name)[:20]) for name in FIELDS)


def test_an_executor_of_ones_own_stays_open() -> None:
    with ThreadPoolExecutor(2) as pool:
        one = meeple.arena(legends(), ["random", "greedy"], 20, seed=3, executor=pool)
        assert same(one, meeple.arena(legends(), ["random", "greedy"], 20, seed=3, executor=pool))
        assert pool.submit(len, "abc").result() == 3


def test_progress_is_told(tmp_path: Path) -> None:
    told: list[tuple[int, int]] = []
    meeple.arena(legends(), ["random"], 60, seed=1, progress=lambda done, of: told.append((done, of)))
    assert told == sorted(set(told))
    assert told[-1] == (60, 60)


@plays.each
def test_records_hold_and_name_the_bots(name: str, params: dict[str, Any], tmp_path: Path) -> None:
    game, file = meeple.load(name, **params), tmp_path / "games.jsonl"
    result = meeple.arena(game, {"a": "greedy", "b": "random", "c": "epsilon:0.3"}, 8, seed=6, out=file)
    assert records.verify(file) == records.Report(8, ())
    for number, record in enumerate(records.read(file)):
        seated = ["abc"[bot] for bot in result.seats[number]]
        assert record.meta == {"bots": seated, "game": number, "seed": int(result.seeds[number])}
        assert record.scores == result.scores[number].tolist()
        assert record.returns == result.returns[number].tolist()


def test_a_game_is_a_match_of_its_seed(tmp_path: Path) -> None:
    file = tmp_path / "games.jsonl"
    game = legends()
    result = meeple.arena(game, ["random", "greedy"], 9, seed=6, out=file)
    for number, record in enumerate(records.read(file)):
        replayed = meeple.Match(game, seed=int(result.seeds[number]), meta=record.meta)
        while not replayed.state.is_terminal:
            replayed.play(record.actions[replayed.ply])
        assert replayed.to_json() == record.text.strip()
        assert result.seeds[number] == nth(6, int(result.rounds[number]))
        assert result.lengths[number] == sum(step.kind == "play" for step in replayed.history)
        assert replayed.state.outcome is not None
        assert replayed.state.outcome.ranks == tuple(result.ranks[number])


def test_bots_of_a_game_are_begun_with_seeds_of_their_own(tmp_path: Path) -> None:
    """What `docs/formats.md` says: from the record alone each choice of a random bot can be made again."""
    file = tmp_path / "games.jsonl"
    meeple.arena(legends(), ["random", "greedy"], 4, seed=6, out=file)
    for number, record in enumerate(records.read(file)):
        seated = [meeple.bots.make(name, mix(mix(6, number), seat)) for seat, name in enumerate(record.meta["bots"])]
        match = record.match()
        for step, state in zip(match.history, match.states(), strict=False):
            if step.seat is not None:
                assert seated[step.seat](state.view(step.seat)) == step.action


def test_the_games_of_a_round_have_the_same_deal(tmp_path: Path) -> None:
    file = tmp_path / "games.jsonl"
    result = meeple.arena(legends(), ["random", "greedy", "epsilon:0.5"], 12, seed=6, out=file)
    deals = [tuple(record.match().history[ply].text for ply in range(6)) for record in records.read(file)]
    for number in range(4):
        assert len({deals[k] for k in range(12) if result.rounds[k] == number}) == 1
    assert len(set(deals)) == 4


def test_a_file_that_is_there_is_left_alone(tmp_path: Path) -> None:
    file = tmp_path / "games.jsonl"
    file.write_text("precious")
    with pytest.raises(FileExistsError):
        meeple.arena(legends(), ["random"], 3, seed=1, out=file)
    assert file.read_text() == "precious"


# What bots get, and what they may not do


class Watching:
    """Chooses the first action, and keeps what it is given."""

    def __init__(self) -> None:
        self.given: list[tuple[Any, ...]] = []

    def __call__(self, *given: Any) -> int:
        self.given.append(given)
        return cast("int", given[0].legal_actions()[0])


@plays.each
def test_a_bot_gets_the_view_of_its_seat_and_nothing_else(name: str, params: dict[str, Any], tmp_path: Path) -> None:
    bot, file = Watching(), tmp_path / "games.jsonl"
    game = meeple.load(name, **params)
    if name == "empire":
        game = meeple.load(name, **{**params, "max_rounds": 2})
    result = meeple.arena(game, [bot], 1, seed=6, out=file)
    match = next(records.read(file)).match()
    decisions = [state for state in match.states() if state.current_player >= 0]
    assert len(decisions) == len(bot.given) == result.lengths[0]
    for state, given in zip(decisions, bot.given, strict=True):
        assert given == (state.view(state.current_player),)
        assert type(given[0]) is meeple.View


def raises(view: meeple.View) -> int:
    """A bot with a bug."""
    return 1 // 0


def answers(answer: Any) -> Callable[[meeple.View], Any]:
    """A bot that always says the same, once it was asked three times."""
    asked = 0

    def bot(view: meeple.View) -> Any:
        nonlocal asked
        asked += 1
        return answer if asked > 3 else view.legal_actions()[0]

    return bot


@pytest.mark.parametrize(
    "answer",
    [-1, 10**6, 2**70, None, "", "psychic", "timeout", "row noble-hills", "quit", 1.5, [0], object(), "\ud800"],
)
def test_what_is_no_legal_action_is_refused_by_name(answer: Any) -> None:
    with pytest.raises(meeple.BotError) as caught:
        meeple.arena(legends(), {"honest": "greedy", "cheat": answers(answer)}, 6, seed=2)
    error = caught.value
    assert (error.code, error.bot, error.field) == ("refused", "cheat", "bots.cheat")
    for word in ("cheat", f"game {error.game}", f"seat {error.seat}", f"ply {error.ply}"):
        assert word in str(error)
    assert isinstance(error.__cause__, meeple.Error | TypeError | ValueError)
    assert isinstance(error, meeple.Error)


def test_an_action_that_is_legal_for_another_is_refused() -> None:
    def greedy_for_more(view: meeple.View) -> int:
        return next(action for action in range(view.game.num_actions) if action not in view.legal_actions())

    with pytest.raises(meeple.BotError) as caught:
        meeple.arena(legends(), {"cheat": greedy_for_more}, 1, seed=2)
    assert isinstance(caught.value.__cause__, meeple.IllegalActionError)
    assert (caught.value.game, caught.value.seat) == (0, 0)


@pytest.mark.parametrize("executor", [None, "threads", "pool"])
def test_a_bot_that_raises_is_named(executor: Any, workers: Executor) -> None:
    with pytest.raises(meeple.BotError) as caught:
        meeple.arena(
            legends(),
            {"honest": "random", "broken": raises},
            20,
            seed=2,
            executor=workers if executor == "pool" else executor,
        )
    error = caught.value
    assert (error.code, error.bot, error.game) == ("raised", "broken", 0)
    assert "ZeroDivisionError" in error.value
    copy = pickle.loads(pickle.dumps(error))
    assert (str(copy), copy.bot, copy.seat, copy.ply, copy.game) == (
        str(error),
        error.bot,
        error.seat,
        error.ply,
        error.game,
    )


def test_what_fails_at_the_beginning_is_named_too() -> None:
    class Late:
        def begin(self, seed: int) -> Any:
            raise OSError("no such net")

        def __call__(self, view: meeple.View) -> int:
            return 0

    with pytest.raises(meeple.BotError, match="OSError: no such net"):
        meeple.arena(legends(), {"late": Late()}, 1, seed=2)


def test_games_before_an_error_are_in_the_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(arena, "_CHUNK_SECONDS", 0.0)
    calls = 0

    def tired(view: meeple.View) -> int:
        nonlocal calls
        calls += 1
        if calls > 200:
            raise RuntimeError
        return view.legal_actions()[0]

    file = tmp_path / "games.jsonl"
    with pytest.raises(meeple.BotError) as caught:
        meeple.arena(legends(), [tired], 50, seed=2, out=file)
    assert records.verify(file) == records.Report(caught.value.game, ())
    assert caught.value.game > 0


# Ctrl-C


def test_ctrl_c_brings_what_was_finished(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(arena, "_CHUNK_SECONDS", 0.0)
    calls = 0

    def stopping(view: meeple.View) -> int:
        nonlocal calls
        calls += 1
        if calls == 300:
            raise KeyboardInterrupt
        return view.legal_actions()[0]

    file = tmp_path / "games.jsonl"
    result = meeple.arena(legends(), [stopping], 1000, seed=2, out=file)
    assert result.interrupted
    assert 0 < result.games < 1000
    assert result.requested == 1000
    assert records.verify(file) == records.Report(result.games, ())


def test_ctrl_c_before_the_first_game_is_raised() -> None:
    def stopping(view: meeple.View) -> int:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        meeple.arena(legends(), [stopping], 10, seed=2)


@pytest.mark.skipif(os.name == "nt", reason="signals of POSIX")
@pytest.mark.parametrize("executor", [None, "threads", "processes"])
@pytest.mark.parametrize("bot", ["random", "mcts:400"])
def test_ctrl_c_stops_at_once(executor: Any, bot: str) -> None:
    sent: list[float] = []

    def interrupt(done: int, of: int) -> None:
        if done > 4 and not sent:
            sent.append(time.monotonic() + 0.05)
            threading.Timer(0.05, send).start()
        assert not sent or time.monotonic() - sent[0] < 60.0, "it was lost"

    def send() -> None:
        sent[0] = time.monotonic()
        os.kill(os.getpid(), signal.SIGINT)

    result = meeple.arena(legends(), [bot], 10**9, seed=2, executor=executor, workers=2, progress=interrupt)
    assert time.monotonic() - sent[0] < 2.0
    assert result.interrupted
    assert 4 < result.games < 10**9


def send_half(seconds: float) -> None:
    """In a worker: begins to send a result and never ends."""
    frame = sys._getframe()
    while "result_queue" not in frame.f_locals:
        assert frame.f_back is not None
        frame = frame.f_back
    frame.f_locals["result_queue"]._writer._send((1000).to_bytes(4, "big") + b"half")
    time.sleep(seconds)


def test_a_pool_ends_whose_worker_was_at_half_a_result() -> None:
    pool = ProcessPoolExecutor(1, mp_context=get_context("spawn"))
    future = pool.submit(send_half, 60.0)
    time.sleep(1.0)
    arena._end(pool)
    begin = time.monotonic()
    pool.shutdown(cancel_futures=True)
    assert time.monotonic() - begin < 10.0
    assert future.done()


def swallowing(view: meeple.View) -> int:
    """A bot that catches whatever falls into its turn: the signal is sent there."""
    with contextlib.suppress(BaseException):
        signal.raise_signal(signal.SIGINT)
        time.sleep(0.001)
    return view.legal_actions()[0]


class Swallowing:
    """A bot in whose turn things are thrown away whose end is interrupted: those errors go nowhere."""

    def __call__(self, view: meeple.View) -> int:
        Ending()
        return view.legal_actions()[0]


class Ending:
    def __del__(self) -> None:
        signal.raise_signal(signal.SIGINT)


@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")
@pytest.mark.parametrize("bot", [swallowing, Swallowing()])
def test_ctrl_c_that_a_bot_swallows_is_not_lost(bot: Any) -> None:
    calls = 0

    def count(done: int, of: int) -> None:
        nonlocal calls
        calls += 1
        assert calls < 3, "it was lost"

    before = signal.getsignal(signal.SIGINT)
    with pytest.raises(KeyboardInterrupt):  # it came in the first game's first turn
        meeple.arena(legends(), [bot], 10**9, seed=2, progress=count)
    assert signal.getsignal(signal.SIGINT) is before


@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")
@pytest.mark.parametrize("executor", [None, "threads"])
def test_ctrl_c_that_a_callback_swallows_is_not_lost(executor: Any) -> None:
    def interrupt(done: int, of: int) -> None:
        assert done < 10**5, "it was lost"
        if done > 4:
            with contextlib.suppress(KeyboardInterrupt):
                signal.raise_signal(signal.SIGINT)

    result = meeple.arena(legends(), ["random"], 10**9, seed=2, executor=executor, workers=2, progress=interrupt)
    assert result.interrupted
    assert result.games > 4


def test_a_handler_of_ones_own_that_does_not_raise_stops_nothing() -> None:
    heard = 0

    def hear(number: int, frame: object) -> None:
        nonlocal heard
        heard += 1

    def send(done: int, of: int) -> None:
        signal.raise_signal(signal.SIGINT)

    before = signal.signal(signal.SIGINT, hear)
    try:
        result = meeple.arena(legends(), ["random"], 20, seed=2, progress=send)
    finally:
        signal.signal(signal.SIGINT, before)
    assert heard
    assert (result.games, result.interrupted) == (20, False)


# Arguments


@pytest.mark.parametrize(
    ("bots", "games", "more", "field"),
    [
        ([], 1, {}, "bots"),
        ({}, 1, {}, "bots"),
        ("random", 1, {}, "bots"),
        (["psychic"], 1, {}, "bot"),
        ({"a": 3}, 1, {}, "bot"),
        (["random"], 0, {}, "games"),
        (["random"], 1.5, {}, "games"),
        (["random"], 1, {"workers": 0}, "workers"),
        (["random"], 1, {"executor": "cluster"}, "executor"),
        (["random"], 1, {"executor": 3}, "executor"),
        (["random"], 1, {"seed": -1}, "seed"),
        (["random"], 1, {"seed": "1"}, "seed"),
        ({"own": lambda view: 0}, 1, {"executor": "processes"}, "bots.own"),
    ],
)
def test_bad_arguments_are_named(bots: Any, games: Any, more: dict[str, Any], field: str, tmp_path: Path) -> None:
    with pytest.raises(meeple.ArgumentError) as caught:
        meeple.arena(legends(), bots, games, **{"seed": 1, **more})
    assert caught.value.field == field


def test_numbers_of_any_integer_type_will_do() -> None:
    one = meeple.arena(
        legends(), ["random"], np.int64(3), seed=np.uint64(2**64 - 1), executor="threads", workers=np.int8(2)
    )
    assert same(one, meeple.arena(legends(), ["random"], 3, seed=2**64 - 1))


def test_a_result_is_pickled() -> None:
    result = meeple.arena(legends(), ["random", "greedy"], 8, seed=1)
    copy = pickle.loads(pickle.dumps(result))
    assert same(result, copy)
    assert str(copy) == str(result)


def test_bots_of_a_list_are_called_what_they_are() -> None:
    result = meeple.arena(legends(4), [raises_never, meeple.bots.greedy(), "greedy", Watching()], 2, seed=1)
    assert result.bots == ("raises_never", "greedy", "greedy #2", "Watching")


def raises_never(view: meeple.View) -> str:
    """A bot that answers in texts."""
    return view.legal[-1]


# What is made of the games


def test_standings_are_those_of_the_rows() -> None:
    result = meeple.arena(legends(4), ["random", "greedy", "epsilon:0.5"], 50, seed=8)
    assert result.returns.sum() == pytest.approx(50)
    assert sum(standing.wins for standing in result.standings) == pytest.approx(50)
    for index, standing in enumerate(result.standings):
        own = result.seats == index
        assert standing.wins == pytest.approx(result.returns[own].sum())
        assert standing.share.mean == pytest.approx(result.returns[own].mean())
        assert standing.rank.mean == pytest.approx(result.ranks[own].mean())
        assert standing.score.mean == pytest.approx(result.scores[own].mean())
        assert standing.share.low < standing.share.mean < standing.share.high
        assert result[standing.bot] is standing
    assert sum(standing.decisions for standing in result.standings) == result.lengths.sum()


def test_head_to_head_is_counted_seat_by_seat() -> None:
    result = meeple.arena(legends(4), ["random", "greedy", "epsilon:0.5"], 30, seed=8)
    ahead = pairs = margin = 0.0
    for seats, ranks, returns in zip(result.seats, result.ranks, result.returns, strict=True):
        for mine in np.flatnonzero(seats == 1):
            for theirs in np.flatnonzero(seats == 0):
                ahead += 1.0 if ranks[mine] < ranks[theirs] else 0.5 if ranks[mine] == ranks[theirs] else 0.0
                margin += returns[mine] - returns[theirs]
                pairs += 1
    assert result.ahead("greedy", "random").mean == pytest.approx(ahead / pairs)
    assert result.margin("greedy", "random").mean == pytest.approx(margin / pairs)
    table = result.head_to_head()
    off = ~np.eye(3, dtype=bool)
    assert (table + table.T)[off] == pytest.approx(1.0)
    assert np.isnan(np.diag(table)).all()
    with pytest.raises(meeple.ArgumentError, match="one of random, greedy"):
        result.margin("greedy", "psychic")
    with pytest.raises(meeple.ArgumentError):
        result["psychic"]


def test_an_error_is_taken_over_rounds() -> None:
    """Rounds of two games whose values cancel tell the mean exactly, however much the games differ."""
    by_round = np.repeat(np.arange(6), 2)
    strata, ones = np.zeros(12, np.int64), np.ones(12)
    seesaw = np.tile([0.0, 1.0], 6)
    assert estimate(by_round, strata, seesaw, ones) == meeple.Estimate(0.5, 0.0)
    between = np.repeat([0.0, 1.0, 0.0, 1.0, 1.0, 0.0], 2)
    found = estimate(by_round, strata, between, ones)
    assert found.stderr == pytest.approx(np.std(between[::2], ddof=1) / math.sqrt(6))


def test_an_error_is_taken_within_line_ups() -> None:
    """Who plays is laid down: if a bot always wins in one company and never in another, nothing is uncertain."""
    by_round, strata = np.arange(8), np.arange(8) % 2
    assert estimate(by_round, strata, strata * 1.0, np.ones(8)) == meeple.Estimate(0.5, 0.0)
    alone = estimate(by_round, np.arange(8), strata * 1.0, np.ones(8))
    assert alone.stderr == pytest.approx(np.std(strata, ddof=1) / math.sqrt(8))


def test_what_is_not_known_is_nan() -> None:
    none, one = np.zeros(1, np.int64), np.ones(1)
    assert math.isnan(estimate(none, none, one, one).stderr)
    assert math.isnan(estimate(none, none, one * 0, one * 0).mean)
    result = meeple.arena(legends(2), ["random", "greedy", "epsilon:0.5"], 1, seed=1)
    assert math.isnan(result["epsilon:0.5"].share.mean)
    assert result["epsilon:0.5"].games == 0
    assert math.isnan(result.margin("random", "epsilon:0.5").mean)
    document = json.loads(json.dumps(result.to_dict(), allow_nan=False))
    assert document["standings"][2]["share"] == {"mean": None, "stderr": None, "low": None, "high": None}
    assert "epsilon:0.5" in str(result)


def test_intervals_cover_what_is_true() -> None:
    """Equal bots: a fair share lies in the interval in about 95 of 100 arenas."""
    covered = 0
    for seed in range(120):
        share = meeple.arena(legends(), ["random", "random"], 60, seed=seed)["random"].share
        covered += share.low <= 1 / 3 <= share.high
    assert 104 <= covered <= 120


@pytest.mark.parametrize("name", meeple.games())
def test_greedy_beats_random(name: str) -> None:
    game = meeple.load(name)
    games = 10 * cycle_length(2, game.num_players)
    result = meeple.arena(game, ["greedy", "random"], games, seed=1)
    margin = result.margin("greedy", "random")
    assert result.balanced
    assert margin.mean > 2 * margin.stderr
    ratings = result.ratings()
    assert ratings["greedy"].mu > ratings["random"].mu
    assert ratings["greedy"].ordinal == ratings["greedy"].mu - 3 * ratings["greedy"].sigma


def test_ratings_follow_the_games() -> None:
    """One game between two: what the paper's formulas give, as openskill has them."""
    openskill = pytest.importorskip("openskill.models")
    result = meeple.arena(legends(2), ["greedy", "random"], 1, seed=1)
    model = openskill.PlackettLuce()
    teams = model.rate([[model.rating()], [model.rating()]], ranks=result.ranks[0].tolist())
    for index, rating in enumerate(result.ratings().values()):
        seat = int(np.flatnonzero(result.seats[0] == index)[0])
        assert (rating.mu, rating.sigma) == (teams[seat][0].mu, teams[seat][0].sigma)


def test_ratings_say_which_extra_they_need(monkeypatch: pytest.MonkeyPatch) -> None:
    result = meeple.arena(legends(2), ["greedy", "random"], 1, seed=1)
    monkeypatch.setitem(sys.modules, "openskill.models", None)
    with pytest.raises(ModuleNotFoundError, match=r"meeple\[cli\]"):
        result.ratings()


def test_a_bot_alone_has_every_share() -> None:
    result = meeple.arena(legends(), ["greedy"], 4, seed=1)
    assert result["greedy"].wins == 4
    assert result["greedy"].share.mean == pytest.approx(1 / 3)
    assert result["greedy"].share.stderr == pytest.approx(0.0)
    assert result.ratings()["greedy"].mu == 25.0


def test_the_table_names_all() -> None:
    lines = str(meeple.arena(legends(), ["random", "greedy"], 12, seed=1)).splitlines()
    assert lines[0] == "legends, 3 players: 12 of 12 games, seed 1"
    assert sum(line.startswith("greedy") for line in lines) == 2
    assert all(line == line.rstrip() for line in lines)
