"""LG-12 to LG-19: taking a card, its action, the row, the end."""

from __future__ import annotations

import itertools
from fractions import Fraction
from typing import Any

import pytest

import meeple

from .build import (
    acting,
    build,
    card,
    chance,
    destroy,
    effect,
    move,
    place,
    plain_deck,
    play,
    player,
    seat,
    setup,
    shown,
    skip,
    table,
    taking,
    texts,
    token,
)

NOBODY = seat()


def pending(state: meeple.State) -> dict[str, Any] | None:
    """What is pending."""
    found: dict[str, Any] | None = shown(state)["pending"]
    return found


def left(state: meeple.State) -> int:
    """What the part at hand still has."""
    found = pending(state)
    assert found is not None
    return int(found["left"])


# ---- LG-12: take a card ----


@pytest.mark.parametrize(("place", "cost"), [(1, 0), (2, 1), (3, 1), (4, 2), (5, 2), (6, 3)])
def test_lg12_costs_by_place(place: int, cost: int) -> None:
    state = play(table(seat(coins=5), NOBODY), f"take {place}")
    assert player(state, 0)["coins"] == 5 - cost


@pytest.mark.parametrize(("coins", "places"), [(0, [1]), (1, [1, 2, 3]), (2, [1, 2, 3, 4, 5]), (3, [1, 2, 3, 4, 5, 6])])
def test_lg12_only_what_one_can_pay(coins: int, places: list[int]) -> None:
    assert texts(table(seat(coins=coins), seat(coins=9))) == {f"take {n}" for n in places}


def test_lg12_there_is_no_pass_instead_of_a_card() -> None:
    assert "pass" not in texts(table(seat(coins=3), NOBODY))


def test_lg12_the_card_is_the_players_for_good_behind_those_it_has() -> None:
    state = table(seat(cards=["dire-eye"], coins=1), seat(cards=["dire-ogre"]), row=["lake", "stronghold"])
    state = play(state, "take 2")
    assert player(state, 0)["cards"] == ["dire-eye", "stronghold"]
    assert shown(state)["row"][0] == "lake"


def test_lg12_coins_come_after_the_cost_is_paid() -> None:
    # With 2 coins the sixth place can't be paid, though the card brings 2.
    row = ["plain-1", "plain-2", "plain-3", "plain-4", "plain-5", "mountain-treasury"]
    assert "take 6" not in texts(table(seat(coins=2), NOBODY, row=row))
    state = play(table(seat(coins=3), NOBODY, row=row), "take 6")
    assert player(state, 0)["coins"] == 2


def test_lg12_coins_come_at_once_before_the_action() -> None:
    state = taking("mountain-treasury", seat({"M1": 1}, coins=4), NOBODY)
    assert (state.phase, player(state, 0)["coins"]) == ("action", 6)


def test_lg12_coins_of_several_abilities_add_up() -> None:
    purse = card("purse", abilities=[effect("gain_coins", 3), effect("gain_coins", 4)])
    assert player(taking(purse, NOBODY, NOBODY), 0)["coins"] == 7


def test_lg12_ability_works_in_its_own_action_plus_army() -> None:
    state = taking("forest-elf", seat({"M5": 1}), NOBODY)
    assert left(play(state, "place M1")) == 3 + 1 - 1


def test_lg12_ability_works_in_its_own_action_plus_move() -> None:
    assert left(taking("noble-unicorn", seat({"M1": 1}), NOBODY)) == 5


def test_lg12_ability_works_in_its_own_action_flying() -> None:
    gull = card("gull", move(2), abilities=[effect("flying", 1)])
    assert "move M1 V7" in texts(taking(gull, seat({"M1": 1}), NOBODY))
    assert "move M1 V7" not in texts(taking(card("hare", move(2)), seat({"M1": 1}), NOBODY))


def test_lg12_a_card_works_from_the_next_turns_on_too() -> None:
    state = taking(card("three", place(3)), seat(cards=["forest-pixie", "night-village"]), NOBODY)
    assert left(state) == 5


def test_lg12_anothers_abilities_do_not_work_for_me() -> None:
    state = taking(card("three", place(3)), seat(cards=["dire-ogre"]), seat(cards=["forest-pixie"]))
    assert left(state) == 3


