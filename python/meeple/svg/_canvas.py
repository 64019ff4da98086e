"""A sheet of paper to draw on, and what all drawings share: escaping, colours, badges, panels, measured text.

Only presentation attributes are used: a `<style>` inside one drawing of a notebook would reach all others.
"""

from __future__ import annotations

import html
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any, TypeAlias

from meeple.render._clean import clean

__all__ = [
    "FAINT",
    "GOLD",
    "INK",
    "LINE",
    "MARGIN",
    "NEUTRAL",
    "PANEL",
    "PAPER",
    "SEA",
    "SHORE",
    "WATER",
    "Canvas",
    "Point",
    "cut",
    "seat_colour",
    "seat_ink",
    "width_of",
    "wrap",
]

Point: TypeAlias = tuple[float, float]

PAPER, PANEL, INK, FAINT, LINE = "#faf8f3", "#ffffff", "#1d2330", "#626877", "#cfcabc"
SEA, SHORE, WATER, GOLD, NEUTRAL = "#e4eef3", "#a89f86", "#2b7bb0", "#b8860b", "#8a8d93"
MARGIN = 20.0

# Okabe and Ito's colours, told apart by colour-blind people too; the seat's number always stands beside them.
_SEATS = (
    ("#0072b2", "#ffffff"),
    ("#e69f00", "#1d2330"),
    ("#009e73", "#10151f"),
    ("#cc79a7", "#1d2330"),
    ("#d55e00", "#10151f"),
    ("#56b4e9", "#1d2330"),
)
_FONTS = "Helvetica, Arial, 'DejaVu Sans', sans-serif"


def seat_colour(seat: int | None) -> str:
    """The colour of a seat; None is the neutral owner."""
    return NEUTRAL if seat is None else _SEATS[seat % len(_SEATS)][0]


def seat_ink(seat: int | None) -> str:
    """The colour of text on a seat's colour."""
    return "#ffffff" if seat is None else _SEATS[seat % len(_SEATS)][1]


def width_of(text: str, size: float) -> float:
    """About how wide a text is; on the safe side, since fonts differ."""
    return sum(_ems(char) for char in text) * size


def _ems(char: str) -> float:
    if char in " .,:;'|!ijlIft()[]-":
        return 0.38
    if char in "mwMW@%":
        return 0.95
    if ord(char) >= 0x1100:
        return 1.1
    return 0.7 if char.isupper() else 0.61


def cut(text: object, size: float, width: float) -> str:
    """The text, cleaned, shortened with dots to fit a width."""
    whole = clean(text)
    if width_of(whole, size) <= width:
        return whole
    kept = whole[: max(1, int(width / size * 3))]
    while len(kept) > 1 and width_of(kept + "…", size) > width:
        kept = kept[:-1]
    return kept + "…"


def wrap(text: object, size: float, width: float, most: int = 99) -> list[str]:
    """The text in lines of a width, at most so many; broken at blanks, a long word is cut."""
    lines: list[str] = []
    line = ""
    for word in clean(text).split(" "):
        longer = f"{line} {word}" if line else word
        if line and width_of(longer, size) > width:
            lines.append(line)
            line = word
        else:
            line = longer
    lines.append(line)
    if len(lines) > most:
        lines[most - 1 :] = [" ".join(lines[most - 1 :])]
    return [cut(line, size, width) for line in lines]


