"""`meeple tournament`."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

import meeple
from meeple import records
from tests.cli.helpers import one_error_line, run

LEGENDS = ("tournament", "legends", "--players", "3", "--seed", "7", "--workers", "1")
TWO = ("--bot", "greedy", "--bot", "random")
CLOCK = {"seconds", "games_per_second", "workers", "build"}


def held(*args: str) -> dict[str, Any]:
    """The object of --json, without what the clock says."""
    result = run(*args, "--json")
    assert result.exit_code == 0, result.output
    document: dict[str, Any] = json.loads(result.stdout)
    for standing in document["standings"]:
        assert standing.pop("seconds") > 0
    return {key: value for key, value in document.items() if key not in CLOCK}


def test_json_has_the_keys_that_the_help_names() -> None:
    words = set(re.findall(r"\w+", run("tournament", "--help").stdout.partition("Keys of --json")[2]))
    result = run(*LEGENDS, *TWO, "--games", "6", "--json")
    document = json.loads(result.stdout)
    assert set(document) <= words
    assert set(document["standings"][0]) <= words
    assert set(document["ratings"]["greedy"]) <= words
    assert set(document["standings"][0]["share"]) <= words


def test_figures_are_those_of_the_arena() -> None:
    document = held(*LEGENDS, *TWO, "--games", "30")
    result = meeple.arena(meeple.load("legends", players=3), ["greedy", "random"], 30, seed=7)
    expected = json.loads(json.dumps(result.to_dict()))
    for standing in expected["standings"]:
        del standing["seconds"]
    assert expected.items() <= document.items()
    assert document["ratings"]["greedy"]["mu"] == result.ratings()["greedy"].mu


def test_figures_and_file_do_not_depend_on_workers(tmp_path: Path) -> None:
    found = []
    for workers in "12":
        file = tmp_path / workers
        found.append((held(*LEGENDS[:-1], workers, *TWO, "--games", "20", "--out", str(file)), file.read_bytes()))
    assert found[0] == found[1]
    report = records.verify(tmp_path / "1")
    assert report == records.Report(20, ())
    seated = [record.meta["bots"] for record in records.read(tmp_path / "1")]
    assert all(set(names) == {"greedy", "random"} for names in seated)


def test_the_table_has_the_best_first() -> None:
    result = run(*LEGENDS, "--bot", "random", "--bot", "greedy", "--bot", "epsilon:0.5", "--games", "60")
    assert result.exit_code == 0
    assert result.stdout.startswith("legends, 3 players: 60 games, seed 7\n")
    first = [line.split()[0] for line in result.stdout.splitlines() if line[:1].isalpha()]
    assert first[first.index("bot") :][:4] == ["bot", "greedy", "epsilon:0.5", "random"]
    assert "seats are balanced" not in result.stdout
    assert "seats are balanced after every 6 games" in " ".join(run(*LEGENDS, *TWO, "-n", "7").stdout.split())


def test_the_table_fits_80_columns() -> None:
    bots = [word for name in ("random", "greedy", "epsilon:0.1", "mcts:5") for word in ("--bot", name)]
    result = run(*LEGENDS, *bots, "--games", "24", env={"COLUMNS": "80"})
    lines = result.stdout.splitlines()
    for name in ("random", "greedy", "epsilon:0.1", "mcts:5"):
        assert sum(len(line.split()) == 11 and line.startswith(name) for line in lines) == 1


def test_a_seed_is_found_and_printed() -> None:
    args = ("tournament", "legends", "--workers", "1", *TWO, "--games", "4")
    seed = re.search(r"seed (\d+)", run(*args).stdout)
    assert seed is not None
    assert held(*args, "--seed", seed[1])["seed"] == int(seed[1])


@pytest.mark.parametrize(
    "bad",
    [
        (),
        ("--bot", "psychic"),
        ("--bot", ""),
        ("--bot", "mcts:0"),
        ("--bot", "mcts:5,depth=3"),
        ("--bot", "greedy", "--games", "0"),
        ("--bot", "greedy", "--workers", "0"),
        ("--bot", "greedy", "--force"),
        ("--bot", "greedy", "--players", "9"),
    ],
)
def test_usage_errors_say_what_and_make_no_file(bad: tuple[str, ...], tmp_path: Path) -> None:
    out = () if "--force" in bad else ("--out", str(tmp_path / "games.jsonl"))
    result = run("tournament", "legends", *bad, *out)
    assert result.exit_code == 2
    line = one_error_line(result)
    if bad[:1] == ("--bot",) and "greedy" not in bad:
        assert "--bot" in line
    assert not list(tmp_path.iterdir())


def test_a_file_that_exists_is_added_to_or_left_alone(tmp_path: Path) -> None:
    file = tmp_path / "games.jsonl.gz"
    args = (*LEGENDS, *TWO, "--games", "3", "--out", str(file))
    assert run(*args).exit_code == 0
    assert run(*args).exit_code == 2
    assert run(*args, "--append").exit_code == 0
    assert records.verify(file).records == 6
    assert run(*args, "--force").exit_code == 0
    assert records.verify(file).records == 3


@pytest.mark.skipif(os.name == "nt", reason="signals of POSIX")
@pytest.mark.parametrize("workers", ["1", "2"])
def test_ctrl_c_shows_what_is_finished(workers: str, tmp_path: Path) -> None:
    file = tmp_path / "games.jsonl"
    args = [sys.executable, "-m", "meeple", *LEGENDS[:-1], workers, *TWO, "--bot", "mcts:50"]
    args += ["--games", str(10**9), "--out", str(file), "--json"]
    with subprocess.Popen(
        args, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, start_new_session=True
    ) as process:
        try:
            limit = time.monotonic() + 60
            while not (file.exists() and file.stat().st_size > 20_000):
                assert time.monotonic() < limit
                time.sleep(0.01)
            os.killpg(process.pid, signal.SIGINT)  # as a terminal does: to the workers too
            stdout, stderr = process.communicate(timeout=60)
        finally:
            process.kill()
    assert process.returncode == 130
    games = json.loads(stdout)["games"]
    assert stderr.splitlines() == [
        f"interrupted: {games:,} of 1,000,000,000 games are in; {file} holds {games:,} games, in whole lines"
    ]
    assert records.verify(file) == records.Report(games, ())
