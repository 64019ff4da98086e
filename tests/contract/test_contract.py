"""What `meeple` promises of every game, over whatever is registered."""

from __future__ import annotations

import copy
import pickle
import threading
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import meeple
from meeple import testing
from tests.conftest import every_variant, played

each = pytest.mark.parametrize(("name", "params"), every_variant())


@each
def test_check_game(name: str, params: dict[str, Any]) -> None:
    testing.check_game(meeple.load(name, **params), games=20)


@each
def test_playouts_are_what_python_plays(name: str, params: dict[str, Any]) -> None:
    game = meeple.load(name, **params)
    start = game.new_initial_state()
    result = meeple.playouts(start, 5, seed=11, threads=1)
    # Game k draws from the generator seeded by the k-th output of SplitMix64.
    for k in range(5):
        alone = meeple.playouts(start, 1, seed=11, first=k)
        assert alone.returns.tolist() == result.returns[k : k + 1].tolist()
        assert alone.scores.tolist() == result.scores[k : k + 1].tolist()
    seed = splitmix(11, 2)
    rng = meeple.Rng(seed)
    state = start.settle(rng)
    decisions = 0
    while not state.is_terminal:
        ids = state.legal_actions()
        state = state.step(ids[rng.below(len(ids))], rng)
        decisions += 1
    assert state.returns() == result.returns[2].tolist()
    assert state.scores() == result.scores[2].tolist()
    assert decisions == result.lengths[2]
    assert start.playout(meeple.Rng(seed)) == state.returns()


def splitmix(seed: int, k: int) -> int:
    """The k-th output of SplitMix64 started at a seed."""
    mask = 2**64 - 1
    z = (seed + (k + 1) * 0x9E3779B97F4A7C15) & mask
    z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & mask
    z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & mask
    return z ^ (z >> 31)


@each
def test_playouts_do_not_depend_on_threads_or_pieces(name: str, params: dict[str, Any]) -> None:
    start = meeple.load(name, **params).new_initial_state()
    whole = meeple.playouts(start, 300, seed=5, threads=1)
    for threads in (2, 3):
        other = meeple.playouts(start, 300, seed=5, threads=threads)
        for column in ("returns", "scores", "lengths", "steps", "breakdown"):
            assert np.array_equal(getattr(whole, column), getattr(other, column)), column
    pieces = [meeple.playouts(start, 100, seed=5, first=k) for k in (0, 100, 200)]
    assert np.array_equal(np.concatenate([piece.scores for piece in pieces]), whole.scores)
    assert np.array_equal(whole.breakdown.sum(axis=2), whole.scores)
    assert np.allclose(whole.returns.sum(axis=1), 1.0)
    assert whole.mean().shape == whole.stderr().shape == (start.game.num_players,)


def test_playouts_stop_at_a_step_limit() -> None:
    start = meeple.load("legends").new_initial_state()
    cut = meeple.playouts(start, 3, seed=1, max_steps=10)
    assert cut.returns.tolist() == [[0.0, 0.0]] * 3
    assert cut.steps.tolist() == [10, 10, 10]
    assert len(meeple.playouts(start, 0, seed=1)) == 0


@pytest.mark.parametrize(
    ("change", "field"),
    [
        ({"n": -1}, "n"),
        ({"threads": 0}, "threads"),
        ({"policy": "clever"}, "policy"),
        ({"max_steps": -1}, "max_steps"),
        ({"seed": -1}, "seed"),
        ({"seed": 1.5}, "seed"),
        ({"state": []}, "state"),
        ({"state": 7}, "state"),
        ({"first": -2}, "first"),
    ],
)
def test_playouts_refuse_bad_arguments(change: dict[str, Any], field: str) -> None:
    kwargs: dict[str, Any] = {"state": meeple.load("legends").new_initial_state(), "n": 1, "seed": 1} | change
    with pytest.raises(meeple.ArgumentError) as caught:
        meeple.playouts(**kwargs)
    assert caught.value.field == field


def test_playouts_refuse_states_of_different_games() -> None:
    states = [meeple.load("legends", players=n).new_initial_state() for n in (2, 3)]
    with pytest.raises(meeple.ArgumentError):
        meeple.playouts(states, 2, seed=1)
    assert len(meeple.playouts([states[0], states[0]], 4, seed=1)) == 4


