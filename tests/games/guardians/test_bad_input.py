"""G-8 for Guardians: bad parameters, data and positions get an error that names what is wrong."""

from __future__ import annotations

import copy
import json
from collections.abc import Callable
from typing import Any

import pytest

import meeple
from meeple._data import load_data

from .build import all_pass, boat, clue, document, guarding, pair, player, refused, sailing, voyage

DATA = load_data("guardians")


def config(field: str, **params: Any) -> None:
    refused(meeple.ConfigError, lambda: meeple.load("guardians", **params), field)


# Parameters and data


@pytest.mark.parametrize("players", [2, 6, 0, -1, 3.0, "4", None, True])
def test_players_out_of_range(players: Any) -> None:
    config("players", players=players)


@pytest.mark.parametrize("goal", [0, -5, 65_536, 1.5, "12"])
def test_goal_out_of_range(goal: Any) -> None:
    config("goal", goal=goal)


def test_unknown_parameter() -> None:
    config("speed", speed=1)


def shape(change: Callable[[list[Any]], Any]) -> list[Any]:
    cells: list[Any] = copy.deepcopy(DATA["shape"])
    change(cells)
    return cells


@pytest.mark.parametrize(
    ("change", "field"),
    [
        (lambda cells: cells.__setitem__(3, [9, 9]), "shape[3]"),  # touches nothing
        (lambda cells: cells.__setitem__(0, [4, -1]), "shape[0]"),  # touches one
        (lambda cells: cells.__setitem__(5, cells[4]), "shape[5]"),  # stands twice
        (lambda cells: cells.__setitem__(2, [1]), "shape[2]"),
        (lambda cells: cells.__setitem__(2, [1, 2, 3]), "shape[2]"),
        (lambda cells: cells.__setitem__(2, "1,2"), "shape[2]"),
        (lambda cells: cells.__setitem__(2, [2**31, 0]), "shape[2]"),
        (lambda cells: cells.__setitem__(2, [10**6, 0]), "shape[2]"),
        (lambda cells: cells.append([4, 0]), "islands"),  # more cells than islands
        (lambda cells: cells.extend([k // 2, 10 + k % 2] for k in range(60)), "shape"),
    ],
)
def test_gu1_a_bad_shape(change: Callable[[list[Any]], Any], field: str) -> None:
    config(field, shape=shape(change))
    config(field, shape=json.dumps(shape(change)))


def data(name: str, change: Callable[[list[Any]], Any]) -> dict[str, Any]:
    entries = copy.deepcopy(DATA[name])
    change(entries)
    return {name: entries}


@pytest.mark.parametrize(
    ("change", "field"),
    [
        (lambda entries: entries.reverse(), "islands[0].id"),
        (lambda entries: entries[4].__setitem__("id", 4), "islands[4].id"),
        (lambda entries: entries[4].__setitem__("id", "5"), "islands[4].id"),
        (lambda entries: entries[4].__setitem__("depth", 5), "islands[4]"),
        (lambda entries: entries[4].pop("tags"), "islands[4]"),
        (lambda entries: entries[4]["tags"].append("Palm"), "islands[4].tags[4]"),
        (lambda entries: entries[4]["tags"].append("pass"), "islands[4].tags[4]"),
        (lambda entries: entries[4]["tags"].append("x" * 33), "islands[4].tags[4]"),
        (lambda entries: entries[4]["tags"].append(7), "islands[4].tags[4]"),
        (lambda entries: entries.pop(), "islands"),
        (lambda entries: entries.clear(), "islands"),
    ],
)
def test_gu15_bad_islands(change: Callable[[list[Any]], Any], field: str) -> None:
    config(field, **data("islands", change))


@pytest.mark.parametrize(
    ("change", "field"),
    [
        (lambda entries: entries.reverse(), "postcards[0].id"),
        (lambda entries: entries[4]["elements"].clear(), "postcards[4].elements"),
        (lambda entries: entries[4]["elements"].extend(["a", "b", "c"]), "postcards[4].elements"),
        (lambda entries: entries[4]["elements"].append("two words"), "postcards[4].elements[6]"),
        (lambda entries: entries.__delitem__(slice(3, None)), "postcards"),
        (lambda entries: entries.extend({"id": k, "elements": ["a"]} for k in range(36, 66)), "postcards"),
    ],
)
def test_gu15_bad_postcards(change: Callable[[list[Any]], Any], field: str) -> None:
    config(field, **data("postcards", change))


def test_gu15_too_few_islands_for_the_players() -> None:
    cells = [[k // 2, k % 2] for k in range(11)]
    islands = [{"id": k, "tags": []} for k in range(1, 12)]
    assert meeple.load("guardians", players=3, shape=cells, islands=islands).num_players == 3
    config("islands", players=4, shape=cells, islands=islands)


def test_gu15_names_may_be_missing() -> None:
    plain = [{"id": entry["id"], "tags": entry["tags"], "de": "Insel", "about": 1} for entry in DATA["islands"]]
    assert meeple.load("guardians", islands=plain).num_actions == meeple.load("guardians").num_actions


# Positions


def position(base: meeple.State, pointer: str, value: Any) -> dict[str, Any]:
    """A state's document with another value at a pointer."""
    changed = base.to_dict()
    *path, last = pointer.strip("/").split("/")
    place: Any = changed["position"]
    for step in path:
        place = place[int(step)] if isinstance(place, list) else place[step]
    if isinstance(place, list):
        place[int(last)] = value
    else:
        assert last in place
        place[last] = value
    return changed


START = sailing()
SAILED = voyage(START, "0 sail 1 20", "0 sail 2 8", "1 sail 2 12")
FIRE = all_pass(SAILED)
assert FIRE.phase == "fire"


@pytest.mark.parametrize(
    ("base", "pointer", "value", "field"),
    [
        (START, "/turn", 0, "/turn"),
        (START, "/turn", 101, "/turn"),
        (FIRE, "/turn", 100, "/turn"),
        (START, "/turn", 1.0, "/turn"),
        (START, "/phase", "sailing", "/phase"),
        (START, "/phase", "over", "/phase"),
        (START, "/phase", "tiles", "/phase"),
        (START, "/phase", "postcards", ""),
        (START, "/phase", "sail", "/asking"),
        (START, "/asking", {"seat": 0, "island": None}, "/asking"),
        (FIRE, "/asking", None, "/asking"),
        (FIRE, "/asking", {"seat": 1, "island": None}, "/asking"),
        (FIRE, "/asking", {"seat": 1, "island": 7}, "/asking"),
        (FIRE, "/asking", {"seat": 0, "island": 20}, "/asking"),
        (FIRE, "/asking", {"seat": 3, "island": 20}, "/asking/seat"),
        (FIRE, "/asking", {"seat": 1, "island": 25}, "/asking/island"),
        (FIRE, "/asking", {"seat": 1}, "/asking"),
        (START, "/cells/3", None, "/cells/3"),
        (START, "/cells/3", 3, "/cells/3"),
        (START, "/cells/3", 25, "/cells/3"),
        (START, "/cells/3", 0, "/cells/3"),
        (START, "/cells", [1], "/cells"),
        (START, "/postcards", [1], "/postcards"),
        (START, "/postcards", [1, 1], "/postcards/1"),
        (START, "/postcards", [1, 2, 3, 4], "/postcards"),
        (START, "/postcards", [1, 36], "/postcards/1"),
        (START, "/removed_postcards", [2], "/postcards/1"),
        (START, "/removed_postcards", [5, 4], "/removed_postcards/1"),
        (START, "/players", [], "/players"),
        (START, "/players/0/pairs", 3, "/players/0/pairs"),
        (START, "/players/0/active", True, "/players/0/active"),
        (START, "/players/0/active", 3, "/players/0/active"),
        (START, "/players/0/pairs/1/place", 1, "/players/0/pairs/1/place"),
        (START, "/players/0/pairs/1/place", 4, "/players/1/pairs/0/place"),
        (START, "/players/0/pairs/1/reward", "treasure", ""),
        (START, "/players/0/pairs/1/reward", "gem", "/players/0/pairs/1/reward"),
        (START, "/players/0/pairs", [pair(1)], ""),
        (START, "/players/0/gold", 12, "/players/0/gold"),
        (START, "/players/0/gold", -1, "/players/0/gold"),
        (START, "/players/0/gold", 70_000, "/players/0/gold"),
        (START, "/players/0/clues", [None], "/players/0/clues/0"),
        (START, "/players/0/clues", [clue(3, 1)], "/players/0/clues/0/postcard"),
        (START, "/players/0/clues", [clue(1, 7)], "/players/0/clues/0/element"),
        (START, "/players/0/clues", [clue(1, 0)], "/players/0/clues/0/element"),
        (START, "/players/0/clues", [clue(1, 1)] * 5, "/players/0/clues"),
        (START, "/players/0/active", None, "/players/0/clues"),
        (START, "/players/0/fires", [2], "/players/0/ruled_out"),
        (START, "/players/0/fires", [2, 2], "/players/0/fires/1"),
        (START, "/players/0/ruled_out", [1], "/players/0/ruled_out"),
        (FIRE, "/players/1/ruled_out", [], "/players/1/ruled_out"),
        (START, "/players/0/discovered", [pair(24)], ""),
        (START, "/turned", [24], "/turned"),
        (START, "/rewards_left", {"treasure": 15, "legend": 7}, "/rewards_left"),
        (START, "/rewards_left", 21, "/rewards_left"),
        (SAILED, "/boats/0/guardian", None, "/boats/0/guardian"),
        (SAILED, "/boats/0/guardian", 0, "/boats/0/guardian"),
        (SAILED, "/boats/0/guardian", 2, "/boats/1/guardian"),
        (SAILED, "/boats/0/island", 25, "/boats/0/island"),
        (SAILED, "/finished", [], "/finished"),
        (SAILED, "/finished", [0, 0], "/finished/1"),
        (SAILED, "/finished", [0, 1, 2], "/finished"),
        (SAILED, "/finished", [7], "/finished/0"),
        (FIRE, "/finished", [0], "/finished"),
    ],
)
def test_a_broken_position(base: meeple.State, pointer: str, value: Any, field: str) -> None:
    refused(meeple.PositionError, lambda: meeple.State.from_dict(position(base, pointer, value)), field)


@pytest.mark.parametrize("key", list(START.to_dict()["position"]))
def test_every_field_stands_there(key: str) -> None:
    changed = START.to_dict()
    del changed["position"][key]
    refused(meeple.PositionError, lambda: meeple.State.from_dict(changed), "")
    changed["position"][key + "s"] = 1
    refused(meeple.PositionError, lambda: meeple.State.from_dict(changed), "")


@pytest.mark.parametrize("key", list(START.to_dict()["position"]["players"][0]))
def test_every_field_of_a_player_stands_there(key: str) -> None:
    changed = START.to_dict()
    del changed["position"]["players"][1][key]
    refused(meeple.PositionError, lambda: meeple.State.from_dict(changed), "/players/1")


def test_a_boat_to_an_island_turned_before_is_refused() -> None:
    seats = guarding()
    seats[0] |= {"pairs": [pair(1), pair(2, "legend")], "discovered": [pair(3)]}
    sailed = document(3, None, phase="next", asking=None, players=seats, turned=[3], boats=[boat(1, 0, 3)])
    refused(meeple.PositionError, lambda: meeple.State.from_dict(sailed), "/boats/0/island")


def test_a_pair_dealt_later_is_of_either_kind_while_the_cards_last() -> None:
    seats = guarding()
    seats[2] = player([pair(24, "legend")], discovered=[pair(7, "legend"), pair(8), pair(9)])
    state = meeple.State.from_dict(document(3, None, phase="next", asking=None, players=seats, turned=[7, 8, 9]))
    assert state.phase == "next"
    seats[2]["pairs"].append(pair(23))
    broken = document(3, None, phase="next", asking=None, players=seats, turned=[7, 8, 9])
    refused(meeple.PositionError, lambda: meeple.State.from_dict(broken), "/players/2/pairs")


def test_damaged_bytes_are_refused() -> None:
    game = START.game
    data = SAILED.to_bytes()
    for cut in range(0, len(data), 7):
        refused(meeple.CodecError, lambda cut=cut: game.state_from_bytes(data[:cut]), "")  # type: ignore[misc]