# ---- LG-13: parts ----


def test_lg13_a_card_with_one_action_begins_with_it() -> None:
    state = taking(card("two", place(2)), NOBODY, NOBODY)
    assert pending(state) == {"card": "two", "part": 0, "left": 2, "branch": None}
    assert texts(state) == {"place M1", "pass"}


def test_lg13_and_is_done_in_printed_order() -> None:
    both = card("both", place(1), move(1), join="and")
    state = taking(both, seat({"M5": 1}), NOBODY)
    assert texts(state) == {"place M1", "pass"}
    state = play(state, "place M1")
    assert pending(state) == {"card": "both", "part": 1, "left": 1, "branch": None}
    assert texts(state) == {"move M1 M2", "move M1 M3", "move M5 M4", "pass"}


def test_lg13_first_part_of_an_and_may_be_left_out() -> None:
    state = play(taking(card("both", place(1), move(1), join="and"), seat({"M5": 1}), NOBODY), "pass")
    assert pending(state) == {"card": "both", "part": 1, "left": 1, "branch": None}
    assert player(state, 0)["armies"] == {"M5": 1}


def test_lg13_both_parts_of_an_and_may_be_left_out() -> None:
    state = taking(card("both", place(1), move(1), join="and"), seat({"M5": 1}), NOBODY)
    state = play(state, "pass", "pass")
    assert (state.phase, player(state, 0)["armies"]) == ("refill", {"M5": 1})


def test_lg13_pass_in_the_midst_of_a_part_ends_it() -> None:
    state = play(taking(card("two", place(2)), NOBODY, NOBODY), "place M1", "pass")
    assert (state.phase, player(state, 0)["armies"]) == ("refill", {"M1": 1})


def test_lg13_or_offers_the_first_steps_of_both_branches() -> None:
    state = taking(card("either", place(2), move(1), join="or"), seat({"M5": 1}), NOBODY)
    assert pending(state) == {"card": "either", "part": 0, "left": None, "branch": None}
    assert texts(state) == {"place M1", "move M5 M4", "pass"}


@pytest.mark.parametrize(
    ("step", "chosen", "rest", "steps"),
    [
        ("place M1", 0, 1, {"place M1", "pass"}),
        ("move M5 M4", 1, 1, {"move M4 M2", "move M4 M3", "move M4 M5", "pass"}),
    ],
)
def test_lg13_first_step_of_an_or_chooses_its_branch(step: str, chosen: int, rest: int, steps: set[str]) -> None:
    state = play(taking(card("either", place(2), move(2), join="or"), seat({"M5": 1}), NOBODY), step)
    assert pending(state) == {"card": "either", "part": chosen, "left": rest, "branch": chosen}
    assert texts(state) == steps


def test_lg13_pass_ends_an_open_or() -> None:
    state = play(taking(card("either", place(2), move(2), join="or"), seat({"M5": 1}), NOBODY), "pass")
    assert (state.phase, player(state, 0)["armies"]) == ("refill", {"M5": 1})


def test_lg13_the_other_branch_does_not_follow() -> None:
    state = taking(card("either", place(1), move(2), join="or"), seat({"M5": 1}), NOBODY)
    assert play(state, "place M1").phase == "refill"


def test_lg13_pass_after_the_first_step_of_an_or_ends_the_action() -> None:
    state = taking(card("either", place(2), move(2), join="or"), seat({"M5": 1}), NOBODY)
    assert play(state, "place M1", "pass").phase == "refill"


def test_lg13_or_with_steps_in_one_branch_only_is_still_asked() -> None:
    # No army on the board: nothing can move or build.
    first = taking(card("either", place(2), move(1), join="or"), NOBODY, NOBODY)
    assert texts(first) == {"place M1", "pass"}
    second = taking(card("other", build(1), place(2), join="or"), NOBODY, NOBODY)
    assert pending(second) == {"card": "other", "part": 0, "left": None, "branch": None}
    assert texts(second) == {"place M1", "pass"}
    assert pending(play(second, "place M1")) == {"card": "other", "part": 1, "left": 1, "branch": 1}


