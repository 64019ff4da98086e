"""Nine-minute Kingdom: scoring tables that did not come from a game. Rules: ``docs/rules/kingdom.md``.

A kingdom is a sequence of cards as in a position document, ``{"card": 17, "x": 0, "y": 0, "rotation": 90}``, in any
order and counted from any origin; it may be half-built. ``card`` is the id of a card of the deck, or a card as drawn: a
mapping with ``zones`` and ``arms`` as in a deck's data.

>>> from meeple.kingdom import longest_road
>>> drawn = {"zones": [["plains", None]] * 4, "arms": [[2, 0], [2, 1], [2, 0], [2, 2]]}
>>> west = {"card": drawn, "x": 0, "y": 0, "rotation": 0}
>>> longest_road([west, {**west, "x": 1, "rotation": 180}])
Road(dots=6, arms=((0, 0, 3), (0, 0, 1), (1, 0, 3), (1, 0, 1)))
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple, TypeAlias, TypedDict

from meeple import _core
from meeple._core import KingdomState
from meeple._data import load_data
from meeple.render._kingdom import Canvas, deck_cards

__all__ = [
    "EDICTS",
    "Deck",
    "DrawnCard",
    "KingdomState",
    "LaidCard",
    "Road",
    "ScoreTable",
    "Spot",
    "Territory",
    "draw",
    "longest_road",
    "reference_deck",
    "score_table",
    "territories",
]

Deck: TypeAlias = Mapping[str, Any] | str
"""A deck as a mapping or its JSON text (KD-18), or ``"reference"``."""

DrawnCard: TypeAlias = Mapping[str, Any]
"""A card as in a deck's data: ``zones``, ``arms``, and ``id`` if it has one."""

Spot: TypeAlias = tuple[int, int, int]
"""An arm or zone of a card on the table: x, y of the card, and the number 0-3 clockwise as it lies there (KD-1)."""

EDICTS: tuple[str, ...] = (
    *(f"symbol-{name}" for name in ("tavern", "knight", "town", "windmill", "sawmill", "castle", "mine", "church")),
    *(f"largest-{name}" for name in ("mountains", "forest", "plains", "swamps")),
    *(f"count-{name}" for name in ("mountains", "forest", "plains", "swamps")),
)
"""The names of the sixteen edicts that are drawn (KD-8), in the order of their chance ids."""


class LaidCard(TypedDict):
    """A card of a kingdom."""

    card: int | DrawnCard
    x: int
    y: int
    rotation: int


class Road(NamedTuple):
    """A longest road (KD-13).

    Attributes:
        dots: what it is worth.
        arms: its arms in the order walked, each once: x, y of the card, and the side 0 north, 1 east, 2 south, 3 west.
            Loose ends without dots are left out.
    """

    dots: int
    arms: tuple[Spot, ...]


@dataclass(frozen=True, slots=True)
class Territory:
    """A territory (KD-5).

    Attributes:
        terrain: its terrain.
        zones: its zones, row by row: x, y of the card, and the corner 0 north-west, 1 north-east, 2 south-east,
            3 south-west.
        symbols: the different symbols in it, in the order of KD-2.
    """

    terrain: str
    zones: tuple[Spot, ...]
    symbols: tuple[str, ...]

    def __len__(self) -> int:
        return len(self.zones)


@dataclass(frozen=True, slots=True)
class ScoreTable:
    """What a table is worth as it lies (KD-12 to KD-16).

    Attributes:
        scores: points by seat.
        breakdowns: by seat the points by name: ``kingsroad``, the edicts, the terrains.
        roads: the longest road of each seat.
        winners: who would share the win if the game ended here.
        ranks: the rank of each seat, from 1; equal seats share one.
        tie_break: ``longest_road`` where it decided between seats with the most points, else None.
    """

    scores: tuple[int, ...]
    breakdowns: tuple[dict[str, int], ...]
    roads: tuple[int, ...]
    winners: tuple[int, ...]
    ranks: tuple[int, ...]
    tie_break: str | None


def longest_road(cards: Sequence[LaidCard] | Sequence[Mapping[str, Any]], deck: Deck = "reference") -> Road:
    """The longest road of a kingdom, exact: a trail with the most dots (KD-13). No cards make a road of 0.

    Args:
        cards: the kingdom.
        deck: what ids stand for.

    Raises:
        PositionError: not connected, wider than 3 by 3, cards on one cell, a card twice, an unknown card or rotation;
            `field` points to it, such as ``/cards/3/rotation``.
        ConfigError: a broken deck.
    """
    dots, arms = _core.kingdom_longest_road(cards, deck)
    return Road(dots, tuple(arms))


def territories(
    cards: Sequence[LaidCard] | Sequence[Mapping[str, Any]], deck: Deck = "reference"
) -> tuple[Territory, ...]:
    """The territories of a kingdom (KD-5), by terrain and then by their first zone, row by row.

    Raises:
        PositionError, ConfigError: as `longest_road`.
    """
    found = _core.kingdom_territories(cards, deck)
    return tuple(Territory(terrain, tuple(zones), tuple(symbols)) for terrain, zones, symbols in found)


def score_table(
    kingdoms: Sequence[Sequence[LaidCard]] | Sequence[Sequence[Mapping[str, Any]]],
    edicts: Sequence[str],
    deck: Deck = "reference",
) -> ScoreTable:
    """Scores a table: the Kingsroad and the edicts between the kingdoms, terrains, ties.

    Args:
        kingdoms: 2-5, one a seat; each counts from an origin of its own.
        edicts: up to six different names of `EDICTS`, in the order drawn.
        deck: what ids stand for, and what edicts and symbols are worth.

    Raises:
        PositionError: as `longest_road`, `field` such as ``/kingdoms/1/3/card``; a card in two kingdoms; an edict that
            is unknown or named twice.
        ConfigError: a broken deck.
    """
    breakdowns, roads, winners, ranks, tie_break = _core.kingdom_score_table(kingdoms, edicts, deck)
    return ScoreTable(
        scores=tuple(sum(points.values()) for points in breakdowns),
        breakdowns=tuple(breakdowns),
        roads=tuple(roads),
        winners=tuple(winners),
        ranks=tuple(ranks),
        tie_break=tie_break,
    )


def reference_deck() -> Mapping[str, Any]:
    """The deck of the box as data. Shared: copy it before changing it."""
    return load_data("kingdom_deck")


def draw(cards: Sequence[LaidCard] | Sequence[Mapping[str, Any]], deck: Deck = "reference") -> str:
    """A kingdom, or a single card, as text.

    A corner shows the terrain's first letter and two letters of the symbol; roads run from the middle to the edges, an
    ``o`` is a dot.

    Raises:
        PositionError, ConfigError: as `longest_road`.
    """
    longest_road(cards, deck)
    canvas = Canvas()
    known = deck_cards(deck)
    for laid in cards:
        card = laid["card"]
        drawn = known[card] if isinstance(card, int) else card
        canvas.lay(drawn, int(laid["x"]), int(laid["y"]), int(laid["rotation"]))
    return canvas.text()
