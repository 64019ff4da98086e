"""The reference of Kingdom against kingdoms drawn by hand, of cards drawn by hand."""

from collections.abc import Sequence
from typing import Any

import pytest

from meeple.reference.kingdom import (
    edict_count,
    edict_counts,
    legal_texts,
    longest_road,
    longest_trail,
    ranking,
    score,
    territories,
    totals,
)

TERRAINS = {"m": "mountains", "f": "forest", "p": "plains", "s": "swamps"}
Card = dict[str, Any]
Lain = tuple[Card, int, int] | tuple[Card, int, int, int]

SIX = ["symbol-tavern", "symbol-mine", "largest-forest", "largest-swamps", "count-forest", "count-plains"]


def card(zones: str, arms: str = "20 20 20 20", symbols: str = "- - - -") -> Card:
    """A card by first letters of terrains (NW NE SE SW), slots and dots (N E S W), symbols (as terrains)."""
    signs = [None if symbol == "-" else symbol for symbol in symbols.split()]
    return {
        "zones": [[TERRAINS[letter], sign] for letter, sign in zip(zones, signs, strict=True)],
        "arms": [[int(arm[0]), int(arm[1])] for arm in arms.split()],
    }


def document(*kingdoms: Sequence[Lain], deck: Card | None = None, **position: object) -> dict[str, Any]:
    """Kingdoms as lists of (card, x, y) or (card, x, y, rotation); each card gets the next number."""
    cards: list[Card] = []
    laid: list[list[dict[str, int]]] = [[] for _ in kingdoms]
    for mine, kingdom in zip(laid, kingdoms, strict=True):
        for shown, x, y, *rotation in kingdom:
            cards.append({"id": len(cards) + 1, **shown})
            mine.append({"card": len(cards), "x": x, "y": y, "rotation": sum(rotation)})
    empty = {
        "edicts": [],
        "round": len(kingdoms[0]) + 1,
        "hands": [[] for _ in kingdoms],
        "kingdoms": laid,
        "pending": [None] * len(kingdoms),
    }
    assert position.keys() <= empty.keys()
    return {
        "format": "meeple-position",
        "version": 1,
        "game": "kingdom",
        "params": {"players": len(kingdoms), "deck": {**(deck or {}), "cards": cards}, "edicts": None},
        "position": {**empty, **position},
    }


def forests(*kingdom: Lain) -> list[list[tuple[int, int, int]]]:
    """The forest territories of a kingdom, in order."""
    return sorted(sorted(territory) for territory in territories(document(list(kingdom), []), 0, "forest"))


def road(*kingdom: Lain) -> int:
    """The longest road of a kingdom."""
    return longest_road(document(list(kingdom), []), 0)


def plain(arms: str) -> Card:
    """A card of which only the roads matter."""
    return card("pppp", arms)


# ---- Territories ----


@pytest.mark.parametrize(("slot", "count"), [(1, 2), (2, 2), (3, 1)])
def test_kd1_slot_says_how_far_a_zone_reaches_along_its_side(slot: int, count: int) -> None:
    # The north-east zone of the left card meets the south-west zone of the right one only from 3 quarters on.
    left = card("mfmm", f"20 {slot}0 20 20")
    assert len(forests((left, 0, 0), (card("mmmf"), 1, 0))) == count


def test_kd3_turn_moves_zones_clockwise() -> None:
    north_west = card("fmmm")
    turns = [(north_west, x, 0, rotation) for x, rotation in enumerate([0, 90, 180, 270])]
    assert [forests(turn)[0][0][2] for turn in turns] == [0, 1, 2, 3]


def test_kd3_turn_moves_slots_clockwise() -> None:
    # The north arm, turned to the east, ends at slot 3 there and joins slot 1, not slot 2.
    left = plain("31 20 20 20")
    right = plain("20 20 20 11")
    assert road((left, 0, 0, 90), (right, 1, 0)) == 2
    assert road((left, 0, 0), (right, 1, 0)) == 1


