"""The reference of Lost Lands, and the core, against positions drawn by hand; the maps stand in `build`."""

from __future__ import annotations

from typing import Any

import pytest

from meeple.reference.lost_lands import crystal_seat

from .both import chance_texts, known, legal_texts, ranking, score, totals, view_of
from .build import build, card, destroy, document, effect, ended, mid_action, move, place, seat

pytestmark = pytest.mark.usefixtures("both")

NOBODY = seat()
WALK = card("walk", move(9))
FILL = card("fill", place(3))


WITCH: dict[str, Any] = {"leaders": True, "leader_armies": True}


def frantic(token: int, players: int) -> dict[str, Any]:
    """Seat 0 acts with this token, the others hold the rest."""
    rest = [number for number in range(1, players + 1) if number != token]
    numbers = {0: token, **dict(enumerate(rest, start=1))}
    order = sorted(numbers, key=lambda seat: numbers[seat])
    acted = order[: order.index(0) + 1]
    return {"turn_order": "frantic", "first": None, "turn_tokens": numbers, "order": order, "acted": acted}


def moves(*players: dict[str, Any], left: int, **given: Any) -> list[str]:
    """The moves of seat 0 with so many points left."""
    players = ({**players[0], "cards": [*players[0]["cards"], "walk"]}, *players[1:])
    return [text for text in legal_texts(mid_action(*players, left=left, cards=[WALK], **given)) if text != "pass"]


# ---- Scoring ----


def test_ll3_sets_need_three_nobles_and_two_mountains() -> None:
    nobles = ["noble-hills", "noble-griffin", "noble-herald"]
    dwarves = ["mountain-dwarf", "mountain-forge"]
    found = score(ended(seat(cards=nobles), seat(cards=dwarves), NOBODY))
    assert [found[0]["noble-hills"], found[1]["mountain-dwarf"]] == [4, 3]
    found = score(ended(seat(cards=nobles[:2]), seat(cards=dwarves[:1]), NOBODY))
    assert [found[0]["noble-hills"], found[1]["mountain-dwarf"]] == [0, 0]


def test_ll13_cavern_is_one_continent_worth_four() -> None:
    game = ended(seat({"K1": 1, "K3": 1, "V1": 1}), seat({"K6": 5}), NOBODY, board="cavern")
    assert [points["continents"] for points in score(game)] == [5, 0, 0]


def test_ll13_lost_lands_are_worth_one() -> None:
    assert score(ended(seat({"L1": 1}), NOBODY, NOBODY))[0]["continents"] == 1


def test_ll14_crystals_are_points_where_the_cavern_is_in_play() -> None:
    found = score(ended(NOBODY, NOBODY, NOBODY, board="cavern", crystals=[2, 0, 1]))
    assert [points["crystals"] for points in found] == [2, 0, 1]
    assert "crystals" not in score(ended(NOBODY, NOBODY, NOBODY))[0]


def test_ll25_breakdown_keys_in_order() -> None:
    owner = seat(cards=["graveyard", "dire-eye", "noble-hills"], leader="bat-rider")
    rest = [seat(leader="white-knight"), seat(leader="fairy-queen")]
    game = ended(owner, *rest, board="cavern", explore=True, citadels=True, factions=True, leaders=True)
    keys = "regions continents elixirs graveyard noble-hills citadels magic_book leader crystals"
    assert list(score(game)[0]) == keys.split()


def test_ll18_leader_army_counts_two_for_control() -> None:
    game = ended(seat(), seat({"L1": 1, "L2": 2}), NOBODY, leader_armies=True, leader_army={0: "L1"})
    assert [points["regions"] for points in score(game)] == [1, 1, 0]
    game = ended(seat(), seat({"L1": 2}), NOBODY, leader_armies=True, leader_army={0: "L1"})
    assert [points["regions"] for points in score(game)] == [0, 0, 0]


def test_ll21_frog_warriors_leader_army_counts_three() -> None:
    frog = seat(leader="frog-warrior")
    others = [seat({"L1": 2}, leader="white-knight"), seat(leader="fairy-queen")]
    found = score(ended(frog, *others, leaders=True, leader_armies=True, leader_army={0: "L1"}))
    assert [points["regions"] for points in found] == [1, 0, 0]


