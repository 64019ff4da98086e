"""Cards, kingdoms and positions as characters."""

from __future__ import annotations

import io
from typing import Any

import pytest
from rich.console import Console

import meeple
from meeple.kingdom import draw
from meeple.render import kingdom, renderer
from tests.conftest import played

CARD = {
    "zones": [["mountains", "mine"], ["forest", None], ["plains", "town"], ["swamps", None]],
    "arms": [[1, 2], [2, 0], [2, 1], [3, 2]],
}


def shown(what: Any, width: int = 120) -> str:
    console = Console(file=io.StringIO(), width=width)
    console.print(what)
    file = console.file
    assert isinstance(file, io.StringIO)
    return file.getvalue()


def test_a_card_as_it_lies() -> None:
    assert draw([{"card": CARD, "x": 4, "y": 7, "rotation": 0}]).splitlines() == [
        ".---|-----------.",
        ":Mmio          F:",
        "-oo--+          :",
        ":   ++--+       :",
        ":    +--+--------",
        ":       |       :",
        ":       |       :",
        ":S      o    Pto:",
        ".-------|-------.",
    ]


def test_neighbours_share_an_edge() -> None:
    lines = draw([{"card": 1, "x": x, "y": 0, "rotation": 0} | {"card": 1 + x} for x in range(2)]).splitlines()
    assert len(lines) == 9
    assert max(map(len, lines)) == 33


@pytest.mark.parametrize("width", [40, 80, 200])
def test_every_position_and_view_of_a_game_is_drawn(width: int) -> None:
    render = renderer("kingdom")
    assert render is not None
    for state in played(meeple.load("kingdom", players=3), 2)[::6]:
        assert shown(render(state.to_dict()), width)
        for seat in (0, None):
            text = shown(render(state.view(seat).to_dict()), width)
            assert "seat 2" in text
            if seat is None and not state.is_terminal:
                assert "hand: " in text


def test_a_turned_card_is_drawn_turned() -> None:
    assert str(kingdom.card(CARD, 90)).splitlines()[1] == ":S          oMmi:"
