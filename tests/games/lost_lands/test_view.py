"""LL-23, LL-26, LL-27, G-9, G-10: who sees which card, and what `resample` ranges over. The core against the page."""

from __future__ import annotations

import itertools
from collections import Counter
from typing import Any

import pytest

import meeple

from .build import card, choosing, document, effect, plain_deck, play, seat, setup, shown, skip, table

RICH = seat(coins=9)
BROKE = seat()
HANDS = {number: [f"card-{number}-{place}" for place in range(1, 5)] for number in range(3)}
CARDS = [card(name) for hand in HANDS.values() for name in hand]


def seen(state: meeple.State, viewer: int | None) -> dict[str, Any]:
    """The `view` of the document of a view."""
    found: dict[str, Any] = state.view(viewer).to_dict()["view"]
    return found


def begun(number: int = 1, *players: dict[str, Any]) -> meeple.State:
    """Three players choose in a round; a card was drawn to the back of each hand just before, but for the first."""
    return choosing(*(players or (RICH, RICH, RICH)), round=number, hands=HANDS, cards=CARDS)


# ---- LL-23: hands ----


def test_ll23_hands_are_unseen_until_the_first_round() -> None:
    state = skip(setup(players=3), "extra")
    assert [seen(state, viewer)["hands"] for viewer in (0, 1, 2, None)] == [[[None] * 4] * 3] * 4


def test_ll23_dealing_tells_nobody_which_card() -> None:
    state = setup(players=2)
    number = state.chance_outcomes()[0][0]
    assert [state.action_seen(number, viewer) for viewer in (0, 1, None)] == ["deal ?"] * 3


def test_ll23_what_is_drawn_to_the_back_is_told_to_nobody() -> None:
    state = play(begun(), "select 1", "select 1", "select 1", "first 0", "go first")
    assert state.phase == "draw"
    number = state.chance_outcomes()[0][0]
    assert [state.action_seen(number, viewer) for viewer in (0, 1, 2, None)] == ["deal ?"] * 4


def test_ll26_a_bonus_card_is_told_to_the_fairy_queen() -> None:
    players = seat(leader="fairy-queen"), seat(leader="bandit-king")
    state = table(*players, phase="bonus_deal", turn=0, leaders=True)
    number, text = next((number, state.action_to_str(number)) for number, _ in state.chance_outcomes())
    assert [state.action_seen(number, viewer) for viewer in (0, 1, None)] == [text, "deal ?", "deal ?"]


@pytest.mark.parametrize("viewer", [0, 1, 2])
def test_ll23_as_a_round_begins_each_looks_at_its_own_hand(viewer: int) -> None:
    hands = seen(begun(), viewer)["hands"]
    assert hands == [HANDS[number] if number == viewer else [None] * 4 for number in range(3)]


def test_ll23_a_spectator_sees_no_card() -> None:
    assert seen(begun(), None)["hands"] == [[None] * 4] * 3


def test_ll23_a_hand_passed_on_is_known_but_for_its_back() -> None:
    hands = seen(begun(2), 0)["hands"]
    assert hands == [HANDS[0], [*HANDS[1][:3], None], [None] * 4]
    assert seen(begun(2), 1)["hands"] == [[None] * 4, HANDS[1], [*HANDS[2][:3], None]]


def test_ll23_lengths_order_and_ages_are_open() -> None:
    assert seen(begun(2), None)["since"] == [[0, 0, 0, 1]] * 3


def test_ll23_who_knew_the_place_knows_the_selected_card() -> None:
    state = play(begun(2), "select 1", "select 2", "select 4")
    assert seen(state, 0)["selected"] == ["card-0-1", "card-1-2", None]
    assert seen(state, 1)["selected"] == [None, "card-1-2", None], "what seat 2 chose was drawn since"
    assert seen(state, 2)["selected"] == ["card-0-1", None, "card-2-4"]
    assert seen(state, None)["selected"] == [None] * 3


# ---- LL-26: while others still choose ----


@pytest.mark.parametrize("viewer", [1, 2, None])
def test_ll26_while_some_still_choose_others_look_as_at_the_begin(viewer: int | None) -> None:
    state = begun(2)
    after = play(state, "select 3")
    keys = ("hands", "since", "selected", "selected_since", "places")
    assert [seen(after, viewer)[key] for key in keys] == [seen(state, viewer)[key] for key in keys]
    assert seen(after, viewer)["players"] == seen(state, viewer)["players"]


