"""Any document as a table of its fields, for games without a drawing of their own."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from meeple.svg._canvas import FAINT, LINE, MARGIN, Canvas, wrap
from meeple.svg._document import heading, inner

__all__ = ["paint"]

WIDTH = 900.0
NAMES = 150.0
MOST_LINES = 12  # of one field
MOST_FIELDS = 120
DEEPEST = 8  # what lies deeper is left out


def paint(document: Mapping[str, Any]) -> Canvas:
    """Draw a position or view document of any game: a row a field."""
    fields = inner(document)
    phase, turn = fields.get("phase"), fields.get("turn")
    phase, turn = phase if isinstance(phase, str) else "position", turn if isinstance(turn, int) else None
    words, note = heading(document, phase, turn)
    canvas = Canvas(words, WIDTH)
    y = canvas.heading(words, note) + 12
    hidden = "view" in document
    for name, value in list(fields.items())[:MOST_FIELDS]:
        canvas.line((MARGIN, y - 14), (WIDTH - MARGIN, y - 14), stroke=LINE)
        canvas.lines(MARGIN, y, NAMES - 10, [name], bold=True)
        texts = wrap(_text(value, hidden), 11, WIDTH - NAMES - 2 * MARGIN)
        if len(texts) > MOST_LINES:
            texts = [*texts[: MOST_LINES - 1], f"… {len(texts) - MOST_LINES + 1} lines more"]
        y = canvas.lines(MARGIN + NAMES, y, WIDTH - NAMES - 2 * MARGIN, texts) + 10
    if len(fields) > MOST_FIELDS:
        canvas.text(MARGIN, y, f"… {len(fields) - MOST_FIELDS} fields more", 11, fill=FAINT)
    return canvas


def _text(value: Any, hidden: bool, depth: int = 0) -> str:
    """A value in words; what a view does not tell is a question mark."""
    match value:
        case None:
            return "?" if hidden else "-"
        case bool():
            return "yes" if value else "no"
        case str():
            return value
        case Mapping() | list() | tuple() if depth >= DEEPEST:
            return "…"
        case Mapping():
            return "   ".join(f"{name}: {_text(item, hidden, depth + 1)}" for name, item in value.items()) or "-"
        case list() | tuple():
            words = [_text(item, hidden, depth + 1) for item in value]
            flat = not any(isinstance(item, (Mapping, list, tuple)) for item in value)
            return (", " if flat else "  |  ").join(words) or "-"
    return str(value)
