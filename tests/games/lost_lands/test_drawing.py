"""Drawings of Lost Lands, in the terminal and as SVG: hidden cards are question marks, the map says what lies there."""

from __future__ import annotations

import io
import xml.etree.ElementTree as ET
from typing import Any

import pytest
from rich.console import Console

import meeple.svg
from meeple.reference.lost_lands import view_of
from meeple.render.lost_lands import render

from .build import document, mid_action, seat

NOBODY = seat()


def seen(drawn: dict[str, Any], player: int | None) -> dict[str, Any]:
    """The view document of a seat."""
    head = {key: value for key, value in drawn.items() if key != "position"}
    return {**head, "format": "meeple-view", "player": player, "view": view_of(drawn, player)}


def terminal(drawn: dict[str, Any]) -> str:
    """The drawing for a terminal, without colours."""
    file = io.StringIO()
    Console(width=160, file=file).print(render(drawn))
    return file.getvalue()


def words(drawn: dict[str, Any]) -> list[str]:
    """All texts of the SVG."""
    root = ET.fromstring(meeple.svg.draw(drawn))
    return [part.text or "" for part in root.iter("{http://www.w3.org/2000/svg}text")]


ROUND = document(seat(coins=4), seat(coins=3), NOBODY, turn=1, selected={0: "lake"}, places={0: 4}, round=2)
MAP = mid_action(
    seat({"K1": 2}, cards=["dire-giant"], leader="bramble-witch"),
    seat(leader="bandit-king"),
    left=3,
    board="cavern",
    leaders=True,
    leader_armies=True,
    leader_army={0: "K3"},
    thorns="V1",
    open_sea=True,
    sea="M5",
    crystals=[2, 0],
)


@pytest.mark.parametrize(("player", "hidden"), [(None, 12), (0, 4 + 1), (1, 4 + 1), (2, 4 + 1)])
def test_ll26_cards_one_does_not_know_are_question_marks(player: int | None, hidden: int) -> None:
    text = terminal(seen(ROUND, player))
    assert text.count(") ?") == hidden
    assert ("lake" in text) == (player == 0)
    assert sum(word.endswith(") ?") for word in words(seen(ROUND, player))) == hidden


def test_ll26_a_position_is_drawn_open() -> None:
    assert ") ?" not in terminal(ROUND)
    assert "face down: lake" in terminal(ROUND)
    assert "face down: lake" in words(ROUND)


def test_ll26_another_seats_choice_is_not_drawn_before_all_have_chosen() -> None:
    text = terminal(seen(ROUND, 2))
    assert "chose place" not in text
    assert "face down" not in text


def test_ll13_ll16_ll18_ll19_the_map_says_what_lies_where() -> None:
    text = terminal(MAP)
    for line in ("K1 0:2 portal", "K2 crystal", "K3 0:L", "V4 portal", "V1 thorns", "M5 open sea", "lava K2-K3"):
        assert " ".join(line.split()) in " ".join(text.split())
    found = words(MAP)
    assert {"thorns", "open sea", "portal", "crystal", "lava"} <= set(found)


def test_ll10_the_round_and_the_holder_are_named() -> None:
    text = terminal(MAP)
    assert "round 1, acting in order: seat 0, seat 1" in text
    assert "1st Player token" in text
    assert "crystals 2" in text
    assert "supply 19 armies" in text


def test_ll15_the_turn_order_token_is_named() -> None:
    drawn = document(*[NOBODY] * 3, phase="turn_token", turn=1, turn_order="frantic", turn_tokens={0: 2})
    assert "turn-order token 2" in terminal(drawn)
    assert "turn-order token 2" in words(drawn)


def test_ll4_both_starts_are_marked_with_five_players() -> None:
    drawn = document(*[NOBODY] * 5)
    text = terminal(drawn)
    assert "M3*" in text
    assert "F2*" in text
