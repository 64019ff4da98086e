"""G-8: bad parameters, layouts, positions and actions of Lost Lands: an error that names the field, and no change."""

from __future__ import annotations

import copy
from collections.abc import Callable
from typing import Any

import pytest

import meeple
from meeple._data import load_data

from .build import choosing, document, ended, going, mid_action, plain_deck, seat, setup, shown, texts

NOBODY = seat()
RICH = seat(coins=9)
LANDS = load_data("lost_lands")
SMALL = {key: value for key, value in LANDS["layouts"]["lost-lands-small"].items() if key != "players"}
FACE = LANDS["faces"]["lost-lands"]
CAVE = LANDS["faces"]["cavern"]

# ---- Parameters ----


@pytest.mark.parametrize(
    ("params", "field"),
    [
        ({"players": 1}, "players"),
        ({"players": 7}, "players"),
        ({"players": "3"}, "players"),
        ({"board": "legends"}, "board"),
        ({"board": "lost-lands"}, "board"),
        ({"board": None}, "board"),
        ({"boards": "atlantis"}, "boards"),
        ({"boards": 3}, "boards"),
        ({"turn_order": "clock"}, "turn_order"),
        ({"turn_order": True}, "turn_order"),
        ({"open_sea": 1}, "open_sea"),
        ({"factions": "true"}, "factions"),
        ({"leader_armies": None}, "leader_armies"),
        ({"explore": 0}, "explore"),
        ({"citadels": []}, "citadels"),
        ({"neutral": "none"}, "neutral"),
        ({"deck": "promo"}, "deck"),
        ({"deck": plain_deck(2)}, "deck"),
        ({"deck": plain_deck(65)}, "deck"),
        ({"leaders": ["bat-rider"]}, "leaders"),
        ({"leaders": ["bat-rider", "bat-rider", "fairy-queen"]}, "leaders"),
        ({"leaders": ["bat-rider", "frog-prince", "fairy-queen"]}, "leaders"),
        ({"leaders": ["bat-rider", "frog-warrior", "fairy-queen"]}, "leaders"),
        ({"rounds": 3}, "rounds"),
    ],
)
def test_parameters_are_refused_by_name(params: dict[str, Any], field: str) -> None:
    with pytest.raises(meeple.ConfigError) as caught:
        meeple.load("lost_lands", **params)
    assert caught.value.field.startswith(field)
    assert caught.value.expected


@pytest.mark.parametrize(
    ("change", "field"),
    [
        ({"portal": 3}, "boards"),
        ({"portal": "L6"}, "boards"),
        ({"second_start": 1}, "boards"),
        ({"crystals": ["L1"]}, "boards"),
        ({"boards": [["lost-lands", 0, 0, 0]]}, "boards"),
        ({"boards": [["lost-lands", 0, 0, 0], ["volcano", 0, 0, 0], ["meadows", 1, 1, 0]]}, "boards"),
        ({"boards": [["lost-lands", 0, 0, 0], ["meadows", 1, 0, 0], ["desert", 1, 1, 0]]}, "boards"),
        ({"faces": {"lost-lands": {**FACE, "portal": "M1"}}}, "boards"),
        ({"faces": {"lost-lands": {key: FACE[key] for key in FACE if key != "portal"}}}, "boards"),
        ({"faces": {"lost-lands": {**FACE, "crystals": ["M1"]}}}, "boards"),
        ({"faces": {"lost-lands": {**FACE, "lava": [["L1", "M1"]]}}}, "boards"),
        ({"faces": {"lost-lands": {**FACE, "lava": [["L1", "L1"]]}}}, "boards"),
        ({"faces": {"lost-lands": {**FACE, "continent_vp": 100}}}, "boards"),
        ({"faces": {"lost-lands": {**FACE, "islands": [["M1", "L2", "L3", "L4", "L5", "L6"]]}}}, "boards"),
    ],
)
def test_layouts_are_refused_with_their_place(change: dict[str, Any], field: str) -> None:
    with pytest.raises(meeple.ConfigError) as caught:
        meeple.load("lost_lands", boards={**SMALL, **change})
    assert caught.value.field.startswith(field)


# ---- Positions ----