def test_kd4_zones_across_a_card_do_not_touch() -> None:
    assert forests((card("fmfm"), 0, 0)) == [[(0, 0, 0)], [(0, 0, 2)]]


def test_kd4_zones_touch_all_round_a_card() -> None:
    # From the left card to the right one's south-west, north-west, and the other way round.
    assert len(forests((card("mmfm"), 0, 0), (card("fmmf"), 1, 0))) == 1
    assert len(forests((card("mfmm"), 0, 0), (card("fmmf"), 1, 0))) == 1


def test_kd4_zones_of_cards_that_meet_at_a_corner_do_not_touch() -> None:
    kingdom = [(card("mmfm"), 0, 0), (card("mmmm"), 1, 0), (card("fmmm"), 1, 1)]
    assert forests(*kingdom) == [[(0, 0, 2)], [(1, 1, 0)]]


def test_kd5_roads_do_not_cut_a_territory() -> None:
    assert forests((card("ffff", "21 21 21 21"), 0, 0)) == [[(0, 0, 0), (0, 0, 1), (0, 0, 2), (0, 0, 3)]]


def test_kd5_territory_goes_on_over_sides_to_the_south_and_east() -> None:
    kingdom = [(card("mmfm"), 0, 0), (card("mfmm"), 0, 1), (card("fmmm"), 1, 1)]
    assert forests(*kingdom) == [[(0, 0, 2), (0, 1, 1), (1, 1, 0)]]


# ---- Roads ----


@pytest.mark.parametrize(("slots", "dots"), [("13", 3), ("22", 3), ("31", 3), ("33", 2), ("12", 2)])
def test_kd6_arms_join_where_their_ends_coincide(slots: str, dots: int) -> None:
    upper = plain(f"20 20 {slots[0]}1 20")
    lower = plain(f"{slots[1]}2 20 20 20")
    assert road((upper, 0, 0), (lower, 0, 1)) == dots


def test_kd13_trail_uses_no_arm_twice() -> None:
    assert road((plain("21 22 22 21"), 0, 0)) == 4


def test_kd13_trail_may_pass_a_centre_twice() -> None:
    # In by the north arm of 0,0, round the square, out by its west arm.
    square = [
        (plain("21 21 21 21"), 0, 0),
        (plain("20 20 21 21"), 1, 0),
        (plain("21 20 20 21"), 1, 1),
        (plain("21 21 20 20"), 0, 1),
    ]
    assert road(*square) == 10


def test_kd13_trail_may_end_where_it_began() -> None:
    square = [
        (plain("20 21 21 20"), 0, 0),
        (plain("20 20 21 21"), 1, 0),
        (plain("21 20 20 21"), 1, 1),
        (plain("21 21 20 20"), 0, 1),
    ]
    assert road(*square) == 8


def test_kd13_trail_lists_its_arms_in_order() -> None:
    line = document([(plain("22 21 20 20"), 0, 0), (plain("20 20 22 21"), 1, 0)], [])
    there = [(0, 0, 0), (0, 0, 1), (1, 0, 3), (1, 0, 2)]
    assert longest_trail(line, 0) in (there, there[::-1])
    assert longest_trail(line, 1) == []


# ---- Edicts ----


def test_kd12_edict_pays_only_the_one_with_strictly_the_most() -> None:
    one, two = card("mmmm", symbols="mine - - -"), card("mmmm", symbols="mine mine - -")
    alone = document([(two, 0, 0)], [(one, 0, 0)], [], edicts=["symbol-mine"])
    tied = document([(one, 0, 0)], [(one, 0, 0)], [], edicts=["symbol-mine"])
    assert [points["symbol-mine"] for points in score(alone)] == [3, 0, 0]
    assert [points["symbol-mine"] for points in score(tied)] == [0, 0, 0]


def test_kd12_what_edicts_count() -> None:
    kingdom = [(card("fmfp", symbols="mine mine town -"), 0, 0), (card("fffm"), 1, 0)]
    game = document(kingdom, [])
    names = [
        "symbol-mine",
        "symbol-church",
        "largest-forest",
        "largest-swamps",
        "count-forest",
        "count-plains",
    ]
    assert [edict_count(game, 0, name) for name in names] == [2, 0, 3, 0, 3, 1]


