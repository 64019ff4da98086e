"""The reference of Guardians against positions drawn by hand. The islands lie so:

     1   2   3   4
   5   6   7   8   9
10  11  12  13  14  15
  16  17  18  19  20
    21  22  23  24
"""

from typing import Any

import pytest

from meeple.reference.guardians import (
    discovered_guardians,
    legal_texts,
    payouts,
    ranking,
    ruled_out,
    score,
    totals,
    touching_islands,
)

Boat = tuple[int, int, int]  # seat, guardian, island
ISLANDS = list(range(1, 25))


def seat(*places: int, **changes: object) -> dict[str, Any]:
    """A player with these places, the first one active, who has nothing else but what is named."""
    empty = {
        "pairs": [{"place": place, "reward": "treasure"} for place in places],
        "active": 0 if places else None,
        "gold": 0,
        "legend": 0,
        "fires": [],
        "clues": [],
        "ruled_out": [],
        "discovered": [],
    }
    assert changes.keys() <= empty.keys()
    return {**empty, **changes}


def guardian(*places: int, **changes: object) -> dict[str, Any]:
    """A player who can be sought: with an active pair and a clue on the table."""
    return {**seat(*places), "clues": [{"postcard": 1, "element": 1}], **changes}


def document(
    *players: dict[str, Any],
    boats: list[Boat] | None = None,
    asked: tuple[int, int | None] | None = None,
    params: dict[str, Any] | None = None,
    **position: object,
) -> dict[str, Any]:
    """A position in which only the players and what is named differ from a plain one."""
    defaults = {"players": len(players), "shape": None, "islands": None, "postcards": None, "goal": 12}
    plain = {
        "turn": 3,
        "phase": "next",
        "asking": asked and {"seat": asked[0], "island": asked[1]},
        "cells": ISLANDS,
        "postcards": [1, 2],
        "removed_postcards": [],
        "players": list(players),
        "boats": [{"seat": owner, "guardian": sought, "island": at} for owner, sought, at in boats or []],
        "finished": [],
        "turned": [],
        "rewards_left": {"treasure": 9, "legend": 9},
    }
    assert (params or {}).keys() <= defaults.keys()
    assert position.keys() <= plain.keys()
    return {
        "format": "meeple-position",
        "version": 1,
        "game": "guardians",
        "params": {**defaults, **(params or {})},
        "position": {**plain, **position},
    }


def gold(*players: dict[str, Any], boats: list[Boat]) -> list[int]:
    """What each seat is paid in gold."""
    return [paid["gold"] for paid in payouts(document(*players, boats=boats))]


def legends(*players: dict[str, Any], boats: list[Boat]) -> list[int]:
    """What each seat is paid in legend coins."""
    return [paid["legend"] for paid in payouts(document(*players, boats=boats))]


# ---- Islands that touch ----


@pytest.mark.parametrize(("island", "touching"), [(12, [6, 7, 11, 13, 17, 18]), (1, [2, 5, 6]), (24, [19, 20, 23])])
def test_gu1_tiles_touch_when_their_cells_border(island: int, touching: list[int]) -> None:
    assert touching_islands(document(), island) == touching


def test_gu1_it_is_the_cells_that_border_not_the_numbers() -> None:
    assert touching_islands(document(cells=ISLANDS[::-1]), 24) == [19, 20, 23]


def test_gu1_cells_without_a_tile_touch_nothing() -> None:
    half_laid = document(phase="tiles", cells=[3, 9, *[None] * 3, 7, *[None] * 18])
    assert touching_islands(half_laid, 3) == [7, 9]
    assert touching_islands(half_laid, 5) == []


def test_gu1_own_shape_in_pieces() -> None:
    shape = [[q + far, r] for far in (0, 10, 20) for q, r in ([0, 0], [1, 0], [0, 1])]
    game = document(params={"shape": shape}, cells=list(range(1, 10)))
    assert [touching_islands(game, island) for island in (1, 5, 9)] == [[2, 3], [4, 6], [7, 8]]


# ---- Pay-outs ----


def test_gu9_one_right_explorer_and_the_guardian_get_two_each() -> None:
    assert gold(guardian(12), guardian(5), guardian(1), boats=[(2, 0, 12)]) == [2, 0, 2]


def test_gu8_gu9_first_boat_on_the_island_gets_more() -> None:
    players = [guardian(12), guardian(5), guardian(1), guardian(2)]
    assert gold(*players, boats=[(3, 0, 12), (1, 0, 12)]) == [3, 1, 0, 2]
    assert gold(*players, boats=[(2, 0, 12), (1, 0, 12), (3, 0, 12)]) == [3, 1, 2, 1]


