"""The typed getters of a state say what its document says."""

from __future__ import annotations

from typing import Any

import pytest

import meeple
from meeple.lost_lands import LostLandsState, regions
from tests.conftest import VARIANTS, played


def counted(found: Any, names: tuple[str, ...]) -> dict[str, int]:
    """Counts by region, but for those that are 0."""
    return {name: int(n) for name, n in zip(names, found, strict=True) if n}


@pytest.mark.parametrize("params", VARIANTS["lost_lands"])
def test_getters_and_document_agree(params: dict[str, Any]) -> None:
    game = meeple.load("lost_lands", **params)
    names = regions(game)
    deal = next(part for part in game.action_space.ranges if part.kind == "select")
    assert deal.labels == ((1, 2, 3, 4),)
    for state in played(game, 3, with_chance=True)[::9]:
        assert isinstance(state, LostLandsState)
        position = state.to_dict()["position"]
        players = position["players"]
        assert state.coins.tolist() == [player["coins"] for player in players]
        assert [counted(row, names) for row in state.armies] == [player["armies"] for player in players]
        assert [counted(row, names) for row in state.cities] == [player["cities"] for player in players]
        assert counted(state.neutral, names) == position["neutral"]
        assert (state.round, state.first) == (position["round"], position["first"])
        assert state.order.tolist() == position["order"]
        assert state.crystals.tolist() == position["crystals"]
        assert [place or None for place in state.places.tolist()] == position["places"]
        assert [token or None for token in state.turn_tokens.tolist()] == position["turn_tokens"]
        found = [None if region < 0 else names[region] for region in state.leader_army.tolist()]
        assert found == position["leader_army"]
        for region, name in ((state.thorns, position["thorns"]), (state.sea, position["sea"])):
            assert (None if region is None else names[region]) == name
        assert [(row >= 0).sum() for row in state.hands] == [len(hand) for hand in position["hands"]]
        assert [[n for n in row if n >= 0] for row in state.since.tolist()] == position["since"]
        assert [card >= 0 for card in state.selected] == [card is not None for card in position["selected"]]
        assert [int((state.cards == seat).sum()) for seat in range(len(players))] == [
            len(player["cards"]) for player in players
        ]
