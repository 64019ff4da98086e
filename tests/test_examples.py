"""Every example runs."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import numpy as np
import pyarrow.parquet as pq
import pytest

import meeple

EXAMPLES = sorted((Path(__file__).parents[1] / "examples").glob("*.py"))


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
def test_example_runs(path: Path, tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, str(path)], cwd=tmp_path, capture_output=True, text=True, timeout=120, check=False
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout


SELFPLAY = Path(__file__).parents[1] / "examples" / "selfplay.py"


def selfplay(folder: Path, *words: str, begin: tuple[str, ...] = (str(SELFPLAY),)) -> subprocess.CompletedProcess[str]:
    """Runs the example in a folder."""
    command = [sys.executable, *begin, *words]
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=120, check=False)


def test_selfplay_writes_the_games_it_is_asked_for_and_the_same_for_a_seed(tmp_path: Path) -> None:
    small = ("kingdom", "--players", "3", "--games", "5", "--at-once", "2", "--simulations", "8", "--seed", "7")
    for name in ("a.parquet", "b.parquet"):
        done = selfplay(tmp_path, *small, "--out", name)
        assert done.returncode == 0, done.stderr
    table = pq.read_table(tmp_path / "a.parquet")
    assert table.equals(pq.read_table(tmp_path / "b.parquet"))
    assert set(table["game_id"].to_pylist()) == set(range(5))
    assert set(table["seat"].to_pylist()) == {0, 1, 2}
    assert all(abs(sum(row) - 1.0) < 1e-6 for row in table["returns"].to_pylist())
    again = selfplay(tmp_path, *small, "--out", "a.parquet")
    assert again.returncode != 0
    assert "--force" in again.stderr


@pytest.mark.parametrize(
    ("column", "fault"),
    [("returns", "other returns"), ("scores", "other scores"), ("policy", "sum to 1"), ("actions", "not legal")],
)
def test_selfplay_finds_what_does_not_hold(tmp_path: Path, column: str, fault: str) -> None:
    done = selfplay(tmp_path, "kingdom", "--games", "2", "--simulations", "8", "--out", "file.parquet")
    assert done.returncode == 0, done.stderr
    path = tmp_path / "file.parquet"
    table = pq.read_table(path)
    rows = table.to_pylist()
    for row in rows:
        # One more than it was: no score, no share and no legal action of these positions stays what it is.
        row[column] = [(value + 1) % 154 for value in row[column]]
    pq.write_table(type(table).from_pylist(rows, table.schema), path)
    code = f"import pathlib, runpy; runpy.run_path({str(SELFPLAY)!r})['check'](pathlib.Path('file.parquet'))"
    checked = selfplay(tmp_path, begin=("-c", code))
    assert checked.returncode == 1
    assert fault in checked.stderr


def test_selfplay_takes_the_weights_of_a_net(tmp_path: Path) -> None:
    game = meeple.load("kingdom")
    random, size = np.random.default_rng(1), game.observation_spec.size
    np.savez(
        tmp_path / "net.npz",
        input=random.normal(size=(size, 8)),
        bias=random.normal(size=8),
        policy=random.normal(size=(8, game.num_actions)),
        value=random.normal(size=(8, game.num_players)),
    )
    small = ("--games", "1", "--simulations", "4", "--weights", "net.npz")
    done = selfplay(tmp_path, "kingdom", *small)
    assert done.returncode == 0, done.stderr
    other = selfplay(tmp_path, "legends", *small)
    assert other.returncode == 1
    assert "input has shape" in other.stderr


def test_selfplay_says_what_is_missing(tmp_path: Path) -> None:
    code = f"import runpy, sys; sys.modules['pyarrow'] = None; runpy.run_path({str(SELFPLAY)!r})"
    done = selfplay(tmp_path, begin=("-c", code))
    assert done.returncode == 1
    assert 'pip install "meeple[data]"' in done.stderr
    assert "Traceback" not in done.stderr
