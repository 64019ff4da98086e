"""Legends in the terminal: the boards in their grid, the row of cards, the players' areas.

Everything comes from a position or view document and the game's data; no card, board or token is named here.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from rich import box
from rich.console import Console, ConsoleOptions, Group, RenderableType, RenderResult
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from meeple._data import load_data
from meeple.render._cards import action_words, count, effects_words, total
from meeple.render._text import NEUTRAL_STYLE, clean, plain, seat_style

__all__ = ["Scene", "boards", "pending", "players", "render", "row"]

BOXES = ("legends_cards", "legends_boards")
ARMIES = 18  # of each seat, LG-7
CITIES = 3  # of each seat, LG-7
WIDTH = 100  # what a wide terminal is asked for
LEAST_PANEL = 26  # columns below which panels go under each other
NAME_WIDTH = 20  # what a card's name keeps to itself before it is broken


def render(document: Mapping[str, Any]) -> RenderableType:
    """Draw a position or view document (`State.to_dict()`, `View.to_dict()`) of Legends.

    The elixirs shown are those of cards and tokens taken; tokens that work by control of their region are not
    in them.
    """
    scene = Scene.of(document)
    return Group(boards(scene), *pending(scene), row(scene), players(scene))


@dataclass(frozen=True, slots=True)
class Scene:
    """The document with the data that its parameters name.

    Attributes:
        position: the position, or the view.
        layout: how the boards lie.
        faces: by name.
        cards: by id.
        tokens: the effects of tokens by name.
        row_costs: what the places of the row cost.
        armies: how many each seat has.
        starts: starting regions.
        marks: further words to write into regions.
        facts: further facts of each seat.
        hands: place and card, and what it does, of each seat's hand.
    """

    position: Mapping[str, Any]
    layout: Mapping[str, Any]
    faces: Mapping[str, Any]
    cards: Mapping[str, Mapping[str, Any]]
    tokens: Mapping[str, Sequence[Mapping[str, Any]]]
    row_costs: Sequence[int]
    armies: int = ARMIES
    starts: Sequence[str] = ()
    marks: Mapping[str, Sequence[str]] = field(default_factory=dict)
    facts: Sequence[Sequence[str]] = ()
    hands: Sequence[Sequence[tuple[str, str]]] = ()

    @classmethod
    def of(cls, document: Mapping[str, Any], boxes: Sequence[str] = BOXES) -> Scene:
        """The scene of a document, with cards, faces and layouts of these data files."""
        params = document["params"]
        data = [load_data(box) for box in boxes]
        layout = _own(params["boards"])
        if isinstance(layout, str):
            layout = next(box["layouts"][layout] for box in data if layout in box.get("layouts", {}))
        faces = {name: face for box in data for name, face in box.get("faces", {}).items()}
        tokens = {token["id"]: token.get("effects", ()) for token in data[0]["tokens"]["explore"]}
        tokens |= {token["name"]: token.get("effects", ()) for token in _own(params.get("tokens")) or ()}
        return cls(
            position=document["position"] if "position" in document else document["view"],
            layout=layout,
            faces={**faces, **(layout.get("faces") or {})},
            cards=_deck(_own(params.get("deck")), data),
            tokens=tokens,
            row_costs=data[0]["row_costs"],
            starts=[layout["start"]] if layout.get("start") else [],
        )


def _own(value: Any) -> Any:
    """A parameter that may be data of one's own: parsed where it came as JSON text, else as it is."""
    if isinstance(value, str) and value.lstrip()[:1] in ("{", "["):
        return json.loads(value)
    return value


def _deck(deck: Any, data: Sequence[Mapping[str, Any]]) -> dict[str, Mapping[str, Any]]:
    """Cards by id: those of one's own deck, or the data's with what the named deck overrides."""
    if isinstance(deck, Mapping):
        return {card["id"]: card for card in deck["cards"]}
    cards = {card["id"]: card for box in data for card in box.get("cards", ())}
    for override in data[0]["decks"].get(deck, {}).get("overrides", ()):
        cards[override["id"]] = {**cards[override["id"]], **override}
    return cards


# The boards