def test_gu8_boats_of_others_on_the_island_do_not_take_the_first_place() -> None:
    # Seat 1 lands first on 12, but seeks the guardian in seat 2 there.
    players = [guardian(12), guardian(5), guardian(1), guardian(2)]
    assert gold(*players, boats=[(1, 2, 12), (3, 0, 12)]) == [2, 0, 0, 2]


def test_gu9_legend_gives_a_coin_to_each_explorer_and_once_to_the_guardian() -> None:
    players = [guardian(12, pairs=[{"place": 12, "reward": "legend"}]), guardian(5), guardian(1), guardian(2)]
    boats = [(3, 0, 12), (1, 0, 12), (2, 1, 5)]
    assert legends(*players, boats=boats) == [1, 1, 0, 1]
    assert gold(*players, boats=boats) == [3, 3, 2, 2]


def test_gu10_wrong_boat_pays_nothing() -> None:
    players = [guardian(12), guardian(5), guardian(1)]
    assert gold(*players, boats=[(1, 0, 13), (2, 0, 5)]) == [0, 0, 0]


def test_gu4_only_the_active_pair_counts() -> None:
    players = [guardian(12, 8, active=1), guardian(5), guardian(1)]
    assert gold(*players, boats=[(1, 0, 12)]) == [0, 0, 0]
    assert gold(*players, boats=[(1, 0, 8)]) == [2, 2, 0]


def test_gu9_one_seat_is_paid_as_guardian_and_for_two_boats() -> None:
    players = [guardian(12), guardian(5), guardian(1)]
    assert gold(*players, boats=[(0, 1, 5), (1, 0, 12), (0, 2, 1)]) == [6, 4, 2]


def test_gu11_discovered_are_those_whose_place_was_found() -> None:
    players = [guardian(12), guardian(5), guardian(1)]
    game = document(*players, boats=[(0, 1, 1), (1, 2, 1), (2, 0, 11)])
    assert discovered_guardians(game) == [2]


# ---- Ruled out ----


def test_gu14_wrong_boats_rule_out_their_islands_for_whom_they_sought() -> None:
    players = [guardian(12, ruled_out=[9]), guardian(5), guardian(1)]
    game = document(*players, boats=[(1, 0, 13), (2, 0, 4), (0, 1, 2)])
    assert ruled_out(game) == [[4, 9, 13], [2], []]


def test_gu14_discovered_guardian_starts_anew() -> None:
    players = [guardian(12, ruled_out=[9], fires=[13]), guardian(5), guardian(1)]
    assert ruled_out(document(*players, boats=[(1, 0, 13), (2, 0, 12)])) == [[], [], []]


def test_gu14_islands_turned_over_are_not_ruled_out() -> None:
    # 5 turns over now, since seat 2 finds seat 1 there; 20 lies turned over already.
    players = [guardian(12, ruled_out=[5, 9]), guardian(5), guardian(1, ruled_out=[5])]
    game = document(*players, boats=[(1, 0, 20), (2, 1, 5)], turned=[20])
    assert ruled_out(game) == [[9], [], []]


def test_gu14_fire_leaves_the_islands_that_touch_it() -> None:
    game = document(guardian(12, fires=[13]), guardian(5), guardian(1))
    assert ruled_out(game)[0] == sorted(set(ISLANDS) - {7, 8, 12, 14, 18, 19})


def test_gu14_two_fires_leave_what_touches_both() -> None:
    game = document(guardian(12, fires=[6, 13]), guardian(5), guardian(1))
    assert ruled_out(game)[0] == sorted(set(ISLANDS) - {7, 12})


def test_gu14_resolved_boats_rule_out_nothing_more() -> None:
    players = [guardian(12, ruled_out=[4, 13]), seat(3, active=None), guardian(1)]
    game = document(*players, boats=[(1, 0, 13), (2, 0, 4), (0, 1, 5)], phase="fire", asked=(0, 4), turned=[5])
    assert ruled_out(game) == [[4, 13], [], []]


# ---- Scoring ----


def test_gu13_score_is_all_coins() -> None:
    game = document(seat(gold=5, legend=2), seat(gold=1), seat(legend=4))
    assert [list(points.items()) for points in score(game)] == [
        [("gold", 5), ("legend", 2)],
        [("gold", 1), ("legend", 0)],
        [("gold", 0), ("legend", 4)],
    ]
    assert totals(game) == [7, 1, 4]