class Canvas:
    """An SVG in the making, as wide as it is told, as high as what is drawn on it."""

    __slots__ = ("_parts", "bottom", "title", "width")

    def __init__(self, title: str, width: float) -> None:
        self.title = title
        self.width = width
        self.bottom = 0.0
        self._parts: list[str] = []

    def svg(self) -> str:
        """The whole element."""
        width, height = _number(self.width), _number(self.bottom + MARGIN)
        head = (
            f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" viewBox="0 0 {width} {height}" '
            f'role="img" style="max-width:100%" font-family="{_FONTS}" font-size="12" fill="{INK}">'
            f"<title>{_escape(self.title)}</title>"
        )
        paper = f'<rect width="{width}" height="{height}" rx="10" fill="{PAPER}"/>'
        return "\n".join([head + paper, *self._parts, "</svg>"])

    # Shapes

    def rect(self, x: float, y: float, width: float, height: float, **attrs: Any) -> None:
        """A rectangle by its upper left corner."""
        self._add("rect", {"x": x, "y": y, "width": width, "height": height}, attrs, y + height)

    def circle(self, x: float, y: float, radius: float, **attrs: Any) -> None:
        """A circle."""
        self._add("circle", {"cx": x, "cy": y, "r": radius}, attrs, y + radius)

    def line(self, start: Point, end: Point, **attrs: Any) -> None:
        """A straight line; dark and thin unless told otherwise."""
        place = {"x1": start[0], "y1": start[1], "x2": end[0], "y2": end[1], "stroke": attrs.pop("stroke", INK)}
        self._add("line", place, attrs, max(start[1], end[1]))

    def polygon(self, points: Sequence[Point], **attrs: Any) -> None:
        """A closed polygon."""
        text = " ".join(f"{_number(x)},{_number(y)}" for x, y in points)
        self._add("polygon", {"points": text}, attrs, max(y for _, y in points))

    def curve(self, start: Point, bend: Point, end: Point, **attrs: Any) -> None:
        """A line bent towards a point."""
        numbers = [_number(value) for point in (start, bend, end) for value in point]
        text = "M{} {}Q{} {} {} {}".format(*numbers)
        self._add("path", {"d": text, "fill": "none", "stroke": attrs.pop("stroke", INK)}, attrs, 0)

    def text(self, x: float, y: float, text: object, size: float = 12, **attrs: Any) -> None:
        """A line of text by its baseline; `bold`, `middle` and `end` are flags."""
        if attrs.pop("bold", False):
            attrs["font_weight"] = "bold"
        if attrs.pop("middle", False):
            attrs["text_anchor"] = "middle"
        if attrs.pop("end", False):
            attrs["text_anchor"] = "end"
        place = {"x": x, "y": y} if size == 12 else {"x": x, "y": y, "font-size": size}
        self._add("text", place, attrs, y + size / 4, _escape(clean(text)))

    @contextmanager
    def group(self, tip: object | None = None, **attrs: Any) -> Iterator[None]:
        """What is drawn inside is one group, with a tip shown under the mouse."""
        title = "" if tip is None else f"<title>{_escape(clean(tip))}</title>"
        self._parts.append(f"<g{_attributes(attrs)}>{title}")
        yield
        self._parts.append("</g>")

    def _add(
        self, tag: str, place: Mapping[str, Any], attrs: Mapping[str, Any], bottom: float, inner: str = ""
    ) -> None:
        self.bottom = max(self.bottom, bottom)
        body = f">{inner}</{tag}>" if inner else "/>"
        self._parts.append(f"<{tag}{_attributes(place)}{_attributes(attrs)}{body}")

    # What all games draw

    def heading(self, words: str, note: str = "") -> float:
        """The first line of a drawing; gives where the next thing may begin."""
        self.text(MARGIN, 32, cut(words, 18, self.width - 2 * MARGIN), 18, bold=True)
        if note:
            self.text(MARGIN, 50, cut(note, 12, self.width - 2 * MARGIN), fill=FAINT)
            return 64
        return 46

    def panel(
        self, x: float, y: float, width: float, height: float, title: object = "", seat: int | None = None
    ) -> None:
        """A white card; a seat's has a coloured head."""
        self.rect(x, y, width, height, rx=6, fill=PANEL, stroke=LINE)
        if seat is not None:
            self.rect(x, y, width, 24, rx=6, fill=seat_colour(seat))
            self.text(x + 10, y + 17, cut(title, 13, width - 20), 13, bold=True, fill=seat_ink(seat))
        elif title != "":
            self.text(x + 10, y + 18, cut(title, 13, width - 20), 13, bold=True)

    def lines(self, x: float, y: float, width: float, texts: Sequence[object], size: float = 11, **attrs: Any) -> float:
        """Wrapped texts one under the other from a first baseline; gives the next baseline."""
        for text in texts:
            for line in wrap(text, size, width):
                self.text(x, y, line, size, **attrs)
                y += size * 1.35
        return y

    def badge(self, x: float, y: float, seat: int | None, text: object = "", height: float = 15) -> float:
        """A seat's number on its colour, with a text beside it; gives its width. `x`, `y`: the upper left corner."""
        size = height * 0.74
        name = "n" if seat is None else str(seat)
        cap = width_of(name, size) + height * 0.45
        shown = clean(text)
        body = width_of(shown, size) + height * 0.4 if shown else 0.0
        if shown:
            self.rect(x, y, cap + body, height, rx=3, fill=PANEL, stroke=seat_colour(seat))
        self.rect(x, y, cap, height, rx=3, fill=seat_colour(seat))
        self.text(x + cap / 2, y + height * 0.77, name, size, bold=True, middle=True, fill=seat_ink(seat))
        if shown:
            self.text(x + cap + body / 2, y + height * 0.77, shown, size, middle=True)
        return cap + body

    def house(self, x: float, y: float, size: float, **attrs: Any) -> None:
        """A small house by the middle of its foot: a city."""
        half, roof = size / 2, size * 0.55
        points = ((-half, 0.0), (-half, -roof), (0.0, -size), (half, -roof), (half, 0.0))
        self.polygon([(x + dx, y + dy) for dx, dy in points], **attrs)

    def star(self, x: float, y: float, radius: float, **attrs: Any) -> None:
        """A star of five points."""
        # The points of the unit star, in thousandths, so that no machine rounds a sine of its own.
        unit = ((0, -1000), (225, -309), (951, -309), (363, 118), (588, 809), (0, 382))
        right = [(x + radius * dx / 1000, y + radius * dy / 1000) for dx, dy in unit]
        left = [(x - radius * dx / 1000, y + radius * dy / 1000) for dx, dy in unit[-2:0:-1]]
        self.polygon([*right, *left], **attrs)


def _attributes(attrs: Mapping[str, Any]) -> str:
    return "".join(
        f' {name.replace("_", "-")}="{_number(value) if isinstance(value, (int, float)) else _escape(value)}"'
        for name, value in attrs.items()
        if value is not None
    )


def _number(value: float) -> str:
    text = f"{value:.1f}".removesuffix(".0")
    return "0" if text == "-0" else text


def _escape(text: object) -> str:
    return html.escape(str(text), quote=True)
