"""GU-1 to GU-14: the rules, on small positions."""

from __future__ import annotations

from fractions import Fraction

import pytest

import meeple

from .build import (
    all_pass,
    boat,
    clue,
    coins,
    guarding,
    pair,
    play,
    player,
    sailing,
    shown,
    table,
    voyage,
)  # fmt: skip

# Set-up


def test_gu1_islands_are_laid_cell_by_cell_each_as_likely() -> None:
    state = meeple.load("guardians").new_initial_state()
    laid = []
    for cell in range(24):
        assert state.phase == "tiles"
        odds = state.chance_outcomes_exact()
        assert [p for _, p in odds] == [Fraction(1, 24 - cell)] * (24 - cell)
        state = state.apply(odds[-1][0])
        laid.append(24 - cell)
        assert shown(state)["cells"] == laid + [None] * (23 - cell)
    assert state.phase == "pairs"


def test_gu2_the_legend_is_at_each_of_the_three_alike() -> None:
    state = meeple.load("guardians").new_initial_state()
    while state.phase == "tiles":
        state = state.apply(state.chance_outcomes()[0][0])
    odds = {state.game.chance_to_str(a): p for a, p in state.chance_outcomes_exact()}
    assert odds["pair 5 legend"] == Fraction(1, 24 * 3)
    assert odds["pair 5 treasure"] == Fraction(2, 24 * 3)
    second = play(state, "pair 5 treasure")
    odds = {state.game.chance_to_str(a): p for a, p in second.chance_outcomes_exact()}
    assert odds["pair 6 legend"] == odds["pair 6 treasure"] == Fraction(1, 23 * 2)
    third = play(second, "pair 6 treasure")
    assert all(state.game.chance_to_str(a).endswith("legend") for a, _ in third.chance_outcomes())
    other = play(state, "pair 5 legend", "pair 6 treasure", "pair 7 treasure")
    assert shown(other)["asking"] == {"seat": 1, "island": None}
    assert len(other.chance_outcomes()) == 21 * 2
    assert shown(other)["rewards_left"] == {"treasure": 18, "legend": 9}


def test_gu3_two_postcards_are_drawn() -> None:
    state = meeple.load("guardians", players=3).new_initial_state()
    while state.phase != "postcards":
        state = state.apply(state.chance_outcomes()[0][0])
    state = play(state, "postcard 9")
    assert [p for _, p in state.chance_outcomes_exact()] == [Fraction(1, 34)] * 34
    state = play(state, "postcard 3")
    assert shown(state)["postcards"] == [9, 3]
    assert (state.phase, state.current_player) == ("choose", 0)


# A turn


def test_gu4_who_has_no_active_pair_chooses_also_of_one() -> None:
    seats = guarding()
    seats[2] |= {"pairs": [pair(7)], "active": None, "clues": [], "discovered": [pair(8, "legend"), pair(9)]}
    state = table(3, None, players=seats, turned=[8, 9], asking={"seat": 2, "island": None})
    assert state.legal_action_strs() == ["choose 7"]
    state = play(state, "choose 7")
    assert (state.phase, state.current_player) == ("clue", 0)


def test_gu4_choices_are_simultaneous() -> None:
    state = table()
    assert state.deciders == (0, 1, 2)
    assert [state.action_to_str(a) for a in state.legal_actions(2)] == ["choose 7", "choose 8", "choose 9"]
    state = play(state, "choose 2")
    assert state.deciders == (1, 2)
    assert shown(state)["players"][0]["active"] == 1


def test_gu5_a_clue_goes_on_any_element_also_where_others_lie() -> None:
    state = play(table(), "choose 1", "choose 4", "choose 7")
    assert state.deciders == (0, 1, 2)
    assert len(state.legal_actions()) == 12
    state = play(state, "clue 2 3", "clue 2 3", "clue 1 6")
    assert [seat["clues"] for seat in shown(state)["players"]] == [[clue(2, 3)], [clue(2, 3)], [clue(1, 6)]]
    assert state.phase == "next"


