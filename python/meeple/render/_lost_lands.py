"""What Lost Lands has on the table beyond Legends, in words, from a document and the game's data alone."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from meeple._data import load_data
from meeple.render._cards import action_words

__all__ = [
    "ARMIES",
    "BOXES",
    "crystals_of",
    "hand_lines",
    "marks_of",
    "portals_of",
    "round_words",
    "seat_facts",
    "starts_of",
]

BOXES = ("legends_cards", "legends_boards", "lost_lands")
ARMIES = 21  # of each seat, LL-5
LARGE = 5  # players from whom on there is a second start, LL-4


def starts_of(document: Mapping[str, Any], layout: Mapping[str, Any]) -> list[str]:
    """The starting region, and the second one where it is played with."""
    second = layout.get("second_start") if document["params"]["players"] >= LARGE else None
    return [region for region in (layout.get("start"), second) if region]


def portals_of(layout: Mapping[str, Any], faces: Mapping[str, Any]) -> list[str]:
    """The regions with a portal: printed on a face in play, and the layout's."""
    printed = [faces[name].get("portal") for name, *_ in layout["boards"]]
    return [region for region in (*printed, layout.get("portal")) if region]


def crystals_of(layout: Mapping[str, Any], faces: Mapping[str, Any]) -> list[str]:
    """The crystal regions of the faces in play."""
    return [region for name, *_ in layout["boards"] for region in faces[name].get("crystals") or ()]


def marks_of(position: Mapping[str, Any], layout: Mapping[str, Any], faces: Mapping[str, Any]) -> dict[str, list[str]]:
    """What is marked in regions besides tokens."""
    marks: dict[str, list[str]] = {}
    for word, regions in [
        ("portal", portals_of(layout, faces)),
        ("crystal", crystals_of(layout, faces)),
        ("open sea", [position["sea"]]),
        ("thorns", [position["thorns"]]),
    ]:
        for region in regions:
            if region is not None:
                marks.setdefault(region, []).append(word)
    return marks


def round_words(position: Mapping[str, Any]) -> str:
    """The round, and who acts in what order."""
    words = f"round {position['round']}"
    if position["order"]:
        words += ", acting in order: " + ", ".join(f"seat {seat}" for seat in position["order"])
    return words


def seat_facts(position: Mapping[str, Any], seat: int) -> list[str]:
    """What a seat has beyond what Legends gives it."""
    facts = []
    if position["first"] == seat:
        facts.append("1st Player token")
    if (number := position["turn_tokens"][seat]) is not None:
        facts.append(f"turn-order token {number}")
    if (place := position["places"][seat]) is not None:
        facts.append(f"chose place {place}")
    if (card := position["selected"][seat]) is not None:
        facts.append(f"face down: {card}")
    elif position["selected_since"][seat] is not None:
        facts.append("face down: ?")
    if position["crystals"][seat]:
        facts.append(f"crystals {position['crystals'][seat]}")
    if (region := position["leader_army"][seat]) is not None:
        facts.append(f"leader army in {region}")
    return facts


def hand_lines(position: Mapping[str, Any], seat: int, cards: Mapping[str, Mapping[str, Any]]) -> list[tuple[str, str]]:
    """The hand, the front first: place and card, or `?`; what the card does."""
    costs: Sequence[int] = load_data("lost_lands")["hand_costs"]
    lines = []
    for k, name in enumerate(position["hands"][seat]):
        cost = costs[k] if k < len(costs) else "?"
        lines.append((f"{k + 1} (cost {cost}) {name or '?'}", action_words(cards.get(name, {})) if name else ""))
    return lines
