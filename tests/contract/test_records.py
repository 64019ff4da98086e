"""Records, over every registered game: they say all of a match, replay by themselves, are refused where they lie."""

from __future__ import annotations

import gzip
import json
import random
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, example, given, note, settings
from hypothesis import strategies as st

import meeple
from meeple import records
from tests.conftest import every_variant
from tests.contract.plays import advance, by_choices, each, plies_by_phase, random_match, snapshot

Document = dict[str, Any]

small = settings(max_examples=60, deadline=None, derandomize=True, suppress_health_check=list(HealthCheck))

games = st.sampled_from(every_variant()).map(lambda variant: meeple.load(variant[0], **variant[1]))
choices = st.lists(st.integers(0, 300), max_size=80)

json_values = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-(2**63), 2**64 - 1)
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
    max_leaves=12,
)


def readers(record: Document) -> list[Any]:
    """A record in every form that is read."""
    text = json.dumps(record)
    return [record, text, text.encode(), json.dumps(record, indent=1), json.dumps(record, ensure_ascii=False)]


def refused(record: Any, field: str | None = None) -> meeple.RecordError:
    """The error of a record that does not hold, the same whether it is a dict or a text."""
    texts = []
    for form in (record, json.dumps(record)):
        with pytest.raises(meeple.Error) as caught:
            meeple.Match.from_record(form)
        error = caught.value
        assert isinstance(error, meeple.RecordError), error
        assert field is None or error.field == field, error
        texts.append((error.code, error.field))
    assert texts[0] == texts[1]
    assert isinstance(error, meeple.RecordError)
    return error


# ---- There and back ----


@each
def test_a_record_is_read_back_in_every_phase(name: str, params: dict[str, Any]) -> None:
    game = meeple.load(name, **params)
    for chance in ("auto", "manual"):
        whole = random_match(game, 1, chance=chance, meta={"at": "table 3"})
        for ply in plies_by_phase(whole, 31):
            played = whole.copy()
            played.undo(to=ply)
            record = played.to_record()
            assert record == json.loads(played.to_json())
            assert len(record["actions"]) == ply
            assert record["start"] is None
            assert record["params"] == game.params
            assert (record["scores"] is None) == (record["returns"] is None) == (not played.state.is_terminal)
            for form in readers(record):
                again = meeple.Match.from_record(form, 1, "manual")
                assert again.game == game
                assert again.states() == played.states()
                assert again.history == played.history
                assert again.to_record() == record
            assert snapshot(advance(again, meeple.Rng(5)))[0] == advance(played, meeple.Rng(5)).to_json()


@each
def test_what_is_read_plays_on_as_asked(name: str, params: dict[str, Any]) -> None:
    game = meeple.load(name, **params)
    record = meeple.Match(game, seed=2, chance="manual").to_record()
    assert record["actions"] == []
    auto = meeple.Match.from_record(record, seed=2)
    assert auto.to_json() == meeple.Match(game, seed=2).to_json()
    assert (auto.seed, auto.chance) == (2, "auto")
    waiting = meeple.Match.from_record(record, chance="manual")
    assert (waiting.seed, waiting.chance, waiting.ply) == (None, "manual", 0)
    bad: list[dict[str, Any]] = [{"seed": -1}, {"seed": 2**64}, {"seed": "1"}, {"chance": "dice"}]
    for arguments in bad:
        with pytest.raises(meeple.ArgumentError) as caught:
            meeple.Match.from_record(record, **arguments)
        assert caught.value.field == next(iter(arguments))


@each
def test_a_record_begins_where_its_match_did(name: str, params: dict[str, Any]) -> None:
    game = meeple.load(name, **params)
    whole = random_match(game, 3)
    for ply in plies_by_phase(whole, 41)[1:]:
        start = whole.state_at(ply)
        played = advance(meeple.Match(game, seed=3, start=start), meeple.Rng(3), 6)
        record = played.to_record()
        assert record["start"] == start.to_dict()["position"]
        for form in readers(record):
            again = meeple.Match.from_record(form, chance="manual")
            assert again.state_at(0) == start
            assert snapshot(again)[0] == snapshot(played)[0]
            assert again.states() == played.states()


