"""LG-6 to LG-11: deck, armies, neutral armies, coins, bids, the order of set-up."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

import meeple
from meeple._data import load_data

from .build import card, chance, document, plain_deck, play, player, seat, setup, shown, skip, table, texts

PRINTED = load_data("legends_cards")["cards"]


def start(**params: Any) -> meeple.State:
    """The state before anything has happened."""
    state: meeple.State = meeple.load("legends", **params).new_initial_state()
    return state


def bidding(*bids: int, **params: Any) -> meeple.State:
    """A game of plain cards after these bids, its seats not settled."""
    count = params.pop("players", len(bids))
    state = skip(start(players=count, deck=plain_deck(), **params), "bid")
    return play(state, *[f"bid {bid}" for bid in bids])


# ---- LG-6 ----


@pytest.mark.parametrize(("players", "size"), [(2, 27), (3, 32), (4, 34)])
def test_lg6_cards_for_more_players_leave_the_deck(players: int, size: int) -> None:
    outcomes = chance(start(players=players))
    staying = {f"row {entry['id']}" for entry in PRINTED if entry["min_players"] <= players}
    assert outcomes == dict.fromkeys(staying, Fraction(1, size))


def test_lg6_published_deck_has_the_same_cards() -> None:
    assert chance(start(players=4, deck="published")).keys() == chance(start(players=4)).keys()


def test_lg6_a_mark_of_three_plays_with_three_but_not_with_two() -> None:
    deck = {"cards": [*plain_deck(40)["cards"], card("trio", min_players=3), card("six", min_players=6)]}
    assert "row trio" in chance(start(players=3, deck=deck))
    assert "row trio" not in chance(start(players=2, deck=deck))
    assert all("row six" not in chance(start(players=n, deck=deck)) for n in (2, 3, 4))


def test_lg6_six_cards_come_left_to_right() -> None:
    order = ["lake", "dire-eye", "dire-ogre", "graveyard", "stronghold", "forest-elf"]
    state = start()
    for drawn in range(6):
        assert (state.phase, shown(state)["row"]) == ("row", order[:drawn])
        state = play(state, f"row {order[drawn]}")
    assert (state.phase, shown(state)["row"]) == ("neutral", order)


def test_lg6_each_draw_is_uniform_over_the_cards_left() -> None:
    state = play(start(), "row lake", "row dire-eye")
    outcomes = chance(state)
    assert set(outcomes.values()) == {Fraction(1, 25)}
    assert not {"row lake", "row dire-eye"} & outcomes.keys()


# ---- LG-7 ----


@pytest.mark.parametrize("players", [2, 3, 4])
def test_lg7_four_armies_each_on_the_start(players: int) -> None:
    state = start(players=players)
    region = "V5" if players == 4 else "M1"
    for number in range(players):
        assert player(state, number)["armies"] == {region: 4}
        assert player(state, number)["cities"] == {}


def test_lg7_each_player_has_eighteen_armies() -> None:
    # 17 on the board: one can still be placed, then the supply is out.
    state = table(seat({"M1": 17}, cards=["dire-eye"]), seat(), **acting("dire-eye", 4))
    state = play(state, "place M1")
    assert (player(state, 0)["armies"], state.phase) == ({"M1": 18}, "refill")


def test_lg7_each_player_has_three_cities() -> None:
    raising = card("raise", {"kind": "build", "n": 9})
    state = table(seat({"M1": 1}, {"M1": 2}, cards=["raise"]), seat(), cards=[raising], **acting("raise", 9))
    state = play(state, "build M1")
    assert (player(state, 0)["cities"], state.phase) == ({"M1": 3}, "refill")


def acting(name: str, left: int) -> dict[str, Any]:
    """The fields of a position in the midst of a card's only part."""
    return {"phase": "action", "pending": {"card": name, "part": 0, "left": left, "branch": None}}


def test_lg7_extra_army_goes_where_seat_0_says_on_another_board() -> None:
    state = setup(players=3, extra_army=True, first_player=2)
    assert (state.phase, state.current_player) == ("extra", 0)
    assert texts(state) == {f"extra V{n}" for n in range(1, 8)} | {f"extra F{n}" for n in range(1, 4)}


def test_lg7_extra_army_brings_one_army_of_each_player() -> None:
    state = play(setup(players=3, extra_army=True, first_player=2), "extra F3")
    assert [player(state, n)["armies"] for n in range(3)] == [{"F3": 1, "M1": 4}] * 3
    assert (state.phase, state.current_player) == ("take", 2)


