"""The map of a Legends document: boards laid out, regions, borders (LG-1 to LG-5, LG-15, LG-33)."""

from itertools import combinations
from typing import Any

from meeple._data import load_data
from meeple.reference._legends_hooks import Document, Entry, hooks

SIDES = ["N", "E", "S", "W"]  # clockwise
STEPS = {"N": (0, -1), "E": (1, 0), "S": (0, 1), "W": (-1, 0)}  # to the cell beyond a side


def printed(document: Document, kind: str) -> dict[str, Any]:
    """The printed `faces` or the named `layouts` of all boxes in play."""
    return {name: entry for box in hooks(document).boxes for name, entry in load_data(box).get(kind, {}).items()}


def layout_of(document: Document) -> Entry:
    """LG-3, LG-33: the layout, named or one's own."""
    boards = document["params"]["boards"]
    layout: Entry = printed(document, "layouts")[boards] if isinstance(boards, str) else boards
    return layout


def starts(document: Document) -> list[str]:
    """LG-4, LL-4: the starting region, or both."""
    return [layout_of(document)["start"], *hooks(document).second_start(document)]


def faces_by_name(document: Document) -> dict[str, Entry]:
    """LG-1, LG-33: the printed faces and those of the layout."""
    return {**printed(document, "faces"), **layout_of(document).get("faces", {})}


def faces_in_play(document: Document) -> list[Entry]:
    """LG-1, LG-33: the faces of the layout, board by board."""
    faces = faces_by_name(document)
    return [faces[name] for name, _x, _y, _degrees in layout_of(document)["boards"]]


def regions_of_face(face: Entry) -> list[str]:
    """The regions of one face."""
    return [region for island in face["islands"] for region in island]


def regions_in_play(document: Document) -> list[str]:
    """All regions of the layout."""
    return [region for face in faces_in_play(document) for region in regions_of_face(face)]


def turned_exits(face: Entry, degrees: int) -> dict[str, str]:
    """LG-2: the exits by the side to which they lead once the face is turned clockwise."""
    turned = {}
    for number, side in enumerate(SIDES):
        region = face["exits"].get(side)
        if region is not None:
            turned[SIDES[(number + degrees // 90) % 4]] = region
    return turned


def exits_by_cell(document: Document) -> dict[tuple[int, int], dict[str, str]]:
    """LG-2: the exits of each board as it lies, by its cell."""
    faces = faces_by_name(document)
    return {(x, y): turned_exits(faces[name], degrees) for name, x, y, degrees in layout_of(document)["boards"]}


def water_between_boards(document: Document) -> list[tuple[str, str]]:
    """LG-2: where two boards share a side, the two exits on it form one water connection."""
    connections = []
    for (x, y), exits in exits_by_cell(document).items():
        for side in ("E", "S"):  # each shared side is the east or the south side of one of the two boards
            other = exit_opposite(document, x, y, side)
            if side in exits and other is not None:
                connections.append((exits[side], other))
    return connections


def exit_opposite(document: Document, x: int, y: int, side: str) -> str | None:
    """LG-2: the exit on the same side of a cell, but of the board beyond it; None if there is none."""
    right, down = STEPS[side]
    opposite = SIDES[(SIDES.index(side) + 2) % 4]
    return exits_by_cell(document).get((x + right, y + down), {}).get(opposite)


def own_tokens(document: Document) -> dict[str, Entry]:
    """LG-26: the tokens of the parameter `tokens` by name; Lost Lands has no such parameter."""
    return {token["name"]: token for token in document["params"].get("tokens", [])}


def regions_where_lies(document: Document, name: str) -> list[str]:
    """The region in which a token lies, as a list: empty when it was taken or stayed out."""
    lying = document["position"]["tokens"]
    return [region for region in lying if name in lying[region]]


def portal_regions(document: Document) -> list[str]:
    """LG-26, LL-4: the regions in which a portal lies or is printed."""
    tokens = own_tokens(document)
    portals = [name for name in tokens if tokens[name]["effects"] == [{"kind": "portal"}]]
    lying = {region for name in portals for region in regions_where_lies(document, name)}
    return sorted({*lying, *hooks(document).printed_portals(document)})


def land_borders(document: Document) -> list[tuple[str, str]]:
    """LG-15, LG-26: land and bridges inside the faces, and each portal with each other."""
    borders = [(one, other) for face in faces_in_play(document) for one, other in face["land"]]
    return borders + list(combinations(portal_regions(document), 2))


def water_borders(document: Document) -> list[tuple[str, str]]:
    """LG-2: water connections, inside the faces and between boards."""
    borders = [(one, other) for face in faces_in_play(document) for one, other in face["water"]]
    return borders + water_between_boards(document)
