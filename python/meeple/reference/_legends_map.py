"""The map of a Legends document: boards laid out, regions, borders (LG-1 to LG-5, LG-15, LG-33)."""

from collections.abc import Mapping
from itertools import combinations
from typing import Any

from meeple._data import load_data

Document = Mapping[str, Any]
Entry = dict[str, Any]

SIDES = ["N", "E", "S", "W"]  # clockwise


def layout_of(document: Document) -> Entry:
    """LG-3, LG-33: the layout, named or one's own."""
    boards = document["params"]["boards"]
    layout: Entry = load_data("legends_boards")["layouts"][boards] if isinstance(boards, str) else boards
    return layout


def faces_by_name(document: Document) -> dict[str, Entry]:
    """LG-1, LG-33: the printed faces and those of the layout."""
    return {**load_data("legends_boards")["faces"], **layout_of(document).get("faces", {})}


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


def water_between_boards(document: Document) -> list[tuple[str, str]]:
    """LG-2: where two boards share a side, the two exits on it form one water connection."""
    faces = faces_by_name(document)
    exits = {(x, y): turned_exits(faces[name], degrees) for name, x, y, degrees in layout_of(document)["boards"]}
    connections = []
    for x, y in exits:
        for mine, theirs, neighbour in [("E", "W", (x + 1, y)), ("S", "N", (x, y + 1))]:
            if neighbour in exits and mine in exits[x, y] and theirs in exits[neighbour]:
                connections.append((exits[x, y][mine], exits[neighbour][theirs]))
    return connections


def own_tokens(document: Document) -> dict[str, Entry]:
    """LG-26: the tokens of the parameter `tokens` by name."""
    return {token["name"]: token for token in document["params"]["tokens"]}


def regions_where_lies(document: Document, name: str) -> list[str]:
    """The region in which a token lies, as a list: empty when it was taken or stayed out."""
    lying = document["position"]["tokens"]
    return [region for region in lying if name in lying[region]]


def portal_regions(document: Document) -> list[str]:
    """LG-26: the regions in which a portal lies."""
    tokens = own_tokens(document)
    portals = [name for name in tokens if tokens[name]["effects"] == [{"kind": "portal"}]]
    return sorted({region for name in portals for region in regions_where_lies(document, name)})


def land_borders(document: Document) -> list[tuple[str, str]]:
    """LG-15, LG-26: land and bridges inside the faces, and each portal with each other."""
    borders = [(one, other) for face in faces_in_play(document) for one, other in face["land"]]
    return borders + list(combinations(portal_regions(document), 2))


def water_borders(document: Document) -> list[tuple[str, str]]:
    """LG-2: water connections, inside the faces and between boards."""
    borders = [(one, other) for face in faces_in_play(document) for one, other in face["water"]]
    return borders + water_between_boards(document)