def test_ll26_ones_own_choice_is_ones_own_to_see() -> None:
    found = seen(play(begun(2), "select 3"), 0)
    assert (found["selected"], found["places"]) == (["card-0-3", None, None], [3, None, None])
    assert found["hands"][0] == ["card-0-1", "card-0-2", "card-0-4"]
    assert found["players"][0]["coins"] == 7


def test_ll26_two_choices_that_differ_look_the_same_to_others() -> None:
    one, other = play(begun(), "select 1"), play(begun(), "select 4")
    for viewer in (1, 2, None):
        assert one.view(viewer) == other.view(viewer)
        assert one.information_key(viewer) == other.information_key(viewer)
    assert one.information_key(0) != other.information_key(0)


def test_ll26_after_the_last_choice_places_coins_and_ages_are_open() -> None:
    state = play(begun(2), "select 1", "select 2", "select 4")
    for viewer in (0, 1, 2, None):
        found = seen(state, viewer)
        assert (found["places"], found["selected_since"]) == ([1, 2, 4], [0, 0, 1])
        assert [entry["coins"] for entry in found["players"]] == [9, 8, 6]


def test_ll26_scores_with_a_view_count_the_coins_it_shows() -> None:
    hoard = card("hoard", abilities=[effect("vp_per_coins", vp=1, per=1)])
    players = seat(coins=5, cards=["hoard"]), seat(coins=5)
    state = play(choosing(*players, cards=[hoard]), "select 4")
    assert state.scores()[0] == 2
    assert state.view(1).scores[0] == state.view(None).scores[0] == 5
    assert state.view(0).scores[0] == 2


def test_ll26_a_revealed_card_is_open() -> None:
    state = play(begun(), "select 1", "select 1", "select 1", "first 0", "go first")
    assert seen(state, None)["players"][0]["cards"] == ["card-0-1"]


def test_ll26_the_end_opens_nothing() -> None:
    state = table(BROKE, BROKE, BROKE, phase="over", turn=None, hands={0: ["card-0-1", "card-0-2"]}, cards=CARDS)
    assert seen(state, 0)["hands"][0][:2] == ["card-0-1", "card-0-2"]
    assert seen(state, None)["hands"] == [[None] * 3] * 3


def test_ll26_at_an_end_for_want_of_choices_hands_were_passed() -> None:
    # Seat 0 owns its 11 cards and seat 1 has no hand: the one at seat 0 was seat 1's in round 11, seat 0's in round 10.
    full = seat(cards=[f"plain-{k}" for k in range(11, 22)])
    ended = document(
        full, BROKE, phase="over", turn=None, hands={0: ["plain-1", "plain-2"]}, sizes={0: 2, 1: 0}, empty_deck=True
    )
    position = ended["position"]
    lacking = position["players"][1]["cards"].pop()
    ended["params"]["deck"]["cards"] = [entry for entry in ended["params"]["deck"]["cards"] if entry["id"] != lacking]
    position["since"] = [[0, 10], []]
    state = meeple.State.from_dict(ended)
    assert [seen(state, viewer)["hands"][0] for viewer in (0, 1, None)] == [
        ["plain-1", None],
        ["plain-1", "plain-2"],
        [None, None],
    ]


def test_ll26_the_fairy_queen_alone_sees_her_bonus_hand() -> None:
    players = seat(leader="fairy-queen"), seat(leader="bandit-king")
    state = table(*players, phase="bonus_deal", turn=0, leaders=True).settle(meeple.Rng(1))
    assert None not in seen(state, 0)["hands"][0]
    assert seen(state, 1)["hands"] == seen(state, None)["hands"] == [[None] * 4, []]


# ---- LL-27: resample ----


def drawn(state: meeple.State, viewer: int | None, count: int) -> list[dict[str, Any]]:
    """What `resample` draws, as positions."""
    rng = meeple.Rng(5)
    return [shown(state.resample(viewer, rng)) for _ in range(count)]


