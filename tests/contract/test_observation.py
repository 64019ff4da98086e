"""What observations as numbers promise, over whatever is registered."""

from __future__ import annotations

import math
import pickle
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

import meeple
from tests.conftest import every_variant, played
from tests.contract.plays import mix

each = pytest.mark.parametrize(("name", "params"), every_variant())
each_game = pytest.mark.parametrize("name", meeple.games())

Tensor = NDArray[np.float32]


def states(name: str, params: dict[str, Any], seed: int = 3, most: int = 60) -> list[meeple.State]:
    """Some states of a random game, chance nodes and both ends among them."""
    every = played(meeple.load(name, **params), seed, with_chance=True)
    return every[:: max(1, len(every) // most)] + every[-1:]


def viewers(game: meeple.Game) -> list[int | None]:
    return [None, *range(game.num_players)]


def part(game: meeple.Game, tensor: Tensor, name: str) -> Tensor:
    """A part of a tensor in its shape, as numbers on the table."""
    told = game.observation_spec.parts[name]
    return tensor[told.slice].reshape(told.shape) * np.float32(told.scale)


@each
def test_parts_cover_the_tensor_without_gaps(name: str, params: dict[str, Any]) -> None:
    spec = meeple.load(name, **params).observation_spec
    at = 0
    for key, told in spec.parts.items():
        assert key == told.name
        assert key.isidentifier()
        assert told.slice == slice(at, at + math.prod(told.shape))
        assert math.prod(told.shape) > 0
        assert told.meaning
        assert told.scale > 0
        at = told.slice.stop
    assert at == spec.size
    assert spec.version >= 1


@each_game
def test_default_data_need_at_most_2048_floats(name: str) -> None:
    for players in range(2, 7):
        try:
            game = meeple.load(name, players=players)
        except meeple.ConfigError:
            continue
        assert 0 < game.observation_spec.size <= 2048


@each
def test_the_layout_is_the_games_alone(name: str, params: dict[str, Any]) -> None:
    game = meeple.load(name, **params)
    again = meeple.load(name, **params)
    assert game.observation_spec == again.observation_spec
    assert pickle.loads(pickle.dumps(game)).observation_spec == game.observation_spec


@each
def test_numbers_are_whole_finite_and_within_their_scale(name: str, params: dict[str, Any]) -> None:
    game = meeple.load(name, **params)
    for state in states(name, params):
        for seat in viewers(game):
            tensor = state.observation_tensor(seat)
            assert tensor.dtype == np.float32
            assert tensor.shape == (game.observation_spec.size,)
            assert np.isfinite(tensor).all()
            assert (tensor >= 0).all()
            for told in game.observation_spec.parts.values():
                on_table = tensor[told.slice] * told.scale
                assert np.allclose(on_table, np.round(on_table), atol=1e-3), told


@each
def test_equal_before_and_after_resample(name: str, params: dict[str, Any]) -> None:
    game, rng = meeple.load(name, **params), meeple.Rng(1)
    for state in states(name, params):
        for seat in viewers(game):
            drawn = state.resample(seat, rng)
            assert np.array_equal(drawn.observation_tensor(seat), state.observation_tensor(seat))


@each
def test_equal_from_state_view_and_document(name: str, params: dict[str, Any]) -> None:
    game = meeple.load(name, **params)
    for state in states(name, params):
        for seat in viewers(game):
            view, tensor = state.view(seat), state.observation_tensor(seat)
            assert np.array_equal(view.observation_tensor(), tensor)
            assert np.array_equal(meeple.View.from_json(view.to_json()).observation_tensor(), tensor)
            assert np.array_equal(pickle.loads(pickle.dumps(view)).observation_tensor(), tensor)


@each
def test_different_views_of_a_seat_give_different_numbers(name: str, params: dict[str, Any]) -> None:
    # What it leaves out, such as the order in which cards were taken, does not change alone in the course of a game.
    seen: dict[bytes, str] = {}
    for state in states(name, params):
        tensor = state.observation_tensor(0).tobytes()
        text = state.view(0).to_json()
        assert seen.setdefault(tensor, text) == text


@each
def test_a_batch_shows_the_same(name: str, params: dict[str, Any]) -> None:
    game = meeple.load(name, **params)
    batch = meeple.Batch(game, 5, seed=2, threads=1)
    for _ in range(12):
        rows = batch.states()
        expected = np.stack([state.observation_tensor(state.current_player) for state in rows])
        assert np.array_equal(batch.observation_tensor(), expected)
        seats = np.arange(5) % game.num_players
        expected = np.stack([state.observation_tensor(int(seat)) for state, seat in zip(rows, seats, strict=True)])
        for dtype in (np.int8, np.int64, np.uint16):
            assert np.array_equal(batch.observation_tensor(seats=seats.astype(dtype)), expected)
        batch.step_random()


@each_game
def test_a_batch_shows_the_same_with_any_threads(name: str) -> None:
    game = meeple.load(name)
    tensors = []
    for threads in (1, 2, 5):
        batch = meeple.Batch(game, 400, seed=9, threads=threads)
        for _ in range(10):
            batch.step_random()
        tensors.append(batch.observation_tensor())
    assert np.array_equal(tensors[0], tensors[1])
    assert np.array_equal(tensors[0], tensors[2])


def by_seat(game: meeple.Game) -> list[str]:
    """The parts whose first axis is seats, or owners: the seats and what is behind them."""
    parts = game.observation_spec.parts.values()
    return [told.name for told in parts if told.meaning.startswith(("by seat", "by owner", "by guardian"))]


@each
def test_index_k_is_the_seat_k_places_on(name: str, params: dict[str, Any]) -> None:
    game = meeple.load(name, **params)
    n = game.num_players
    tensors = [
        [state.observation_tensor(seat) for seat in viewers(game)]
        for seed in range(3)
        for state in states(name, params, seed, most=400)
    ]
    # Open is what everyone and seat 0, who count alike, always see alike.
    is_open = [
        key
        for key in by_seat(game)
        if all(np.array_equal(part(game, everyone, key), part(game, zero, key)) for everyone, zero, *_ in tensors)
    ]
    assert len(is_open) >= 4
    for key in is_open:
        assert game.observation_spec.parts[key].shape[0] in (n, n + 1)
    for _, zero, *others in tensors:
        for seat, own in enumerate(others, start=1):
            for key in is_open:
                theirs, mine = part(game, zero, key), part(game, own, key)
                assert np.array_equal(mine[:n], np.roll(theirs[:n], -seat, axis=0)), (key, seat)
                assert np.array_equal(mine[n:], theirs[n:]), key


@each
def test_seat_zero_is_told(name: str, params: dict[str, Any]) -> None:
    game = meeple.load(name, **params)
    state = game.new_initial_state(meeple.Rng(1))
    for seat in viewers(game):
        place = np.flatnonzero(part(game, state.observation_tensor(seat), "seat_zero")).tolist()
        assert place == [-(seat or 0) % game.num_players]


@each
def test_phase_and_turn_are_shown(name: str, params: dict[str, Any]) -> None:
    phases = meeple._core.game_info(name)["phases"]
    game = meeple.load(name, **params)
    for state in states(name, params):
        seat = state.current_player if state.current_player >= 0 else 0
        tensor = state.observation_tensor(seat)
        if state.current_player >= 0 or name != "kingdom":
            assert np.flatnonzero(part(game, tensor, "phase")).tolist() == [phases.index(state.phase)]
        if state.current_player >= 0 and "turn" in game.observation_spec.parts:
            assert np.flatnonzero(part(game, tensor, "turn")).tolist() == [0]


@each
def test_out_is_filled_and_returned(name: str, params: dict[str, Any]) -> None:
    state = states(name, params)[5]
    size = state.game.observation_spec.size
    out = np.full(size, 7, np.float32)
    assert state.view(0).observation_tensor(out=out) is out
    assert np.array_equal(out, state.observation_tensor(0))
    out.fill(7)
    assert state.observation_tensor(0, out) is out
    assert np.array_equal(out, state.view(0).observation_tensor())
    # A row of a larger array is as good as any.
    many = np.full((3, size), 7, np.float32)
    state.observation_tensor(0, many[1])
    assert np.array_equal(many[1], out)
    assert (many[[0, 2]] == 7).all()
    batch = meeple.Batch(state.game, 3, seed=1, threads=1)
    assert batch.observation_tensor(many) is many
    assert np.array_equal(many, batch.observation_tensor())


def bad_outs(shape: tuple[int, ...]) -> list[Any]:
    wide = (*shape[:-1], 2 * shape[-1])
    frozen = np.zeros(shape, np.float32)
    frozen.flags.writeable = False
    return [
        np.full(shape, 7, np.float64),
        np.full(shape, 7, np.int32),
        np.full((*shape[:-1], shape[-1] + 1), 7, np.float32),
        np.full((1, *shape), 7, np.float32),
        np.full(wide, 7, np.float32)[..., ::2],
        frozen,
        [0.0] * shape[-1],
        "out",
    ]


def refused(give: Callable[[Any], object], out: Any) -> None:
    before = out.copy() if isinstance(out, np.ndarray) else out
    with pytest.raises(meeple.ArgumentError) as caught:
        give(out)
    assert caught.value.field == "out"
    assert np.array_equal(out, before) if isinstance(out, np.ndarray) else out == before


@each_game
def test_a_bad_out_is_refused_and_left_as_it_was(name: str) -> None:
    game = meeple.load(name)
    state = game.new_initial_state(meeple.Rng(1))
    batch = meeple.Batch(game, 2, seed=1, threads=1)
    for out in bad_outs((game.observation_spec.size,)):
        refused(lambda out: state.observation_tensor(0, out), out)
        refused(lambda out: state.view(None).observation_tensor(out), out)
    for out in bad_outs((2, game.observation_spec.size)):
        refused(batch.observation_tensor, out)
        refused(batch.final_observation_tensor, out)


@each_game
def test_bad_seats_are_refused(name: str) -> None:
    game = meeple.load(name)
    state = game.new_initial_state(meeple.Rng(1))
    bad: list[Any] = [-1, game.num_players, 2**70, "0", 1.5]
    for seat in bad:
        with pytest.raises(meeple.ArgumentError, match="seat"):
            state.observation_tensor(seat)
    batch = meeple.Batch(game, 2, seed=1, threads=1)
    out = np.full((2, game.observation_spec.size), 7, np.float32)
    for seats in ([0], [0, -1], [0, game.num_players], [0.0, 1.0], [[0, 1]], 0, "01"):
        for give in (batch.observation_tensor, batch.final_observation_tensor):
            with pytest.raises(meeple.ArgumentError, match="seats"):
                give(out, seats)
    assert (out == 7).all()


def ended(game: meeple.Game, *, auto_reset: bool, threads: int = 1) -> meeple.Batch:
    """A batch some of whose games ended in its last step."""
    batch = meeple.Batch(game, 6, seed=4, threads=threads, auto_reset=auto_reset)
    while not batch.done.any():
        batch.step_random()
    return batch


@each
@pytest.mark.parametrize("auto_reset", [True, False])
def test_final_observations_are_of_the_end(name: str, params: dict[str, Any], auto_reset: bool) -> None:
    game = meeple.load(name, **params)
    batch = ended(game, auto_reset=auto_reset)
    seeds = meeple.Batch(game, 6, seed=4, threads=1).seeds
    last = batch.final_observation_tensor()
    looking = {seat: batch.final_observation_tensor(seats=np.full(6, seat)) for seat in range(game.num_players)}
    for row, done in enumerate(batch.done):
        if not done:
            assert not last[row].any()
            continue
        # The game alone, with the actions that step_random chose.
        match = meeple.Match(game, seed=int(seeds[row]))
        match.settle()
        while not match.state.is_terminal:
            actor = match.state.current_player
            rng = meeple.Rng((mix(int(seeds[row]), match.ply) + 1) % 2**64)
            legal = match.state.legal_actions()
            match.play(legal[rng.below(len(legal))])
            match.settle()
        assert np.array_equal(last[row], match.state.observation_tensor(actor))
        for seat, tensor in looking.items():
            assert np.array_equal(tensor[row], match.state.observation_tensor(seat))
        if auto_reset:
            assert np.array_equal(
                batch.observation_tensor()[row], batch.state(row).observation_tensor(batch.state(row).current_player)
            )
        else:
            assert np.array_equal(batch.observation_tensor()[row], last[row])


@each
def test_final_observations_outlive_copies_and_pickles_and_end_with_the_next_step(
    name: str, params: dict[str, Any]
) -> None:
    batch = ended(meeple.load(name, **params), auto_reset=True, threads=2)
    last = batch.final_observation_tensor()
    assert last[batch.done].any(axis=1).all()
    for other in (batch.copy(), pickle.loads(pickle.dumps(batch)), batch.take(range(6))):
        assert np.array_equal(other.final_observation_tensor(), last)
        assert np.array_equal(other.observation_tensor(), batch.observation_tensor())
    done = np.flatnonzero(batch.done)
    assert np.array_equal(batch.take(done[::-1]).final_observation_tensor(), last[done[::-1]])
    batch.reset(done)
    assert not batch.final_observation_tensor().any()
