"""The position document in every phase, LG-30, LG-31: what stands in it, what follows from it, the order of nodes."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest

import meeple

from .build import (
    acting,
    build,
    card,
    chance,
    destroy,
    document,
    effect,
    ended,
    move,
    place,
    plain_deck,
    play,
    player,
    portal,
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
EVERYTHING: dict[str, Any] = {
    "players": 2,
    "first_player": "bid_die",
    "explore": True,
    "citadels": True,
    "leaders": True,
    "extra_army": True,
    "tokens": [token("dragon", "control", effect("vp", -1)), portal("gate", "V1")],
}
KEYS = ["phase", "turn", "row", "players", "neutral", "bids", "tokens", "pending", "prestige"]
PLAYER_KEYS = ["coins", "armies", "cities", "cards", "tokens", "leader", "captured"]
PHASES = {
    *["token", "leader", "row", "extra", "neutral", "bid", "first", "take", "action", "refill", "bonus"],
    "over",
}


def walk(seed: int = 1, **params: Any) -> Iterator[meeple.State]:
    """All states of a random game."""
    rng = meeple.Rng(seed)
    state: meeple.State = meeple.load("legends", **params).new_initial_state()
    while True:
        yield state
        if state.is_terminal:
            return
        if state.is_chance:
            state = state.sample_chance(rng)
        elif state.phase == "bid":
            state = play(state, "bid 2")
        else:
            state = state.apply(state.random_action(rng))


def one_of_each() -> dict[str, meeple.State]:
    """A state of every phase there is."""
    found: dict[str, meeple.State] = {}
    for seed in range(30):
        for state in walk(seed, **EVERYTHING):
            found.setdefault(state.phase, state)
        if found.keys() == PHASES:
            break
    return found


EACH = one_of_each()


def test_position_has_all_phases_of_the_page() -> None:
    assert EACH.keys() == PHASES


@pytest.mark.parametrize("phase", sorted(PHASES))
def test_position_has_all_keys_in_order_in_every_phase(phase: str) -> None:
    position = shown(EACH[phase])
    assert list(position) == KEYS
    assert position["phase"] == phase
    assert [list(entry) for entry in position["players"]] == [PLAYER_KEYS] * 2


@pytest.mark.parametrize("phase", sorted(PHASES))
def test_position_read_back_is_equal_and_has_the_same_hash(phase: str) -> None:
    state = EACH[phase]
    for again in (
        meeple.State.from_dict(state.to_dict()),
        meeple.State.from_json(state.to_json()),
        meeple.State.from_json(state.to_json().encode()),
        meeple.State.from_json(json.dumps(state.to_dict(), indent=2, sort_keys=True)),
        state.game.state_from_bytes(state.to_bytes()),
    ):
        assert again == state
        assert again.hash64 == state.hash64
        assert again.to_dict() == state.to_dict()
        assert again.legal_actions() == state.legal_actions()
        assert again.chance_outcomes_exact() == state.chance_outcomes_exact()


@pytest.mark.parametrize(
    ("phase", "who"),
    [
        *[(phase, "chance") for phase in ("token", "leader", "row", "first", "refill")],
        *[(phase, "player") for phase in ("extra", "neutral", "bid", "take", "action", "bonus")],
        ("over", "nobody"),
    ],
)
def test_position_who_acts_in_each_phase(phase: str, who: str) -> None:
    state = EACH[phase]
    found = "nobody" if state.is_terminal else "chance" if state.is_chance else "player"
    assert found == who


@pytest.mark.parametrize("phase", ["extra", "neutral", "bid", "take", "action", "bonus"])
def test_position_turn_is_the_seat_that_acts(phase: str) -> None:
    assert shown(EACH[phase])["turn"] == EACH[phase].current_player


@pytest.mark.parametrize("phase", ["token", "row", "first", "over"])
def test_position_turn_is_null_where_nobody_acts(phase: str) -> None:
    assert shown(EACH[phase])["turn"] is None


def test_position_turn_in_leader_is_the_seat_dealt_to() -> None:
    state = meeple.load("legends", players=3, leaders=True).new_initial_state()
    for number in range(3):
        assert (shown(state)["phase"], shown(state)["turn"]) == ("leader", number)
        state = state.sample_chance(meeple.Rng(1))


def test_position_turn_in_refill_is_the_seat_whose_turn_ends() -> None:
    state = play(table(NOBODY, NOBODY, turn=1, moved=[0]), "take 1")
    assert (state.phase, shown(state)["turn"]) == ("refill", 1)


def test_position_turn_in_random_neutral_is_null() -> None:
    state = skip(meeple.load("legends", neutral="random", first_player=0).new_initial_state(), "neutral")
    assert shown(state)["turn"] is None


def test_position_leader_is_null_without_leaders_and_until_dealt() -> None:
    assert player(setup(), 0)["leader"] is None
    state = meeple.load("legends", leaders=True).new_initial_state()
    state = play(state, "leader 0 bandit-king")
    assert [player(state, n)["leader"] for n in range(2)] == ["bandit-king", None]


def test_position_row_lacks_the_taken_card_from_take_on_and_cards_have_it() -> None:
    state = taking("forest-elf", seat({"M1": 1}), NOBODY)
    assert "forest-elf" not in shown(state)["row"]
    assert (len(shown(state)["row"]), player(state, 0)["cards"]) == (5, ["forest-elf"])


def test_position_maps_hold_only_what_is_there() -> None:
    state = play(taking(card("walk", move(1)), seat({"M5": 1}), NOBODY), "move M5 M4")
    assert player(state, 0)["armies"] == {"M4": 1}
    state = play(taking(card("ruin", destroy(1)), seat({"M1": 1}), NOBODY, neutral={"M1": 1}), "destroy M1 neutral")
    assert shown(state)["neutral"] == {}


def test_position_tokens_hold_only_regions_with_some() -> None:
    camp = token("camp", "city", region="F1")
    state = play(taking(card("hut", build(1)), seat({"F1": 1}), NOBODY, tokens=[camp]), "build F1")
    assert shown(state)["tokens"] == {}


def test_position_tokens_of_one_region_stand_in_the_order_of_the_list() -> None:
    own = [portal("zebra", "V1"), token("ape", "city", region="V1"), token("moth", "control", region="V1")]
    assert shown(setup(tokens=own))["tokens"] == {"V1": ["zebra", "ape", "moth"]}


def test_position_bids_are_null_without_bids() -> None:
    assert shown(setup(players=3, first_player=1))["bids"] == [None, None, None]


def test_position_bids_fill_seat_by_seat_and_stay() -> None:
    state = setup(players=3)
    assert shown(state)["bids"] == [None, None, None]
    state = play(state, "bid 4")
    assert shown(state)["bids"] == [4, None, None]
    state = play(state, "bid 0", "bid 11")
    assert shown(state)["bids"] == [4, 0, 11]
    assert [player(state, n)["coins"] for n in range(3)] == [11, 11, 0]


def test_position_bids_stay_to_the_end() -> None:
    *_, last = walk(2, first_player="bid")
    assert (last.phase, shown(last)["bids"]) == ("over", [2, 2])


def test_position_captured_is_by_owner_and_only_what_is_there() -> None:
    state = table(
        seat(leader="red-sorceress", captured={"neutral": 2, "1": 1}),
        seat(leader="fairy-queen"),
        leaders=["red-sorceress", "fairy-queen"],
    )
    assert [player(state, n)["captured"] for n in range(2)] == [{"1": 1, "neutral": 2}, {}]


@pytest.mark.parametrize("phase", sorted(PHASES - {"action"}))
def test_position_pending_is_null_but_in_action(phase: str) -> None:
    assert shown(EACH[phase])["pending"] is None


def test_position_pending_in_action_names_the_taken_card() -> None:
    state = EACH["action"]
    pending = shown(state)["pending"]
    assert list(pending) == ["card", "part", "left", "branch"]
    assert player(state, state.current_player)["cards"][-1] == pending["card"]


def test_position_prestige_is_all_nothing_with_final() -> None:
    assert all(shown(state)["prestige"] == [0, 0] for state in walk(3))


def test_lg30_the_position_shows_no_order_of_the_deck() -> None:
    # Two games that differ in what will be drawn are the same state.
    one = setup(rng=1, first_player=0)
    other = meeple.State.from_dict(one.to_dict())
    assert one == other
    assert set(chance(play(table(NOBODY, NOBODY), "take 1")).values()) == {
        next(iter(chance(play(table(NOBODY, NOBODY), "take 1")).values()))
    }


def test_position_supplies_follow_armies_and_captured() -> None:
    params = {"leaders": ["fairy-queen", "red-sorceress"]}
    state = taking(
        card("flood", place(99)),
        seat({"M1": 10, "F1": 2}, leader="fairy-queen"),
        seat(leader="red-sorceress", captured={"0": 3}),
        **params,
    )
    for _ in range(3):
        assert texts(state) == {"place M1", "pass"}
        state = play(state, "place M1")
    assert state.phase == "refill"


def test_position_supplies_of_cities_follow() -> None:
    state = play(taking(card("town", build(9)), seat({"M1": 1}, {"F1": 1, "V1": 1}), NOBODY), "build M1")
    assert state.phase == "refill"


def test_position_that_play_cannot_reach_but_is_consistent_is_accepted() -> None:
    state = table(seat({"F3": 18}, {"V1": 3}, coins=1000), seat(), neutral={"F1": 10})
    assert (state.phase, player(state, 0)["coins"]) == ("take", 1000)


def test_position_of_a_chosen_branch_has_part_and_branch_alike() -> None:
    either = card("either", place(2), move(2), join="or")
    for branch, step in [(0, "place M1"), (1, "move M1 M2")]:
        state = acting(seat({"M1": 1}, cards=["either"]), NOBODY, part=branch, left=1, branch=branch, cards=[either])
        assert step in texts(state)
        assert shown(state)["pending"] == {"card": "either", "part": branch, "left": 1, "branch": branch}


def test_position_parameters_are_all_there_with_their_defaults() -> None:
    assert setup(players=3).to_dict()["params"] == {
        "players": 3,
        "boards": "ell",
        "deck": "rulebook",
        "first_player": "bid",
        "age": [0, 1, 2],
        "extra_army": False,
        "explore": False,
        "citadels": False,
        "leaders": False,
        "tokens": [],
        "scoring": "final",
        "prestige_limit": 30,
        "neutral": "placed",
    }


def test_position_head_is_that_of_formats() -> None:
    found = setup().to_dict()
    assert list(found) == ["format", "version", "game", "params", "position"]
    assert (found["format"], found["version"], found["game"]) == ("meeple-position", 1, "legends")


def test_position_own_data_stands_verbatim() -> None:
    deck = {"about": "mine", **plain_deck(30)}
    tokens = [portal("gate", "V1"), token("den", "city", effect("vp", -99))]
    params = setup(deck=deck, tokens=tokens).to_dict()["params"]
    assert (params["deck"], params["tokens"]) == (deck, tokens)


def test_position_params_may_be_left_out_of_a_document_by_their_defaults() -> None:
    made = document(NOBODY, NOBODY)
    assert meeple.State.from_dict(made).game.params["citadels"] is False


# ---- LG-31 ----


def test_lg31_a_turn_is_take_steps_draw_next_seat() -> None:
    both = card("both", place(1), move(1), join="and")
    state = table(seat({"M5": 1}), NOBODY, row=["both"], cards=[both])
    phases = []
    for text in ("take 1", "place M1", "move M5 M4"):
        phases.append((state.phase, state.current_player))
        state = play(state, text)
    phases.append((state.phase, state.current_player))
    state = state.sample_chance(meeple.Rng(1))
    phases.append((state.phase, state.current_player))
    assert phases == [("take", 0), ("action", 0), ("action", 0), ("refill", meeple.CHANCE), ("take", 1)]


def test_lg31_what_follows_a_step_happens_in_that_step() -> None:
    treasure = token("treasure", "city", effect("gain_coins", 4), region="F1")
    params = {"leaders": ["white-knight", "fairy-queen"]}
    state = taking(
        card("hut", build(1)),
        seat({"F1": 1}, leader="white-knight"),
        seat(leader="fairy-queen"),
        tokens=[treasure],
        **params,
    )
    state = play(state, "build F1")
    assert state.phase == "refill"
    assert player(state, 0) == {
        **player(state, 0),
        "coins": 4,
        "armies": {"F1": 2},
        "cities": {"F1": 1},
        "tokens": ["treasure"],
    }


def test_lg31_g6_a_step_with_one_legal_action_is_asked() -> None:
    state = table(seat(coins=0), NOBODY)
    assert (state.phase, texts(state)) == ("take", {"take 1"})


@pytest.mark.parametrize("phase", ["token", "leader", "row", "first", "refill"])
def test_lg31_chance_nodes_have_no_legal_actions(phase: str) -> None:
    state = EACH[phase]
    assert state.legal_actions() == []
    assert not state.legal_actions_mask().any()
    assert sum(weight for _, weight in state.chance_outcomes_exact()) == 1
    assert sum(weight for _, weight in state.chance_outcomes()) == pytest.approx(1.0)


@pytest.mark.parametrize("phase", ["extra", "neutral", "bid", "take", "action", "bonus", "over"])
def test_lg31_other_nodes_have_no_chance_outcomes(phase: str) -> None:
    assert EACH[phase].chance_outcomes() == []
    assert EACH[phase].chance_outcomes_exact() == []


def test_g2_the_same_actions_always_give_the_same_state() -> None:
    actions = ["take 1", "place M1", "place M1"]
    one, other = (table(NOBODY, NOBODY, row=["graveyard"]) for _ in range(2))
    assert play(one, *actions) == play(other, *actions)


def test_states_are_values() -> None:
    state = table(NOBODY, NOBODY, row=["graveyard"])
    before = state.to_json()
    play(state, "take 1", "place M1")
    assert state.to_json() == before


def test_over_has_an_outcome_and_keeps_it_when_read_back() -> None:
    state = ended(seat({"M1": 1}), NOBODY)
    assert (
        meeple.State.from_json(state.to_json()).outcome == state.outcome == meeple.Outcome((0,), (1, 2), "cards", None)
    )
