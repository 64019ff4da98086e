"""Records as tables, over every registered game: what polars, pyarrow and duckdb read is what the records say."""

from __future__ import annotations

import gzip
import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import duckdb
import polars as pl
import pyarrow as pa
import pytest

import meeple
from meeple import _core, records
from tests.conftest import every_variant
from tests.contract.plays import random_match


@pytest.fixture(scope="module")
def played() -> list[meeple.Match]:
    """A match of every variant, some of them not over, with notes and a start of their own."""
    matches = []
    for k, (name, params) in enumerate(every_variant()):
        meta = {"n": k, "text": "é"} if k % 2 else None
        matches.append(random_match(meeple.load(name, **params), k, None if k % 3 else 20, meta=meta))
    half = matches[1].state_at(matches[1].ply // 2)
    matches.append(meeple.Match(half.game, seed=1, start=half))
    empire = meeple.Match(meeple.load("empire", players=3), seed=5)
    while empire.state.phase != "attack":
        empire.play(empire.state.legal_actions()[0])
    empire.timeout()
    return [*matches, empire]


@pytest.fixture
def files(played: list[meeple.Match], tmp_path: Path) -> list[Path]:
    """The matches in two files, the second compressed; blank lines between."""
    documents = [match.to_record() for match in played]
    documents[0]["termination"] = "resigned"
    lines = [json.dumps(document) for document in documents]
    paths = [tmp_path / "a.jsonl", tmp_path / "b.jsonl.gz"]
    paths[0].write_text("\n\n".join(lines[:5]) + "\n")
    paths[1].write_bytes(gzip.compress("\n".join(lines[5:]).encode()))
    return paths


def expected_games(played: list[meeple.Match], files: list[Path]) -> list[dict[str, Any]]:
    rows = []
    for k, match in enumerate(played):
        document, over = match.to_record(), match.state.is_terminal
        rows.append(
            {
                "game_id": k,
                "file": str(files[0] if k < 5 else files[1]),
                "line": 2 * k + 1 if k < 5 else k - 4,
                "game": match.state.game.name,
                "params": document["params"],
                "players": match.state.game.num_players,
                "start": document["start"],
                "decisions": sum(step.kind == "play" for step in match.history),
                "steps": match.ply,
                "scores": match.state.scores() if over else None,
                "returns": match.state.returns() if over else None,
                "termination": "resigned" if k == 0 else None,
                "meta": match.meta,
            }
        )
    return rows


def expected_steps(played: list[meeple.Match]) -> list[dict[str, Any]]:
    return [
        {
            "game_id": k,
            "ply": ply,
            "seat": step.seat,
            "kind": step.kind,
            "phase": match.state_at(ply).phase,
            "action": step.action,
            "text": step.text,
        }
        for k, match in enumerate(played)
        for ply, step in enumerate(match.history)
    ]


def opened(rows: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Rows of games with their JSON texts read."""
    return [
        {
            key: json.loads(value) if key in ("params", "start", "meta") and value else value
            for key, value in row.items()
        }
        for row in rows
    ]


def by_polars(stream: Any) -> list[dict[str, Any]]:
    return pl.DataFrame(stream).to_dicts()


def by_pyarrow(stream: Any) -> list[dict[str, Any]]:
    rows: list[dict[str, Any]] = pa.table(stream).to_pylist()
    return rows


def by_duckdb(stream: Any) -> list[dict[str, Any]]:
    found = duckdb.sql("select * from stream")
    assert found is not None
    return [dict(zip(found.columns, row, strict=True)) for row in found.fetchall()]


readers = pytest.mark.parametrize("read", [by_polars, by_pyarrow, by_duckdb])


@readers
def test_games_are_rows(read: Any, played: list[meeple.Match], files: list[Path]) -> None:
    games, _ = records.tables(files)
    assert opened(read(games)) == expected_games(played, files)
    # A stream is read anew each time.
    assert len(read(games)) == len(played)


@readers
def test_steps_are_rows(read: Any, played: list[meeple.Match], files: list[Path]) -> None:
    assert read(records.tables(files).steps) == expected_steps(played)


def test_a_step_of_each_kind_is_there(played: list[meeple.Match]) -> None:
    assert {row["kind"] for row in expected_steps(played)} == {"play", "chance", "timeout"}


def test_one_path_will_do_and_threads_change_nothing(files: list[Path]) -> None:
    one = [pa.table(records.tables(files[0], threads=threads).steps) for threads in (1, 2, 5)]
    assert one[0].equals(one[1])
    assert one[0].equals(one[2])
    assert one[0].equals(pa.table(records.tables(str(files[0])).steps))
    assert pa.table(records.tables([]).games).num_rows == 0


def test_tables_join(files: list[Path]) -> None:
    games, steps = records.tables(files)
    found = duckdb.sql(
        "select g.game_id from games g join (select game_id, count(*) n from steps group by game_id) s"
        " using (game_id) where g.steps <> s.n"
    )
    assert found is not None
    assert found.fetchall() == []
    assert pl.DataFrame(games)["steps"].sum() == len(pl.DataFrame(steps))


def broken(line: str, kind: str) -> str:
    document = json.loads(line)
    if kind == "no record":
        return line[:-10]
    if kind == "no text":
        return line[:40] + "\udcff" + line[40:]
    if kind == "step":
        document["actions"][7] = "jump"
    else:
        document["scores"][0] += 1
    return json.dumps(document)


@pytest.mark.parametrize(
    ("kind", "place"), [("no record", ""), ("no text", ""), ("step", "/actions/7"), ("scores", "/scores")]
)
@pytest.mark.parametrize("line", [1, 3, 700])
def test_a_fault_names_its_file_and_line(kind: str, place: str, line: int, tmp_path: Path) -> None:
    state = meeple.load("legends").new_initial_state()
    lines = _core.record_lines(state, 700, seed=1)
    lines[line - 1] = broken(lines[line - 1], kind)
    path = tmp_path / "games.jsonl"
    path.write_bytes("\n".join(lines).encode(errors="surrogateescape"))
    for stream in records.tables(path):
        with pytest.raises(meeple.RecordError) as caught:
            stream.reader().read_all()
        assert str(caught.value).startswith(f"{path}, line {line}: ")
        assert caught.value.field == f"{path}, line {line}{place}"
        for read in (by_polars, by_duckdb):
            with pytest.raises(Exception, match=f"line {line}: "):
                read(stream)


def test_the_first_fault_is_told(tmp_path: Path) -> None:
    lines = _core.record_lines(meeple.load("kingdom").new_initial_state(), 20, seed=1)
    lines[4], lines[11] = broken(lines[4], "scores"), broken(lines[11], "no text")
    path = tmp_path / "games.jsonl"
    path.write_bytes("\n".join(lines).encode(errors="surrogateescape"))
    with pytest.raises(meeple.RecordError, match="line 5: "):
        records.tables(path).games.reader().read_all()


def test_bad_arguments_are_refused_at_once(tmp_path: Path, files: list[Path]) -> None:
    with pytest.raises(FileNotFoundError):
        records.tables([files[0], tmp_path / "none.jsonl"])
    with pytest.raises(meeple.ArgumentError, match="threads"):
        records.tables(files, threads=0)


def test_without_pyarrow_the_extra_is_named() -> None:
    program = "import sys; sys.modules['pyarrow'] = None\nimport meeple\nmeeple.records.tables([])"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert 'pip install "meeple[data]"' in done.stderr.splitlines()[-1]


PEAK = """
import resource, sys
from meeple import records
rows = sum(batch.num_rows for batch in records.tables(sys.argv[1], threads=2).steps.reader())
print(rows, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss)
"""


def peak(path: Path) -> tuple[int, int]:
    """Rows of the steps of a file, and the most kilobytes that reading them took."""
    done = subprocess.run([sys.executable, "-c", PEAK, str(path)], capture_output=True, text=True, check=True)
    rows, size = done.stdout.split()
    return int(rows), int(size)


def test_memory_does_not_grow_with_the_file(tmp_path: Path) -> None:
    lines = _core.record_lines(meeple.load("legends", players=4).new_initial_state(), 2_000, seed=1)
    sizes = []
    for times in (1, 8):
        path = tmp_path / f"{times}.jsonl"
        with path.open("w") as file:
            for _ in range(times):
                file.writelines(f"{line}\n" for line in lines)
        sizes.append(peak(path))
    (few, small), (many, large) = sizes
    assert many == 8 * few
    # All of the larger one's steps would take more than 100 MB.
    assert large - small < 40_000
