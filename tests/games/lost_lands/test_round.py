"""LL-8 to LL-12, LL-14, LL-15, LL-22, LL-25: choosing, who goes first, acting, drawing, passing, the end."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

import meeple

from .build import (
    acting,
    card,
    chance,
    choosing,
    destroy,
    effect,
    going,
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
    texts,
)

NOBODY = seat()
RICH = seat(coins=9)
FILL = card("fill", place(3))
WALK = card("walk", move(4))


def chosen(*players: dict[str, Any], selects: int = 1, **given: Any) -> meeple.State:
    """All have chosen the card at a place of their hand; chance is next."""
    return play(choosing(*players, **given), *[f"select {selects}"] * len(players))


def left(state: meeple.State) -> int:
    """What the part at hand still has."""
    return int(shown(state)["pending"]["left"])


# ---- LL-8: choose ----


@pytest.mark.parametrize(("number", "cost"), [(1, 0), (2, 1), (3, 2), (4, 3)])
def test_ll8_a_place_has_its_cost_which_is_paid_at_once(number: int, cost: int) -> None:
    state = play(choosing(RICH, RICH, hands={0: ["lake", "dire-ogre", "stronghold", "dire-eye"]}), f"select {number}")
    assert player(state, 0)["coins"] == 9 - cost
    names = ["lake", "dire-ogre", "stronghold", "dire-eye"]
    picked = names.pop(number - 1)
    assert shown(state)["selected"] == [picked, None]
    assert shown(state)["hands"][0] == names
    assert shown(state)["places"] == [number, None]


@pytest.mark.parametrize(("coins", "places"), [(0, 1), (1, 2), (2, 3), (3, 4)])
def test_ll8_only_what_one_can_pay(coins: int, places: int) -> None:
    assert texts(choosing(seat(coins=coins), RICH)) == {f"select {n}" for n in range(1, places + 1)}


def test_ll8_every_seat_is_asked_lowest_first() -> None:
    state = choosing(RICH, RICH, RICH)
    for number in range(3):
        assert (state.phase, state.current_player) == ("select", number)
        state = play(state, "select 1")
    assert state.phase == "first"


def test_ll8_all_choose_at_the_same_moment() -> None:
    state = play(choosing(RICH, seat(coins=1), RICH), "select 1")
    assert state.deciders == (1, 2)
    assert [len(state.legal_actions(number)) for number in range(3)] == [0, 2, 4]


def test_ll8_the_place_is_told_after_the_last_select_only() -> None:
    state = choosing(RICH, RICH)
    number = state.parse_action("select 3")
    assert state.action_seen(number, 0) == "select 3"
    assert [state.action_seen(number, viewer) for viewer in (1, None)] == ["select ?"] * 2


def test_ll8_the_chosen_cards_age_goes_with_it() -> None:
    state = play(choosing(RICH, RICH, round=4, since={0: [0, 1, 2, 3]}), "select 3")
    assert (shown(state)["selected_since"], shown(state)["since"][0]) == ([2, None], [0, 1, 3])


# ---- LL-9, LL-10: who goes first ----


def test_ll9_each_that_chose_is_equally_likely_to_declare_first() -> None:
    state = chosen(RICH, RICH, RICH)
    assert chance(state) == {f"first {number}": Fraction(1, 3) for number in range(3)}


@pytest.mark.parametrize("holder", [0, 1, 2])
def test_ll9_the_holder_says_first_or_last(holder: int) -> None:
    state = play(chosen(RICH, RICH, RICH), f"first {holder}")
    assert (state.phase, state.current_player, texts(state)) == ("go", holder, {"go first", "go last"})
    assert (shown(state)["first"], shown(state)["order"]) == (holder, [])


@pytest.mark.parametrize(
    ("holder", "word", "order"),
    [(0, "first", [0, 1, 2]), (1, "first", [1, 2, 0]), (0, "last", [1, 2, 0]), (2, "last", [0, 1, 2])],
)
def test_ll10_order_of_acting(holder: int, word: str, order: list[int]) -> None:
    players = [RICH] * 3
    hands = {number: [f"fill-{number}"] for number in range(3)}
    cards = [card(f"fill-{number}", place(1)) for number in range(3)]
    state = play(chosen(*players, hands=hands, cards=cards), f"first {holder}", f"go {word}")
    acted = []
    while state.phase == "action":
        assert shown(state)["order"] == order
        acted.append(state.current_player)
        state = play(state, "pass")
    assert acted == order


def test_ll10_a_card_is_revealed_as_its_owners_turn_comes() -> None:
    hands = {0: ["fill"], 1: ["lake"]}
    state = play(chosen(RICH, RICH, hands=hands, cards=[FILL]), "first 0", "go first")
    assert (player(state, 0)["cards"], player(state, 1)["cards"]) == (["fill"], [])
    assert shown(state)["selected"] == [None, "lake"]
    state = play(state, "pass")
    assert player(state, 1)["cards"] == ["lake"]
    assert shown(state)["selected"] == [None, None]


def test_ll10_ability_and_coins_come_with_the_revealing() -> None:
    purse = card("purse", place(1), abilities=[effect("gain_coins", 4), effect("plus_army", 1)])
    state = acting(purse, seat(coins=1), NOBODY)
    assert (player(state, 0)["coins"], left(state)) == (5, 2)


def test_ll10_coins_of_a_card_come_only_when_it_is_revealed() -> None:
    purse = card("purse", place(1), abilities=[effect("gain_coins", 4)])
    state = play(chosen(RICH, RICH, hands={1: ["purse"], 0: ["fill"]}, cards=[purse, FILL]), "first 0", "go first")
    assert player(state, 1)["coins"] == 9
    assert player(play(state, "pass"), 1)["coins"] == 13


@pytest.mark.parametrize("word", ["first", "last"])
def test_ll10_the_holder_places_one_more(word: str) -> None:
    hands = {0: ["fill"], 1: ["fill-1"]}
    cards = [FILL, card("fill-1", place(3))]
    state = play(chosen(RICH, RICH, hands=hands, cards=cards), "first 0", f"go {word}")
    found = {}
    while state.phase == "action":
        found[state.current_player] = left(state)
        state = play(state, "pass")
    assert found == {0: 4, 1: 3}


def test_ll10_the_holder_has_no_more_of_anything_else() -> None:
    state = play(going(seat({"M3": 1}), NOBODY, holder=0, selected={0: "walk"}, cards=[WALK]), "go first")
    assert left(state) == 4


def test_ll10_the_holders_token_is_gone_after_the_rounds_last_action() -> None:
    state = play(acting(FILL, NOBODY, NOBODY), "pass")
    assert state.phase == "draw"
    found = shown(state)
    assert (found["first"], found["order"], found["places"]) == (None, [], [None, None])


# ---- LL-11: draw and pass ----


def test_ll11_each_draws_one_to_the_back_from_seat_0() -> None:
    state = play(acting(FILL, NOBODY, NOBODY, NOBODY, hands={0: ["lake", "dire-ogre", "dire-eye"]}), "pass")
    for number in range(3):
        assert (state.phase, shown(state)["turn"], state.is_chance) == ("draw", number, True)
        text = state.action_to_str(state.chance_outcomes()[0][0])
        before = shown(state)["hands"]
        state = play(state, text)
        if number < 2:
            assert shown(state)["hands"][number] == [*before[number], text.removeprefix("deal ")]
            assert shown(state)["since"][number] == [0, 0, 0, 1]
    assert shown(state)["hands"][1][:3] == ["lake", "dire-ogre", "dire-eye"]


def test_ll11_hands_pass_to_the_left() -> None:
    hands = {0: ["lake"], 1: ["dire-ogre"], 2: ["dire-eye"]}
    state = play(acting(FILL, NOBODY, NOBODY, NOBODY, hands=hands), "pass")
    state = state.settle(meeple.Rng(1))
    assert (state.phase, state.current_player) == ("select", 0)
    assert [hand[0] for hand in shown(state)["hands"]] == ["dire-eye", "lake", "dire-ogre"]
    assert [len(hand) for hand in shown(state)["hands"]] == [4] * 3


def test_ll11_ages_pass_with_the_cards() -> None:
    since = {0: [0, 0, 0], 1: [0, 0, 1], 2: [0, 1, 2]}
    state = play(acting(FILL, NOBODY, NOBODY, NOBODY, round=4, since=since), "pass").settle(meeple.Rng(1))
    assert shown(state)["since"] == [[0, 1, 2, 4], [0, 0, 0, 4], [0, 0, 1, 4]]


def test_ll11_the_round_grows_as_the_first_select_is_asked() -> None:
    state = play(acting(FILL, NOBODY, NOBODY), "pass")
    while state.is_chance:
        assert shown(state)["round"] == 1
        state = state.sample_chance(meeple.Rng(1))
    assert (state.phase, shown(state)["round"]) == ("select", 2)


def test_ll11_the_drawn_card_is_any_of_the_deck() -> None:
    state = play(acting(FILL, NOBODY, NOBODY), "pass")
    held = 6 + 2
    assert len(chance(state)) == 64 - held
    assert set(chance(state).values()) == {Fraction(1, 64 - held)}


def short(cards: int, players: int = 2) -> meeple.State:
    """The first `select` of a game whose deck has so many cards that do nothing."""
    return skip(setup(players=players, deck=plain_deck(cards)), "select")


def next_round(state: meeple.State) -> meeple.State:
    """All choose their first card; up to the next round, the bonus cards or the end."""
    generator = meeple.Rng(1)
    while state.phase == "select":
        state = play(state, "select 1")
    while state.phase not in ("select", "bonus_deal", "over"):
        state = state.sample_chance(generator) if state.is_chance else state.apply(state.legal_actions()[0])
    return state


def test_ll11_a_short_deck_gives_to_the_low_seats_first() -> None:
    state = next_round(short(9))
    # Four each, one left for seat 0; then the hands pass.
    assert [len(hand) for hand in shown(state)["hands"]] == [3, 4]
    assert shown(state)["round"] == 2


def test_ll11_with_no_deck_hands_pass_without_a_draw() -> None:
    before = short(8)
    state = next_round(before)
    first, second = shown(before)["hands"]
    assert shown(state)["hands"] == [second[1:], first[1:]]


def test_ll12_a_seat_with_an_empty_hand_is_passed_over() -> None:
    state = short(5)
    assert [len(hand) for hand in shown(state)["hands"]] == [4, 1]
    state = next_round(state)
    assert [len(hand) for hand in shown(state)["hands"]] == [0, 3]
    assert state.current_player == 1
    assert state.deciders == (1,)
    state = play(state, "select 1")
    assert chance(state) == {"first 1": Fraction(1)}
    assert shown(state)["places"] == [None, 1]
    state = play(state, "first 1", "go last")
    assert [len(hand) for hand in shown(state)["hands"]] == [2, 0]
    assert shown(state)["order"] == []


def test_ll12_the_game_ends_when_nobody_can_choose() -> None:
    state = short(5)
    while not state.is_terminal:
        state = next_round(state)
    assert sum(len(entry["cards"]) for entry in shown(state)["players"]) == 5
    assert shown(state)["hands"] == [[], []]


# ---- LL-12: the end ----


def last_round(*players: dict[str, Any], **given: Any) -> meeple.State:
    """The last action of the last round, seat 0's of two, is still to be done."""
    return acting(FILL, *players, round=11, **given)


