"""LG-25 to LG-28: explore tokens, citadels, tokens of one's own, leaders, rounds."""

from __future__ import annotations

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
    ended,
    face,
    move,
    place,
    plain_deck,
    play,
    player,
    points,
    portal,
    result,
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
HUT = card("hut", build(1))
EXPLORE = ["magic-spring", "cottage", "hidden-treasure", "magic-book", "stable"]
CITADELS = ["citadel-1", "citadel-2", "citadel-3"]


def start(**params: Any) -> meeple.State:
    """The state before anything has happened."""
    state: meeple.State = meeple.load("legends", **params).new_initial_state()
    return state


def left(state: meeple.State) -> int:
    """What the part at hand still has."""
    return int(shown(state)["pending"]["left"])


def settle_in(region: str, *names: str, **given: Any) -> meeple.State:
    """Seat 0 builds a city where these explore tokens lie."""
    first = given.pop("first", seat({region: 1}))
    state = taking(HUT, first, given.pop("second", NOBODY), explore=True, lying={region: names}, **given)
    return play(state, f"build {region}")


# ---- LG-25: explore, placing ----


def test_lg25_five_tokens_are_placed_by_chance_in_the_datas_order() -> None:
    state = start(explore=True)
    for name in EXPLORE:
        assert (state.phase, state.is_chance, shown(state)["turn"]) == ("token", True, None)
        assert {text.split()[1] for text in chance(state)} == {name}
        state = state.sample_chance(meeple.Rng(1))
    assert state.phase == "row"


def test_lg25_each_region_without_a_token_but_the_start_is_equally_likely() -> None:
    state = start(explore=True)
    outcomes = chance(state)
    regions = [f"V{n}" for n in range(1, 8)] + ["M2", "M3", "M4", "M5", "F1", "F2", "F3"]
    assert outcomes == {f"token magic-spring {region}": Fraction(1, 14) for region in regions}
    state = play(state, "token magic-spring M2")
    regions.remove("M2")
    assert chance(state) == {f"token cottage {region}": Fraction(1, 13) for region in regions}


ISLE = face([["A", "B"], ["C", "D"]], land=["A-B", "C-D"], water=["A-C", "B-D"])
SMALL = {"boards": [["isle", 0, 0, 0]], "start": "A", "faces": {"isle": ISLE}}


def test_lg25_a_token_that_finds_no_region_stays_out_unasked() -> None:
    state = start(explore=True, boards=SMALL)
    state = play(state, "token magic-spring C", "token cottage D")
    assert chance(state) == {"token hidden-treasure B": Fraction(1)}
    state = play(state, "token hidden-treasure B")
    assert state.phase == "row"
    assert shown(state)["tokens"] == {"B": ["hidden-treasure"], "C": ["magic-spring"], "D": ["cottage"]}


def test_lg25_the_order_is_explore_citadels_own() -> None:
    own = [token("dragon", "control"), portal("gate")]
    state = start(tokens=own, citadels=True, explore=True, boards="rectangle")
    names = []
    while state.phase == "token":
        names.append(next(iter(chance(state))).split()[1])
        state = state.sample_chance(meeple.Rng(2))
    assert names == [*EXPLORE, *CITADELS, "dragon", "gate"]


def test_lg26_a_token_with_a_region_is_not_asked_and_keeps_others_away() -> None:
    own = [token("dragon", "control", region="B"), token("snake", "city")]
    state = start(tokens=own, boards=SMALL)
    assert chance(state) == {"token snake C": Fraction(1, 2), "token snake D": Fraction(1, 2)}
    assert shown(state)["tokens"] == {"B": ["dragon"]}
    assert play(state, "token snake D").phase == "row"


def test_lg26_a_token_may_lie_on_the_start_or_with_another_from_the_begin() -> None:
    own = [token("dragon", "city", region="A"), token("snake", "city", region="A"), portal("gate", "A")]
    state = start(tokens=own, boards=SMALL)
    assert (state.phase, shown(state)["tokens"]) == ("row", {"A": ["dragon", "snake", "gate"]})


def test_lg26_full_board_leaves_citadels_and_own_tokens_out() -> None:
    own = [token(f"token-{region.lower()}", "city", region=region) for region in "BCD"]
    state = start(tokens=[*own, portal("gate")], citadels=True, boards=SMALL)
    assert (state.phase, state.is_chance) == ("row", True)
    assert shown(state)["tokens"] == {"B": ["token-b"], "C": ["token-c"], "D": ["token-d"]}


# ---- LG-25: explore, taking ----


def test_lg25_first_to_build_there_takes_the_token() -> None:
    state = settle_in("V3", "magic-spring")
    assert player(state, 0)["tokens"] == ["magic-spring"]
    assert "V3" not in shown(state)["tokens"]


def test_lg25_all_that_lie_there_are_taken() -> None:
    own = [token("camp", "city", region="V3"), token("den", "city", effect("plus_army", 1), region="V3")]
    state = play(taking(HUT, seat({"V3": 1}), NOBODY, tokens=own), "build V3")
    assert (player(state, 0)["tokens"], shown(state)["tokens"]) == (["camp", "den"], {})


def test_lg26_control_tokens_and_portals_stay_where_city_tokens_are_taken() -> None:
    own = [token("camp", "city", region="V3"), token("den", "control", region="V3"), portal("gate", "V3")]
    state = play(taking(HUT, seat({"V3": 1}), NOBODY, tokens=own), "build V3")
    assert (player(state, 0)["tokens"], shown(state)["tokens"]) == (["camp"], {"V3": ["den", "gate"]})


def test_lg25_an_army_alone_takes_nothing() -> None:
    state = taking(card("walk", move(1)), seat({"V3": 1}), NOBODY, explore=True, lying={"V4": ["cottage"]})
    state = play(state, "move V3 V4")
    assert player(state, 0)["tokens"] == []
    assert shown(state)["tokens"]["V4"] == ["cottage"]


