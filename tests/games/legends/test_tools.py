"""LG-32: the printed cards as a deck of one's own."""

from __future__ import annotations

from typing import Any

import pytest

import meeple
from meeple.legends import printed_cards


@pytest.mark.parametrize(("deck", "per"), [("rulebook", 2), ("published", 3)])
def test_lg32_printed_cards_are_those_of_the_deck(deck: Any, per: int) -> None:
    cards = {card["id"]: card for card in printed_cards(deck)}
    assert len(cards) == 34
    assert cards["dire-ogre"]["abilities"] == [{"kind": "vp_per_coins", "vp": 1, "per": per}]


def test_lg32_printed_cards_play_as_a_deck_of_ones_own() -> None:
    own = meeple.load("legends", players=4, deck={"cards": printed_cards("published")})
    printed = meeple.load("legends", players=4, deck="published")
    assert meeple.playouts(own.new_initial_state(), 50, seed=1).scores.tolist() == (
        meeple.playouts(printed.new_initial_state(), 50, seed=1).scores.tolist()
    )


def test_lg32_printed_cards_are_copies() -> None:
    printed_cards()[0]["abilities"].clear()
    assert printed_cards()[0]["abilities"]


def test_lg32_no_such_printed_deck() -> None:
    bad: Any = "promo"
    with pytest.raises(meeple.ArgumentError, match="rulebook or published"):
        printed_cards(bad)