def test_lg13_or_is_skipped_when_neither_branch_has_a_step() -> None:
    state = taking(card("either", build(1), move(2), join="or"), NOBODY, NOBODY)
    assert (state.phase, pending(state)) == ("refill", None)


def test_lg13_part_without_a_step_at_its_begin_is_over_without_asking() -> None:
    assert taking(card("one", build(1)), NOBODY, NOBODY).phase == "refill"


def test_lg13_first_part_of_an_and_without_a_step_gives_way_to_the_second() -> None:
    state = taking(card("both", build(1), place(1), join="and"), NOBODY, NOBODY)
    assert pending(state) == {"card": "both", "part": 1, "left": 1, "branch": None}


def test_lg13_second_part_without_a_step_ends_the_action() -> None:
    state = taking(card("both", place(1), build(1), join="and"), seat(cities={"F1": 3}), NOBODY)
    assert play(state, "place M1").phase == "refill"


def test_lg13_and_without_any_step_is_skipped() -> None:
    assert taking(card("both", build(1), destroy(1), join="and"), NOBODY, NOBODY).phase == "refill"


def test_lg13_part_without_a_step_after_a_step_is_over_without_asking() -> None:
    # 3 points; after the first, only water (3) is left from F3... its land neighbour F2 keeps the part open.
    isle = {
        "islands": [["A"], ["B"], ["C", "D"]],
        "land": [["C", "D"]],
        "water": [["A", "B"], ["A", "C"], ["B", "C"]],
        "exits": {"N": None, "E": None, "S": None, "W": None},
    }
    boards = {"boards": [["isle", 0, 0, 0]], "start": "A", "faces": {"isle": isle}}
    sail = card("sail", move(5))
    state = play(taking(sail, seat({"A": 1}), NOBODY, boards=boards), "move A B")
    assert (state.phase, player(state, 0)["armies"]) == ("refill", {"B": 1})


def test_lg13_too_few_points_for_any_border_end_the_part_at_its_begin() -> None:
    isle = {
        "islands": [["A"], ["B"], ["C"]],
        "land": [],
        "water": [["A", "B"], ["A", "C"]],
        "exits": {"N": None, "E": None, "S": None, "W": None},
    }
    boards = {"boards": [["isle", 0, 0, 0]], "start": "A", "faces": {"isle": isle}}
    assert taking(card("walk", move(2)), seat({"A": 1}), NOBODY, boards=boards).phase == "refill"
    assert taking(card("sail", move(3)), seat({"A": 1}), NOBODY, boards=boards).phase == "action"


def test_lg13_open_or_drops_the_branch_whose_points_pay_for_nothing() -> None:
    isle = {
        "islands": [["A"], ["B"], ["C"]],
        "land": [],
        "water": [["A", "B"], ["A", "C"]],
        "exits": {"N": None, "E": None, "S": None, "W": None},
    }
    boards = {"boards": [["isle", 0, 0, 0]], "start": "A", "faces": {"isle": isle}}
    state = taking(card("either", move(2), build(1), join="or"), seat({"B": 1}), NOBODY, boards=boards)
    assert texts(state) == {"build B", "pass"}


def test_lg13_a_part_of_nothing_is_over_without_asking() -> None:
    state = taking(card("none", place(0), move(1), join="and"), seat({"M1": 1}), NOBODY)
    assert pending(state) == {"card": "none", "part": 1, "left": 1, "branch": None}


def test_lg13_an_ability_makes_something_of_nothing() -> None:
    state = taking(card("none", place(0), abilities=[effect("plus_army", 2)]), NOBODY, NOBODY)
    assert left(state) == 2


def test_lg13_abilities_add_nothing_to_building_and_destroying() -> None:
    rich = seat({"M1": 2}, cards=["forest-pixie", "cursed-mausoleum"])
    assert left(taking(card("one", build(1)), rich, NOBODY)) == 1
    assert left(taking(card("ruin", destroy(1)), rich, NOBODY)) == 1


def test_lg13_worth_is_fixed_when_the_part_begins_not_when_the_card_is_taken() -> None:
    # The city of the first part takes a token that adds to the second.
    barracks = token("barracks", "city", effect("plus_army", 2), region="F1")
    both = card("both", build(1), place(1), join="and")
    state = play(taking(both, seat({"F1": 1}), NOBODY, tokens=[barracks]), "build F1")
    assert pending(state) == {"card": "both", "part": 1, "left": 3, "branch": None}