def test_lg25_a_city_elsewhere_takes_nothing() -> None:
    state = taking(HUT, seat({"V3": 1, "V4": 1}), NOBODY, explore=True, lying={"V4": ["cottage"]})
    state = play(state, "build V3")
    assert player(state, 0)["tokens"] == []


def test_lg25_tokens_stand_in_the_order_taken() -> None:
    state = table(
        seat({"V3": 1}, tokens=["stable"], cards=["hut"]),
        NOBODY,
        phase="action",
        pending={"card": "hut", "part": 0, "left": 1, "branch": None},
        cards=[HUT],
        explore=True,
        lying={"V3": ["magic-spring"]},
    )
    assert player(play(state, "build V3"), 0)["tokens"] == ["stable", "magic-spring"]


def test_lg25_magic_spring_is_two_elixirs() -> None:
    one = seat(cards=["dire-goblin"])
    assert points(settle_in("V3", "magic-spring", second=one), 0)["elixirs"] == 2
    two = seat(cards=["cursed-banshee"])
    assert points(settle_in("V3", "magic-spring", second=two), 0)["elixirs"] == 1


def test_lg25_cottage_adds_an_army_each_time_its_owner_places() -> None:
    first = seat(tokens=["cottage"])
    both = card("both", place(1), place(2), join="and")
    state = taking(both, first, NOBODY, explore=True)
    assert left(state) == 2
    assert left(play(state, "pass")) == 3


def test_lg25_cottage_works_at_once_for_the_next_part() -> None:
    both = card("both", build(1), place(1), join="and")
    state = taking(both, seat({"V3": 1}), NOBODY, explore=True, lying={"V3": ["cottage"]})
    assert left(play(state, "build V3")) == 2


def test_lg25_hidden_treasure_is_a_coin_at_once() -> None:
    state = settle_in("V3", "hidden-treasure", first=seat({"V3": 1}, coins=4))
    assert player(state, 0)["coins"] == 5


def test_lg25_magic_book_is_a_point() -> None:
    state = settle_in("V3", "magic-book")
    assert (points(state, 0)["magic_book"], points(state, 1)["magic_book"]) == (1, 0)


def test_lg25_stable_adds_a_point_each_time_its_owner_moves() -> None:
    both = card("both", move(1), move(2), join="and")
    state = taking(both, seat({"M1": 1}, tokens=["stable"]), NOBODY, explore=True)
    assert left(state) == 2
    assert left(play(state, "pass")) == 3


def test_lg25_tokens_of_others_do_not_work_for_me() -> None:
    state = taking(card("one", move(1)), seat({"M1": 1}), seat(tokens=["stable"]), explore=True)
    assert left(state) == 1


# ---- LG-26: citadels ----


def test_lg26_three_citadels_are_placed_like_explore_tokens() -> None:
    state = start(citadels=True)
    for name in CITADELS:
        assert {text.split()[1] for text in chance(state)} == {name}
        assert f"token {name} M1" not in chance(state)
        state = state.sample_chance(meeple.Rng(4))
    assert state.phase == "row"


def test_lg26_a_citadel_pays_who_controls_its_region() -> None:
    lie = {"V3": ["citadel-1"], "V4": ["citadel-2"], "V5": ["citadel-3"]}
    first, second = seat({"V3": 1, "V4": 1, "V5": 2}), seat({"V4": 1, "V5": 1})
    state = table(first, second, citadels=True, lying=lie)
    assert [points(state, n)["citadels"] for n in range(2)] == [2, 0]


def test_lg26_a_citadel_in_neutral_hands_pays_nobody() -> None:
    state = table(seat({"V3": 1}), NOBODY, citadels=True, lying={"V3": ["citadel-1"]}, neutral={"V3": 2})
    assert points(state, 0)["citadels"] == 0


def test_lg26_a_city_does_not_take_a_citadel() -> None:
    state = taking(HUT, seat({"V3": 1}), NOBODY, citadels=True, lying={"V3": ["citadel-1"]})
    state = play(state, "build V3")
    assert player(state, 0)["tokens"] == []
    assert shown(state)["tokens"]["V3"] == ["citadel-1"]


# ---- LG-26: own tokens, `city` ----


def test_lg26_city_token_is_taken_and_kept() -> None:
    camp = token("camp", "city", effect("plus_army", 2), region="F1")
    state = play(taking(HUT, seat({"F1": 1}), NOBODY, tokens=[camp]), "build F1")
    assert player(state, 0)["tokens"] == ["camp"]
    two = table(
        seat({"V1": 1}, tokens=["camp"], cards=["one"]),
        NOBODY,
        tokens=[camp],
        cards=[card("one", place(1))],
        row=["plain-1"],
    )
    assert player(two, 0)["tokens"] == ["camp"]


@pytest.mark.parametrize(("kind", "part", "worth"), [("plus_army", place(2), 5), ("plus_move", move(2), 5)])
def test_lg26_city_token_adds_to_the_parts_of_its_owner(kind: str, part: dict[str, Any], worth: int) -> None:
    gift = token("gift", "city", effect(kind, 3), region="F1")
    state = taking(card("two", part), seat({"V1": 1}, tokens=["gift"]), NOBODY, tokens=[gift])
    assert left(state) == worth


def test_lg26_city_token_on_the_board_works_for_nobody() -> None:
    gift = token("gift", "city", effect("plus_move", 3), effect("vp", 4), region="V1")
    state = taking(card("two", move(2)), seat({"V1": 1}), NOBODY, tokens=[gift])
    assert (left(state), points(state, 0)["tokens"]) == (2, 0)


def test_lg26_gain_coins_come_at_once() -> None:
    gift = token("gift", "city", effect("gain_coins", 5), region="F1")
    state = play(taking(HUT, seat({"F1": 1}, coins=1), NOBODY, tokens=[gift]), "build F1")
    assert player(state, 0)["coins"] == 6


def test_lg26_coins_never_fall_below_nothing() -> None:
    robbers = token("robbers", "city", effect("gain_coins", -5), region="F1")
    state = play(taking(HUT, seat({"F1": 1}, coins=3), NOBODY, tokens=[robbers]), "build F1")
    assert player(state, 0)["coins"] == 0


