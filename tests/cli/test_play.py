"""`meeple play`: a person in the terminal, here with a script of what is typed."""

from __future__ import annotations

import io
import json
import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any, cast

import pytest
from rich.console import Console

import meeple
from meeple import records
from tests.cli.helpers import one_error_line, run

pytest.importorskip("typer")

from meeple.cli import play as module

ONES = "1\n" * 3000


def typed(*args: str, words: Sequence[str] = ()) -> str:
    """What is shown while these words are typed, and then the end of input."""
    result = run("play", *args, stdin="".join(f"{word}\n" for word in words))
    assert result.exit_code == 0, result.output
    return result.stdout


def kept(file: Path) -> records.Record:
    """The one record of a file, which holds."""
    assert records.verify(file) == records.Report(1, ())
    return next(records.read(file))


# A game


@pytest.mark.parametrize(
    ("name", "more"),
    [
        ("legends", ("--players", "3")),
        ("kingdom", ("--players", "3")),
        ("guardians", ()),
        ("empire", ("--param", "max_rounds=3")),
    ],
)
@pytest.mark.parametrize("seat", ["0", "2"])
def test_a_game_is_played_to_its_end(name: str, more: tuple[str, ...], seat: str, tmp_path: Path) -> None:
    file = tmp_path / "game.jsonl"
    result = run("play", name, *more, "--seat", seat, "--seed", "4", "--out", str(file), stdin=ONES)
    assert result.exit_code == 0, result.output
    record = kept(file)
    assert record.scores is not None
    names = record.meta["bots"]
    assert names.pop(int(seat)) is None
    assert set(names) == {"greedy"}
    assert "scores" in result.stdout.rpartition("> ")[2]
    assert re.search(r"you (win|come in at rank \d)\n$", result.stdout)
    assert str(file) in result.stderr


def test_the_end_tells_scores_and_their_parts() -> None:
    shown = typed("legends", "--seed", "4", words=["1"] * 3000).rpartition("> ")[2]
    assert "of it" in shown
    assert re.search(r"phase over: seats? [\d, ]+ wins?", shown)


def test_the_game_hangs_on_its_seed_and_what_is_typed(tmp_path: Path) -> None:
    texts = []
    for number, seed in enumerate("445"):
        file = tmp_path / str(number)
        typed("legends", "--seed", seed, "--against", "random", "--out", str(file), words=["1"] * 3000)
        texts.append(file.read_text())
    assert texts[0] == texts[1] != texts[2]


def test_others_are_given_once_or_one_by_one(tmp_path: Path) -> None:
    file = tmp_path / "game.jsonl"
    bots = ("--against", "random", "--against", "mcts:5")
    shown = typed("legends", "--players", "3", "--seat", "1", *bots, "--out", str(file))
    assert kept(file).meta["bots"] == ["random", None, "mcts:5"]
    assert "seat 0 is random" in shown
    assert "seat 2 is mcts:5" in shown
    assert "you are seat 1" in shown
    again = tmp_path / "again.jsonl"
    typed("legends", "--players", "3", "--seat", "1", "--against", "random", "--out", str(again))
    assert kept(again).meta["bots"] == ["random", None, "random"]


# What can be typed


def answers(view: meeple.View, words: Sequence[str]) -> tuple[str | None, str]:
    """The action that comes of the words, and what was shown; None if the person leaves."""
    shown = io.StringIO()
    console = Console(file=shown, width=100, markup=False, highlight=False)
    sitting = module._Sitting(meeple.Match(view.game, seed=1), 0, {}, [], console)
    left = list(words)

    def read() -> str:
        if not left:
            raise module._QuitError
        return left.pop(0)

    sitting._read = read  # type: ignore[method-assign]
    try:
        return sitting._answer(view, view.legal), shown.getvalue()
    except module._QuitError:
        return None, shown.getvalue()


def bidding() -> meeple.View:
    """Its actions are bid 0 to bid 11."""
    return meeple.load("legends", players=3).new_initial_state(meeple.Rng(1)).view(0)


@pytest.mark.parametrize(
    ("word", "action"),
    [
        ("1", "bid 0"),
        ("12", "bid 11"),
        ("bid 3", "bid 3"),
        ("BID 3", "bid 3"),
        ("bid 0", "bid 0"),
        ("bid 1", "bid 1"),
        ("bid 10", "bid 10"),
        ("0", None),
        ("13", None),
        ("-1", None),
        ("99999999999999999999", None),
        ("bid", None),
        ("bi", None),
        ("bid 12", None),
        ("x", None),
        ("", None),
        ("²", None),
        ("1.0", None),
    ],
)
def test_an_action_is_a_number_or_a_text(word: str, action: str | None) -> None:
    assert answers(bidding(), [word])[0] == action


