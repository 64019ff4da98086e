"""LL-1 to LL-7, LL-16, LL-17, LL-24, LL-25: parameters, boards, the deal and what comes before the first round."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

import meeple
from meeple._data import load_data
from meeple.lost_lands import random_layout

from .build import card, chance, document, plain_deck, play, player, seat, setup, shown, skip, table, texts

NOBODY = seat()
LANDS = load_data("lost_lands")
SMALL = LANDS["layouts"]["lost-lands-small"]
LARGE = LANDS["layouts"]["lost-lands-large"]
CAVERN = LANDS["layouts"]["cavern-small"]


def refused(**params: Any) -> meeple.ConfigError:
    """The error of parameters that are refused."""
    with pytest.raises(meeple.ConfigError) as caught:
        meeple.load("lost_lands", **params)
    return caught.value


def first_play(rng: int = 1, **params: Any) -> meeple.State:
    """The first decision."""
    return setup(**params).settle(meeple.Rng(rng))


def walked(rng: int = 1, **params: Any) -> list[tuple[str, int | None, str]]:
    """(phase, turn, text) of each step up to the first `select`; the first legal action is played."""
    generator = meeple.Rng(rng)
    state, steps = setup(**params), []
    while state.phase != "select":
        if state.is_chance:
            after = state.sample_chance(generator)
            number = next(n for n, _ in state.chance_outcomes() if state.apply(n) == after)
        else:
            number = state.legal_actions()[0]
            after = state.apply(number)
        steps.append((state.phase, shown(state)["turn"], state.action_to_str(number)))
        state = after
    return steps


# ---- LL-1: boards ----


def test_ll1_defaults() -> None:
    params = meeple.load("lost_lands").params
    assert (params["players"], params["board"], params["boards"]) == (3, "lost_lands", "lost-lands-small")
    assert (params["turn_order"], params["deck"], params["neutral"]) == ("token", "rulebook", "placed")
    flags = ("open_sea", "factions", "leader_armies", "explore", "citadels", "leaders")
    assert [params[flag] for flag in flags] == [False] * 6
    assert set(params) == {"players", "board", "boards", "turn_order", "deck", "neutral", *flags}


@pytest.mark.parametrize("board", ["lost_lands", "cavern"])
@pytest.mark.parametrize(("players", "size"), [(2, "small"), (4, "small"), (5, "large"), (6, "large")])
def test_ll1_the_default_layout_goes_by_board_and_players(board: str, players: int, size: str) -> None:
    params = meeple.load("lost_lands", board=board, players=players).params
    assert params["boards"] == f"{board.replace('_', '-')}-{size}"


@pytest.mark.parametrize(("boards", "board"), [("cavern-small", "cavern"), (CAVERN, "cavern"), (SMALL, "lost_lands")])
def test_ll1_the_board_is_that_of_the_layout(boards: Any, board: str) -> None:
    assert meeple.load("lost_lands", boards=boards).params["board"] == board


@pytest.mark.parametrize(("boards", "board"), [("cavern-small", "lost_lands"), (SMALL, "cavern")])
def test_ll1_a_layout_without_the_face_that_board_names_is_refused(boards: Any, board: str) -> None:
    assert refused(boards=boards, board=board).field.startswith(("board", "boards"))


def test_ll1_the_expansion_is_not_played_without_its_board() -> None:
    assert refused(boards="ell").field.startswith("boards")


def test_ll1_never_both_faces() -> None:
    both = {**SMALL, "boards": [["lost-lands", 0, 0, 0], ["volcano", 1, 0, 0], ["cavern", 0, 1, 0]], "start": "V5"}
    assert refused(boards={**both, "portal": "V4"}).field.startswith("boards")


@pytest.mark.parametrize("lacks", ["portal", "start"])
def test_ll1_a_layout_names_portal_and_start(lacks: str) -> None:
    layout = {key: value for key, value in SMALL.items() if key not in (lacks, "players")}
    assert refused(boards=layout).field.startswith("boards")


def test_ll1_five_players_need_a_second_start_and_four_ignore_it() -> None:
    layout = {key: value for key, value in LARGE.items() if key not in ("second_start", "players")}
    assert refused(players=5, boards=layout).field.startswith("boards")
    state = skip(setup(players=4, boards={**layout, "boards": SMALL["boards"], "second_start": "V1"}), "extra")
    assert "extra V1" in texts(state)


def test_ll1_a_layout_has_no_values() -> None:
    layout = {key: value for key, value in SMALL.items() if key != "players"}
    assert refused(boards={**layout, "values": {"L1": 2}}).field.startswith("boards")


def test_ll1_any_cells_are_allowed() -> None:
    boards = [["lost-lands", 0, 0, 90], ["volcano", 0, 1, 0], ["meadows", 0, 2, 180]]
    layout = {"boards": boards, "start": "M3", "portal": "M2"}
    assert meeple.load("lost_lands", boards=layout).params["boards"] == layout


def test_ll1_an_expansion_board_of_ones_own_replaces_the_reconstruction() -> None:
    own = {
        "islands": [["X1", "X2"]],
        "land": [["X1", "X2"]],
        "water": [],
        "exits": {"N": None, "E": "X1", "S": None, "W": None},
        "portal": "X2",
    }
    layout = {key: value for key, value in SMALL.items() if key != "players"}
    state = table(seat({"X2": 1}), NOBODY, boards={**layout, "faces": {"lost-lands": own}})
    assert state.score_breakdown(0)["continents"] == 1
    assert meeple.load("lost_lands", boards={**layout, "faces": {"lost-lands": own}}).params["board"] == "lost_lands"


@pytest.mark.parametrize("name", ["first_player", "tokens", "scoring", "extra_army", "age", "prestige_limit"])
def test_ll1_parameters_of_legends_that_the_expansion_has_not_are_refused(name: str) -> None:
    assert refused(**{name: 1}).field == name


# ---- LL-2: the deck ----


@pytest.mark.parametrize(("players", "expected"), [(2, 27 + 3), (3, 32 + 5), (4, 34 + 7), (5, 34 + 11), (6, 34 + 15)])
def test_ll2_cards_by_players(players: int, expected: int) -> None:
    assert len(chance(setup(players=players))) == expected


def test_ll2_an_own_deck_needs_a_card_a_player() -> None:
    meeple.load("lost_lands", players=4, deck=plain_deck(4))
    assert refused(players=4, deck=plain_deck(3)).field.startswith("deck")


def test_ll2_cards_of_an_own_deck_that_leave_do_not_count() -> None:
    cards = [*plain_deck(3)["cards"], card("rest", min_players=6)]
    assert refused(players=4, deck={"cards": cards}).field.startswith("deck")


# ---- LL-4: starts and portals ----


@pytest.mark.parametrize(("start", "portal"), [("M5", "M2"), ("V4", "M2"), ("L1", "M2"), ("M3", "L1"), ("M3", "X")])
def test_ll4_the_start_is_or_borders_the_second_portal(start: str, portal: str) -> None:
    layout = {"boards": SMALL["boards"], "start": start, "portal": portal}
    assert refused(boards=layout).field.startswith("boards")


@pytest.mark.parametrize(("start", "portal"), [("M2", "M2"), ("M1", "M2"), ("V7", "V6")])
def test_ll4_starts_that_are_or_border_it_are_taken(start: str, portal: str) -> None:
    layout = {"boards": SMALL["boards"], "start": start, "portal": portal}
    assert meeple.load("lost_lands", boards=layout).params["boards"] == layout


def test_ll4_the_deserts_clause_does_not_apply() -> None:
    boards = [["lost-lands", 0, 0, 0], ["desert", 1, 0, 0], ["fern", 1, 1, 0]]
    meeple.load("lost_lands", boards={"boards": boards, "start": "F1", "portal": "F2"})


@pytest.mark.parametrize(("second", "fine"), [("F2", True), ("L1", True), ("V1", True), ("M1", False), ("Z", False)])
def test_ll4_the_second_start_is_on_another_board(second: str, fine: bool) -> None:
    layout = {**{key: value for key, value in LARGE.items() if key != "players"}, "second_start": second}
    if fine:
        assert meeple.load("lost_lands", players=6, boards=layout).num_players == 6
    else:
        assert refused(players=6, boards=layout).field.startswith("boards")


def test_ll4_no_armies_begin_on_the_second_start() -> None:
    state = skip(setup(players=5), "extra")
    assert [entry["armies"] for entry in shown(state)["players"]] == [{"M3": 3}] * 5


# ---- LL-5 to LL-7 ----


def test_ll5_three_armies_on_the_start() -> None:
    state = first_play(players=4)
    assert [entry["armies"] for entry in shown(state)["players"]] == [{"M3": 3}] * 4


def test_ll5_seat_0_names_a_region_that_gets_one_army_of_each() -> None:
    state = play(first_play(players=3), "extra L4")
    assert [entry["armies"] for entry in shown(state)["players"]] == [{"L4": 1, "M3": 3}] * 3


def test_ll5_two_players_put_ten_neutral_armies_in_turn() -> None:
    state = play(first_play(players=2), "extra L4")
    for k in range(10):
        assert (state.phase, state.current_player) == ("neutral", k % 2)
        state = play(state, "neutral V2")
    assert shown(state)["neutral"] == {"V2": 10}
    assert state.phase == "select"


def test_ll5_neutral_armies_may_come_by_chance() -> None:
    state = play(first_play(players=2, neutral="random"), "extra L4")
    assert (state.phase, state.is_chance, len(state.chance_outcomes())) == ("neutral", True, 18)


@pytest.mark.parametrize(("players", "coins"), [(2, 12), (3, 11), (4, 9), (5, 8), (6, 8)])
def test_ll6_coins_by_players(players: int, coins: int) -> None:
    assert [entry["coins"] for entry in shown(setup(players=players))["players"]] == [coins] * players


@pytest.mark.parametrize(("players", "cards"), [(2, 11), (3, 10), (4, 8), (5, 7), (6, 7)])
def test_ll6_cards_to_own_by_players(players: int, cards: int) -> None:
    rng = meeple.Rng(2)
    state = setup(players=players)
    while not state.is_terminal:
        state = state.sample_chance(rng) if state.is_chance else state.apply(state.random_action(rng))
    assert [len(entry["cards"]) for entry in shown(state)["players"]] == [cards] * players


def test_ll7_four_cards_each_seat_by_seat_front_to_back() -> None:
    state = setup(players=3)
    for number in range(3):
        for place in range(4):
            assert (state.phase, shown(state)["turn"], state.is_chance) == ("deal", number, True)
            dealt = state.action_to_str(state.chance_outcomes()[0][0])
            state = play(state, dealt)
            assert shown(state)["hands"][number][place] == dealt.removeprefix("deal ")
    assert state.phase == "extra"


def test_ll7_each_card_of_the_deck_is_equally_likely() -> None:
    state = play(setup(players=2), "deal lake")
    found = chance(state)
    assert "deal lake" not in found
    assert set(found.values()) == {Fraction(1, 29)}


def test_ll7_as_long_as_the_deck_lasts() -> None:
    state = skip(setup(players=2, deck=plain_deck(6)), "extra")
    assert [len(hand) for hand in shown(state)["hands"]] == [4, 2]
    assert shown(state)["since"] == [[0] * 4, [0] * 2]


# ---- Tokens, the sea, leaders ----


def test_ll4_tokens_keep_off_starts_and_the_second_portal() -> None:
    found = set(chance(setup(players=6, explore=True)))
    lacking = {f"token magic-spring {region}" for region in ("M3", "F2", "M2")}
    assert not lacking & found
    assert "token magic-spring L6" in found
    assert len(found) == 6 + 7 + 5 + 3 - 3


def test_ll16_the_sea_is_drawn_after_the_tokens() -> None:
    state = setup(players=3, open_sea=True)
    regions = ("L3", "V1", "V5", "V6", "V7", "M1", "M3", "M4", "M5")
    assert chance(state) == {f"sea {region}": Fraction(1, 9) for region in regions}
    assert shown(play(state, "sea V7"))["sea"] == "V7"


def test_ll16_a_region_with_several_exits_counts_once() -> None:
    boards = [["lost-lands", 0, 0, 0], ["tall-islands", 1, 0, 0], ["citadel", 1, 1, 0]]
    state = setup(boards={"boards": boards, "start": "C2", "portal": "C1"}, open_sea=True)
    assert sorted(chance(state)) == [f"sea {region}" for region in ("C1", "C2", "L3", "T1", "T3")]


@pytest.mark.parametrize(("leader_armies", "names"), [(False, 5), (True, 7)])
def test_ll24_leaders_are_dealt_from_both_boxes(leader_armies: bool, names: int) -> None:
    found = set(chance(setup(players=2, leaders=True, leader_armies=leader_armies)))
    assert len(found) == names
    assert "leader 0 bat-rider" in found
    assert ("leader 0 bramble-witch" in found) == leader_armies


def test_ll24_six_players_need_leader_armies_to_be_dealt_leaders() -> None:
    assert refused(players=6, leaders=True).field == "leaders"
    assert meeple.load("lost_lands", players=6, leaders=True, leader_armies=True).num_players == 6
    assert meeple.load("lost_lands", players=5, leaders=True).num_players == 5


@pytest.mark.parametrize("leader", ["bramble-witch", "frog-warrior"])
def test_ll19_ll21_leaders_that_need_leader_armies_are_refused_without(leader: str) -> None:
    assert refused(players=2, leaders=[leader, "bat-rider"]).field.startswith("leaders")
    meeple.load("lost_lands", players=2, leaders=[leader, "bat-rider"], leader_armies=True)


def test_ll24_red_sorceress_begins_with_four_armies() -> None:
    state = first_play(players=2, leaders=["red-sorceress", "bat-rider"])
    assert [entry["armies"] for entry in shown(state)["players"]] == [{"M3": 4}, {"M3": 3}]


def test_ll18_leader_armies_begin_on_the_start() -> None:
    state = first_play(players=3, leader_armies=True)
    assert shown(state)["leader_army"] == ["M3"] * 3
    assert shown(first_play(players=3))["leader_army"] == [None] * 3


def test_ll25_the_order_of_the_set_up() -> None:
    steps = walked(players=2, explore=True, citadels=True, factions=True, open_sea=True, leaders=True)
    names = ["magic-spring", "cottage", "hidden-treasure", "magic-book", "stable"]
    names += ["citadel-1", "citadel-2", "citadel-3", "faction-1", "faction-2", "faction-3", "faction-4"]
    assert [text.split()[1] for phase, _, text in steps if phase == "token"] == names
    phases = list(dict.fromkeys(phase for phase, _, _ in steps))
    assert phases == ["token", "sea", "leader", "deal", "extra", "neutral"]
    assert [turn for phase, turn, _ in steps if phase == "leader"] == [0, 1]
    assert [turn for phase, turn, _ in steps if phase == "deal"] == [0] * 4 + [1] * 4
    assert [turn for phase, turn, _ in steps if phase == "extra"] == [0]
    assert [turn for phase, turn, _ in steps if phase == "neutral"] == [0, 1] * 5


def test_ll25_no_step_is_asked_of_variants_that_are_off() -> None:
    assert {phase for phase, _, _ in walked(players=3)} == {"deal", "extra"}


def test_ll25_armies_come_on_the_start_with_the_last_leader() -> None:
    state = setup(players=2, leaders=True, leader_armies=True)
    assert [entry["armies"] for entry in shown(state)["players"]] == [{}, {}]
    assert shown(state)["leader_army"] == [None, None]
    state = play(state, "leader 0 bat-rider", "leader 1 red-sorceress")
    assert [entry["armies"] for entry in shown(state)["players"]] == [{"M3": 3}, {"M3": 4}]
    assert shown(state)["leader_army"] == ["M3", "M3"]


def test_ll25_keys_of_the_position() -> None:
    state = setup(players=2)
    assert set(shown(state)) == set(document(NOBODY, NOBODY)["position"])
    assert (shown(state)["round"], shown(state)["row"], shown(state)["bids"]) == (0, [], [None, None])
    assert player(state, 0)["coins"] == 12


# ---- Layouts drawn by chance ----


@pytest.mark.parametrize("board", ["lost_lands", "cavern"])
@pytest.mark.parametrize("players", range(2, 7))
def test_ll1_random_layouts_keep_to_the_cells_of_the_default_layout(players: int, board: str) -> None:
    expected = LANDS["layouts"][LANDS["default_layout"][board]["small" if players < 5 else "large"]]
    rng = meeple.Rng(players)
    for _ in range(40):
        layout = random_layout(players, rng, board)
        assert [cell[1:3] for cell in layout["boards"]] == [cell[1:3] for cell in expected["boards"]]
        assert layout["boards"][0] == [board.replace("_", "-"), 0, 0, 0]
        assert ("second_start" in layout) == (players > 4)
        game = meeple.load("lost_lands", players=players, boards=layout)
        assert game.params["board"] == board


def test_ll1_random_layouts_differ() -> None:
    rng = meeple.Rng(1)
    drawn = [random_layout(6, rng, "cavern") for _ in range(60)]
    assert len({str(layout["boards"]) for layout in drawn}) > 50
    faces = {name for layout in drawn for name, *_ in layout["boards"]}
    assert faces == {"cavern", *load_data("legends_boards")["faces"]}
    assert {degrees for layout in drawn for *_, degrees in layout["boards"][1:]} == {0, 90, 180, 270}


@pytest.mark.parametrize(("players", "board"), [(1, "cavern"), (7, "cavern"), (3, "legends"), (3, "")])
def test_ll1_random_layout_refuses_what_is_no_game(players: int, board: str) -> None:
    rng = meeple.Rng(1)
    with pytest.raises(meeple.ArgumentError):
        random_layout(players, rng, board)
    assert rng == meeple.Rng(1)