def test_gu5_no_token_no_clue() -> None:
    seats = guarding()
    seats[0]["clues"] = [clue(1, 1)] * 4
    state = table(3, None, players=seats, phase="clue", asking={"seat": 1, "island": None})
    assert state.deciders == (1, 2)
    seats[1]["clues"] = [clue(1, 1)] * 4
    with pytest.raises(meeple.PositionError):
        table(3, None, players=seats, phase="clue", asking={"seat": 1, "island": None})


def test_gu6_chance_says_who_sails_next_until_all_have_finished() -> None:
    state = sailing()
    assert [p for _, p in state.chance_outcomes_exact()] == [Fraction(1, 3)] * 3
    state = voyage(state, "1 sail 0 9", "1 sail 2 9")
    assert shown(state)["finished"] == [1]
    assert [state.game.chance_to_str(a) for a, _ in state.chance_outcomes()] == ["next 0", "next 2"]
    state = voyage(state, "0 pass", "2 sail 1 9")
    assert shown(state)["finished"] == [0, 1]
    assert shown(state)["boats"] == [boat(1, 0, 9), boat(1, 2, 9), boat(2, 1, 9)]
    state = play(state, "next 2")
    # One boat for each guardian, none for oneself, one's own places too.
    texts = state.legal_action_strs()
    assert texts[0] == "pass"
    assert {text.split()[1] for text in texts[1:]} == {"0"}
    assert "sail 0 8" in texts


def test_gu6_no_boat_to_an_island_turned_over_or_for_who_has_no_clue() -> None:
    seats = guarding()
    seats[0] |= {"pairs": [pair(1), pair(2, "legend")], "discovered": [pair(3)]}
    seats[1] |= {"clues": []}
    state = play(table(3, None, phase="next", asking=None, players=seats, turned=[3]), "next 2")
    texts = state.legal_action_strs()
    assert {text.split()[1] for text in texts[1:]} == {"0"}
    assert "sail 0 3" not in texts
    assert len(texts) == 24


def test_gu6_who_can_only_pass_is_asked() -> None:
    seats = guarding()
    for seat in (1, 2):
        seats[seat] |= {"clues": []}
    state = play(table(3, None, phase="next", asking=None, players=seats), "next 0")
    assert state.legal_action_strs() == ["pass"]


# Resolution


def test_gu9_one_right_explorer() -> None:
    state = all_pass(voyage(sailing(), "0 sail 1 4"))
    assert coins(state) == [(2, 0), (2, 0), (0, 0)]


def test_gu9_the_first_of_several_gets_more() -> None:
    state = all_pass(voyage(sailing(4), "3 sail 1 4", "0 sail 1 4", "2 sail 1 4"))
    assert coins(state) == [(1, 0), (3, 0), (1, 0), (2, 0)]


def test_gu9_a_legend_is_for_each_of_them() -> None:
    seats = guarding(4)
    seats[1]["active"] = 1
    state = table(4, None, phase="next", asking=None, players=seats)
    state = all_pass(voyage(state, "3 sail 1 5", "0 sail 1 5"))
    assert coins(state) == [(1, 1), (3, 1), (0, 0), (2, 1)]


def test_gu9_both_boats_of_a_seat_count() -> None:
    state = all_pass(voyage(sailing(), "0 sail 1 4", "0 sail 2 7", "1 sail 2 7"))
    assert coins(state) == [(4, 0), (3, 0), (3, 0)]


def test_gu10_fires_are_asked_for_every_wrong_island_but_only_touching_ones_may_be_lit() -> None:
    # Seat 1 guards 4, which touches 3, 8 and 9; 8 touches 3, 4, 7, 9, 13 and 14.
    state = all_pass(voyage(sailing(), "2 sail 1 8", "0 sail 1 20", "0 sail 2 24"))
    assert (state.phase, shown(state)["asking"]) == ("fire", {"seat": 1, "island": 8})
    assert state.legal_action_strs() == ["pass", "fire 8"]
    lit = play(state, "fire 8")
    assert shown(lit)["asking"] == {"seat": 1, "island": 20}
    assert lit.legal_action_strs() == ["pass"]
    seat = shown(lit)["players"][1]
    assert seat["fires"] == [8]
    touching = {3, 4, 7, 9, 13, 14}
    assert seat["ruled_out"] == sorted(set(range(1, 25)) - touching)
    lit = play(lit, "pass")
    assert shown(lit)["asking"] == {"seat": 2, "island": 24}
    dark = play(state, "pass", "pass", "pass")
    assert shown(dark)["players"][1]["ruled_out"] == [8, 20]
    assert dark.phase == "postcard"


