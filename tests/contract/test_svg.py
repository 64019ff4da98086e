"""Drawings of every registered game: whole, the same each time, safe to send, and nothing hidden in a view's."""

from __future__ import annotations

import copy
import xml.etree.ElementTree as ET
from typing import Any

import pytest

import meeple
import meeple.svg
from tests.conftest import every_variant, played

each = pytest.mark.parametrize(("name", "params"), every_variant())
HOSTILE = "<script>&\"'\x00\x1b[31m\ud800]]>"
SVG = "{http://www.w3.org/2000/svg}"
LARGEST = 200_000


def drawn(text: str) -> ET.Element:
    """The drawing, parsed, after what holds for each."""
    assert len(text.encode()) < LARGEST
    root = ET.fromstring(text)
    assert root.tag == f"{SVG}svg"
    _, _, width, height = map(float, root.attrib["viewBox"].split())
    assert float(root.attrib["width"]) == width > 0 < height
    assert root[0].tag == f"{SVG}title"
    assert root[0].text
    assert not root.findall(f".//{SVG}script")
    # No style or id that would reach another drawing on the page.
    assert not root.findall(f".//{SVG}style")
    assert not [part for part in root.iter() if "id" in part.attrib]
    return root


def words(text: str) -> list[str]:
    """All texts of a drawing, in order."""
    return [part.text or "" for part in drawn(text).iter(f"{SVG}text")]


def one_a_phase(states: list[meeple.State]) -> list[meeple.State]:
    """The first and the last state of each phase."""
    first = {state.phase: state for state in reversed(states)}
    last = {state.phase: state for state in states}
    return [*first.values(), *last.values()]


@each
def test_every_phase_is_drawn_and_the_same_each_time(name: str, params: dict[str, Any]) -> None:
    game = meeple.load(name, **params)
    for state in one_a_phase(played(game, 13, with_chance=True)):
        text = state.to_svg()
        drawn(text)
        assert state.to_svg("all") == state._repr_html_() == meeple.svg.draw(state.to_dict()) == text
        assert meeple.State.from_dict(state.to_dict()).to_svg() == text


@each
def test_a_view_is_drawn_from_what_it_holds(name: str, params: dict[str, Any]) -> None:
    game = meeple.load(name, **params)
    rng = meeple.Rng(3)
    for state in one_a_phase(played(game, 14, with_chance=True)):
        for seat in (None, *range(game.num_players)):
            view = state.view(seat)
            text = view.to_svg()
            drawn(text)
            assert state.to_svg(seat) == view._repr_html_() == text
            assert state.resample(seat, rng).to_svg(seat) == text


@each
def test_a_game_has_a_drawing_of_its_own_or_a_table(name: str, params: dict[str, Any]) -> None:
    document = meeple.load(name, **params).new_initial_state(meeple.Rng(1)).to_dict()
    drawn(meeple.svg.draw(document | {"game": "nine_lives"}))


def test_to_svg_refuses_what_is_no_seat() -> None:
    state = meeple.load("legends").new_initial_state(meeple.Rng(1))
    bads: list[Any] = [2, -1, "everyone", 1.5]
    for bad in bads:
        with pytest.raises(meeple.ArgumentError) as caught:
            state.to_svg(bad)
        assert caught.value.field == "seat"


def test_draw_refuses_what_is_no_whole_document() -> None:
    document = meeple.load("legends").new_initial_state(meeple.Rng(1)).to_dict()
    lacking = copy.deepcopy(document)
    del lacking["position"]["players"][0]["armies"]
    bads: list[Any] = [{}, [], "legends", {"game": "legends"}, document | {"position": 3}, document | {"params": None}]
    for bad in [*bads, lacking]:
        with pytest.raises(meeple.PositionError):
            meeple.svg.draw(bad)


def test_a_games_name_reaches_no_other_module() -> None:
    assert meeple.svg.painter("legends") is not None
    for name in ("_canvas", "..render.legends", "", "os", "legends\n"):
        assert meeple.svg.painter(name) is None


def test_an_unknown_game_is_a_table_of_its_document() -> None:
    fields = {HOSTILE: [1, {"deep": HOSTILE}], "long": ["word"] * 5000, "nothing": None, "flag": True, "few": []}
    fields |= {f"field-{k}": k for k in range(300)}
    position = {"format": "meeple-position", "version": 1, "game": "nine_lives", "params": {}, "position": fields}
    deep: list[Any] = []
    for _ in range(5000):
        deep = [deep]
    fields["deep"] = deep
    view = {**position, "player": 1, "view": {"hidden": None, "hand": [3, None]}}
    del view["position"]
    assert "more" in words(meeple.svg.draw(position))[-1]
    assert words(meeple.svg.draw(view))[-3:] == ["?", "hand", "3, ?"]