def test_lg7_extra_army_goes_to_any_other_region_of_a_single_board() -> None:
    isle = {
        "islands": [["A", "B"], ["C"]],
        "land": [["A", "B"]],
        "water": [["A", "C"], ["B", "C"]],
        "exits": {"N": None, "E": None, "S": None, "W": None},
    }
    boards = {"boards": [["isle", 0, 0, 0]], "start": "A", "faces": {"isle": isle}}
    assert texts(setup(boards=boards, extra_army=True)) == {"extra B", "extra C"}


def test_lg7_no_extra_army_without_the_parameter() -> None:
    assert setup(players=3).phase == "bid"
    with pytest.raises(meeple.NotationError):
        setup(players=3).parse_action("extra V1")


# ---- LG-8 ----


def test_lg8_seats_put_ten_neutral_armies_in_turn() -> None:
    state = setup(first_player=0)
    seats = []
    for k in range(10):
        assert state.phase == "neutral"
        seats.append(state.current_player)
        state = play(state, f"neutral {'V1' if k % 2 else 'M1'}")
    assert seats == [0, 1] * 5
    assert shown(state)["neutral"] == {"V1": 5, "M1": 5}
    assert state.phase == "take"


def test_lg8_neutral_armies_may_all_go_to_one_region_the_start_too() -> None:
    state = setup(first_player=0)
    assert len(texts(state)) == 15
    state = play(state, *["neutral M1"] * 10)
    assert shown(state)["neutral"] == {"M1": 10}


@pytest.mark.parametrize("players", [3, 4])
def test_lg8_no_neutral_armies_with_more_players(players: int) -> None:
    state = setup(players=players, first_player=0)
    assert state.phase == "take"
    assert shown(state)["neutral"] == {}


def test_lg8_random_neutral_armies_come_by_chance_uniformly_each_time() -> None:
    state = skip(start(neutral="random", first_player=0), "neutral")
    for _ in range(10):
        assert state.is_chance
        assert state.phase == "neutral"
        assert shown(state)["turn"] is None
        assert len(chance(state)) == 15
        assert set(chance(state).values()) == {Fraction(1, 15)}
        state = play(state, "neutral F1")
    assert (shown(state)["neutral"], state.phase) == ({"F1": 10}, "take")


def test_lg8_random_neutral_changes_nothing_with_three() -> None:
    assert setup(players=3, neutral="random", first_player=1).phase == "take"


# ---- LG-9 ----


@pytest.mark.parametrize(("players", "coins"), [(2, 14), (3, 11), (4, 9)])
def test_lg9_coins_by_players(players: int, coins: int) -> None:
    state = setup(players=players)
    assert [player(state, n)["coins"] for n in range(players)] == [coins] * players


def test_lg9_the_supply_of_coins_has_no_limit() -> None:
    rich = card("rich", abilities=[{"kind": "gain_coins", "n": 99}])
    state = play(table(seat(coins=500), seat(), cards=[rich], row=["rich"]), "take 1")
    assert player(state, 0)["coins"] == 599


# ---- LG-10 ----


@pytest.mark.parametrize(("players", "coins"), [(2, 14), (3, 11), (4, 9)])
def test_lg10_bids_go_from_nothing_to_all_coins(players: int, coins: int) -> None:
    state = bidding(players=players)
    assert texts(state) == {f"bid {n}" for n in range(coins + 1)}


def test_lg10_every_seat_bids_once_lowest_first() -> None:
    state = bidding(players=4)
    for number in range(4):
        assert (state.phase, state.current_player) == ("bid", number)
        state = play(state, "bid 1")
    assert state.phase == "take"


def test_lg10_the_highest_alone_pays_and_begins() -> None:
    state = bidding(3, 5, 4)
    assert (state.phase, state.current_player) == ("take", 1)
    assert [player(state, n)["coins"] for n in range(3)] == [11, 6, 11]


def test_lg10_all_coins_may_be_bid() -> None:
    state = bidding(0, 14)
    assert (player(state, 1)["coins"], state.current_player) == (0, 1)


@pytest.mark.parametrize(
    ("bids", "age", "winner"),
    [
        ((2, 2, 0), [0, 1, 2], 0),
        ((2, 2, 0), [2, 1, 0], 1),
        ((0, 7, 7), [0, 2, 1], 2),
        ((4, 4, 4), [1, 0, 2], 1),
    ],
)
def test_lg10_a_tie_goes_to_the_youngest_of_the_tied_who_pays(
    bids: tuple[int, ...], age: list[int], winner: int
) -> None:
    state = bidding(*bids, age=age)
    assert state.current_player == winner
    paid = [11 - player(state, n)["coins"] for n in range(3)]
    assert paid == [max(bids) if n == winner else 0 for n in range(3)]