@pytest.mark.parametrize(
    ("others", "leader_army", "expected"),
    [
        ([{"L1": 1}, {}], {}, 0),
        ([{"L1": 2}, {}], {}, 1),
        ([{"L1": 1}, {"L1": 1}], {}, 0),
        ([{"L1": 2}, {"L1": 2}], {}, 1),
        ([{"L1": 1}, {}], {1: "L1"}, 1),
        ([{}, {}], {1: "L1"}, 0),
        ([{"L2": 2}, {}], {}, 0),
    ],
)
def test_ll20_bat_rider_is_paid_for_regions_with_two_of_one_opponent(
    others: list[dict[str, int]], leader_army: dict[int, str], expected: int
) -> None:
    rider = seat({"L1": 4}, leader="bat-rider")
    rest = [seat(armies, leader=name) for armies, name in zip(others, ["white-knight", "fairy-queen"], strict=True)]
    found = score(ended(rider, *rest, leaders=True, leader_armies=True, leader_army=leader_army))
    assert found[0]["leader"] == expected


def test_ll20_bat_rider_is_not_paid_for_cities_or_neutral_armies() -> None:
    rider = seat({"L1": 9}, leader="bat-rider")
    king = seat({"L1": 1}, {"L1": 1}, leader="bandit-king")
    found = score(ended(rider, king, leaders=True, neutral={"L1": 5}))
    assert found[0]["leader"] == 0


@pytest.mark.parametrize(("armies", "expected"), [(20, 0), (21, 1)])
def test_ll24_bandit_king_needs_all_twenty_one_armies(armies: int, expected: int) -> None:
    king = seat({"L1": armies}, leader="bandit-king")
    rest = [seat(leader="white-knight"), seat(leader="fairy-queen")]
    assert score(ended(king, *rest, leaders=True))[0]["leader"] == expected


def test_ll18_a_leader_army_is_none_of_the_bandit_kings_twenty_one() -> None:
    king = seat({"L1": 20}, leader="bandit-king")
    rest = [seat(leader="white-knight"), seat(leader="fairy-queen")]
    game = ended(king, *rest, leaders=True, leader_armies=True, leader_army={0: "L1"})
    assert score(game)[0]["leader"] == 0


def faction_game(cards: list[str], lying: dict[str, list[str]], **given: Any) -> dict[str, Any]:
    """Seat 0 controls L1 and L2 and owns cards."""
    owner = seat({"L1": 1, "L2": 1}, cards=cards, **given)
    rest = [seat(leader="bandit-king" if given else None), seat(leader="white-knight" if given else None)]
    return ended(owner, *rest, factions=True, lying=lying, leaders=bool(given))


def test_ll17_a_controlled_faction_is_a_card_of_the_better_family() -> None:
    found = score(faction_game(["graveyard", "arcane-temple"], {"L1": ["faction-1"], "L2": ["faction-2"]}))
    assert (found[0]["graveyard"], found[0]["arcane-temple"]) == (1, 2)


def test_ll17_a_faction_that_nobody_controls_counts_for_nobody() -> None:
    found = score(faction_game(["graveyard"], {"L5": ["faction-1"]}))
    assert found[0]["graveyard"] == 0


def test_ll17_the_choice_is_made_for_all_cards_together() -> None:
    # As a mountain 3, as a noble 4 and no more: the hills pay for the third noble.
    cards = ["mountain-dwarf", "noble-hills", "noble-knight"]
    found = score(faction_game(cards, {"L1": ["faction-4"]}))
    assert (found[0]["mountain-dwarf"], found[0]["noble-hills"]) == (0, 4)


def test_ll17_of_equal_choices_the_first_counts() -> None:
    # Cursed and ancient are worth one each: the token's first family, ancient, is taken.
    found = score(faction_game(["graveyard", "ancient-sage"], {"L1": ["faction-1"]}))
    assert (found[0]["graveyard"], found[0]["ancient-sage"]) == (0, 2)


def test_ll17_a_faction_counts_for_the_fairy_queen() -> None:
    cards = ["forest-elf", "forest-gnome"]
    assert score(faction_game(cards, {"L1": ["faction-3"]}, leader="fairy-queen"))[0]["leader"] == 1
    assert score(faction_game(cards, {"L5": ["faction-3"]}, leader="fairy-queen"))[0]["leader"] == 0


