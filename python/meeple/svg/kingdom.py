"""Nine-minute Kingdom as SVG: the floating kingdoms as they lie, hands, cards laid in secret, edicts.

A zone is drawn as large as it is: from the card's corner to the ends of the roads beside it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from meeple._data import load_data
from meeple.svg._canvas import FAINT, GOLD, INK, LINE, MARGIN, PAPER, Canvas, Point, width_of
from meeple.svg._document import heading, inner, own

__all__ = ["paint"]

CARD = 92.0
SMALL = 50.0
PANEL_WIDTH = 318.0
TERRAINS = ("#a7a29b", "#4f9a68", "#f1df95", "#8d9fd6", "#d7a58c", "#c9c9c9")  # told apart by lightness too
ROAD = "#5a4632"
CENTRE: Point = (2.0, 2.0)
CORNERS: tuple[Point, ...] = ((0.0, 0.0), (4.0, 0.0), (4.0, 4.0), (0.0, 4.0))
EDICTS = 6  # besides the Kingsroad, KD-8


class _Deck:
    """Cards, and how terrains and symbols are drawn."""

    def __init__(self, deck: Any) -> None:
        reference = load_data("kingdom_deck")
        data = deck if isinstance(deck, Mapping) else reference
        self.cards: dict[int, Mapping[str, Any]] = {card["id"]: card for card in data["cards"]}
        terrains = data.get("terrains", reference["terrains"])
        self.colours = {terrain: TERRAINS[k % len(TERRAINS)] for k, terrain in enumerate(terrains)}
        self.letters: dict[str, str] = {}
        for symbol in data.get("symbols", reference["symbols"]):
            free = (letter for letter in symbol.upper() if letter not in self.letters.values())
            self.letters[symbol] = next(free, "*")
        self.points = data.get("edict_points", reference["edict_points"])


def paint(document: Mapping[str, Any]) -> Canvas:
    """Draw a position or view document of Nine-minute Kingdom."""
    position = inner(document)
    deck = _Deck(own(document["params"].get("deck")))
    seats = len(position["kingdoms"])
    columns = min(seats, 3)
    over = position["round"] > 9
    words, note = heading(document, "over" if over else f"round {position['round']}", None)
    canvas = Canvas(words, max(2 * MARGIN + columns * PANEL_WIDTH + (columns - 1) * 10, 680))
    y = canvas.heading(words, note)
    y = _draw_edicts(canvas, y, position["edicts"], deck.points)
    left = (canvas.width - columns * PANEL_WIDTH - (columns - 1) * 10) / 2
    for first in range(0, seats, columns):
        row = range(first, min(first + columns, seats))
        height = max(_panel_height(position, seat) for seat in row)
        for seat in row:
            x = left + (seat - first) * (PANEL_WIDTH + 10)
            _draw_seat(canvas, x, y, height, document, deck, seat)
        y += height + 10
    _draw_key(canvas, y + 8, deck)
    return canvas


def _draw_edicts(canvas: Canvas, y: float, edicts: Sequence[str], points: int) -> float:
    """The edicts as tags; those not yet drawn as question marks."""
    x = MARGIN
    canvas.text(x, y + 13, f"edicts, {points} points each:", 11, fill=FAINT)
    x += 140
    for name in ["kingsroad", *edicts, *["?"] * (EDICTS - len(edicts))]:
        width = width_of(name, 11) + 14
        if x + width > canvas.width - MARGIN:
            x, y = MARGIN, y + 24
        canvas.rect(x, y, width, 19, rx=9, fill="#f6e7bf", stroke=GOLD)
        canvas.text(x + width / 2, y + 13.5, name, 11, middle=True)
        x += width + 6
    return y + 32


def _panel_height(position: Mapping[str, Any], seat: int) -> float:
    hand = position["hands"][seat]
    cards = hand if isinstance(hand, int) else len(hand)
    return 52 + 3 * CARD + 26 + (SMALL + 16) * -(-cards // 5) + (18 if position["pending"][seat] is not None else 0)


def _draw_seat(
    canvas: Canvas, x: float, y: float, height: float, document: Mapping[str, Any], deck: _Deck, seat: int
) -> None:
    position = inner(document)
    kingdom, pending = position["kingdoms"][seat], position["pending"][seat]
    canvas.panel(x, y, PANEL_WIDTH, height, f"seat {seat}", seat)
    laid = [(card, False) for card in kingdom]
    if pending is not None and "x" in pending:
        laid.append((pending, True))
    _draw_kingdom(canvas, x + 30, y + 44, laid, deck)
    below = y + 52 + 3 * CARD + 14
    if pending is not None:
        words = f"picked in secret: card {pending['card']}"
        if "x" in pending:
            words = f"laid in secret: card {pending['card']} at {pending['x']},{pending['y']}, {pending['rotation']}°"
        canvas.text(x + 12, below, words, 11, bold=True)
        below += 18
    _draw_hand(canvas, x + 12, below, position["hands"][seat], deck)


def _draw_kingdom(
    canvas: Canvas, x: float, y: float, laid: Sequence[tuple[Mapping[str, Any], bool]], deck: _Deck
) -> None:
    """The cards in the middle of a frame of three by three, the cells numbered as in `place X,Y R`."""
    size = 3 * CARD
    canvas.rect(x, y, size, size, rx=4, fill=PAPER, stroke=LINE, stroke_dasharray="3 4")
    if not laid:
        canvas.text(x + size / 2, y + size / 2, "no card yet", 12, middle=True, fill=FAINT)
        return
    columns = sorted({card["x"] for card, _ in laid})
    rows = sorted({card["y"] for card, _ in laid})
    left = x + (size - (columns[-1] - columns[0] + 1) * CARD) / 2 - columns[0] * CARD
    top = y + (size - (rows[-1] - rows[0] + 1) * CARD) / 2 - rows[0] * CARD
    for column in range(columns[0], columns[-1] + 1):
        canvas.text(left + (column + 0.5) * CARD, y - 5, column, 9.5, middle=True, fill=FAINT)
    for row in range(rows[0], rows[-1] + 1):
        canvas.text(x - 7, top + (row + 0.5) * CARD + 3, row, 9.5, end=True, fill=FAINT)
    for card, secret in laid:
        place = (left + card["x"] * CARD, top + card["y"] * CARD)
        _draw_card(canvas, place, CARD, deck, card["card"], card["rotation"], secret=secret)


def _draw_hand(canvas: Canvas, x: float, y: float, hand: Sequence[int] | int, deck: _Deck) -> None:
    """Cards of a hand, five in a row; unseen ones face down."""
    cards: list[int | None] = [None] * hand if isinstance(hand, int) else list(hand)
    for k, card in enumerate(cards):
        left, top = x + (k % 5) * (SMALL + 11), y + (k // 5) * (SMALL + 16)
        if card is None:
            canvas.rect(left, top, SMALL, SMALL, rx=4, fill="#e9e6de", stroke=LINE)
            canvas.text(left + SMALL / 2, top + SMALL / 2 + 7, "?", 20, middle=True, fill=FAINT)
        else:
            _draw_card(canvas, (left, top), SMALL, deck, card, 0)
            canvas.text(left + SMALL / 2, top + SMALL + 10, card, 9, middle=True, fill=FAINT)


def _draw_card(
    canvas: Canvas, place: Point, size: float, deck: _Deck, number: int, rotation: int, *, secret: bool = False
) -> None:
    """A card, turned clockwise: zones with letters, roads with dots."""
    card = deck.cards.get(number, {"zones": [], "arms": []})
    turns, unit = rotation // 90 % 4, size / 4

    def at(point: Point) -> Point:
        px, py = point
        for _ in range(turns):
            px, py = 4 - py, px
        return place[0] + px * unit, place[1] + py * unit

    ends = [_on_side(side, slot) for side, (slot, _) in enumerate(card["arms"])]
    large = size > 60
    with canvas.group(f"card {number}, turned {rotation}°", opacity=0.65 if secret else None):
        for k, (terrain, symbol) in enumerate(card["zones"]):
            corners = [CENTRE, ends[k - 1], CORNERS[k], ends[k]]
            points = [at(point) for point in corners]
            canvas.polygon(points, fill=deck.colours.get(terrain, LINE))
            # Between the corner and the middle, where every zone is wide enough.
            cx, cy = at((CORNERS[k][0] * 0.68 + 2 * 0.32, CORNERS[k][1] * 0.68 + 2 * 0.32))
            if symbol:
                radius = size * 0.095
                canvas.circle(cx, cy, radius, fill="#ffffff")
                letter = deck.letters.get(symbol, "*")
                canvas.text(cx, cy + radius * 0.55, letter, round(radius * 1.6, 1), bold=True, middle=True)
            if large:
                tx, ty = at((CORNERS[k][0] * 0.87 + 2 * 0.13, CORNERS[k][1] * 0.87 + 2 * 0.13))
                canvas.text(tx, ty + 2.5, terrain[:1], 8, middle=True, opacity=0.75)
        centre = at(CENTRE)
        thick = size * 0.055
        with canvas.group(stroke_linecap="round", stroke_width=thick, stroke=ROAD):
            for end in ends:
                canvas.line(centre, at(end), stroke=None)
        for end, (_, dots) in zip(ends, card["arms"], strict=True):
            for share in ((), (0.58,), (0.42, 0.74))[min(dots, 2)]:
                dot = at((2 + (end[0] - 2) * share, 2 + (end[1] - 2) * share))
                canvas.circle(*dot, size * 0.042, fill="#ffffff", stroke=INK, stroke_width=0.8)
        edge = {"stroke": "#b3261e", "stroke_width": 2, "stroke_dasharray": "5 3"} if secret else {"stroke": INK}
        canvas.rect(*place, size, size, rx=3, fill="none", **edge)
        if large:
            canvas.circle(*centre, 8, fill=ROAD)
            canvas.text(centre[0], centre[1] + 3, number, 8.5, middle=True, bold=True, fill="#ffffff")


def _on_side(side: int, slot: float) -> Point:
    """A point of a side by the quarters from its start, clockwise."""
    return ((slot, 0.0), (4.0, slot), (4.0 - slot, 4.0), (0.0, 4.0 - slot))[side]


def _draw_key(canvas: Canvas, y: float, deck: _Deck) -> None:
    """Terrains and letters."""
    x = MARGIN
    for terrain, colour in deck.colours.items():
        canvas.rect(x, y, 14, 14, rx=2, fill=colour, stroke=INK, stroke_width=0.5)
        canvas.text(x + 7, y + 10, terrain[:1], 8, middle=True)
        canvas.text(x + 19, y + 11, terrain, 11)
        x += 34 + width_of(terrain, 11)
    canvas.text(x, y + 11, "white dots on roads count for the longest road", 11, fill=FAINT)
    x = MARGIN
    for symbol, letter in deck.letters.items():
        canvas.text(x, y + 32, letter, 11, bold=True)
        canvas.text(x + 16, y + 32, symbol, 11)
        x += 33 + width_of(symbol, 11)