def test_ll12_the_game_ends_after_the_last_action_before_a_draw() -> None:
    state = play(last_round(NOBODY, NOBODY), "pass")
    assert state.is_terminal
    assert [len(entry["cards"]) for entry in shown(state)["players"]] == [11, 11]
    assert [len(hand) for hand in shown(state)["hands"]] == [3, 3]


def test_ll12_nothing_of_the_round_is_left_at_the_end() -> None:
    found = shown(play(last_round(NOBODY, NOBODY), "pass"))
    keys = ("turn", "first", "order", "turn_tokens", "places", "selected", "selected_since", "pending")
    assert [found[key] for key in keys] == [None, None, [], *[[None] * 2] * 4, None]
    assert found["round"] == 11


def test_ll12_a_seat_that_owns_its_number_is_passed_over() -> None:
    full = seat(cards=[f"plain-{k}" for k in range(1, 12)])
    state = table(full, seat(coins=3), phase="select", turn=1, round=11, empty_deck=True)
    assert state.deciders == (1,)
    state = play(state, "select 1")
    assert chance(state) == {"first 1": Fraction(1)}


# ---- LL-14: crystals ----


CRYSTALS: dict[str, Any] = {"board": "cavern"}


def test_ll14_who_controls_most_crystal_regions_gains_one_at_the_end_of_its_action() -> None:
    state = acting(FILL, seat({"K2": 1, "K4": 1}), seat({"K5": 1}), **CRYSTALS)
    assert shown(state)["crystals"] == [0, 0]
    assert shown(play(state, "pass"))["crystals"] == [1, 0]