def test_ll24_totals_and_ranks_go_by_armies_with_the_leader_army() -> None:
    # One region each; seat 1 has two armies on the board, its leader army one of them.
    game = ended(seat({"L1": 1}), seat({"M5": 1}), NOBODY, leader_armies=True, leader_army={1: "M5"})
    game["position"]["players"][2]["coins"] = 0
    assert totals(game) == [2, 2, 0]
    assert ranking(game) == {"winners": [1], "ranks": [2, 1, 3], "tie_break": "armies"}


# ---- Legal texts ----


@pytest.mark.parametrize(("coins", "places"), [(0, 1), (1, 2), (2, 3), (3, 4), (9, 4)])
def test_ll8_select_what_one_can_pay(coins: int, places: int) -> None:
    game = document(seat(coins=coins), NOBODY, NOBODY)
    assert legal_texts(game) == [f"select {n}" for n in range(1, places + 1)]


def test_ll8_a_short_hand_has_fewer_places() -> None:
    # Of eight cards for two, each owns two and holds two in the third round.
    game = document(seat(coins=9), NOBODY, round=3, sizes={0: 2, 1: 2}, since={0: [0, 0], 1: [0, 0]}, empty_deck=True)
    assert legal_texts(game) == ["select 1", "select 2"]


def test_ll9_first_or_last() -> None:
    assert legal_texts(document(NOBODY, NOBODY, phase="go", first=0)) == ["go first", "go last"]


def test_ll15_free_tokens() -> None:
    game = document(NOBODY, NOBODY, NOBODY, phase="turn_token", turn=1, turn_order="frantic", turn_tokens={0: 2})
    assert legal_texts(game) == ["token 1", "token 3"]


def test_ll19_thorns_in_any_region_or_pass() -> None:
    witch, king = seat(leader="bramble-witch"), seat(leader="bandit-king")
    game = document(witch, king, phase="thorns", acted=[0], order=[0, 1], first=1, **WITCH)
    found = legal_texts(game)
    assert len(found) == 6 + 7 + 5 + 1
    assert {"pass", "thorns L6", "thorns M3", "thorns V1"} <= set(found)


def test_ll22_bonus_from_the_dealt_hand() -> None:
    queen, king = seat(leader="fairy-queen"), seat(leader="bandit-king")
    assert legal_texts(document(queen, king, phase="bonus", leaders=True)) == [f"bonus {n}" for n in (1, 2, 3, 4)]
    game = document(queen, king, phase="bonus", leaders=True, sizes={0: 3}, since={0: [11] * 3}, empty_deck=True)
    assert legal_texts(game) == ["bonus 1", "bonus 2", "bonus 3"]


def test_ll5_extra_on_another_board_but_no_second_start() -> None:
    found = legal_texts(document(*[NOBODY] * 5, phase="extra"))
    regions = [f"L{n}" for n in range(1, 7)] + [f"V{n}" for n in range(1, 8)] + ["F1", "F3"]
    assert found == sorted(f"extra {region}" for region in regions)


@pytest.mark.parametrize(
    ("players", "expected"), [(4, ["pass", "place L1", "place M3"]), (5, ["pass", "place F2", "place L1", "place M3"])]
)
def test_ll4_armies_come_on_both_starts(players: int, expected: list[str]) -> None:
    owner = seat(cities={"L1": 1}, cards=["fill"])
    assert legal_texts(mid_action(owner, *[NOBODY] * (players - 1), left=1, cards=[FILL])) == expected


def test_ll5_the_supply_is_twenty_one() -> None:
    either = card("either", place(3), build(1), join="or")
    for armies, expected in [(20, ["build L1", "pass", "place M3"]), (21, ["build L1", "pass"])]:
        assert legal_texts(mid_action(seat({"L1": armies}, cards=["either"]), NOBODY, cards=[either])) == expected


def test_ll4_portals_are_a_land_border() -> None:
    assert moves(seat({"L6": 1}), NOBODY, left=1) == ["move L6 L5", "move L6 M2"]
    assert "move M2 L6" in moves(seat({"M2": 1}), NOBODY, left=1)
    assert moves(seat({"V4": 1}), NOBODY, left=1, board="cavern") == [f"move V4 {r}" for r in ("K1", "V3", "V5", "V6")]


@pytest.mark.parametrize("flying", [0, 2])
def test_ll13_lava_costs_three_however_one_flies(flying: int) -> None:
    wings = card("wings", move(9), abilities=[effect("flying", flying)])
    owner = seat({"K2": 1}, cards=["wings"])
    for left, expected in [(2, ["move K2 K1", "pass"]), (3, ["move K2 K1", "move K2 K3", "pass"])]:
        assert legal_texts(mid_action(owner, NOBODY, left=left, board="cavern", cards=[wings])) == expected


