"""LG-29: a full game is three games in a row."""

from __future__ import annotations

import pickle
from typing import Any

import pytest

import meeple
from meeple.legends import Series

from .build import ended, seat, setup


def test_lg29_three_games_and_the_highest_sum_wins() -> None:
    series = Series()
    for scores in [(10, 4, 7), (3, 9, 9)]:
        series = series.with_game(scores)
        assert not series.is_over
        assert series.outcome is None
        assert series.returns == (0.0, 0.0, 0.0)
    series = series.with_game((1, 1, 2))
    assert series.is_over
    assert series.scores == (14, 14, 18)
    outcome = series.outcome
    assert outcome is not None
    assert (outcome.winners, outcome.ranks, outcome.tie_break) == ((2,), (2, 2, 1), None)
    assert series.returns == (0.0, 0.0, 1.0)


def test_lg29_ties_are_shared() -> None:
    series = Series(((5, 3), (3, 5), (4, 4)))
    assert series.outcome is not None
    assert series.outcome.winners == (0, 1)
    assert series.outcome.ranks == (1, 1)
    assert series.returns == (0.5, 0.5)


def test_lg29_points_count_however_the_games_were_won() -> None:
    # Seat 0 wins two games, seat 1 the series.
    series = Series(((5, 4), (5, 4), (0, 9)))
    assert series.outcome is not None
    assert series.outcome.winners == (1,)


def test_lg29_states_and_matches_that_are_over_are_handed_in() -> None:
    state = ended(seat({"M1": 2}), seat())
    played = meeple.Match(state.game, start=state)
    assert isinstance(state, meeple.legends.LegendsState)
    series = Series().with_game(state).with_game(played).with_game(tuple(state.scores()))
    assert series.games == (tuple(state.scores()),) * 3
    assert Series() == Series(())
    assert pickle.loads(pickle.dumps(series)) == series


def test_lg29_a_running_game_is_no_game_of_a_series() -> None:
    state = setup()
    for running in (state, meeple.Match(state.game, start=state)):
        bad: Any = running
        with pytest.raises(meeple.ArgumentError):
            Series().with_game(bad)


def test_lg29_a_series_has_room_for_three_games_of_the_same_seats() -> None:
    series = Series(((1, 2), (3, 4), (5, 6)))
    with pytest.raises(meeple.ArgumentError):
        series.with_game((1, 2))
    with pytest.raises(meeple.ArgumentError):
        Series(((1, 2),)).with_game((1, 2, 3))
    with pytest.raises(meeple.ArgumentError):
        Series(length=0)
    assert not Series(((1, 2), (3, 4), (5, 6)), length=4).is_over