@each
def test_masks_agree_in_every_dtype(name: str, params: dict[str, Any]) -> None:
    game = meeple.load(name, **params)
    for state in played(game, 3, with_chance=True)[::7]:
        mask = state.legal_actions_mask()
        for dtype in (np.bool_, np.uint8, np.int8):
            out = np.ones(game.num_actions, dtype)
            assert state.legal_actions_mask(out) is out  # type: ignore[type-var]
            assert np.array_equal(out != 0, mask)


@pytest.mark.parametrize(
    "out",
    [
        np.zeros(3, np.bool_),
        np.zeros((2, 5), np.uint8),
        np.zeros(10_000, np.float32),
        np.zeros(20_000, np.bool_)[::2],
        [False] * 10,
        "mask",
    ],
)
def test_a_bad_out_is_refused_and_left(out: Any) -> None:
    before = copy.deepcopy(out)
    state = meeple.load("legends").new_initial_state(meeple.Rng(1))
    with pytest.raises(meeple.ArgumentError) as caught:
        state.legal_actions_mask(out)
    assert caught.value.field == "out"
    assert np.array_equal(before, out)


def test_a_read_only_out_is_refused() -> None:
    game = meeple.load("legends")
    out = np.zeros(game.num_actions, np.bool_)
    out.flags.writeable = False
    with pytest.raises(meeple.ArgumentError):
        game.new_initial_state(meeple.Rng(1)).legal_actions_mask(out)


@each
def test_ids_of_any_integer_type(name: str, params: dict[str, Any]) -> None:
    game = meeple.load(name, **params)
    state = game.new_initial_state(meeple.Rng(2))
    action = state.legal_actions()[0]
    after = state.apply(action)
    for kind in (np.int8, np.uint16, np.int64, np.uint64):
        if action <= np.iinfo(kind).max:
            assert state.apply(kind(action)) == after
            assert state.is_legal(kind(action))
    bads: list[Any] = [-1, game.num_actions, 10**30, -(10**30), 1.0, "take 1", None, [action]]
    for bad in bads:
        with pytest.raises(meeple.ArgumentError):
            state.apply(bad)


@each
def test_an_illegal_action_changes_nothing(name: str, params: dict[str, Any]) -> None:
    game = meeple.load(name, **params)
    rng = meeple.Rng(4)
    state = game.new_initial_state(rng)
    before, drawn = state.to_bytes(), copy.copy(rng)
    illegal = next(a for a in range(game.num_actions) if not state.is_legal(a))
    calls: list[Callable[[], meeple.State]] = [lambda: state.apply(illegal), lambda: state.step(illegal, rng)]
    for call in calls:
        with pytest.raises(meeple.IllegalActionError) as caught:
            call()
        assert game.action_to_str(illegal) in str(caught.value)
    assert state.to_bytes() == before
    assert rng == drawn