def selecting() -> dict[str, Any]:
    """Seat 0 of three has chosen."""
    return document(RICH, RICH, RICH, turn=1, selected={0: "plain-1"}, places={0: 2})


def armed() -> dict[str, Any]:
    """Mid action, with all that variants add, on the cavern."""
    return mid_action(
        seat({"K1": 2}, cards=["dire-giant"], leader="bramble-witch"),
        seat({"K3": 2}, leader="frog-warrior"),
        seat({"V1": 1}, leader="bat-rider"),
        left=2,
        board="cavern",
        leaders=True,
        leader_armies=True,
        leader_army={0: "K1", 1: "K3"},
        open_sea=True,
        sea="V1",
        factions=True,
        crystals=[1, 2, 0],
    )


def frantic() -> dict[str, Any]:
    """Seat 1 of three takes a turn-order token."""
    return document(*[RICH] * 3, phase="turn_token", turn=1, turn_order="frantic", turn_tokens={0: 2})


Change = Callable[[dict[str, Any]], Any]


def put(*path: Any) -> Change:
    """Sets what stands at a path, its last part, to a value."""
    *keys, last, value = path

    def change(position: dict[str, Any]) -> None:
        found: Any = position
        for key in keys:
            found = found[key]
        found[last] = value

    return change


def without(*keys: str) -> Change:
    """Leaves keys out."""
    return lambda position: [position.pop(key) for key in keys]


@pytest.mark.parametrize(
    ("make", "change", "pointer"),
    [
        (selecting, put("phase", "take"), "/phase"),
        (selecting, put("phase", "bid"), "/phase"),
        (selecting, put("turn", None), "/turn"),
        (selecting, put("turn", 3), "/turn"),
        (selecting, put("row", ["plain-1"]), "/row"),
        (selecting, put("bids", [0, None, None]), "/bids"),
        (selecting, put("prestige", [0, 1, 0]), "/prestige"),
        (selecting, put("round", -1), "/round"),
        (selecting, put("round", "1"), "/round"),
        (selecting, put("hands", 1, 0, "plain-1"), ""),
        (selecting, put("hands", 1, 0, "no-such-card"), "/hands/1/0"),
        (selecting, put("hands", 1, 0, None), "/hands/1/0"),
        (selecting, put("hands", 1, ["plain-2"] * 5), "/hands/1"),
        (selecting, put("hands", []), "/hands"),
        (selecting, put("since", 1, [0, 0, 0]), "/since/1"),
        (selecting, put("since", 1, 0, 1), "/since/1"),
        (selecting, put("since", 1, 0, -1), "/since/1/0"),
        (selecting, put("selected", 0, None), ""),
        (selecting, put("selected", 2, "plain-1"), ""),
        (selecting, put("selected_since", 0, None), "/selected_since/0"),
        (selecting, put("places", 0, None), "/"),
        (selecting, put("places", 0, 5), "/places/0"),
        (selecting, put("places", 0, 0), "/"),
        (selecting, put("first", 0), "/first"),
        (selecting, put("order", [0, 1, 2]), "/order"),
        (selecting, put("turn_tokens", 0, 1), "/turn_tokens"),
        (selecting, put("leader_army", 0, "M3"), "/leader_army"),
        (selecting, put("crystals", 0, 1), "/crystals"),
        (selecting, put("thorns", "M3"), "/thorns"),
        (selecting, put("sea", "M3"), "/sea"),
        (selecting, put("players", 0, "armies", {"M3": 22}), "/players/0/armies"),
        (selecting, put("players", 0, "cities", {"M3": 4}), "/players/0/cities"),
        (selecting, without("hands"), ""),
        (selecting, without("since", "sea"), ""),
        (armed, put("leader_army", 0, "L1"), "/leader_army/0"),
        (armed, put("leader_army", ["K1"]), "/leader_army"),
        (armed, put("crystals", [3, 4, 0]), "/crystals"),
        (armed, put("crystals", 0, -1), "/crystals/0"),
        (armed, put("thorns", "X"), "/thorns"),
        (armed, put("sea", None), "/sea"),
        (armed, put("sea", "V2"), "/sea"),
        (armed, put("order", [0, 1]), "/"),
        (armed, put("order", [0, 0, 1]), "/"),
        (armed, put("first", None), "/first"),
        (armed, put("first", 3), "/first"),
        (armed, put("tokens", {"V4": ["faction-1"]}), "/tokens"),
        (armed, put("pending", None), "/pending"),
        (armed, put("pending", "left", 0), "/pending"),
        (armed, put("players", 1, "leader", "bramble-witch"), "/players"),
        (frantic, put("turn_tokens", [2, None, 2]), "/turn_tokens"),
        (frantic, put("turn_tokens", 0, 4), "/turn_tokens/0"),
        (frantic, put("turn_tokens", 1, 3), "/"),
        (frantic, put("first", 0), "/first"),
    ],
)
def test_positions_are_refused_with_the_place(make: Callable[[], dict[str, Any]], change: Change, pointer: str) -> None:
    given = make()
    meeple.State.from_dict(given)
    change(given["position"])
    with pytest.raises(meeple.PositionError) as caught:
        meeple.State.from_dict(given)
    assert caught.value.field.startswith(pointer)