def test_lg26_coins_of_one_token_are_a_sum() -> None:
    trade = token("trade", "city", effect("gain_coins", -5), effect("gain_coins", 7), region="F1")
    state = play(taking(HUT, seat({"F1": 1}, coins=1), NOBODY, tokens=[trade]), "build F1")
    assert player(state, 0)["coins"] == 3


def test_lg26_vp_of_taken_tokens_count_negative_ones_too() -> None:
    luck, curse = token("luck", "city", effect("vp", 3)), token("curse", "city", effect("vp", -7))
    state = table(seat(tokens=["luck", "curse"]), seat(), tokens=[luck, curse])
    assert (points(state, 0)["tokens"], points(state, 1)["tokens"]) == (-4, 0)


def test_lg26_elixirs_of_tokens_count() -> None:
    spring = token("spring", "city", effect("elixir", 1))
    state = table(seat(tokens=["spring"]), NOBODY, tokens=[spring])
    assert points(state, 0)["elixirs"] == 2


def test_lg26_flying_of_tokens_counts_for_water_and_points() -> None:
    wings = token("wings", "city", effect("flying", 2))
    first = seat({"M1": 1}, cards=["cursed-tower"], tokens=["wings"])
    state = taking(card("one", move(1)), first, NOBODY, tokens=[wings])
    assert "move M1 V7" in texts(state)
    assert points(state, 0)["cursed-tower"] == 2


def test_lg26_negative_flying_makes_water_dearer() -> None:
    lead = token("lead", "city", effect("flying", -2))
    first = seat({"M1": 1}, tokens=["lead"])
    assert "move M1 V7" not in texts(taking(card("four", move(4)), first, NOBODY, tokens=[lead]))
    state = play(taking(card("six", move(6)), first, NOBODY, tokens=[lead]), "move M1 V7")
    assert left(state) == 1


def test_lg26_negative_flying_makes_points_per_flying_negative() -> None:
    lead = token("lead", "city", effect("flying", -2))
    state = table(seat(cards=["cursed-tower"], tokens=["lead"]), NOBODY, tokens=[lead])
    assert points(state, 0)["cursed-tower"] == -2


def test_lg26_a_part_is_never_worth_less_than_nothing() -> None:
    mire = token("mire", "city", effect("plus_army", -9))
    state = taking(card("two", place(2)), seat(tokens=["mire"]), NOBODY, tokens=[mire])
    assert (state.phase, player(state, 0)["armies"]) == ("refill", {})


def test_lg26_a_part_worth_exactly_nothing_is_over() -> None:
    mire = token("mire", "city", effect("plus_move", -2))
    state = taking(card("two", move(2)), seat({"M1": 1}, tokens=["mire"]), NOBODY, tokens=[mire])
    assert state.phase == "refill"


def test_lg26_a_branch_worth_nothing_offers_no_step() -> None:
    mire = token("mire", "city", effect("plus_move", -5))
    either = card("either", move(3), place(1), join="or")
    state = taking(either, seat({"M1": 1}, tokens=["mire"]), NOBODY, tokens=[mire])
    assert texts(state) == {"place M1", "pass"}


def test_lg26_a_loss_is_taken_from_what_abilities_add() -> None:
    mire = token("mire", "city", effect("plus_army", -1))
    first = seat(cards=["forest-pixie", "night-village"], tokens=["mire"])
    assert left(taking(card("one", place(1)), first, NOBODY, tokens=[mire])) == 2


# ---- LG-26: own tokens, `control` ----


def test_lg26_control_token_works_for_who_controls_its_region() -> None:
    road = token("road", "control", effect("plus_move", 2), region="M5")
    assert left(taking(card("one", move(1)), seat({"M5": 2}), seat({"M5": 1}), tokens=[road])) == 3
    assert left(taking(card("one", move(1)), seat({"M5": 1}), seat({"M5": 1}), tokens=[road])) == 1
    assert left(taking(card("one", move(1)), seat({"M4": 1}), seat({"M5": 1}), tokens=[road])) == 1


def test_lg26_control_token_in_neutral_hands_works_for_nobody() -> None:
    road = token("road", "control", effect("plus_move", 2), region="M5")
    state = taking(card("one", move(1)), seat({"M5": 1}), NOBODY, tokens=[road], neutral={"M5": 3})
    assert left(state) == 1


def test_lg26_control_token_stays_when_a_city_is_built() -> None:
    road = token("road", "control", effect("plus_move", 2), region="M5")
    state = play(taking(HUT, seat({"M5": 1}), NOBODY, tokens=[road]), "build M5")
    assert (player(state, 0)["tokens"], shown(state)["tokens"]) == ([], {"M5": ["road"]})


def test_lg26_control_token_is_asked_at_each_border() -> None:
    # Two armies hold the nest; with the second gone, the water is dear again.
    nest = token("nest", "control", effect("flying", 2), region="V7")
    state = taking(card("five", move(5)), seat({"V7": 1}), NOBODY, tokens=[nest])
    state = play(state, "move V7 M1")
    assert left(state) == 4
    state = play(state, "move M1 V7")
    assert left(state) == 1


def test_lg26_a_border_costs_what_it_costs_before_the_army_leaves() -> None:
    nest = token("nest", "control", effect("flying", 2), region="V7")
    state = taking(card("one", move(1)), seat({"V7": 1}), NOBODY, tokens=[nest])
    assert texts(state) == {"move V7 V6", "move V7 M1", "pass"}
    assert play(state, "move V7 M1").phase == "refill"


def test_lg26_control_token_counts_in_the_score() -> None:
    hoard = token("hoard", "control", effect("vp", 3), effect("elixir", 1), region="F1")
    state = table(seat({"F1": 1}), seat({"M1": 1}), tokens=[hoard])
    assert [points(state, n)["tokens"] for n in range(2)] == [3, 0]
    assert [points(state, n)["elixirs"] for n in range(2)] == [2, 0]


