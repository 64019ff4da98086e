"""What came of an arena: the games, and estimates of them with their errors."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from meeple._errors import ArgumentError

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from meeple._core import Game

__all__ = ["ArenaResult", "Estimate", "Rating", "Standing", "estimate", "line_ups", "milliseconds"]

_Z = 1.959963984540054
"""Standard errors on either side of the mean in a 95% interval."""


@dataclass(frozen=True, slots=True)
class Estimate:
    """A mean and how well it is known.

    Attributes:
        mean: the mean.
        stderr: its standard error, over rounds; NaN for fewer than two.
    """

    mean: float
    stderr: float

    @property
    def half(self) -> float:
        """Half of the 95% interval, by the normal distribution."""
        return _Z * self.stderr

    @property
    def low(self) -> float:
        """The lower end of the interval."""
        return self.mean - self.half

    @property
    def high(self) -> float:
        """Its upper end."""
        return self.mean + self.half

    def to_dict(self) -> dict[str, float | None]:
        """mean, stderr, low, high; None for what is not known."""
        values = {"mean": self.mean, "stderr": self.stderr, "low": self.low, "high": self.high}
        return {name: value if math.isfinite(value) else None for name, value in values.items()}


@dataclass(frozen=True, slots=True)
class Standing:
    """What a bot came to. In a game in which a bot has several seats, each of them counts.

    Attributes:
        bot: its name.
        games: games in which it played.
        by_seat: how often it sat in each seat.
        wins: wins, one shared by k seats counting 1/k to each.
        share: of the win a seat: 1 / players is a fair share.
        rank: of a seat at the end, from 1.
        score: points of a seat.
        decisions: how often it chose.
        seconds: what it took for a choice, in the mean; depends on the machine.
    """

    bot: str
    games: int
    by_seat: tuple[int, ...]
    wins: float
    share: Estimate
    rank: Estimate
    score: Estimate
    decisions: int
    seconds: float

    def to_dict(self) -> dict[str, Any]:
        """The same as JSON data."""
        return {
            "bot": self.bot,
            "games": self.games,
            "by_seat": list(self.by_seat),
            "wins": self.wins,
            "share": self.share.to_dict(),
            "rank": self.rank.to_dict(),
            "score": self.score.to_dict(),
            "decisions": self.decisions,
            "seconds": self.seconds if math.isfinite(self.seconds) else None,
        }


@dataclass(frozen=True, slots=True)
class Rating:
    """An OpenSkill rating (Plackett-Luce, its default scale: everyone starts at 25 +- 25/3).

    Attributes:
        mu: the skill.
        sigma: how uncertain it is.
    """

    mu: float
    sigma: float

    @property
    def ordinal(self) -> float:
        """A skill that the bot has almost surely: mu - 3 sigma."""
        return self.mu - 3 * self.sigma


@dataclass(frozen=True, slots=True, eq=False)
class ArenaResult:
    """Games between bots, a row a game, and what each bot came to.

    Attributes:
        game: what was played.
        bots: the names.
        seed: of the arena.
        games: how many games were finished.
        requested: how many were asked for.
        cycle: games after which every arrangement of bots has been played equally often.
        seats: int32[games, players], who sat there: indices of `bots`.
        rounds: int64[games], the round of each game. The games of a round have the same seed.
        seeds: uint64[games]: game i was a ``Match(game, seed=seeds[i])``.
        returns: float64[games, players].
        scores: int32[games, players].
        ranks: int32[games, players].
        lengths: int32[games], decisions.
        standings: what each bot came to, in the order of `bots`.
    """

    game: Game
    bots: tuple[str, ...]
    seed: int
    games: int
    requested: int
    cycle: int
    seats: NDArray[np.int32]
    rounds: NDArray[np.int64]
    seeds: NDArray[np.uint64]
    returns: NDArray[np.float64]
    scores: NDArray[np.int32]
    ranks: NDArray[np.int32]
    lengths: NDArray[np.int32]
    standings: tuple[Standing, ...]

    @property
    def interrupted(self) -> bool:
        """Whether Ctrl-C came before the last game."""
        return self.games < self.requested

    @property
    def balanced(self) -> bool:
        """Whether these are whole cycles."""
        return self.games % self.cycle == 0

    def __getitem__(self, bot: str) -> Standing:
        return self.standings[self._index(bot)]

    def margin(self, bot: str, other: str) -> Estimate:
        """By how much a seat of the one has a larger share of the win than one of the other in the same game.

        Above twice its `stderr` the one is better. NaN where they never met.

        Raises:
            ArgumentError: no such bot.
        """
        return self._paired(bot, other, self.returns[:, :, None] - self.returns[:, None, :])

    def ahead(self, bot: str, other: str) -> Estimate:
        """How often a seat of the one ranks before one of the other in the same game, equal ranks counting half.

        Raises:
            ArgumentError: no such bot.
        """
        mine, theirs = self.ranks[:, :, None], self.ranks[:, None, :]
        return self._paired(bot, other, (mine < theirs) + 0.5 * (mine == theirs))

    def head_to_head(self) -> NDArray[np.float64]:
        """float64[bots, bots]: the means of `ahead`, row against column; NaN where they never met."""
        table = np.full((len(self.bots), len(self.bots)), np.nan)
        for i, bot in enumerate(self.bots):
            for j, other in enumerate(self.bots):
                if i != j:
                    table[i, j] = self.ahead(bot, other).mean
        return table

    def ratings(self) -> dict[str, Rating]:
        """OpenSkill ratings by bot, the games rated in their order. A bot with several seats gets the mean of theirs.

        Raises:
            ModuleNotFoundError: openskill, of the extra `cli`, is not installed.
        """
        try:
            from openskill.models import PlackettLuce
        except ModuleNotFoundError as error:
            message = 'ratings need openskill, of the extra cli: pip install "meeple[cli]"'
            raise ModuleNotFoundError(message, name=error.name) from None
        model = PlackettLuce()
        rated = [model.rating() for _ in self.bots]
        for seats, ranks in zip(self.seats.tolist(), self.ranks.tolist(), strict=True):
            teams = [[model.rating(rated[bot].mu, rated[bot].sigma)] for bot in seats]
            after = [team[0] for team in model.rate(teams, ranks=ranks)] if len(set(seats)) > 1 else []
            for bot in set(seats) if after else ():
                own = [rating for rating, sitting in zip(after, seats, strict=True) if sitting == bot]
                mu, sigma = (
                    math.fsum(values) / len(own) for values in zip(*((r.mu, r.sigma) for r in own), strict=True)
                )
                rated[bot] = model.rating(mu, sigma)
        return {name: Rating(rating.mu, rating.sigma) for name, rating in zip(self.bots, rated, strict=True)}

    def to_dict(self) -> dict[str, Any]:
        """Everything but the rows of games as JSON data; None for what is not known."""
        against = {
            bot: {other: self.ahead(bot, other).to_dict() for other in self.bots if other != bot} for bot in self.bots
        }
        return {
            "game": self.game.name,
            "params": self.game.params,
            "players": self.game.num_players,
            "bots": list(self.bots),
            "seed": self.seed,
            "games": self.games,
            "games_requested": self.requested,
            "interrupted": self.interrupted,
            "cycle": self.cycle,
            "balanced": self.balanced,
            "standings": [standing.to_dict() for standing in self.standings],
            "head_to_head": against,
        }

    def __str__(self) -> str:
        count = f"{self.games:,} of {self.requested:,} games"
        head = f"{self.game.name}, {self.game.num_players} players: {count}, seed {self.seed}"
        rows: list[tuple[str, ...]] = [("bot", "games", "wins", "share of wins", "rank", "score", "ms/choice")]
        rows += [
            (
                standing.bot,
                f"{standing.games:,}",
                f"{standing.wins:,.1f}",
                _spread(standing.share, percent=True),
                _spread(standing.rank),
                _spread(standing.score),
                milliseconds(standing.seconds),
            )
            for standing in self.standings
        ]
        parts = [head, "", *_aligned(rows)]
        if len(self.bots) > 1:
            rows = [("ahead of", *self.bots)]
            for name, row in zip(self.bots, self.head_to_head().tolist(), strict=True):
                rows.append((name, *("-" if math.isnan(share) else f"{share:.1%}" for share in row)))
            parts += ["", *_aligned(rows)]
        return "\n".join([*parts, "", "+-: half of a 95% interval"])

    def _index(self, bot: str) -> int:
        if bot not in self.bots:
            expected = f"one of {', '.join(self.bots)}"
            raise ArgumentError(f"bot: got {bot!r}, expected {expected}", "unknown_bot", "bot", repr(bot), expected)
        return self.bots.index(bot)

    def _paired(self, bot: str, other: str, values: NDArray[np.float64]) -> Estimate:
        """The mean of values[game, seat, seat] over seats of the one and of the other."""
        mine, theirs = self.seats == self._index(bot), self.seats == self._index(other)
        pairs = mine[:, :, None] & theirs[:, None, :]
        if bot == other:
            pairs &= ~np.eye(self.seats.shape[1], dtype=np.bool_)
        return estimate(self.rounds, line_ups(self.seats), (values * pairs).sum(axis=(1, 2)), pairs.sum(axis=(1, 2)))


def line_ups(seats: NDArray[np.int32]) -> NDArray[np.int64]:
    """int64[games]: the number of each game's line-up, that is of who plays, wherever they sit."""
    _, number = np.unique(np.sort(seats, axis=1), axis=0, return_inverse=True)
    return number.reshape(-1).astype(np.int64)


