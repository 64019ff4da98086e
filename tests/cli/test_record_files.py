"""Files of records: `simulate --out`, `replay`, `show --record`, and what lies below them."""

from __future__ import annotations

import errno
import gzip
import json
import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

import meeple
from meeple import _core, _lines, records
from tests.cli.helpers import figures, one_error_line, run, shell, simulated

pytest.importorskip("typer")

from meeple.cli import simulate

LEGENDS = ("legends", "--players", "3", "--seed", "7")
posix = pytest.mark.skipif(os.name == "nt", reason="signals, limits and terminals of POSIX")


def lines_of(games: int, **more: Any) -> list[str]:
    """The records of LEGENDS."""
    state = meeple.load("legends", players=3).new_initial_state()
    return _core.record_lines(state, games, seed=7, **more)


def unpacked(file: Path) -> str:
    """What a file holds."""
    return (gzip.decompress(file.read_bytes()) if file.suffix == ".gz" else file.read_bytes()).decode()


def text_of(lines: list[str]) -> str:
    """Lines as they stand in a file."""
    return "".join(f"{line}\n" for line in lines)


@pytest.fixture(params=["games.jsonl", "games.jsonl.gz"])
def file(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    """A file that is not there yet, plain and compressed."""
    return tmp_path / str(request.param)


@pytest.fixture
def ten(tmp_path: Path) -> Path:
    """A file of ten records."""
    path = tmp_path / "ten.jsonl"
    path.write_text(text_of(lines_of(10)))
    return path


# simulate --out


def test_out_writes_the_games_of_the_seed(file: Path) -> None:
    result = run("simulate", *LEGENDS, "--games", "200", "--out", str(file))
    assert (result.exit_code, result.stderr) == (0, "")
    assert unpacked(file) == text_of(lines_of(200))


def test_out_follows_the_policy(tmp_path: Path) -> None:
    file = tmp_path / "greedy.jsonl"
    assert run("simulate", *LEGENDS, "-n", "20", "--policy", "greedy", "--out", str(file)).exit_code == 0
    assert unpacked(file) == text_of(lines_of(20, policy="greedy"))


def test_out_changes_neither_table_nor_figures(file: Path) -> None:
    args = (*LEGENDS, "--games", "200")
    plain = re.sub(r"speed: .*", "", run("simulate", *args).stdout)
    assert re.sub(r"speed: .*", "", run("simulate", *args, "--out", str(file)).stdout) == plain
    assert figures(simulated(*args, "--out", str(file), "--force")) == figures(simulated(*args))


def test_figures_are_those_of_the_records(tmp_path: Path) -> None:
    file = tmp_path / "games.jsonl"
    document = simulated(*LEGENDS, "--games", "150", "--out", str(file))
    found = list(records.read(file))
    assert document["total_steps"] == sum(len(record.actions) for record in found)
    for seat in range(3):
        scores = [record.scores[seat] for record in found if record.scores is not None]
        assert document["mean_score"][seat] == pytest.approx(sum(scores) / 150)


def test_out_does_not_depend_on_chunks_or_threads(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(simulate, "FIRST_CHUNK", 1)
    monkeypatch.setattr(simulate, "CHUNK_SECONDS", 1e-9)
    for threads in "12":
        args = ("--games", "40", "--threads", threads, "--out", str(file), "--force")
        assert run("simulate", *LEGENDS, *args).exit_code == 0
        assert unpacked(file) == text_of(lines_of(40))


def test_out_refuses_a_file_that_exists(file: Path) -> None:
    file.write_bytes(b"precious")
    result = run("simulate", *LEGENDS, "-n", "5", "--out", str(file))
    assert result.exit_code == 2
    assert all(words in one_error_line(result) for words in ("exists", "--force", "--append", str(file)))
    assert file.read_bytes() == b"precious"


def test_force_overwrites_and_append_adds(file: Path) -> None:
    args = ("simulate", *LEGENDS, "--out", str(file))
    assert run(*args, "-n", "3", "--append").exit_code == 0
    assert run(*args, "-n", "4", "--append").exit_code == 0
    assert unpacked(file) == text_of(lines_of(3) + lines_of(4))
    assert run(*args, "-n", "2", "--force").exit_code == 0
    assert unpacked(file) == text_of(lines_of(2))
    assert run(*args, "-n", "2", "--force", "--append").exit_code == 2


def test_append_refuses_half_a_line(file: Path) -> None:
    half = text_of(lines_of(3))[:-100].encode()
    file.write_bytes(gzip.compress(half) if file.suffix == ".gz" else half)
    before = file.read_bytes()
    result = run("simulate", *LEGENDS, "-n", "5", "--out", str(file), "--append")
    assert result.exit_code == 1
    assert "without an end" in one_error_line(result)
    assert file.read_bytes() == before


def test_append_refuses_damaged_compression(tmp_path: Path) -> None:
    file = tmp_path / "games.jsonl.gz"
    file.write_bytes(gzip.compress(text_of(lines_of(3)).encode())[:-30])
    result = run("simulate", *LEGENDS, "-n", "5", "--out", str(file), "--append")
    assert result.exit_code == 1
    assert str(file) in one_error_line(result)


def test_out_names_a_place_it_cannot_write_to(tmp_path: Path) -> None:
    for args in ((), ("--force",), ("--append",)):
        assert run("simulate", *LEGENDS, "-n", "1", "--out", str(tmp_path), *args).exit_code == 2
        result = run("simulate", *LEGENDS, "-n", "1", "--out", str(tmp_path / "no" / "f"), *args)
        assert result.exit_code == 1
        assert str(tmp_path / "no" / "f") in one_error_line(result)


def test_a_usage_error_makes_no_file(file: Path) -> None:
    for bad in (("--policy", "psychic"), ("--players", "99")):
        assert run("simulate", "legends", *bad, "--out", str(file)).exit_code == 2
        assert not file.exists()


@pytest.mark.parametrize("name", ["playouts", "record_lines"])
def test_interrupt_keeps_table_and_file_together(name: str, file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    module = meeple if name == "playouts" else _core
    monkeypatch.setattr(module, name, _interrupted_after(3, getattr(module, name)))
    result = run("simulate", *LEGENDS, "--games", "100000", "--json", "--out", str(file))
    monkeypatch.undo()
    assert result.exit_code == 130
    done = json.loads(result.stdout)["games"]
    assert 64 <= done < 100_000
    assert f"{file} holds {done:,} games" in result.stderr
    assert unpacked(file) == text_of(lines_of(done))


def test_interrupt_counts_what_the_file_held(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    args = ("simulate", *LEGENDS, "--out", str(file), "--append")
    assert run(*args, "-n", "11").exit_code == 0
    monkeypatch.setattr(_core, "record_lines", _interrupted_after(0, _core.record_lines))
    assert f"{file} holds 11 games" in run(*args, "-n", "5").stderr


def _interrupted_after(calls: int, call: Callable[..., Any]) -> Callable[..., Any]:
    left = calls

    def wrapped(*args: Any, **kwargs: Any) -> Any:
        nonlocal left
        if left == 0:
            raise KeyboardInterrupt
        left -= 1
        return call(*args, **kwargs)

    return wrapped


@posix
@pytest.mark.parametrize("size", [1, 3_000_000])
def test_ctrl_c_leaves_whole_lines(size: int, file: Path) -> None:
    args = [sys.executable, "-m", "meeple", "simulate", *LEGENDS, "--games", str(10**12), "--out", str(file), "--json"]
    with subprocess.Popen(args, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        limit = time.monotonic() + 60
        packed = 10 if file.suffix == ".gz" else 1
        while not (file.exists() and file.stat().st_size * packed > size):
            assert time.monotonic() < limit
            time.sleep(0.01)
        process.send_signal(signal.SIGINT)
        sent = time.monotonic()
        stdout, stderr = process.communicate(timeout=60)
        took = time.monotonic() - sent
    assert process.returncode == 130
    assert took < 5.0
    assert "Traceback" not in stderr
    found = re.search(r"holds ([\d,]+) games", stderr)
    assert found is not None
    games = int(found[1].replace(",", ""))
    assert json.loads(stdout)["games"] == games
    text = unpacked(file)
    assert text.endswith("}\n")
    assert text.count("\n") == games
    assert records.verify(file) == records.Report(games, ())


@posix
def test_a_full_disk_leaves_whole_lines(file: Path) -> None:
    code = (
        "import resource, sys; resource.setrlimit(resource.RLIMIT_FSIZE, (400_000, 400_000)); "
        "sys.argv[1:] = sys.argv[2:]; from meeple.cli import main; main()"
    )
    args = ["-", "simulate", *LEGENDS, "--games", "1000000", "--out", str(file)]
    done = subprocess.run([sys.executable, "-c", code, *args], capture_output=True, text=True, check=False)
    assert done.returncode == 1
    note, error = done.stderr.splitlines()
    found = re.search(r"holds ([\d,]+) games", note)
    assert found is not None
    assert error == f"error: {file}: {os.strerror(errno.EFBIG)}"
    assert f"{found[1]} games, policy random" in done.stdout
    assert records.verify(file) == records.Report(int(found[1].replace(",", "")), ())


# What writes


@posix
def test_sink_holds_an_interrupt_until_it_has_written(tmp_path: Path) -> None:
    class Slow:
        """Writes byte by byte; a Ctrl-C comes in between."""

        def __init__(self, raw: Any) -> None:
            self.raw = raw

        def write(self, data: memoryview) -> int:
            os.kill(os.getpid(), signal.SIGINT)
            return int(self.raw.write(data[:1]))

        def close(self) -> None:
            self.raw.close()

    path = tmp_path / "lines"
    before = signal.getsignal(signal.SIGINT)
    with _lines.Sink(path, "x") as sink:
        sink._raw = Slow(sink._raw)  # type: ignore[assignment]
        with pytest.raises(KeyboardInterrupt):
            sink.add(["one", "two"])
    assert path.read_text() == "one\ntwo\n"
    assert signal.getsignal(signal.SIGINT) is before


def test_records_are_written_whole_even_when_their_source_fails(file: Path) -> None:
    def failing() -> Iterator[str]:
        yield from lines_of(5)
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        records.write(file, failing())
    assert unpacked(file) == text_of(lines_of(5))


def test_records_are_not_appended_to_half_a_line(tmp_path: Path) -> None:
    path = tmp_path / "half.jsonl"
    path.write_text('{"format":')
    with pytest.raises(meeple.RecordError, match="without an end"):
        records.write(path, lines_of(1), append=True)
    assert path.read_text() == '{"format":'


def test_records_at_a_line(ten: Path) -> None:
    assert records.at(ten, 4) == list(records.read(ten))[3]
    with pytest.raises(meeple.RecordError, match="line 11: got 10 lines") as caught:
        records.at(ten, 11)
    assert caught.value.code == "no_line"


def test_progress_of_verify_adds_up_to_its_report(ten: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(records, "_BATCH", 4)
    ten.write_text(ten.read_text() + "{}\n")
    told: list[tuple[records.Report, float]] = []
    whole = records.verify(ten, progress=lambda report, share: told.append((report, share)))
    assert [report.records for report, _ in told] == [4, 4, 3]
    assert sum((report.faults for report, _ in told), ()) == whole.faults
    assert told[-1][1] == 1.0


# replay


@pytest.fixture
def faulty(tmp_path: Path) -> Path:
    """Records 1 and 3 hold; 4 has a step that is not legal, 5 wrong scores, 6 no text, 7 stops half-way."""
    good = lines_of(6)
    illegal, wrong = json.loads(good[2]), json.loads(good[3])
    illegal["actions"][20] = "take 99"
    wrong["scores"][0] += 1
    path = tmp_path / "faulty.jsonl"
    texts = [good[0], "", good[1], json.dumps(illegal), json.dumps(wrong), "\udcff", good[4][:300]]
    path.write_bytes("\n".join(texts).encode("utf-8", "surrogateescape"))
    return path


def test_replay_of_records_that_hold(file: Path) -> None:
    assert run("simulate", *LEGENDS, "-n", "30", "--out", str(file)).exit_code == 0
    result = run("replay", str(file), "--threads", "2")
    assert (result.exit_code, result.stderr) == (0, "")
    assert re.fullmatch(
        rf"{re.escape(str(file))}: 30 records, all hold; [\d,]+ games/s, \d+\.\d\d s, 2 threads\n", result.stdout
    )


def test_replay_names_line_ply_and_reason_of_each_fault(faulty: Path) -> None:
    result = run("replay", str(faulty))
    assert result.exit_code == 1
    illegal, wrong, no_text, half, summary = result.stdout.splitlines()
    assert illegal.startswith('line 4, ply 20: got "take 99", expected ')
    assert re.match(r"line 5: /scores: got .*, expected .*, as the replay says", wrong)
    assert no_text.startswith("line 6: got bytes that are no text")
    assert half.startswith("line 7")
    assert "6 records, 4 of them faulty" in summary


@pytest.mark.parametrize("threads", ["1", "2"])
def test_replay_for_machines(faulty: Path, threads: str) -> None:
    result = run("replay", str(faulty), "--json", "--threads", threads)
    assert result.exit_code == 1
    document = json.loads(result.stdout)
    assert (document["records"], document["interrupted"], document["threads"]) == (6, False, int(threads))
    assert [(fault["line"], fault["code"]) for fault in document["faults"]] == [
        (4, "unknown_text"),
        (5, "wrong_scores"),
        (6, "not_text"),
        (7, "malformed"),
    ]
    assert document["faults"][0]["ply"] == 20
    assert document["records_per_second"] > 0


def test_replay_of_a_damaged_compressed_file(tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl.gz"
    packed = gzip.compress(text_of(lines_of(40)).encode())
    path.write_bytes(packed[: len(packed) // 2])
    result = run("replay", str(path), "--json")
    assert result.exit_code == 1
    document = json.loads(result.stdout)
    (fault,) = document["faults"]
    assert (fault["code"], fault["line"]) == ("not_text", document["records"])
    assert 1 < document["records"] < 40


def test_replay_of_nothing(tmp_path: Path) -> None:
    path = tmp_path / "empty.jsonl"
    path.write_text("\n\n")
    result = run("replay", str(path))
    assert (result.exit_code, "0 records, all hold" in result.stdout) == (0, True)
    for missing in (tmp_path / "nothing", tmp_path):
        result = run("replay", str(missing))
        assert result.exit_code == 1
        assert str(missing) in one_error_line(result)


@pytest.mark.parametrize("options", [(), ("--json",)])
def test_replay_interrupted_tells_what_it_has_checked(
    faulty: Path, options: tuple[str, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(records, "_BATCH", 4)
    monkeypatch.setattr(_core, "verify_records", _interrupted_after(1, _core.verify_records))
    result = run("replay", str(faulty), *options)
    assert result.exit_code == 130
    assert "interrupted: 4 records checked" in result.stderr
    assert "take 99" in result.stdout


@posix
def test_ctrl_c_stops_a_replay_at_once(tmp_path: Path) -> None:
    path = tmp_path / "many.jsonl"
    with path.open("w") as file:
        for _ in range(40):
            file.write(text_of(lines_of(2000)))
    # How long a process takes to start is not known: one that was stopped before its first record says nothing.
    for wait in (0.5, 1.0, 2.0, 4.0):
        args = [sys.executable, "-m", "meeple", "replay", str(path), "--threads", "1"]
        with subprocess.Popen(args, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
            time.sleep(wait)
            process.send_signal(signal.SIGINT)
            stdout, stderr = process.communicate(timeout=60)
        if process.returncode == -signal.SIGINT:
            continue  # The signal came before Python had put its handler there.
        assert process.returncode in {0, 130}
        assert "Traceback" not in stderr
        if process.returncode == 130 and "interrupted: " in stderr:
            assert "all hold" in stdout
            return
    pytest.fail("never stopped in between")


@posix
def test_replay_shows_progress_on_a_terminal_only(ten: Path) -> None:
    import pty

    assert shell("replay", str(ten)).stderr == ""
    master, slave = pty.openpty()
    args = [sys.executable, "-m", "meeple", "replay", str(ten), "--json"]
    environment = {**os.environ, "TERM": "xterm", "COLUMNS": "100"}
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
        assert json.loads(process.stdout.read())["records"] == 10
    os.close(master)
    assert b"10 games" in shown


# show --record


def shown(*args: str) -> str:
    """What `meeple show` prints, in words."""
    result = run("show", *args)
    assert result.exit_code == 0, result.output
    return " ".join(result.stdout.split())


def test_show_a_step_of_a_record(ten: Path) -> None:
    match = meeple.Match.from_record(lines_of(10)[2])
    page = shown("--record", str(ten), "--line", "3", "--ply", "30")
    assert f"{ten} line 3, ply 30 of {match.ply}" in page
    assert f"phase {match.state_at(30).phase}" in page
    for step, text in enumerate(step.text for step in match.history[26:34]):
        seat = match.history[26 + step].seat
        who = "chance" if seat is None else f"seat {seat}"
        assert f"{'> ' if step == 4 else ''}{26 + step} {who} {text}" in page
    assert match.history[25].text not in re.findall(r"25 seat \d (.*?) 26", page)
    for text in match.state_at(30).legal_action_strs():
        assert text in page


def test_show_a_record_at_its_end_by_default(ten: Path) -> None:
    match = meeple.Match.from_record(lines_of(1)[0])
    page = shown("--record", str(ten))
    assert page == shown("legends", "--record", str(ten), "--line", "1", "--ply", str(match.ply))
    assert re.search(r"seats? \d.* win", page)
    assert f"{match.ply - 1} seat {match.history[-1].seat} {match.history[-1].text}" in page
    assert f"> {match.ply}" not in page


def test_show_the_first_step_of_a_record(ten: Path) -> None:
    page = shown("--record", str(ten), "--ply", "0")
    assert f"> 0 chance {meeple.Match.from_record(lines_of(1)[0]).history[0].text}" in page
    assert "outcomes of chance" in page


def test_show_of_a_seat_tells_of_a_record_what_the_seat_was_told(ten: Path) -> None:
    match = meeple.Match.from_record(lines_of(1)[0])
    bids = [ply for ply, step in enumerate(match.history) if step.text.startswith("bid")]
    first = match.history[bids[0]]
    assert first.seat is not None
    other = (first.seat + 1) % 3
    args = ("--record", str(ten), "--ply", str(bids[0] + 1), "--seat")
    own, others = shown(*args, str(first.seat)), shown(*args, str(other))
    assert f"{bids[0]} seat {first.seat} {first.text}" in own
    assert f"{bids[0]} seat {first.seat} bid ?" in others
    assert f"as seat {other} was told" in others
    assert ">" not in others
    settled = shown("--record", str(ten), "--ply", str(bids[-1] + 1), "--seat", str(other))
    assert f"revealed: {first.seat} {first.text}" in settled or f"{first.seat} {first.text}" in settled


def test_show_a_record_that_does_not_hold_up_to_its_fault(faulty: Path) -> None:
    result = run("show", "--record", str(faulty), "--line", "4", "--ply", "20")
    assert result.exit_code == 0
    assert "line 4 does not hold" in result.stderr
    assert "take 99" in result.stderr
    assert meeple.Match.from_record(lines_of(3)[2]).state_at(20).phase in result.stdout
    assert run("show", "--record", str(faulty), "--line", "4", "--ply", "21").exit_code == 1
    result = run("show", "--record", str(faulty), "--line", "5")
    assert result.exit_code == 0
    assert "/scores" in result.stderr
    for line in "67":
        result = run("show", "--record", str(faulty), "--line", line)
        assert result.exit_code == 1
        assert f"line {line}" in one_error_line(result)


@pytest.mark.parametrize(
    ("args", "word"),
    [
        (["--line", "11"], "--line"),
        (["--ply", "100000"], "--ply"),
        (["--seat", "3"], "--seat"),
        (["--players", "3"], "--record"),
        (["--plies", "3"], "--record"),
        (["--seed", "3"], "--record"),
        (["--position", "-"], "--record"),
    ],
)
def test_show_record_usage_errors(ten: Path, args: list[str], word: str) -> None:
    result = run("show", "--record", str(ten), *args)
    assert result.exit_code == 2
    assert word in one_error_line(result)
    assert "GAME" in one_error_line(run("show", "kingdom", "--record", str(ten)))


def test_show_reads_compressed_records(file: Path) -> None:
    assert run("simulate", *LEGENDS, "-n", "4", "--out", str(file)).exit_code == 0
    assert "line 4, ply 12 of" in shown("--record", str(file), "--line", "4", "--ply", "12")


@pytest.mark.parametrize("game", meeple.games())
def test_every_game_is_recorded_replayed_and_shown(game: str, tmp_path: Path) -> None:
    file = tmp_path / "games.jsonl"
    args = ("simulate", game, "-n", "3", "--seed", "2", "--policy", "epsilon:0.5", "--out", str(file))
    assert run(*args).exit_code == 0
    assert run("replay", str(file)).exit_code == 0
    length = len(records.at(file, 2).actions)
    for ply in (0, 1, length // 2, length - 1, length):
        for seat in ((), ("--seat", "0"), ("--seat", "1")):
            assert "steps" in shown("--record", str(file), "--line", "2", "--ply", str(ply), *seat)