@each
def test_the_initial_state_is_no_start_of_ones_own(name: str, params: dict[str, Any]) -> None:
    game = meeple.load(name, **params)
    played = meeple.Match(game, seed=1, start=game.new_initial_state())
    assert played.to_record()["start"] is None
    record = played.to_record() | {"start": game.new_initial_state().to_dict()["position"]}
    assert meeple.Match.from_record(record).to_record() == played.to_record()


@small
@given(game=games, choices=choices, cut=st.integers(0, 80))
def test_a_record_replays_to_the_same_states(game: meeple.Game, choices: list[int], cut: int) -> None:
    played = by_choices(game, choices)
    note(played.to_json())
    again = meeple.Match.from_record(played.to_json(), chance="manual")
    assert again.states() == played.states()
    assert again.to_json() == played.to_json()
    state = game.new_initial_state()
    for text in played.to_record()["actions"]:
        state = state.apply(state.parse_action(text))
    assert state == again.state
    assert state.hash64 == again.state.hash64
    # Half a record is one too.
    half = played.to_record() | {"scores": None, "returns": None}
    half["actions"] = half["actions"][: min(cut, max(0, played.ply - 1))]
    assert meeple.Match.from_record(half, chance="manual").state == played.state_at(len(half["actions"]))


# ---- Notes of the host ----


@small
@given(game=games, meta=json_values, termination=st.none() | st.text())
@example(game=meeple.load("legends"), meta=2**64 - 1, termination="")
@example(game=meeple.load("legends"), meta=[-0.0, 5e-324, 1.7976931348623157e308], termination="clock")
def test_notes_are_kept_as_they_are(game: meeple.Game, meta: Any, termination: str | None) -> None:
    played = meeple.Match(game, seed=1, meta=meta)
    played.termination = termination
    record = played.to_record()
    assert record.get("meta") == meta
    assert record.get("termination") == termination
    for form in (record, played.to_json(), json.dumps(record, ensure_ascii=False)):
        again = meeple.Match.from_record(form, seed=1)
        assert json.dumps(again.meta) == json.dumps(meta) == json.dumps(again.to_record().get("meta"))
        assert again.termination == termination
        assert again.to_json() == played.to_json()


@each
def test_notes_as_deep_as_they_are_taken_are_read_back(name: str, params: dict[str, Any]) -> None:
    game = meeple.load(name, **params)
    played = meeple.Match(game, seed=1)
    meta: Any = 0
    deepest = 0
    for depth in range(1, 300):
        meta = [meta] if depth % 2 else {"in": meta}
        try:
            played.meta = meta
        except meeple.Error:
            continue
        deepest = depth
        for form in (played.to_record(), played.to_json()):
            assert meeple.Match.from_record(form, seed=1).meta == meta
    assert 30 <= deepest < 299


@each
def test_a_text_too_deep_to_be_read_as_a_dict_is_refused_as_a_text(name: str, params: dict[str, Any]) -> None:
    text = meeple.Match(meeple.load(name, **params), seed=1).to_json()
    for depth in (10, 100, *range(120, 135), 1000, 100_000):
        deep = text[:-1] + ',"meta":' + "[" * depth + "1" + "]" * depth + "}"
        try:
            played = meeple.Match.from_record(deep)
        except meeple.RecordError as error:
            assert depth > 100, error  # noqa: PT017
        else:
            assert meeple.Match.from_record(played.to_record()).meta == played.meta


def test_whole_numbers_of_any_size_are_kept_in_notes() -> None:
    text = meeple.Match(meeple.load(meeple.games()[0]), seed=1).to_json()
    for number in (2**64, 10**30):
        read = meeple.Match.from_record(f'{text[:-1]},"meta":{number}}}')
        assert read.meta == number
        assert meeple.Match.from_record(read.to_json()).meta == number