def test_lg13_worth_does_not_change_during_the_part() -> None:
    # The army that moves away gives up the control that added to moving: the points stay.
    road = token("road", "control", effect("plus_move", 2), region="M5")
    state = taking(card("walk", move(1)), seat({"M5": 1}), NOBODY, tokens=[road])
    assert left(state) == 3
    assert left(play(state, "move M5 M4")) == 2


def test_lg13_what_comes_under_control_during_a_part_adds_nothing_to_it() -> None:
    road = token("road", "control", effect("plus_move", 9), region="M4")
    state = taking(card("walk", move(2)), seat({"M5": 1}), NOBODY, tokens=[road])
    assert left(play(state, "move M5 M4")) == 1


def test_lg13_worth_of_an_or_branch_counts_when_its_first_step_is_taken() -> None:
    road = token("road", "control", effect("plus_move", 2), region="M5")
    state = taking(card("either", move(1), build(1), join="or"), seat({"M5": 1}), NOBODY, tokens=[road])
    state = play(state, "move M5 M4")
    assert pending(state) == {"card": "either", "part": 0, "left": 2, "branch": 0}


def test_lg13_second_part_sees_what_the_first_has_changed() -> None:
    # Moving to M4 gives control of the token that adds to placing.
    camp = token("camp", "control", effect("plus_army", 3), region="M4")
    both = card("both", move(1), place(1), join="and")
    state = play(taking(both, seat({"M5": 1}), NOBODY, tokens=[camp]), "move M5 M4")
    assert pending(state) == {"card": "both", "part": 1, "left": 4, "branch": None}


# ---- LG-14: place ----


def test_lg14_one_army_a_step_from_the_supply() -> None:
    state = play(taking(card("two", place(2)), seat({"M1": 3}), NOBODY), "place M1")
    assert player(state, 0)["armies"] == {"M1": 4}


def test_lg14_on_the_start_and_where_one_has_a_city() -> None:
    state = taking(card("two", place(2)), seat({"V5": 5}, {"F2": 1, "V1": 2}), seat(cities={"V7": 1}))
    assert texts(state) == {"place M1", "place F2", "place V1", "pass"}


def test_lg14_a_city_on_the_start_offers_it_once() -> None:
    state = taking(card("two", place(2)), seat(cities={"M1": 1}), NOBODY)
    assert sorted(state.legal_action_strs()) == ["pass", "place M1"]


def test_lg14_armies_may_be_split_over_the_allowed_regions() -> None:
    state = taking(card("three", place(3)), seat(cities={"F2": 1}), NOBODY)
    state = play(state, "place M1", "place F2", "place M1")
    assert (player(state, 0)["armies"], state.phase) == ({"M1": 2, "F2": 1}, "refill")


def test_lg14_plus_army_abilities_add_up() -> None:
    rich = seat(cards=["night-hydra", "night-village", "ancient-woods"])
    assert left(taking(card("one", place(1)), rich, NOBODY)) == 4


def test_lg14_at_most_n_armies() -> None:
    state = play(taking(card("two", place(2)), NOBODY, NOBODY), "place M1", "place M1")
    assert (state.phase, player(state, 0)["armies"]) == ("refill", {"M1": 2})


def test_lg14_the_part_ends_when_the_supply_is_out() -> None:
    state = taking(card("four", place(4)), seat({"M1": 16}), NOBODY)
    assert left(state) == 4
    state = play(state, "place M1", "place M1")
    assert (state.phase, player(state, 0)["armies"]) == ("refill", {"M1": 18})


def test_lg14_nothing_to_place_without_a_supply() -> None:
    assert taking(card("four", place(4)), seat({"M1": 18}), NOBODY).phase == "refill"


def test_lg14_an_or_without_supply_offers_the_other_branch() -> None:
    state = taking(card("either", place(1), move(1), join="or"), seat({"M5": 18}), NOBODY)
    assert texts(state) == {"move M5 M4", "pass"}


# ---- LG-15: move ----


