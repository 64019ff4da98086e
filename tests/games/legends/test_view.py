"""LG-30, LG-34, LG-35, G-3: bids are hidden until the last seat has bid; nothing else is."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

import meeple

from .build import play, seat, setup, shown, table

SEES: list[int | None] = [0, 1, 2, None]


def bidding(*bids: int, **params: Any) -> meeple.State:
    """Three players after these bids."""
    return play(setup(players=3, **params), *[f"bid {bid}" for bid in bids])


def seen(state: meeple.State, viewer: int | None) -> dict[str, Any]:
    """The `view` of the document of a view."""
    found: dict[str, Any] = state.view(viewer).to_dict()["view"]
    return found


@pytest.mark.parametrize(
    ("viewer", "bids"),
    [(0, [4, None, None]), (1, [None, 7, None]), (2, [None, None, None]), (None, [None, None, None])],
)
def test_lg34_in_bid_a_seat_sees_its_own_bid_only(viewer: int | None, bids: list[int | None]) -> None:
    assert seen(bidding(4, 7), viewer)["bids"] == bids


@pytest.mark.parametrize("viewer", SEES)
def test_lg34_all_else_stands_as_in_the_position(viewer: int | None) -> None:
    state = bidding(4, 7)
    assert {**seen(state, viewer), "bids": None} == {**shown(state), "bids": None}


@pytest.mark.parametrize("viewer", SEES)
def test_lg34_bids_are_open_from_the_last_bid_on(viewer: int | None) -> None:
    assert seen(bidding(4, 7, 2), viewer)["bids"] == [4, 7, 2]
    assert seen(bidding(4, 4, 2, first_player="bid_die"), viewer)["bids"] == [4, 4, 2]


@pytest.mark.parametrize("viewer", [0, 1, None])
def test_lg34_nothing_else_is_hidden(viewer: int | None) -> None:
    state = table(seat({"M1": 2}, cards=["lake"], coins=3), seat({"F1": 1}, coins=1))
    assert seen(state, viewer) == shown(state)


def test_lg34_g9_positions_that_differ_in_hidden_bids_have_the_same_view() -> None:
    one, other = bidding(4, 7), bidding(4, 0)
    assert one.view(0) == other.view(0)
    assert one.view(None) == other.view(None)
    assert one.view(1) != other.view(1)
    assert one.information_key(2) == other.information_key(2)
    assert one.information_key(1) != other.information_key(1)


def test_lg30_g3_the_choice_of_a_bid_is_told_to_its_bidder_only() -> None:
    state = bidding(4)
    number = state.parse_action("bid 7")
    assert state.action_seen(number, 1) == "bid 7"
    assert [state.action_seen(number, viewer) for viewer in (0, 2, None)] == ["bid ?"] * 3


def test_lg30_all_other_actions_are_open() -> None:
    state = table(seat(coins=3), seat())
    number = state.parse_action("take 6")
    assert [state.action_seen(number, viewer) for viewer in (0, 1, None)] == ["take 6"] * 3


def test_lg35_resample_ranges_over_the_bids_of_others_that_have_bid() -> None:
    state = bidding(4, 7)
    rng = meeple.Rng(1)
    drawn = [shown(state.resample(0, rng))["bids"] for _ in range(3000)]
    assert {tuple(bids[::2]) for bids in drawn} == {(4, None)}
    counts = Counter(bids[1] for bids in drawn)
    assert set(counts) == set(range(12))
    assert max(counts.values()) < 1.5 * min(counts.values())


def test_lg35_a_spectators_resample_ranges_over_all_bids_made() -> None:
    state = bidding(4, 7)
    rng = meeple.Rng(1)
    drawn = {tuple(shown(state.resample(None, rng))["bids"]) for _ in range(4000)}
    assert drawn == {(a, b, None) for a in range(12) for b in range(12)}


def test_lg35_the_one_bid_that_is_known_stays() -> None:
    rng = meeple.Rng(1)
    assert {shown(bidding(4).resample(0, rng))["bids"][0] for _ in range(50)} == {4}


@pytest.mark.parametrize("viewer", SEES)
def test_lg35_elsewhere_there_is_only_the_position_itself(viewer: int | None) -> None:
    for state in (bidding(), bidding(4, 7, 2), bidding(4, 4, 2, first_player="bid_die")):
        assert state.resample(viewer, meeple.Rng(3)) == state


@pytest.mark.parametrize("viewer", SEES)
def test_lg35_g10_a_resampled_state_has_the_same_view_and_step(viewer: int | None) -> None:
    state = bidding(4, 7)
    rng = meeple.Rng(5)
    for _ in range(20):
        drawn = state.resample(viewer, rng)
        assert drawn.view(viewer) == state.view(viewer)
        assert (drawn.phase, drawn.current_player) == ("bid", 2)


def test_lg10_bids_are_decided_at_the_same_moment() -> None:
    state = bidding(4)
    assert state.deciders == (1, 2)
    assert [len(state.legal_actions(number)) for number in range(3)] == [0, 12, 12]