def test_lg26_negative_elixirs_of_a_region_hold_while_it_is_controlled() -> None:
    swamp = token("swamp", "control", effect("elixir", -1), region="F1")
    first = seat({"F1": 1}, cards=["dire-goblin"])
    state = table(first, NOBODY, tokens=[swamp])
    assert points(state, 0)["elixirs"] == 0


# ---- LG-26: portals ----

GATES = [portal("gate-a", "F1"), portal("gate-b", "V3")]


def test_lg26_portals_border_each_other_as_by_land() -> None:
    state = taking(card("one", move(1)), seat({"F1": 1}), NOBODY, tokens=GATES)
    assert texts(state) == {"move F1 F2", "move F1 V3", "pass"}
    state = play(taking(card("one", move(1)), seat({"V3": 1}), NOBODY, tokens=GATES), "move V3 F1")
    assert (player(state, 0)["armies"], state.phase) == ({"F1": 1}, "refill")


def test_lg26_all_portals_border_each_other() -> None:
    gates = [*GATES, portal("gate-c", "M5")]
    state = taking(card("one", move(1)), seat({"M5": 1}), NOBODY, tokens=gates)
    assert texts(state) == {"move M5 M4", "move M5 F1", "move M5 V3", "pass"}


def test_lg26_a_portal_makes_a_water_connection_cheap() -> None:
    gates = [portal("gate-a", "V2"), portal("gate-b", "V4")]
    state = play(taking(card("two", move(2)), seat({"V2": 1}), NOBODY, tokens=gates), "move V2 V4")
    assert left(state) == 1


def test_lg26_a_portal_leaves_a_land_border_as_it_is() -> None:
    gates = [portal("gate-a", "M1"), portal("gate-b", "M2")]
    state = taking(card("two", move(2)), seat({"M1": 1}), NOBODY, tokens=gates)
    assert sorted(state.legal_action_strs()) == ["move M1 M2", "move M1 M3", "pass"]
    assert left(play(state, "move M1 M2")) == 1


def test_lg26_a_single_portal_leads_nowhere() -> None:
    state = taking(card("one", move(1)), seat({"F1": 1}), NOBODY, tokens=[portal("gate", "F1")])
    assert texts(state) == {"move F1 F2", "pass"}


def test_lg26_two_portals_in_one_region_lead_nowhere() -> None:
    gates = [portal("gate-a", "F1"), portal("gate-b", "F1")]
    state = taking(card("one", move(1)), seat({"F1": 1}), NOBODY, tokens=gates)
    assert texts(state) == {"move F1 F2", "pass"}


def test_lg26_portals_keep_a_part_open_where_there_is_no_other_border() -> None:
    isle = face([["A", "B"], ["C"], ["D"]], land=["A-B"], water=["A-C", "B-D"])
    boards = {"boards": [["isle", 0, 0, 0]], "start": "A", "faces": {"isle": isle}}
    gates = [portal("gate-a", "C"), portal("gate-b", "D")]
    state = taking(card("one", move(1)), seat({"C": 1}), NOBODY, boards=boards, tokens=gates)
    assert texts(state) == {"move C D", "pass"}


def test_lg26_a_portal_is_never_taken() -> None:
    state = play(taking(HUT, seat({"F1": 1}), NOBODY, tokens=GATES), "build F1")
    assert player(state, 0)["tokens"] == []
    assert shown(state)["tokens"] == {"F1": ["gate-a"], "V3": ["gate-b"]}


def test_lg26_portals_without_region_are_placed_by_chance() -> None:
    state = start(tokens=[portal("gate-a"), portal("gate-b")])
    state = play(state, "token gate-a F1", "token gate-b V3")
    assert shown(state)["tokens"] == {"F1": ["gate-a"], "V3": ["gate-b"]}


def test_lg26_portals_move_no_army_of_the_start_out_of_reach() -> None:
    # A portal on the start makes it a neighbour like any other; armies are still placed on the start alone.
    gates = [portal("gate-a", "M1"), portal("gate-b", "F3")]
    state = taking(card("either", place(1), move(1), join="or"), seat({"F3": 1}), NOBODY, tokens=gates)
    assert texts(state) == {"place M1", "move F3 F2", "move F3 M1", "pass"}


# ---- LG-27: leaders ----

LEADERS = ["white-knight", "red-sorceress", "fairy-queen", "bandit-king"]


def led(leader: str, *, rival: str = "fairy-queen", **own: Any) -> tuple[dict[str, Any], dict[str, list[str]]]:
    """Seat 0 under this leader, and the parameter that names it and seat 1's."""
    return seat(leader=leader, **own), {"leaders": [leader, rival]}


def test_lg27_each_player_is_dealt_one_leader_seat_0_first() -> None:
    state = start(players=3, leaders=True)
    assert chance(state) == {f"leader 0 {name}": Fraction(1, 4) for name in LEADERS}
    state = play(state, "leader 0 fairy-queen")
    rest = ["white-knight", "red-sorceress", "bandit-king"]
    assert chance(state) == {f"leader 1 {name}": Fraction(1, 3) for name in rest}
    state = play(state, "leader 1 white-knight")
    assert chance(state) == {f"leader 2 {name}": Fraction(1, 2) for name in rest[1:]}
    state = play(state, "leader 2 bandit-king")
    assert [player(state, n)["leader"] for n in range(3)] == ["fairy-queen", "white-knight", "bandit-king"]


def test_lg27_the_last_of_four_leaders_is_asked_all_the_same() -> None:
    state = start(players=4, leaders=True)
    for number, name in enumerate(LEADERS[:3]):
        state = play(state, f"leader {number} {name}")
    assert chance(state) == {"leader 3 bandit-king": Fraction(1)}


def test_lg27_named_leaders_stand_from_the_begin_and_are_not_dealt() -> None:
    state = start(leaders=["bandit-king", "red-sorceress"])
    assert state.phase == "row"
    assert [player(state, n)["leader"] for n in range(2)] == ["bandit-king", "red-sorceress"]
    assert [player(state, n)["armies"] for n in range(2)] == [{"M1": 4}, {"M1": 5}]


