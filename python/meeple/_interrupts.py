"""Ctrl-C: held back where half a step must not be left, and never lost."""

from __future__ import annotations

import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType
from typing import Any

__all__ = ["Stop", "deaf_children", "holding_interrupts", "noting_interrupts"]


class Stop:
    """Set by who waits for work; workers in threads see it, a copy in another process is never set."""

    def __init__(self) -> None:
        self.is_set = False

    def __reduce__(self) -> tuple[type[Stop], tuple[()]]:
        return Stop, ()

    def check(self) -> None:
        """Raises KeyboardInterrupt if it is set."""
        if self.is_set:
            raise KeyboardInterrupt


def _handler() -> Callable[[int, FrameType | None], Any] | None:
    """What Ctrl-C calls; None where nothing is raised: in other threads, or where it is ignored."""
    handler = signal.getsignal(signal.SIGINT)
    return handler if threading.current_thread() is threading.main_thread() and callable(handler) else None


@contextmanager
def noting_interrupts(stop: Stop) -> Iterator[None]:
    """Sets `stop` when Ctrl-C raises KeyboardInterrupt in the body, whoever swallows that.

    It is raised wherever the interpreter happens to be: in a bot that catches all, in a callback of the garbage
    collector, in a `__del__`, whose errors go nowhere. A body that then looks at `stop` ends all the same.
    """
    before = _handler()
    if before is None:
        yield
        return

    def note(number: int, frame: FrameType | None) -> None:
        try:
            before(number, frame)
        except KeyboardInterrupt:
            stop.is_set = True
            raise

    signal.signal(signal.SIGINT, note)
    try:
        yield
    finally:
        try:
            signal.signal(signal.SIGINT, before)
        except KeyboardInterrupt:  # It came just now, and nothing was set.
            signal.signal(signal.SIGINT, before)
            raise


@contextmanager
def holding_interrupts() -> Iterator[None]:
    """Lets the body run to its end on Ctrl-C, and raises KeyboardInterrupt after it. For bodies of milliseconds."""
    before = _handler()
    if before is None:
        yield
        return
    held: list[tuple[int, FrameType | None]] = []
    signal.signal(signal.SIGINT, lambda number, frame: held.append((number, frame)))
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
    if held:
        before(*held[0])


@contextmanager
def deaf_children() -> Iterator[None]:
    """Lets processes that the body starts not hear Ctrl-C, from their first moment on; it is raised after the body."""
    with holding_interrupts():
        if not hasattr(signal, "pthread_sigmask"):
            yield
            return
        before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
        try:
            yield
        finally:
            signal.pthread_sigmask(signal.SIG_SETMASK, before)
