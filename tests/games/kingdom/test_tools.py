"""Tools of the kingdom over tables that did not come from a game: roads, territories, scores, drawings, bad input."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import meeple
from meeple.kingdom import EDICTS, KingdomState, draw, longest_road, reference_deck, score_table, territories

STEPS = ((0, -1), (1, 0), (0, 1), (-1, 0))
Cells = dict[tuple[int, int], dict[str, Any]]


def laid(card: Any, x: int = 0, y: int = 0, rotation: int = 0) -> dict[str, Any]:
    return {"card": card, "x": x, "y": y, "rotation": rotation}


def plain(slots: tuple[int, ...] = (2, 2, 2, 2), dots: tuple[int, ...] = (1, 1, 1, 1)) -> dict[str, Any]:
    arms = [[slot, dot] for slot, dot in zip(slots, dots, strict=True)]
    return {"zones": [["plains", None]] * 4, "arms": arms}


@st.composite
def kingdoms(draw_: st.DrawFn, slots: tuple[int, ...] = (1, 2, 3)) -> list[dict[str, Any]]:
    """Up to nine drawn cards, laid one beside the other within 3 by 3, from any origin."""
    size = draw_(st.integers(1, 9))
    x, y = draw_(st.integers(-50, 50)), draw_(st.integers(-50, 50))
    cells = [(x, y)]
    for _ in range(size - 1):
        beside = {(x + dx, y + dy) for x, y in cells for dx, dy in STEPS} - set(cells)
        fits = [(x, y) for x, y in sorted(beside) if all(abs(x - a) < 3 and abs(y - b) < 3 for a, b in cells)]
        cells.append(draw_(st.sampled_from(fits)))
    arm = st.tuples(st.sampled_from(slots), st.integers(0, 2))
    zone = st.tuples(
        st.sampled_from(reference_deck()["terrains"]), st.sampled_from([None, *reference_deck()["symbols"]])
    )
    card = st.fixed_dictionaries(
        {"zones": st.lists(zone, min_size=4, max_size=4), "arms": st.lists(arm, min_size=4, max_size=4)}
    )
    turn = st.sampled_from((0, 90, 180, 270))
    return [laid(draw_(card), x, y, draw_(turn)) for x, y in cells]


def table(cards: list[dict[str, Any]]) -> Cells:
    """Zones and arms by cell as they lie (KD-3)."""
    turned = {}
    for entry in cards:
        turns = entry["rotation"] // 90
        sides = range(4)
        turned[entry["x"], entry["y"]] = {
            part: [entry["card"][part][(k - turns) % 4] for k in sides] for part in ("zones", "arms")
        }
    return turned


def edges(cells: Cells) -> list[tuple[Any, Any, int]]:
    """KD-6, KD-13: each arm between its centre and where it ends; arms that join end at the same."""
    found = []
    for (x, y), card in cells.items():
        for side, (slot, dots) in enumerate(card["arms"]):
            neighbour = (x + STEPS[side][0], y + STEPS[side][1])
            end: Any = (x, y, side)
            if neighbour in cells and cells[neighbour]["arms"][(side + 2) % 4][0] + slot == 4:
                end = frozenset({(x, y), neighbour})
            found.append(((x, y), end, dots))
    return found


def brute_force(cells: Cells) -> int:
    """The most dots on a trail, by trying all of them."""
    arms = edges(cells)
    around: dict[Any, list[int]] = {}
    for k, (centre, end, _) in enumerate(arms):
        around.setdefault(centre, []).append(k)
        around.setdefault(end, []).append(k)

    def go(at: Any, used: int) -> int:
        best = 0
        for k in around[at]:
            if not used >> k & 1:
                centre, end, dots = arms[k]
                best = max(best, dots + go(end if at == centre else centre, used | 1 << k))
        return best

    return max((go(node, 0) for node in around), default=0)


@settings(max_examples=300, deadline=None)
@given(kingdoms())
def test_kd13_longest_road_is_the_brute_force(cards: list[dict[str, Any]]) -> None:
    assert longest_road(cards).dots == brute_force(table(cards))


@settings(max_examples=40, deadline=None)
@given(kingdoms(slots=(2,)))
def test_kd13_longest_road_where_all_roads_join(cards: list[dict[str, Any]]) -> None:
    assert longest_road(cards).dots == brute_force(table(cards))


@settings(max_examples=200, deadline=None)
@given(kingdoms())
def test_kd13_the_trail_uses_each_arm_once_and_has_the_dots(cards: list[dict[str, Any]]) -> None:
    road, cells = longest_road(cards), table(cards)
    assert len(set(road.arms)) == len(road.arms)
    assert sum(cells[x, y]["arms"][side][1] for x, y, side in road.arms) == road.dots
    nodes = {
        (x, y, side): {(x, y), end} for (x, y, side), (_, end, _) in zip(numbered(cells), edges(cells), strict=True)
    }
    for one, other in zip(road.arms, road.arms[1:], strict=False):
        assert nodes[one] & nodes[other]


def numbered(cells: Cells) -> list[tuple[int, int, int]]:
    return [(x, y, side) for x, y in cells for side in range(4)]


@settings(max_examples=200, deadline=None)
@given(kingdoms())
def test_kd5_territories_part_the_zones(cards: list[dict[str, Any]]) -> None:
    cells, found = table(cards), territories(cards)
    zones = [zone for territory in found for zone in territory.zones]
    assert sorted(zones) == sorted(numbered(cells))
    for territory in found:
        assert {cells[x, y]["zones"][k][0] for x, y, k in territory.zones} == {territory.terrain}
        printed = {cells[x, y]["zones"][k][1] for x, y, k in territory.zones} - {None}
        assert set(territory.symbols) == printed
        assert len(territory) == len(territory.zones)


def test_kd13_a_full_kingdom_with_one_dot_an_arm_has_22() -> None:
    cards = [laid(plain(), x, y) for x in range(3) for y in range(3)]
    road = longest_road(cards)
    assert road.dots == 22 == len(road.arms)
    dots, arms = road
    assert (dots, arms) == road


def test_an_empty_kingdom_has_no_road_and_no_territory() -> None:
    assert longest_road([]) == (0, ())
    assert territories([]) == ()


def test_the_table_of_a_game_scores_like_the_game() -> None:
    for players in (2, 3, 4, 5):
        game = meeple.load("kingdom", players=players)
        rng = meeple.Rng(players)
        state = game.new_initial_state(rng)
        while True:
            position = state.to_dict()["position"]
            scored = score_table(position["kingdoms"], position["edicts"])
            assert list(scored.scores) == state.scores()
            for seat in range(players):
                assert list(scored.breakdowns[seat].items()) == list(state.score_breakdown(seat).items())
            if state.is_terminal:
                break
            state = state.step(state.random_action(rng), rng)
        outcome = state.outcome
        assert outcome is not None
        assert (scored.winners, scored.ranks, scored.tie_break) == (outcome.winners, outcome.ranks, outcome.tie_break)


def test_a_table_counts_from_any_origin_with_cards_by_id_or_drawn() -> None:
    by_id = [laid(7), laid(9, 1, 0, 90), laid(11, 1, 1, 270)]
    known = {card["id"]: card for card in reference_deck()["cards"]}
    drawn = [{**entry, "card": known[entry["card"]], "x": entry["x"] - 9, "y": entry["y"] + 4} for entry in by_id]
    other = [laid(20)]
    assert score_table([by_id, other], EDICTS[:6]) == score_table([list(reversed(drawn)), other], EDICTS[:6])
    assert longest_road(by_id).dots == longest_road(drawn).dots


def test_own_decks_bring_their_cards_and_points() -> None:
    deck = {"edict_points": 10, "set_points": [1], "cards": [{"id": 200, **plain()}, {"id": 3, **plain(dots=(0,) * 4)}]}
    scored = score_table([[laid(200)], [laid(3)]], [], deck=deck)
    assert scored.scores == (11, 1)
    assert scored == score_table([[laid(200)], [laid(3)]], [], deck=json.dumps(deck))


def test_edicts_are_those_of_the_chance_space() -> None:
    space = meeple.load("kingdom").chance_space
    assert next(part for part in space.ranges if part.kind == "edict").labels[0] == EDICTS


Refused = Callable[[], Any]


@pytest.mark.parametrize(
    ("call", "code", "field"),
    [
        (lambda: longest_road([laid(1), laid(2, 1, 1)]), "not_connected", "/cards/1"),
        (lambda: longest_road([laid(k + 1, k) for k in range(4)]), "too_wide", "/cards/3"),
        (lambda: longest_road([laid(1), laid(2)]), "occupied", "/cards/1"),
        (lambda: longest_road([laid(1), laid(1, 1)]), "duplicate_card", "/cards/1/card"),
        (lambda: longest_road([laid(1, rotation=45)]), "unknown_rotation", "/cards/0/rotation"),
        (lambda: longest_road([laid(55)]), "unknown_card", "/cards/0/card"),
        (lambda: longest_road([laid({"zones": [], "arms": []})]), "malformed", "/cards/0/card/zones"),
        (lambda: longest_road([laid(plain(slots=(4, 1, 1, 1)))]), "out_of_range", "/cards/0/card/arms/0/0"),
        (lambda: territories([{"card": 1}]), "malformed", "/cards/0"),
        (lambda: draw([laid(1), laid(1, 1)]), "duplicate_card", "/cards/1/card"),
        (lambda: score_table([[laid(1)], [laid(1)]], []), "duplicate_card", "/kingdoms/1/0/card"),
        (lambda: score_table([[], []], ["symbol-mine"] * 2), "duplicate_edict", "/edicts/1"),
        (lambda: score_table([[], []], ["kingsroad"]), "unknown_edict", "/edicts/0"),
        (lambda: score_table([[], []], EDICTS), "too_many", "/edicts"),
        (lambda: score_table([[]], []), "wrong_count", "/kingdoms"),
    ],
)
def test_bad_tables_are_named(call: Refused, code: str, field: str) -> None:
    with pytest.raises(meeple.PositionError) as refused:
        call()
    assert (refused.value.code, refused.value.field) == (code, field)


@pytest.mark.parametrize(
    ("params", "code", "field"),
    [
        ({"players": 6}, "out_of_range", "players"),
        ({"edicts": ["symbol-mine"] * 6}, "duplicate_edict", "edicts[1]"),
        ({"players": 3, "deck": {"cards": [{"id": k, **plain()} for k in range(1, 30)]}}, "too_few", "deck.cards"),
        ({"deck": "box"}, "unknown_deck", "deck"),
    ],
)
def test_bad_parameters_are_named(params: dict[str, Any], code: str, field: str) -> None:
    with pytest.raises(meeple.ConfigError) as refused:
        meeple.load("kingdom", **params)
    assert (refused.value.code, refused.value.field) == (code, field)
    if field.startswith("deck"):
        with pytest.raises(meeple.ConfigError):
            longest_road([], deck=params["deck"] if isinstance(params["deck"], str) else {"cards": [{}]})


def test_typed_getters_tell_the_position() -> None:
    rng = meeple.Rng(3)
    state = meeple.load("kingdom", players=3).new_initial_state(rng)
    while state.to_dict()["position"]["round"] < 4 or state.phase == "pick":
        state = state.step(state.random_action(rng), rng)
    assert isinstance(state, KingdomState)
    position = state.to_dict()["position"]
    assert state.round == 4
    assert [EDICTS[k] for k in state.edicts] == position["edicts"]
    for seat in range(3):
        assert [n for n in state.hands[seat] if n >= 0] == position["hands"][seat]
        cards = zip(state.cards[seat], state.xs[seat], state.ys[seat], state.rotations[seat], strict=True)
        told = [dict(zip(("card", "x", "y", "rotation"), map(int, entry), strict=True)) for entry in cards]
        assert told[:3] == position["kingdoms"][seat]
        assert state.cards[seat][3] == -1
    assert state.pending.tolist() == [position["pending"][0]["card"], -1, -1]


def test_a_greedy_seat_wins_against_random_ones() -> None:
    game = meeple.load("kingdom", players=3)
    rng = meeple.Rng(5)
    greedy = meeple.playouts(game.new_initial_state(), 40, seed=1, policy="greedy").scores.mean()
    random = meeple.playouts(game.new_initial_state(rng), 400, seed=1).scores.mean()
    assert greedy > random + 3
