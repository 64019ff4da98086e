"""`meeple export`."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import polars as pl
import pyarrow.parquet as pq
import pytest

import meeple
from meeple import _core, _parquet
from tests.cli.helpers import one_error_line, run


@pytest.fixture
def ten(tmp_path: Path) -> Path:
    """A file of ten records."""
    path = tmp_path / "ten.jsonl"
    path.write_text("\n".join(_core.record_lines(meeple.load("legends").new_initial_state(), 10, seed=7)) + "\n")
    return path


def test_writes_both_tables(ten: Path, tmp_path: Path) -> None:
    into = tmp_path / "new" / "tables"
    result = run("export", str(ten), str(ten), "-o", str(into))
    assert result.exit_code == 0, result.output
    assert sorted(path.name for path in into.iterdir()) == ["games.parquet", "steps.parquet"]
    games, steps = meeple.records.tables([ten, ten])
    assert pl.read_parquet(into / "games.parquet").equals(pl.DataFrame(games))
    assert pl.read_parquet(into / "steps.parquet").equals(pl.DataFrame(steps))
    assert f"{into / 'games.parquet'}: 20 games" in result.stdout


def test_json_tells_files_and_rows(ten: Path, tmp_path: Path) -> None:
    result = run("export", str(ten), "-o", str(tmp_path), "--json", "--threads", "1")
    told = json.loads(result.stdout)
    assert told["games"] == 10
    assert told["steps"] == pq.read_metadata(told["steps_file"]).num_rows
    assert set(told) == {"games_file", "steps_file", "games", "steps", "seconds", "records_per_second"}


def test_files_that_exist_are_kept_without_force(ten: Path, tmp_path: Path) -> None:
    (tmp_path / "steps.parquet").write_text("mine")
    result = run("export", str(ten), "-o", str(tmp_path))
    assert result.exit_code == 2
    assert "--force" in one_error_line(result)
    assert (tmp_path / "steps.parquet").read_text() == "mine"
    assert not (tmp_path / "games.parquet").exists()
    assert run("export", str(ten), "-o", str(tmp_path), "--force").exit_code == 0
    assert pq.read_metadata(tmp_path / "games.parquet").num_rows == 10


def test_a_fault_names_file_and_line_and_leaves_nothing(ten: Path, tmp_path: Path) -> None:
    lines = ten.read_text().splitlines()
    lines[3] = lines[3].replace("pass", "jump", 1)
    bad = tmp_path / "bad.jsonl"
    bad.write_text("\n".join(lines))
    into = tmp_path / "tables"
    into.mkdir()
    (into / "games.parquet").write_text("mine")
    result = run("export", str(ten), str(bad), "-o", str(into), "--force")
    assert result.exit_code == 1
    assert f"{bad}, line 4: " in one_error_line(result)
    assert [path.name for path in into.iterdir()] == ["games.parquet"]
    assert (into / "games.parquet").read_text() == "mine"


def test_a_missing_file_is_named(tmp_path: Path) -> None:
    result = run("export", str(tmp_path / "none.jsonl"), "-o", str(tmp_path))
    assert result.exit_code == 1
    assert "none.jsonl" in one_error_line(result)


def test_row_groups_stay_small(ten: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(_parquet, "_GROUP", 100)
    monkeypatch.setattr("meeple._arrow._CHUNK", 2)
    targets = (tmp_path / "games.parquet", tmp_path / "steps.parquet")
    told: list[tuple[int, float]] = []
    rows = _parquet.write([ten], targets, progress=lambda games, share: told.append((games, share)))
    assert rows[0] == 10
    assert pq.read_metadata(targets[1]).num_row_groups == 5
    assert [games for games, _ in told] == [2, 4, 6, 8, 10]
    assert told[-1][1] == 1.0


def test_without_pyarrow_the_extra_is_named(ten: Path, tmp_path: Path) -> None:
    program = "import sys; sys.modules['pyarrow'] = None\nfrom meeple.cli import main\nmain()"
    done = subprocess.run(
        [sys.executable, "-c", program, "export", str(ten), "-o", str(tmp_path)],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 1
    assert done.stderr.splitlines() == [
        'error: tables of records need pyarrow, of the extra data: pip install "meeple[data]"'
    ]