def test_ll16_open_sea_leads_to_unjoined_exits_only_and_not_back() -> None:
    found = moves(seat({"L3": 1, "V1": 1}), NOBODY, left=3, open_sea=True, sea="L3")
    over_sea = {f"move L3 {region}" for region in ("V1", "V5", "M3", "M4", "M5")}
    assert over_sea <= set(found)
    assert not {"move L3 V7", "move L3 M1", "move V1 L3"} & set(found)
    assert "move L3 V6" in found, "it keeps its own connection"


def test_ll16_open_sea_costs_what_water_costs() -> None:
    assert "move L3 V1" not in moves(seat({"L3": 1}), NOBODY, left=2, open_sea=True, sea="L3")
    assert "move L3 V1" in moves(seat({"L3": 1}, cards=["dire-eye"]), NOBODY, left=2, open_sea=True, sea="L3")


def test_ll10_holder_places_one_more_while_the_branch_is_open() -> None:
    either = card("either", place(0), build(1), join="or")
    owner = seat({"L1": 1}, cards=["either"])
    assert legal_texts(mid_action(owner, NOBODY, cards=[either])) == ["build L1", "pass"]
    assert legal_texts(mid_action(owner, NOBODY, cards=[either], first=0)) == ["build L1", "pass", "place M3"]


@pytest.mark.parametrize(("token", "expected"), [(1, "place M3"), (2, "move M5 M4")])
def test_ll15_tokens_of_three_players_work_in_the_action(token: int, expected: str) -> None:
    either = card("either", place(0), move(0), join="or")
    owner = seat({"M5": 1}, cards=["either"])
    game = mid_action(owner, NOBODY, NOBODY, cards=[either], **frantic(token, 3))
    assert legal_texts(game) == sorted(["pass", expected])


def test_ll15_wing_is_a_flying_in_moves_and_not_for_points() -> None:
    owner = seat({"V2": 1}, cards=["cursed-tower", "walk"])
    with_wing = mid_action(owner, NOBODY, NOBODY, NOBODY, left=2, cards=[WALK], **frantic(3, 4))
    assert "move V2 V4" in legal_texts(with_wing)
    assert score(with_wing)[0]["cursed-tower"] == 0
    without = mid_action(owner, NOBODY, NOBODY, NOBODY, left=2, cards=[WALK], **frantic(2, 4))
    assert "move V2 V4" not in legal_texts(without)


def test_ll20_bat_riders_flyings_are_moves_too() -> None:
    either = card("either", build(1), move(0), join="or", abilities=[effect("flying", 1)])
    rider = seat({"M5": 1}, cards=["either"], leader="bat-rider")
    knight = seat({"M5": 1}, cards=["either"], leader="white-knight")
    king = seat(leader="bandit-king")
    assert legal_texts(mid_action(rider, king, cards=[either], leaders=True)) == ["build M5", "move M5 M4", "pass"]
    assert legal_texts(mid_action(knight, king, cards=[either], leaders=True)) == ["build M5", "pass"]


def test_ll18_leader_army_moves_and_builds_and_is_named() -> None:
    assert moves(seat(), NOBODY, left=1, leader_armies=True, leader_army={0: "M5"}) == ["move M5 M4 leader"]
    armed = seat({"L1": 1}, cards=["raze"])
    raze = card("raze", destroy(1))
    game = mid_action(armed, seat({"L1": 1}), left=1, cards=[raze], leader_armies=True, leader_army={0: "L2", 1: "L1"})
    expected = ["destroy L1 0", "destroy L1 1", "destroy L1 1 leader", "destroy L2 0 leader", "pass"]
    assert legal_texts(game) == expected
    game = mid_action(seat(cards=["dire-giant"]), seat(), left=1, part=1, leader_armies=True, leader_army={0: "L2"})
    assert legal_texts(game) == ["destroy L2 0 leader", "pass"]


def test_ll18_an_immune_leader_army_may_not_be_named_by_others() -> None:
    raze = card("raze", destroy(1))
    game = mid_action(
        seat({"L1": 1}, cards=["raze"]),
        seat(cards=["dire-giant"]),
        left=1,
        cards=[raze],
        leader_armies=True,
        leader_army={1: "L1"},
    )
    assert legal_texts(game) == ["destroy L1 0", "pass"]


