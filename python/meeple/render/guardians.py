"""Guardians in the terminal: the archipelago as hexes, the postcards with their clues, the players' areas.

Everything comes from a position or view document and the game's data. What a view does not show is drawn as ``?``.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from rich import box
from rich.columns import Columns
from rich.console import Console, ConsoleOptions, Group, RenderableType, RenderResult
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from meeple.render._text import clean, plain, seat_style

__all__ = ["render"]

CELL = 8  # columns of a hex; half of it is the shift from row to row
TAG_WIDTH = 24  # what the tags of an island may take before they are broken


def render(document: Mapping[str, Any]) -> RenderableType:
    """Draw a position or view document (`State.to_dict()`, `View.to_dict()`) of Guardians."""
    scene = _Scene.of(document)
    parts: list[RenderableType] = [_Sea(scene), _key(scene), _islands(scene)]
    if scene.position["postcards"]:
        parts.append(_postcards(scene))
    if scene.position["boats"]:
        parts.append(_boats(scene))
    parts.append(Columns([_player(scene, seat) for seat in range(len(scene.position["players"]))], expand=False))
    return Group(*parts)


@dataclass(frozen=True, slots=True)
class _Scene:
    """The document with the data that its parameters hold."""

    position: Mapping[str, Any]
    shape: Sequence[tuple[int, int]]
    islands: Mapping[int, Mapping[str, Any]]
    postcards: Mapping[int, Mapping[str, Any]]

    @classmethod
    def of(cls, document: Mapping[str, Any]) -> _Scene:
        params = document["params"]
        return cls(
            position=document["position"] if "position" in document else document["view"],
            shape=[(q, r) for q, r in _own(params["shape"])],
            islands={island["id"]: island for island in _own(params["islands"])},
            postcards={postcard["id"]: postcard for postcard in _own(params["postcards"])},
        )


def _own(value: Any) -> Any:
    """Data: parsed where they came as JSON text, else as they are."""
    return json.loads(value) if isinstance(value, str) else value


# The archipelago


@dataclass(frozen=True, slots=True)
class _Sea:
    """Hexes in rows, each row half a hex further right; a plain list of cells where the terminal is too narrow."""

    scene: _Scene

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        cells = dict(zip(self.scene.shape, self.scene.position["cells"], strict=True))
        columns = {cell: CELL * cell[0] + CELL // 2 * cell[1] for cell in cells}
        left = min(columns.values())
        if max(columns.values()) - left + CELL > options.max_width:
            words = [Text(f"{q},{r} ", style="dim") + _tile(self.scene, island) for (q, r), island in cells.items()]
            yield Columns(words, padding=(0, 2))
            return
        for row in sorted({r for _, r in cells}):
            line = Text()
            for cell in sorted((cell for cell in cells if cell[1] == row), key=lambda cell: cell[0]):
                line.pad_right(columns[cell] - left - line.cell_len)
                line.append_text(_tile(self.scene, cells[cell]))
            line.no_wrap = True
            yield line


def _tile(scene: _Scene, island: int | None) -> Text:
    """`[12]`, or `(12)` turned over, with the seats whose boats (>) and fires (^) are there."""
    if island is None:
        return Text("[  ]", style="dim")
    turned = island in scene.position["turned"]
    tile = Text(f"({island:2})" if turned else f"[{island:2}]", style="dim" if turned else "bold")
    for boat in scene.position["boats"]:
        if boat["island"] == island:
            tile.append(">", seat_style(boat["seat"]))
    for seat, player in enumerate(scene.position["players"]):
        if island in player["fires"]:
            tile.append("^", seat_style(seat))
    return tile


def _key(scene: _Scene) -> Text:
    words = ["[n] island", "(n) turned over"]
    if scene.position["boats"]:
        words.append("> boat")
    if any(player["fires"] for player in scene.position["players"]):
        words.append("^ fire")
    return Text("   ".join(words), style="dim")


def _islands(scene: _Scene) -> RenderableType:
    """Numbers, names and tags."""
    entries = []
    for number, island in scene.islands.items():
        turned = number in scene.position["turned"]
        entry = Text(f"{number:2} ", style="dim" if turned else "bold")
        entry.append_text(plain(island.get("name") or "", "dim" if turned else ""))
        entry.append_text(plain(" " + " ".join(island["tags"]), "dim"))
        entries.append(entry)
    return Columns(entries, padding=(0, 2))


# Postcards and boats


def _postcards(scene: _Scene) -> RenderableType:
    table = Table(box=box.SIMPLE_HEAD, title="postcards", title_justify="left", title_style="bold", pad_edge=False)
    table.add_column("slot", justify="right")
    table.add_column("card", justify="right")
    table.add_column("elements, with the seats whose clues lie there", overflow="fold")
    for slot, number in enumerate(scene.position["postcards"], start=1):
        words = Text()
        for element, tag in enumerate(scene.postcards[number]["elements"], start=1):
            words.append(f"{element} ", "dim").append_text(plain(tag))
            for seat, player in enumerate(scene.position["players"]):
                lying = {"postcard": number, "element": element}
                words.append(f" *{seat}" * sum(clue == lying for clue in player["clues"]), seat_style(seat))
            words.append("   ")
        table.add_row(str(slot), str(number), words)
    return table


def _boats(scene: _Scene) -> Text:
    """In landing order: `0>17 for 2`."""
    words = Text("boats: ", style="bold")
    for boat in scene.position["boats"]:
        guardian = "?" if boat["guardian"] is None else boat["guardian"]
        words.append(f"{boat['seat']}>{boat['island']} for {guardian}   ", seat_style(boat["seat"]))
    return words


# The players


def _player(scene: _Scene, seat: int) -> Panel:
    position = scene.position
    player = position["players"][seat]
    asking = position["asking"]
    asked = asking is not None and asking["seat"] == seat
    lines: list[RenderableType] = [
        plain(f"{player['gold']} gold, {player['legend']} legend"),
        _pairs(player),
        *_listed("clues", [_clue(scene, clue) for clue in player["clues"]]),
        *_listed("fires", player["fires"]),
        *_listed("not on", player["ruled_out"]),
        *_listed("found", [f"{pair['place']} {pair['reward']}" for pair in player["discovered"]]),
    ]
    if seat in position["finished"]:
        lines.append(Text("has finished sailing", style="dim"))
    title = f"seat {seat}"
    if asked and position["phase"] not in ("pairs", "refill"):
        title += ", to act" if asking["island"] is None else f", asked for a fire on {asking['island']}"
    return Panel(
        Group(*lines),
        title=Text(title, seat_style(seat)),
        title_align="left",
        box=box.HEAVY if asked else box.SQUARE,
        width=TAG_WIDTH + 14,
    )


def _pairs(player: Mapping[str, Any]) -> Text:
    """`*17 legend, 3 treasure`, the active one starred; of others how many, and whether one is active."""
    pairs, active = player["pairs"], player["active"]
    if isinstance(pairs, int):
        return plain(f"pairs: {pairs} hidden" + (", one active" if active else ""))
    if not pairs:
        return Text("no pair", style="dim")
    words = [f"{'*' if k == active else ''}{pair['place']} {pair['reward']}" for k, pair in enumerate(pairs)]
    return plain("pairs: " + ", ".join(words))


def _clue(scene: _Scene, clue: Mapping[str, int] | None) -> str:
    if clue is None:
        return "?"
    return str(scene.postcards[clue["postcard"]]["elements"][clue["element"] - 1])


def _listed(name: str, items: Sequence[object]) -> list[Text]:
    """A line, or none if there is nothing in it."""
    return [plain(f"{name}: " + ", ".join(clean(item) for item in items))] if items else []