def test_kd12_kingsroad_always_counts_and_is_the_longest_road() -> None:
    game = document([(plain("22 20 20 20"), 0, 0)], [(plain("22 21 20 20"), 0, 0)], edicts=["count-plains"])
    assert edict_counts(game) == {"kingsroad": [2, 3], "count-plains": [1, 1]}
    assert [points["kingsroad"] for points in score(game)] == [0, 3]


# ---- Points ----

SYMBOLS = ["tavern", "knight", "town", "windmill", "sawmill", "castle"]


@pytest.mark.parametrize(("number", "points"), [(0, 0), (1, 0), (2, 1), (3, 2), (4, 4), (5, 7), (6, 7)])
def test_kd14_points_by_different_symbols(number: int, points: int) -> None:
    shown = [*SYMBOLS[:number], *["-"] * 8][:8]
    cards = [card("ffff", symbols=" ".join(half)) for half in (shown[:4], shown[4:])]
    game = document([(cards[0], 0, 0), (cards[1], 1, 0)], [])
    assert score(game)[0] == {"kingsroad": 0, "mountains": 0, "forest": points, "plains": 0, "swamps": 0}


def test_kd14_same_symbols_and_other_territories_do_not_add() -> None:
    game = document([(card("fffm", symbols="mine mine town mine"), 0, 0)], [])
    apart = document([(card("fmfm", symbols="mine castle town church"), 0, 0)], [])
    assert score(game)[0]["forest"] == 1
    assert (score(apart)[0]["forest"], score(apart)[0]["mountains"]) == (0, 0)


def test_kd14_best_territory_need_not_be_the_largest() -> None:
    # To the left four forest zones with one symbol, to the right two with two.
    left, middle, right = (
        card("ffff", symbols="mine - - -"),
        card("mmmm"),
        card("mffm", symbols="- town mine -"),
    )
    kingdom: list[Lain] = [(left, 0, 0), (middle, 1, 0), (right, 2, 0)]
    assert score(document(kingdom, []))[0]["forest"] == 1


def test_kd18_own_deck_sets_its_points() -> None:
    deck = {"edict_points": 5, "set_points": [1, 9]}
    game = document([(card("ffpp", symbols="mine town - -"), 0, 0)], [], deck=deck, edicts=["symbol-town"])
    edicts = {"kingsroad": 0, "symbol-town": 5}
    assert score(game)[0] == {**edicts, "mountains": 0, "forest": 9, "plains": 1, "swamps": 0}


def test_kd16_breakdown_keys_in_order() -> None:
    game = document([], [], edicts=SIX[::-1])
    assert list(score(game)[1]) == ["kingsroad", *SIX[::-1], "mountains", "forest", "plains", "swamps"]
    assert list(score(document([], [], edicts=SIX[:2]))[0])[:4] == ["kingsroad", *SIX[:2], "mountains"]


def test_kd20_secret_cards_do_not_count_yet() -> None:
    rich = card("ffff", "22 22 22 22", "mine town church castle")
    laid = document([(rich, 0, 0)], [], edicts=SIX)
    assert totals(laid) == [16, 0]
    secret = {"card": 1, "x": 0, "y": 0, "rotation": 0}
    laid["position"].update(kingdoms=[[], []], pending=[secret, {"card": 2}], round=1)
    assert totals(laid) == [0, 0]


# ---- Ranking ----


def test_kd15_points_go_before_roads() -> None:
    # The taverns are worth as much as the road, the set decides.
    road_only = [(plain("22 20 20 20"), 0, 0)]
    taverns = [(card("ffpp", symbols="tavern mine - -"), 0, 0)]
    game = document(road_only, taverns, edicts=["symbol-tavern"])
    assert totals(game) == [3, 4]
    assert ranking(game) == {"winners": [1], "ranks": [2, 1], "tie_break": None}


