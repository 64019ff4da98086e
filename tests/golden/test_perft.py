"""Perft tables: what sequences of steps lead from fixed positions, counted."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import meeple

FILES = sorted((Path(__file__).parent / "perft").glob("*.json"))


def table(path: Path) -> dict[str, Any]:
    data: dict[str, Any] = json.loads(path.read_text())
    return data


def count(state: meeple.State, depth: int) -> int:
    """The same count by `apply` alone, step by step from Python."""
    ids = [a for a, _ in state.chance_outcomes()] if state.is_chance else state.legal_actions()
    if depth == 1:
        return len(ids)
    return sum(count(state.apply(a), depth - 1) for a in ids)


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_perft_of_a_fixed_position_to_depth_four(path: Path) -> None:
    data = table(path)
    state = meeple.State.from_dict(data["document"])
    assert [meeple.perft(state, depth) for depth in range(1, 5)] == data["counts"]
    assert meeple.perft(state, 0) == 1


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_perft_counts_what_apply_does(path: Path) -> None:
    data = table(path)
    state = meeple.State.from_dict(data["document"])
    for depth, leaves in enumerate(data["counts"], start=1):
        if leaves < 20_000:
            assert count(state, depth) == leaves


def test_perft_of_a_finished_game_has_no_leaves() -> None:
    rng = meeple.Rng(1)
    state = meeple.load("legends").new_initial_state(rng)
    while not state.is_terminal:
        state = state.step(state.random_action(rng), rng)
    assert meeple.perft(state, 1) == 0
