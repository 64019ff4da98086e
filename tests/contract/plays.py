"""Matches that the tests of this folder play, over whatever is registered."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal

import pytest

import meeple
from tests.conftest import every_variant

each = pytest.mark.parametrize(("name", "params"), every_variant())
"""Over every registered game and its parameter sets."""

MASK = 2**64 - 1


def splitmix(start: int) -> int:
    """The first output of SplitMix64."""
    z = (start + 0x9E3779B97F4A7C15) & MASK
    z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & MASK
    z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & MASK
    return z ^ (z >> 31)


def mix(seed: int, ply: int) -> int:
    """The seed of the generator that draws the chance of a ply (docs/formats.md)."""
    return splitmix(seed ^ splitmix(ply))


def chosen(state: meeple.State, number: int) -> int:
    """A legal action, or a possible outcome, by any number."""
    ids = [outcome for outcome, _ in state.chance_outcomes()] if state.is_chance else state.legal_actions()
    return ids[number % len(ids)]


def advance(played: meeple.Match, rng: meeple.Rng, steps: int | None = None) -> meeple.Match:
    """Plays on at random for so many decisions, or to the end; chance comes from the match."""
    left = -1 if steps is None else steps
    while left and not played.state.is_terminal:
        if played.state.is_chance:
            played.sample_chance()
        else:
            played.play(played.state.random_action(rng))
            left -= 1
    return played


def random_match(
    game: meeple.Game,
    seed: int,
    steps: int | None = None,
    *,
    chance: Literal["auto", "manual"] = "auto",
    meta: Any = None,
) -> meeple.Match:
    """A match whose chance and choices come from one seed."""
    return advance(meeple.Match(game, seed=seed, chance=chance, meta=meta), meeple.Rng(seed), steps)


def by_choices(game: meeple.Game, choices: Sequence[int], *, start: meeple.State | None = None) -> meeple.Match:
    """A match in which each number picks a step, chance's too. It shrinks with its numbers."""
    played = meeple.Match(game, seed=0, chance="manual", start=start)
    for number in choices:
        if played.state.is_terminal:
            break
        played.play(chosen(played.state, number))
    return played


def viewers(game: meeple.Game) -> list[int | None]:
    """Everyone, and each seat."""
    return [None, *range(game.num_players)]


def plies_by_phase(played: meeple.Match, every: int = 17) -> list[int]:
    """The first ply of each phase, the last ply, and some between."""
    first: dict[str, int] = {}
    for ply, state in enumerate(played.states()):
        first.setdefault(state.phase, ply)
    return sorted({*first.values(), *range(0, played.ply, every), played.ply})


def snapshot(played: meeple.Match) -> tuple[Any, ...]:
    """Everything that can be seen of a match."""
    return (
        played.to_json(),
        played.ply,
        played.seed,
        played.chance,
        played.meta,
        played.termination,
        played.deciders,
        played.state,
        tuple(played.history),
        tuple(played.information_state(viewer) for viewer in viewers(played.game)),
    )