def test_ll14_equally_many_are_not_most() -> None:
    assert shown(play(acting(FILL, seat({"K2": 1}), seat({"K5": 1}), **CRYSTALS), "pass"))["crystals"] == [0, 0]


def test_ll14_neutral_armies_hold_none() -> None:
    state = play(acting(FILL, seat({"K2": 1}), NOBODY, neutral={"K4": 3, "K5": 3}, **CRYSTALS), "pass")
    assert shown(state)["crystals"] == [1, 0]


def test_ll14_neutral_armies_keep_others_from_control() -> None:
    state = play(acting(FILL, seat({"K2": 1}), NOBODY, neutral={"K2": 1}, **CRYSTALS), "pass")
    assert shown(state)["crystals"] == [0, 0]


def test_ll14_a_skipped_action_ends_too() -> None:
    state = acting("plain-1", NOBODY, seat({"K2": 1}), **CRYSTALS)
    assert state.phase == "draw"
    assert shown(state)["crystals"] == [0, 1]


def test_ll14_one_after_each_of_its_own_actions() -> None:
    state = acting(FILL, seat({"K2": 1}), seat({"K4": 1, "K5": 1}), **CRYSTALS)
    assert shown(play(state, "pass"))["crystals"] == [0, 1], "seat 0 acts first, and has fewer"


