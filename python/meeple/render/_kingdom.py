"""Cards of the kingdom drawn with characters; needs nothing but Python."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Any

from meeple._data import load_data

__all__ = ["Canvas", "deck_cards", "rotated", "zone_word"]

# A card with its edges: four quarters of four columns, and of two rows.
WIDTH = 16
HEIGHT = 8
_CORNERS = ((1, 1), (WIDTH - 3, 1), (WIDTH - 3, HEIGHT - 1), (1, HEIGHT - 1))


def deck_cards(deck: Mapping[str, Any] | str) -> dict[int, Mapping[str, Any]]:
    """Cards by id, of the deck of the box or one's own."""
    if deck == "reference":
        deck = load_data("kingdom_deck")
    elif isinstance(deck, str):
        deck = json.loads(deck)
    assert not isinstance(deck, str)
    return {card["id"]: card for card in deck["cards"]}


def rotated(items: Any, rotation: int) -> list[Any]:
    """Zones or arms as they lie after a turn (KD-3)."""
    turns = rotation // 90
    return [items[(k - turns) % 4] for k in range(4)]


def zone_word(zone: Any) -> str:
    """`F`, or with a symbol `Fkn`."""
    terrain, symbol = zone
    return str(terrain)[:1].upper() + str(symbol or "")[:2]


class Canvas:
    """Characters by column and row, each with the word for what it is: `edge`, `road`, `dot` or a terrain."""

    def __init__(self) -> None:
        self._marks: dict[tuple[int, int], tuple[str, str]] = {}

    def lay(self, card: Mapping[str, Any], x: int, y: int, rotation: int) -> None:
        """Draws a card on its cell. Neighbours share their edge."""
        left, top = x * WIDTH, y * HEIGHT

        def put(column: int, row: int, char: str, word: str) -> None:
            self._marks[left + column, top + row] = (char, word)

        for column, row, char in _frame():
            if self._marks.get((left + column, top + row), ("", ""))[1] != "road":
                put(column, row, char, "edge")
        for zone, (column, row) in zip(rotated(card["zones"], rotation), _CORNERS, strict=True):
            word = zone_word(zone)
            shift = 3 - len(word) if column > 1 else 0
            for k, char in enumerate(word):
                put(column + shift + k, row, char, str(zone[0]))
        middle = (WIDTH // 2, HEIGHT // 2)
        for side, (slot, dots) in enumerate(rotated(card["arms"], rotation)):
            for column, row, char in _arm(side, slot, dots):
                before, word = self._marks.get((left + column, top + row), ("", ""))
                crossing = word == "road" and before != char and char != "o" and 0 < column < WIDTH and 0 < row < HEIGHT
                put(column, row, "+" if crossing else char, "dot" if char == "o" else "road")
        put(*middle, "+", "road")

    def lines(self) -> Iterator[list[tuple[str, str]]]:
        """Row by row pieces of text and the word for what they are; blanks have none."""
        if not self._marks:
            return
        columns = [column for column, _ in self._marks]
        rows = [row for _, row in self._marks]
        for row in range(min(rows), max(rows) + 1):
            yield [self._marks.get((column, row), (" ", "")) for column in range(min(columns), max(columns) + 1)]

    def text(self) -> str:
        """All of it, without blanks at the ends of lines."""
        return "\n".join("".join(char for char, _ in line).rstrip() for line in self.lines())


def _frame() -> Iterator[tuple[int, int, str]]:
    for row in (0, HEIGHT):
        for column in range(WIDTH + 1):
            yield column, row, "." if column in (0, WIDTH) else "-"
    for column in (0, WIDTH):
        for row in range(1, HEIGHT):
            yield column, row, ":"


def _arm(side: int, slot: int, dots: int) -> Iterator[tuple[int, int, str]]:
    """An arm from the edge to the middle, its dots next to the edge. Slots count clockwise (KD-1)."""
    middle_column, middle_row = WIDTH // 2, HEIGHT // 2
    if side in (0, 2):
        column = slot * WIDTH // 4 if side == 0 else WIDTH - slot * WIDTH // 4
        edge, step = (0, 1) if side == 0 else (HEIGHT, -1)
        bend = middle_row - step
        for row in range(edge, bend, step):
            yield column, row, "|"
        low, high = sorted((column, middle_column))
        for bent in range(low, high + 1):
            yield bent, bend, "|" if low == high else "+" if bent in (low, high) else "-"
        for dot in range(dots):
            yield column, edge + step * (dot + 1), "o"
    else:
        row = slot * HEIGHT // 4 if side == 1 else HEIGHT - slot * HEIGHT // 4
        edge, step = (WIDTH, -1) if side == 1 else (0, 1)
        bend = middle_column - step * 3
        for column in range(edge, bend, step):
            yield column, row, "-"
        low, high = sorted((row, middle_row))
        for bent in range(low, high + 1):
            yield bend, bent, "-" if low == high else "+" if bent in (low, high) else "|"
        for column in range(bend + step, middle_column, step):
            yield column, middle_row, "-"
        for dot in range(dots):
            yield edge + step * (dot + 1), row, "o"
