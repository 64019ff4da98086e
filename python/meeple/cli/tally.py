"""What is kept of many games: sums, in memory that does not grow with their number."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

import meeple

__all__ = ["Spread", "Tally"]


@dataclass(frozen=True, slots=True)
class Spread:
    """Count, sum and sum of squares of whole numbers, exact: so the same for any split of the games."""

    n: int
    total: int
    squares: int

    def __add__(self, other: Spread) -> Spread:
        """The spread of both together."""
        return Spread(self.n + other.n, self.total + other.total, self.squares + other.squares)

    @property
    def mean(self) -> float:
        """Mean; of at least one value."""
        return self.total / self.n

    @property
    def sd(self) -> float | None:
        """Standard deviation of a sample; None for fewer than two values."""
        if self.n < 2:
            return None
        return math.sqrt((self.n * self.squares - self.total**2) / (self.n * (self.n - 1)))


@dataclass(frozen=True, slots=True)
class Tally:
    """Sums over games.

    Immutable, so that an interrupt, wherever it falls, leaves a whole tally behind.
    """

    games: int
    part_names: tuple[str, ...]
    winners: tuple[tuple[int, ...], ...]  # [seat][k]: games that the seat won as one of k winners
    scores: tuple[Spread, ...]  # [seat]
    parts: tuple[tuple[Spread, ...], ...]  # [seat][part]
    decisions: Spread
    least: int  # decisions of the shortest game
    most: int
    steps: Spread

    @classmethod
    def of(cls, playouts: meeple.Playouts) -> Tally:
        """The tally of a chunk of at least one game."""
        games, seats = playouts.scores.shape
        won = playouts.returns > 0.0
        sharing = won.sum(axis=1)
        kinds = len(playouts.parts)
        by_part = _spreads(playouts.breakdown.reshape(games, seats * kinds))
        return cls(
            games=games,
            part_names=tuple(playouts.parts),
            winners=tuple(
                tuple(np.bincount(sharing[won[:, seat]], minlength=seats + 1).tolist()) for seat in range(seats)
            ),
            scores=tuple(_spreads(playouts.scores)),
            parts=tuple(tuple(by_part[seat * kinds : (seat + 1) * kinds]) for seat in range(seats)),
            decisions=_spreads(playouts.lengths[:, None])[0],
            least=int(playouts.lengths.min()),
            most=int(playouts.lengths.max()),
            steps=_spreads(playouts.steps[:, None])[0],
        )

    def __add__(self, other: Tally) -> Tally:
        """The tally of both together."""
        return Tally(
            games=self.games + other.games,
            part_names=self.part_names,
            winners=tuple(
                tuple(a + b for a, b in zip(mine, theirs, strict=True))
                for mine, theirs in zip(self.winners, other.winners, strict=True)
            ),
            scores=_join(self.scores, other.scores),
            parts=tuple(_join(mine, theirs) for mine, theirs in zip(self.parts, other.parts, strict=True)),
            decisions=self.decisions + other.decisions,
            least=min(self.least, other.least),
            most=max(self.most, other.most),
            steps=self.steps + other.steps,
        )

    @property
    def seats(self) -> int:
        """Number of seats."""
        return len(self.scores)

    @property
    def wins(self) -> list[int]:
        """By seat: games won alone."""
        return [counts[1] for counts in self.winners]

    @property
    def ties(self) -> list[int]:
        """By seat: games won together with others."""
        return [sum(counts[2:]) for counts in self.winners]

    @property
    def shares(self) -> list[float]:
        """By seat: mean return, a win shared by k counting 1/k."""
        return [sum(n / k for k, n in enumerate(counts) if k) / self.games for counts in self.winners]


def _spreads(values: NDArray[Any]) -> list[Spread]:
    """The spread of each column of whole numbers."""
    wide = values.astype(np.int64)
    totals, squares = wide.sum(axis=0), np.einsum("ij,ij->j", wide, wide)
    return [Spread(len(values), total, square) for total, square in zip(totals.tolist(), squares.tolist(), strict=True)]


def _join(mine: tuple[Spread, ...], theirs: tuple[Spread, ...]) -> tuple[Spread, ...]:
    return tuple(a + b for a, b in zip(mine, theirs, strict=True))
