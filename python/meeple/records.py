"""Records in files: JSON Lines, one record a line; files that end in ``.gz`` are compressed.

A record is a `meeple-record` document (docs/formats.md). `Match.to_record` makes one, `Match.from_record` replays one.
"""

from __future__ import annotations

import gzip
import io
import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, TextIO

from meeple import _core
from meeple._errors import RecordError

if TYPE_CHECKING:
    from meeple._core import Match

__all__ = ["Fault", "Record", "Report", "read", "verify", "write"]

_BATCH = 2048
"""Records verified at a time: enough for all threads, little enough for memory."""


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


def _open(path: str | Path, mode: Literal["r", "w", "a"]) -> TextIO:
    path = Path(path)
    if path.suffix == ".gz":
        packed = gzip.GzipFile(path, f"{mode}b")
        return io.TextIOWrapper(packed, encoding="utf-8", newline="\n")
    return io.TextIOWrapper(path.open(f"{mode}b"), encoding="utf-8", newline="\n")


def _lines(path: str | Path) -> Iterator[tuple[int, str]]:
    with _open(path, "r") as file:
        try:
            for number, line in enumerate(file, start=1):
                if line.strip():
                    yield number, line
        except (UnicodeDecodeError, EOFError, gzip.BadGzipFile) as error:
            message = f"{path}: got bytes that are no text ({error}), expected JSON Lines in UTF-8"
            raise RecordError(message, "not_text", str(path), str(error), "JSON Lines in UTF-8") from error


def read(path: str | Path) -> Iterator[Record]:
    """The records of a file, one after the other, in bounded memory; not replayed.

    Raises:
        RecordError: a line is no record; `field` leads with the line's number.
        OSError: the file can't be read.
    """
    for number, line in _lines(path):
        try:
            head = _core.record_head(line)
        except RecordError as error:
            raise RecordError(
                f"line {number}: {error}", error.code, f"line {number}{error.field}", error.value, error.expected
            ) from None
        yield Record(line=number, text=line, **head)


def verify(path: str | Path, *, threads: int | None = None) -> Report:
    """Replays every record of a file over threads and holds its scores against the replay's. Stops on Ctrl-C.

    Args:
        path: the file.
        threads: how many; None: one a processor.
    """
    faults: list[Fault] = []
    count = 0
    batch: list[tuple[int, str]] = []

    def check() -> None:
        for k, code, field, message in _core.verify_records([line for _, line in batch], threads=threads):
            head, _, ply = field.rpartition("/")
            step = int(ply) if head == "/actions" and ply.isdigit() else None
            faults.append(Fault(batch[k][0], step, code, field, message))

    for numbered in _lines(path):
        batch.append(numbered)
        count += 1
        if len(batch) == _BATCH:
            check()
            batch = []
    check()
    return Report(count, tuple(faults))


def write(path: str | Path, records: Iterable[Match | Mapping[str, Any] | str], *, append: bool = False) -> int:
    """Writes records, one a line, whole lines only; returns how many.

    Args:
        path: the file; ``.gz`` is compressed.
        records: matches, record documents or their JSON texts.
        append: keep what the file holds.
    """
    count = 0
    with _open(path, "a" if append else "w") as file:
        for record in records:
            if isinstance(record, str):
                line = record
            elif isinstance(record, Mapping):
                line = json.dumps(record, separators=(",", ":"))
            else:
                line = record.to_json()
            file.write(line.replace("\n", " ") + "\n")
            count += 1
    return count