def test_ll14_six_and_no_more() -> None:
    assert shown(play(acting(FILL, seat({"K2": 1}), NOBODY, crystals=[2, 3], **CRYSTALS), "pass"))["crystals"] == [3, 3]
    assert shown(play(acting(FILL, seat({"K2": 1}), NOBODY, crystals=[2, 4], **CRYSTALS), "pass"))["crystals"] == [2, 4]


def test_ll14_what_the_action_changed_counts() -> None:
    state = play(acting(card("step", move(1)), seat({"K1": 1}), NOBODY, **CRYSTALS), "move K1 K2")
    assert shown(state)["crystals"] == [1, 0]


# ---- LL-15: frantic ----


def declared(players: int = 3, **given: Any) -> meeple.State:
    """All have chosen their first card, frantically."""
    return chosen(*[given.pop("who", RICH)] * players, turn_order="frantic", **given)


def test_ll15_declaring_alternates_chance_and_choice_of_a_token() -> None:
    state = declared()
    assert chance(state) == {f"first {number}": Fraction(1, 3) for number in range(3)}
    state = play(state, "first 1")
    assert (state.phase, state.current_player) == ("turn_token", 1)
    assert texts(state) == {"token 1", "token 2", "token 3"}
    state = play(state, "token 2")
    assert chance(state) == {"first 0": Fraction(1, 2), "first 2": Fraction(1, 2)}
    state = play(state, "first 0")
    assert texts(state) == {"token 1", "token 3"}
    assert shown(state)["turn_tokens"] == [None, 2, None]
    assert shown(state)["first"] is None


def test_ll15_actions_go_by_token() -> None:
    hands = {number: [f"fill-{number}"] for number in range(3)}
    cards = [card(f"fill-{number}", place(1)) for number in range(3)]
    state = play(declared(hands=hands, cards=cards), "first 1", "token 3", "first 0", "token 2", "first 2", "token 1")
    assert shown(state)["order"] == [2, 0, 1]
    assert (state.phase, state.current_player) == ("action", 2)


@pytest.mark.parametrize(("token", "coins"), [(1, 9), (2, 9), (3, 10)])
def test_ll15_coin_comes_when_the_token_is_taken(token: int, coins: int) -> None:
    assert player(play(declared(), "first 0", f"token {token}"), 0)["coins"] == coins


@pytest.mark.parametrize(("before", "after"), [(9, 8), (1, 0), (0, 0)])
def test_ll15_lose_coin_takes_one_if_there_is_any(before: int, after: int) -> None:
    state = play(declared(players=4, who=seat(coins=before)), "first 0", "token 2")
    assert player(state, 0)["coins"] == after


def frantic(chosen_card: dict[str, Any], token: int, *players: dict[str, Any], **given: Any) -> meeple.State:
    """Seat 0 acts with this token; the others hold the rest and have cards that do nothing."""
    count = len(players)
    rest = [number for number in range(1, count + 1) if number != token]
    state = table(
        *players,
        phase="turn_token",
        turn=0,
        turn_order="frantic",
        turn_tokens=dict(zip(range(1, count), rest, strict=True)),
        selected={0: chosen_card["id"]},
        cards=[chosen_card],
        **given,
    )
    return play(state, f"token {token}")


@pytest.mark.parametrize(("token", "armies"), [(1, 4), (2, 3), (3, 3)])
def test_ll15_plus_army_when_placing(token: int, armies: int) -> None:
    assert left(frantic(FILL, token, NOBODY, NOBODY, NOBODY)) == armies


@pytest.mark.parametrize(("token", "points"), [(1, 4), (2, 5), (3, 4)])
def test_ll15_plus_move(token: int, points: int) -> None:
    assert left(frantic(WALK, token, seat({"M3": 1}), NOBODY, NOBODY)) == points