def test_lg15_one_army_over_one_border_a_step() -> None:
    state = play(taking(card("two", move(2)), seat({"M1": 3}), NOBODY), "move M1 M2")
    assert player(state, 0)["armies"] == {"M1": 2, "M2": 1}


def test_lg15_a_land_border_costs_one() -> None:
    assert left(play(taking(card("two", move(2)), seat({"M1": 1}), NOBODY), "move M1 M2")) == 1


def test_lg15_points_may_be_split_over_armies_at_will() -> None:
    state = taking(card("three", move(3)), seat({"M1": 1, "V3": 1}), NOBODY)
    state = play(state, "move M1 M2", "move V3 V5", "move M2 M4")
    assert player(state, 0)["armies"] == {"V5": 1, "M4": 1}


def test_lg15_one_may_move_to_and_fro() -> None:
    state = taking(card("two", move(2)), seat({"M4": 1}), NOBODY)
    assert player(play(state, "move M4 M5", "move M5 M4"), 0)["armies"] == {"M4": 1}


def test_lg15_only_own_armies_move() -> None:
    state = taking(card("one", move(1)), seat({"M5": 1}), seat({"M4": 3}), neutral={"V1": 1})
    assert texts(state) == {"move M5 M4", "pass"}


def test_lg15_cities_do_not_move() -> None:
    state = taking(card("one", move(1)), seat({"M5": 1}, {"F1": 1}), NOBODY)
    assert texts(state) == {"move M5 M4", "pass"}


def flyers(count: int) -> list[dict[str, Any]]:
    """Cards with one flying each."""
    return [card(f"bird-{k}", abilities=[effect("flying", 1)]) for k in range(count)]


def sailing(points: int, flying: int) -> meeple.State:
    """Seat 0, with an army in V7 and so many flying, has so many points to move."""
    birds = flyers(flying)
    first = seat({"V7": 2}, cards=[bird["id"] for bird in birds])
    return taking(card("swim", move(points)), first, NOBODY, cards=birds)


@pytest.mark.parametrize(("flying", "cost"), [(0, 3), (1, 2), (2, 1), (3, 1), (4, 1)])
def test_lg15_water_costs_three_less_one_per_flying_but_at_least_one(flying: int, cost: int) -> None:
    assert left(play(sailing(4, flying), "move V7 M1")) == 4 - cost
    if cost > 1:
        assert "move V7 M1" not in texts(sailing(cost - 1, flying))
    assert "move V7 M1" in texts(sailing(cost, flying))


def test_lg15_second_flying_makes_water_cost_one() -> None:
    state = taking("ancient-phoenix", seat({"M1": 1}, cards=["dire-eye"]), NOBODY)
    assert left(play(state, "move M1 V7")) == 5 - 1


def test_lg15_water_inside_a_face_costs_the_same() -> None:
    assert left(play(taking(card("four", move(4)), seat({"V2": 1}), NOBODY), "move V2 V4")) == 1


def test_lg15_water_inside_one_island_costs_the_same() -> None:
    state = taking(card("four", move(4)), seat({"H1": 1}), NOBODY, boards="row")
    assert left(play(state, "move H1 H4")) == 1


def test_lg15_plus_move_abilities_add_up() -> None:
    rich = seat({"M1": 1}, cards=["cursed-mausoleum", "forest-tree-town", "noble-knight"])
    assert left(taking(card("one", move(1)), rich, NOBODY)) == 4


def test_lg15_a_bridge_is_a_land_border_between_islands() -> None:
    boards = {
        "boards": [["meadows", 0, 0, 0], ["tall-islands", 1, 0, 0], ["volcano", 2, 0, 0]],
        "start": "T1",
    }
    state = play(taking(card("two", move(2)), seat({"T2": 1}), NOBODY, boards=boards), "move T2 T1")
    assert left(state) == 1


def both_borders(**params: Any) -> dict[str, Any]:
    """A and B border each other by land and by water."""
    isle = {
        "islands": [["A"], ["B"], ["C"]],
        "land": [["A", "B"]],
        "water": [["A", "B"], ["A", "C"]],
        "exits": {"N": None, "E": None, "S": None, "W": None},
    }
    return {"boards": {"boards": [["isle", 0, 0, 0]], "start": "A", "faces": {"isle": isle}}, **params}


