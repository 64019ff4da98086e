"""Guardians of Legends. Rules: ``docs/rules/guardians.md``.

The archipelago as a hex graph, islands and postcards as values, and which islands fit a guardian's clues. Everything
here asks for what is open to all, so it takes a state or a view alike; only `candidates` of a seat's view leaves out
that seat's own places too.

>>> import meeple
>>> from meeple import guardians
>>> game = meeple.load("guardians", players=3)
>>> guardians.islands(game)[0]
Island(id=1, name='Amber Atoll', tags=('temple', 'reef', 'storm', 'ruins'))
>>> sorted(guardians.compatible(game, 7, 1))         # postcard 7 shows a palm first
[8, 14, 15, 16, 17, 21]
>>> state = game.new_initial_state(meeple.Rng(1))
>>> sea = guardians.archipelago(state)
>>> all(sea.touches(a, b) for a in sea.graph for b in sea.neighbours(a))
True
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from meeple._core import Game, GuardiansState, State, View
from meeple._errors import ArgumentError

__all__ = [
    "Archipelago",
    "GuardiansState",
    "Island",
    "Postcard",
    "archipelago",
    "candidates",
    "compatible",
    "islands",
    "postcards",
]

Cell = tuple[int, int]
"""Axial coordinates (q, r)."""

_STEPS = ((1, 0), (-1, 0), (0, 1), (0, -1), (1, -1), (-1, 1))


@dataclass(frozen=True, slots=True)
class Island:
    """An island tile.

    Attributes:
        id: its number, from 1.
        name: its printed name; None if the data have none.
        tags: what its picture shows.
    """

    id: int
    name: str | None
    tags: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Postcard:
    """A postcard.

    Attributes:
        id: its number, from 1.
        elements: the tag of each element; clues count them from 1.
    """

    id: int
    elements: tuple[str, ...]


@dataclass(frozen=True)
class Archipelago:
    """Islands on hex cells: they touch when their cells border (GU-1).

    Attributes:
        cells: the shape, in the order in which islands are laid.
        islands: the island on each cell; None where none is laid yet.
    """

    cells: tuple[Cell, ...]
    islands: tuple[int | None, ...]

    @cached_property
    def graph(self) -> Mapping[int, tuple[int, ...]]:
        """Each island that lies, with those that touch it, ascending."""
        at = dict(zip(self.cells, self.islands, strict=True))
        graph = {}
        for (q, r), island in at.items():
            if island is not None:
                around = (at.get((q + dq, r + dr)) for dq, dr in _STEPS)
                graph[island] = tuple(sorted(other for other in around if other is not None))
        return dict(sorted(graph.items()))

    def cell(self, island: int) -> Cell:
        """Where an island lies.

        Raises:
            ArgumentError: it does not.
        """
        if island not in self.islands:
            raise _no_such("island", island, "an island that lies")
        return self.cells[self.islands.index(island)]

    def neighbours(self, island: int) -> tuple[int, ...]:
        """The islands that touch one, ascending.

        Raises:
            ArgumentError: it does not lie.
        """
        self.cell(island)
        return self.graph[island]

    def touches(self, a: int, b: int) -> bool:
        """Whether two islands touch."""
        return b in self.neighbours(a)

    def distance(self, a: int, b: int) -> int:
        """How many hexes it is from one island to another, over whatever lies or does not lie between; 0 to itself."""
        (q1, r1), (q2, r2) = self.cell(a), self.cell(b)
        return (abs(q1 - q2) + abs(r1 - r2) + abs(q1 + r1 - q2 - r2)) // 2


def islands(game: Game) -> tuple[Island, ...]:
    """The islands of a game, in the order of their ids."""
    return tuple(Island(entry["id"], entry.get("name"), tuple(entry["tags"])) for entry in _params(game)["islands"])


def postcards(game: Game) -> tuple[Postcard, ...]:
    """The postcards of a game, in the order of their ids."""
    return tuple(Postcard(entry["id"], tuple(entry["elements"])) for entry in _params(game)["postcards"])


def archipelago(table: State | View) -> Archipelago:
    """The islands as they lie in a state or view."""
    shape = _params(table.game)["shape"]
    return Archipelago(tuple((q, r) for q, r in shape), tuple(_open(table)["cells"]))


def compatible(game: Game, postcard: int, element: int) -> frozenset[int]:
    """The islands that show the tag of an element; none, if no island does.

    The rules never ask that a clue fits: a guardian may lie.

    Args:
        game: the game.
        postcard: its id.
        element: its number on the card, from 1.

    Raises:
        ArgumentError: no such postcard or element.
    """
    cards = postcards(game)
    if not 1 <= postcard <= len(cards):
        raise _no_such("postcard", postcard, f"a postcard from 1 to {len(cards)}")
    elements = cards[postcard - 1].elements
    if not 1 <= element <= len(elements):
        raise _no_such("element", element, f"an element from 1 to {len(elements)}")
    tag = elements[element - 1]
    return frozenset(island.id for island in islands(game) if tag in island.tags)


def candidates(table: State | View, guardian: int) -> dict[int, int]:
    """Where a guardian's active place may be: each island with the number of the guardian's clues that it fits.

    Left out are islands turned over and those ruled out by what all have seen; of a seat's view its own places too,
    unless it asks for itself. Clues that a view hides do not count. Empty without an active pair.

    Args:
        table: a state or a view.
        guardian: a seat.

    Raises:
        ArgumentError: no such seat.
    """
    game, position = table.game, _open(table)
    if not 0 <= guardian < game.num_players:
        raise _no_such("guardian", guardian, f"a seat from 0 to {game.num_players - 1}")
    player = position["players"][guardian]
    if player["active"] is None or player["active"] is False:
        return {}
    out = {*position["turned"], *player["ruled_out"]}
    if isinstance(table, View) and table.seat is not None and table.seat != guardian:
        out |= {pair["place"] for pair in position["players"][table.seat]["pairs"]}
    fits = [compatible(game, clue["postcard"], clue["element"]) for clue in player["clues"] if clue is not None]
    return {
        island.id: sum(island.id in fitting for fitting in fits) for island in islands(game) if island.id not in out
    }


def _params(game: Game) -> Mapping[str, Any]:
    if game.name != "guardians":
        raise _no_such("game", game.name, "a game of Guardians")
    params: Mapping[str, Any] = game.params
    return params


def _open(table: State | View) -> Mapping[str, Any]:
    document = table.to_dict()
    position: Mapping[str, Any] = document["view" if isinstance(table, View) else "position"]
    return position


def _no_such(field: str, value: object, expected: str) -> ArgumentError:
    return ArgumentError(f"{field}: got {value!r}, expected {expected}", "out_of_range", field, repr(value), expected)
