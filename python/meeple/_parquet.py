"""Records as Parquet files. Needs pyarrow, of the extra `data`."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from pathlib import Path

from meeple._arrow import GAMES, STEPS, batches  # first: it says what to install

import pyarrow as pa  # isort: skip
import pyarrow.parquet as pq  # isort: skip

__all__ = ["write"]

_GROUP = 1 << 18
"""Steps in a row group: enough to compress well, little enough for memory."""


def write(
    paths: Sequence[Path],
    targets: tuple[Path, Path],
    *,
    threads: int | None = None,
    progress: Callable[[int, float], object] = lambda games, share: None,
) -> tuple[int, int]:
    """Writes games and steps of files of records in one pass; returns how many rows each has.

    On an error or Ctrl-C nothing is left behind, and files that were there are as they were.

    Args:
        paths: the files of records.
        targets: the files to write, of games and of steps.
        threads: how many replay; None: one a processor.
        progress: called now and then with the games written so far and the part of the files that has been read.

    Raises:
        RecordError: a line is no record or does not replay; names the file and the line.
        OSError: a file can't be read or written.
    """
    rows = [0, 0]
    for target in targets:
        target.parent.mkdir(parents=True, exist_ok=True)
    parts = [target.with_name(f".{target.name}.{os.getpid()}.part") for target in targets]
    with ExitStack() as stack:
        for part in parts:
            stack.callback(part.unlink, missing_ok=True)
        with ExitStack() as files:
            tables = [
                files.enter_context(pq.ParquetWriter(part, schema, compression="zstd"))
                for part, schema in zip(parts, (GAMES, STEPS), strict=True)
            ]
            held: list[list[pa.RecordBatch]] = [[], []]

            def flush() -> None:
                for table, batch in zip(tables, held, strict=True):
                    if batch:
                        table.write_table(pa.Table.from_batches(batch))
                        batch.clear()

            for games, steps, share in batches(paths, threads=threads):
                for k, batch in enumerate((games, steps)):
                    rows[k] += batch.num_rows
                    held[k].append(batch)
                if sum(batch.num_rows for batch in held[1]) >= _GROUP:
                    flush()
                progress(rows[0], share)
            flush()
        for part, target in zip(parts, targets, strict=True):
            part.replace(target)
    return rows[0], rows[1]