def test_lg27_named_leaders_stand_before_the_tokens_are_placed() -> None:
    state = start(leaders=["bandit-king", "red-sorceress"], explore=True)
    assert (state.phase, player(state, 0)["leader"]) == ("token", "bandit-king")
    assert player(state, 1)["armies"] == {}


def test_lg27_white_knight_places_an_army_with_each_city() -> None:
    first, params = led("white-knight", armies={"F1": 1})
    state = taking(card("town", build(2)), first, seat(leader="fairy-queen"), **params)
    state = play(state, "build F1")
    assert player(state, 0)["armies"] == {"F1": 2}
    assert player(play(state, "build F1"), 0)["armies"] == {"F1": 3}


def test_lg27_white_knight_places_none_without_supply() -> None:
    first, params = led("white-knight", armies={"F1": 18})
    state = play(taking(HUT, first, seat(leader="fairy-queen"), **params), "build F1")
    assert (player(state, 0)["armies"], player(state, 0)["cities"]) == ({"F1": 18}, {"F1": 1})


def test_lg27_white_knights_supply_lacks_captured_armies() -> None:
    first, params = led("white-knight", rival="red-sorceress", armies={"F1": 16})
    second = seat(leader="red-sorceress", captured={"0": 2})
    state = play(taking(HUT, first, second, **params), "build F1")
    assert player(state, 0)["armies"] == {"F1": 16}


def test_lg27_white_knights_army_does_not_use_up_the_part() -> None:
    first, params = led("white-knight", armies={"F1": 1})
    both = card("both", build(1), place(1), join="and")
    state = play(taking(both, first, seat(leader="fairy-queen"), **params), "build F1")
    assert left(state) == 1


def test_lg27_white_knight_takes_tokens_with_the_city_as_anyone() -> None:
    first, params = led("white-knight", armies={"V3": 1})
    state = taking(HUT, first, seat(leader="fairy-queen"), explore=True, lying={"V3": ["cottage"]}, **params)
    state = play(state, "build V3")
    assert (player(state, 0)["tokens"], player(state, 0)["armies"]) == (["cottage"], {"V3": 2})


def test_lg27_white_knight_is_paid_for_controlled_islands_of_three_or_more_regions() -> None:
    # V1 V2 is too small; F1 to F3 and M1 to M5 are not.
    first, params = led("white-knight", armies={"V1": 1, "F1": 1, "M1": 1})
    state = table(first, seat(leader="fairy-queen"), **params)
    assert points(state, 0)["leader"] == 2


def test_lg27_white_knight_is_not_paid_for_an_island_in_a_tie() -> None:
    first, params = led("white-knight", armies={"F1": 1})
    state = table(first, seat({"F2": 1}, leader="fairy-queen"), **params)
    assert points(state, 0)["leader"] == 0


def test_lg27_white_knights_islands_pay_one_whatever_the_face_says() -> None:
    isle = {**face([["A", "B", "C"], ["D"]], land=["A-B", "B-C"], water=["A-D", "B-D"]), "continent_vp": 9}
    boards = {"boards": [["isle", 0, 0, 0]], "start": "A", "faces": {"isle": isle}}
    first, params = led("white-knight", armies={"C": 1})
    state = table(first, seat(leader="fairy-queen"), boards=boards, **params)
    assert (points(state, 0)["continents"], points(state, 0)["leader"]) == (9, 1)


def test_lg27_red_sorceress_begins_with_five_armies() -> None:
    state = play(start(leaders=True), "leader 0 red-sorceress", "leader 1 white-knight")
    assert [player(state, n)["armies"] for n in range(2)] == [{"M1": 5}, {"M1": 4}]


def test_lg27_red_sorceress_has_eighteen_armies_all_the_same() -> None:
    first, params = led("red-sorceress", armies={"M1": 18})
    assert taking(card("one", place(1)), first, seat(leader="fairy-queen"), **params).phase == "refill"


def test_lg27_red_sorceress_keeps_the_enemy_armies_she_destroys() -> None:
    first, params = led("red-sorceress", armies={"M1": 1})
    war = card("war", destroy(2))
    state = taking(war, first, seat({"M1": 2}, leader="fairy-queen"), neutral={"M1": 1}, **params)
    state = play(state, "destroy M1 1", "destroy M1 neutral")
    assert player(state, 0)["captured"] == {"1": 1, "neutral": 1}
    assert player(state, 1)["armies"] == {"M1": 1}
    assert shown(state)["neutral"] == {}


def test_lg27_captured_armies_are_missing_in_their_owners_supply() -> None:
    first, params = led("red-sorceress", armies={"M1": 1}, captured={"1": 2})
    second = seat({"M1": 16}, leader="fairy-queen")
    state = table(first, second, turn=1, row=["one"], cards=[card("one", place(1))], **params)
    assert play(state, "take 1").phase == "refill"
    first = seat(leader="red-sorceress", armies={"M1": 1}, captured={"1": 1})
    state = table(first, second, turn=1, row=["one"], cards=[card("one", place(1))], **params)
    assert texts(play(state, "take 1")) == {"place M1", "pass"}


def test_lg27_red_sorceress_own_army_returns_to_her_supply() -> None:
    first, params = led("red-sorceress", armies={"M1": 18})
    both = card("both", destroy(1), place(1), join="and")
    state = play(taking(both, first, seat(leader="fairy-queen"), **params), "destroy M1 0")
    assert (player(state, 0)["captured"], texts(state)) == ({}, {"place M1", "pass"})


@pytest.mark.parametrize(("captured", "vp"), [({}, 0), ({"1": 2}, 0), ({"1": 2, "neutral": 1}, 1)])
def test_lg27_red_sorceress_is_paid_for_every_three(captured: dict[str, int], vp: int) -> None:
    first, params = led("red-sorceress", captured=captured)
    assert points(table(first, seat(leader="fairy-queen"), **params), 0)["leader"] == vp


def test_lg27_red_sorceress_is_paid_for_all_owners_together() -> None:
    params = {"leaders": ["red-sorceress", "fairy-queen", "bandit-king"]}
    first = seat(leader="red-sorceress", captured={"1": 4, "2": 5})
    state = table(first, seat(leader="fairy-queen"), seat(leader="bandit-king"), **params)
    assert points(state, 0)["leader"] == 3