def test_notes_with_line_breaks_are_kept_in_one_line() -> None:
    text = meeple.Match(meeple.load(meeple.games()[0]), seed=1).to_json()
    notes = {"a b": ['x \\" y\n', 1.0, {}], '"': None}
    read = meeple.Match.from_record(f'{text[:-1]},"meta":{json.dumps(notes, indent=2)}}}')
    assert read.meta == notes
    assert "\n" not in read.to_json()
    assert meeple.Match.from_record(read.to_json()).meta == notes


# ---- What does not hold ----


@each
def test_wrong_scores_and_returns_are_refused_naming_both(name: str, params: dict[str, Any]) -> None:
    record = random_match(meeple.load(name, **params), 4).to_record()
    players = len(record["scores"])
    real = {"scores": record["scores"], "returns": record["returns"]}
    for field in ("scores", "returns"):
        for seat in range(players):
            wrong = list(record[field])
            wrong[seat] += 1
            error = refused(record | {field: wrong}, f"/{field}")
            assert error.code == f"wrong_{field}"
            assert error.value == str(wrong)
            assert str(real[field]) in error.expected
            assert str(wrong) in str(error)
            assert str(real[field]) in str(error)
        refused(record | {field: record[field] + [0]}, f"/{field}")
        refused(record | {field: []}, f"/{field}")
        assert refused(record | {field: None}, f"/{field}").code == "missing"
    for field, bad in [("scores", "12"), ("scores", [1.5] * players), ("returns", [None] * players), ("returns", {})]:
        assert refused(record | {field: bad}).field.startswith(f"/{field}")