def test_lg15_of_several_borders_the_cheapest_counts() -> None:
    state = taking(card("four", move(4)), seat({"A": 1}), NOBODY, **both_borders())
    assert left(play(state, "move A B")) == 3
    assert sorted(state.legal_action_strs()) == ["move A B", "move A C", "pass"]


def test_lg15_what_is_left_may_not_pay_for_water_any_more() -> None:
    state = play(taking(card("three", move(3)), seat({"M2": 1}), NOBODY), "move M2 M1")
    assert "move M1 V7" not in texts(state)


# ---- LG-16: build ----


def test_lg16_where_one_has_an_army() -> None:
    state = taking(card("hut", build(1)), seat({"F1": 1, "M1": 2}, {"V1": 1}), seat({"V2": 1}))
    assert texts(state) == {"build F1", "build M1", "pass"}


def test_lg16_the_army_stays() -> None:
    state = play(taking(card("hut", build(1)), seat({"F1": 1}), NOBODY), "build F1")
    assert (player(state, 0)["armies"], player(state, 0)["cities"]) == ({"F1": 1}, {"F1": 1})


def test_lg16_several_cities_may_share_a_region_one_players_too() -> None:
    state = taking(card("town", build(3)), seat({"F1": 1}), seat(cities={"F1": 2}))
    state = play(state, "build F1", "build F1", "build F1")
    assert (player(state, 0)["cities"], player(state, 1)["cities"]) == ({"F1": 3}, {"F1": 2})


def test_lg16_three_cities_in_all() -> None:
    assert taking(card("hut", build(1)), seat({"F1": 1}, {"M1": 1, "V1": 2}), NOBODY).phase == "refill"


def test_lg16_part_ends_with_the_third_city() -> None:
    state = taking(card("town", build(9)), seat({"F1": 1}, {"M1": 2}), NOBODY)
    assert left(state) == 9
    assert play(state, "build F1").phase == "refill"


def test_lg16_a_city_is_no_army_to_build_beside() -> None:
    assert taking(card("hut", build(1)), seat(cities={"F1": 1}), seat({"F1": 1})).phase == "refill"


# ---- LG-17: destroy ----

RUIN = card("ruin", destroy(1))
WAR = card("war", destroy(3))


def test_lg17_armies_of_any_player_where_one_has_an_army() -> None:
    state = taking(RUIN, seat({"M1": 1, "F1": 1}), seat({"M1": 2, "V1": 1}), seat({"F1": 1}))
    assert texts(state) == {"destroy M1 0", "destroy M1 1", "destroy F1 0", "destroy F1 2", "pass"}


def test_lg17_neutral_armies_may_be_named() -> None:
    state = taking(RUIN, seat({"M1": 1}), NOBODY, neutral={"M1": 2, "F1": 1})
    assert texts(state) == {"destroy M1 0", "destroy M1 neutral", "pass"}


def test_lg17_a_destroyed_army_returns_to_its_owners_supply() -> None:
    cards = [RUIN, card("two", place(2))]
    state = table(seat({"M1": 1}), seat({"M1": 18}), row=["ruin", "two"], cards=cards)
    state = play(state, "take 1", "destroy M1 1")
    assert player(state, 1)["armies"] == {"M1": 17}
    state = play(state.sample_chance(meeple.Rng(1)), "take 1", "place M1")
    assert (state.phase, player(state, 1)["armies"]) == ("refill", {"M1": 18})


def test_lg17_destroyed_army_can_be_placed_in_the_same_action() -> None:
    state = taking(card("both", destroy(1), place(1), join="and"), seat({"M1": 18}), NOBODY)
    state = play(state, "destroy M1 0")
    assert texts(state) == {"place M1", "pass"}


def test_lg17_a_destroyed_neutral_army_leaves_the_game() -> None:
    state = play(taking(RUIN, seat({"M1": 1}), NOBODY, neutral={"M1": 10}), "destroy M1 neutral")
    assert shown(state)["neutral"] == {"M1": 9}