@pytest.mark.parametrize(("leader", "left", "crosses"), [("frog-warrior", 1, True), ("white-knight", 2, False)])
def test_ll21_frog_warriors_leader_army_crosses_water_for_one(leader: str, left: int, crosses: bool) -> None:
    owner = seat({"V2": 1}, leader=leader)
    found = moves(owner, seat(leader="bandit-king"), left=left, leaders=True, leader_armies=True, leader_army={0: "V2"})
    assert ("move V2 V4 leader" in found) == crosses
    assert "move V2 V4" not in found


def test_ll21_frog_warrior_pays_three_over_lava() -> None:
    owner = seat(leader="frog-warrior")
    rest = seat(leader="bandit-king")
    given: dict[str, Any] = {"leaders": True, "leader_armies": True, "leader_army": {0: "K2"}, "board": "cavern"}
    assert moves(owner, rest, left=2, **given) == ["move K2 K1 leader"]
    assert moves(owner, rest, left=3, **given) == ["move K2 K1 leader", "move K2 K3 leader"]


def past(armies: dict[str, int], left: int, thorns: str, **given: Any) -> list[str]:
    """The moves of seat 0 past thorns."""
    return moves(seat(armies, leader="bramble-witch"), seat(leader="bandit-king"), left=left, thorns=thorns, **given)


def test_ll19_nobody_moves_into_or_out_of_the_thorns() -> None:
    assert past({"M4": 1, "V1": 1}, 1, "M4", **WITCH) == ["move V1 V2"]
    assert past({"M5": 1, "V1": 1}, 1, "M4", **WITCH) == ["move V1 V2"]


def test_ll19_a_move_through_the_thorns_pays_both_borders() -> None:
    assert past({"M5": 1}, 2, "M4", **WITCH) == ["move M5 M2", "move M5 M3"]


def test_ll19_through_over_water_pays_water() -> None:
    # V4 to V2 over water, V2 to V1 by land.
    assert "move V4 V1" not in past({"V4": 1}, 3, "V2", **WITCH)
    assert "move V4 V1" in past({"V4": 1}, 4, "V2", **WITCH)


def test_ll19_a_cheaper_direct_border_counts() -> None:
    # M1 and M3 border each other, and both the thorns.
    assert "move M1 M3" in past({"M1": 1}, 1, "M2", **WITCH)


def test_ll19_the_open_sea_is_a_border_of_the_thorns_in_its_own_direction() -> None:
    given = {**WITCH, "open_sea": True}
    # From the token's region through V1, where the sea leads, on to V2.
    assert "move L3 V2" in past({"L3": 1}, 4, "V1", sea="L3", **given)
    assert "move L3 V2" not in past({"L3": 1}, 3, "V1", sea="L3", **given)
    # The thorns lie on the token's region: from its neighbour through it and out to sea, never back.
    assert "move L5 M5" in past({"L5": 1}, 4, "L3", sea="L3", **given)
    assert "move L5 M5" not in past({"L5": 1}, 3, "L3", sea="L3", **given)
    assert "move M5 L5" not in past({"M5": 1}, 9, "L3", sea="L3", **given)


def test_ll19_placing_and_building_in_the_thorns_stay_allowed() -> None:
    owner = seat({"M3": 1}, cards=["mountain-forge"], leader="bramble-witch")
    king = seat(leader="bandit-king")
    assert legal_texts(mid_action(owner, king, left=1, thorns="M3", **WITCH)) == ["build M3", "pass"]
    assert legal_texts(mid_action(owner, king, left=1, part=1, thorns="M3", **WITCH)) == ["pass", "place M3"]


# ---- Chance ----


def test_ll4_tokens_keep_off_the_starts_and_the_second_portal() -> None:
    game = document(*[NOBODY] * 5, phase="token", turn=None, explore=True)
    found = chance_texts(game)
    assert "token magic-spring L6" in found, "the printed portal is free"
    assert not {f"token magic-spring {region}" for region in ("M3", "M2", "F2")} & set(found)
    assert len(found) == 6 + 7 + 5 + 3 - 3