def test_lg10_all_zero_is_a_tie_too() -> None:
    state = bidding(0, 0, 0, age=[2, 0, 1])
    assert state.current_player == 2
    assert [player(state, n)["coins"] for n in range(3)] == [11, 11, 11]


def test_lg10_seat_0_is_the_youngest_unless_age_says_otherwise() -> None:
    assert bidding(1, 1, 1, 1).current_player == 0


def test_lg10_bid_die_lets_chance_pick_one_of_the_tied() -> None:
    state = bidding(5, 1, 5, 5, first_player="bid_die", age=[3, 2, 1, 0])
    assert (state.phase, state.is_chance, shown(state)["turn"]) == ("first", True, None)
    assert chance(state) == dict.fromkeys(["first 0", "first 2", "first 3"], Fraction(1, 3))
    state = play(state, "first 2")
    assert (state.phase, state.current_player) == ("take", 2)
    assert [player(state, n)["coins"] for n in range(4)] == [9, 9, 4, 9]


def test_lg10_bid_die_is_asked_only_in_a_tie() -> None:
    state = bidding(5, 1, 4, first_player="bid_die")
    assert (state.phase, state.current_player) == ("take", 0)


def test_lg10_bid_die_is_asked_when_all_bid_nothing() -> None:
    state = bidding(0, 0, first_player="bid_die")
    assert chance(state) == {"first 0": Fraction(1, 2), "first 1": Fraction(1, 2)}


@pytest.mark.parametrize("first", [0, 1, 2])
def test_lg10_a_named_seat_begins_without_bids(first: int) -> None:
    state = setup(players=3, first_player=first)
    assert (state.phase, state.current_player) == ("take", first)
    assert shown(state)["bids"] == [None] * 3
    with pytest.raises(meeple.NotationError):
        state.parse_action("bid 0")


def test_lg10_one_bid_a_game() -> None:
    state = bidding(3, 5)
    rng = meeple.Rng(3)
    phases = set()
    while not state.is_terminal:
        phases.add(state.phase)
        state = state.step(state.random_action(rng), rng)
    assert phases == {"take"}
    assert shown(state)["bids"] == [3, 5]


# ---- LG-11 ----


def test_lg11_the_order_of_the_set_up() -> None:
    state = start(
        players=2,
        first_player="bid_die",
        explore=True,
        citadels=True,
        leaders=True,
        extra_army=True,
        tokens=[{"name": "dragon", "on": "city", "effects": []}],
        age=[1, 0],
    )
    rng = meeple.Rng(5)
    seen: list[str] = []
    while state.phase != "take":
        seen.append(state.phase)
        if state.phase == "bid":
            state = play(state, "bid 3")
        else:
            state = state.sample_chance(rng) if state.is_chance else state.apply(state.legal_actions()[0])
    assert seen == [
        *["token"] * 9,
        *["leader"] * 2,
        *["row"] * 6,
        "extra",
        *["neutral"] * 10,
        *["bid"] * 2,
        "first",
    ]


def test_lg11_seats_are_asked_from_seat_0() -> None:
    state = start(players=3, leaders=True)
    dealt = []
    while state.phase == "leader":
        dealt.append(shown(state)["turn"])
        state = state.sample_chance(meeple.Rng(1))
    assert dealt == [0, 1, 2]


def test_lg11_armies_come_on_the_start_after_the_leaders() -> None:
    state = start(players=2, leaders=True)
    assert player(state, 0)["armies"] == {}
    state = play(state, "leader 0 bandit-king")
    assert player(state, 0)["armies"] == {}
    state = play(state, "leader 1 red-sorceress")
    assert [player(state, n)["armies"] for n in range(2)] == [{"M1": 4}, {"M1": 5}]
    assert state.phase == "row"


def test_lg11_a_host_applies_its_own_choice_at_the_chance_node() -> None:
    state = play(start(players=2, explore=True), "token magic-spring V3", "token cottage F1")
    assert shown(state)["tokens"] == {"V3": ["magic-spring"], "F1": ["cottage"]}


def test_lg11_the_position_before_the_row_has_no_cards() -> None:
    state = start(players=2, leaders=True)
    assert shown(state)["row"] == []
    assert document(seat(), seat(), phase="leader")["position"]["row"] == []
