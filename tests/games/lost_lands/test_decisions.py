"""What the page of Lost Lands leaves open, as `docs/rules/lost_lands.md` says under its decisions."""

from __future__ import annotations

from typing import Any

import pytest

import meeple
from meeple._data import load_data

from .build import (
    acting,
    card,
    document,
    ended,
    going,
    place,
    plain_deck,
    play,
    points,
    result,
    seat,
    setup,
    shown,
    skip,
    table,
)

NOBODY = seat()
ROCKS: dict[str, Any] = {
    "islands": [["R1", "R2"], ["R3"]],
    "land": [["R1", "R2"]],
    "water": [["R2", "R3"]],
    "exits": {"N": None, "E": None, "S": None, "W": None},
    "continent_vp": 3,
}
"""A board of one's own without exits."""
CAVE: dict[str, Any] = {
    "boards": [["cavern", 0, 0, 0], ["rocks", 1, 0, 0]],
    "start": "R1",
    "portal": "R1",
    "faces": {"rocks": ROCKS},
}


def test_ll1_with_own_faces_the_number_of_boards_is_free() -> None:
    assert meeple.load("lost_lands", players=4, boards=CAVE).params["board"] == "cavern"


def test_ll10_the_holders_army_counts_for_every_part_that_places() -> None:
    twice = card("twice", place(1), place(1), join="and")
    state = play(going(NOBODY, NOBODY, holder=0, selected={0: "twice"}, cards=[twice]), "go first")
    assert shown(state)["pending"]["left"] == 2
    state = play(state, "pass")
    assert (shown(state)["pending"]["part"], shown(state)["pending"]["left"]) == (1, 2)


def test_ll12_the_reason_of_an_end_is_cards() -> None:
    assert result(table(NOBODY, NOBODY, phase="over", turn=None)).reason == "cards"
    state = skip(setup(players=2, deck=plain_deck(5)), "select")
    rng = meeple.Rng(1)
    while not state.is_terminal:
        state = state.step(state.legal_actions()[0], rng)
    assert result(state).reason == "cards"


def test_ll13_ll14_lava_and_crystals_are_on_the_cavern_only() -> None:
    with pytest.raises(meeple.ConfigError) as caught:
        meeple.load("lost_lands", boards={**CAVE, "faces": {"rocks": {**ROCKS, "lava": [["R1", "R3"]]}}})
    assert caught.value.field == "boards.faces.rocks.lava"
    islands: dict[str, Any] = {"islands": [["X1", "X2"]], "land": [["X1", "X2"]], "water": [], "portal": "X1"}
    lands = {**islands, "exits": ROCKS["exits"]}
    layout = {**CAVE, "boards": [["lost-lands", 0, 0, 0], ["rocks", 1, 0, 0]]}
    meeple.load("lost_lands", boards={**layout, "faces": {"rocks": ROCKS, "lost-lands": lands}})
    for more in ({"lava": [["X1", "X2"]]}, {"crystals": ["X1"]}):
        with pytest.raises(meeple.ConfigError) as caught:
            meeple.load("lost_lands", boards={**layout, "faces": {"rocks": ROCKS, "lost-lands": {**lands, **more}}})
        assert caught.value.field == "boards.faces.lost-lands"


def test_ll13_continent_vp_is_what_each_island_of_a_face_is_worth() -> None:
    state = table(seat({"R2": 1, "R3": 1, "K1": 1}), NOBODY, board="cavern", boards=CAVE)
    assert points(state, 0)["continents"] == 3 + 3 + 4


def test_ll14_the_crystal_comes_before_the_thorns() -> None:
    players = seat({"K2": 1}, leader="bramble-witch"), seat(leader="bandit-king")
    state = acting("plain-1", *players, leaders=True, leader_armies=True, board="cavern")
    assert (state.phase, shown(state)["crystals"]) == ("thorns", [1, 0])


def test_ll16_without_exits_the_open_sea_is_not_asked_for() -> None:
    state = setup(players=3, boards=CAVE, open_sea=True)
    assert (state.phase, shown(state)["sea"]) == ("deal", None)


def test_ll22_bonus_cards_are_of_the_last_round() -> None:
    players = seat(leader="fairy-queen"), seat(leader="bandit-king")
    state = table(*players, phase="bonus_deal", turn=0, leaders=True).settle(meeple.Rng(1))
    assert shown(state)["since"] == [[11] * 4, []]


def test_the_data_is_a_reconstruction_and_says_so() -> None:
    assert "reconstruct" in load_data("lost_lands")["about"]


def test_g5_documents_drawn_by_hand_have_every_key() -> None:
    state = setup(players=2)
    assert set(document(NOBODY, NOBODY)["params"]) == set(state.game.params)
    assert set(ended(NOBODY, NOBODY)["position"]) == set(shown(state))