def test_ll17_factions_are_placed_after_the_citadels() -> None:
    game = document(NOBODY, NOBODY, phase="token", turn=None, citadels=True, factions=True)
    game["position"]["tokens"] = {"L1": ["citadel-1"], "L2": ["citadel-2"], "L3": ["citadel-3"]}
    found = chance_texts(game)
    assert all(text.startswith("token faction-1 ") for text in found)
    assert not {f"token faction-1 L{n}" for n in (1, 2, 3)} & set(found)


def test_ll16_the_sea_is_each_region_with_an_exit_once() -> None:
    game = document(NOBODY, NOBODY, phase="sea", turn=None, open_sea=True)
    assert chance_texts(game) == sorted(f"sea {r}" for r in ("L3", "V1", "V5", "V6", "V7", "M1", "M3", "M4", "M5"))


@pytest.mark.parametrize(("leader_armies", "count"), [(False, 5), (True, 7)])
def test_ll24_leaders_of_both_boxes(leader_armies: bool, count: int) -> None:
    game = document(NOBODY, NOBODY, phase="leader", leaders=True, leader_armies=leader_armies)
    found = chance_texts(game)
    assert len(found) == count
    assert ("leader 0 frog-warrior" in found) == leader_armies
    assert {"leader 0 bat-rider", "leader 0 white-knight"} <= set(found)


def test_ll2_the_deck_lacks_what_is_marked_for_more_players() -> None:
    game = document(*[NOBODY] * 4, phase="deal", deck="rulebook", hands={0: ["lake", "dire-ogre"]})
    found = chance_texts(game)
    assert "deal forest-ranger" in found
    assert not {"deal night-market", "deal crossroads", "deal lake", "deal dire-ogre"} & set(found)
    assert len(found) == 34 + 7 - 2


def test_ll9_those_who_chose_a_card_declare_first() -> None:
    # Of five cards for two, seat 0 has no hand in the second round.
    game = document(
        NOBODY, NOBODY, phase="first", turn=None, round=2, sizes={0: 0, 1: 2}, since={0: [], 1: [0, 0]}, passed=[0],
        selected_since={1: 0}, places={1: 3}, empty_deck=True,
    )  # fmt: skip
    assert chance_texts(game) == ["first 1"]


def test_ll15_those_without_a_token_declare_next() -> None:
    game = document(*[NOBODY] * 3, phase="first", turn=None, turn_order="frantic", turn_tokens={2: 1})
    assert chance_texts(game) == ["first 0", "first 1"]


def test_ll11_selected_cards_are_not_drawn() -> None:
    game = document(NOBODY, NOBODY, phase="draw", cards=[card("kept")], hands={1: ["kept"]})
    assert "deal kept" not in chance_texts(game)
    game = document(NOBODY, NOBODY, phase="draw", cards=[card("kept")])
    assert "deal kept" in chance_texts(game)


@pytest.mark.parametrize(
    ("armies", "expected"),
    [
        ([{"K2": 1}, {}, {}], 0),
        ([{"K2": 1}, {"K4": 1}, {}], None),
        ([{"K2": 1, "K5": 1}, {"K4": 3}, {}], 0),
        ([{"K1": 1}, {}, {}], None),
    ],
)
def test_ll14_the_seat_that_holds_most_crystal_regions(armies: list[dict[str, int]], expected: int | None) -> None:
    assert crystal_seat(document(*map(seat, armies), board="cavern")) == expected


def test_ll14_no_crystals_without_the_cavern() -> None:
    assert crystal_seat(document(seat({"L2": 1}), NOBODY)) is None


# ---- Who knows what ----


def in_round(number: int, since: list[list[int]], **given: Any) -> dict[str, Any]:
    """Three players as a round begins, with cards of these ages in hand."""
    return document(NOBODY, NOBODY, NOBODY, round=number, since=dict(enumerate(since)), **given)


def test_ll23_before_the_first_round_nobody_knows_a_hand() -> None:
    game = document(NOBODY, NOBODY, NOBODY, phase="extra")
    assert known(game, 0)["hands"] == [[False] * 4] * 3


def test_ll23_a_round_begins_with_a_look_at_ones_own_hand() -> None:
    game = in_round(1, [[0] * 4] * 3)
    assert known(game, 1)["hands"] == [[False] * 4, [True] * 4, [False] * 4]


def test_ll23_what_was_passed_on_is_known_but_for_what_was_drawn_since() -> None:
    # In round 1 seat 0 looked at what now, in round 2, lies with seat 1, but for the card drawn in round 1.
    game = in_round(2, [[0, 0, 0, 1]] * 3)
    assert known(game, 0)["hands"] == [[True] * 4, [True, True, True, False], [False] * 4]


