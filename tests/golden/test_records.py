"""Golden records: one short game a game and variant, replayed step by step."""

from __future__ import annotations

from pathlib import Path

import pytest

import meeple
from meeple import records
from tests.conftest import every_variant
from tests.golden import make

FILES = sorted(make.HERE.glob("*.jsonl"))

each = pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)


def the(path: Path) -> records.Record:
    """The one record of a file."""
    (record,) = records.read(path)
    return record


@pytest.mark.parametrize("name", meeple.games())
def test_every_variant_has_a_record(name: str) -> None:
    paths = [make.path_of(meeple.load(name, **params)) for other, params in every_variant() if other == name]
    assert not [str(path) for path in paths if not path.exists()], "run python -m tests.golden.make"


@each
def test_a_golden_record_replays_by_itself(path: Path) -> None:
    assert records.verify(path) == records.Report(1, ())
    played = the(path).match()
    assert played.to_json() == path.read_text().strip()


@each
def test_a_golden_record_ends_as_it_did(path: Path) -> None:
    record = the(path)
    state = meeple.load(record.game, **record.params).new_initial_state()
    states = [state]
    for text in record.actions:
        state = state.apply(state.parse_action(text))
        states.append(state)
    meta, outcome = record.meta, state.outcome
    assert outcome is not None
    assert list(outcome.winners) == meta["winners"]
    assert list(outcome.ranks) == meta["ranks"]
    assert (outcome.reason, outcome.tie_break) == (meta["reason"], meta["tie_break"])
    assert [state.score_breakdown(seat) for seat in range(state.game.num_players)] == meta["breakdown"]
    every = max(1, len(record.actions) // 8)
    assert [f"{state.hash64:016x}" for state in states[::every]] == meta["hash64"]


@each
def test_a_golden_record_is_what_its_seed_brings(path: Path) -> None:
    """The generator, the odds and their order, the random policy: all of it is part of the formats."""
    record = the(path)
    seed = record.meta["seed"]
    played = make.whole(meeple.load(record.game, **record.params), seed)
    assert [step.text for step in played.history] == record.actions