def test_lg27_others_destructions_are_not_captured() -> None:
    first, params = led("fairy-queen", rival="red-sorceress", armies={"M1": 1})
    state = taking(card("ruin", destroy(1)), first, seat({"M1": 2}, leader="red-sorceress"), **params)
    state = play(state, "destroy M1 1")
    assert [player(state, n)["captured"] for n in range(2)] == [{}, {}]


def test_lg27_fairy_queen_is_paid_for_three_forest_cards() -> None:
    names = ["forest-elf", "forest-gnome", "forest-pixie", "forest-tree-town"]
    for count, vp in [(2, 0), (3, 1), (4, 1)]:
        first, params = led("fairy-queen", rival="bandit-king", cards=names[:count])
        assert points(table(first, seat(leader="bandit-king"), **params), 0)["leader"] == vp


def bonus(*row: str, turn: int = 0, **own: Any) -> meeple.State:
    """A game at its end, the Fairy Queen of a seat to take her card."""
    queen = seat(leader="fairy-queen", **own)
    king = seat(leader="bandit-king")
    players = [queen, king] if turn == 0 else [king, queen]
    return table(*players, phase="bonus", turn=turn, row=row, leaders=[entry["leader"] for entry in players])


def test_lg27_fairy_queen_takes_one_more_card_at_the_end() -> None:
    state = bonus("lake", "dire-eye")
    assert (state.phase, state.current_player) == ("bonus", 0)
    assert texts(state) == {f"bonus {n}" for n in range(1, 7)}
    state = play(state, "bonus 2")
    assert player(state, 0)["cards"][-1] == "dire-eye"
    assert len(player(state, 0)["cards"]) == 14
    assert (state.phase, len(shown(state)["row"])) == ("over", 5)


def test_lg27_bonus_card_is_free_and_must_be_taken() -> None:
    state = bonus(coins=0)
    assert "pass" not in texts(state)
    assert player(play(state, "bonus 6"), 0)["coins"] == 0


def test_lg27_bonus_card_has_no_action() -> None:
    state = play(bonus("forest-elf", armies={"M1": 1}), "bonus 1")
    assert state.is_terminal


def test_lg27_bonus_cards_coins_come() -> None:
    assert player(play(bonus("mountain-treasury", coins=1), "bonus 1"), 0)["coins"] == 3


def test_lg27_bonus_cards_abilities_count() -> None:
    forest = table(
        seat(leader="fairy-queen", cards=["forest-elf", "forest-gnome"]),
        seat(leader="bandit-king"),
        phase="bonus",
        row=["forest-pixie", "lake"],
        leaders=["fairy-queen", "bandit-king"],
    )
    assert points(play(forest, "bonus 1"), 0)["leader"] == 1
    assert points(play(forest, "bonus 2"), 0)["lake"] == 2


def test_lg27_the_queen_may_sit_anywhere() -> None:
    state = bonus(turn=1)
    assert state.current_player == 1
    assert len(player(play(state, "bonus 1"), 1)["cards"]) == 14


def game_of(cards: int, **params: Any) -> meeple.State:
    """A game of plain cards, at its first `take`."""
    return skip(setup(deck=plain_deck(cards), first_player=0, **params), "take")


def test_lg27_bonus_comes_after_the_last_draw() -> None:
    state = game_of(64, leaders=["fairy-queen", "bandit-king"])
    rng = meeple.Rng(1)
    for _ in range(25):
        state = state.step(state.parse_action("take 1"), rng)
    state = play(state, "take 1")
    assert state.phase == "refill"
    state = state.sample_chance(rng)
    assert (state.phase, state.current_player, len(shown(state)["row"])) == ("bonus", 0, 6)
    assert state.outcome is None
    assert state.returns() == [0.0, 0.0]
    state = play(state, "bonus 6")
    assert state.is_terminal
    assert state.outcome is not None


def test_lg27_bonus_from_a_short_row() -> None:
    state = game_of(28, leaders=["bandit-king", "fairy-queen"])
    rng = meeple.Rng(1)
    for _ in range(26):
        state = state.step(state.parse_action("take 1"), rng)
    assert (state.phase, state.current_player) == ("bonus", 1)
    assert texts(state) == {"bonus 1", "bonus 2"}


def test_lg27_bonus_is_skipped_if_the_row_is_empty() -> None:
    state = game_of(26, leaders=["bandit-king", "fairy-queen"])
    rng = meeple.Rng(1)
    for _ in range(26):
        state = state.step(state.parse_action("take 1"), rng)
    assert (state.phase, shown(state)["row"]) == ("over", [])


def test_lg27_no_bonus_without_the_fairy_queen() -> None:
    state = game_of(64, leaders=["bandit-king", "white-knight"])
    rng = meeple.Rng(1)
    for _ in range(26):
        state = state.step(state.parse_action("take 1"), rng)
    assert state.phase == "over"


def test_lg27_bandit_king_takes_a_coin_from_the_owner() -> None:
    first, params = led("bandit-king", armies={"M1": 1}, coins=2)
    state = taking(card("ruin", destroy(1)), first, seat({"M1": 1}, coins=5, leader="fairy-queen"), **params)
    state = play(state, "destroy M1 1")
    assert [player(state, n)["coins"] for n in range(2)] == [3, 4]


def test_lg27_bandit_king_takes_nothing_from_who_has_nothing() -> None:
    first, params = led("bandit-king", armies={"M1": 1}, coins=2)
    state = taking(card("war", destroy(2)), first, seat({"M1": 2}, coins=1, leader="fairy-queen"), **params)
    state = play(state, "destroy M1 1")
    assert [player(state, n)["coins"] for n in range(2)] == [3, 0]
    state = play(state, "destroy M1 1")
    assert [player(state, n)["coins"] for n in range(2)] == [3, 0]


