"""Who sits where in an arena: every bot equally often in every seat, as early as that can be.

A *line-up* is who plays. With as many bots as seats there is one; with more there are all subsets; with fewer each
bot fills seats, as equally as that goes, and each choice of those who fill one more is a line-up. An *arrangement* is a
line-up in its seats. A *round* is an arrangement and the same bots one seat on, two seats on, and so forth, until it
comes back to itself, so that in a round each bot sits in each seat equally often.

A *cycle* is every arrangement of every line-up once. Its rounds come in blocks of line-ups, each got from the one
before by putting the next bot for every bot, the first for the last: at most as many rounds as there are bots (one, if
there is one line-up), after which every bot has played equally often.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from itertools import combinations, permutations

__all__ = ["cycle_length", "rounds"]


def rounds(bots: int, seats: int) -> Iterator[list[tuple[int, ...]]]:
    """The rounds without end, cycle after cycle: arrangements, each the bot by seat. Lazy: many bots cost no memory."""
    chosen = seats if bots >= seats else seats % bots
    each = 0 if bots >= seats else seats // bots
    # Labels instead of bots: first those chosen, then the others. Each line-up says which bots these are.
    labels = [label for label in range(bots if each else chosen) for _ in range(each + (label < chosen))]
    patterns = sorted({min(_turned(seating)) for seating in permutations(labels)})
    while True:
        for pattern in patterns:
            for lineup in _lineups(bots, chosen):
                yield list(dict.fromkeys(_turned([lineup[label] for label in pattern])))


def cycle_length(bots: int, seats: int) -> int:
    """Games of a cycle."""
    if bots >= seats:
        return math.comb(bots, seats) * math.factorial(seats)
    each, more = divmod(seats, bots)
    repeats = math.factorial(each) ** (bots - more) * math.factorial(each + 1) ** more
    return int(math.comb(bots, more) * math.factorial(seats) // repeats)


def _turned(seating: Sequence[int]) -> list[tuple[int, ...]]:
    """A seating with everyone 0, 1, 2... seats on."""
    return [(*seating[len(seating) - k :], *seating[: len(seating) - k]) for k in range(len(seating))]


def _lineups(bots: int, chosen: int) -> Iterator[list[int]]:
    """Each choice of so many bots once, the others behind it; in blocks, in which all are chosen equally often."""
    if chosen in (0, bots):
        yield list(range(bots))
        return
    for rest in combinations(range(1, bots), chosen - 1):
        first = (0, *rest)
        shifted = [tuple(sorted((bot + shift) % bots for bot in first)) for shift in range(bots)]
        if first == min(shifted):
            for choice in dict.fromkeys(shifted):
                yield [*choice, *(bot for bot in range(bots) if bot not in choice)]
