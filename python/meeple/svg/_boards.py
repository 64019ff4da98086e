"""Boards of the area-control games: faces on their cells, turned, with what stands in each region.

No game's own: Legends and what builds on it hand in a `Table`, the stands by region and further links.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeAlias

from meeple.svg._canvas import (
    FAINT,
    GOLD,
    INK,
    LINE,
    MARGIN,
    PANEL,
    SEA,
    SHORE,
    WATER,
    Canvas,
    Point,
    cut,
    seat_colour,
    seat_ink,
    width_of,
)
from meeple.svg._graph import places

__all__ = ["CELL", "Link", "Stand", "Table", "board_width", "draw_boards"]

CELL = 320.0
GAP = 10.0  # between cells
BOX_WIDTH = 66.0
BOX_HEIGHT = 38.0  # of a region with one row of badges; others grow
ROW = 15.0
ISLANDS = ("#dfe7c8", "#efe0bd", "#e9d3c4", "#d9dfd9", "#e6e1ef", "#d8e6dc")
LAVA = "#c43d2b"
SIDES: Mapping[str, Point] = {"N": (0.0, -1.0), "E": (1.0, 0.0), "S": (0.0, 1.0), "W": (-1.0, 0.0)}

Link: TypeAlias = tuple[str, str, str]


@dataclass(frozen=True, slots=True)
class Stand:
    """What an owner has in a region; seat None is neutral."""

    seat: int | None
    armies: int
    cities: int = 0
    leader: bool = False


@dataclass(frozen=True, slots=True)
class Table:
    """The boards as they lie, and what is marked on them.

    Attributes:
        boards: face, x, y and degrees of each board.
        faces: the faces by name, as in the data files.
        starts: regions to mark as starting ones.
        values: what regions are worth, where a layout says so.
        marks: words to write into regions, such as tokens.
        links: further borders: two regions and a word for them.
    """

    boards: Sequence[tuple[str, int, int, int]]
    faces: Mapping[str, Any]
    starts: frozenset[str]
    values: Mapping[str, int] = field(default_factory=dict)
    marks: Mapping[str, Sequence[str]] = field(default_factory=dict)
    links: Sequence[Link] = ()


@dataclass(frozen=True, slots=True)
class _Board:
    """A face at its cell."""

    name: str
    face: Mapping[str, Any]
    cell: tuple[int, int]
    turns: int
    middle: Point
    nodes: Mapping[str, Point]

    def exits(self) -> dict[str, str]:
        """Regions with an exit by the side of the table it looks to."""
        sides = "NESW"
        exits = self.face.get("exits") or {}
        return {sides[(sides.index(side) + self.turns) % 4]: region for side, region in exits.items() if region}


def board_width(table: Table) -> float:
    """How wide a drawing has to be for the boards."""
    _, right = _steps({x for _, x, _, _ in table.boards})
    return 2 * MARGIN + right


def draw_boards(canvas: Canvas, top: float, table: Table, stands: Mapping[str, Sequence[Stand]]) -> float:
    """Draw the boards, in the middle of the sheet; gives where they end."""
    columns, width = _steps({x for _, x, _, _ in table.boards})
    rows, height = _steps({y for _, _, y, _ in table.boards})
    left = (canvas.width - width) / 2
    boards = []
    for name, x, y, degrees in table.boards:
        middle = (left + columns[x] + CELL / 2, top + rows[y] + CELL / 2)
        face, turns = table.faces[name], degrees // 90 % 4
        nodes = {region: (middle[0] + dx, middle[1] + dy) for region, (dx, dy) in _nodes(face, turns).items()}
        boards.append(_Board(name, face, (x, y), turns, middle, nodes))
    for board in boards:
        _draw_face(canvas, board)
    _draw_exits(canvas, boards)
    nodes = {region: place for board in boards for region, place in board.nodes.items()}
    for one, other, word in table.links:
        if one in nodes and other in nodes:
            _draw_link(canvas, nodes[one], nodes[other], word)
    for board in boards:
        for region, place in board.nodes.items():
            _draw_region(canvas, table, region, place, stands.get(region, ()))
    return _draw_key(canvas, left, top + height + 16, boards)


def _steps(values: set[int]) -> tuple[dict[int, float], float]:
    """Where each column or row begins, and how much they take; a gap stays a gap, but a small one."""
    steps: dict[int, float] = {}
    at, last = 0.0, None
    for value in sorted(values):
        at += 0.0 if last is None else CELL + GAP + (40.0 if value > last + 1 else 0.0)
        steps[value] = at
        last = value
    return steps, at + CELL


def _nodes(face: Mapping[str, Any], turns: int) -> dict[str, Point]:
    """The regions of a face around its middle, turned clockwise."""
    regions = [region for island in face["islands"] for region in island]
    number = {region: k for k, region in enumerate(regions)}
    groups = tuple(k for k, island in enumerate(face["islands"]) for _ in island)
    edges = tuple(
        (number[a], number[b]) for kind in ("land", "lava", "water") for a, b in face.get(kind) or () if a != b
    )
    pulls = tuple(
        (number[region], SIDES[side][0], SIDES[side][1])
        for side, region in sorted((face.get("exits") or {}).items())
        if region
    )
    found = places(groups, edges, (CELL - 26, CELL - 26), (BOX_WIDTH + 9, BOX_HEIGHT + 22), pulls)
    placed = {}
    for region, (x, y) in zip(regions, found, strict=True):
        for _ in range(turns):
            x, y = -y, x
        # A box is wider than high, and the name of the face stands above.
        side, high = CELL / 2 - BOX_WIDTH / 2 - 12, CELL / 2 - BOX_HEIGHT / 2 - 20
        placed[region] = (max(-side, min(side, x)), max(-high, min(high, y)))
    return placed


def _draw_face(canvas: Canvas, board: _Board) -> None:
    x, y = board.middle[0] - CELL / 2, board.middle[1] - CELL / 2
    canvas.rect(x, y, CELL, CELL, rx=10, fill=SEA, stroke=LINE)
    turned = f", turned {board.turns * 90}°" if board.turns else ""
    words = cut(board.name + turned, 11, CELL - 20)
    borders = [("land", INK, None, 2.0), ("water", WATER, "6 4", 2.0), ("lava", LAVA, "2 3", 3.0)]
    for k, island in enumerate(board.face["islands"]):
        own = [
            (board.nodes[a], board.nodes[b])
            for kind in ("land", "lava")
            for a, b in board.face.get(kind) or ()
            if a in island and b in island
        ]
        # A rounded shore around all regions and the land between them: thick strokes, the wider ones first.
        for width, colour in ((BOX_WIDTH + 18, SHORE), (BOX_WIDTH + 15, ISLANDS[k % len(ISLANDS)])):
            with canvas.group(stroke=colour, stroke_linecap="round", stroke_width=width - BOX_WIDTH * 0.34):
                for a, b in own:
                    canvas.line(a, b, stroke=None)
            for region in island:
                px, py = board.nodes[region]
                high = width - BOX_WIDTH + BOX_HEIGHT + 6
                canvas.rect(px - width / 2, py - high / 2, width, high, rx=14, fill=colour)
    for kind, colour, dash, thick in borders:
        for a, b in board.face.get(kind) or ():
            canvas.line(board.nodes[a], board.nodes[b], stroke=colour, stroke_width=thick, stroke_dasharray=dash)
    canvas.text(x + 10, y + 15, words, 11, fill=FAINT, bold=True)


def _draw_exits(canvas: Canvas, boards: Sequence[_Board]) -> None:
    """Exits that meet are joined across the side; the others end at it."""
    at = {board.cell: board for board in boards}
    for board in boards:
        x, y = board.cell
        for side, region in board.exits().items():
            dx, dy = SIDES[side]
            edge = (board.middle[0] + dx * CELL / 2, board.middle[1] + dy * CELL / 2)
            near = board.nodes[region]
            other = at.get((x + int(dx), y + int(dy)))
            back = other.exits().get({"N": "S", "S": "N", "E": "W", "W": "E"}[side]) if other else None
            bend = (edge[0] - dx * 30, edge[1] - dy * 30)
            if back is None or other is None:
                canvas.curve(near, bend, edge, stroke=WATER, stroke_width=1.2, stroke_dasharray="2 4", opacity=0.6)
                canvas.circle(*edge, 2.5, fill=WATER, opacity=0.6)
            else:
                meet = (edge[0] + dx * GAP / 2, edge[1] + dy * GAP / 2)
                canvas.curve(near, bend, meet, stroke=WATER, stroke_width=2, stroke_dasharray="6 4")
                canvas.circle(*meet, 4, fill=PANEL, stroke=WATER, stroke_width=1.5)


def _draw_link(canvas: Canvas, one: Point, other: Point, word: str) -> None:
    middle = ((one[0] + other[0]) / 2, (one[1] + other[1]) / 2)
    bend = (middle[0] - (other[1] - one[1]) * 0.15, middle[1] + (other[0] - one[0]) * 0.15)
    canvas.curve(one, bend, other, stroke="#7b4fa3", stroke_width=2.5, stroke_dasharray="1 5", stroke_linecap="round")
    place = ((middle[0] + bend[0]) / 2, (middle[1] + bend[1]) / 2)
    canvas.text(*place, cut(word, 9, 80), 9, middle=True, fill="#7b4fa3")


def _draw_region(canvas: Canvas, table: Table, region: str, place: Point, stands: Sequence[Stand]) -> None:
    rows = _rows(stands)
    marks = table.marks.get(region, ())
    height = max(BOX_HEIGHT, 20 + ROW * len(rows) + 11 * len(marks))
    x, y = place[0] - BOX_WIDTH / 2, place[1] - height / 2
    start = region in table.starts
    words = ", ".join([region, *(["start"] if start else []), *(_stand_words(stand) for stand in stands), *marks])
    with canvas.group(words):
        edge, thick = (GOLD, 2.5) if start else (SHORE, 1.0)
        canvas.rect(x, y, BOX_WIDTH, height, rx=7, fill=PANEL, stroke=edge, stroke_width=thick)
        name = cut(region, 11, BOX_WIDTH - (30 if start else 12))
        canvas.text(x + 6, y + 13, name, 11, bold=True)
        if start:
            canvas.star(x + 12 + width_of(name, 11), y + 9.5, 6, fill=GOLD)
        if region in table.values:
            canvas.text(x + BOX_WIDTH - 5, y + 13, f"{table.values[region]} VP", 8.5, end=True, fill=FAINT)
        top = y + 18
        for row in rows:
            left = x + (BOX_WIDTH - sum(_width(stand) + 3 for stand in row) + 3) / 2
            for stand in row:
                left += _draw_stand(canvas, left, top, stand) + 3
            top += ROW
        for mark in marks:
            canvas.polygon([(x + 7, top + 1), (x + 10, top + 5), (x + 7, top + 9), (x + 4, top + 5)], fill=GOLD)
            canvas.text(x + 13, top + 8, cut(mark, 8, BOX_WIDTH - 14), 8)
            top += 11


def _rows(stands: Sequence[Stand]) -> list[list[Stand]]:
    """The stands in rows that fit into a box."""
    rows: list[list[Stand]] = []
    left = 0.0
    for stand in stands:
        width = _width(stand) + 3
        if not rows or left < width:
            rows.append([])
            left = BOX_WIDTH - 1
        rows[-1].append(stand)
        left -= width
    return rows


def _width(stand: Stand) -> float:
    armies = width_of(str(stand.armies), 9.5) + 5 if stand.armies or not stand.cities else 2.0
    return 11 + armies + 10 * min(stand.cities, 3) + (9 if stand.leader else 0)


def _draw_stand(canvas: Canvas, x: float, y: float, stand: Stand) -> float:
    """Seat, armies, a house a city, a star for its leader; gives the width."""
    width, colour = _width(stand), seat_colour(stand.seat)
    canvas.rect(x, y, width, 13, rx=3, fill=PANEL, stroke=colour)
    canvas.rect(x, y, 11, 13, rx=3, fill=colour)
    owner = "n" if stand.seat is None else stand.seat
    canvas.text(x + 5.5, y + 10, owner, 9.5, bold=True, middle=True, fill=seat_ink(stand.seat))
    left = x + 13
    if stand.armies or not stand.cities:
        canvas.text(left, y + 10, stand.armies, 9.5)
        left += width_of(str(stand.armies), 9.5) + 2
    if stand.leader:
        canvas.star(left + 4, y + 6.5, 4.5, fill=colour)
        left += 9
    for _ in range(min(stand.cities, 3)):
        canvas.house(left + 5, y + 11.5, 9, fill=colour, stroke=INK, stroke_width=0.5)
        left += 10
    return width


def _stand_words(stand: Stand) -> str:
    owner = "neutral" if stand.seat is None else f"seat {stand.seat}"
    cities = f" and {stand.cities} {'city' if stand.cities == 1 else 'cities'}" if stand.cities else ""
    return f"{owner}: {stand.armies} {'army' if stand.armies == 1 else 'armies'}{cities}"


def _draw_key(canvas: Canvas, x: float, y: float, boards: Sequence[_Board]) -> float:
    """What the lines and signs mean."""
    x = max(MARGIN, x)
    kinds = [("land border", INK, None), ("water", WATER, "6 4")]
    if any(board.face.get("lava") for board in boards):
        kinds.append(("lava", LAVA, "2 3"))
    for word, colour, dash in kinds:
        canvas.line((x, y), (x + 26, y), stroke=colour, stroke_width=2, stroke_dasharray=dash)
        canvas.text(x + 31, y + 4, word, 10, fill=FAINT)
        x += 44 + width_of(word, 10)
    _draw_stand(canvas, x, y - 7, Stand(0, 4, 1))
    canvas.text(x + 37, y + 4, "seat 0: 4 armies, a city", 10, fill=FAINT)
    canvas.star(x + 182, y, 6, fill=GOLD)
    canvas.text(x + 191, y + 4, "start", 10, fill=FAINT)
    return y + 14