def test_lg27_bandit_king_takes_nothing_for_neutral_and_own_armies() -> None:
    first, params = led("bandit-king", armies={"M1": 2}, coins=2)
    state = taking(card("war", destroy(2)), first, seat(coins=5, leader="fairy-queen"), neutral={"M1": 1}, **params)
    state = play(state, "destroy M1 neutral", "destroy M1 0")
    assert [player(state, n)["coins"] for n in range(2)] == [2, 5]


def test_lg27_only_the_king_himself_robs() -> None:
    first, params = led("fairy-queen", rival="bandit-king", armies={"M1": 1}, coins=2)
    state = taking(card("ruin", destroy(1)), first, seat({"M1": 1}, coins=5, leader="bandit-king"), **params)
    state = play(state, "destroy M1 1")
    assert [player(state, n)["coins"] for n in range(2)] == [2, 5]


@pytest.mark.parametrize(("armies", "vp"), [(18, 1), (17, 0)])
def test_lg27_bandit_king_is_paid_with_all_armies_on_the_board(armies: int, vp: int) -> None:
    first, params = led("bandit-king", armies={"M1": 9, "F1": armies - 9})
    assert points(table(first, seat(leader="fairy-queen"), **params), 0)["leader"] == vp


def test_lg27_captured_armies_keep_the_king_from_his_point() -> None:
    params = {"leaders": ["bandit-king", "red-sorceress"]}
    state = table(
        seat({"M1": 17}, leader="bandit-king"),
        seat(leader="red-sorceress", captured={"0": 1}),
        **params,
    )
    assert points(state, 0)["leader"] == 0


def test_lg27_leader_points_are_nothing_without_its_condition() -> None:
    state = start(leaders=True)
    assert points(state, 0)["leader"] == 0


# ---- LG-28: rounds ----


def round_end(*players: dict[str, Any], **given: Any) -> meeple.State:
    """The last seat of a round takes a plain card; the draw follows."""
    last = len(players) - 1
    state = table(*players, turn=last, moved=range(last), scoring="rounds", **given)
    return play(state, "take 1")


def test_lg28_prestige_comes_after_the_draw_that_ends_a_round() -> None:
    state = round_end(seat({"M1": 1, "F1": 1}), seat({"V1": 1}))
    assert (state.phase, shown(state)["prestige"]) == ("refill", [0, 0])
    state = state.sample_chance(meeple.Rng(1))
    assert (state.phase, state.current_player, shown(state)["prestige"]) == ("take", 0, [2, 1])


def test_lg28_no_prestige_before_all_own_equally_many() -> None:
    state = table(seat({"M1": 1}), NOBODY, scoring="rounds")
    state = play(state, "take 1").sample_chance(meeple.Rng(1))
    assert (state.current_player, shown(state)["prestige"]) == (1, [0, 0])


def test_lg28_a_round_is_full_when_all_own_equally_many_whoever_began() -> None:
    state = setup(players=3, deck=plain_deck(), first_player=2, scoring="rounds")
    document = state.to_dict()
    document["position"]["players"][1]["armies"] = {"M1": 4, "V1": 1}
    state = meeple.State.from_dict(document)
    rng = meeple.Rng(1)
    for expected in (0, 0, 1, 1, 1, 2):
        state = state.step(state.parse_action("take 1"), rng)
        assert shown(state)["prestige"] == [0, expected, 0]


def test_lg28_prestige_adds_up_over_the_rounds() -> None:
    state = round_end(seat({"M1": 1}), seat({"V1": 1, "V2": 2}, cards=["lake"]), prestige=[5, 9])
    assert shown(state.sample_chance(meeple.Rng(1)))["prestige"] == [6, 11]


def test_lg28_regions_pay_their_entry_in_the_layouts_values() -> None:
    boards = {
        "boards": [["volcano", 0, 0, 0], ["meadows", 0, 1, 0], ["fern", 1, 1, 0]],
        "start": "M1",
        "values": {"M1": 4, "F1": 0},
    }
    state = round_end(seat({"M1": 1, "V1": 1}), seat({"F1": 1}), boards=boards)
    assert shown(state.sample_chance(meeple.Rng(1)))["prestige"] == [5, 0]


def test_lg28_values_do_not_matter_for_the_final_score() -> None:
    boards = {
        "boards": [["volcano", 0, 0, 0], ["meadows", 0, 1, 0], ["fern", 1, 1, 0]],
        "start": "M1",
        "values": {"M1": 50},
    }
    assert points(table(seat({"M1": 1}), NOBODY, boards=boards), 0)["regions"] == 1


def test_lg28_neutral_armies_are_a_rival_for_prestige() -> None:
    state = round_end(seat({"M1": 1, "F1": 2}), NOBODY, neutral={"M1": 1, "F1": 1})
    assert shown(state.sample_chance(meeple.Rng(1)))["prestige"] == [1, 0]


@pytest.mark.parametrize("players", [2, 3, 4])
def test_lg28_the_game_ends_after_six_rounds(players: int) -> None:
    state = skip(
        setup(players=players, deck=plain_deck(), first_player=0, scoring="rounds", prestige_limit=999),
        "take",
    )
    rng = meeple.Rng(1)
    for turn in range(6 * players):
        assert state.phase == "take", turn
        state = state.step(state.parse_action("take 1"), rng)
    assert state.phase == "over"
    assert [len(player(state, n)["cards"]) for n in range(players)] == [6] * players


def test_lg28_the_game_ends_when_someone_has_the_limit() -> None:
    state = round_end(seat({"M1": 1}), seat(), prestige=[29, 0])
    state = state.sample_chance(meeple.Rng(1))
    assert (state.phase, shown(state)["prestige"]) == ("over", [30, 0])


def test_lg28_the_limit_may_be_passed() -> None:
    state = round_end(seat(), seat({"M1": 1, "V1": 1}), prestige=[0, 29]).sample_chance(meeple.Rng(1))
    assert (state.phase, shown(state)["prestige"]) == ("over", [0, 31])


def test_lg28_the_game_goes_on_below_the_limit() -> None:
    state = round_end(seat({"M1": 1}), seat(), prestige=[28, 0]).sample_chance(meeple.Rng(1))
    assert (state.phase, shown(state)["prestige"]) == ("take", [29, 0])