@each
def test_texts_ids_and_kinds_go_there_and_back(name: str, params: dict[str, Any]) -> None:
    game = meeple.load(name, **params)
    for chance, size, text_of in (
        (False, game.num_actions, game.action_to_str),
        (True, game.max_chance_outcomes, game.chance_to_str),
    ):
        texts = [text_of(a) for a in range(size)]
        assert len(set(texts)) == size
        for action in range(0, size, max(1, size // 200)):
            assert game.parse_action(texts[action], chance=chance) == action
            taken = game.decode(action, chance=chance)
            assert game.encode(taken.kind, *taken.args, chance=chance) == action
        space = game.chance_space if chance else game.action_space
        assert space.size == size
        stop = 0
        for part in space.ranges:
            assert part.start == stop
            stop = part.stop
            assert part.stop - part.start == np.prod(part.shape, dtype=int)
            assert tuple(map(len, part.labels)) == part.shape
        assert stop == size


@each
def test_values_copy_pickle_and_hash(name: str, params: dict[str, Any]) -> None:
    game = meeple.load(name, **params)
    assert pickle.loads(pickle.dumps(game)) == game
    assert hash(meeple.load(name, **params)) == hash(game)
    assert meeple.load(name, **game.params) == game
    states = played(game, 9, with_chance=True)
    data = pickle.dumps(states)
    again = pickle.loads(data)
    assert again == states
    assert [hash(state) for state in again] == [hash(state) for state in states]
    assert len({state.game for state in again}) == 1
    # The game is carried once, so a state costs no more than its bytes and a little.
    assert len(data) < len(pickle.dumps(game)) + sum(len(state.to_bytes()) + 80 for state in states)
    state = states[-1]
    assert copy.copy(state) is state
    assert copy.deepcopy(state) is state
    assert state != "a state"
    assert state.hash64 >= 0


@each
def test_returns_and_outcome_come_at_the_end(name: str, params: dict[str, Any]) -> None:
    game = meeple.load(name, **params)
    *running, last = played(game, 6)
    assert all(state.outcome is None and sum(state.returns()) == 0.0 for state in running)
    outcome = last.outcome
    assert outcome is not None
    assert sum(last.returns()) == pytest.approx(game.return_sum)
    assert [seat for seat, value in enumerate(last.returns()) if value] == list(outcome.winners)
    assert len(outcome.ranks) == game.num_players
    assert last.current_player == meeple.TERMINAL
    assert last.legal_actions() == []
    assert last.deciders == ()
    assert not last.legal_actions_mask().any()


@each
def test_views_are_the_same_before_and_after_resample(name: str, params: dict[str, Any]) -> None:
    game = meeple.load(name, **params)
    rng = meeple.Rng(8)
    for state in played(game, 5, with_chance=True)[::3]:
        for seat in (None, *range(game.num_players)):
            view = state.view(seat)
            other = state.resample(seat, rng)
            assert other.view(seat) == view
            assert other.view(seat).to_json() == view.to_json()
            assert other.information_key(seat) == view.information_key() == state.information_key(seat)
            for attribute in ("phase", "current_player", "deciders", "legal", "scores", "outcome"):
                assert getattr(other.view(seat), attribute) == getattr(view, attribute), attribute
            assert (other.phase, other.current_player, other.deciders) == (
                state.phase,
                state.current_player,
                state.deciders,
            )
            if seat is not None:
                assert other.legal_actions(seat) == state.legal_actions(seat) == view.legal_actions()
            assert meeple.View.from_json(view.to_json()) == view
            assert pickle.loads(pickle.dumps(view)) == view
            assert set(view.to_dict()["view"]) <= set(dir(view))


@each
def test_errors_tell_no_more_than_the_view(name: str, params: dict[str, Any]) -> None:
    game = meeple.load(name, **params)
    rng = meeple.Rng(21)
    for state in played(game, 12)[:-1:5]:
        seat = state.current_player
        other = state.resample(seat, rng)
        illegal = next((a for a in range(game.num_actions) if not state.is_legal(a)), None)
        if illegal is None:
            continue
        texts = []
        for at in (state, other):
            with pytest.raises(meeple.IllegalActionError) as caught:
                at.apply(illegal)
            texts.append(str(caught.value))
        assert texts[0] == texts[1]


def test_states_are_shared_between_threads() -> None:
    game = meeple.load("legends", players=4)
    start = game.new_initial_state(meeple.Rng(1))
    results: list[list[int]] = [[] for _ in range(4)]

    def work(k: int) -> None:
        rng = meeple.Rng(7)
        state = start
        while not state.is_terminal:
            state = state.step(state.random_action(rng), rng)
        results[k] = state.scores()

    threads = [threading.Thread(target=work, args=(k,)) for k in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert all(result == results[0] for result in results)


def test_load_names_what_is_wrong() -> None:
    with pytest.raises(meeple.ConfigError, match="chess"):
        meeple.load("chess")
    for name in meeple.games():
        with pytest.raises(meeple.ConfigError) as caught:
            meeple.load(name, no_such_parameter=1)
        assert caught.value.field == "no_such_parameter"
        with pytest.raises(meeple.ConfigError) as caught:
            meeple.load(name, players=17)
        assert caught.value.field == "players"
        assert pickle.loads(pickle.dumps(caught.value)).field == "players"
