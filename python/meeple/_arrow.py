"""Records as Arrow tables. Needs pyarrow, of the extra `data`, which is imported in here only."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from meeple import _core
from meeple._errors import ArgumentError, RecordError
from meeple._lines import Source

try:
    import pyarrow as pa
except ModuleNotFoundError as error:
    raise ModuleNotFoundError(
        'tables of records need pyarrow, of the extra data: pip install "meeple[data]"', name=error.name
    ) from None

__all__ = ["GAMES", "STEPS", "Stream", "Tables", "batches", "tables"]

_CHUNK = 512
"""Records read at a time: enough for all threads, little enough for memory."""


def _column(name: str, kind: pa.DataType, *, nullable: bool = False) -> pa.Field:
    return pa.field(name, kind, nullable=nullable)


GAMES = pa.schema(
    [
        _column("game_id", pa.int64()),
        _column("file", pa.string()),
        _column("line", pa.int64()),
        _column("game", pa.string()),
        _column("params", pa.string()),
        _column("players", pa.int32()),
        _column("start", pa.string(), nullable=True),
        _column("decisions", pa.int32()),
        _column("steps", pa.int32()),
        _column("scores", pa.list_(pa.int32()), nullable=True),
        _column("returns", pa.list_(pa.float64()), nullable=True),
        _column("termination", pa.string(), nullable=True),
        _column("meta", pa.string(), nullable=True),
    ]
)
"""A row a game."""

STEPS = pa.schema(
    [
        _column("game_id", pa.int64()),
        _column("ply", pa.int32()),
        _column("seat", pa.int8(), nullable=True),
        _column("kind", pa.string()),
        _column("phase", pa.string()),
        _column("action", pa.int32(), nullable=True),
        _column("text", pa.string()),
    ]
)
"""A row a step."""

_SCHEMAS = {"games": GAMES, "steps": STEPS}


@dataclass(frozen=True, slots=True)
class Stream:
    """A table that is read from its files anew whenever it is asked for, in bounded memory.

    It can be handed to whatever takes the Arrow stream interface: ``polars.DataFrame(stream)``,
    ``pyarrow.table(stream)``, ``duckdb.sql("from stream")``.

    Attributes:
        name: ``games`` or ``steps``.
        paths: the files.
        threads: how many replay the records; None: one a processor.
    """

    name: str
    paths: tuple[Path, ...]
    threads: int | None = None

    @property
    def schema(self) -> pa.Schema:
        """The columns."""
        return _SCHEMAS[self.name]

    def reader(self) -> pa.RecordBatchReader:
        """The rows in batches, read as they are asked for.

        Raises:
            RecordError: while reading; a line is no record, or one that does not replay.
            OSError: while reading; a file can't be read.
        """
        wanted = 0 if self.name == "games" else 1
        return pa.RecordBatchReader.from_batches(
            self.schema, (pair[wanted] for pair in batches(self.paths, threads=self.threads))
        )

    def __arrow_c_stream__(self, requested_schema: object = None) -> object:
        return self.reader().__arrow_c_stream__(requested_schema)

    def __arrow_c_schema__(self) -> object:
        return self.schema.__arrow_c_schema__()


class Tables(NamedTuple):
    """What `meeple.records.tables` gives.

    Attributes:
        games: a row a game.
        steps: a row a step.
    """

    games: Stream
    steps: Stream


def tables(paths: str | Path | Iterable[str | Path], *, threads: int | None = None) -> Tables:
    """See `meeple.records.tables`."""
    files = (Path(paths),) if isinstance(paths, str | Path) else tuple(Path(path) for path in paths)
    if threads is not None and threads < 1:
        expected = "a whole number of at least 1"
        raise ArgumentError(
            f"threads: got {threads}, expected {expected}", "out_of_range", "threads", str(threads), expected
        )
    for file in files:
        with file.open("rb"):
            pass
    return Tables(Stream("games", files, threads), Stream("steps", files, threads))


def batches(
    paths: Sequence[Path], *, threads: int | None = None
) -> Iterator[tuple[pa.RecordBatch, pa.RecordBatch, float]]:
    """Games and steps of some hundred records at a time, and the part of the files that has been read.

    Raises:
        RecordError: a line is no record, or one that does not replay; names the file and the line.
        OSError: a file can't be read.
    """
    first = 0
    for number, path in enumerate(paths):
        with Source(path) as source:
            lines = iter(source)
            while chunk := list(islice(lines, _CHUNK)):
                games, steps = _batch(path, chunk, first, threads)
                first += len(chunk)
                yield games, steps, (number + source.share) / len(paths)


def _batch(
    path: Path, chunk: list[tuple[int, str | RecordError]], first: int, threads: int | None
) -> tuple[pa.RecordBatch, pa.RecordBatch]:
    texts: list[str] = []
    for number, line in chunk:
        if isinstance(line, RecordError):
            # What stands before it may be at fault too, and comes first.
            _replayed(path, chunk[: len(texts)], texts, threads)
            raise _named(path, number, line.code, "", str(line), line.value, line.expected)
        texts.append(line)
    games, steps = _replayed(path, chunk, texts, threads)
    ids = np.arange(first, first + len(games), dtype=np.int64)
    return _games(path, chunk, games, ids), _steps(steps, np.repeat(ids, [game["steps"] for game in games]))


def _replayed(
    path: Path, chunk: list[tuple[int, str | RecordError]], texts: list[str], threads: int | None
) -> tuple[list[dict[str, Any]], dict[str, Any]]:
    games, steps, fault = _core.record_columns(texts, threads=threads)
    if fault is not None:
        k, code, field, message = fault
        raise _named(path, chunk[k][0], code, field, message, "", "")
    return games, steps


def _named(path: Path, line: int, code: str, field: str, message: str, value: str, expected: str) -> RecordError:
    place = f"{path}, line {line}"
    return RecordError(f"{place}: {message.removeprefix(': ')}", code, f"{place}{field}", value, expected)


def _games(
    path: Path, chunk: list[tuple[int, str | RecordError]], games: list[dict[str, Any]], ids: Any
) -> pa.RecordBatch:
    told: dict[str, Any] = {
        "game_id": ids,
        "file": [str(path)] * len(games),
        "line": [number for number, _ in chunk],
    }
    columns = [
        pa.array(told[field.name] if field.name in told else [game[field.name] for game in games], field.type)
        for field in GAMES
    ]
    return pa.record_batch(columns, schema=GAMES)


def _steps(steps: dict[str, Any], ids: Any) -> pa.RecordBatch:
    def texts(name: str) -> pa.StringArray:
        data, offsets = steps[name]
        return pa.StringArray.from_buffers(len(offsets) - 1, pa.py_buffer(offsets), pa.py_buffer(data))

    def numbers(name: str) -> pa.Array:
        values = steps[name]
        return pa.array(values, mask=values < 0)

    columns = [
        pa.array(ids),
        pa.array(steps["ply"]),
        numbers("seat"),
        texts("kind"),
        texts("phase"),
        numbers("action"),
        texts("text"),
    ]
    return pa.record_batch(columns, schema=STEPS)