@pytest.mark.parametrize("key", sorted(document(NOBODY, NOBODY)["position"]))
@pytest.mark.parametrize("value", [{"x": 1}, "x", -1, 1.5, [[[]]]])
def test_no_field_takes_what_it_is_not(key: str, value: Any) -> None:
    given = selecting()
    given["position"][key] = value
    with pytest.raises(meeple.PositionError):
        meeple.State.from_dict(given)


@pytest.mark.parametrize("key", ["deck", "order_of_deck", "hand"])
def test_unknown_fields_are_refused(key: str) -> None:
    given = selecting()
    given["position"][key] = []
    with pytest.raises(meeple.PositionError):
        meeple.State.from_dict(given)


def test_a_position_of_legends_is_none_of_lost_lands() -> None:
    legends = meeple.load("legends").new_initial_state(meeple.Rng(1)).to_dict()
    with pytest.raises(meeple.Error):
        meeple.State.from_dict({**legends, "game": "lost_lands"})


# ---- Actions ----


@pytest.mark.parametrize(
    "text", ["select 0", "select 5", "select", "take 1", "select 1 1", "go first", "token 1", "SELECT 1", "pass", ""]
)
def test_select_takes_no_other_text(text: str) -> None:
    state = choosing(RICH, RICH)
    before = copy.deepcopy(shown(state))
    with pytest.raises(meeple.Error):
        state.apply(state.parse_action(text))
    assert shown(state) == before


def test_a_place_one_cannot_pay_is_refused() -> None:
    state = choosing(seat(coins=1), RICH)
    with pytest.raises(meeple.IllegalActionError):
        state.apply(state.game.parse_action("select 3"))
    assert texts(state) == {"select 1", "select 2"}


@pytest.mark.parametrize("text", ["go", "go second", "go first last", "select 1", "first 0"])
def test_go_takes_no_other_text(text: str) -> None:
    state = going(RICH, RICH)
    with pytest.raises(meeple.Error):
        state.apply(state.parse_action(text))


def test_a_taken_token_is_refused() -> None:
    state = meeple.State.from_dict(frantic())
    with pytest.raises(meeple.IllegalActionError):
        state.apply(state.game.parse_action("token 2"))


@pytest.mark.parametrize(
    "text", ["move K1 K2 captain", "move K1 K2 leader leader", "thorns", "thorns X", "destroy K1 3"]
)
def test_texts_of_actions_are_whole(text: str) -> None:
    game = meeple.load("lost_lands", board="cavern", leader_armies=True)
    with pytest.raises(meeple.NotationError):
        game.parse_action(text)


def test_nothing_is_legal_at_the_end() -> None:
    state = meeple.State.from_dict(ended(NOBODY, NOBODY))
    assert state.legal_actions() == []
    with pytest.raises(meeple.IllegalActionError):
        state.apply(0)


def test_a_dealt_card_is_not_dealt_again() -> None:
    state = setup(players=2)
    number = next(n for n, _ in state.chance_outcomes() if state.action_to_str(n) == "deal lake")
    with pytest.raises(meeple.IllegalActionError):
        state.apply(number).apply(number)