@pytest.mark.parametrize(("token", "crosses"), [(2, False), (3, True)])
def test_ll15_wing_flies_in_move_parts(token: int, crosses: bool) -> None:
    state = frantic(card("two", move(2)), token, seat({"V2": 1}), NOBODY, NOBODY, NOBODY)
    assert ("move V2 V4" in texts(state)) == crosses


def test_ll15_tokens_go_back_after_the_rounds_last_action() -> None:
    state = play(frantic(FILL, 3, NOBODY, NOBODY, NOBODY), "pass")
    assert (state.phase, shown(state)["turn_tokens"]) == ("draw", [None] * 3)


def test_ll15_only_those_who_chose_take_a_token() -> None:
    full = seat(cards=[f"plain-{k}" for k in range(1, 12)])
    state = table(full, seat(coins=3), phase="select", turn=1, round=11, turn_order="frantic", empty_deck=True)
    state = play(state, "select 1")
    assert chance(state) == {"first 1": Fraction(1)}
    state = play(state, "first 1")
    assert texts(state) == {"token 1", "token 2"}
    assert play(state, "token 2").is_terminal


# ---- LL-22: bonus cards ----


def queens_end(*players: dict[str, Any], **given: Any) -> meeple.State:
    """The last action of a game of the Fairy Queen, seat 0, and the Bandit King has been done."""
    queen, king = (
        {**entry, "leader": name} for entry, name in zip(players, ["fairy-queen", "bandit-king"], strict=True)
    )
    return play(last_round(queen, king, leaders=True, **given), "pass")


def test_ll22_a_hand_of_four_is_dealt_from_all_cards_that_are_left() -> None:
    state = queens_end(NOBODY, NOBODY, hands={1: ["lake"]})
    assert (state.phase, shown(state)["turn"], state.is_chance) == ("bonus_deal", 0, True)
    assert shown(state)["hands"] == [[], []]
    assert "deal lake" in chance(state)
    assert len(chance(state)) == 64 - 22
    state = state.settle(meeple.Rng(1))
    assert (state.phase, state.current_player) == ("bonus", 0)
    assert texts(state) == {f"bonus {n}" for n in range(1, 5)}
    assert shown(state)["hands"][1] == []


def test_ll22_it_takes_one_free_without_its_action() -> None:
    gift = card("gift", place(3), abilities=[effect("gain_coins", 2), effect("elixir", 1)])
    state = play(queens_end(NOBODY, NOBODY, cards=[gift], hands={1: ["gift"]}), "deal gift").settle(meeple.Rng(1))
    state = play(state, "bonus 1")
    assert state.is_terminal
    assert (player(state, 0)["cards"][-1], player(state, 0)["coins"]) == ("gift", 2)
    assert state.score_breakdown(0)["elixirs"] == 2
    assert len(shown(state)["hands"][0]) == 3, "what it does not take stays in its hand"


def queens_short_game(cards: int) -> meeple.State:
    """A Fairy Queen's game with a deck of so many cards that do nothing, up to what follows its last action."""
    game = {"players": 2, "deck": plain_deck(cards), "leaders": ["fairy-queen", "bandit-king"]}
    state = skip(setup(**game), "select")
    while state.phase == "select":
        state = next_round(state)
    return state


@pytest.mark.parametrize(("cards", "hand"), [(23, 1), (25, 3), (26, 4), (30, 4)])
def test_ll22_fewer_are_dealt_if_there_are_fewer(cards: int, hand: int) -> None:
    state = queens_short_game(cards).settle(meeple.Rng(1))
    assert (state.phase, len(texts(state))) == ("bonus", hand)


def test_ll22_skipped_if_there_is_no_card() -> None:
    assert queens_short_game(22).is_terminal
    assert queens_short_game(5).is_terminal


# ---- LL-25: the round's order ----


def test_ll25_a_rounds_phases_in_order() -> None:
    state = skip(setup(players=2), "select")
    phases = []
    rng = meeple.Rng(4)
    while shown(state)["round"] < 2:
        phases.append(state.phase)
        state = state.sample_chance(rng) if state.is_chance else state.apply(state.legal_actions()[-1])
    assert list(dict.fromkeys(phases)) == ["select", "first", "go", "action", "draw"]


def test_ll25_destroying_and_placing_go_as_in_legends() -> None:
    both = card("both", place(1), destroy(1), join="and")
    state = play(acting(both, seat({"M5": 1}), seat({"M3": 1})), "place M3", "destroy M3 1")
    assert player(state, 0)["armies"] == {"M3": 1, "M5": 1}
    assert player(state, 1)["armies"] == {}
