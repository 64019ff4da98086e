"""What `meeple.search` promises, over whatever is registered."""

from __future__ import annotations

import contextlib
import itertools
import os
import signal
import threading
import time
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

import meeple
from meeple.search import Evaluator, Result, Searcher, mcts
from tests.conftest import every_variant, played

each = pytest.mark.parametrize(("name", "params"), every_variant())
each_game = pytest.mark.parametrize("name", meeple.games())

QUICK: dict[str, Any] = {"rollout": "random", "rollout_steps": 300}
"""Rollouts of games that random play takes long to end are cut."""


def choices(name: str, params: dict[str, Any], seed: int, count: int) -> list[meeple.State]:
    """States of a random game in which a seat has several actions, spread over it."""
    states = [state for state in played(meeple.load(name, **params), seed) if len(state.legal_actions()) > 1]
    return states[:: max(1, len(states) // count)][:count]


def same(one: Result, other: Result) -> bool:
    arrays = ("actions", "visits", "values", "priors", "policy", "value")
    alike = all(np.array_equal(getattr(one, name), getattr(other, name), equal_nan=True) for name in arrays)
    return alike and one.variation == other.variation and one.nodes == other.nodes


def even(players: int) -> Evaluator:
    """An evaluator that thinks all alike."""

    def evaluator(observations: NDArray[Any], masks: NDArray[Any], seats: NDArray[Any]) -> tuple[Any, Any]:
        return masks.astype(np.float32), np.full((len(seats), players), 1 / players, np.float32)

    return evaluator


@each
def test_a_state_its_view_and_any_state_that_looks_like_it_give_the_same(name: str, params: dict[str, Any]) -> None:
    for k, state in enumerate(choices(name, params, 1, 4)):
        seat = state.current_player
        view = state.view(seat)
        first = mcts(state, simulations=150, seed=k, threads=1, **QUICK)
        others: list[meeple.State | meeple.View] = [view, meeple.View.from_json(view.to_json())]
        others += [state.resample(seat, meeple.Rng(number)) for number in range(3)]
        assert all(same(first, mcts(other, simulations=150, seed=k, threads=1, **QUICK)) for other in others)


@each_game
def test_the_seed_decides_and_the_number_of_threads_does_not(name: str) -> None:
    state = choices(name, {}, 2, 3)[1]
    runs = [mcts(state, simulations=700, seed=3, threads=threads, **QUICK) for threads in (1, 2, 5)]
    assert all(same(runs[0], run) for run in runs)
    assert not same(runs[0], mcts(state, simulations=700, seed=4, threads=1, **QUICK))


@each
@pytest.mark.parametrize("selection", ["uct", "puct"])
def test_what_a_result_tells_fits_together(name: str, params: dict[str, Any], selection: Any) -> None:
    for state in choices(name, params, 3, 3):
        result = mcts(state, simulations=200, seed=1, selection=selection, **QUICK)
        assert result.seat == state.current_player
        assert result.actions.tolist() == state.legal_actions()
        assert result.texts == tuple(state.legal_action_strs())
        assert result.simulations == 200 == result.visits.sum()
        assert result.policy.sum() == pytest.approx(1)
        assert result.priors.sum() == pytest.approx(1, abs=1e-4)
        tried = result.visits > 0
        assert np.isnan(result.values[~tried]).all()
        assert (result.values[tried] >= 0).all()
        assert (result.values[tried] <= 1 + 1e-5).all()
        assert result.values[tried].sum(axis=1) == pytest.approx(1, abs=1e-3)
        expected = (result.values[tried] * result.visits[tried, None]).sum(axis=0) / 200
        assert result.value == pytest.approx(expected, abs=1e-3)
        assert result.visits[result.actions.tolist().index(result.best_action)] == result.visits.max()
        assert result.sample(meeple.Rng(1)) in result.actions[tried]
        assert result.best_text == state.action_to_str(result.best_action) == result.variation[0]
        assert all(text in str(result) for text in result.texts)
        if selection == "uct":
            assert tried.all() or len(result.actions) > 200


@each_game
def test_what_the_last_action_of_a_game_brings_is_valued_exactly(name: str) -> None:
    found = 0
    for (_, params), seed in itertools.product((v for v in every_variant() if v[0] == name), range(12)):
        game = played(meeple.load(name, **params), seed, with_chance=True)
        for state in [state for state in game[:-1] if not state.is_chance][-3:]:
            if len(state.deciders) != 1:
                continue
            result = mcts(state, simulations=100, seed=1, selection="uct", true_state=True, **QUICK)
            for k, action in enumerate(state.legal_actions()):
                after = state.apply(action)
                if after.is_terminal and result.visits[k]:
                    assert result.values[k] == pytest.approx(after.returns(), abs=1e-4)
                    found += 1
    assert found


@each_game
def test_positions_without_a_choice_are_refused(name: str) -> None:
    states = played(meeple.load(name), 4, with_chance=True)
    state = next(state for state in states if len(state.deciders) == 1 and not state.is_terminal)
    other = (state.current_player + 1) % state.game.num_players
    at_chance = next(state for state in states if state.is_chance)
    for bad in (at_chance, states[-1], state.view(None), state.view(other), [state, states[-1]]):
        with pytest.raises(meeple.ArgumentError) as caught:
            mcts(bad, simulations=10, seed=1)
        assert caught.value.field.startswith("position")
    assert caught.value.field == "position[1]"
    with pytest.raises(meeple.ArgumentError, match="a state or a view"):
        mcts([3], simulations=10, seed=1)  # type: ignore[list-item]
    with pytest.raises(meeple.ArgumentError, match="at least one"):
        mcts([], simulations=10, seed=1)


@pytest.mark.parametrize(
    ("field", "options"),
    [
        ("simulations", {}),
        ("simulations", {"simulations": 0}),
        ("seconds", {"seconds": -1.0}),
        ("seconds", {"seconds": float("nan")}),
        ("seed", {"simulations": 1, "seed": -1}),
        ("threads", {"simulations": 1, "threads": 0}),
        ("selection", {"simulations": 1, "selection": "best"}),
        ("exploration", {"simulations": 1, "exploration": -0.5}),
        ("rollout", {"simulations": 1, "rollout": "clever"}),
        ("rollout_steps", {"simulations": 1, "rollout_steps": -1}),
        ("noise", {"simulations": 1, "selection": "uct", "noise": (0.3, 0.25)}),
        ("noise[0]", {"simulations": 1, "noise": (0.0, 0.25)}),
        ("noise[1]", {"simulations": 1, "noise": (0.3, 1.5)}),
        ("max_nodes", {"simulations": 1, "max_nodes": 0}),
        ("temperature", {"simulations": 1, "temperature": -1.0}),
        ("batch_size", {"simulations": 1, "batch_size": 0, "evaluator": even(3)}),
    ],
)
def test_each_option_is_refused_by_name(field: str, options: dict[str, Any]) -> None:
    state = meeple.load("kingdom").new_initial_state(meeple.Rng(1))
    with pytest.raises(meeple.ArgumentError) as caught:
        mcts(state, **{"seed": 1, **options})
    assert caught.value.field == field


def test_the_true_state_is_for_states() -> None:
    state = meeple.load("guardians").new_initial_state(meeple.Rng(1))
    assert mcts(state, simulations=10, seed=1, true_state=True).simulations == 10
    with pytest.raises(meeple.ArgumentError, match="true_state"):
        mcts(state.view(state.current_player), simulations=10, seed=1, true_state=True)
    with pytest.raises(TypeError):
        mcts(state, simulations=10, seed=1, true_sate=True)  # type: ignore[call-overload]


@each_game
def test_a_seat_with_one_action_gets_its_value(name: str) -> None:
    games = (played(meeple.load(name, **params), 5) for variant, params in every_variant() if variant == name)
    states = [state for game in games for state in game if len(state.legal_actions()) == 1]
    if name != "kingdom":
        assert states
    for state in states[:: max(1, len(states) // 4)]:
        result = mcts(state, simulations=50, seed=1, **QUICK)
        assert result.visits.tolist() == [50]
        assert result.best_action == state.legal_actions()[0]


@each_game
def test_a_seat_that_is_not_asked_yet_may_search(name: str) -> None:
    states = [state for state in played(meeple.load(name), 6) if len(state.deciders) > 1]
    if name in ("kingdom", "guardians", "lost_lands"):
        assert states
    for state in states[:: max(1, len(states) // 3)]:
        for seat in state.deciders:
            result = mcts(state.view(seat), simulations=60, seed=1, **QUICK)
            assert result.seat == seat
            assert result.actions.tolist() == state.legal_actions(seat)


@each_game
def test_many_positions_are_searched_as_each_alone(name: str) -> None:
    states = choices(name, {}, 7, 6)
    positions = [state.view(state.current_player) if k % 2 else state for k, state in enumerate(states)]
    together = mcts(positions, simulations=120, seed=9, threads=2, **QUICK)
    assert same(together[0], mcts(states[0], simulations=120, seed=9, **QUICK))
    assert all(
        same(a, b) for a, b in zip(together, mcts(states, simulations=120, seed=9, threads=1, **QUICK), strict=True)
    )
    assert [result.seat for result in together] == [state.current_player for state in states]
    batch = meeple.Batch.from_states(states, seed=1)
    assert all(same(a, b) for a, b in zip(together, mcts(batch, simulations=120, seed=9, **QUICK), strict=True))


def test_positions_of_several_games_are_refused() -> None:
    states = [meeple.load(name).new_initial_state(meeple.Rng(1)) for name in ("kingdom", "legends")]
    with pytest.raises(meeple.ArgumentError, match="one game"):
        mcts(states, simulations=10, seed=1)


@each_game
def test_a_searcher_keeps_its_tree(name: str) -> None:
    rng = meeple.Rng(8)
    state = meeple.load(name).new_initial_state(rng)
    while len(state.legal_actions()) < 2:
        state = state.step(state.random_action(rng), rng)
    searcher = Searcher(state, seed=1, **QUICK)
    first = searcher.search(simulations=300)
    assert searcher.seat == state.current_player
    again = searcher.search(simulations=200)
    assert (again.visits >= first.visits).all()
    assert again.visits.sum() == 500
    assert again.simulations == 200
    kept = 0
    for _ in range(12):
        state = state.step(
            searcher.search(simulations=200).best_action
            if state.current_player == searcher.seat
            else state.random_action(rng),
            rng,
        )
        if state.is_terminal:
            break
        searcher.advance(state)
        assert searcher.position == state
        if state.current_player == searcher.seat and len(state.legal_actions()) > 1:
            kept += int(searcher.search(simulations=50).visits.sum()) - 50
    assert kept > 0


def test_a_searcher_moves_on_by_actions_texts_states_and_views() -> None:
    game = meeple.load("legends", players=2)
    state = game.new_initial_state(meeple.Rng(2))
    searcher = Searcher(state, seed=1)
    action = state.legal_actions()[1]
    searcher.advance(action)
    after = state.apply(action)
    assert searcher.position == after
    searcher.advance(after.legal_action_strs()[0])
    assert searcher.position == after.apply(after.legal_actions()[0])
    other = Searcher(state, seed=1)
    other.advance(after)
    with pytest.raises(meeple.ArgumentError, match="seat 0"):
        other.search(simulations=5)
    with pytest.raises(meeple.IllegalActionError):
        searcher.advance(game.num_actions - 1)
    with pytest.raises(meeple.ArgumentError, match="same parameters"):
        searcher.advance(meeple.load("legends", players=3).new_initial_state(meeple.Rng(1)))
    from_view = Searcher(state.view(0), seed=1)
    with pytest.raises(meeple.ArgumentError, match="the new view"):
        from_view.advance(action)
    assert from_view.search(simulations=20).simulations == 20


def test_a_tree_of_few_nodes_still_searches() -> None:
    state = meeple.load("legends").new_initial_state(meeple.Rng(1))
    result = mcts(state, simulations=2000, seed=1, max_nodes=50)
    assert result.simulations == 2000
    assert result.nodes <= 51
    searcher = Searcher(state, seed=1, max_nodes=50)
    assert all(searcher.search(simulations=500).nodes <= 51 for _ in range(4))


def test_stop_ends_a_search_from_another_thread() -> None:
    searcher = Searcher(meeple.load("legends").new_initial_state(meeple.Rng(1)), seed=1)
    timer = threading.Timer(0.2, searcher.stop)
    timer.start()
    result = searcher.search(seconds=60.0)
    timer.join()
    assert result.interrupted
    assert result.simulations > 0
    assert result.seconds < 30
    assert not searcher.search(simulations=10).interrupted


def test_a_second_user_is_refused() -> None:
    searcher = Searcher(meeple.load("legends").new_initial_state(meeple.Rng(1)), seed=1)
    started = threading.Event()

    def work() -> None:
        started.set()
        with contextlib.suppress(meeple.BusyError):
            searcher.search(seconds=30.0)

    worker = threading.Thread(target=work)
    worker.start()
    started.wait()
    try:
        time.sleep(0.2)
        with pytest.raises(meeple.BusyError):
            searcher.search(simulations=1)
    finally:
        while worker.is_alive():
            searcher.stop()
            worker.join(0.05)


@pytest.mark.parametrize("evaluated", [False, True])
def test_ctrl_c_ends_it_with_what_it_has(evaluated: bool) -> None:
    state = meeple.load("legends").new_initial_state(meeple.Rng(1))
    timer = threading.Timer(0.3, os.kill, (os.getpid(), signal.SIGINT))
    timer.start()
    evaluator = even(2) if evaluated else None
    result = mcts(state, seconds=60.0, seed=1, evaluator=evaluator)
    timer.join()
    assert result.interrupted
    assert result.simulations > 0
    assert result.seconds < 30
    assert not mcts(state, simulations=5, seed=1).interrupted


def test_seconds_end_it() -> None:
    state = meeple.load("kingdom").new_initial_state(meeple.Rng(1))
    result = mcts(state, seconds=0.05, seed=1)
    assert result.simulations > 0
    assert not result.interrupted
    assert mcts(state, simulations=5, seconds=60.0, seed=1).simulations == 5


@each_game
def test_an_evaluator_gets_what_the_seats_see(name: str) -> None:
    states = choices(name, {}, 9, 5)
    game = states[0].game
    calls: list[int] = []

    def evaluator(observations: NDArray[Any], masks: NDArray[Any], seats: NDArray[Any]) -> tuple[Any, Any]:
        assert observations.dtype == np.float32
        assert observations.shape == (len(seats), game.observation_spec.size)
        assert masks.dtype == np.bool_
        assert masks.shape == (len(seats), game.num_actions)
        assert masks.any(axis=1).all()
        assert ((seats >= 0) & (seats < game.num_players)).all()
        if not calls:
            for row, state in enumerate(states):
                assert observations[row].tolist() == state.observation_tensor(int(seats[row])).tolist()
                assert masks[row].tolist() == state.legal_actions_mask().tolist()
        calls.append(len(seats))
        return even(game.num_players)(observations, masks, seats)

    results = mcts(states, simulations=64, seed=1, evaluator=evaluator)
    assert [result.simulations for result in results] == [64] * len(states)
    assert max(calls) == len(states), "leaves of all searches come together"
    alone = mcts(states[0], simulations=64, seed=1, evaluator=even(game.num_players))
    assert same(alone, results[0])


def test_an_evaluator_decides_what_is_tried() -> None:
    state = choices("legends", {"players": 4}, 10, 5)[2]
    favoured = state.legal_actions()[-1]

    def evaluator(observations: NDArray[Any], masks: NDArray[Any], seats: NDArray[Any]) -> tuple[Any, Any]:
        priors = np.full(masks.shape, 1e-3)
        priors[:, favoured] = 10.0
        values = np.zeros((len(seats), 4))
        values[:, 0] = 1.0  # the seat to choose wins, whoever it is
        return priors, values

    result = mcts(state, simulations=200, seed=1, evaluator=evaluator)
    assert result.best_action == favoured
    assert result.priors[-1] > 0.9
    assert result.value.sum() == pytest.approx(1, abs=1e-4)
    one = mcts(state, simulations=1, seed=1, evaluator=evaluator, temperature=0.0)
    assert one.simulations == 1
    assert one.priors[-1] > 0.9


@pytest.mark.parametrize("wrong", ["priors", "values", "nan", "text", "error"])
def test_an_evaluator_that_fails_is_told(wrong: str) -> None:
    state = meeple.load("legends").new_initial_state(meeple.Rng(1))
    failing = True

    def evaluator(observations: NDArray[Any], masks: NDArray[Any], seats: NDArray[Any]) -> tuple[Any, Any]:
        priors, values = masks.astype(np.float32), np.full((len(seats), 2), 0.5, np.float32)
        if not failing:
            return priors, values
        match wrong:
            case "priors":
                return priors[:, :-1], values
            case "values":
                return priors, values[0]
            case "nan":
                return priors, values * np.nan
            case "text":
                return "likely", values
            case _:
                raise ZeroDivisionError("of the net")

    searcher = Searcher(state, seed=1, evaluator=evaluator)
    expected = ZeroDivisionError if wrong == "error" else meeple.ArgumentError
    with pytest.raises(expected) as caught:
        searcher.search(simulations=10)
    if wrong != "error":
        assert isinstance(caught.value, meeple.ArgumentError)
        assert caught.value.field.startswith("evaluator's")
    failing = False
    assert searcher.search(simulations=20).visits.sum() == 19, "the first leaf is the root itself"


def test_noise_is_mixed_into_the_roots_priors_and_comes_again() -> None:
    state = meeple.load("legends").new_initial_state(meeple.Rng(1))
    plain = mcts(state, simulations=300, seed=1)
    noisy = [mcts(state, simulations=300, seed=1, noise=(0.3, 0.9)) for _ in range(2)]
    assert same(*noisy)
    assert plain.visits.tolist() != noisy[0].visits.tolist()


def test_temperature_shapes_the_policy() -> None:
    state = meeple.load("kingdom").new_initial_state(meeple.Rng(1))
    results = {t: mcts(state, simulations=300, seed=1, temperature=t) for t in (0.0, 0.5, 1.0, 1e6)}
    visits = results[1.0].visits
    assert results[1.0].policy == pytest.approx(visits / visits.sum())
    assert results[0.5].policy == pytest.approx(visits**2 / (visits**2).sum())
    assert results[0.0].policy.max() == 1.0
    assert results[0.0].actions[results[0.0].policy.argmax()] == results[0.0].best_action
    assert results[1e6].policy[visits > 0] == pytest.approx(1 / (visits > 0).sum(), abs=1e-4)


@pytest.mark.parametrize(("name", "players"), [("legends", 2), ("kingdom", 3), ("guardians", 3)])
def test_search_beats_random_play(name: str, players: int) -> None:
    """Seats balanced; the table of strengths, with its command, stands in docs/search.md."""
    game = meeple.load(name, players=players)
    won, games = 0.0, 12
    for number, seat in itertools.product(range(games // players), range(players)):
        rng = meeple.Rng(number)
        state = game.new_initial_state(rng)
        while not state.is_terminal:
            mine = state.current_player == seat
            action = (
                mcts(state, simulations=60, seed=state.hash64, threads=1).best_action
                if mine
                else state.random_action(rng)
            )
            state = state.step(action, rng)
        won += state.returns()[seat]
    assert won > 0.6 * games
