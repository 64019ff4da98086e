"""Plain values that the core hands out."""

from __future__ import annotations

from dataclasses import dataclass
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Mapping

    from numpy.typing import NDArray


def freeze(value: Any) -> Any:
    """JSON data as read-only values: tuples and mapping proxies."""
    if isinstance(value, dict):
        return MappingProxyType({key: freeze(item) for key, item in value.items()})
    if isinstance(value, list):
        return tuple(freeze(item) for item in value)
    return value


@dataclass(frozen=True, slots=True)
class Action:
    """An action taken apart.

    Attributes:
        kind: a kind of the action space, such as ``move``.
        args: the words of its text, numbers as `int`.
    """

    kind: str
    args: tuple[int | str, ...]


@dataclass(frozen=True, slots=True)
class Range:
    """All actions of a kind: the ids from `start` to `stop` - 1, row-major over `shape`.

    Attributes:
        kind: what the actions do.
        start: the first id.
        stop: one past the last id.
        shape: the length of each axis; ``mask[start:stop].reshape(shape)`` is indexed by the arguments.
        axes: the name of each axis.
        labels: the words of each axis, in the order of its indices.
    """

    kind: str
    start: int
    stop: int
    shape: tuple[int, ...]
    axes: tuple[str, ...]
    labels: tuple[tuple[int | str, ...], ...]


@dataclass(frozen=True, slots=True)
class ActionSpace:
    """One of a game's two spaces of ids, each from 0.

    Attributes:
        size: the number of ids.
        ranges: the kinds, in the order of their ids.
    """

    size: int
    ranges: tuple[Range, ...]


@dataclass(frozen=True, slots=True)
class ObservationPart:
    """One part of an observation.

    Attributes:
        name: its id.
        slice: where it stands; ``tensor[..., part.slice].reshape(*batch, *part.shape)``.
        shape: the length of each axis, row-major.
        meaning: what stands in it, axis by axis. "By seat" counts from the viewer: index k is seat (viewer + k) mod n.
        scale: what 1.0 stands for: the part times it are the numbers on the table.
    """

    name: str
    slice: slice
    shape: tuple[int, ...]
    meaning: str
    scale: float


@dataclass(frozen=True, slots=True)
class ObservationSpec:
    """How the observations of a game are laid out.

    Attributes:
        size: the number of floats.
        version: grows whenever the layout of the game changes.
        parts: the parts by name, in their order, without gaps.
    """

    size: int
    version: int
    parts: Mapping[str, ObservationPart]


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a game ended.

    Attributes:
        winners: the seats that share the win, ascending.
        ranks: the rank of each seat, from 1; equal seats share one (1, 2, 2, 4).
        reason: why the game ended, a word of the game.
        tie_break: what decided between seats with the most points; None if nothing had to, or nothing could.
    """

    winners: tuple[int, ...]
    ranks: tuple[int, ...]
    reason: str
    tie_break: str | None


@dataclass(frozen=True, slots=True)
class Step:
    """One step of a match's history.

    Attributes:
        seat: who acted, or whose turn the clock ended; None for chance.
        action: the id, of an action or of an outcome; None for a timeout.
        text: the text, as in records. It may tell hidden things: send `Match.log` to players.
        kind: ``play``, ``chance`` or ``timeout``.
    """

    seat: int | None
    action: int | None
    text: str
    kind: str


@dataclass(frozen=True, slots=True)
class Event:
    """What a viewer is told of a step; safe to send to that player.

    Attributes:
        ply: the number of the step.
        seat: who acted; None for chance.
        text: the text, with ``?`` for hidden words; None if the step itself is not told.
        revealed: texts of what the viewer learns with it.
    """

    ply: int
    seat: int | None
    text: str | None
    revealed: tuple[str, ...]


@dataclass(frozen=True, slots=True, eq=False)
class Playouts:
    """Games played to the end, a row a game.

    Attributes:
        returns: float64[n, seats], the win shared by the winners; all 0.0 where a step limit came first.
        scores: int32[n, seats].
        lengths: int32[n], decisions of seats.
        steps: int32[n], decisions and chance.
        parts: the names of `breakdown`'s last axis.
        breakdown: int32[n, seats, parts], points by part; they sum to `scores`.
    """

    returns: NDArray[np.float64]
    scores: NDArray[np.int32]
    lengths: NDArray[np.int32]
    steps: NDArray[np.int32]
    parts: tuple[str, ...]
    breakdown: NDArray[np.int32]

    def __len__(self) -> int:
        return len(self.lengths)

    def mean(self) -> NDArray[np.float64]:
        """float64[seats]: the mean return of each seat."""
        mean: NDArray[np.float64] = self.returns.mean(axis=0)
        return mean

    def stderr(self) -> NDArray[np.float64]:
        """float64[seats]: the standard error of `mean`; NaN for fewer than two games."""
        n = len(self)
        if n < 2:
            return np.full(self.returns.shape[1], np.nan)
        error: NDArray[np.float64] = self.returns.std(axis=0, ddof=1) / n**0.5
        return error
