"""Cards and players' areas of the area-control games, from their data alone."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from meeple.render._cards import action_words, effects_words
from meeple.svg._canvas import FAINT, GOLD, INK, LINE, MARGIN, PANEL, Canvas, cut, wrap

__all__ = ["CARD_HEIGHT", "CardFace", "deck_cards", "draw_cards"]

CARD_HEIGHT = 106.0
FAMILIES = ("#5b7f95", "#8a5a83", "#a0683a", "#4f7f52", "#5a5f9e", "#8f7a2e", "#a04f5d", "#3f7f7c")


@dataclass(frozen=True, slots=True)
class CardFace:
    """A card to draw. `name` None: hidden."""

    name: str | None
    data: Mapping[str, Any]
    place: str = ""
    cost: int | None = None
    note: str = ""


def deck_cards(deck: Any, data: Mapping[str, Any]) -> dict[str, Mapping[str, Any]]:
    """Cards by id: those of one's own deck, or the data's with what the named deck overrides."""
    if isinstance(deck, Mapping):
        return {card["id"]: card for card in deck["cards"]}
    cards = {card["id"]: card for card in data["cards"]}
    for override in data.get("decks", {}).get(deck, {}).get("overrides", ()):
        cards[override["id"]] = {**cards[override["id"]], **override}
    return cards


def draw_cards(
    canvas: Canvas, top: float, cards: Sequence[CardFace], deck: Mapping[str, Mapping[str, Any]], columns: int = 6
) -> float:
    """Cards side by side over the width of the sheet, families by colour; gives where they end."""
    families = list(dict.fromkeys(card["family"] for card in deck.values() if card.get("family")))
    colours = {family: FAMILIES[k % len(FAMILIES)] for k, family in enumerate(families)}
    gap = 8.0
    width = (canvas.width - 2 * MARGIN - gap * (columns - 1)) / columns
    for k, card in enumerate(cards):
        x = MARGIN + (k % columns) * (width + gap)
        _draw_card(canvas, x, top + (k // columns) * (CARD_HEIGHT + gap), width, card, colours)
    return top + -(-len(cards) // columns) * (CARD_HEIGHT + gap)


def _draw_card(canvas: Canvas, x: float, y: float, width: float, card: CardFace, colours: Mapping[str, str]) -> None:
    inner = width - 16
    if card.name is None:
        canvas.rect(x, y, width, CARD_HEIGHT, rx=6, fill="#e9e6de", stroke=LINE)
        canvas.text(x + width / 2, y + CARD_HEIGHT / 2 + 10, "?", 28, middle=True, fill=FAINT)
        canvas.text(x + 8, y + 16, card.place, 10, fill=FAINT)
        return
    action = action_words(card.data) if card.data else ""
    ability = effects_words(card.data.get("abilities", ()))
    with canvas.group(f"{card.name}: {action}; {ability}"):
        canvas.rect(x, y, width, CARD_HEIGHT, rx=6, fill=PANEL, stroke=LINE)
        family = card.data.get("family")
        colour = colours.get(family, FAINT) if family else FAINT
        canvas.rect(x, y, 5, CARD_HEIGHT, rx=2, fill=colour)
        canvas.text(x + 12, y + 15, " ".join(filter(None, (card.place, card.note))), 10, fill=FAINT)
        if card.cost is not None:
            canvas.circle(x + width - 13, y + 12.5, 8.5, fill="#f2d879", stroke=GOLD)
            canvas.text(x + width - 13, y + 16.5, card.cost, 11, middle=True, bold=True)
        name = str(card.data.get("name") or card.name)
        below = canvas.lines(x + 12, y + 34, inner, wrap(name, 11.5, inner, 2), 11.5, bold=True)
        if family:
            canvas.text(x + 12, below - 1, cut(family, 9.5, inner), 9.5, fill=colour)
            below += 13
        below = canvas.lines(x + 12, below + 1, inner, wrap(action, 10, inner, 2), 10, fill=INK)
        canvas.lines(x + 12, below, inner, wrap(ability, 10, inner, 2), 10, fill=FAINT)
