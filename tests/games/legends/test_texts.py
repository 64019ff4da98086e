"""G-5 and the texts of the page: every action and every chance outcome by its text, and texts that are none."""

from __future__ import annotations

from typing import Any

import pytest

import meeple

from .build import (
    card,
    chance,
    destroy,
    move,
    place,
    plain_deck,
    play,
    portal,
    seat,
    setup,
    shown,
    skip,
    table,
    taking,
    texts,
)

NOBODY = seat()
EVERYTHING: dict[str, Any] = {
    "first_player": "bid_die",
    "explore": True,
    "citadels": True,
    "leaders": True,
    "extra_army": True,
    "tokens": [portal("gate")],
}


@pytest.mark.parametrize("params", [{}, EVERYTHING, {"players": 4}, {"neutral": "random"}])
def test_every_action_number_has_one_text_that_reads_back(params: dict[str, Any]) -> None:
    game = meeple.load("legends", **params)
    for chance_space, size in [(False, game.num_actions), (True, game.max_chance_outcomes)]:
        to_str = game.chance_to_str if chance_space else game.action_to_str
        found = [to_str(number) for number in range(size)]
        assert len(set(found)) == size
        assert [game.parse_action(text, chance=chance_space) for text in found] == list(range(size))
        for number in range(size):
            action = game.decode(number, chance=chance_space)
            assert game.encode(action.kind, *action.args, chance=chance_space) == number


@pytest.mark.parametrize("params", [{}, EVERYTHING, {"players": 3}])
def test_texts_are_lower_case_ascii_but_for_regions(params: dict[str, Any]) -> None:
    game = meeple.load("legends", **params)
    regions = {text.split()[1] for text in map(game.action_to_str, range(game.num_actions)) if "build" in text}
    for number in range(game.num_actions):
        text = game.action_to_str(number)
        assert text.isascii()
        assert "  " not in text
        assert text == text.strip()
        assert all(word in regions or word == word.lower() for word in text.split(" "))


@pytest.mark.parametrize("players", [2, 3, 4])
def test_actions_of_a_game_are_those_of_the_page(players: int) -> None:
    game = meeple.load("legends", players=players, extra_army=True, leaders=True)
    kinds = {game.action_to_str(number).split()[0] for number in range(game.num_actions)}
    expected = {"take", "pass", "place", "build", "move", "destroy", "extra", "bid", "bonus"}
    assert kinds == expected | ({"neutral"} if players == 2 else set())


def test_chance_outcomes_of_a_game_are_those_of_the_page() -> None:
    game = meeple.load("legends", **EVERYTHING, neutral="random")
    kinds = {game.chance_to_str(number).split()[0] for number in range(game.max_chance_outcomes)}
    assert kinds == {"token", "leader", "row", "neutral", "first"}


def test_lg6_row_text() -> None:
    state: meeple.State = meeple.load("legends").new_initial_state()
    assert "row ancient-phoenix" in chance(state)


def test_lg7_extra_text() -> None:
    assert "extra V1" in texts(setup(extra_army=True))


def test_lg8_neutral_text() -> None:
    assert "neutral V1" in texts(setup())


def test_lg10_bid_and_first_texts() -> None:
    state = setup(players=3, first_player="bid_die")
    assert "bid 11" in texts(state)
    assert "first 2" in chance(play(state, "bid 1", "bid 0", "bid 1"))


def test_lg12_take_text_counts_from_1() -> None:
    assert texts(table(seat(coins=3), NOBODY)) == {f"take {n}" for n in range(1, 7)}


def test_lg14_to_lg17_texts() -> None:
    either = card("either", place(1), move(1), join="or")
    assert {"place M1", "move M1 M2", "pass"} <= texts(taking(either, seat({"M1": 1}), NOBODY))
    ruin = taking(card("ruin", destroy(1)), seat({"M1": 1}), seat({"M1": 1}), neutral={"M1": 1})
    assert texts(ruin) == {"destroy M1 0", "destroy M1 1", "destroy M1 neutral", "pass"}


