"""The command line: what it prints, its exit codes, and that its figures depend on the seed alone."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import meeple

pytest.importorskip("typer")
pytest.importorskip("rich")

from rich.console import Console

from meeple import _core
from meeple.cli import params, simulate, tally
from meeple.cli.console import out
from meeple.render import renderer
from meeple.render._cards import action_words, count, effect_words
from meeple.render._text import clean, plain
from tests.cli.helpers import figures, one_error_line, run, shell, simulated

COMMANDS = ("games", "simulate", "tournament", "play", "replay", "show", "perft", "build-info")
BOX_LINES = set("─│┌┐└┘├┤┬┴┼━┃┏┓┗┛┡┩╇╈╶╴╵╷")

# The root


def test_root_without_command_shows_help() -> None:
    result = run()
    assert result.exit_code == 0
    for command in COMMANDS:
        assert command in result.stdout


@pytest.mark.parametrize("command", COMMANDS)
def test_every_option_has_a_help_text(command: str) -> None:
    result = run(command, "--help")
    assert result.exit_code == 0
    for option in re.findall(r"^ +(?:-\w, )?(--[\w-]+)(.*(?:\n {20,}.*)*)", result.stdout, re.MULTILINE):
        assert re.search(r" {2,}\w.{10,}", option[1], re.DOTALL), option


def test_version_is_one_line() -> None:
    result = run("--version")
    assert result.exit_code == 0
    assert re.fullmatch(r"meeple \S+\n", result.stdout)


def test_build_info_shows_what_the_core_says() -> None:
    assert json.loads(run("build-info", "--json").stdout) == dict(meeple.build_info())
    table = run("build-info").stdout
    assert all(key in table for key in meeple.build_info())


def test_module_runs_as_a_process() -> None:
    done = shell("--version")
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout == run("--version").stdout


@pytest.mark.parametrize("missing", ["typer", "rich"])
def test_missing_extra_is_named_in_one_line(missing: str) -> None:
    code = f"import sys; sys.modules[{missing!r}] = None; from meeple.cli import main; main()"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert done.stdout == ""
    assert done.stderr.count("\n") == 1
    assert 'pip install "meeple[cli]"' in done.stderr


def test_package_imports_neither_typer_nor_rich() -> None:
    code = "import sys, meeple; print([m for m in ('typer', 'rich') if m in sys.modules])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "[]\n"


def test_completion_lists_the_games() -> None:
    assert params.complete_game("") == list(meeple.games())
    assert params.complete_game("leg") == ["legends"]


# Games


def test_games_lists_every_game() -> None:
    entries = json.loads(run("games", "--json").stdout)
    assert [entry["name"] for entry in entries] == list(meeple.games())
    for entry in entries:
        game = meeple.load(entry["name"])
        assert entry["num_actions"] == game.num_actions
        assert entry["default_players"] == game.num_players
        assert game.num_players in entry["players"]
    table = run("games").stdout
    assert all(name in table for name in meeple.games())


def test_games_tells_what_the_core_says_of_them() -> None:
    table = run("games", env={"COLUMNS": "200"}).stdout
    for entry in json.loads(run("games", "--json").stdout):
        info = _core.game_info(entry["name"])
        fewest, most = info["players"]
        assert (entry["title"], entry["summary"]) == (info["title"], info["summary"])
        assert entry["players"] == list(range(fewest, most + 1))
        for number in entry["players"]:
            assert meeple.load(entry["name"], players=number).num_players == number
        assert entry["title"] in table
        assert f" {fewest}-{most} " in table


# Parameters


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("a=true", True),
        ("a=3", 3),
        ("a=null", None),
        ("a=published", "published"),
        ('a="3"', "3"),
        ("a=[1, 2]", [1, 2]),
        ("a=x=y", "x=y"),
        ("a=", ""),
        ("a=NaN", "NaN"),
    ],
)
def test_param_is_json_where_it_parses_as_json(text: str, value: object) -> None:
    assert params.parse_params([text]) == {"a": value}


def test_param_reads_a_file(tmp_path: Path) -> None:
    file = tmp_path / "own.json"
    file.write_text('{"cards": []}')
    assert params.parse_params([f"deck=@{file}"]) == {"deck": {"cards": []}}


@pytest.mark.parametrize(
    "bad", ["x", "=1", "a b=1", "name=1", "deck=@/no/such/file.json", "no_such_parameter=1", "players=99"]
)
def test_bad_param_is_a_usage_error(bad: str) -> None:
    result = run("simulate", "legends", "--games", "1", "--param", bad)
    assert result.exit_code == 2
    one_error_line(result)


def test_param_file_that_is_not_json_is_a_usage_error(tmp_path: Path) -> None:
    file = tmp_path / "own.json"
    for text in ("{", "[" * 100_000, "NaN"):
        file.write_text(text)
        result = run("show", "legends", "--param", f"deck=@{file}")
        assert result.exit_code == 2
        assert str(file) in one_error_line(result)


def test_param_given_twice_is_a_usage_error() -> None:
    assert run("show", "legends", "--param", "players=2", "--param", "players=3").exit_code == 2
    assert run("show", "legends", "--param", "players=2", "--players", "3").exit_code == 2
    assert run("show", "legends", "--param", "players=3", "--players", "3").exit_code == 0


def test_unknown_game_is_a_usage_error_with_a_suggestion() -> None:
    result = run("show", "legnds")
    assert result.exit_code == 2
    assert "did you mean legends?" in one_error_line(result)


@pytest.mark.parametrize(
    "args",
    [
        ["nothing"],
        ["simulate"],
        ["show"],
        ["perft"],
        ["show", "legends", "--no-such-option"],
        ["simulate", "legends", "--games", "0"],
        ["simulate", "legends", "--policy", "psychic"],
        ["simulate", "legends", "--policy", "epsilon:2"],
        ["simulate", "legends", "--policy", "epsilon:"],
        ["simulate", "legends", "--force"],
        ["simulate", "legends", "--append"],
        ["replay"],
        ["show", "legends", "--line", "1"],
        ["show", "legends", "--ply", "1"],
        ["simulate", "legends", "--players", "99"],
        ["perft", "legends", "--depth", "0"],
        ["show", "legends", "--seat", "2"],
        ["show", "legends", "--seed", "-1"],
    ],
)
def test_usage_errors_exit_with_2(args: Sequence[str]) -> None:
    result = run(*args)
    assert result.exit_code == 2
    assert result.stdout == ""
    assert "--help" in one_error_line(result) or "99" in one_error_line(result)


def test_control_characters_do_not_reach_the_terminal() -> None:
    result = run("show", "legends", "--param", "deck=\x1b[31m\nred")
    assert result.exit_code == 2
    assert "\x1b" not in one_error_line(result)


# Simulate


def test_simulate_counts_every_game_once() -> None:
    document = simulated("legends", "--players", "4", "--games", "300", "--seed", "1")
    assert document["games"] == document["games_requested"] == 300
    assert document["interrupted"] is False
    assert document["players"] == len(document["wins"]) == len(document["mean_score"]) == 4
    assert document["params"]["players"] == 4
    assert sum(document["win_share"]) == pytest.approx(1.0)
    shared = 300 - sum(document["wins"])
    assert 2 * shared <= sum(document["ties"]) <= 4 * shared
    assert document["length"]["min"] <= document["length"]["mean"] <= document["length"]["max"]
    assert document["decisions"] == round(document["length"]["mean"] * 300)
    assert document["total_steps"] >= document["decisions"]
    for seat in range(4):
        parts = sum(part["mean"][seat] for part in document["parts"].values())
        assert parts == pytest.approx(document["mean_score"][seat])


def test_simulate_does_not_depend_on_threads() -> None:
    one, two = (simulated("legends", "--games", "500", "--seed", "9", "--threads", n) for n in "12")
    assert figures(one) == figures(two)


def test_simulate_does_not_depend_on_chunks(monkeypatch: pytest.MonkeyPatch) -> None:
    args = ("legends", "--players", "3", "--games", "333", "--seed", "7")
    whole = figures(simulated(*args))
    monkeypatch.setattr(simulate, "FIRST_CHUNK", 1)
    monkeypatch.setattr(simulate, "CHUNK_SECONDS", 1e-9)
    assert figures(simulated(*args)) == whole


def test_simulate_gives_the_figures_of_playouts() -> None:
    document = simulated("legends", "--games", "400", "--seed", "5")
    played = meeple.playouts(meeple.load("legends").new_initial_state(), 400, seed=5)
    won = played.returns == 1.0
    assert document["wins"] == won.sum(axis=0).tolist()
    assert document["ties"] == ((played.returns > 0.0) & ~won).sum(axis=0).tolist()
    assert document["win_share"] == pytest.approx(played.returns.mean(axis=0).tolist())
    assert document["mean_score"] == pytest.approx(played.scores.mean(axis=0).tolist())
    assert document["sd_score"] == pytest.approx(played.scores.std(axis=0, ddof=1).tolist())
    assert document["length"]["max"] == played.lengths.max()
    for index, name in enumerate(played.parts):
        spread = document["parts"][name]
        assert spread["mean"] == pytest.approx(played.breakdown[:, :, index].mean(axis=0).tolist())
        assert spread["sd"] == pytest.approx(played.breakdown[:, :, index].std(axis=0, ddof=1).tolist())


@pytest.mark.parametrize("policy", ["greedy", "epsilon:0.25", "epsilon:0", "epsilon:1"])
def test_simulate_plays_every_policy_of_the_core(policy: str) -> None:
    document = simulated("legends", "--games", "60", "--seed", "5", "--policy", policy)
    played = meeple.playouts(meeple.load("legends").new_initial_state(), 60, seed=5, policy=policy)
    assert document["policy"] == policy
    assert document["mean_score"] == pytest.approx(played.scores.mean(axis=0).tolist())


def test_greedy_seats_score_more_than_random_ones() -> None:
    args = ("legends", "--games", "60", "--seed", "5", "--policy")
    random, mixed, greedy = (
        sum(simulated(*args, policy)["mean_score"]) for policy in ("random", "epsilon:0.5", "greedy")
    )
    assert random < mixed < greedy


def test_help_says_what_the_policies_are() -> None:
    words = " ".join(run("simulate", "--help").stdout.split())
    for start in ("random: each", "greedy: one step", "epsilon:P: random with"):
        assert start in words
    assert simulate.complete_policy("") == list(simulate.POLICIES)
    assert simulate.complete_policy("g") == ["greedy"]
    state = meeple.load("legends").new_initial_state()
    for policy in simulate.POLICIES:
        meeple.playouts(state, 1, seed=1, policy=policy)


def test_unknown_policy_is_told_those_there_are() -> None:
    line = one_error_line(run("simulate", "legends", "--policy", "psychic"))
    assert all(word in line for word in ("--policy", "psychic", "random", "greedy", "epsilon:P"))


def test_simulate_draws_and_prints_a_seed() -> None:
    first, second = (simulated("legends", "--games", "50") for _ in range(2))
    assert first["seed"] != second["seed"]
    again = simulated("legends", "--games", "50", "--seed", str(first["seed"]))
    assert figures(again) == figures(first)


def test_simulate_table_says_what_was_played() -> None:
    result = run("simulate", "legends", "--games", "100", "--seed", "3", "--param", "deck=published")
    assert result.exit_code == 0
    assert result.stderr == ""
    for words in ("deck=published", "100 games", "seed 3", "seat 0", "seat 1", "decisions", "games/s"):
        assert words in result.stdout


@pytest.mark.parametrize("game", meeple.games())
def test_simulate_and_show_take_every_game(game: str) -> None:
    assert simulated(game, "--games", "20", "--seed", "1")["games"] == 20
    for args in ((), ("--plies", "30"), ("--seat", "0")):
        assert run("show", game, "--seed", "1", *args).exit_code == 0


def test_one_game_has_no_spread() -> None:
    document = simulated("legends", "--games", "1", "--seed", "1")
    assert document["sd_score"] == [None, None]
    assert run("simulate", "legends", "--games", "1", "--seed", "1").exit_code == 0


def test_interrupt_keeps_the_games_so_far(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(meeple, "playouts", _interrupted_after(2, meeple.playouts))
    result = run("simulate", "legends", "--games", "100000", "--seed", "1", "--json")
    assert result.exit_code == 130
    document = json.loads(result.stdout)
    assert document["interrupted"] is True
    done = document["games"]
    assert 64 < done < 100_000
    assert f"interrupted: {done:,} of 100,000 games are in" in result.stderr
    monkeypatch.undo()
    whole = figures(simulated("legends", "--games", str(done), "--seed", "1"))
    same = {key: value for key, value in whole.items() if key not in {"interrupted", "games_requested"}}
    assert figures(document).items() >= same.items()


@pytest.mark.parametrize("option", ["--json", "--no-color"])
def test_interrupt_before_the_first_game(monkeypatch: pytest.MonkeyPatch, option: str) -> None:
    monkeypatch.setattr(meeple, "playouts", _interrupted_after(0, meeple.playouts))
    result = run("simulate", "legends", "--games", "10", option)
    assert result.exit_code == 130
    assert "0 of 10 games" in result.stderr
    if option == "--json":
        document = json.loads(result.stdout)
        assert document["games"] == 0
        assert document["wins"] is document["mean_score"] is None


def _interrupted_after(calls: int, playouts: Callable[..., Any]) -> Callable[..., Any]:
    left = calls

    def wrapped(*args: Any, **kwargs: Any) -> Any:
        nonlocal left
        if left == 0:
            raise KeyboardInterrupt
        left -= 1
        return playouts(*args, **kwargs)

    return wrapped


@pytest.mark.skipif(os.name == "nt", reason="signals of POSIX")
def test_ctrl_c_stops_a_process_at_once() -> None:
    # How long a process takes to start is not known: if it had played nothing yet, wait longer.
    for wait in (1.0, 3.0, 10.0):
        with subprocess.Popen(
            [sys.executable, "-m", "meeple", "simulate", "legends", "--games", str(10**12), "--json"],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        ) as process:
            time.sleep(wait)
            process.send_signal(signal.SIGINT)
            sent = time.monotonic()
            stdout, stderr = process.communicate(timeout=30)
            took = time.monotonic() - sent
        assert process.returncode == 130
        assert "Traceback" not in stderr
        if stdout and json.loads(stdout)["games"]:
            assert took < 2.0
            assert "interrupted: " in stderr
            return
    pytest.fail("no game was played within ten seconds")


@pytest.mark.skipif(os.name == "nt", reason="terminals of POSIX")
def test_progress_bar_stands_on_a_terminal_only() -> None:
    import pty

    master, slave = pty.openpty()
    environment = {**os.environ, "TERM": "xterm", "COLUMNS": "100"}
    args = [sys.executable, "-m", "meeple", "simulate", "legends", "--games", "100000", "--json"]
    with subprocess.Popen(args, stdout=subprocess.PIPE, stderr=slave, env=environment) as process:
        os.close(slave)
        shown = b""
        while True:
            try:
                block = os.read(master, 65536)
            except OSError:  # how Linux tells the end of a terminal
                break
            if not block:
                break
            shown += block
        assert process.stdout is not None
        assert json.loads(process.stdout.read())["games"] == 100_000
    os.close(master)
    assert b"games/s" in shown
    assert b"of 100,000 games" in shown


def test_a_chunk_stays_within_its_bounds() -> None:
    assert simulate._next_chunk(64, 1e-6, 64 * 500) == 512  # grows eightfold at most
    assert simulate._next_chunk(512, 15.0, 512 * 500) == 64  # and shrinks so
    assert simulate._next_chunk(1, 99.0, 500) == 1
    size = 1 << 20
    assert simulate._next_chunk(30, 1e-6, 30 * size) == simulate.CHUNK_BYTES // size


def test_spread_is_exact_and_joins() -> None:
    values = np.random.default_rng(1).integers(-50, 500, size=(1000, 3)).astype(np.int32)
    whole = tally._spreads(values)
    halves = [a + b for a, b in zip(tally._spreads(values[:300]), tally._spreads(values[300:]), strict=True)]
    assert whole == halves
    for column, spread in zip(values.T, whole, strict=True):
        assert spread.mean == pytest.approx(column.mean())
        assert spread.sd == pytest.approx(column.std(ddof=1))


# Perft


def test_perft_has_one_line_a_depth() -> None:
    result = run("perft", "legends", "--depth", "2")
    assert result.exit_code == 0
    rows = [line.split() for line in result.stdout.splitlines()[1:]]
    state = meeple.load("legends").new_initial_state()
    assert [int(row[0]) for row in rows] == [1, 2]
    assert [int(row[1].replace(",", "")) for row in rows] == [meeple.perft(state, depth) for depth in (1, 2)]


@pytest.mark.parametrize("depth", [1, 2])
def test_perft_divide_adds_up(depth: int) -> None:
    result = run("perft", "legends", "--depth", str(depth), "--divide")
    *lines, total = result.stdout.splitlines()
    nodes = meeple.perft(meeple.load("legends").new_initial_state(), depth)
    assert sum(int(line.rpartition(": ")[2].replace(",", "")) for line in lines) == nodes
    assert f"total at depth {depth}: {nodes:,} by {len(lines):,} steps" in total


def test_perft_takes_a_position(tmp_path: Path) -> None:
    state = meeple.load("legends").new_initial_state(meeple.Rng(1))
    file = tmp_path / "position.json"
    file.write_text(state.to_json())
    for args, stdin in (((str(file),), None), (("-",), state.to_json())):
        result = run("perft", "--depth", "1", "--divide", "--position", *args, stdin=stdin)
        assert result.exit_code == 0
        texts = [line.rpartition(": ")[0] for line in result.stdout.splitlines()[:-1]]
        assert texts == list(state.legal_action_strs())


# Show


def test_show_is_the_position_that_the_seed_gives() -> None:
    rng = meeple.Rng(4)
    state = meeple.load("legends").new_initial_state(rng)
    for _ in range(12):
        state = state.step(state.random_action(rng), rng)
    result = run("show", "legends", "--seed", "4", "--plies", "12")
    assert result.exit_code == 0
    assert "seed 4" in result.stdout
    assert f"phase {state.phase}" in result.stdout
    assert f"legal actions: {len(state.legal_actions())}" in result.stdout
    words = result.stdout.split()
    assert all(word in words for text in state.legal_action_strs() for word in text.split())


def test_show_repeats_by_its_printed_seed() -> None:
    first = run("show", "legends", "--plies", "9").stdout
    found = re.search(r"seed (\d+)", first)
    assert found is not None
    assert run("show", "legends", "--plies", "9", "--seed", found[1]).stdout == first


def test_show_a_finished_game_names_the_winner() -> None:
    result = run("show", "legends", "--seed", "1", "--plies", "100000")
    assert result.exit_code == 0
    assert "of 100000 plies" in result.stdout
    assert re.search(r"seats? \d.* win", result.stdout)
    assert "legal actions" not in result.stdout


def test_show_a_position_file_and_its_chance(tmp_path: Path) -> None:
    state = meeple.load("legends").new_initial_state()
    assert state.is_chance
    file = tmp_path / "position.json"
    file.write_text(state.to_json())
    result = run("show", "--position", str(file))
    assert result.exit_code == 0
    action, odds = state.chance_outcomes_exact()[0]
    assert isinstance(odds, Fraction)
    assert f"{state.game.chance_to_str(action)} ({odds})" in result.stdout
    assert run("show", "legends", "--position", str(file)).exit_code == 0
    assert run("show", "kingdom", "--position", str(file)).exit_code == 2
    assert run("show", "--position", str(file), "--players", "2").exit_code == 2
    assert "seed 5, plies 3" in run("show", "--position", str(file), "--seed", "5", "--plies", "3").stdout


@pytest.mark.parametrize("text", ["", "{", "[]", '{"format": "meeple-record"}', "\x00"])
def test_bad_position_is_a_failure(text: str) -> None:
    result = run("show", "--position", "-", stdin=text)
    assert result.exit_code == 1
    assert re.match(r"error: \w+Error: \S", one_error_line(result))


def test_missing_position_file_is_a_failure(tmp_path: Path) -> None:
    for path in (tmp_path / "nothing.json", tmp_path):
        result = run("show", "--position", str(path))
        assert result.exit_code == 1
        assert str(path) in one_error_line(result)


def test_show_of_a_seat_comes_from_its_view_alone() -> None:
    state = meeple.load("legends").new_initial_state(meeple.Rng(2))
    result = run("show", "legends", "--seed", "2", "--seat", "1")
    assert result.exit_code == 0
    assert "as seat 1 sees it" in result.stdout
    if state.current_player != 1:
        legal = len(state.view(1).legal)
        assert (f"legal actions: {legal}" in result.stdout) == bool(legal)


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("columns", [40, 80, 100, 200])
def test_show_fits_its_terminal_in_ascii_and_box_lines(players: int, columns: int) -> None:
    for plies in (0, 40, 90):
        result = run(
            "show",
            "legends",
            *("--players", str(players), "--seed", "6", "--plies", str(plies)),
            *("--param", "explore=true", "--param", "citadels=true", "--param", "leaders=true"),
            env={"COLUMNS": str(columns)},
        )
        assert result.exit_code == 0
        assert max(map(len, result.stdout.splitlines())) <= columns
        assert not {char for char in result.stdout if not char.isascii()} - BOX_LINES


def test_show_puts_boards_in_their_grid_at_100_and_80_columns() -> None:
    for columns in (100, 80):
        page = run("show", "legends", "--seed", "1", "--players", "4", env={"COLUMNS": str(columns)}).stdout
        assert any("volcano" in line and "fern" in line for line in page.splitlines())
    page = run("show", "legends", "--seed", "1", "--players", "4", env={"COLUMNS": "40"}).stdout
    assert not any("volcano" in line and "fern" in line for line in page.splitlines())


def test_show_names_every_region_and_marks_the_start() -> None:
    page = run("show", "legends", "--seed", "1", "--players", "4", "--param", "boards=tee").stdout
    for region in ("H1", "V7", "D7", "F3", "D4*"):
        assert f" {region} " in page
    assert page.count("D4*") == 1


def test_colours_are_for_terminals_and_can_be_refused() -> None:
    args = ["show", "legends", "--seed", "1"]
    coloured = {"FORCE_COLOR": "1", "TERM": "xterm-256color"}
    assert "\x1b[" not in run(*args).stdout
    assert "\x1b[" in run(*args, env=coloured).stdout
    assert "\x1b" not in run(*args, "--no-color", env=coloured).stdout
    assert "\x1b" not in run(*args, env={**coloured, "NO_COLOR": "1"}).stdout


def test_terminals_without_unicode_get_ascii() -> None:
    done = shell("show", "legends", "--seed", "1", env={**os.environ, "PYTHONIOENCODING": "ascii"})
    assert done.returncode == 0
    assert done.stdout.isascii()


@pytest.mark.skipif(os.name == "nt", reason="pipes of POSIX")
@pytest.mark.parametrize("command", ["show legends", "games --json", "perft legends -d 2", "simulate legends -n 9"])
def test_broken_pipe_ends_quietly(command: str) -> None:
    reader, writer = os.pipe()
    os.close(reader)
    done = subprocess.run(
        [sys.executable, "-m", "meeple", *command.split()], stdout=writer, stderr=subprocess.PIPE, check=False
    )
    os.close(writer)
    assert (done.returncode, done.stderr) == (0, b"")


# Rendering


def drawn(document: dict[str, Any], width: int = 100) -> str:
    """A document as the hook of Legends draws it."""
    render = renderer("legends")
    assert render is not None
    console = Console(width=width, color_system=None, markup=True, emoji=True)
    with console.capture() as capture:
        console.print(render(document))
    return capture.get()


def position(**changes: Any) -> dict[str, Any]:
    """A hand-made position of two seats on one small board of its own."""
    seat = {"coins": 5, "armies": {}, "cities": {}, "cards": [], "tokens": [], "leader": None, "captured": {}}
    face = {"islands": [["a1", "a2"], ["b1"]], "land": [["a1", "a2"]], "water": [["a2", "b1"]]}
    layout = {
        "boards": [["[bold]own", 0, 0, 90]],
        "start": "a1",
        "values": {"b1": 7},
        "faces": {"[bold]own": {**face, "exits": {"N": "a1", "E": None, "S": "b1", "W": None}}},
    }
    card = {
        "id": "one",
        "family": None,
        "join": "or",
        "action": [{"kind": "place", "n": 1}, {"kind": "move", "n": 2}],
    }
    deck = {"cards": [{**card, "min_players": 2, "abilities": [{"kind": "elixir", "n": 3}]}]}
    body = {
        "phase": "take",
        "turn": 0,
        "row": ["one"],
        "players": [dict(seat), dict(seat)],
        "neutral": {},
        "bids": [None, None],
        "tokens": {},
        "pending": None,
        "prestige": [0, 0],
    }
    return {
        "format": "meeple-position",
        "game": "legends",
        "params": {"players": 2, "boards": layout, "deck": deck, "tokens": []},
        "position": {**body, **changes},
    }


def test_render_takes_data_of_ones_own_and_no_markup_from_it() -> None:
    page = drawn(position())
    for words in (
        "[bold]own",
        "a1*",
        "worth 7",
        "E:a1 W:b1",
        "90 degrees",
        "place 1 army or move 2",
        "3 elixirs",
    ):
        assert words in page


def test_render_takes_data_as_json_text() -> None:
    document = position()
    own = document["params"]
    own["boards"], own["deck"] = json.dumps(own["boards"]), json.dumps(own["deck"])
    assert drawn(document) == drawn(position())


def test_render_counts_supplies() -> None:
    players = position()["position"]["players"]
    players[0] |= {"armies": {"a1": 4, "b1": 1}, "cities": {"a1": 2, "a2": 1}, "cards": ["one"], "coins": 1}
    players[1] |= {"captured": {"0": 2, "neutral": 1}, "leader": "someone"}
    page = drawn(position(players=players, neutral={"b1": 3}, tokens={"a2": ["spring"]}))
    for words in ("0:4+2C", "0:1 n:3", "0:C [spring]", "supply 11 armies, 0 cities", "1 coin;", "3 elixirs"):
        assert words in page
    for words in ("captured 0:2 n:1", "leader someone", "supply 18 armies, 3 cities"):
        assert words in page


def test_render_tells_the_card_at_work() -> None:
    pending = {"card": "one", "part": 1, "left": 2, "branch": 1}
    assert "at work: one: place 1 army or move 2 (move: 2 left)" in drawn(position(pending=pending, phase="action"))


def test_render_draws_a_view_like_a_position() -> None:
    document = position(bids=[3, None], phase="bid")
    view = {**document, "format": "meeple-view", "player": 0, "view": document["position"]}
    del view["position"]
    assert drawn(view) == drawn(document)
    assert drawn(view).count("bid 3") == 1


def test_render_follows_a_named_deck() -> None:
    data = meeple.load("legends", deck="published").new_initial_state(meeple.Rng(1)).to_dict()
    data["position"] = position(row=["dire-ogre"])["position"]
    assert "1 VP per 3 coins" in drawn(data)
    data["params"] = {**data["params"], "deck": "rulebook"}
    assert "1 VP per 2 coins" in drawn(data)


def test_renderer_is_none_where_a_game_has_none() -> None:
    assert renderer("no_such_game") is None


@pytest.mark.parametrize(
    ("effect", "words"),
    [
        ({"kind": "elixir", "n": 1}, "1 elixir"),
        ({"kind": "plus_army", "n": -1}, "-1 armies"),
        ({"kind": "plus_move", "n": 2}, "+2 move"),
        ({"kind": "flying", "n": 1}, "flying"),
        ({"kind": "immune"}, "immune"),
        ({"kind": "gain_coins", "n": 2}, "2 coins"),
        ({"kind": "vp_per_family", "family": "red", "vp": 2}, "2 VP per red card"),
        ({"kind": "vp_set", "family": "red", "size": 3, "vp": 4}, "4 VP for 3 red cards"),
        ({"kind": "vp_per_flying", "vp": 1}, "1 VP per flying"),
        ({"kind": "vp_per_coins", "vp": 1, "per": 2}, "1 VP per 2 coins"),
        ({"kind": "brand_new", "n": 2}, "brand new n 2"),
    ],
)
def test_effects_in_words(effect: dict[str, Any], words: str) -> None:
    assert effect_words(effect) == words


def test_actions_in_words() -> None:
    card = {"join": "and", "action": [{"kind": "build", "n": 1}, {"kind": "destroy", "n": 2}]}
    assert action_words(card) == "build 1 city and destroy 2 armies"
    assert (count(0, "army"), count(1, "army"), count(2, "coin")) == ("0 armies", "1 army", "2 coins")


def test_texts_are_cleaned() -> None:
    assert clean("a\x1b[31m\nb") == "a\\x1b[31m\\nb"
    assert plain("[red]x[/red]").plain == "[red]x[/red]"
    assert out(no_color=True).color_system is None