def test_gu13_most_coins_win_legend_or_not() -> None:
    game = document(seat(gold=12), seat(gold=6, legend=5), seat(gold=11))
    assert ranking(game) == {"winners": [0], "ranks": [1, 2, 3], "tie_break": None}


def test_gu13_legend_coins_break_the_tie() -> None:
    game = document(seat(gold=12), seat(gold=9, legend=3), seat(gold=3, legend=9))
    assert ranking(game) == {"winners": [2], "ranks": [3, 2, 1], "tie_break": "legend"}


def test_gu13_equal_in_both_share_the_win_and_the_rank() -> None:
    tied = [seat(gold=9, legend=3), seat(gold=9, legend=3)]
    assert ranking(document(*tied, seat(gold=12)))["tie_break"] == "legend"
    assert ranking(document(*tied, seat(gold=11))) == {
        "winners": [0, 1],
        "ranks": [1, 1, 3],
        "tie_break": None,
    }


# ---- Legal actions ----


def test_gu4_choose_among_ones_own_pairs() -> None:
    game = document(seat(4, active=None), seat(9, 21, active=None), seat(7), phase="choose", asked=(1, None))
    assert legal_texts(game) == ["choose 21", "choose 9"]


def test_gu5_clue_on_any_element_of_any_postcard() -> None:
    players = [guardian(4), guardian(9), guardian(7)]
    game = document(*players, phase="clue", asked=(1, None), postcards=[35, 1, 20])
    assert legal_texts(game) == [f"clue {slot} {n}" for slot in (1, 2, 3) for n in range(1, 7)]


def test_gu15_own_postcards_have_their_own_elements() -> None:
    cards = [{"id": n, "elements": ["palm"] * n} for n in (1, 2, 3, 4)]
    game = document(*[guardian(n) for n in (4, 9, 7)], phase="clue", asked=(0, None), postcards=[3, 1])
    game["params"]["postcards"] = cards
    assert legal_texts(game) == ["clue 1 1", "clue 1 2", "clue 1 3", "clue 2 1"]


def sail(*players: dict[str, Any], boats: list[Boat] | None = None, turned: list[int] | None = None) -> list[str]:
    """What seat 0 may do while the boats sail."""
    game = document(*players, phase="sail", asked=(0, None), boats=boats, turned=turned or [])
    return legal_texts(game)


def test_gu6_sail_for_another_guardian_to_any_island() -> None:
    assert sail(guardian(4), guardian(9), seat(), guardian(7)) == sorted(
        ["pass", *[f"sail {owner} {island}" for owner in (1, 3) for island in ISLANDS]]
    )


def test_gu6_guardian_needs_an_active_pair_and_a_clue() -> None:
    assert sail(guardian(4), seat(9), guardian(7, active=None)) == ["pass"]


def test_gu6_no_boat_to_an_island_turned_over_nor_a_second_one_for_the_same_guardian() -> None:
    turned = [island for island in ISLANDS if island not in (4, 9)]
    texts = sail(guardian(4), guardian(9), guardian(7), boats=[(0, 1, 9), (1, 2, 4)], turned=turned)
    assert texts == ["pass", "sail 2 4", "sail 2 9"]


def test_gu6_at_most_two_boats_a_turn() -> None:
    players = [guardian(4), guardian(9), guardian(7), guardian(1)]
    assert "sail 3 9" in sail(*players, boats=[(0, 1, 9)])
    assert sail(*players, boats=[(0, 1, 9), (0, 2, 9)]) == ["pass"]


@pytest.mark.parametrize(("island", "texts"), [(13, ["fire 13", "pass"]), (14, ["pass"])])
def test_gu10_fire_only_where_the_island_touches_ones_place(island: int, texts: list[str]) -> None:
    players = [guardian(14), guardian(1, 12, active=1), guardian(7)]
    game = document(*players, phase="fire", asked=(1, island), boats=[(0, 1, island)])
    assert legal_texts(game) == texts


@pytest.mark.parametrize("phase", ["tiles", "pairs", "postcards", "next", "refill", "postcard", "over"])
def test_gu_order_of_nodes_nobody_acts_in_chance_phases_and_at_the_end(phase: str) -> None:
    asked = (1, None) if phase in ("pairs", "refill") else None
    assert legal_texts(document(guardian(4), guardian(9), guardian(7), phase=phase, asked=asked)) == []