def test_lg17_immune_armies_cannot_be_named_by_others() -> None:
    state = taking(RUIN, seat({"M1": 1}), seat({"M1": 1}, cards=["dire-giant"]), seat({"M1": 1}))
    assert texts(state) == {"destroy M1 0", "destroy M1 2", "pass"}


def test_lg17_immune_armies_may_be_named_by_themselves() -> None:
    state = taking(RUIN, seat({"M1": 1}, cards=["dire-giant"]), NOBODY)
    assert texts(state) == {"destroy M1 0", "pass"}


def test_lg17_neutral_armies_are_never_immune() -> None:
    state = taking(RUIN, seat({"M1": 1}), seat({"M1": 1}, cards=["dire-giant"]), neutral={"M1": 1})
    assert texts(state) == {"destroy M1 0", "destroy M1 neutral", "pass"}


def test_lg17_one_must_have_an_army_there_a_city_is_none() -> None:
    assert taking(RUIN, seat(cities={"M1": 1}), seat({"M1": 1})).phase == "refill"


def test_lg17_cities_are_never_destroyed() -> None:
    state = taking(RUIN, seat({"M1": 1}, {"M1": 1}), seat(cities={"M1": 2}))
    assert texts(state) == {"destroy M1 0", "pass"}
    state = play(state, "destroy M1 0")
    assert (player(state, 0)["cities"], player(state, 1)["cities"]) == ({"M1": 1}, {"M1": 2})


def test_lg17_destroying_ones_last_army_there_ends_ones_reach() -> None:
    state = play(taking(WAR, seat({"M1": 1, "F1": 1}), seat({"M1": 5})), "destroy M1 0")
    assert texts(state) == {"destroy F1 0", "pass"}


def test_lg17_destroying_ones_last_army_of_all_ends_the_part() -> None:
    state = play(taking(WAR, seat({"M1": 1}), seat({"M1": 5})), "destroy M1 0")
    assert (state.phase, player(state, 0)["armies"]) == ("refill", {})


def test_lg17_destroying_ones_last_army_takes_the_second_parts_steps() -> None:
    state = taking(card("both", destroy(1), build(1), join="and"), seat({"M1": 1}), NOBODY)
    assert play(state, "destroy M1 0").phase == "refill"


def test_lg17_several_destructions_one_a_step() -> None:
    state = taking(WAR, seat({"M1": 1}), seat({"M1": 2}), neutral={"M1": 1})
    state = play(state, "destroy M1 1", "destroy M1 neutral", "destroy M1 1")
    assert (state.phase, player(state, 1)["armies"], shown(state)["neutral"]) == ("refill", {}, {})


def test_lg17_ones_own_army_alone_keeps_the_part_open() -> None:
    assert texts(taking(RUIN, seat({"V1": 1}), seat({"M1": 1}))) == {"destroy V1 0", "pass"}


# ---- LG-18: the row ----


def test_lg18_row_slides_left_when_the_card_is_taken() -> None:
    row = ["lake", "graveyard", "dire-eye", "dire-ogre", "stronghold", "forest-elf"]
    state = play(table(seat({"M1": 1}, coins=3), NOBODY, row=row), "take 3")
    assert shown(state)["row"] == ["lake", "graveyard", "dire-ogre", "stronghold", "forest-elf"]


def test_lg18_a_card_comes_to_the_right_end_after_the_action() -> None:
    row = ["plain-1", "lake", "graveyard", "dire-eye", "dire-ogre", "stronghold"]
    state = play(table(NOBODY, NOBODY, row=row), "take 1")
    assert (state.phase, state.is_chance, shown(state)["turn"]) == ("refill", True, 0)
    state = play(state, "row plain-7")
    assert shown(state)["row"] == [*row[1:], "plain-7"]
    assert (state.phase, state.current_player) == ("take", 1)


def test_lg18_every_card_of_the_deck_is_equally_likely() -> None:
    state = play(table(NOBODY, seat(cards=["lake"])), "take 1")
    outcomes = chance(state)
    held = {*shown(state)["row"], *player(state, 0)["cards"], *player(state, 1)["cards"]}
    assert len(outcomes) == 64 - len(held)
    assert not {f"row {name}" for name in held} & outcomes.keys()
    assert set(outcomes.values()) == {next(iter(outcomes.values()))}
    assert sum(outcomes.values()) == 1


