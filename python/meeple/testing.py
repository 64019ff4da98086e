"""The contract test, for games and parameters of one's own."""

from __future__ import annotations

import pickle
from typing import TYPE_CHECKING

import numpy as np

from meeple import _core
from meeple._core import CHANCE, TERMINAL, Rng, State
from meeple._errors import IllegalActionError

if TYPE_CHECKING:
    from meeple._core import Game


def check_game(game: Game, games: int = 100, *, seed: int = 0) -> None:
    """Plays random games and holds every state against what `meeple` promises, first in the core, then through Python.

    Args:
        game: any game, with parameters and data of one's own too.
        games: how many random games; a tenth of them (at least one) step by step from Python.
        seed: which games.

    Raises:
        PositionError: a promise of the core is broken; the text names it.
        AssertionError: a promise of the Python face is broken.
    """
    _core.check_contract(game, games, seed)
    for k in range(max(1, games // 10) if games else 0):
        _check_play(game, Rng(seed + k))


def _check_play(game: Game, rng: Rng) -> None:
    state = game.new_initial_state()
    out = np.zeros(game.num_actions, dtype=np.uint8)
    while True:
        _check_state(game, state, out)
        if state.current_player == TERMINAL:
            return
        if state.current_player == CHANCE:
            state = state.sample_chance(rng)
        else:
            ids = state.legal_actions()
            state = state.apply(ids[rng.below(len(ids))])


def _check_state(game: Game, state: State, out: np.ndarray[tuple[int], np.dtype[np.uint8]]) -> None:
    ids = state.legal_actions()
    mask = state.legal_actions_mask()
    state.legal_actions_mask(out)
    assert mask.shape == (game.num_actions,)
    assert mask.dtype == np.bool_
    assert np.flatnonzero(mask).tolist() == ids == np.flatnonzero(out).tolist()
    assert [state.parse_action(text) for text in state.legal_action_strs()] == ids
    if state.is_chance:
        assert not ids
        assert sum(p for _, p in state.chance_outcomes()) > 0.999
        assert sum(p for _, p in state.chance_outcomes_exact()) == 1
    assert State.from_json(state.to_json()) == state == game.state_from_bytes(state.to_bytes())
    twin = pickle.loads(pickle.dumps(state))
    assert twin == state
    assert hash(twin) == hash(state)
    assert (state.outcome is not None) == state.is_terminal
    assert (sum(state.returns()) > 0) == state.is_terminal
    scores = state.scores()
    for seat in range(game.num_players):
        assert sum(state.score_breakdown(seat).values()) == scores[seat]
    illegal = next((a for a in range(game.num_actions) if not mask[a]), None)
    if illegal is not None and not state.is_chance:
        try:
            state.apply(illegal)
        except IllegalActionError:
            pass
        else:
            raise AssertionError(f"{game.action_to_str(illegal)} is not legal but was taken")
