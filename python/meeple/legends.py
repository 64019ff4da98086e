"""Eight-Minute Empire: Legends. Rules: ``docs/rules/legends.md``."""

from __future__ import annotations

import copy
import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Literal

from meeple import _core
from meeple._core import Game, LegendsState, Match, Rng
from meeple._data import load_data
from meeple._errors import ArgumentError
from meeple._types import Outcome

__all__ = ["LegendsState", "Series", "printed_cards", "random_layout", "regions"]


def regions(game: Game) -> tuple[str, ...]:
    """The names of the regions, in the order of their numbers in typed getters and action ids."""
    place = next(part for part in game.action_space.ranges if part.kind == "place")
    return tuple(str(label) for label in place.labels[0])


def printed_cards(deck: Literal["rulebook", "published"] = "rulebook") -> list[dict[str, Any]]:
    """The 34 cards of a printed deck, in the form in which the parameter ``deck`` takes one's own.

    With them a deck of one's own is built on the printed one: ``{"cards": [*printed_cards(), *more]}``. The dicts are
    copies.

    Raises:
        ArgumentError: no such deck.
    """
    data = load_data("legends_cards")
    if deck not in data["decks"]:
        expected = " or ".join(data["decks"])
        raise ArgumentError(f"deck: got {deck!r}, expected {expected}", "unknown_deck", "deck", repr(deck), expected)
    overrides = {card["id"]: card for card in data["decks"][deck]["overrides"]}
    return [copy.deepcopy({**card, **overrides.get(card["id"], {})}) for card in data["cards"]]


def random_layout(players: int, rng: Rng) -> dict[str, Any]:
    """A layout for the parameter ``boards``, drawn as LG-3 says.

    Shape, faces and turns, then the start: each uniformly over what LG-1 to LG-4 still allow.

    Args:
        players: 2-4.
        rng: what it is drawn with.

    Raises:
        ArgumentError: no such number of players.
    """
    layout: dict[str, Any] = json.loads(_core.legends_random_layout(players, rng))
    return layout


@dataclass(frozen=True, slots=True)
class Series:
    """The full game of LG-29: three games in a row; the highest sum of victory points wins, ties are shared.

    Games are handed in as they end; a series is a value, `with_game` makes the next one.

    Attributes:
        games: the scores of the games played so far, a tuple of points by seat each.
        length: how many games make the series.
    """

    games: tuple[tuple[int, ...], ...] = ()
    length: int = 3

    def __post_init__(self) -> None:
        if self.length < 1 or len(self.games) > self.length or len({len(scores) for scores in self.games}) > 1:
            message = f"games: got {len(self.games)} games, expected at most {self.length}, all with the same seats"
            raise ArgumentError(message, "bad_series", "games", str(self.games), f"at most {self.length} games")

    def with_game(self, ended: Match | LegendsState | Sequence[int]) -> Series:
        """The series with one game more.

        Args:
            ended: a match or state that is over, or the points by seat.

        Raises:
            ArgumentError: the series or the seats are full, or the game is not over.
        """
        state = ended.state if isinstance(ended, Match) else ended
        if isinstance(state, _core.State):
            if not state.is_terminal:
                raise ArgumentError(
                    "ended: got a running game, expected one that is over", "not_over", "ended", "running", "over"
                )
            scores: Sequence[int] = state.scores()
        else:
            scores = state
        return Series((*self.games, tuple(int(points) for points in scores)), self.length)

    @property
    def is_over(self) -> bool:
        """Whether all games are played."""
        return len(self.games) == self.length

    @property
    def scores(self) -> tuple[int, ...]:
        """The sums of points by seat; () before the first game."""
        return tuple(sum(points) for points in zip(*self.games, strict=True))

    @property
    def outcome(self) -> Outcome | None:
        """Who has won the series; None before its end."""
        if not self.is_over:
            return None
        sums = self.scores
        ranks = tuple(1 + sum(other > own for other in sums) for own in sums)
        winners = tuple(seat for seat, rank in enumerate(ranks) if rank == 1)
        return Outcome(winners=winners, ranks=ranks, reason="series", tie_break=None)

    @property
    def returns(self) -> tuple[float, ...]:
        """1.0 shared equally by the winners, 0.0 for the others; all 0.0 before the end."""
        outcome = self.outcome
        if outcome is None:
            return tuple(0.0 for _ in self.scores)
        return tuple(1.0 / len(outcome.winners) if seat in outcome.winners else 0.0 for seat in range(len(self.scores)))