def dry(players: int, cards: int) -> meeple.State:
    """A game of plain cards with so many in the deck, at its first `take`."""
    first = 0
    return skip(setup(players=players, deck=plain_deck(cards), first_player=first), "take")


def test_lg18_row_stays_short_and_nothing_is_asked_when_the_deck_is_out() -> None:
    # 26 cards: 6 in the row, 20 in the deck. The 21st take finds no card to draw.
    state = dry(2, 26)
    rng = meeple.Rng(1)
    for _ in range(20):
        state = play(state, "take 1")
        assert state.phase == "refill"
        state = state.sample_chance(rng)
    assert len(shown(state)["row"]) == 6
    for length in (5, 4, 3, 2, 1):
        state = play(state, "take 1")
        assert (state.phase, len(shown(state)["row"])) == ("take", length)
    state = play(state, "take 1")
    assert (state.phase, shown(state)["row"]) == ("over", [])


def test_lg18_costs_of_a_short_row_go_by_place() -> None:
    state = dry(2, 26)
    rng = meeple.Rng(1)
    for _ in range(23):
        state = state.step(state.parse_action("take 1"), rng)
    assert len(shown(state)["row"]) == 3
    before = player(state, 1)["coins"]
    assert texts(state) == {"take 1", "take 2", "take 3"}
    assert player(play(state, "take 3"), 1)["coins"] == before - 1


def test_lg18_a_card_is_drawn_after_the_last_action_too() -> None:
    state = dry(3, 64)
    rng = meeple.Rng(1)
    for _ in range(29):
        state = state.step(state.parse_action("take 1"), rng)
    state = play(state, "take 1")
    assert state.phase == "refill"
    assert not state.is_terminal
    assert state.outcome is None
    state = state.sample_chance(rng)
    assert (state.phase, len(shown(state)["row"])) == ("over", 6)


def test_lg18_a_single_card_in_the_deck_is_asked_all_the_same() -> None:
    state = dry(2, 26)
    rng = meeple.Rng(1)
    for _ in range(19):
        state = state.step(state.parse_action("take 1"), rng)
    state = play(state, "take 1")
    assert state.phase == "refill"
    assert list(chance(state).values()) == [Fraction(1)]


# ---- A turn, LG-19 ----


@pytest.mark.parametrize("first", [0, 1, 2, 3])
def test_turns_go_clockwise_from_the_first_player(first: int) -> None:
    state = setup(players=4, deck=plain_deck(), first_player=first)
    rng = meeple.Rng(2)
    seats = []
    for _ in range(8):
        seats.append(state.current_player)
        state = state.step(state.parse_action("take 1"), rng)
    assert seats == list(itertools.islice(itertools.cycle([first, *range(first + 1, 4), *range(first)]), 8))


@pytest.mark.parametrize(("players", "cards"), [(2, 13), (3, 10), (4, 8)])
def test_lg19_the_game_ends_when_each_owns_its_cards(players: int, cards: int) -> None:
    state = dry(players, 64)
    rng = meeple.Rng(1)
    for turn in range(players * cards):
        assert (state.phase, state.is_terminal) == ("take", False), turn
        state = state.step(state.parse_action("take 1"), rng)
    assert state.phase == "over"
    assert state.is_terminal
    assert [len(player(state, n)["cards"]) for n in range(players)] == [cards] * players
    assert state.outcome is not None
    assert state.outcome.reason == "cards"


def test_lg19_nobody_acts_when_the_game_is_over() -> None:
    state = play(table(NOBODY, seat(), phase="over", turn=None))
    assert state.current_player == meeple.TERMINAL
    assert state.legal_actions() == []
    assert state.chance_outcomes() == []
    with pytest.raises(meeple.IllegalActionError):
        state.apply(0)


def test_lg13_acting_positions_go_on_as_play_does() -> None:
    two = card("two", place(2))
    drawn = acting(seat({"M1": 1}, cards=["two"]), NOBODY, left=1, cards=[two])
    assert texts(drawn) == {"place M1", "pass"}
    assert play(drawn, "place M1").phase == "refill"