def test_kd15_longest_road_among_the_tied_breaks_the_tie() -> None:
    # Seats 1 and 2 share the Kingsroad for nothing; seats 0 and 1 have an edict each.
    game = document(
        [(card("mmmm", "21 20 20 20", "tavern - - -"), 0, 0)],
        [(card("mmmm", "22 20 20 20", "mine - - -"), 0, 0)],
        [(card("mmmm", "22 20 20 20"), 0, 0)],
        edicts=["symbol-tavern", "symbol-mine"],
    )
    assert totals(game) == [3, 3, 0]
    assert ranking(game) == {"winners": [1], "ranks": [2, 1, 3], "tie_break": "longest_road"}


def test_kd15_tied_with_the_same_road_share_the_win_and_the_rank() -> None:
    longer, shorter = (plain(f"2{dots} 20 20 20") for dots in (2, 1))
    game = document([(longer, 0, 0)], [(shorter, 0, 0)], [(longer, 0, 0)])
    assert ranking(game) == {"winners": [0, 2], "ranks": [1, 3, 1], "tie_break": "longest_road"}
    all_alike = document([(longer, 0, 0)], [(longer, 0, 0)])
    assert ranking(all_alike) == {"winners": [0, 1], "ranks": [1, 1], "tie_break": None}


# ---- Legal actions ----


def test_kd7_kd8_nobody_acts_while_edicts_and_cards_come() -> None:
    ten, nine = list(range(1, 11)), list(range(11, 20))
    assert legal_texts(document([], [], edicts=SIX[:5])) == []
    assert legal_texts(document([], [], edicts=SIX, hands=[ten, nine])) == []
    assert legal_texts(document([], [], edicts=SIX, hands=[ten, [*nine, 20]])) != []


def test_kd9_pick_any_card_of_the_hand() -> None:
    game = document([(card("mmmm"), 0, 0)], [(card("mmmm"), 0, 0)], edicts=SIX, hands=[[3, 20], [7]])
    assert legal_texts(game) == ["pick 20", "pick 3"]


def test_kd9_kd19_first_seat_that_has_not_laid_is_asked() -> None:
    laid = {"card": 3, "x": 1, "y": 0, "rotation": 0}
    kingdoms = [[(card("mmmm"), 0, 0)], [(card("mmmm"), 0, 0)]]
    game = document(*kingdoms, edicts=SIX, hands=[[4], [7, 8]], pending=[laid, None])
    assert legal_texts(game) == ["pick 7", "pick 8"]


def test_kd10_first_card_lies_at_the_origin() -> None:
    hands = [list(range(2, 11)), list(range(11, 21))]
    game = document([], [], edicts=SIX, hands=hands, pending=[{"card": 1}, None])
    assert legal_texts(game) == ["place 0,0 0", "place 0,0 180", "place 0,0 270", "place 0,0 90"]


def cells(*taken: tuple[int, int]) -> set[str]:
    """Where the next card may go beside these."""
    kingdom = [(card("mmmm"), x, y) for x, y in taken]
    game = document(kingdom, [], edicts=SIX, pending=[{"card": 1}, None])
    texts = legal_texts(game)
    found = {text.split()[1] for text in texts}
    assert len(texts) == 4 * len(found)
    return found


def test_kd10_kingdom_floats() -> None:
    assert cells((0, 0)) == {"-1,0", "1,0", "0,-1", "0,1"}


def test_kd10_kingdom_fits_into_three_by_three() -> None:
    assert cells((0, 0), (-1, 0), (-2, 0)) == {f"{x},{y}" for x in (-2, -1, 0) for y in (-1, 1)}
    assert cells((0, 0), (0, 1), (0, 2), (1, 2)) == {"-1,0", "-1,1", "-1,2", "1,0", "1,1", "2,2"}


def test_kd11_nobody_acts_after_the_ninth_round() -> None:
    for number, texts in [(9, ["pick 3", "pick 4"]), (10, [])]:
        hands = [[3, 4] if number == 9 else [], []]
        assert legal_texts(document([], [], edicts=SIX, round=number, hands=hands)) == texts