def test_ll27_ranges_over_all_deals_of_the_unknown_cards() -> None:
    state = skip(setup(players=2, deck=plain_deck(7)), "select")
    found = Counter(tuple(position["hands"][1]) for position in drawn(state, 0, 1500))
    unknown = {f"plain-{k}" for k in range(1, 8)} - set(shown(state)["hands"][0])
    assert set().union(*found) == unknown
    assert len(found) == 6
    assert max(found.values()) < 1.4 * min(found.values())


def test_ll27_ranges_over_the_places_that_others_could_pay() -> None:
    state = play(skip(setup(players=2, deck=plain_deck(8)), "select"), "select 1")
    found = Counter(position["places"][0] for position in drawn(state, 1, 2000))
    assert set(found) == {1, 2, 3, 4}
    assert max(found.values()) < 1.3 * min(found.values())
    for position in drawn(state, 1, 50):
        assert position["players"][0]["coins"] == 12 - (position["places"][0] - 1)


@pytest.mark.parametrize(("coins", "places"), [(0, {1}), (1, {1, 2}), (2, {1, 2, 3})])
def test_ll27_only_places_that_could_be_paid(coins: int, places: set[int]) -> None:
    state = play(begun(1, seat(coins=coins), RICH, RICH), "select 1")
    assert {position["places"][0] for position in drawn(state, 1, 200)} == places


def test_ll27_deals_and_choices_count_alike_together() -> None:
    state = play(skip(setup(players=2, deck=plain_deck(6)), "select"), "select 2")
    # Seat 1 holds two cards and knows them: seat 0's four lie in 24 orders, one of four is chosen.
    found = Counter(
        (*position["hands"][0], position["selected"][0], position["places"][0]) for position in drawn(state, 1, 9600)
    )
    assert len(found) == 96
    assert max(found.values()) < 2 * min(found.values())


def test_ll27_known_cards_stay_where_they_are() -> None:
    state = begun(2)
    for position in drawn(state, 0, 50):
        assert position["hands"][0] == HANDS[0]
        assert position["hands"][1][:3] == HANDS[1][:3]
    assert len({position["hands"][1][3] for position in drawn(state, 0, 50)}) > 10


def test_ll27_of_a_hand_that_is_known_the_choice_alone_is_open() -> None:
    # Eight cards for two: from the second round on each has held both hands.
    state = skip(setup(players=2, deck=plain_deck(8)), "select")
    state = play(state, "select 1", "select 1", "first 0", "go first")
    hand = shown(state)["hands"][0]
    assert (state.phase, seen(state, 1)["hands"][0]) == ("select", hand)
    found = Counter(
        (position["selected"][0], position["places"][0], *position["hands"][0])
        for position in drawn(play(state, "select 3"), 1, 900)
    )
    expected = {(hand[k], k + 1, *hand[:k], *hand[k + 1 :]) for k in range(3)}
    assert set(found) == expected
    assert max(found.values()) < 1.3 * min(found.values())


def test_ll27_ranges_over_every_position_of_the_same_view() -> None:
    # Seven cards for three players: seat 2 has none; seat 1 chooses, and knows nothing of seat 0's four.
    state = play(skip(setup(players=3, deck=plain_deck(7)), "select"), "select 4")
    assert (state.current_player, [len(hand) for hand in shown(state)["hands"]]) == (1, [3, 3, 0])
    cards = sorted([*shown(state)["hands"][0], *shown(state)["selected"][:1]])
    found = {
        (*position["hands"][0][: place - 1], position["selected"][0], *position["hands"][0][place - 1 :], place)
        for position in drawn(state, 1, 2500)
        for place in [position["places"][0]]
    }
    assert found == {(*order, place) for order in itertools.permutations(cards) for place in (1, 2, 3, 4)}


@pytest.mark.parametrize("viewer", [0, 1, 2, None])
def test_ll27_a_resampled_state_has_the_same_view_and_step(viewer: int | None) -> None:
    rng = meeple.Rng(7)
    for state in (begun(2), play(begun(2), "select 2"), play(begun(2), "select 2", "select 1", "select 4")):
        for _ in range(20):
            other = state.resample(viewer, rng)
            assert other.view(viewer) == state.view(viewer)
            assert (other.phase, other.current_player) == (state.phase, state.current_player)
