"""Lost Lands in the terminal: the boards, the round, the players' areas with their hands.

Legends' drawing with more in it; everything comes from a position or view document and the game's data.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from rich.console import Group, RenderableType

from meeple.render import _lost_lands as words
from meeple.render._text import plain
from meeple.render.legends import Scene, boards, pending, players

__all__ = ["render"]


def render(document: Mapping[str, Any]) -> RenderableType:
    """Draw a position or view document (`State.to_dict()`, `View.to_dict()`) of Lost Lands; `?` is a hidden card."""
    scene = Scene.of(document, words.BOXES)
    position = scene.position
    seats = range(len(position["players"]))
    scene = replace(
        scene,
        armies=words.ARMIES,
        starts=words.starts_of(document, scene.layout),
        marks=words.marks_of(position, scene.layout, scene.faces),
        facts=[words.seat_facts(position, seat) for seat in seats],
        hands=[words.hand_lines(position, seat, scene.cards) for seat in seats],
    )
    return Group(boards(scene), plain(words.round_words(position), "bold"), *pending(scene), players(scene))
