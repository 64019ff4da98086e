"""Empire in the terminal: continents with their lands, the seats, what is going on.

Everything comes from a position or view document and the map's data; no land is named here.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from rich import box
from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from meeple._data import load_data
from meeple.render._cards import count
from meeple.render._text import NEUTRAL_STYLE, clean, plain, seat_style

__all__ = ["render"]


def render(document: Mapping[str, Any]) -> RenderableType:
    """Draw a position or view document (`State.to_dict()`, `View.to_dict()`) of Empire."""
    position = document["position"] if "position" in document else document["view"]
    world = _map(document["params"]["map"])
    return Group(_headline(position), _lands(position, world), _seats(position, world))


def _map(value: Any) -> Mapping[str, Any]:
    """The map of a name, or one's own, which may have come as JSON text."""
    if isinstance(value, str) and value.lstrip().startswith("{"):
        own: Mapping[str, Any] = json.loads(value)
        return own
    return load_data(f"empire_{value}") if isinstance(value, str) else value


def _owner(owner: Any) -> tuple[str, str]:
    """How an owner is called and looks."""
    if owner is None:
        return "-", "dim"
    return ("n", NEUTRAL_STYLE) if owner == "neutral" else (str(owner), seat_style(owner))


def _headline(position: Mapping[str, Any]) -> Text:
    name, style = _owner(position["turn"])
    who = "neutral" if name == "n" else f"seat {name}"
    line = Text.assemble(f"round {position['round']}, ", (who, style), f": {clean(position['phase'])}")
    facts = []
    if position["reserve"]:
        facts.append(f"{count(position['reserve'], 'unit')} to place")
    chosen = position["chosen"]
    if chosen:
        facts.append(f"chosen: {count(chosen, 'card') if isinstance(chosen, int) else ', '.join(chosen)}")
    if battle := position["battle"]:
        blitz = ", blitz" if battle["blitz"] else ""
        facts.append(f"{battle['from']} against {battle['to']}, {battle['dice']} dice{blitz}")
    if moving := position["fortify"]:
        facts.append(f"from {moving['from']}" + (f" to {moving['to']}" if moving["to"] else ""))
    if position["moves"]:
        facts.append(f"moved {position['moves']} times")
    if position["freed"]:
        facts.append("a land freed this turn")
    return line.append_text(plain("".join(f"; {fact}" for fact in facts)))


def _lands(position: Mapping[str, Any], world: Mapping[str, Any]) -> Table:
    """A row a land: owner and units, and its neighbours with theirs."""
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    table.add_column("continent", overflow="fold")
    table.add_column("land", overflow="fold")
    table.add_column("owner", justify="right")
    table.add_column("units", justify="right")
    table.add_column("borders", overflow="fold")
    near: dict[str, list[str]] = {land["id"]: [] for land in world["lands"]}
    for first, second in world["borders"]:
        near[first].append(second)
        near[second].append(first)
    holdings = position["lands"]
    for continent in world["continents"]:
        members = [land["id"] for land in world["lands"] if land["continent"] == continent["id"]]
        owners = {json.dumps(holdings[land][0]) for land in members}
        whole = len(owners) == 1 and holdings[members[0]][0] is not None
        style = _owner(holdings[members[0]][0])[1] if whole else ""
        title = plain(f"{continent['id']} +{continent['bonus']}", style)
        for place, land in enumerate(members):
            owner, units = holdings[land]
            name, style = _owner(owner)
            borders = Text(" ").join(_border(holdings, other) for other in near[land])
            table.add_row(
                title if place == 0 else "", plain(land, style), Text(name, style), Text(str(units), style), borders
            )
    return table


def _border(holdings: Mapping[str, Any], land: str) -> Text:
    owner, units = holdings[land]
    name, style = _owner(owner)
    return plain(f"{land}({name}:{units})", style)


def _seats(position: Mapping[str, Any], world: Mapping[str, Any]) -> Table:
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    table.add_column("seat")
    for heading in ("lands", "units", "to place"):
        table.add_column(heading, justify="right")
    table.add_column("cards", overflow="fold")
    symbols = {land["id"]: land["symbol"] for land in world["lands"]}
    owners = [
        *range(len(position["hands"])),
        *(["neutral"] if len(position["initial"]) > len(position["hands"]) else []),
    ]
    for place, owner in enumerate(owners):
        held = [units for other, units in position["lands"].values() if other == owner and other is not None]
        hand = position["hands"][place] if place < len(position["hands"]) else 0
        cards = count(hand, "card") if isinstance(hand, int) else _cards(hand, symbols)
        name, style = _owner(owner)
        out = " (out)" if owner in position["out"] else ""
        table.add_row(
            Text(("neutral" if name == "n" else name) + out, style),
            str(len(held)),
            str(sum(held)),
            str(position["initial"][place]),
            plain(cards),
        )
    table.add_row(Text("discarded", "dim"), "", "", "", plain(_cards(position["discard"], symbols)))
    return table


def _cards(names: list[str], symbols: Mapping[str, str]) -> str:
    return ", ".join(f"{name} [{symbols[name]}]" if name in symbols else name for name in names) or "none"
