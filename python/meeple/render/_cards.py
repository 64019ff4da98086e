"""Cards of the area-control games in words, from their data alone."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from meeple.render._clean import clean

__all__ = ["action_words", "count", "effect_words", "effects_words", "total"]


def action_words(card: Mapping[str, Any]) -> str:
    """The action of a card: `place 3 armies or move 4`."""
    parts = [_part_words(part) for part in card.get("action", ())]
    return f" {card.get('join') or 'and'} ".join(parts)


def effects_words(effects: Sequence[Mapping[str, Any]]) -> str:
    """Abilities or effects, apart by commas."""
    return ", ".join(effect_words(effect) for effect in effects)


def effect_words(effect: Mapping[str, Any]) -> str:
    """One ability or effect; a kind without words of its own is shown as the data has it."""
    kind, n, vp = effect.get("kind"), effect.get("n", 1), effect.get("vp", 1)
    match kind:
        case "elixir":
            return count(n, "elixir")
        case "flying":
            return "flying" if n == 1 else f"flying {n}"
        case "plus_army":
            return f"{n:+} {'army' if n == 1 else 'armies'}"
        case "plus_move":
            return f"{n:+} move"
        case "gain_coins":
            return count(n, "coin")
        case "vp":
            return f"{n} VP"
        case "wins_ties":
            return "wins ties"
        case "vp_per_family":
            return f"{vp} VP per {clean(effect.get('family'))} card"
        case "vp_set":
            return f"{vp} VP for {effect.get('size')} {clean(effect.get('family'))} cards"
        case "vp_per_flying":
            return f"{vp} VP per flying"
        case "vp_per_coins":
            return f"{vp} VP per {count(effect.get('per', 1), 'coin')}"
    rest = [f"{key} {value}" for key, value in effect.items() if key != "kind"]
    return clean(" ".join([str(kind).replace("_", " "), *rest]))


def total(kind: str, effects: Sequence[Mapping[str, Any]]) -> int:
    """The sum of `n` over the effects of one kind."""
    return sum(int(effect.get("n", 1)) for effect in effects if effect.get("kind") == kind)


def count(n: int, noun: str) -> str:
    """`1 coin`, `2 coins`, `3 armies`."""
    if n == 1:
        return f"1 {noun}"
    return f"{n} {noun[:-1]}ies" if noun.endswith("y") else f"{n} {noun}s"


def _part_words(part: Mapping[str, Any]) -> str:
    kind, n = part.get("kind"), int(part.get("n", 1))
    match kind:
        case "place" | "destroy":
            return f"{kind} {count(n, 'army')}"
        case "build":
            return f"build {count(n, 'city')}"
    return f"{clean(kind)} {n}"