def test_gu10_the_discovered_are_not_asked_nor_who_has_no_fire_left() -> None:
    state = all_pass(voyage(sailing(), "2 sail 1 4", "0 sail 1 20"))
    assert state.phase == "postcard"
    seats = guarding()
    # Seat 1 guards 4: it can have lit 3, 8 and 9 only, and one fire more is a lie that the rules never see.
    seats[1] |= {"fires": [3, 8, 9], "ruled_out": [n for n in range(1, 25) if n != 4]}
    state = all_pass(voyage(table(3, None, phase="next", asking=None, players=seats), "2 sail 1 8"))
    assert state.phase == "postcard"


def test_gu11_a_discovered_guardian_takes_back_and_discards() -> None:
    seats = guarding()
    seats[1] |= {
        "fires": [8],
        "ruled_out": [n for n in range(1, 25) if n not in (3, 4, 7, 9, 13, 14)],
        "clues": [clue(1, 1), clue(2, 2)],
    }
    seats[0] |= {"ruled_out": [4, 9]}
    state = all_pass(voyage(table(3, None, phase="next", asking=None, players=seats), "2 sail 1 4"))
    position = shown(state)
    assert position["players"][1] == player([pair(5, "legend"), pair(6)], gold=2, discovered=[pair(4)])
    assert position["turned"] == [4]
    assert position["players"][0]["ruled_out"] == [9]
    assert (state.phase, position["boats"], position["finished"]) == ("postcard", [], [])


def test_gu11_who_has_no_pair_left_draws_by_the_numbers_left() -> None:
    seats = guarding()
    seats[1] |= {"pairs": [pair(4)], "discovered": [pair(5, "legend"), pair(6)]}
    start = table(3, None, phase="next", asking=None, players=seats, turned=[5, 6])
    state = all_pass(voyage(start, "2 sail 1 4"))
    assert (state.phase, shown(state)["asking"]) == ("refill", {"seat": 1, "island": None})
    odds = {state.game.chance_to_str(a): p for a, p in state.chance_outcomes_exact()}
    assert len(odds) == 15 * 2
    assert odds["pair 10 treasure"] == Fraction(14, 15 * 21)
    assert odds["pair 10 legend"] == Fraction(7, 15 * 21)
    state = play(state, "pair 10 legend", "postcard 3")
    assert state.legal_action_strs() == ["choose 10"]


def test_gu12_the_oldest_of_four_leaves_with_its_clues() -> None:
    seats = guarding()
    seats[0]["clues"] = [clue(1, 1), clue(3, 2), clue(1, 4)]
    state = table(3, None, phase="postcard", asking=None, players=seats, postcards=[1, 3, 2], turn=2)
    state = play(state, "postcard 30")
    position = shown(state)
    assert position["postcards"] == [3, 2, 30]
    assert position["removed_postcards"] == [1]
    assert [seat["clues"] for seat in position["players"]] == [[clue(3, 2)], [], []]
    assert (position["turn"], position["phase"]) == (3, "clue")


def test_gu12_removed_postcards_come_again() -> None:
    cards = [{"id": k, "elements": ["reef"]} for k in range(1, 5)]
    state = all_pass(sailing(3, {"postcards": cards}, postcards=[1, 2, 3], removed_postcards=[4], turn=3))
    assert state.phase == "postcard"
    assert shown(state)["removed_postcards"] == []
    assert [state.game.chance_to_str(a) for a, _ in state.chance_outcomes()] == ["postcard 4"]


# The end


def near_the_end(*areas: tuple[int, int], **fields: object) -> meeple.State:
    seats = guarding()
    for seat, (gold, legend) in zip(seats, areas, strict=True):
        seat |= {"gold": gold, "legend": legend}
    return table(3, None, **{"phase": "next", "asking": None, "players": seats} | fields)


