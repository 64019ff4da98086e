"""Nine-minute Kingdom in the terminal: the edicts, and by seat kingdom, hand and choice.

Everything comes from a position or view document and its deck; no card is named here.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from rich import box
from rich.columns import Columns
from rich.console import Group, RenderableType
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from meeple.render._kingdom import Canvas, deck_cards, rotated, zone_word
from meeple.render._text import clean, plain, seat_style

__all__ = ["card", "kingdom", "render"]

# The letter tells the terrain; the colour only helps.
_STYLES = {
    "mountains": "bold white",
    "forest": "bold green",
    "plains": "bold yellow",
    "swamps": "bold magenta",
    "edge": "dim",
    "dot": "bold",
}
_SIDES = "NESW"


def render(document: Mapping[str, Any]) -> RenderableType:
    """Draw a position or view document (`State.to_dict()`, `View.to_dict()`) of the kingdom."""
    position = document["position"] if "position" in document else document["view"]
    cards = deck_cards(document["params"]["deck"])
    edicts = ", ".join(["kingsroad", *position["edicts"]])
    over = position["round"] > 9
    head = plain(f"{'over' if over else 'round ' + str(position['round'])}; edicts: {edicts}", "bold")
    key = Text(
        "corners: terrain (Mountains, Forest, Plains, Swamps) and symbol; roads end where they cross an edge; o a dot",
        style="dim",
    )
    seats = [_seat(position, cards, seat) for seat in range(len(position["hands"]))]
    return Group(head, Columns(seats), key)


def card(drawn: Mapping[str, Any], rotation: int = 0) -> Text:
    """A card as in a deck's data, turned."""
    canvas = Canvas()
    canvas.lay(drawn, 0, 0, rotation)
    return _text(canvas)


def kingdom(laid: Sequence[Mapping[str, Any]], cards: Mapping[int, Mapping[str, Any]]) -> Text:
    """The cards of a kingdom; `cards` are those of the deck by id."""
    canvas = Canvas()
    for entry in laid:
        canvas.lay(cards[entry["card"]], entry["x"], entry["y"], entry["rotation"])
    return _text(canvas)


def _text(canvas: Canvas) -> Text:
    text = Text(no_wrap=True, overflow="crop")
    for k, line in enumerate(canvas.lines()):
        if k:
            text.append("\n")
        for char, word in line:
            text.append(clean(char), _STYLES.get(word, ""))
    return text


def _seat(position: Mapping[str, Any], cards: Mapping[int, Mapping[str, Any]], seat: int) -> Panel:
    laid, hand, pending = position["kingdoms"][seat], position["hands"][seat], position["pending"][seat]
    parts: list[RenderableType] = [kingdom(laid, cards) if laid else Text("no cards laid", style="dim")]
    if pending is not None:
        words = f"picked {pending['card']}"
        if "x" in pending:
            words += f", to be laid on {pending['x']},{pending['y']} turned by {pending['rotation']}"
        parts.append(plain(words, "bold"))
    if isinstance(hand, int):
        parts.append(plain(f"hand: {hand} cards", "dim"))
    elif hand:
        parts.append(_hand(hand, cards))
    return Panel(
        Group(*parts), title=Text(f"seat {seat}", seat_style(seat)), title_align="left", box=box.SQUARE, expand=False
    )


def _hand(hand: Sequence[int], cards: Mapping[int, Mapping[str, Any]]) -> Table:
    table = Table(box=None, pad_edge=False, padding=(0, 1, 0, 0))
    table.add_column("hand", justify="right", style="bold")
    for corner in ("NW", "NE", "SE", "SW"):
        table.add_column(corner)
    table.add_column("roads: side, slot, dots", style="dim")
    for number in hand:
        drawn = cards[number]
        zones = [plain(zone_word(zone), _STYLES.get(zone[0], "")) for zone in drawn["zones"]]
        arms = " ".join(
            f"{side}{slot}{'o' * dots}" for side, (slot, dots) in zip(_SIDES, rotated(drawn["arms"], 0), strict=True)
        )
        table.add_row(str(number), *zones, plain(arms))
    return table
