"""Small positions of Guardians, drawn as a person would draw them.

`table` is a turn in which all still have to choose: three players, islands 1 to 24 on the cells of the default shape in
order, postcards 1 and 2 on the table. Seat s has the places 3s+1, 3s+2, 3s+3, the second one's reward a legend.
A test changes what it speaks of.

     1  2  3  4
    5  6  7  8  9
  10 11 12 13 14 15
    16 17 18 19 20
     21 22 23 24
"""

from __future__ import annotations

import copy
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import pytest

import meeple

Document = dict[str, Any]


def pair(place: int, reward: str = "treasure") -> dict[str, Any]:
    """A place with its reward."""
    return {"place": place, "reward": reward}


def clue(postcard: int, element: int) -> dict[str, int]:
    """A clue on the table."""
    return {"postcard": postcard, "element": element}


def boat(seat: int, guardian: int, island: int) -> dict[str, int]:
    """A boat on an island."""
    return {"seat": seat, "guardian": guardian, "island": island}


def player(pairs: Sequence[Mapping[str, Any]], **fields: Any) -> dict[str, Any]:
    """A seat's area; what is not named is empty."""
    empty: dict[str, Any] = {
        "active": None, "gold": 0, "legend": 0, "fires": [], "clues": [], "ruled_out": [], "discovered": [],
    }  # fmt: skip
    return {"pairs": list(pairs), **empty, **fields}


def document(seats: int = 3, params: Mapping[str, Any] | None = None, /, **fields: Any) -> Document:
    """The position document of `table`, with fields of one's own."""
    game = meeple.load("guardians", players=seats, **(params or {}))
    areas = [player([pair(3 * seat + 1), pair(3 * seat + 2, "legend"), pair(3 * seat + 3)]) for seat in range(seats)]
    position: dict[str, Any] = {
        "turn": 1, "phase": "choose", "asking": {"seat": 0, "island": None},
        "cells": list(range(1, len(game.params["shape"]) + 1)), "postcards": [1, 2], "removed_postcards": [],
        "players": areas, "boats": [], "finished": [], "turned": [], "rewards_left": None,
    }  # fmt: skip
    position |= copy.deepcopy(fields)
    if position["rewards_left"] is None:
        pairs = [pair for seat in position["players"] for pair in [*seat["pairs"], *seat["discovered"]]]
        legends = sum(pair["reward"] == "legend" for pair in pairs)
        position["rewards_left"] = {"treasure": 20 - len(pairs) + legends, "legend": 10 - legends}
    head = game.new_initial_state().to_dict()
    return {**head, "position": position}


def table(seats: int = 3, params: Mapping[str, Any] | None = None, /, **fields: Any) -> meeple.State:
    """The state of `document`."""
    return meeple.State.from_dict(document(seats, params, **fields))


def sailing(seats: int = 3, params: Mapping[str, Any] | None = None, /, **fields: Any) -> meeple.State:
    """All guard the first of their pairs and have a clue on postcard 1; nobody has sailed."""
    return table(seats, params, **{"phase": "next", "asking": None, "players": guarding(seats)} | fields)


def guarding(players: int = 3, **fields: Any) -> list[dict[str, Any]]:
    """The areas of `sailing`."""
    return [
        player(
            [pair(3 * seat + 1), pair(3 * seat + 2, "legend"), pair(3 * seat + 3)],
            active=0,
            clues=[clue(1, 1)],
            **fields,
        )
        for seat in range(players)
    ]


def play(state: meeple.State, *texts: str) -> meeple.State:
    """Steps by their texts."""
    for text in texts:
        state = state.apply(state.parse_action(text))
    return state


def voyage(state: meeple.State, *voyages: str) -> meeple.State:
    """`SEAT sail OWNER I` or `SEAT pass`, each with the chance node before it."""
    for text in voyages:
        seat, rest = text.split(" ", 1)
        state = play(state, f"next {seat}", rest)
    return state


def all_pass(state: meeple.State) -> meeple.State:
    """Who still sails passes."""
    while state.phase == "next":
        state = state.apply(state.chance_outcomes()[0][0])
        state = play(state, "pass")
    return state


def shown(state: meeple.State) -> dict[str, Any]:
    """The position."""
    position: dict[str, Any] = state.to_dict()["position"]
    return position


def coins(state: meeple.State) -> list[tuple[int, int]]:
    """Gold and legend coins of each seat."""
    return [(seat["gold"], seat["legend"]) for seat in shown(state)["players"]]


def refused(kind: type[meeple.Error], call: Callable[[], Any], field: str) -> meeple.Error:
    """The error of a call, which names this field, or one in it."""
    with pytest.raises(kind) as caught:
        call()
    error = caught.value
    assert type(error) is kind
    assert error.field.startswith(field), f"{error.field!r}: {error}"
    assert error.code
    assert error.expected
    return error