@each
def test_a_running_game_has_no_scores(name: str, params: dict[str, Any]) -> None:
    whole = random_match(meeple.load(name, **params), 5).to_record()
    for cut in (0, 1, len(whole["actions"]) // 2, len(whole["actions"]) - 1):
        half = whole | {"actions": whole["actions"][:cut]}
        assert refused(half, "/scores").code == "not_over"
        assert refused(half | {"scores": None}, "/returns").code == "not_over"
        assert refused(half | {"returns": None}, "/scores").code == "not_over"
        meeple.Match.from_record(half | {"scores": None, "returns": None})


@each
def test_a_step_that_is_not_legal_is_named_by_its_ply(name: str, params: dict[str, Any]) -> None:
    game = meeple.load(name, **params)
    played = random_match(game, 6)
    record = played.to_record()
    for ply in plies_by_phase(played, 29)[:-1]:
        state = played.state_at(ply)
        if state.is_chance:
            legal = {outcome for outcome, _ in state.chance_outcomes()}
            size = game.max_chance_outcomes
            text: Callable[[int], str] = game.chance_to_str
        else:
            legal, size = set(state.legal_actions()), game.num_actions
            text = game.action_to_str
        illegal = next((text(a) for a in range(size) if a not in legal), "nothing")
        for bad in (illegal, "nothing", "", " ", record["actions"][ply].upper() + "!", "timeout", "é" * 300, "\x00"):
            if bad == "timeout" and _has_clock(state):
                continue
            actions = [*record["actions"][:ply], bad, *record["actions"][ply + 1 :]]
            error = refused(record | {"actions": actions}, f"/actions/{ply}")
            assert len(error.value) <= 200
        stranges: list[Any] = [None, 7, True, [], {}, 1.5]
        for strange in stranges:
            actions = [*record["actions"][:ply], strange, *record["actions"][ply + 1 :]]
            assert refused(record | {"actions": actions}, f"/actions/{ply}").code == "malformed"
    # Nothing follows the end.
    more = record | {"actions": [*record["actions"], record["actions"][-1]]}
    assert refused(more, f"/actions/{played.ply}")


def _has_clock(state: meeple.State) -> bool:
    try:
        state.timeout()
    except meeple.IllegalActionError:
        return False
    return True


@each
def test_a_bad_head_or_start_is_named_by_its_field(name: str, params: dict[str, Any]) -> None:
    game = meeple.load(name, **params)
    record = random_match(game, 7).to_record()
    changes: list[tuple[dict[str, Any], str]] = [
        ({"format": "meeple-position"}, "/format"),
        ({"format": None}, "/format"),
        ({"version": 2}, "/version"),
        ({"version": "1"}, "/version"),
        ({"version": 1.0}, "/version"),
        ({"game": "chess"}, "/game"),
        ({"game": 3}, "/game"),
        ({"params": {**record["params"], "players": 99}}, "/params/players"),
        ({"params": {"no-such": 1}}, "/params/no-such"),
        ({"params": []}, "/params"),
        ({"start": {}}, "/start"),
        ({"start": []}, "/start"),
        ({"start": 1}, "/start"),
        ({"start": {**game.new_initial_state().to_dict()["position"], "phase": "no-such"}}, "/start/phase"),
        ({"actions": None}, "/actions"),
        ({"actions": {}}, "/actions"),
        ({"termination": 4}, "/termination"),
        ({"comment": "none"}, ""),
    ]
    for change, field in changes:
        error = refused({**record, **change})
        assert error.field.startswith(field) if field == "/start" else error.field in (field, field or "/comment"), (
            error
        )
    for key in ("format", "version", "game", "params", "start", "actions", "scores", "returns"):
        error = refused({other: value for other, value in record.items() if other != key})
        assert key in str(error)
    position = game.new_initial_state().to_dict()
    assert refused(position).code in ("malformed", "wrong_format")


NO_RECORDS = ["", " ", "null", "[]", "{}", "7", '"text"', "{", "}", "nonsense", "[[]]", '{"format":"meeple-record"}']


@pytest.mark.parametrize("text", [*NO_RECORDS, "\ufeff{}", "\x00", "\ud800", "NaN", "[" * 100_000, '{"a":' * 100_000])
def test_what_is_no_record_is_refused(text: str) -> None:
    with pytest.raises(meeple.RecordError):
        meeple.Match.from_record(text)


@pytest.mark.parametrize("thing", [None, 7, 1.5, [], (), b"\xff\xfe", b"", object(), {1: 2}, {"format": object()}])
def test_what_is_no_text_and_no_dict_is_refused(thing: Any) -> None:
    with pytest.raises(meeple.RecordError):
        meeple.Match.from_record(thing)


@each
def test_a_key_twice_is_refused(name: str, params: dict[str, Any]) -> None:
    text = random_match(meeple.load(name, **params), 8, 3).to_json()
    for key in ("format", "actions", "scores", "params"):
        value = json.dumps(json.loads(text)[key])
        with pytest.raises(meeple.RecordError):
            meeple.Match.from_record(f'{text[:-1]},"{key}":{value}}}')


# ---- Files ----


def some(name: str, params: dict[str, Any], count: int = 4) -> list[meeple.Match]:
    """Matches whole and half, with and without notes."""
    game = meeple.load(name, **params)
    matches = [random_match(game, seed, None if seed % 2 else 5 * seed, meta=[seed]) for seed in range(count)]
    matches[0].termination = "adjourned"
    return matches


@each
@pytest.mark.parametrize("suffix", [".jsonl", ".jsonl.gz"])
def test_a_file_holds_what_was_written(name: str, params: dict[str, Any], suffix: str, tmp_path: Path) -> None:
    path = tmp_path / f"games{suffix}"
    matches = some(name, params)
    forms: list[Any] = [
        matches[0],
        matches[1].to_record(),
        matches[2].to_json(),
        json.dumps(matches[3].to_record(), indent=2),
    ]
    assert records.write(path, forms) == 4
    assert records.write(path, matches[:1], append=True) == 1
    assert records.write(path, [], append=True) == 0
    data = path.read_bytes()
    lines = (gzip.decompress(data) if suffix.endswith("gz") else data).decode().split("\n")
    assert len(lines) == 6
    assert lines[-1] == ""
    read = list(records.read(path))
    assert [record.line for record in read] == [1, 2, 3, 4, 5]
    for record, played in zip(read, [*matches, matches[0]], strict=True):
        assert record.game == name
        assert record.params == played.game.params
        assert record.actions == [step.text for step in played.history]
        assert record.scores == (played.state.scores() if played.state.is_terminal else None)
        assert record.returns == (played.state.returns() if played.state.is_terminal else None)
        assert (record.meta, record.termination) == (played.meta, played.termination)
        assert record.match(chance="manual").states() == played.states()
    assert records.verify(path, threads=1) == records.verify(path, threads=2) == records.Report(5, ())
    assert records.write(path, matches[:1]) == 1
    assert len(list(records.read(path))) == 1


@each
def test_faults_are_told_by_line_and_ply(name: str, params: dict[str, Any], tmp_path: Path) -> None:
    whole = random_match(meeple.load(name, **params), 9).to_record()
    scores = [points + 1 for points in whole["scores"]]
    lines = [
        json.dumps(whole),
        json.dumps(whole | {"actions": [*whole["actions"][:7], "nothing", *whole["actions"][8:]]}),
        "",
        json.dumps(whole | {"scores": scores}),
        "no record",
        json.dumps(whole | {"actions": [*whole["actions"][:3], 5]}),
        "   ",
        json.dumps(whole)[:-20],
        json.dumps(whole | {"game": "chess"}),
        json.dumps(whole),
    ]
    path = tmp_path / "games.jsonl"
    path.write_text("\n".join(lines))
    report = records.verify(path)
    assert report.records == 8
    assert [(fault.line, fault.ply) for fault in report.faults] == [
        (2, 7),
        (4, None),
        (5, None),
        (6, 3),
        (8, None),
        (9, None),
    ]
    assert [fault.field for fault in report.faults][:2] == ["/actions/7", "/scores"]
    assert [fault.code for fault in report.faults][1] == "wrong_scores"
    assert str(scores) in report.faults[1].message
    assert str(whole["scores"]) in report.faults[1].message
    assert "nothing" in report.faults[0].message
    assert records.verify(path, threads=1) == records.verify(path, threads=3) == report
    # `read` does not replay, so it stops at the first line that is no record.
    reader = records.read(path)
    assert [next(reader).line for _ in range(3)] == [1, 2, 4]
    with pytest.raises(meeple.RecordError) as caught:
        next(reader)
    assert caught.value.field.startswith("line 5")
    assert str(caught.value).startswith("line 5: ")


def test_faults_keep_their_lines_in_a_long_file(tmp_path: Path) -> None:
    name = meeple.games()[0]
    line = random_match(meeple.load(name), 1, 1).to_json()
    bad = {1, 2048, 2049, 4097, 5000}
    path = tmp_path / "long.jsonl"
    path.write_text("\n".join("{}" if number in bad else line for number in range(1, 5001)))
    report = records.verify(path)
    assert report.records == 5000
    assert {fault.line for fault in report.faults} == bad


@each
def test_a_truncated_file_is_told_where(name: str, params: dict[str, Any], tmp_path: Path) -> None:
    whole = random_match(meeple.load(name, **params), 10).to_json()
    path = tmp_path / "cut.jsonl"
    cuts = random.Random(1)
    for cut in [1, 2, len(whole) - 1, *(cuts.randrange(1, len(whole)) for _ in range(12))]:
        path.write_text(f"{whole}\n{whole[:cut]}")
        report = records.verify(path, threads=1)
        assert report.records == 2
        assert [fault.line for fault in report.faults] == [2]
        with pytest.raises(meeple.RecordError, match="line 2"):
            list(records.read(path))
    path.write_text("")
    assert records.verify(path) == records.Report(0, ())
    assert list(records.read(path)) == []


@each
def test_a_damaged_archive_is_told(name: str, params: dict[str, Any], tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl.gz"
    records.write(path, some(name, params))
    data = path.read_bytes()
    noise = random.Random(2)
    tried = 0
    for _ in range(60):
        damaged = bytearray(data)
        if noise.random() < 0.5:
            del damaged[noise.randrange(len(data)) :]
        else:
            damaged[noise.randrange(len(data))] ^= 1 << noise.randrange(8)
        path.write_bytes(bytes(damaged))
        try:
            list(records.read(path))
        except meeple.RecordError as error:
            assert error.code  # noqa: PT017
            tried += 1
        # Verifying tells of all that is wrong instead of stopping at the first.
        tried += any(fault.code for fault in records.verify(path, threads=1).faults)
    assert tried > 60
    path.write_bytes(b"plain text")
    with pytest.raises(meeple.RecordError):
        list(records.read(path))


def test_a_file_that_is_no_text_or_not_there(tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    path.write_bytes(b"\xff\xfe\x00")
    with pytest.raises(meeple.RecordError):
        list(records.read(path))
    assert [fault.line for fault in records.verify(path).faults] == [1]
    with pytest.raises(OSError, match="none"):
        list(records.read(tmp_path / "none.jsonl"))


@pytest.mark.parametrize("suffix", [".jsonl", ".jsonl.gz"])
def test_a_writer_that_is_stopped_leaves_whole_lines(suffix: str, tmp_path: Path) -> None:
    matches = some(meeple.games()[0], {})
    path = tmp_path / f"games{suffix}"

    def stopped() -> Iterator[Any]:
        yield from matches
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        records.write(path, stopped())
    assert records.verify(path) == records.Report(len(matches), ())
    with pytest.raises((TypeError, ValueError, AttributeError)):
        records.write(path, [matches[0], {"meta": object()}])
    assert records.verify(path) == records.Report(1, ())


def test_nothing_is_added_to_half_a_line(tmp_path: Path) -> None:
    played = some(meeple.games()[0], {})[0]
    path = tmp_path / "games.jsonl"
    path.write_text(played.to_json())
    with pytest.raises(meeple.RecordError):
        records.write(path, [played], append=True)
    assert path.read_text() == played.to_json()


@pytest.mark.parametrize("suffix", [".jsonl", ".jsonl.gz"])
def test_a_reader_that_stops_closes_its_file(suffix: str, tmp_path: Path) -> None:
    path = tmp_path / f"games{suffix}"
    records.write(path, some(meeple.games()[0], {}))
    reader = records.read(path)
    assert next(reader).line == 1
    reader.close()  # type: ignore[attr-defined]
    path.unlink()


def test_lines_may_end_as_on_windows(tmp_path: Path) -> None:
    matches = some(meeple.games()[0], {})
    path = tmp_path / "games.jsonl"
    path.write_bytes("".join(played.to_json() + "\r\n" for played in matches).encode())
    assert records.verify(path) == records.Report(len(matches), ())
    assert [record.match(chance="manual").ply for record in records.read(path)] == [played.ply for played in matches]


@each
def test_records_of_a_job_are_its_games(name: str, params: dict[str, Any], tmp_path: Path) -> None:
    start = meeple.load(name, **params).new_initial_state()
    result = meeple.playouts(start, 6, seed=3)
    path = tmp_path / "games.jsonl"
    records.write(path, meeple._core.record_lines(start, 6, seed=3))
    assert records.verify(path) == records.Report(6, ())
    for k, record in enumerate(records.read(path)):
        assert record.scores == result.scores[k].tolist()
        assert record.returns == pytest.approx(result.returns[k].tolist())
        assert len(record.actions) == result.steps[k]
