"""Empire as SVG: the map as a graph, its continents as land masses, owners and units, cards, the battle at hand.

Maps have no coordinates: the lands of a continent are kept together, and who borders whom is drawn as lines.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from meeple._data import load_data
from meeple.svg._canvas import (
    FAINT,
    INK,
    LINE,
    MARGIN,
    PANEL,
    SEA,
    SHORE,
    Canvas,
    Point,
    cut,
    seat_colour,
    seat_ink,
    width_of,
    wrap,
)
from meeple.svg._document import heading, inner, own
from meeple.svg._graph import places

__all__ = ["paint"]

CONTINENTS = ("#f3e2a9", "#e8c4b4", "#cfdcee", "#ead7bf", "#cfe3c8", "#e2d0e6", "#d5e5e2", "#e5e0cf")
ATTACK = "#b3261e"
BOX: Point = (82.0, 62.0)
RADIUS = 15.0
Json = Mapping[str, Any]


def paint(document: Json) -> Canvas:
    """Draw a position or view document of Empire."""
    position = inner(document)
    board = own(document["params"].get("map"))
    if not isinstance(board, Mapping):
        board = load_data("empire_classic")
    words, note = heading(document, position["phase"], position["turn"])
    words = f"{words}, round {position['round']}"
    lands = board["lands"]
    # Room grows with the map: about a hundred points of length a land each way.
    height = max(330.0, round((len(lands) * 8800) ** 0.5))
    width = max(960.0, height * 1.6)
    canvas = Canvas(words, width + 2 * MARGIN)
    top = canvas.heading(words, note)
    y = _draw_map(canvas, top, (width, height), position, board)
    y = _draw_note(canvas, y + 18, position)
    _draw_players(canvas, y, document, board)
    return canvas


# The map


def _draw_map(canvas: Canvas, top: float, size: Point, position: Json, board: Json) -> float:
    lands, borders = board["lands"], board["borders"]
    number = {land["id"]: k for k, land in enumerate(lands)}
    names = [continent["id"] for continent in board["continents"]]
    groups = tuple(names.index(land["continent"]) for land in lands)
    edges = tuple((number[a], number[b]) for a, b in borders)
    found = places(groups, edges, (size[0] - 24, size[1] - 34), BOX)
    middle = (MARGIN + size[0] / 2, top + size[1] / 2 + 4)
    at = [(middle[0] + x, middle[1] + y) for x, y in found]
    canvas.rect(MARGIN, top, *size, rx=10, fill=SEA, stroke=LINE)
    for k in range(len(names)):
        members = [at[n] for n, group in enumerate(groups) if group == k]
        within = [(at[a], at[b]) for a, b in edges if groups[a] == groups[b] == k]
        _draw_continent(canvas, CONTINENTS[k % len(CONTINENTS)], members, within)
    for a, b in edges:
        joined = groups[a] == groups[b]
        colour, dash = (INK, None) if joined else ("#5c7a8c", "5 4")
        canvas.line(_disc(at[a]), _disc(at[b]), stroke=colour, stroke_width=1.2, stroke_dasharray=dash, opacity=0.75)
    for arrow, colour in _arrows(position):
        if all(land in number for land in arrow):
            _draw_arrow(canvas, _disc(at[number[arrow[0]]]), _disc(at[number[arrow[1]]]), colour)
    for land, place, group in zip(lands, at, groups, strict=True):
        _draw_land(canvas, place, land, position["lands"][land["id"]], CONTINENTS[group % len(CONTINENTS)])
    return _draw_continents_key(canvas, top + size[1] + 18, position, board, groups)


def _draw_continent(canvas: Canvas, colour: str, lands: Sequence[Point], ties: Sequence[tuple[Point, Point]]) -> None:
    """A rounded shore around the lands and the borders between them: thick strokes, the wider ones first."""
    for extra, fill in ((2.0, SHORE), (0.0, colour)):
        with canvas.group(stroke=fill, stroke_width=58 + extra, stroke_linecap="round"):
            for a, b in ties:
                canvas.line(a, b, stroke=None)
        for x, y in lands:
            width, height = BOX[0] + 2 + extra, BOX[1] + extra
            canvas.rect(x - width / 2, y - height / 2 + 5, width, height, rx=20, fill=fill)


def _disc(place: Point) -> Point:
    """Where the units of a land stand: above its name."""
    return place[0], place[1] - 7


def _draw_land(canvas: Canvas, place: Point, land: Json, state: Sequence[Any], ground: str) -> None:
    """Units on the owner's colour, the owner's number beside them, the name below."""
    x, y = _disc(place)
    owner, units = state
    seat = owner if isinstance(owner, int) else None
    whose = "nobody" if owner is None else f"seat {owner}" if isinstance(owner, int) else str(owner)
    with canvas.group(f"{land['id']} ({land['continent']}, {land['symbol']}): {whose}, {units} units"):
        if owner is None:
            canvas.circle(x, y, RADIUS, fill=PANEL, stroke=FAINT, stroke_dasharray="2 2")
        else:
            canvas.circle(x, y, RADIUS, fill=seat_colour(seat), stroke=INK, stroke_width=0.8)
            size = 13 if units < 100 else 10 if units < 1000 else 8
            canvas.text(x, y + size * 0.36, units, size, bold=True, middle=True, fill=seat_ink(seat))
            canvas.circle(x + 14, y - 10, 7, fill=PANEL, stroke=seat_colour(seat), stroke_width=1.5)
            canvas.text(x + 14, y - 6.8, "n" if seat is None else seat, 9, bold=True, middle=True)
        base = y + RADIUS + 10
        for line in wrap(str(land.get("en") or land["id"]).replace("-", " "), 8.5, BOX[0] + 2, 2):
            # Written twice, so that borders do not run through the letters.
            canvas.text(x, base, line, 8.5, middle=True, stroke=ground, stroke_width=2.5, stroke_linejoin="round")
            canvas.text(x, base, line, 8.5, middle=True)
            base += 9.5


def _arrows(position: Json) -> list[tuple[tuple[str, str], str]]:
    """The attack or the move at hand."""
    arrows = []
    if position["battle"] is not None:
        arrows.append(((position["battle"]["from"], position["battle"]["to"]), ATTACK))
    if position["fortify"] is not None and position["fortify"]["to"] is not None:
        arrows.append(((position["fortify"]["from"], position["fortify"]["to"]), "#1b5e20"))
    return arrows


def _draw_arrow(canvas: Canvas, start: Point, end: Point, colour: str) -> None:
    dx, dy = end[0] - start[0], end[1] - start[1]
    length = max((dx * dx + dy * dy) ** 0.5, 1.0)
    ux, uy = dx / length, dy / length
    tip = (end[0] - ux * 20, end[1] - uy * 20)
    canvas.line(start, tip, stroke=colour, stroke_width=4)
    canvas.polygon(
        [
            (tip[0] + ux * 4, tip[1] + uy * 4),
            (tip[0] - ux * 9 - uy * 7, tip[1] - uy * 9 + ux * 7),
            (tip[0] - ux * 9 + uy * 7, tip[1] - uy * 9 - ux * 7),
        ],
        fill=colour,
    )


def _draw_continents_key(canvas: Canvas, y: float, position: Json, board: Json, groups: Sequence[int]) -> float:
    """Continents with their bonus, and who holds them whole."""
    x = MARGIN
    for k, continent in enumerate(board["continents"]):
        members = [land["id"] for land, group in zip(board["lands"], groups, strict=True) if group == k]
        owners = {position["lands"][land][0] for land in members}
        holder = next(iter(owners)) if len(owners) == 1 else None
        words = f"{continent.get('en') or continent['id']} +{continent['bonus']}"
        width = 22 + width_of(words, 10.5) + (26 if holder is not None else 12)
        if x + width > canvas.width - MARGIN:
            x, y = MARGIN, y + 20
        fill = CONTINENTS[k % len(CONTINENTS)]
        canvas.rect(x, y - 10, 13, 13, rx=3, fill=fill, stroke=SHORE)
        canvas.text(x + 18, y, words, 10.5)
        if holder is not None:
            canvas.badge(x + width - 24, y - 11, holder if isinstance(holder, int) else None, height=14)
        x += width
    return y


def _draw_note(canvas: Canvas, y: float, position: Json) -> float:
    """What is at hand, in a line."""
    words = []
    if position["battle"] is not None:
        battle = position["battle"]
        blitz = ", blitz" if battle["blitz"] else ""
        words.append(f"battle: {battle['from']} attacks {battle['to']} with {battle['dice']} dice{blitz}")
    if position["fortify"] is not None:
        words.append(f"moving from {position['fortify']['from']} to {position['fortify']['to'] or '…'}")
    if position["reserve"]:
        words.append(f"reserve {position['reserve']}")
    if any(position["initial"]):
        words.append("still to place: " + ", ".join(map(str, position["initial"])))
    if position["freed"]:
        words.append("a land was freed this turn")
    if position["discard"]:
        words.append(f"{len(position['discard'])} cards discarded")
    if not words:
        return y
    canvas.text(MARGIN, y + 2, cut("; ".join(words), 12, canvas.width - 2 * MARGIN), 12, bold=True)
    return y + 16


# The players


def _draw_players(canvas: Canvas, top: float, document: Json, board: Json) -> None:
    position = inner(document)
    seats = len(position["hands"])
    width = (canvas.width - 2 * MARGIN - 10 * (seats - 1)) / seats
    texts = [
        [line for text in _player_lines(document, board, seat) for line in wrap(text, 10.5, width - 20)]
        for seat in range(seats)
    ]
    height = 40 + 14.2 * max(map(len, texts))
    for seat, lines in enumerate(texts):
        x = MARGIN + seat * (width + 10)
        title = f"seat {seat}" + (", out" if seat in position["out"] else "")
        if seat == position["turn"] and position["phase"] != "over":
            title += ", its turn"
        canvas.panel(x, top, width, height, title, seat)
        for k, line in enumerate(lines):
            canvas.text(x + 10, top + 42 + 14.2 * k, line, 10.5)
    held = [state for state in position["lands"].values() if isinstance(state[0], str)]
    if held:
        words = f"neutral: {len(held)} lands, {sum(units for _, units in held)} units"
        canvas.text(MARGIN, top + height + 18, words, 11, fill=FAINT)


def _player_lines(document: Json, board: Json, seat: int) -> list[str]:
    position = inner(document)
    held = [units for owner, units in position["lands"].values() if owner == seat]
    lines = [f"{len(held)} {'land' if len(held) == 1 else 'lands'}, {sum(held)} units"]
    hand = position["hands"][seat]
    chosen = position["chosen"] if position["turn"] == seat else []
    if isinstance(hand, int):
        lines.append(f"{hand} {'card' if hand == 1 else 'cards'}{': ' + ', '.join('?' * hand) if hand else ''}")
        if chosen:
            lines.append(f"{chosen if isinstance(chosen, int) else len(chosen)} chosen for a set")
        return lines
    symbols = {land["id"]: land["symbol"] for land in board["lands"]}
    picked = chosen if not isinstance(chosen, int) else []
    lines.append(f"{len(hand)} {'card' if len(hand) == 1 else 'cards'}")
    for card in hand:
        symbol = f" ({symbols[card]})" if card in symbols else ""
        lines.append(f"{'chosen: ' if card in picked else ''}{card}{symbol}")
    return lines