def test_lg25_token_text() -> None:
    state: meeple.State = meeple.load("legends", explore=True).new_initial_state()
    assert "token magic-spring V1" in chance(state)


def test_lg27_leader_and_bonus_texts() -> None:
    state: meeple.State = meeple.load("legends", leaders=True).new_initial_state()
    assert "leader 0 white-knight" in chance(state)
    queen = table(
        seat(leader="fairy-queen"),
        seat(leader="bandit-king"),
        phase="bonus",
        leaders=["fairy-queen", "bandit-king"],
    )
    assert "bonus 1" in texts(queen)


def test_numbers_of_data_are_their_places_in_the_data() -> None:
    deck = plain_deck(30)
    game = meeple.load("legends", deck=deck)
    labels = next(entry.labels for entry in game.chance_space.ranges if entry.kind == "row")
    assert labels == (tuple(entry["id"] for entry in deck["cards"]),)


def test_action_ranges_cover_the_ids_one_after_the_other() -> None:
    game = meeple.load("legends", **EVERYTHING)
    stop = 0
    for entry in game.action_space.ranges:
        assert entry.start == stop
        stop = entry.stop
    assert stop == game.num_actions == game.action_space.size


WRONG = [
    "",
    " ",
    "take",
    "take 0",
    "take 7",
    "take 01",
    "take +1",
    "take 1 ",
    " take 1",
    "take  1",
    "Take 1",
    "TAKE 1",
    "take 1.0",
    "take one",
    "take -1",
    "take 1 2",
    "take\t1",
    "take 1\n",
    "pass pass",
    "Pass",
    "move M1",
    "move M1 M2 M3",
    "move m1 m2",
    "move M1 Q9",
    "place",
    "place D1",
    "destroy M1",
    "destroy M1 2",
    "destroy M1 Neutral",
    "fly M1 M2",
    "row lake",
    "take \uff11",
    "take \u0661",
    "\x00",
    "take 1\x00",
    "x" * 10_000,
    "bonus 1",
    "extra V1",
    "leader 0 fairy-queen",
    "\ud800",
]


@pytest.mark.parametrize("text", WRONG, ids=range(len(WRONG)))
def test_g8_texts_that_name_no_action_are_refused(text: str) -> None:
    state = table(seat({"M1": 1}, coins=3), NOBODY)
    before = state.to_json()
    with pytest.raises(meeple.NotationError) as caught:
        state.parse_action(text)
    error = caught.value
    assert error.code
    assert error.field
    assert error.expected
    assert len(error.value) < 200
    assert state.to_json() == before


def test_g8_a_text_of_chance_is_none_of_the_players_and_the_reverse() -> None:
    state = table(NOBODY, NOBODY)
    with pytest.raises(meeple.NotationError):
        state.parse_action("row plain-1")
    state = play(state, "take 1")
    with pytest.raises(meeple.NotationError):
        state.parse_action("take 1")


def test_g8_a_text_that_is_not_legal_now_parses_and_is_refused_on_applying() -> None:
    state = table(NOBODY, NOBODY)
    number = state.parse_action("move M1 M2")
    assert not state.is_legal(number)
    with pytest.raises(meeple.IllegalActionError) as caught:
        state.apply(number)
    assert "move M1 M2" in caught.value.value


def test_moves_between_regions_that_do_not_touch_are_no_legal_texts() -> None:
    state = taking(card("walk", move(9)), seat({"M1": 1}), NOBODY)
    number = state.parse_action("move M1 F3")
    assert not state.is_legal(number)


def test_texts_depend_on_the_number_alone() -> None:
    game = meeple.load("legends")
    state = skip(game.new_initial_state(), "take")
    assert [state.action_to_str(n) for n in range(game.num_actions)] == [
        game.action_to_str(n) for n in range(game.num_actions)
    ]
    assert shown(state)["phase"] == "take"