def test_a_beginning_will_do_if_it_is_of_one() -> None:
    game = meeple.load("kingdom", players=2)
    state = game.new_initial_state(meeple.Rng(1))
    view = state.apply(state.legal_actions()[0]).view(0)
    assert view.phase == "place"
    assert answers(view, ["place 0,0 9"])[0] == "place 0,0 90"
    found, shown = answers(view, ["place 0,0"])
    assert found is None
    assert "may be place 0,0 0, place 0,0 90" in shown


def test_what_is_none_of_the_actions_is_said_so() -> None:
    found, shown = answers(bidding(), ["x", "", "bid", "bid 3"])
    assert found == "bid 3"
    assert "'x' is none of the actions: a number from 1 to 12" in shown
    assert "'' is none" in shown
    assert "'bid' may be bid 0, bid 1, bid 2, bid 3, bid 4, bid 5, ..." in shown


def test_enter_takes_the_only_action() -> None:
    rng = meeple.Rng(3)
    state = meeple.load("legends", players=2).new_initial_state(rng)
    while len(state.legal_actions()) > 1:
        state = state.step(state.random_action(rng), rng)
    view = state.view(state.current_player)
    assert answers(view, [""])[0] == view.legal[0]


@pytest.mark.parametrize("word", ["?", "help"])
def test_help_says_what_can_be_typed(word: str) -> None:
    shown = answers(bidding(), [word])[1]
    assert all(name in shown for name in ("number", "show", "log", "quit", "?"))


def test_show_and_log_can_be_asked_for() -> None:
    shown = typed("legends", "--players", "3", "--seed", "1", words=["3", "log", "show"])
    first, _, rest = shown.partition("> ")
    assert first.count("as seat 0 sees it") == 1
    assert rest.count("as seat 0 sees it") == 2
    log = rest.partition("> ")[2].partition("> ")[0]
    assert log.splitlines()[0].startswith("  chance: row ")
    assert "you: bid 2" in log
    assert "seat 1: bid ?" in log


def test_words_of_ones_own_are_no_markup() -> None:
    assert "[bold]x[/bold]" in typed("legends", words=["[bold]x[/bold]"])
    assert "\x1b" not in typed("legends", words=["\x1b[31mx"])


# Leaving


@pytest.mark.parametrize("words", [[], ["quit"], ["1", "quit"], ["1", "1", "1"]])
def test_leaving_keeps_what_was_played(words: list[str], tmp_path: Path) -> None:
    file = tmp_path / "game.jsonl"
    typed("legends", "--seed", "1", "--out", str(file), words=words)
    record = kept(file)
    assert record.scores is None
    assert record.termination == "quit"
    own = [step for step in record.match().history if step.seat == 0]
    assert len(own) == len([word for word in words if word == "1"])


def test_without_out_nothing_is_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    typed("legends", words=["1"])
    assert not list(tmp_path.iterdir())


def test_a_bot_that_fails_ends_the_game_with_a_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(view: meeple.View) -> int:
        raise RuntimeError("out of ideas")

    monkeypatch.setattr(meeple.bots, "begin", lambda bot, seed: broken)
    file = tmp_path / "game.jsonl"
    result = run("play", "legends", "--out", str(file), stdin=ONES)
    assert result.exit_code == 1
    assert "out of ideas" in one_error_line(result)
    assert kept(file).termination == "error"


@pytest.mark.skipif(os.name == "nt", reason="signals of POSIX")
@pytest.mark.parametrize("bot", ["greedy", "mcts:100000000"])
def test_ctrl_c_keeps_what_was_played(bot: str, tmp_path: Path) -> None:
    """While the person thinks, and while the bot does."""
    file = tmp_path / "game.jsonl"
    args = [sys.executable, "-m", "meeple", "play", "legends", "--seed", "1", "--against", bot, "--out", str(file)]
    with subprocess.Popen(
        args, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, bufsize=0
    ) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write("1\n")
        process.stdin.flush()
        shown = ""
        while "> " not in shown:
            shown += process.stdout.read(1)
        time.sleep(0.5)
        process.send_signal(signal.SIGINT)
        sent = time.monotonic()
        _, stderr = process.communicate(timeout=60)
    assert process.returncode == 130
    assert time.monotonic() - sent < 5.0
    assert "Traceback" not in stderr
    assert kept(file).termination == "quit"


