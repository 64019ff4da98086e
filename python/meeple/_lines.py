"""Files of lines, compressed where their name ends in ``.gz``: read one by one, written whole or not at all."""

from __future__ import annotations

import gzip
import os
import zlib
from collections.abc import Iterator, Sequence
from pathlib import Path
from types import TracebackType
from typing import Literal, Self

from meeple._errors import RecordError
from meeple._interrupts import holding_interrupts

__all__ = ["Sink", "Source", "count_whole"]

_LEVEL = 6
"""Of compression: higher ones take several times as long for a few percent."""


class Source:
    """The lines of a file, in bounded memory.

    Args:
        path: the file.

    Raises:
        OSError: it can't be read.
    """

    def __init__(self, path: str | Path) -> None:
        self._raw = Path(path).open("rb")  # noqa: SIM115 (closed by __exit__)
        self._file = gzip.GzipFile(fileobj=self._raw) if Path(path).suffix == ".gz" else self._raw
        self._size = os.fstat(self._raw.fileno()).st_size

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self._raw.close()

    def __iter__(self) -> Iterator[tuple[int, str | RecordError]]:
        """Number, from 1, and text, its end included, of each line that is not blank.

        The error of those that are no UTF-8; where compressed data are damaged or stop half-way, an error is the last.
        """
        number = 0
        try:
            for number, line in enumerate(self._file, start=1):
                if line.strip():
                    yield number, _text(number, line)
        except (EOFError, gzip.BadGzipFile, zlib.error) as error:
            yield number + 1, _no_text(number + 1, error)

    @property
    def share(self) -> float:
        """The part of the file that has been read, from 0.0 to 1.0; 0.0 for a pipe."""
        return min(1.0, self._raw.tell() / self._size) if self._size else 0.0


def _text(number: int, line: bytes) -> str | RecordError:
    try:
        return line.decode()
    except UnicodeDecodeError as error:
        return _no_text(number, error)


def _no_text(number: int, error: Exception) -> RecordError:
    expected = "JSON Lines in UTF-8"
    message = f"got bytes that are no text ({error}), expected {expected}"
    return RecordError(message, "not_text", "", str(error), expected)


class Sink:
    """A file that takes whole lines only: what is written half, by a full disk or a signal, is cut off again.

    Args:
        path: the file; ``.gz`` is compressed, each `add` as a member of its own.
        mode: ``x`` creates it, ``w`` empties it, ``a`` adds to it.

    Raises:
        FileExistsError: with ``x``, if it is there.
        RecordError: with ``a``, if its last line has no end.
        OSError: it can't be written.
    """

    def __init__(self, path: str | Path, mode: Literal["x", "w", "a"]) -> None:
        self._path = Path(path)
        self._packed = self._path.suffix == ".gz"
        if mode == "a" and not self._packed and not _ends_whole(self._path):
            raise _half_line(self._path)
        self._raw = self._path.open(f"{mode}b", buffering=0)
        self._end = self._raw.seek(0, os.SEEK_END) if self._raw.seekable() else None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self._raw.close()

    def pack(self, lines: Sequence[str]) -> bytes:
        """The bytes of lines without ends, for `put`: the part of the work that takes time."""
        data = "".join(f"{line}\n" for line in lines).encode()
        return gzip.compress(data, _LEVEL, mtime=0) if self._packed and data else data

    def put(self, data: bytes) -> None:
        """Writes what `pack` made; all of it, or on an error nothing."""
        with holding_interrupts():
            try:
                left = memoryview(data)
                while left:
                    left = left[self._raw.write(left) or 0 :]
            except OSError as error:
                if self._end is not None:
                    self._raw.truncate(self._end)
                    self._raw.seek(self._end)
                error.filename = str(self._path)
                raise
            if self._end is not None:
                self._end += len(data)

    def add(self, lines: Sequence[str]) -> None:
        """Writes lines without ends."""
        self.put(self.pack(lines))


def count_whole(path: str | Path) -> int:
    """How many lines, blank ones left out, a file holds that can be added to. Cost: that of reading it.

    Raises:
        RecordError: a line is no text, compressed data are damaged, or the last line has no end.
        OSError: the file can't be read.
    """
    count, text = 0, "\n"
    with Source(path) as source:
        for number, line in source:
            if isinstance(line, RecordError):
                message = f"{path}, line {number}: {line}"
                raise RecordError(message, line.code, f"line {number}", line.value, line.expected)
            count, text = count + 1, line
    if not text.endswith("\n"):
        raise _half_line(Path(path))
    return count


def _half_line(path: Path) -> RecordError:
    """The error of a file that must not be added to."""
    expected = "whole lines"
    message = f"{path}: got a last line without an end, which may be half a record, expected {expected}"
    return RecordError(message, "half_line", str(path), "a last line without an end", expected)


def _ends_whole(path: Path) -> bool:
    if not path.is_file() or not path.stat().st_size:
        return True
    with path.open("rb") as file:
        file.seek(-1, os.SEEK_END)
        return file.read() == b"\n"