def test_ll23_two_rounds_later_it_lies_two_seats_further() -> None:
    game = in_round(3, [[0, 0, 1, 2]] * 3)
    assert known(game, 0)["hands"] == [[True] * 4, [True, True, True, False], [True, True, False, False]]


def test_ll23_after_a_full_circle_all_of_the_first_deal_is_known() -> None:
    game = in_round(4, [[0, 1, 2, 3]] * 3)
    assert known(game, 2)["hands"][2] == [True] * 4
    assert known(game, 2)["hands"][1] == [True, True, False, False]


def test_ll23_a_spectator_knows_nothing() -> None:
    assert known(in_round(5, [[0, 1, 2, 4]] * 3), None)["hands"] == [[False] * 4] * 3


def test_ll23_who_knew_the_card_at_the_place_knows_the_selected_one() -> None:
    game = document(
        NOBODY,
        NOBODY,
        NOBODY,
        round=2,
        phase="first",
        turn=None,
        selected_since={0: 0, 1: 0, 2: 1},
        places={0: 1, 1: 2},
    )
    assert known(game, 0)["selected"] == [True, True, False]
    assert known(game, 1)["selected"] == [False, True, False]
    assert known(game, 2)["selected"] == [True, False, True]


def test_ll26_at_the_usual_end_nothing_was_passed() -> None:
    game = ended(NOBODY, NOBODY)
    assert known(game, 0)["hands"] == [[True] * 3, [True] * 3], "eleven rounds are a full circle"
    game = ended(NOBODY, NOBODY, since={0: [0, 0, 10]})
    assert known(game, 1)["hands"][0] == [True, True, False]


def test_ll26_the_fairy_queens_last_hand_is_known_to_her_alone() -> None:
    king, queen = seat(leader="bandit-king"), seat(leader="fairy-queen")
    game = document(king, queen, phase="bonus", turn=1, leaders=True)
    assert known(game, 1)["hands"] == [[], [True] * 4]
    assert known(game, 0)["hands"] == [[], [False] * 4]


# ---- Views ----


def test_ll26_in_select_another_seat_looks_as_at_the_rounds_begin() -> None:
    game = document(
        seat(coins=4),
        seat(coins=9),
        NOBODY,
        turn=2,
        round=2,
        hands={0: ["plain-1", "plain-2", "plain-3"], 1: ["plain-11", "plain-12", "plain-13"]},
        since={0: [0, 0, 1], 1: [0, 0, 1]},
        selected={0: "plain-7", 1: "plain-17"},
        selected_since={0: 0, 1: 0},
        places={0: 3, 1: 2},
    )
    seen = view_of(game, 0)
    assert seen["hands"][0] == ["plain-1", "plain-2", "plain-3"]
    assert seen["hands"][1] == ["plain-11", "plain-17", "plain-12", None], "it held that hand, but for the last card"
    assert seen["since"][1] == [0, 0, 0, 1]
    assert [player["coins"] for player in seen["players"]] == [4, 10, 0]
    assert seen["selected"] == ["plain-7", None, None]
    assert (seen["selected_since"], seen["places"]) == ([0, None, None], [3, None, None])
    spectator = view_of(game, None)
    assert spectator["hands"] == [[None] * 4] * 3
    assert [player["coins"] for player in spectator["players"]] == [6, 10, 0]
    assert spectator["selected"] == spectator["places"] == [None] * 3


def test_ll26_after_the_last_select_places_are_open_and_cards_are_not() -> None:
    game = document(NOBODY, NOBODY, NOBODY, phase="first", turn=None, selected={0: "plain-7"}, places={0: 2})
    seen = view_of(game, 1)
    assert seen["selected"][0] is None
    assert (seen["selected_since"], seen["places"]) == ([0, 0, 0], [2, 4, 4])
    assert view_of(game, 0)["selected"][0] == "plain-7"


def test_ll26_a_revealed_card_is_open() -> None:
    game = mid_action(seat(cards=["lake"]), NOBODY)
    assert view_of(game, None)["players"][0]["cards"] == ["lake"]


def test_ll26_a_view_leaves_the_document_as_it_was() -> None:
    game = document(NOBODY, NOBODY, turn=1, selected={0: "plain-1"})
    before = repr(game)
    view_of(game, 1)
    assert repr(game) == before
