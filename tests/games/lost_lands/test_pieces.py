"""LL-4, LL-13, LL-16 to LL-21, LL-24: what moves where, leader armies, thorns, and what leaders do in play."""

from __future__ import annotations

from typing import Any

import pytest

import meeple

from .build import acting, build, card, destroy, effect, move, place, play, player, points, seat, shown, table, texts

NOBODY = seat()
STEP = card("step", move(1))
WALK = card("walk", move(9))
FILL = card("fill", place(3))
RAZE = card("raze", destroy(2))
ARMED: dict[str, Any] = {"leader_armies": True}


def left(state: meeple.State) -> int:
    """What the part at hand still has."""
    return int(shown(state)["pending"]["left"])


# ---- LL-4, LL-13, LL-16: the map ----


def test_ll4_an_army_moves_through_the_portals_for_one() -> None:
    state = play(acting(WALK, seat({"L6": 1}), NOBODY), "move L6 M2")
    assert (player(state, 0)["armies"], left(state)) == ({"M2": 1}, 8)


def test_ll4_armies_may_be_placed_on_the_second_start() -> None:
    state = play(acting(FILL, *[NOBODY] * 5), "place F2", "place M3", "place F2")
    assert player(state, 0)["armies"] == {"F2": 2, "M3": 1}


def test_ll13_lava_costs_three() -> None:
    wings = card("wings", move(9), abilities=[effect("flying", 3)])
    state = play(acting(wings, seat({"K2": 1}), NOBODY, board="cavern"), "move K2 K3")
    assert left(state) == 6


def test_ll13_the_cavern_is_worth_four() -> None:
    assert points(table(seat({"K1": 1}), NOBODY, board="cavern"), 0)["continents"] == 4


@pytest.mark.parametrize(("flying", "cost"), [(0, 3), (1, 2), (2, 1), (3, 1)])
def test_ll16_the_open_sea_costs_what_water_costs(flying: int, cost: int) -> None:
    boat = card("boat", move(9), abilities=[effect("flying", flying)])
    state = play(acting(boat, seat({"V6": 1}), NOBODY, open_sea=True, sea="V6"), "move V6 M5")
    assert left(state) == 9 - cost


def test_ll16_not_the_other_way() -> None:
    state = acting(WALK, seat({"M5": 1}), NOBODY, open_sea=True, sea="V6")
    assert "move M5 V6" not in texts(state)


# ---- LL-18: leader armies ----


def test_ll18_leader_army_moves_apart_from_the_others() -> None:
    state = acting(WALK, seat({"M3": 1}), NOBODY, leader_army={0: "M3"}, **ARMED)
    assert {"move M3 M1", "move M3 M1 leader"} <= texts(state)
    state = play(state, "move M3 M1 leader")
    assert (shown(state)["leader_army"][0], player(state, 0)["armies"]) == ("M1", {"M3": 1})
    assert "move M1 M2" not in texts(state)


def test_ll18_destroyed_it_is_out_of_the_game_and_nobody_captures_it() -> None:
    players = seat({"L1": 1}, leader="red-sorceress"), seat(leader="bat-rider")
    state = play(
        acting(RAZE, *players, leaders=True, leader_army={0: "M3", 1: "L1"}, **ARMED), "destroy L1 1 leader", "pass"
    )
    assert shown(state)["leader_army"] == ["M3", None]
    assert player(state, 0)["captured"] == {}


def test_ll18_destroying_another_army_leaves_the_leader_army() -> None:
    state = acting(RAZE, seat({"L1": 1}), seat({"L1": 1}), leader_army={0: "M3", 1: "L1"}, **ARMED)
    state = play(state, "destroy L1 1")
    assert (shown(state)["leader_army"][1], player(state, 1)["armies"]) == ("L1", {})
    assert "destroy L1 1" not in texts(state)
    assert "destroy L1 1 leader" in texts(state)


def test_ll18_a_leader_army_alone_may_build_and_destroy() -> None:
    both = card("both", build(1), destroy(1), join="and")
    state = acting(both, NOBODY, seat({"L1": 1}), leader_army={0: "L1"}, **ARMED)
    assert texts(state) == {"build L1", "pass"}
    assert "destroy L1 1" in texts(play(state, "build L1"))