def test_gu13_the_goal_ends_it_after_all_pay_outs_and_ties_go_by_legend_coins() -> None:
    state = all_pass(voyage(near_the_end((10, 0), (6, 4), (8, 1)), "0 sail 1 4"))
    assert state.is_terminal
    assert state.phase == "over"
    assert state.scores() == [12, 12, 9]
    assert state.score_breakdown(1) == {"gold": 8, "legend": 4}
    assert state.outcome == meeple.Outcome(winners=(1,), ranks=(2, 1, 3), reason="goal", tie_break="legend")
    assert state.returns() == [0.0, 1.0, 0.0]


def test_gu13_else_the_win_is_shared() -> None:
    state = all_pass(voyage(near_the_end((10, 1), (10, 1), (0, 0)), "0 sail 1 4"))
    assert state.outcome == meeple.Outcome(winners=(0, 1), ranks=(1, 1, 3), reason="goal", tie_break=None)
    assert state.returns() == [0.5, 0.5, 0.0]


def test_gu13_it_ends_after_a_hundred_turns() -> None:
    state = all_pass(near_the_end((3, 0), (2, 0), (1, 0), turn=100, postcards=[1, 2, 3]))
    assert state.outcome is not None
    assert (state.outcome.reason, state.outcome.winners) == ("turns", (0,))
    assert shown(state)["turn"] == 100


def test_gu13_it_ends_when_nobody_can_get_a_pair() -> None:
    params = {
        "shape": [[k // 2, k % 2] for k in range(9)],
        "islands": [{"id": k, "tags": []} for k in range(1, 10)],
        "goal": 1000,
    }
    found = [pair(1), pair(2, "legend"), pair(3)], [pair(4), pair(5, "legend"), pair(6)], [pair(8, "legend"), pair(9)]
    seats = [player([], discovered=found[0]), player([], discovered=found[1])]
    seats.append(player([pair(7)], discovered=found[2], active=0, clues=[clue(1, 1)]))
    turned = [1, 2, 3, 4, 5, 6, 8, 9]
    start = table(3, params, phase="next", asking=None, players=seats, turned=turned, turn=40, postcards=[1, 2, 3])
    state = all_pass(voyage(start, "1 sail 2 7"))
    assert state.outcome is not None
    assert state.outcome.reason == "pairs"
    assert coins(state) == [(0, 0), (2, 0), (2, 0)]


# Who sees what


def test_gu14_hulls_open_with_the_last_boat() -> None:
    match = meeple.Match(meeple.load("guardians", players=3), start=sailing(), chance="manual")
    for text in ["next 0", "sail 1 4", "next 1", "pass", "next 2", "sail 1 8", "next 0", "sail 2 9", "next 2"]:
        match.play(text)
    assert [event.text for event in match.log(1)][:2] == ["next 0", "sail ? 4"]
    assert [entry["guardian"] for entry in match.state.view(2).to_dict()["view"]["boats"]] == [None, 1, None]
    match.play("pass")
    assert match.log(1)[-1].revealed == ("0 sail 1 4", "0 sail 2 9", "2 sail 1 8")
    assert match.log(0)[-1].revealed == ("2 sail 1 8", "1 pair 4 treasure")
    assert match.log(None)[-1].revealed == ("0 sail 1 4", "0 sail 2 9", "2 sail 1 8", "1 pair 4 treasure")


def test_gu14_clues_open_when_the_last_lies() -> None:
    start = play(table(), "choose 1", "choose 4", "choose 7")
    match = meeple.Match(start.game, start=start, chance="manual")
    assert match.submit(2, "clue 1 5") is False
    match.play("clue 1 1")
    assert match.state.view(1).to_dict()["view"]["players"][0]["clues"] == [None]
    match.play("clue 2 2")
    assert match.state.phase == "next"
    assert match.log(0)[-1].text == "clue ? ?"
    assert match.log(0)[-1].revealed == ("1 clue 2 2", "2 clue 1 5")
