"""Guardians of Legends as SVG: the archipelago with islands' tags, boats and fires, the postcards, the players."""

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
    wrap,
)
from meeple.svg._document import heading, inner, own

__all__ = ["paint"]

HEX = 62.0  # from the middle to a corner
WIDE = 107.4  # from one flat side to the other
LAND, FOUND, WATER = "#f0e6c8", "#d5d5d2", "#d3e4ec"
POSTCARD_WIDTH = 190.0
Json = Mapping[str, Any]


def paint(document: Json) -> Canvas:
    """Draw a position or view document of Guardians of Legends."""
    position, params = inner(document), document["params"]
    data = load_data("guardians")
    islands = {island["id"]: island for island in _data(params, data, "islands")}
    postcards = {card["id"]: card for card in _data(params, data, "postcards")}
    shape = [(q, r) for q, r in _data(params, data, "shape")]
    asking = position["asking"]
    words, note = heading(document, position["phase"], asking["seat"] if asking else None)
    words = f"{words}, turn {position['turn']}"
    if asking and asking["island"] is not None:
        words += f": a fire on {asking['island']} {_name(islands, asking['island'])}?"

    middles = [(WIDE * (q + r / 2), HEX * 1.5 * r) for q, r in shape]
    left, top = min(x for x, _ in middles), min(y for _, y in middles)
    wide = max(x for x, _ in middles) - left + WIDE
    high = max(y for _, y in middles) - top + 2 * HEX
    canvas = Canvas(words, max(980.0, wide + POSTCARD_WIDTH + 2 * MARGIN + 40))
    head = canvas.heading(words, note)
    side = canvas.width - MARGIN - POSTCARD_WIDTH
    canvas.rect(MARGIN, head, side - MARGIN - 14, high + 24, rx=10, fill=SEA, stroke=LINE)
    x = MARGIN + (side - 14 - MARGIN - wide) / 2 + WIDE / 2 - left
    y = head + 12 + HEX - top
    for (mx, my), island in zip(middles, position["cells"], strict=True):
        _draw_island(canvas, (x + mx, y + my), island, islands, position)
    below = _draw_postcards(canvas, side, head, position, postcards)
    bottom = max(head + high + 24, below) + 18
    bottom = _draw_key(canvas, bottom, position)
    _draw_players(canvas, bottom, document, islands)
    return canvas


def _data(params: Json, data: Json, name: str) -> Any:
    """A parameter with data of one's own, or what the data file has."""
    value = own(params.get(name))
    return value if isinstance(value, Sequence) and not isinstance(value, str) else data[name]


def _name(islands: Mapping[int, Json], island: int) -> str:
    return str(islands.get(island, {}).get("name") or "")


# The archipelago


def _draw_island(
    canvas: Canvas, middle: Point, island: int | None, islands: Mapping[int, Json], position: Json
) -> None:
    x, y = middle
    half = WIDE / 2 - 1.5
    tall = HEX - 1.7
    corners = [(0.0, -tall), (half, -tall / 2), (half, tall / 2), (0.0, tall), (-half, tall / 2), (-half, -tall / 2)]
    points = [(x + dx, y + dy) for dx, dy in corners]
    if island is None:
        canvas.polygon(points, fill=WATER, stroke=LINE)
        canvas.text(x, y + 8, "?", 22, middle=True, fill=FAINT)
        return
    turned = island in position["turned"]
    tags = islands.get(island, {}).get("tags", ())
    with canvas.group(f"{island} {_name(islands, island)}: {', '.join(tags)}{' (discovered)' if turned else ''}"):
        canvas.polygon(points, fill=FOUND if turned else LAND, stroke=SHORE)
        ink = FAINT if turned else INK
        canvas.text(x, y - tall + 21, island, 11, bold=True, middle=True, fill=ink)
        canvas.text(x, y - tall + 34, cut(_name(islands, island), 9.5, WIDE - 14), 9.5, middle=True, fill=ink)
        top = y - tall + 46
        lines = ["discovered"] if turned else [", ".join(tags[k : k + 2]) for k in range(0, min(len(tags), 8), 2)]
        size = 8.5 if len(lines) <= 2 else 7.5
        for line in lines:
            canvas.text(x, top, cut(line, size, WIDE - 8), size, middle=True, fill=FAINT)
            top += size + 1.5
        _draw_pieces(canvas, (x, y + tall - 46), island, position)