def test_ll18_the_bandit_king_takes_a_coin_for_a_leader_army() -> None:
    players = seat({"L1": 1}, leader="bandit-king"), seat(coins=2, leader="bat-rider")
    state = acting(RAZE, *players, leaders=True, leader_army={1: "L1"}, **ARMED)
    state = play(state, "destroy L1 1 leader")
    assert [player(state, number)["coins"] for number in range(2)] == [1, 1]


def test_ll18_the_supply_does_not_know_it() -> None:
    state = acting(FILL, seat({"L1": 20}), NOBODY, leader_army={0: "L1"}, **ARMED)
    state = play(state, "place M3")
    assert state.phase == "draw", "all 21 are on the board"


def test_ll18_an_immune_seat_may_name_its_own() -> None:
    owner = seat({"L1": 1}, cards=["dire-giant"])
    state = acting(RAZE, owner, seat({"L1": 1}), leader_army={0: "L1"}, **ARMED)
    assert "destroy L1 0 leader" in texts(state)


# ---- LL-19: the Bramble Witch ----


def witch(chosen: dict[str, Any], armies: dict[str, int], **given: Any) -> meeple.State:
    """The Witch, seat 0, acts; the Bandit King acts after her."""
    players = seat(armies, leader="bramble-witch"), given.pop("king", seat(leader="bandit-king"))
    return acting(chosen, *players, leaders=True, **{**ARMED, **given})


def test_ll19_asked_after_each_own_action_until_used() -> None:
    state = play(witch(FILL, {}), "pass")
    assert (state.phase, state.current_player) == ("thorns", 0)
    assert len(texts(state)) == 19
    assert play(state, "pass").phase == "draw"
    assert shown(play(state, "pass"))["thorns"] is None
    used = play(state, "thorns V3")
    assert (used.phase, shown(used)["thorns"]) == ("draw", "V3")


def test_ll19_asked_after_a_skipped_action_too() -> None:
    assert witch(card("nothing"), {}).phase == "thorns"


def test_ll19_not_asked_again_once_used() -> None:
    assert play(witch(FILL, {}, thorns="V3"), "pass").phase == "draw"


def test_ll19_not_asked_of_others() -> None:
    players = seat(leader="bat-rider"), seat(leader="bramble-witch")
    state = play(acting(FILL, *players, leaders=True, **ARMED), "pass")
    assert (state.phase, state.current_player) == ("thorns", 1)


def test_ll19_works_at_once_for_those_who_act_after() -> None:
    hands = {1: "walk"}
    state = witch(FILL, {}, cards=[WALK], selected=hands, king=seat({"M5": 1}, leader="bandit-king"))
    state = play(state, "pass", "thorns M4")
    assert state.current_player == 1
    assert texts(state) == {"move M5 M2", "move M5 M3", "pass"}


def test_ll19_nobody_moves_in_or_out() -> None:
    assert texts(witch(WALK, {"M4": 1, "M5": 1}, thorns="M4")) == {"move M5 M2", "move M5 M3", "pass"}


def test_ll19_a_through_move_pays_both_borders() -> None:
    state = play(witch(WALK, {"M5": 1}, thorns="M4"), "move M5 M3")
    assert (player(state, 0)["armies"], left(state)) == ({"M3": 1}, 7)


def test_ll19_through_over_water_and_land() -> None:
    state = play(witch(WALK, {"V4": 1}, thorns="V2"), "move V4 V1")
    assert left(state) == 9 - 3 - 1


def test_ll19_through_over_lava_and_land() -> None:
    state = play(witch(WALK, {"K1": 1}, thorns="K2", board="cavern"), "move K1 K3")
    assert left(state) == 9 - 1 - 3


def test_ll19_through_the_portal() -> None:
    state = play(witch(WALK, {"L5": 1}, thorns="L6"), "move L5 M2")
    assert left(state) == 7


def test_ll19_where_a_direct_border_is_cheaper_it_counts() -> None:
    state = play(witch(WALK, {"M1": 1}, thorns="M2"), "move M1 M3")
    assert left(state) == 8


