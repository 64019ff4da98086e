"""What `meeple.Batch` promises, over whatever is registered."""

from __future__ import annotations

import contextlib
import copy
import itertools
import os
import pickle
import signal
import threading
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import meeple
from tests.conftest import every_variant, played
from tests.contract.test_contract import splitmix

each = pytest.mark.parametrize(("name", "params"), every_variant())
each_game = pytest.mark.parametrize("name", meeple.games())


def random_actions(batch: meeple.Batch, rng: meeple.Rng) -> np.ndarray[Any, np.dtype[np.int64]]:
    """A legal action in each row, -1 where it is over."""
    ids, offsets = batch.legal_actions()
    chosen = [int(ids[rng.choice(range(a, b))]) if b > a else -1 for a, b in itertools.pairwise(offsets)]
    return np.array(chosen, np.int64)


def facts(batch: meeple.Batch) -> list[Any]:
    """All that a batch tells."""
    ids, offsets = batch.legal_actions()
    arrays = [batch.current_player, batch.done, batch.steps, batch.game_id, batch.seeds, batch.returns()]
    arrays += [batch.scores(), batch.legal_actions_mask(), batch.legal_actions_bits(), ids, offsets, batch.pack()]
    return [array.tolist() for array in arrays]


def until_done(batch: meeple.Batch, rng: meeple.Rng | None = None) -> None:
    """Steps until some game ended in the last step."""
    while not batch.done.any():
        if rng is None:
            batch.step_random()
        else:
            batch.step(random_actions(batch, rng))


@each
@pytest.mark.parametrize("skip_forced", [False, True])
def test_each_game_replays_alone_as_a_match(name: str, params: dict[str, Any], skip_forced: bool) -> None:
    game = meeple.load(name, **params)
    batch = meeple.Batch(game, 3, seed=5, threads=1, skip_forced=skip_forced)
    assert batch.seeds.tolist() == [splitmix(5, k) for k in range(3)]
    matches = [meeple.Match(game, seed=int(seed)) for seed in batch.seeds]
    numbers, next_number, rng, ended = [0, 1, 2], 3, meeple.Rng(1), 0

    def settle(match: meeple.Match) -> int:
        forced = 0
        match.settle()
        while skip_forced and len(ids := match.state.legal_actions()) == 1:
            match.play(ids[0])
            match.settle()
            forced += 1
        return forced

    decisions = [settle(match) for match in matches]
    while ended < 4:
        actions = random_actions(batch, rng)
        batch.step(actions)
        for row, match in enumerate(matches):
            match.play(int(actions[row]))
            decisions[row] += 1 + settle(match)
            assert batch.done[row] == match.state.is_terminal
            assert batch.returns()[row].tolist() == match.state.returns()
            assert batch.scores()[row].tolist() == match.state.scores()
            if match.state.is_terminal:
                ended += 1
                match = matches[row] = meeple.Match(game, seed=splitmix(5, next_number))
                decisions[row], numbers[row] = settle(match), next_number
                next_number += 1
            assert batch.state(row) == match.state
            assert batch.current_player[row] == match.state.current_player
            assert batch.seeds[row] == match.seed
            assert batch.steps[row] == decisions[row]
        assert batch.game_id.tolist() == numbers


@each
def test_the_result_does_not_depend_on_threads(name: str, params: dict[str, Any]) -> None:
    game = meeple.load(name, **params)
    batches = [meeple.Batch(game, 200, seed=3, threads=threads) for threads in (1, 2, 3)]
    for steps in range(150):
        actions = random_actions(batches[0], meeple.Rng(steps)) if steps % 3 == 0 else None
        for batch in batches:
            if actions is None:
                batch.step_random()
            else:
                batch.step(actions)
    first, *others = map(facts, batches)
    assert all(other == first for other in others)


@each_game
def test_step_random_draws_as_the_formats_say(name: str) -> None:
    game = meeple.load(name)
    batch = meeple.Batch(game, 2, seed=8, threads=1)
    match = meeple.Match(game, seed=int(batch.seeds[1]))
    match.settle()
    for _ in range(30):
        seed = splitmix(int(batch.seeds[1]) ^ splitmix(match.ply, 0), 0)
        batch.step_random()
        match.play(match.state.random_action(meeple.Rng((seed + 1) % 2**64)))
        match.settle()
        assert batch.state(1) == match.state


