"""Records in files: JSON Lines, one record a line; files that end in ``.gz`` are compressed.

A record is a `meeple-record` document (docs/formats.md). `Match.to_record` makes one, `Match.from_record` replays one.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any

from meeple import _core
from meeple._errors import RecordError
from meeple._lines import Sink, Source

if TYPE_CHECKING:
    from meeple._arrow import Tables
    from meeple._core import Match

__all__ = ["Fault", "Record", "Report", "at", "read", "tables", "verify", "write"]

_BATCH = 2048
"""Records verified at a time: enough for all threads, little enough for memory."""

_BLOCK = 1 << 20
"""Characters written at a time."""


@dataclass(frozen=True, slots=True)
class Record:
    """A record as it stands in a file, not replayed.

    Attributes:
        line: the line of the file, from 1.
        text: the line itself.
        game: the game's id.
        params: its parameters.
        actions: the texts of all steps, chance's and ``timeout`` included.
        scores: at the end; None while running.
        returns: at the end; None while running.
        termination: how it ended, the host's word.
        meta: the host's free JSON.
    """

    line: int
    text: str
    game: str
    params: dict[str, Any]
    actions: list[str]
    scores: list[int] | None
    returns: list[float] | None
    termination: str | None
    meta: Any

    def match(self, *, seed: int | None = None, chance: str = "auto") -> Match:
        """Replays it.

        Raises:
            RecordError: it does not replay, or its scores are not those of the replay.
        """
        return _core.Match.from_record(self.text, seed, chance)


@dataclass(frozen=True, slots=True)
class Fault:
    """A record that does not hold.

    Attributes:
        line: the line of the file, from 1.
        ply: the step that failed, from 0; None where no step is to blame.
        code: a stable word for programs.
        field: a JSON pointer into the record.
        message: what is wrong.
    """

    line: int
    ply: int | None
    code: str
    field: str
    message: str


@dataclass(frozen=True, slots=True)
class Report:
    """What `verify` found.

    Attributes:
        records: how many records were read.
        faults: those that do not hold, in the order of the file.
    """

    records: int
    faults: tuple[Fault, ...]


def read(path: str | Path) -> Iterator[Record]:
    """The records of a file, one after the other, in bounded memory; not replayed.

    Raises:
        RecordError: a line is no record; `field` leads with the line's number.
        OSError: the file can't be read.
    """
    with Source(path) as source:
        for number, line in source:
            yield _record(number, line)


def at(path: str | Path, line: int) -> Record:
    """The record in one line of a file, not replayed. Cost: that of reading the lines before it; they are not parsed.

    Args:
        path: the file.
        line: from 1, as in `Record.line` and `Fault.line`.

    Raises:
        RecordError: that line is no record, or, with the code ``no_line``, is blank or not there.
        OSError: the file can't be read.
    """
    last = 0
    with Source(path) as source:
        for last, text in source:
            if last == line:
                return _record(last, text)
            if last > line:
                break
    got = "a blank line" if last > line else f"{last} lines"
    raise RecordError(f"line {line}: got {got}, expected a record", "no_line", f"line {line}", got, "a record")


def _record(number: int, text: str | RecordError) -> Record:
    try:
        if isinstance(text, RecordError):
            raise text
        head = _core.record_head(text)
    except RecordError as error:
        raise RecordError(
            f"line {number}: {str(error).removeprefix(': ')}",
            error.code,
            f"line {number}{error.field}",
            error.value,
            error.expected,
        ) from None
    return Record(line=number, text=text, **head)


def tables(paths: str | Path | Iterable[str | Path], *, threads: int | None = None) -> Tables:
    """Games and steps of files of records as two Arrow streams (docs/formats.md), read anew whenever asked for.

    Each of the two has ``__arrow_c_stream__``, so polars, pyarrow, duckdb and others take them as they are; `reader()`
    is a `pyarrow.RecordBatchReader`. Every record is replayed, in bounded memory.

    Args:
        paths: a file or several; ``.gz`` is unpacked.
        threads: how many replay; None: one a processor.

    Raises:
        ArgumentError: `threads` is out of range.
        OSError: a file can't be read.
        RecordError: while reading; a line is no record or does not replay. `field` names the file and the line. Other
            libraries raise errors of their own that tell the same.
        ModuleNotFoundError: pyarrow, of the extra `data`, is not installed.
    """
    from meeple import _arrow

    return _arrow.tables(paths, threads=threads)


def verify(
    path: str | Path, *, threads: int | None = None, progress: Callable[[Report, float], object] | None = None
) -> Report:
    """Replays every record of a file over threads and holds its scores against the replay's. Stops on Ctrl-C.

    A line that is no text is a fault too (``not_text``), as is the end of compressed data that are damaged.

    Args:
        path: the file.
        threads: how many; None: one a processor.
        progress: called now and then with what was found since the last call, and the part of the file that has been
            read, from 0.0 to 1.0 (0.0 for a pipe).

    Raises:
        ArgumentError: `threads` is out of range.
        OSError: the file can't be read.
    """
    count, faults = 0, list[Fault]()
    with Source(path) as source:
        for batch in _batches(source):
            report = _check(batch, threads)
            count += report.records
            faults += report.faults
            if progress is not None:
                progress(report, source.share)
    return Report(count, tuple(faults))


def _batches(source: Source) -> Iterator[list[tuple[int, str | RecordError]]]:
    lines = iter(source)
    while batch := list(islice(lines, _BATCH)):
        yield batch


def _check(batch: list[tuple[int, str | RecordError]], threads: int | None) -> Report:
    faults: list[Fault] = []
    texts: list[tuple[int, str]] = []
    for number, line in batch:
        if isinstance(line, str):
            texts.append((number, line))
        else:
            faults.append(Fault(number, None, line.code, "", str(line)))
    for k, code, field, message in _core.verify_records([text for _, text in texts], threads=threads):
        head, _, ply = field.rpartition("/")
        step = int(ply) if head == "/actions" and ply.isdigit() else None
        faults.append(Fault(texts[k][0], step, code, field, message))
    faults.sort(key=lambda fault: fault.line)
    return Report(len(batch), tuple(faults))


def write(path: str | Path, records: Iterable[Match | Mapping[str, Any] | str], *, append: bool = False) -> int:
    """Writes records, one a line; returns how many. An error or Ctrl-C leaves whole lines only.

    Args:
        path: the file; ``.gz`` is compressed.
        records: matches, record documents or their JSON texts.
        append: keep what the file holds.

    Raises:
        RecordError: the last line of the file to append to has no end; nothing was written.
        OSError: the file can't be written.
    """
    count = size = 0
    block: list[str] = []
    with Sink(path, "a" if append else "w") as sink:
        try:
            for record in records:
                if isinstance(record, str):
                    line = record
                elif isinstance(record, Mapping):
                    line = json.dumps(record, separators=(",", ":"))
                else:
                    line = record.to_json()
                block.append(line.strip().replace("\n", " "))
                count += 1
                size += len(line)
                if size >= _BLOCK:
                    full, block, size = block, [], 0
                    sink.add(full)
        finally:
            sink.add(block)
    return count