def _draw_pieces(canvas: Canvas, place: Point, island: int, position: Json) -> None:
    """Boats, fires and, as far as the document tells, whose places it is."""
    x, top = place
    boats = [boat for boat in position["boats"] if boat["island"] == island]
    others = [("fire", seat) for seat, player in enumerate(position["players"]) if island in player["fires"]]
    for seat, player in enumerate(position["players"]):
        if not isinstance(player["pairs"], int):
            for k, pair in enumerate(player["pairs"]):
                if pair["place"] == island:
                    others.append(("active" if k == player["active"] else "place", seat))
    left = x - 25.0 * min(len(boats), 3) / 2
    for k, boat in enumerate(boats[:6]):
        _draw_boat(canvas, left + (k % 3) * 25, top - (k // 3) * 15, boat)
    left = x - 15.0 * min(len(others), 5) / 2
    for k, (kind, seat) in enumerate(others[:5]):
        _draw_mark(canvas, (left + k * 15 + 7.5, top + 24), kind, seat)


def _draw_boat(canvas: Canvas, x: float, y: float, boat: Json) -> None:
    """A sail in the colour of who sails, a hull in that of the guardian sought, `?` where it is hidden."""
    seat, guardian = boat["seat"], boat["guardian"]
    hidden = guardian is None
    with canvas.group(f"boat of seat {seat} for {'?' if hidden else f'seat {guardian}'}"):
        canvas.rect(x, y, 12, 14, rx=2, fill=seat_colour(seat))
        canvas.text(x + 6, y + 10.5, seat, 10, bold=True, middle=True, fill=seat_ink(seat))
        canvas.polygon(
            [(x + 12, y), (x + 24, y), (x + 21, y + 14), (x + 12, y + 14)],
            fill=PANEL if hidden else seat_colour(guardian),
            stroke=INK,
            stroke_width=0.6,
        )
        ink = INK if hidden else seat_ink(guardian)
        canvas.text(x + 17, y + 10.5, "?" if hidden else guardian, 9, middle=True, fill=ink)


def _draw_mark(canvas: Canvas, middle: Point, kind: str, seat: int) -> None:
    x, y = middle
    if kind == "fire":
        points = ((0, -9), (4, -3), (6, 3), (3, 7), (-3, 7), (-6, 3), (-4, -3))
        canvas.polygon([(x + dx, y + dy) for dx, dy in points], fill=seat_colour(seat), stroke="#a33b12")
    else:
        dash = None if kind == "active" else "2 2"
        fill = seat_colour(seat) if kind == "active" else PANEL
        canvas.circle(x, y, 6.5, fill=fill, stroke=seat_colour(seat), stroke_width=1.5, stroke_dasharray=dash)
    ink = INK if kind == "place" else seat_ink(seat)
    canvas.text(x, y + 4, seat, 9, bold=True, middle=True, fill=ink)


def _draw_key(canvas: Canvas, y: float, position: Json) -> float:
    x = MARGIN
    _draw_boat(canvas, x, y - 10, {"seat": 0, "guardian": 1})
    canvas.text(x + 30, y, "boat of seat 0 for guardian 1", 10, fill=FAINT)
    _draw_mark(canvas, (x + 206, y - 3), "fire", 0)
    canvas.text(x + 217, y, "position fire", 10, fill=FAINT)
    if any(not isinstance(player["pairs"], int) for player in position["players"]):
        _draw_mark(canvas, (x + 306, y - 3), "active", 0)
        canvas.text(x + 317, y, "active place", 10, fill=FAINT)
        _draw_mark(canvas, (x + 406, y - 3), "place", 0)
        canvas.text(x + 417, y, "place not yet chosen", 10, fill=FAINT)
    return y + 14


# Postcards and players


def _draw_postcards(canvas: Canvas, x: float, y: float, position: Json, postcards: Mapping[int, Json]) -> float:
    """The postcards on the table, oldest first, each element with the clues that point at it."""
    for slot, number in enumerate(position["postcards"]):
        elements = postcards.get(number, {}).get("elements", ())
        height = 30 + 19.0 * len(elements)
        canvas.panel(x, y, POSTCARD_WIDTH, height, f"{slot + 1}: postcard {number}")
        for k, element in enumerate(elements, start=1):
            base = y + 22 + 19 * k
            canvas.text(x + 12, base, k, 10, fill=FAINT)
            canvas.text(x + 28, base, cut(element, 11, 84), 11)
            left = x + 116
            for seat, player in enumerate(position["players"]):
                for clue in player["clues"]:
                    if clue is not None and clue["postcard"] == number and clue["element"] == k:
                        left += canvas.badge(left, base - 11, seat, height=14) + 2
        y += height + 8
    if not position["postcards"]:
        canvas.text(x, y + 14, "no postcard yet", 11, fill=FAINT)
    return y


def _draw_players(canvas: Canvas, top: float, document: Json, islands: Mapping[int, Json]) -> None:
    position = inner(document)
    players = position["players"]
    width = (canvas.width - 2 * MARGIN - 10 * (len(players) - 1)) / len(players)
    texts = [_player_lines(document, seat, islands) for seat in range(len(players))]
    wrapped = [[(line, bold) for text, bold in lines for line in wrap(text, 10.5, width - 22)] for lines in texts]
    height = 38 + 14.2 * max(map(len, wrapped))
    for seat, lines in enumerate(wrapped):
        x = MARGIN + seat * (width + 10)
        player = players[seat]
        title = f"seat {seat}: {player['gold']} gold, {player['legend']} legend"
        canvas.panel(x, top, width, height, title, seat)
        for k, (line, bold) in enumerate(lines):
            canvas.text(x + 10, top + 41 + 14.2 * k, line, 10.5, bold=bold)
    left = position["rewards_left"]
    words = (
        f"{left} rewards left"
        if isinstance(left, int)
        else f"rewards left: {left['treasure']} treasure, {left['legend']} legend"
    )
    if position["removed_postcards"]:
        words += f"; postcards removed: {', '.join(map(str, position['removed_postcards']))}"
    y = top + height + 18
    for line in wrap(words, 10.5, canvas.width - 2 * MARGIN):
        canvas.text(MARGIN, y, line, 10.5, fill=FAINT)
        y += 14


def _player_lines(document: Json, seat: int, islands: Mapping[int, Json]) -> list[tuple[str, bool]]:
    """What is known of a player, line by line; bold is what is active."""
    position = inner(document)
    player = position["players"][seat]

    def pair_words(pair: Json) -> str:
        return f"{pair['place']} {_name(islands, pair['place'])}, {pair['reward']}"

    lines: list[tuple[str, bool]] = []
    if isinstance(player["pairs"], int):
        state = "one of them active" if player["active"] else "none active"
        lines.append((f"{player['pairs']} {'pair' if player['pairs'] == 1 else 'pairs'}: ?, {state}", False))
    for k, pair in enumerate(player["pairs"] if not isinstance(player["pairs"], int) else ()):
        active = k == player["active"]
        lines.append((("active: " if active else "") + pair_words(pair), active))
    lines += [(f"found: {pair_words(pair)}", False) for pair in player["discovered"]]
    clues = ["?" if clue is None else f"{clue['postcard']}/{clue['element']}" for clue in player["clues"]]
    for name, items in (("clues", clues), ("fires", player["fires"]), ("ruled out", player["ruled_out"])):
        if items:
            lines.append((f"{name}: {', '.join(map(str, items))}", False))
    if seat in position["finished"]:
        lines.append(("has finished sailing", False))
    return lines