def test_ll19_where_the_way_through_is_cheaper_it_counts() -> None:
    # A and C: by water for 3, through B by land for 2.
    ring = {
        "islands": [["A", "B", "C"]],
        "land": [["A", "B"], ["B", "C"]],
        "water": [["A", "C"]],
        "exits": {"N": None, "E": "A", "S": None, "W": None},
        "portal": "C",
    }
    layout = {
        "boards": [["lost-lands", 0, 0, 0], ["volcano", 1, 0, 0], ["meadows", 1, 1, 0]],
        "start": "M3",
        "portal": "M2",
        "faces": {"lost-lands": ring},
    }
    state = play(witch(WALK, {"A": 1}, thorns="B", boards=layout), "move A C")
    assert left(state) == 7


def test_ll19_through_the_open_sea_in_its_own_direction() -> None:
    sea = {"open_sea": True, "sea": "L3"}
    state = play(witch(WALK, {"L5": 1}, thorns="L3", **sea), "move L5 M5")
    assert left(state) == 9 - 1 - 3
    assert "move M5 L5" not in texts(witch(WALK, {"M5": 1}, thorns="L3", **sea))
    state = play(witch(WALK, {"L3": 1}, thorns="V1", **sea), "move L3 V2")
    assert left(state) == 9 - 3 - 1
    assert "move V2 L3" not in texts(witch(WALK, {"V2": 1}, thorns="V1", **sea))


def test_ll19_placing_building_and_destroying_there_stay_allowed() -> None:
    all_three = card("three", place(1), destroy(1), join="and")
    state = play(witch(all_three, {}, thorns="M3", king=seat({"M3": 1}, leader="bandit-king")), "place M3")
    assert "destroy M3 1" in texts(state)
    assert "build M3" in texts(witch(card("town", build(1)), {"M3": 1}, thorns="M3"))


def test_ll19_a_leader_army_goes_past_thorns_alike() -> None:
    state = witch(WALK, {}, thorns="M4", leader_army={0: "M5"})
    assert texts(state) == {"move M5 M2 leader", "move M5 M3 leader", "pass"}
    assert left(play(state, "move M5 M2 leader")) == 7


# ---- LL-20, LL-21, LL-24 ----


def test_ll20_each_flying_is_a_move_more() -> None:
    wings = card("wings", move(2), abilities=[effect("flying", 2)])
    players = seat({"M3": 1}, cards=["dire-eye"], leader="bat-rider"), seat(leader="bandit-king")
    assert left(acting(wings, *players, leaders=True)) == 2 + 3


def test_ll20_the_wing_is_a_move_more() -> None:
    players = seat({"M3": 1}, leader="bat-rider"), *(seat(leader=name) for name in ("bandit-king", "white-knight"))
    rest = [*players, seat(leader="fairy-queen")]
    state = table(
        *rest,
        phase="turn_token",
        turn=0,
        turn_order="frantic",
        turn_tokens={1: 1, 2: 2, 3: 4},
        selected={0: "walk"},
        cards=[card("walk", move(2))],
        leaders=True,
    )
    while state.phase != "action" or state.current_player != 0:
        state = state.apply(state.legal_actions()[-1])
    assert left(state) == 3


def test_ll21_over_water_its_leader_army_pays_one_and_other_armies_three() -> None:
    players = seat({"V2": 1}, leader="frog-warrior"), seat(leader="bandit-king")
    state = acting(WALK, *players, leaders=True, leader_army={0: "V2"}, **ARMED)
    assert left(play(state, "move V2 V4 leader")) == 8
    assert left(play(state, "move V2 V4")) == 6


def test_ll21_over_lava_its_leader_army_pays_three() -> None:
    players = seat(leader="frog-warrior"), seat(leader="bandit-king")
    state = acting(WALK, *players, leaders=True, leader_army={0: "K2"}, board="cavern", **ARMED)
    assert left(play(state, "move K2 K3 leader")) == 6


def test_ll21_another_seats_leader_army_pays_for_water() -> None:
    state = acting(WALK, NOBODY, NOBODY, leader_army={0: "V2"}, **ARMED)
    assert left(play(state, "move V2 V4 leader")) == 6


def test_lg27_the_white_knights_city_brings_one_of_twenty_one_armies() -> None:
    town = card("town", build(1))
    for armies, after in [(20, 21), (21, 21)]:
        players = seat({"L1": armies}, leader="white-knight"), seat(leader="bandit-king")
        state = play(acting(town, *players, leaders=True), "build L1")
        assert player(state, 0)["armies"] == {"L1": after}