def estimate(
    rounds: NDArray[np.int64], strata: NDArray[np.int64], sums: NDArray[Any], counts: NDArray[Any]
) -> Estimate:
    """The mean of values of which each game has some, as sums and counts.

    The games of a round belong together (the same deal, the bots moved on), and which line-ups play is no accident. So
    the error is that of a ratio of sums over rounds, within line-ups: what a seat, a deal or the company is worth falls
    out of it. Line-ups that played one round are taken together.

    Args:
        rounds: int64[games], ascending from 0.
        strata: int64[games], the line-ups.
        sums: of each game's values.
        counts: how many these are.
    """
    by_round, total = np.bincount(rounds, weights=counts), float(counts.sum())
    if not total:
        return Estimate(math.nan, math.nan)
    mean = float(sums.sum()) / total
    with_any = by_round > 0
    off = (np.bincount(rounds, weights=sums) - mean * by_round)[with_any]
    if len(off) < 2:
        return Estimate(mean, math.nan)
    _, first = np.unique(rounds, return_index=True)
    kind = strata[first][with_any]
    kind[np.bincount(kind)[kind] < 2] = kind.max() + 1
    _, kind, k = np.unique(kind, return_inverse=True, return_counts=True)
    centre = np.bincount(kind, weights=off) / k
    # A round that is left over alone has nothing but the mean of all to be held against.
    centre[k < 2] = 0.0
    squares = np.bincount(kind, weights=(off - centre[kind]) ** 2)
    variance = float((squares * k / np.maximum(k - 1, 1)).sum())
    return Estimate(mean, math.sqrt(variance) / total)


def _spread(value: Estimate, percent: bool = False) -> str:
    """`mean +- half of the 95% interval`."""
    half = value.half
    if math.isnan(value.mean):
        return "-"
    shown = f"{value.mean:.1%}" if percent else f"{value.mean:,.2f}"
    return shown if math.isnan(half) else f"{shown} +- {half:.1%}" if percent else f"{shown} +- {half:,.2f}"


def milliseconds(seconds: float) -> str:
    """A time in milliseconds, in about three figures."""
    value = 1000 * seconds
    return "-" if math.isnan(value) else f"{value:,.3f}" if value < 10 else f"{value:,.0f}"


def _aligned(rows: Sequence[Sequence[str]]) -> list[str]:
    """Rows as lines, the first column flush left, the others right."""
    first, *others = ([len(text) for text in column] for column in zip(*rows, strict=True))
    widths = [max(column) for column in others]
    return ["  ".join((row[0].ljust(max(first)), *map(str.rjust, row[1:], widths))) for row in rows]
