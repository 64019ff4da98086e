"""Every game's core against its reference in plain Python, at every step of random games."""

from __future__ import annotations

import importlib
from typing import Any

import pytest

import meeple
from tests.conftest import every_variant, played

each = pytest.mark.parametrize(("name", "params"), every_variant())


@each
@pytest.mark.parametrize("seed", range(4))
def test_scores_and_legal_actions_are_the_reference_s(name: str, params: dict[str, Any], seed: int) -> None:
    game = meeple.load(name, **params)
    reference = importlib.import_module(f"meeple.reference.{name}")
    states = played(game, seed, with_chance=True)
    step = max(1, len(states) // 150)
    for state in states[::step]:
        document = state.to_dict()
        breakdown = [state.score_breakdown(seat) for seat in range(game.num_players)]
        expected = reference.score(document)
        assert breakdown == expected, document
        assert [list(parts) for parts in breakdown] == [list(parts) for parts in expected]
        if not state.is_terminal:
            assert sorted(state.legal_action_strs()) == sorted(reference.legal_texts(document)), document
    last = states[-1]
    ranking = reference.ranking(last.to_dict())
    outcome = last.outcome
    assert outcome is not None
    assert list(outcome.winners) == ranking["winners"]
    assert list(outcome.ranks) == ranking["ranks"]
    if len(outcome.winners) == 1:
        assert outcome.tie_break == ranking["tie_break"]