@each
def test_auto_reset_keeps_what_the_ended_game_brought(name: str, params: dict[str, Any]) -> None:
    game = meeple.load(name, **params)
    batch = meeple.Batch(game, 8, seed=2, threads=1)
    assert not batch.done.any()
    until_done(batch)
    done = batch.done
    assert np.allclose(batch.returns().sum(axis=1), done)
    # The row shows the new game already.
    assert (batch.current_player >= 0).all()
    assert batch.legal_actions_mask().any(axis=1).all()
    assert sorted(batch.game_id[done]) == list(range(8, 8 + int(done.sum())))
    assert list(batch.game_id[done]) == sorted(batch.game_id[done])
    batch.step_random()
    assert not (batch.done & done).any()
    assert not batch.returns()[done].any()


@each
def test_without_auto_reset_rows_rest_when_over(name: str, params: dict[str, Any]) -> None:
    game = meeple.load(name, **params)
    batch = meeple.Batch(game, 4, seed=2, threads=1, auto_reset=False)
    rng = meeple.Rng(1)
    until_done(batch, rng)
    row = int(np.flatnonzero(batch.done)[0])
    over, scores = batch.state(row), batch.scores()[row].tolist()
    assert over.is_terminal
    while not batch.done.all():
        actions = random_actions(batch, rng)
        assert actions[row] == -1
        batch.step(actions)
        assert batch.done[row]
        assert batch.current_player[row] == meeple.TERMINAL
        assert batch.state(row) == over
        assert batch.scores()[row].tolist() == scores == over.scores()
        assert batch.returns()[row].tolist() == over.returns()
    before = facts(batch)
    batch.step(np.full(4, -1))
    batch.step_random()
    assert facts(batch) == before
    with pytest.raises(meeple.IllegalActionError):
        batch.step([0, -1, -1, -1])
    batch.reset([row])
    assert not batch.done[row]
    assert batch.game_id[row] == 4
    assert batch.seeds[row] == splitmix(2, 4)


@each
def test_an_index_steps_some_rows(name: str, params: dict[str, Any]) -> None:
    game = meeple.load(name, **params)
    batch, whole = (meeple.Batch(game, 6, seed=9, threads=1) for _ in range(2))
    rng = meeple.Rng(3)
    for _ in range(60):
        actions = random_actions(whole, rng)
        whole.step(actions)
        # In two calls, the second in falling order. What the first call ended is told after that call alone.
        batch.step(actions[[1, 4]], index=np.array([1, 4], np.uint8))
        first = batch.done
        assert not first[[0, 2, 3, 5]].any()
        batch.step(actions[[5, 3, 2, 0]], index=[5, 3, 2, 0])
        assert not batch.done[[1, 4]].any()
        assert (first | batch.done).tolist() == whole.done.tolist()
        if whole.done.any():
            break
        assert batch.pack().tolist() == whole.pack().tolist()
        assert batch.steps.tolist() == whole.steps.tolist()


@each
def test_illegal_rows_are_told_and_nothing_is_stepped(name: str, params: dict[str, Any]) -> None:
    game = meeple.load(name, **params)
    for threads in (1, 2):
        batch = meeple.Batch(game, 200, seed=1, threads=threads)
        batch.step_random()
        actions, mask = random_actions(batch, meeple.Rng(5)), batch.legal_actions_mask()
        bad = [2, 70, 199]
        for row in bad:
            actions[row] = int(np.flatnonzero(~mask[row])[0])
        before = facts(batch)
        with pytest.raises(meeple.IllegalActionError) as caught:
            batch.step(actions)
        assert caught.value.field == "rows 2, 70, 199"
        assert game.action_to_str(int(actions[2])) in str(caught.value)
        assert facts(batch) == before
        many = np.array([int(np.flatnonzero(~row)[0]) for row in mask])
        with pytest.raises(meeple.IllegalActionError, match="192 more"):
            batch.step(many)
        assert facts(batch) == before