@pytest.mark.parametrize(("limit", "phase"), [(1, "over"), (2, "take"), (65_535, "take")])
def test_lg28_the_limit_is_the_parameters(limit: int, phase: str) -> None:
    state = round_end(seat({"M1": 1}), seat(), prestige_limit=limit).sample_chance(meeple.Rng(1))
    assert state.phase == phase


def test_lg28_the_limit_is_looked_at_after_full_rounds_only() -> None:
    state = table(seat({"M1": 1, "V1": 1}), seat(), scoring="rounds", prestige=[0, 0], prestige_limit=1)
    state = play(state, "take 1").sample_chance(meeple.Rng(1))
    assert (state.phase, state.current_player) == ("take", 1)


def test_lg28_prestige_is_the_score_and_the_rest_comes_on_top() -> None:
    state = table(
        seat({"M1": 1, "F1": 1}, cards=["dire-goblin", "dire-ogre", "stronghold"], coins=4),
        NOBODY,
        scoring="rounds",
        prestige=[7, 3],
    )
    assert points(state, 0) == {"prestige": 7, "elixirs": 2, "dire-ogre": 2, "stronghold": 2}
    assert state.scores() == [13, 3]


def test_lg28_lg24_ties_are_broken_as_ever() -> None:
    state = ended(seat({"V1": 1}), seat(coins=1), scoring="rounds", prestige=[30, 30])
    outcome = result(state)
    assert (outcome.winners, outcome.tie_break) == ((1,), "coins")


def test_lg28_prestige_decides_not_the_map() -> None:
    state = ended(seat({"V1": 1, "V2": 1, "V3": 1}), seat(), scoring="rounds", prestige=[4, 5])
    assert result(state).winners == (1,)


def test_lg28_lg27_the_queens_card_comes_after_the_last_round_without_prestige() -> None:
    state = round_end(
        seat({"M1": 1}, leader="fairy-queen"),
        seat(leader="bandit-king"),
        leaders=["fairy-queen", "bandit-king"],
        prestige=[29, 0],
    ).sample_chance(meeple.Rng(1))
    assert (state.phase, state.current_player, shown(state)["prestige"]) == ("bonus", 0, [30, 0])
    state = play(state, "bonus 1")
    assert (state.phase, shown(state)["prestige"]) == ("over", [30, 0])


def test_lg28_prestige_of_a_round_without_a_draw_comes_all_the_same() -> None:
    # 12 cards for two: all are out in the end, and the last rounds have no draw.
    state = skip(setup(deck=plain_deck(12), first_player=0, scoring="rounds", prestige_limit=999), "take")
    document = state.to_dict()
    document["position"]["players"][0]["armies"] = {"F1": 1}
    document["position"]["neutral"] = {}
    state = meeple.State.from_dict(document)
    rng = meeple.Rng(1)
    for turn in range(12):
        state = state.step(state.parse_action("take 1"), rng)
        assert shown(state)["prestige"][0] == (turn + 1) // 2
    assert state.phase == "over"


def test_lg28_final_scoring_keeps_no_prestige() -> None:
    state = game_of(64)
    rng = meeple.Rng(1)
    while not state.is_terminal:
        state = state.step(state.parse_action("take 1"), rng)
        assert shown(state)["prestige"] == [0, 0]


# ---- Combinations ----


def test_lg27_lg26_white_knights_army_counts_for_control_at_once() -> None:
    nest = token("nest", "control", effect("plus_move", 4), region="V3")
    both = card("both", build(1), move(1), join="and")
    params = {"leaders": ["white-knight", "fairy-queen"]}
    first = seat({"V3": 1}, leader="white-knight")
    second = seat({"V3": 2}, leader="fairy-queen")
    state = play(taking(both, first, second, tokens=[nest], **params), "build V3")
    assert left(state) == 5


def test_lg27_lg26_bandit_king_may_rob_coins_that_a_token_cost() -> None:
    robbers = token("robbers", "city", effect("gain_coins", -9), region="M1")
    both = card("both", build(1), destroy(1), join="and")
    params = {"leaders": ["bandit-king", "fairy-queen"]}
    first = seat({"M1": 1}, coins=3, leader="bandit-king")
    state = taking(both, first, seat({"M1": 1}, coins=1, leader="fairy-queen"), tokens=[robbers], **params)
    state = play(state, "build M1", "destroy M1 1")
    assert [player(state, n)["coins"] for n in range(2)] == [1, 0]


def test_lg17_lg26_immune_armies_of_a_control_tokens_holder_stay() -> None:
    road = token("road", "control", effect("plus_move", 1), region="M1")
    first, second = seat({"M1": 1}), seat({"M1": 1}, cards=["dire-giant"])
    state = taking(card("both", destroy(1), move(1), join="and"), first, second, tokens=[road])
    assert texts(state) == {"destroy M1 0", "pass"}
    assert left(play(state, "pass")) == 1


def test_lg17_lg26_destroying_a_rival_may_bring_control_for_the_next_part() -> None:
    road = token("road", "control", effect("plus_move", 3), region="M1")
    both = card("both", destroy(1), move(1), join="and")
    state = play(taking(both, seat({"M1": 1}), seat({"M1": 1}), tokens=[road]), "destroy M1 1")
    assert left(state) == 4


def test_lg13_lg26_an_or_of_moves_offers_what_the_better_one_pays() -> None:
    either = card("either", move(1), move(3), join="or")
    state = taking(either, seat({"M1": 1}), NOBODY)
    assert texts(state) == {"move M1 M2", "move M1 M3", "move M1 V7", "pass"}
    assert shown(play(taking(either, seat({"V7": 1}), NOBODY), "move V7 M1"))["phase"] == "refill"


def test_lg26_acting_with_a_portal_and_little_left() -> None:
    two = card("two", move(2))
    first = seat({"F1": 1}, cards=["two"])
    state = acting(first, NOBODY, left=1, cards=[two], tokens=GATES)
    assert texts(state) == {"move F1 F2", "move F1 V3", "pass"}