@pytest.mark.parametrize(
    ("bad", "hint"),
    [
        (("--seat", "4"), "--seat"),
        (("--against", "psychic"), "--against"),
        (("--players", "4", "--against", "random", "--against", "random"), "--against"),
        (("--players", "9"), "players"),
        (("--append",), "--append"),
    ],
)
def test_usage_errors_say_what(bad: tuple[str, ...], hint: str) -> None:
    result = run("play", "legends", *bad)
    assert result.exit_code == 2
    assert hint in one_error_line(result)


def test_a_file_that_exists_is_refused_before_the_game(tmp_path: Path) -> None:
    file = tmp_path / "game.jsonl"
    file.write_text("precious")
    result = run("play", "legends", "--out", str(file))
    assert (result.exit_code, result.stdout) == (2, "")
    assert "--force" in one_error_line(result)
    assert file.read_text() == "precious"


# Hidden things


class Curtain:
    """A match that lets out, before the end, nothing but what one seat may know."""

    def __init__(self, match: meeple.Match, seat: int) -> None:
        self._match = match
        self._seat = seat

    @property
    def state(self) -> Any:
        """All of it at the end, before it the views alone."""
        state = self._match.state
        return state if state.is_terminal else Curtained(state, self._seat)

    @property
    def ply(self) -> int:
        """The number of steps."""
        return self._match.ply

    def log(self, seat: int, since: int = 0) -> list[meeple.Event]:
        """That of the seat only."""
        assert seat == self._seat
        return self._match.log(seat, since)

    def play(self, action: Any) -> Any:
        """A step."""
        self._match.play(action)
        return self.state


class Curtained:
    """A state behind the curtain."""

    def __init__(self, state: meeple.State, seat: int) -> None:
        self.is_terminal = state.is_terminal
        self.current_player = state.current_player
        self._state = state
        self._seat = seat

    def view(self, seat: int) -> meeple.View:
        """Of the person when it is asked, of the bots when they are."""
        assert seat == self._state.current_player
        return self._state.view(seat)


@pytest.mark.parametrize("name", meeple.games())
@pytest.mark.parametrize("seat", [0, 1])
def test_nothing_but_the_seats_view_and_log_is_asked_for(name: str, seat: int, monkeypatch: pytest.MonkeyPatch) -> None:
    game = meeple.load(name, **({"max_rounds": 3} if name == "empire" else {}))
    shown = io.StringIO()
    console = Console(file=shown, width=100, markup=False, highlight=False)
    match = meeple.Match(game, seed=4)
    bots: dict[int, meeple.bots.Bot] = {
        other: meeple.bots.greedy(other) for other in range(game.num_players) if other != seat
    }
    monkeypatch.setattr("builtins.input", lambda prompt: "1")
    curtain = cast("meeple.Match", Curtain(match, seat))
    module._Sitting(curtain, seat, bots, ["greedy"] * game.num_players, console).play()
    assert match.state.is_terminal
    assert "scores" in shown.getvalue()


def test_what_others_choose_in_secret_is_not_told_before_its_time() -> None:
    shown = typed("legends", "--players", "3", "--seat", "2", "--seed", "1", words=["1"])
    before, _, after = shown.partition("> ")
    assert "seat 0: bid ?" in before
    assert not re.search(r"seat [01]: bid \d", before)
    assert re.search(r"revealed: 0 bid \d+, 1 bid \d+", after)


def test_the_record_is_not_shown() -> None:
    """The record of a game that is not over holds hidden things; only the file gets it."""
    shown = typed("guardians", "--seed", "1", words=["1", "1", "log"])
    hidden = meeple.Match(meeple.load("guardians"), seed=1)
    pairs = [step.text for step in hidden.history if step.text.startswith("pair ")]
    told = {event.text for event in hidden.log(0)}
    secret = [text for text in pairs if text not in told]
    assert len(secret) > 3
    words = " ".join(shown.split())
    assert not [text for text in secret if re.search(rf"\b{re.escape(text)}\b", words)]
    assert "meeple-record" not in shown
    assert json.loads(hidden.to_json())["format"] == "meeple-record"
