"""KD-2 and KD-17: what zones hold, and which hands are known."""

from __future__ import annotations

import copy
from typing import Any

import pytest

import meeple
from meeple._data import load_data

TERRAINS = {"mountains", "forest", "plains", "swamps"}
SYMBOLS = {"tavern", "knight", "town", "windmill", "sawmill", "castle", "mine", "church"}


def deck() -> dict[str, Any]:
    return copy.deepcopy(load_data("kingdom_deck"))


def in_round(number: int, players: int, seed: int = 1) -> meeple.State:
    """The first decision of a round of a random game."""
    rng = meeple.Rng(seed)
    state = meeple.load("kingdom", players=players).new_initial_state(rng)
    while state.to_dict()["position"]["round"] < number or state.current_player != 0 or state.phase != "pick":
        state = state.step(state.random_action(rng), rng)
    return state


def shown(state: meeple.State) -> dict[str, Any]:
    position: dict[str, Any] = state.to_dict()["position"]
    return position


def seen(state: meeple.State, viewer: int | None) -> dict[str, Any]:
    view: dict[str, Any] = state.view(viewer).to_dict()["view"]
    return view


def test_kd2_zones_of_the_deck_have_one_terrain_and_at_most_one_symbol() -> None:
    zones = [tuple(zone) for card in deck()["cards"] for zone in card["zones"]]
    assert {terrain for terrain, _ in zones} == TERRAINS
    assert {symbol for _, symbol in zones} == SYMBOLS | {None}


BAD_ZONES: list[Any] = [
    ["desert", None],
    [None, None],
    ["Forest", None],
    ["mine", "forest"],
    ["forest", "harbour"],
    ["forest", ""],
    ["forest", ["mine", "castle"]],
    ["forest", "mine", "castle"],
    ["forest"],
    "forest",
    None,
]


@pytest.mark.parametrize("zone", BAD_ZONES)
def test_kd2_a_zone_of_another_kind_is_refused(zone: Any) -> None:
    own = deck()
    own["cards"][3]["zones"][1] = zone
    with pytest.raises(meeple.ConfigError) as caught:
        meeple.load("kingdom", deck=own)
    assert "cards[3]" in caught.value.field


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_kd17_kingdoms_and_edicts_are_open(players: int) -> None:
    for number in (1, 4, 9):
        state = in_round(number, players)
        for viewer in (None, *range(players)):
            for field in ("kingdoms", "edicts", "round"):
                assert seen(state, viewer)[field] == shown(state)[field]


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_kd17_a_seat_knows_the_hands_it_has_held(players: int) -> None:
    for number in range(1, 10):
        state = in_round(number, players)
        hands = shown(state)["hands"]
        for viewer in range(players):
            held = {(viewer + back) % players for back in range(min(number, players))}
            for seat, hand in enumerate(hands):
                assert seen(state, viewer)["hands"][seat] == (hand if seat in held else len(hand))


@pytest.mark.parametrize("players", [2, 4])
def test_kd17_everyone_knows_how_many_cards_a_hand_has(players: int) -> None:
    state = in_round(3, players)
    assert seen(state, None)["hands"] == [8] * players