@dataclass(frozen=True, slots=True)
class _Grid:
    """Panels on cells: side by side where the width allows it, else one under the other."""

    panels: Sequence[tuple[int, int, Panel]]
    least: int = LEAST_PANEL

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        left = min(x for x, _, _ in self.panels)
        columns = max(x for x, _, _ in self.panels) - left + 1
        cells = {(x - left, y): panel for x, y, panel in self.panels}
        width = min(options.max_width, WIDTH)
        if columns * self.least > width or len(cells) < len(self.panels):
            for _, _, panel in sorted(self.panels, key=lambda place: (place[1], place[0])):
                yield from console.render(panel, options.update(width=width))
            return
        grid = Table.grid()
        for _ in range(columns):
            grid.add_column(width=width // columns)
        for y in sorted({y for _, y in cells}):
            grid.add_row(*(cells.get((x, y), "") for x in range(columns)))
        yield grid


def boards(scene: Scene) -> RenderableType:
    """The boards in their grid, with a key."""
    panels = [(x, y, _board(scene, face, degrees)) for face, x, y, degrees in scene.layout["boards"]]
    tokens = "   [token]" if scene.position.get("tokens") else ""
    leaders = "   L leader army" if any(scene.position.get("leader_army") or ()) else ""
    key = f"* start   0:4 seat 0 with 4 armies   C city{leaders}   n neutral{tokens}   letters: islands"
    return Group(_Grid(panels), Text(key, style="dim"))


def _board(scene: Scene, name: str, degrees: int) -> Panel:
    face = scene.faces[name]
    regions = _grid(3)
    for number, island in enumerate(face["islands"]):
        for place, region in enumerate(island):
            letter = Text(_letter(number) if place == 0 else "", style="dim")
            start = region in scene.starts
            label = Text(clean(region) + ("*" if start else ""), style="bold reverse" if start else "bold")
            regions.add_row(letter, label, _region(scene, region))
    borders = _grid(2, style="dim")
    for kind in ("land", "water", "lava"):
        if face.get(kind):
            borders.add_row(kind, plain(", ".join(f"{a}-{b}" for a, b in face[kind])))
    exits = _exits(face.get("exits") or {}, degrees)
    borders.add_row("exits", plain(" ".join(f"{side}:{region}" for side, region in exits) or "none"))
    if degrees:
        borders.add_row("turn", f"{degrees} degrees")
    return Panel(Group(regions, borders), title=plain(name), title_align="left", box=box.SQUARE)


def _region(scene: Scene, region: str) -> Text:
    """Who stands in a region, and what lies there."""
    words: list[Text] = []
    leaders = scene.position.get("leader_army") or [None] * len(scene.position["players"])
    for seat, player in enumerate(scene.position["players"]):
        armies, cities = player["armies"].get(region, 0), player["cities"].get(region, 0)
        city = ("C" if cities == 1 else f"{cities}C") if cities else ""
        pieces = list(filter(None, (armies and str(armies), "L" if leaders[seat] == region else "", city)))
        if pieces:
            words.append(Text(f"{seat}:" + "+".join(pieces), seat_style(seat)))
    if neutral := scene.position["neutral"].get(region, 0):
        words.append(Text(f"n:{neutral}", NEUTRAL_STYLE))
    words += [plain(f"[{token}]", "bold") for token in scene.position["tokens"].get(region, ())]
    words += [plain(word, "dim") for word in scene.marks.get(region, ())]
    if (value := (scene.layout.get("values") or {}).get(region)) is not None:
        words.append(Text(f"worth {value}", "dim"))
    return Text(" ").join(words) if words else Text("-", style="dim")


def _exits(exits: Mapping[str, str | None], degrees: int) -> list[tuple[str, str]]:
    """Sides as they lie on the table, the face turned clockwise."""
    sides = "NESW"
    turned = {sides[(sides.index(side) + degrees // 90) % 4]: region for side, region in exits.items() if region}
    return [(side, turned[side]) for side in sides if side in turned]


def _letter(number: int) -> str:
    return chr(ord("a") + number) if number < 26 else str(number)


# The row, and the card at work


def row(scene: Scene) -> RenderableType:
    """The cards on offer."""
    if not scene.position["row"]:
        return Text("row: empty", style="dim")
    table = Table(box=box.SIMPLE_HEAD, title="row", title_justify="left", title_style="bold", pad_edge=False)
    table.add_column("take", justify="right")
    table.add_column("cost", justify="right")
    table.add_column("card", style="bold", overflow="fold")
    for heading in ("family", "action", "ability"):
        table.add_column(heading, overflow="fold")
    for place, name in enumerate(scene.position["row"]):
        card = scene.cards.get(name, {})
        cost = str(scene.row_costs[place]) if place < len(scene.row_costs) else "?"
        words = (
            name,
            card.get("family") or "-",
            action_words(card),
            effects_words(card.get("abilities", ())),
        )
        table.add_row(str(place + 1), cost, *(plain(word) for word in words))
    return table


def pending(scene: Scene) -> list[Text]:
    """The card at work, in a line if there is one."""
    found = scene.position["pending"]
    if found is None:
        return []
    card = scene.cards.get(found["card"], {})
    words = f"at work: {found['card']}: {action_words(card)}"
    if found["left"] is not None:
        parts = card.get("action", ())
        kind = parts[found["part"]]["kind"] if found["part"] < len(parts) else "part"
        words += f" ({kind}: {found['left']} left)"
    return [plain(words, "bold")]


# The players


def players(scene: Scene) -> RenderableType:
    """The players' areas."""
    panels = [(seat % 2, seat // 2, _player(scene, seat)) for seat in range(len(scene.position["players"]))]
    return _Grid(panels, least=36)


def _player(scene: Scene, seat: int) -> Panel:
    position = scene.position
    player = position["players"][seat]
    effects = [effect for name in player["cards"] for effect in scene.cards.get(name, {}).get("abilities", ())]
    effects += [effect for name in player["tokens"] for effect in scene.tokens.get(name, ())]
    lost = sum(other["captured"].get(str(seat), 0) for other in position["players"])
    supply = scene.armies - sum(player["armies"].values()) - lost
    facts = [
        count(player["coins"], "coin"),
        f"supply {count(supply, 'army')}, {count(CITIES - sum(player['cities'].values()), 'city')}",
        count(total("elixir", effects), "elixir"),
    ]
    if (bid := position["bids"][seat]) is not None:
        facts.append(f"bid {bid}")
    if any(position["prestige"]):
        facts.append(f"prestige {position['prestige'][seat]}")
    facts += scene.facts[seat] if scene.facts else ()
    lines: list[RenderableType] = [plain("; ".join(facts))]
    if player["leader"] is not None:
        lines.append(plain(f"leader {player['leader']}"))
    if player["captured"]:
        owners = ((owner if owner != "neutral" else "n", n) for owner, n in player["captured"].items())
        lines.append(plain("captured " + " ".join(f"{owner}:{n}" for owner, n in owners)))
    owned = _grid(2)
    names = [*player["cards"], *player["tokens"]]
    owned.columns[0].min_width = min(NAME_WIDTH, max((len(name) for name in names), default=0))
    for name in player["cards"]:
        owned.add_row(plain(name, "bold"), plain(effects_words(scene.cards.get(name, {}).get("abilities", ()))))
    for name in player["tokens"]:
        owned.add_row(plain(f"[{name}]", "bold"), plain(effects_words(scene.tokens.get(name, ()))))
    lines.append(owned if owned.row_count else Text("no cards", style="dim"))
    if scene.hands and scene.hands[seat]:
        hand = _grid(2)
        for card, does in scene.hands[seat]:
            hand.add_row(plain(card), plain(does, "dim"))
        lines += [Text("hand, the front first", style="dim"), hand]
    turn = position["turn"] == seat
    title = Text(f"seat {seat}" + (", to act" if turn and position["phase"] != "refill" else ""), seat_style(seat))
    return Panel(Group(*lines), title=title, title_align="left", box=box.HEAVY if turn else box.SQUARE, style="")


def _grid(columns: int, style: str = "") -> Table:
    """A table without lines, whose columns fold."""
    table = Table.grid(padding=(0, 1))
    table.style = style
    for _ in range(columns):
        table.add_column(overflow="fold")
    return table