@pytest.mark.parametrize(
    ("actions", "index", "field"),
    [
        (np.zeros(3), None, "actions"),
        (np.zeros(3, np.bool_), None, "actions"),
        (np.zeros((3, 1), np.int64), None, "actions"),
        (["take 1"] * 3, None, "actions"),
        (None, None, "actions"),
        (np.zeros(4, np.int64), None, "actions"),
        ([0, 0, 10**6], None, "actions[2]"),
        ([-1, 0, 0], None, "actions[0]"),
        ([-(2**63), 0, 0], None, "actions[0]"),
        (np.array([2**64 - 1, 0, 0], np.uint64), None, "actions[0]"),
        ([2**70, 0, 0], None, "actions"),
        ([0], [3], "index"),
        ([0], [-1], "index"),
        ([0, 0], [1, 1], "index"),
        ([0], [1, 2], "actions"),
        ([0], [1.0], "index"),
        ([0], np.array([True, False, False]), "index"),
    ],
)
def test_bad_actions_are_refused(actions: Any, index: Any, field: str) -> None:
    batch = meeple.Batch(meeple.load("legends"), 3, seed=1, threads=1)
    before = facts(batch)
    with pytest.raises(meeple.ArgumentError) as caught:
        batch.step(actions, index)
    assert caught.value.field == field
    assert facts(batch) == before


@each_game
def test_actions_of_any_integer_type(name: str) -> None:
    batch = meeple.Batch(meeple.load(name), 4, seed=1, threads=1)
    expected = batch.copy()
    actions = random_actions(batch, meeple.Rng(1))
    expected.step(actions)
    kinds: list[Any] = [np.int16, np.uint16, np.int32, np.uint32, np.uint64, ">i8", ">u2", list]
    for kind in kinds:
        twin = batch.copy()
        twin.step(actions.tolist() if kind is list else actions.astype(kind))
        assert facts(twin) == facts(expected)
    twin = batch.copy()
    twin.step(np.repeat(actions, 2)[::2])
    assert facts(twin) == facts(expected)


