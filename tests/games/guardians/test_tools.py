"""`meeple.guardians`, and the table in the terminal."""

from __future__ import annotations

import io
from typing import Any

import numpy as np
import pytest
from rich.console import Console

import meeple
from meeple import guardians
from meeple.render import guardians as drawing
from tests.conftest import played

from .build import all_pass, clue, guarding, play, sailing, table, voyage


def test_the_archipelago_is_a_graph() -> None:
    sea = guardians.archipelago(table())
    assert sea.neighbours(4) == (3, 8, 9)
    assert sea.touches(8, 13)
    assert not sea.touches(8, 12)
    assert (sea.distance(4, 4), sea.distance(4, 8), sea.distance(1, 24)) == (0, 1, 5)
    assert sea.cell(8) == (2, 1)
    assert len(sea.graph) == 24
    with pytest.raises(meeple.ArgumentError):
        sea.cell(25)


def test_islands_not_laid_yet_are_in_no_graph() -> None:
    start = meeple.load("guardians").new_initial_state()
    assert guardians.archipelago(start).graph == {}
    sea = guardians.archipelago(play(start, "island 5", "island 9"))
    assert sea.graph == {5: (9,), 9: (5,)}


def test_islands_compatible_with_a_clue() -> None:
    game = meeple.load("guardians")
    for postcard in guardians.postcards(game):
        for element, tag in enumerate(postcard.elements, start=1):
            fitting = {island.id for island in guardians.islands(game) if tag in island.tags}
            assert guardians.compatible(game, postcard.id, element) == fitting
    for bad in [(0, 1), (36, 1), (1, 0), (1, 7)]:
        with pytest.raises(meeple.ArgumentError):
            guardians.compatible(game, *bad)
    with pytest.raises(meeple.ArgumentError):
        guardians.islands(meeple.load("legends"))


def test_candidates_count_fitting_clues() -> None:
    seats = guarding()
    # mist and palm on postcard 1
    seats[1] |= {"clues": [clue(1, 1), clue(1, 3)], "ruled_out": [17]}
    state = table(3, None, phase="next", asking=None, players=seats)
    found = guardians.candidates(state, 1)
    assert 17 not in found
    assert found[8] == 2
    assert found[2] == 1
    assert found[1] == 0
    view = guardians.candidates(state.view(2), 1)
    assert set(found) - set(view) == {7, 8, 9}
    assert guardians.candidates(state.view(None), 1) == found
    assert guardians.candidates(table(), 1) == {}
    with pytest.raises(meeple.ArgumentError):
        guardians.candidates(state, 3)


def test_typed_getters() -> None:
    state = voyage(sailing(), "2 sail 1 8", "0 sail 1 20")
    assert isinstance(state, guardians.GuardiansState)
    assert state.turn == 1
    assert state.cells.tolist() == list(range(1, 25))
    assert state.postcards.tolist() == [1, 2]
    assert state.active.tolist() == [1, 4, 7]
    assert state.gold.tolist() == state.legend.tolist() == [0, 0, 0]
    assert state.boats.tolist() == [[2, 1, 8], [0, 1, 20]]
    assert state.clues[1].tolist() == [[1, 1], [-1, -1], [-1, -1], [-1, -1]]
    lit = play(all_pass(state), "fire 8")
    assert isinstance(lit, guardians.GuardiansState)
    assert np.flatnonzero(lit.fires[1]).tolist() == [7]
    assert lit.ruled_out.shape == (3, 24)
    assert not lit.turned.any()


def drawn(document: dict[str, Any], width: int = 120) -> str:
    out = io.StringIO()
    Console(file=out, width=width, no_color=True).print(drawing.render(document))
    return out.getvalue()


def test_the_table_is_drawn_at_every_step() -> None:
    for state in played(meeple.load("guardians", players=5), 4, with_chance=True)[::9]:
        for document in [state.to_dict(), state.view(3).to_dict(), state.view(None).to_dict()]:
            assert "seat 4" in drawn(document)


def test_a_view_is_drawn_without_what_it_hides() -> None:
    state = voyage(sailing(), "2 sail 1 8")
    text = drawn(state.view(0).to_dict())
    assert "2>8 for ?" in text
    assert "pairs: 3 hidden, one active" in text
    assert "*1 treasure" in text
    assert "*4 treasure" not in text
    assert "2>8 for 1" in drawn(state.to_dict())


def test_boats_and_fires_lie_on_their_hexes() -> None:
    state = play(all_pass(voyage(sailing(), "2 sail 1 8")), "fire 8")
    assert "[ 8]^" in drawn(state.to_dict())
    assert "[ 8]" in drawn(state.to_dict(), width=30)


def test_greedy_play_finds_more() -> None:
    start = meeple.load("guardians").new_initial_state()
    turns = {
        policy: meeple.playouts(start, 60, seed=1, policy=policy).lengths.mean() for policy in ("random", "greedy")
    }
    assert turns["greedy"] * 3 < turns["random"]