def test_texts_of_ones_own_data_are_escaped() -> None:
    game = meeple.load("legends")
    document = game.new_initial_state(meeple.Rng(1)).to_dict()
    row = document["position"]["row"]
    card = {"id": row[0], "name": HOSTILE, "family": HOSTILE, "action": [{"kind": HOSTILE}], "abilities": []}
    document["params"]["deck"] = {"cards": [card]}
    document["position"]["tokens"] = {"V1": [HOSTILE]}
    text = meeple.svg.draw(document)
    drawn(text)
    assert "<script" not in text
    assert "&lt;script" in text


def test_names_of_islands_are_escaped() -> None:
    document = meeple.load("guardians").new_initial_state(meeple.Rng(1)).to_dict()
    document["params"]["islands"] = [{"id": k, "name": HOSTILE, "tags": [HOSTILE] * 8} for k in range(1, 25)]
    assert "<script" not in meeple.svg.draw(document)
    drawn(meeple.svg.draw(document))


def test_lg30_bids_of_others_are_question_marks() -> None:
    state = meeple.load("legends", players=3).new_initial_state(meeple.Rng(1))
    state = state.apply(state.parse_action("bid 5"))
    assert "bid 5" in words(state.to_svg())
    assert "bid 5" in words(state.to_svg(0))
    assert "bid 5" not in words(state.to_svg(1))
    assert words(state.to_svg(None)).count("bid ?") == 3


def test_kd21_unseen_hands_are_question_marks() -> None:
    state = meeple.load("kingdom").new_initial_state(meeple.Rng(1))
    assert words(state.to_svg()).count("?") == 0
    assert words(state.to_svg(0)).count("?") == 10
    assert words(state.to_svg(None)).count("?") == 20


def empire(map_of: Any, lands: dict[str, list[Any]], **fields: Any) -> dict[str, Any]:
    position = {
        "lands": lands,
        "hands": [["a", "joker-1"], []],
        "discard": [],
        "turn": 0,
        "round": 1,
        "phase": "attack",
        "reserve": 0,
        "initial": [0, 0],
        "chosen": [],
        "battle": None,
        "freed": False,
        "bonus_used": False,
        "fortify": None,
        "moves": 0,
        "out": [],
    }
    head = {"format": "meeple-position", "version": 1, "game": "empire", "params": {"map": map_of}}
    return {**head, "position": position | fields}


MAP = {
    "continents": [{"id": "east", "bonus": 2}, {"id": "west", "en": HOSTILE, "bonus": 3}],
    "lands": [
        {"id": "a", "continent": "east", "symbol": "infantry"},
        {"id": "b", "continent": "east", "symbol": "cavalry"},
        {"id": "c", "en": HOSTILE, "continent": "west", "symbol": "artillery"},
    ],
    "borders": [["a", "b"], ["b", "c"]],
}


def test_a_map_of_ones_own_is_drawn() -> None:
    lands: dict[str, list[Any]] = {"a": [0, 3], "b": ["neutral", 65535], "c": [None, 0]}
    battle = {"from": "a", "to": "b", "dice": 2, "blitz": True}
    shown = words(meeple.svg.draw(empire(MAP, lands, battle=battle, reserve=3, initial=[1, 0])))
    assert {"3", "65535", "n", "2 cards", "joker-1"} <= set(shown)
    assert any("a attacks b" in word for word in shown)
    view = empire(MAP, lands, hands=[2, 0], chosen=1, fortify={"from": "a", "to": None})
    view |= {"view": view.pop("position"), "player": 1}
    assert "2 cards: ?, ?" in words(meeple.svg.draw(view))


def test_the_largest_map_stays_small() -> None:
    size = 96
    lands = [{"id": f"land-{k:03}" + "x" * 23, "continent": f"c{k % 9}", "symbol": "infantry"} for k in range(size)]
    names = [land["id"] for land in lands]
    borders = [[names[a], names[b]] for step in (1, 9, 31) for a in range(size) if (b := a + step) < size]
    board = {"continents": [{"id": f"c{k}", "bonus": 1} for k in range(9)], "lands": lands, "borders": borders[:250]}
    drawn(meeple.svg.draw(empire(board, {name: [1, 40] for name in names})))
