"""Files of every past version are read: documents, bytes, pickles and records, with the hashes and scores they had."""

from __future__ import annotations

import json
import pickle
from pathlib import Path
from typing import Any

import pytest

import meeple
from meeple import records
from tests.compat import make
from tests.conftest import every_variant

FOLDERS = sorted(path.parent for path in make.HERE.glob("v*/*/expected.json"))

each = pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: f"{folder.parent.name}/{folder.name}")


def expectation(folder: Path) -> dict[str, Any]:
    data: dict[str, Any] = json.loads((folder / "expected.json").read_text())
    return data


def lines(path: Path) -> list[str]:
    return path.read_text().splitlines()


def game_of(folder: Path) -> meeple.Game:
    data = expectation(folder)
    game: meeple.Game = meeple.load(data["name"], **data["params"])
    return game


@pytest.mark.parametrize("name", meeple.games())
def test_every_game_has_files(name: str) -> None:
    lacks = [
        str(make.folder(game))
        for other, params in every_variant()
        if other == name and not make.folder(game := meeple.load(name, **params)).exists()
    ]
    assert not lacks, "run python -m tests.compat.make"


@each
def test_what_is_there_is_not_written_again(folder: Path) -> None:
    if folder.parent == make.ROOT:
        before = {path.name: path.read_bytes() for path in folder.iterdir()}
        assert not make.write(game_of(folder))
        assert {path.name: path.read_bytes() for path in folder.iterdir()} == before


@each
def test_a_game_has_its_old_fingerprint(folder: Path) -> None:
    data, game = expectation(folder), game_of(folder)
    assert game.params == data["params"]
    assert game.fingerprint.hex() == data["fingerprint"]
    assert game.rules_version == data["rules_version"]


@each
def test_old_positions_are_read(folder: Path) -> None:
    states = [meeple.State.from_json(line) for line in lines(folder / "positions.jsonl")]
    assert [make.expected(state) for state in states] == expectation(folder)["states"]
    assert [state.to_json() for state in states] == lines(folder / "positions.jsonl")


@each
def test_old_bytes_are_read(folder: Path) -> None:
    game = game_of(folder)
    states = [game.state_from_bytes(bytes.fromhex(line)) for line in lines(folder / "states.hex")]
    assert [make.expected(state) for state in states] == expectation(folder)["states"]
    assert states == [meeple.State.from_json(line) for line in lines(folder / "positions.jsonl")]


@each
def test_old_views_are_read(folder: Path) -> None:
    views = [meeple.View.from_json(line) for line in lines(folder / "views.jsonl")]
    assert [view.information_key().hex() for view in views] == expectation(folder)["view_keys"]
    assert [view.to_json() for view in views] == lines(folder / "views.jsonl")


@each
def test_old_records_are_replayed(folder: Path) -> None:
    data = expectation(folder)
    path = folder / "records.jsonl"
    assert records.verify(path) == records.Report(3, ())
    matches = [record.match(chance="manual") for record in records.read(path)]
    assert [make.expected(played.state) for played in matches] == data["record_ends"]
    assert [played.to_json() for played in matches] == lines(path)
    assert [make.expected(matches[0].state_at(ply)) for ply in data["plies"]] == data["states"]
    viewers = [None, *range(matches[0].game.num_players)]
    assert [matches[0].information_state(viewer).hex() for viewer in viewers] == data["memories"]


@each
def test_old_pickles_are_read(folder: Path) -> None:
    data = expectation(folder)
    things = pickle.loads((folder / "things.pickle").read_bytes())
    assert things["game"] == game_of(folder)
    assert [make.expected(state) for state in things["states"]] == data["states"]
    assert [view.to_json() for view in things["views"]] == lines(folder / "views.jsonl")
    assert [things[name].to_json() for name in ("match", "half")] == lines(folder / "records.jsonl")[:2]
    assert (things["match"].seed, things["match"].chance) == (1, "auto")
