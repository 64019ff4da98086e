"""What every drawing reads from a document before its game begins."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

__all__ = ["heading", "inner", "own", "seat_title"]


def inner(document: Mapping[str, Any]) -> Mapping[str, Any]:
    """The position, or the view."""
    found: Mapping[str, Any] = document["position"] if "position" in document else document["view"]
    return found


def own(value: Any) -> Any:
    """A parameter that may be data of one's own: parsed where it came as JSON text, else as it is."""
    if isinstance(value, str) and value.lstrip()[:1] in ("{", "["):
        return json.loads(value)
    return value


def heading(document: Mapping[str, Any], phase: str, turn: int | str | None) -> tuple[str, str]:
    """The first line of a drawing, and who sees it."""
    words = f"{str(document['game']).replace('_', ' ').capitalize()}: {phase.replace('_', ' ')}"
    if turn is not None:
        words += f", {seat_title(turn)}"
    if "position" in document:
        return words, ""
    player = document.get("player")
    return words, "as everyone sees it" if player is None else f"as seat {player} sees it"


def seat_title(owner: int | str | None) -> str:
    """`seat 0`, or the neutral owner."""
    return f"seat {owner}" if isinstance(owner, int) else "neutral" if owner is None else str(owner)
