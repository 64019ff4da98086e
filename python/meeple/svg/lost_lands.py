"""Lost Lands as SVG: Legends' drawing with portals, the open sea, thorns, hands and cards face down.

Everything comes from the document and the game's data; no card, board or token is named here.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from meeple._data import load_data
from meeple.render import _lost_lands as words
from meeple.svg._area import CardFace, draw_cards
from meeple.svg._canvas import Canvas
from meeple.svg._document import inner
from meeple.svg.legends import Game, begin, draw_players

__all__ = ["paint"]

CHOICE = {"select": "select", "bonus": "bonus"}  # phases in which the seat to act takes a card of its hand


def paint(document: Mapping[str, Any]) -> Canvas:
    """Draw a position or view document of Lost Lands."""
    position = inner(document)
    canvas, y, game = begin(document, words.BOXES, lambda game: _with_the_expansion(document, game))
    verb = CHOICE.get(position["phase"])
    if verb is not None:
        costs: Sequence[int] = load_data("lost_lands")["hand_costs"] if verb == "select" else ()
        hand = [
            CardFace(name, game.cards.get(name, {}), f"{verb} {k + 1}", costs[k] if k < len(costs) else None)
            for k, name in enumerate(position["hands"][position["turn"]])
        ]
        y = draw_cards(canvas, y, hand, game.cards) + 6
    draw_players(canvas, y, document, game)
    return canvas


def _with_the_expansion(document: Mapping[str, Any], game: Game) -> Game:
    """The game with what Legends has not."""
    position = inner(document)
    seats = range(len(position["players"]))
    marks = {region: list(names) for region, names in position["tokens"].items()}
    for region, more in words.marks_of(position, game.layout, game.faces).items():
        marks.setdefault(region, []).extend(more)
    portals = words.portals_of(game.layout, game.faces)
    return replace(
        game,
        armies=words.ARMIES,
        starts=words.starts_of(document, game.layout),
        marks=marks,
        links=[(portals[0], portals[1], "portals")] if len(portals) == 2 else [],
        note=words.round_words(position),
        facts=[words.seat_facts(position, seat) for seat in seats],
        hands=[words.hand_lines(position, seat, game.cards) for seat in seats],
    )
