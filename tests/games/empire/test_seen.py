"""What is open in Empire and what is not."""

from __future__ import annotations

import meeple
from meeple._data import load_data
from tests.conftest import played


def attacking(seed: int) -> meeple.State:
    """A position of a random game in which every seat has had turns, and some hold cards."""
    states = played(meeple.load("empire", players=3, max_rounds=12), seed)
    return next(s for s in reversed(states) if s.phase == "attack" and sum(map(len, hands(s))) > 3)


def hands(state: meeple.State) -> list[list[str]]:
    cards: list[list[str]] = state.to_dict()["position"]["hands"]
    return cards


def test_em4_one_card_a_land_and_two_jokers_in_the_map_s_order() -> None:
    game = meeple.load("empire")
    drawn = next(part for part in game.chance_space.ranges if part.kind == "draw")
    deck = [game.decode(a, chance=True).args[0] for a in range(drawn.start, drawn.stop)]
    lands = [land["id"] for land in load_data("empire_classic")["lands"]]
    assert deck == [*lands, "joker-1", "joker-2"]


def test_em4_seat_zero_begins() -> None:
    rng = meeple.Rng(3)
    state = meeple.load("empire", players=3).new_initial_state(rng)
    while state.phase in ("deal", "claim", "setup"):
        state = state.step(state.random_action(rng), rng)
    assert state.current_player == 0


def test_em18_hands_of_others_are_numbers_and_the_rest_is_open() -> None:
    for seed in range(5):
        state = attacking(seed)
        position = state.to_dict()["position"]
        for viewer in (None, 0, 1, 2):
            view = state.view(viewer).to_dict()["view"]
            for seat, hand in enumerate(hands(state)):
                assert view["hands"][seat] == (hand if seat == viewer else len(hand))
            for key in ("lands", "discard", "turn", "round", "phase", "out", "freed"):
                assert view[key] == position[key]
            assert "deck" not in view