@each
def test_masks_bits_and_lists_agree(name: str, params: dict[str, Any]) -> None:
    game = meeple.load(name, **params)
    batch = meeple.Batch(game, 70, seed=4, threads=2, auto_reset=False)
    for steps in range(120):
        batch.step_random()
        if steps % 20:
            continue
        mask, (ids, offsets) = batch.legal_actions_mask(), batch.legal_actions()
        assert mask.shape == (70, game.num_actions)
        assert mask.dtype == np.bool_
        assert ids.dtype == np.uint16
        assert offsets.dtype == np.int64
        assert offsets.shape == (71,)
        bits = batch.legal_actions_bits()
        assert bits.shape == (70, -(-game.num_actions // 64))
        unpacked = np.unpackbits(bits.astype("<u8").view(np.uint8), axis=1, bitorder="little")
        assert np.array_equal(unpacked[:, : game.num_actions], mask)
        assert not unpacked[:, game.num_actions :].any()
        for row, state in enumerate(batch.states()):
            own = state.legal_actions()
            assert np.flatnonzero(mask[row]).tolist() == own == ids[offsets[row] : offsets[row + 1]].tolist()
        for dtype in (np.bool_, np.uint8, np.int8):
            out: Any = np.ones(mask.shape, dtype)
            assert batch.legal_actions_mask(out) is out
            assert np.array_equal(out != 0, mask)
        words = np.full(bits.shape, 7, np.uint64)
        assert batch.legal_actions_bits(words) is words
        assert np.array_equal(words, bits)


OUTS: dict[str, tuple[Callable[[meeple.Batch], Callable[[Any], Any]], Callable[[meeple.Game], int], Any]] = {
    "mask": (lambda batch: batch.legal_actions_mask, lambda game: game.num_actions, np.bool_),
    "bits": (lambda batch: batch.legal_actions_bits, lambda game: -(-game.num_actions // 64), np.uint64),
    "pack": (lambda batch: batch.pack, lambda game: game.packed_size, np.uint8),
}


@pytest.mark.parametrize("what", OUTS)
def test_a_bad_out_is_refused_by_name_and_left(what: str) -> None:
    method, width, dtype = OUTS[what]
    game = meeple.load("legends")
    batch, size = meeple.Batch(game, 5, seed=1, threads=1), width(game)
    frozen = np.zeros((5, size), dtype)
    frozen.flags.writeable = False
    bads: list[Any] = [
        np.zeros((5, size + 1), dtype),
        np.zeros((4, size), dtype),
        np.zeros(5 * size, dtype),
        np.zeros((5, size), np.float32),
        np.zeros((5, 2 * size), dtype)[:, ::2],
        np.zeros((size, 5), dtype).T,
        np.asfortranarray(np.zeros((5, size), dtype)),
        frozen,
        [[False] * size] * 5,
        "out",
        0,
    ]
    item = np.dtype(dtype).itemsize
    if item > 1:
        raw = np.zeros(5 * size * item + 1, np.uint8)
        bads += [raw[1:].view(dtype).reshape(5, size), np.zeros((5, size), np.dtype(dtype).newbyteorder())]
    for bad in bads:
        before = copy.deepcopy(bad)
        with pytest.raises(meeple.ArgumentError) as caught:
            method(batch)(bad)
        assert caught.value.field == "out"
        assert np.array_equal(before, bad)


@each
def test_take_and_copy_are_batches_of_their_own(name: str, params: dict[str, Any]) -> None:
    game = meeple.load(name, **params)
    batch = meeple.Batch(game, 6, seed=7, threads=1)
    until_done(batch)
    before = facts(batch)
    part = batch.take(np.array([4, 1, 1]))
    assert len(part) == 3
    for column in ("seeds", "steps", "game_id", "done", "current_player"):
        assert getattr(part, column).tolist() == getattr(batch, column)[[4, 1, 1]].tolist()
    assert part.scores().tolist() == batch.scores()[[4, 1, 1]].tolist()
    assert part.state(0) == batch.state(4)
    twins = [batch.copy(), copy.copy(batch), copy.deepcopy(batch)]
    part.step_random()
    for twin in twins:
        assert facts(twin) == before
        twin.step_random()
    assert facts(batch) == before
    batch.step_random()
    assert all(facts(twin) == facts(batch) for twin in twins)
    with pytest.raises(meeple.ArgumentError) as caught:
        batch.take([6])
    assert caught.value.field == "index"
    with pytest.raises(meeple.ArgumentError):
        batch.state(6)


@each
def test_pack_and_unpack(name: str, params: dict[str, Any]) -> None:
    game = meeple.load(name, **params)
    batch = meeple.Batch(game, 5, seed=7, threads=1, auto_reset=False)
    for _ in range(25):
        batch.step_random()
    data, states = batch.pack(), batch.states()
    assert data.shape == (5, game.packed_size)
    assert data.dtype == np.uint8
    other = meeple.Batch(game, 5, seed=1, threads=1, auto_reset=False)
    seeds = other.seeds.tolist()
    other.unpack(data)
    assert other.states() == states
    assert other.seeds.tolist() == seeds
    assert other.pack().tolist() == data.tolist()
    assert other.done.tolist() == [state.is_terminal for state in states]
    other.unpack(np.asfortranarray(data))
    # A damaged row is named, and no row is taken.
    damaged = data[::-1].copy()
    damaged[3, :2] = 255
    with pytest.raises(meeple.CodecError) as caught:
        other.unpack(damaged)
    assert caught.value.field.startswith("data[3]")
    assert other.states() == states
    bads: list[Any] = [data[:4], data[:, 1:], data.astype(np.int64), data.tolist(), None]
    for bad in bads:
        with pytest.raises(meeple.ArgumentError) as refused:
            other.unpack(bad)
        assert refused.value.field == "data"


@each
def test_unpacked_chance_nodes_are_settled(name: str, params: dict[str, Any]) -> None:
    game = meeple.load(name, **params)
    batch = meeple.Batch(game, 1, seed=7, threads=1)
    state = next((state for state in played(game, 3, with_chance=True)[10:] if state.is_chance), None)
    if state is None:
        pytest.skip("no chance node after the set-up")
    # A payload is the bytes without head and checksum.
    payload = state.to_bytes()[24:-4]
    data = np.zeros((1, game.packed_size), np.uint8)
    data[0, :2] = len(payload) % 256, len(payload) // 256
    data[0, 2 : 2 + len(payload)] = list(payload)
    batch.unpack(data)
    assert batch.current_player[0] >= 0 or batch.done[0]


@each
def test_reset(name: str, params: dict[str, Any]) -> None:
    game = meeple.load(name, **params)
    batch = meeple.Batch(game, 4, seed=7, threads=1)
    for _ in range(9):
        batch.step_random()
    kept = batch.state(2)
    batch.reset([3, 0])
    assert batch.game_id.tolist() == [5, 1, 2, 4]
    assert batch.seeds.tolist() == [splitmix(7, k) for k in (5, 1, 2, 4)]
    assert batch.steps[[0, 3]].tolist() == [0, 0]
    assert batch.state(2) == kept
    batch.reset(np.array([1]), seeds=np.array([99], np.uint64))
    match = meeple.Match(game, seed=99)
    match.settle()
    assert batch.state(1) == match.state
    assert batch.seeds[1] == 99
    batch.reset()
    assert batch.game_id.tolist() == [6, 7, 8, 9]
    batch.reset(seeds=[1, 2, 3, 2**64 - 1])
    assert batch.seeds.tolist() == [1, 2, 3, 2**64 - 1]
    before = facts(batch)
    for index, seeds, field in (
        ([4], None, "index"),
        ([0], [1, 2], "seeds"),
        (None, [1], "seeds"),
        ([0], [-1], "seed"),
    ):
        with pytest.raises(meeple.ArgumentError) as caught:
            batch.reset(index, seeds)
        assert caught.value.field == field
    assert facts(batch) == before


@each
def test_from_states(name: str, params: dict[str, Any]) -> None:
    game = meeple.load(name, **params)
    states = played(game, 4)[-12:]
    batch = meeple.Batch.from_states(states, seed=3, threads=2)
    assert batch.states() == states
    assert batch.done.tolist() == [state.is_terminal for state in states]
    # A state that was over from the start is over, and is replaced by `reset` alone.
    assert batch.returns()[-1].tolist() == states[-1].returns()
    assert batch.scores()[-1].tolist() == states[-1].scores()
    match = meeple.Match(game, seed=int(batch.seeds[0]), start=states[0])
    rng = meeple.Rng(1)
    while not batch.done[0]:
        actions = random_actions(batch, rng)
        assert actions[-1] == -1
        batch.step(actions)
        match.play(int(actions[0]))
        match.settle()
        if not batch.done[0]:
            assert batch.state(0) == match.state
    assert batch.returns()[0].tolist() == match.state.returns()
    # A game that ended is followed by one from the initial state.
    fresh = meeple.Match(game, seed=int(batch.seeds[0]))
    fresh.settle()
    assert batch.state(0) == fresh.state
    single = meeple.Batch.from_states(game.new_initial_state(), seed=3, threads=1)
    assert single.current_player[0] >= 0
    other = meeple.load("legends", players=3, age=[2, 1, 0]).new_initial_state()
    bads: list[Any] = [[], [states[0], other], "states", [1], None]
    for bad in bads:
        with pytest.raises(meeple.ArgumentError) as caught:
            meeple.Batch.from_states(bad, seed=1)
        assert caught.value.field == "states"


@each
def test_pickles_resume_exactly(name: str, params: dict[str, Any]) -> None:
    game = meeple.load(name, **params)
    batch = meeple.Batch(game, 6, seed=7, threads=2)
    until_done(batch)
    batch.reset([1])
    data = pickle.dumps(batch)
    expected = facts(batch)
    history = []
    for _ in range(120):
        batch.step_random()
        history.append(batch.seeds.tolist())
    again = pickle.loads(data)
    assert again.game == game
    assert facts(again) == expected
    for seeds in history:
        again.step_random()
        assert again.seeds.tolist() == seeds
    assert facts(again) == facts(batch)


@each_game
def test_damaged_pickles_are_refused(name: str) -> None:
    game = meeple.load(name)
    batch = meeple.Batch(game, 2, seed=7, threads=1)
    until_done(batch)
    restore, (_, data) = batch.__reduce__()
    assert facts(restore(game, data)) == facts(batch)
    rng = meeple.Rng(1)
    bads = [b"", data[:-1], data + b"\0", data[1:]]
    bads += [data[:k] + bytes([data[k] ^ (1 + rng.below(255))]) + data[k + 1 :] for k in range(0, len(data), 7)]
    bads += [bytes(rng.below(256) for _ in range(rng.below(200))) for _ in range(50)]
    for bad in bads:
        with pytest.raises(meeple.CodecError):
            restore(game, bad)
    other = meeple.load(name, players=meeple._core.game_info(name)["players"][1])
    with pytest.raises(meeple.CodecError):
        restore(other, data)


def test_no_rows() -> None:
    game = meeple.load("legends")
    batch = meeple.Batch(game, 0, seed=1)
    assert len(batch) == 0
    batch.step([])
    batch.step(np.zeros(0, np.int64), index=[])
    batch.step_random()
    batch.reset()
    assert batch.legal_actions_mask().shape == (0, game.num_actions)
    assert batch.returns().shape == batch.scores().shape == (0, 2)
    assert [array.tolist() for array in batch.legal_actions()] == [[], [0]]
    batch.unpack(batch.pack())
    assert facts(pickle.loads(pickle.dumps(batch))) == facts(batch) == facts(batch.take([]))
    assert batch.states() == []


@pytest.mark.parametrize(
    ("change", "field"), [({"n": -1}, "n"), ({"threads": 0}, "threads"), ({"seed": 2**64}, "seed")]
)
def test_bad_arguments_are_refused(change: dict[str, Any], field: str) -> None:
    kwargs: dict[str, Any] = {"n": 1, "seed": 1} | change
    with pytest.raises(meeple.ArgumentError) as caught:
        meeple.Batch(meeple.load("legends"), **kwargs)
    assert caught.value.field == field


def test_arrays_are_copies() -> None:
    batch = meeple.Batch(meeple.load("legends"), 3, seed=1, threads=1)
    before = facts(batch)
    for array in (batch.current_player, batch.done, batch.steps, batch.game_id, batch.seeds, batch.returns()):
        array[:] = 1
    batch.pack()[:] = 0
    assert facts(batch) == before


def test_a_forked_process_steps_on() -> None:
    game = meeple.load("legends")
    batch = meeple.Batch(game, 300, seed=5, threads=2)
    batch.step_random()
    alone = meeple.Batch(game, 300, seed=5, threads=1)
    for _ in range(21):
        alone.step_random()
    expected = alone.pack().tobytes()
    untouched = batch.copy()
    untouched.step_random()
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:  # pragma: no cover
        signal.alarm(20)
        code = 1
        try:
            os.close(reading)
            for _ in range(20):
                batch.step_random()
            del untouched
            os.write(writing, b"same" if batch.pack().tobytes() == expected else b"other")
            code = 0
        finally:
            os._exit(code)
    os.close(writing)
    with os.fdopen(reading, "rb") as file:
        said = file.read()
    _, status = os.waitpid(child, 0)
    assert (said, status) == (b"same", 0)
    for _ in range(20):
        batch.step_random()
    assert batch.pack().tobytes() == expected


def test_a_second_user_is_told() -> None:
    batch = meeple.Batch(meeple.load("legends"), 20_000, seed=1, threads=1)
    busy, stop = 0, threading.Event()

    def work() -> None:
        while not stop.is_set():
            with contextlib.suppress(meeple.BusyError):
                batch.step_random()

    thread = threading.Thread(target=work)
    thread.start()
    try:
        for _ in range(100_000):
            try:
                batch.state(0)
            except meeple.BusyError:
                busy += 1
                break
    finally:
        stop.set()
        thread.join()
    assert busy
