"""Nine-minute Kingdom, read aloud: scores, ranks and legal actions straight from the rules page.

Independent of the core and slow on purpose; tests hold the two against each other. Every function that takes
a document takes a whole `meeple-position` (`{"params": {...}, "position": {...}, ...}`) and changes nothing.
`KD-n` are the rules of the game's page.

A kingdom is read as it lies: sides and corners are those of the table, after the turn of each card (KD-3).
A zone is `(x, y, corner)`, corner 0 north-west, 1 north-east, 2 south-east, 3 south-west; an arm is
`(x, y, side)`, side 0 north, 1 east, 2 south, 3 west.
"""

from typing import Any

from meeple._data import load_data
from meeple.reference._ranking import Document, Entry, ranked

__all__ = [
    "edict_count",
    "edict_counts",
    "legal_texts",
    "longest_road",
    "longest_trail",
    "ranking",
    "score",
    "territories",
    "totals",
]

Cell = tuple[int, int]
Zone = tuple[int, int, int]
Arm = tuple[int, int, int]
Node = tuple[int, ...]  # a centre is its cell, a road end one of the arms that end there
Kingdom = dict[Cell, Entry]

TERRAINS = ["mountains", "forest", "plains", "swamps"]
STEPS = [(0, -1), (1, 0), (0, 1), (-1, 0)]  # over side 0, 1, 2, 3
ROTATIONS = [0, 90, 180, 270]
HAND = 10
EDICTS = 6
ROUNDS = 9
WIDTH = 3


# ---- Scoring ----


def score(document: Document) -> list[dict[str, int]]:
    """The breakdown of each seat, for any position, from the cards revealed so far (KD-12 to KD-16, KD-20).

    One dict a seat; keys in the page's order: `kingsroad`, the edicts drawn so far in that order, then
    `mountains`, `forest`, `plains`, `swamps`; values are points, their sum is the score.
    """
    edicts = edict_points(document)
    return [
        {
            **{name: points[seat] for name, points in edicts.items()},
            **{terrain: terrain_points(document, seat, terrain) for terrain in TERRAINS},
        }
        for seat in seats_of(document)
    ]


def totals(document: Document) -> list[int]:
    """The score of each seat: the sum of its breakdown."""
    return [sum(points.values()) for points in score(document)]


def ranking(document: Document) -> dict[str, Any]:
    """KD-15: who would win if the game ended now: most points, then the longest road, else shared.

    `winners`, `ranks` (one a seat, 1 is best, equals share one), `tie_break` (`longest_road` or None).
    """
    points = totals(document)
    standings = [[points[seat], longest_road(document, seat)] for seat in seats_of(document)]
    return ranked(standings, ["longest_road"])


def edict_points(document: Document) -> dict[str, list[int]]:
    """KD-12: the points that each edict gives each seat: all to the one with strictly the most."""
    worth = deck_of(document).get("edict_points", load_data("kingdom_deck")["edict_points"])
    return {
        name: [worth if count == max(counts) and counts.count(count) == 1 else 0 for count in counts]
        for name, counts in edict_counts(document).items()
    }


def edict_counts(document: Document) -> dict[str, list[int]]:
    """KD-8, KD-12: by edict, Kingsroad and those drawn so far, what it counts for each seat."""
    names = ["kingsroad", *document["position"]["edicts"]]
    return {name: [edict_count(document, seat, name) for seat in seats_of(document)] for name in names}


def edict_count(document: Document, seat: int, name: str) -> int:
    """KD-12: what an edict, drawn or not, counts in the kingdom of a seat."""
    kind, _, what = name.partition("-")
    match kind:
        case "kingsroad":
            return longest_road(document, seat)
        case "symbol":
            return copies(document, seat, what)
        case "largest":
            return max([len(territory) for territory in territories(document, seat, what)], default=0)
        case "count":
            return len(territories(document, seat, what))
    raise ValueError(f"edict {name!r} is none of KD-8")


def copies(document: Document, seat: int, symbol: str) -> int:
    """KD-12: how often a symbol stands in the kingdom of a seat."""
    return sum(shown == symbol for card in kingdom_of(document, seat).values() for _, shown in card["zones"])


def terrain_points(document: Document, seat: int, terrain: str) -> int:
    """KD-14: points by the number of different symbols in the territory that has the most of them."""
    found = territories(document, seat, terrain)
    if not found:
        return 0
    points: list[int] = deck_of(document).get("set_points", load_data("kingdom_deck")["set_points"])
    most = max(len(symbols_in(document, seat, territory)) for territory in found)
    return points[min(most, len(points) - 1)]


def symbols_in(document: Document, seat: int, territory: set[Zone]) -> set[str]:
    """KD-14: the different symbols of a territory."""
    kingdom = kingdom_of(document, seat)
    symbols = [kingdom[x, y]["zones"][corner][1] for x, y, corner in territory]
    return {symbol for symbol in symbols if symbol is not None}


# ---- Cards as they lie ----


def seats_of(document: Document) -> range:
    """G-1: the seats."""
    return range(len(document["position"]["kingdoms"]))


def deck_of(document: Document) -> Entry:
    """KD-7, KD-18: the deck, the reference or one's own."""
    deck = document["params"]["deck"]
    own: Entry = load_data("kingdom_deck") if isinstance(deck, str) else deck
    return own


def kingdom_of(document: Document, seat: int) -> Kingdom:
    """KD-10, KD-3: the revealed cards of a seat by their cell, zones and arms turned as the cards lie."""
    cards = {card["id"]: card for card in deck_of(document)["cards"]}
    return {
        (lain["x"], lain["y"]): {
            "zones": turned(cards[lain["card"]]["zones"], lain["rotation"]),
            "arms": turned(cards[lain["card"]]["arms"], lain["rotation"]),
        }
        for lain in document["position"]["kingdoms"][seat]
    }


def turned(printed: list[Any], rotation: int) -> list[Any]:
    """KD-3: 90 degrees clockwise move what is printed at k to k + 1."""
    return [printed[(k - rotation // 90) % 4] for k in range(4)]


def corners_along(card: Entry, side: int) -> list[int]:
    """KD-1: the corner to which each quarter of a side belongs, clockwise."""
    slot, _dots = card["arms"][side]
    return [side if quarter < slot else (side + 1) % 4 for quarter in range(4)]


# ---- Territories ----


def territories(document: Document, seat: int, terrain: str) -> list[set[Zone]]:
    """KD-5: the territories of one terrain in the kingdom of a seat, each as the set of its zones."""
    kingdom = kingdom_of(document, seat)
    left = {
        (x, y, corner) for (x, y), card in kingdom.items() for corner in range(4) if card["zones"][corner][0] == terrain
    }
    found = []
    while left:
        territory = {min(left)}
        while grown := {zone for one in territory for zone in touching(kingdom, one)} & left - territory:
            territory |= grown
        left -= territory
        found.append(territory)
    return found


def touching(kingdom: Kingdom, zone: Zone) -> set[Zone]:
    """KD-4: the zones that touch one: across a road on its card, or by a quarter of a side of two cards."""
    x, y, corner = zone
    zones = {(x, y, (corner + 1) % 4), (x, y, (corner - 1) % 4)}
    for side, (dx, dy) in enumerate(STEPS):
        if (x + dx, y + dy) in kingdom:
            mine = corners_along(kingdom[x, y], side)
            theirs = corners_along(kingdom[x + dx, y + dy], (side + 2) % 4)
            zones |= {(x + dx, y + dy, theirs[3 - q]) for q in range(4) if mine[q] == corner}
    return zones


# ---- Roads ----


def longest_road(document: Document, seat: int) -> int:
    """KD-13: the most dots on a trail in the kingdom of a seat."""
    return dots_on(kingdom_of(document, seat), longest_trail(document, seat))


def longest_trail(document: Document, seat: int) -> list[Arm]:
    """KD-13: the arms, in order, of a trail with the most dots; every trail from every node is tried."""
    kingdom = kingdom_of(document, seat)
    arms_at = arms_by_node(kingdom)
    trails = [best_trail(kingdom, arms_at, node, []) for node in arms_at]
    return max(trails, key=lambda trail: dots_on(kingdom, trail), default=[])


def dots_on(kingdom: Kingdom, trail: list[Arm]) -> int:
    """KD-1: the dots on some arms."""
    return sum(kingdom[x, y]["arms"][side][1] for x, y, side in trail)


def arms_by_node(kingdom: Kingdom) -> dict[Node, dict[Arm, Node]]:
    """KD-13: by node, the arms that meet there, each with the node at its other end."""
    arms_at: dict[Node, dict[Arm, Node]] = {}
    for x, y in kingdom:
        for side in range(4):
            end = road_end(kingdom, (x, y, side))
            arms_at.setdefault((x, y), {})[x, y, side] = end
            arms_at.setdefault(end, {})[x, y, side] = (x, y)
    return arms_at


def road_end(kingdom: Kingdom, arm: Arm) -> Node:
    """KD-6: the node where an arm ends at its side: its own, or one with the arm that it joins."""
    x, y, side = arm
    dx, dy = STEPS[side]
    facing = (x + dx, y + dy, (side + 2) % 4)
    if (x + dx, y + dy) in kingdom:
        slot, _dots = kingdom[x, y]["arms"][side]
        facing_slot, _dots = kingdom[x + dx, y + dy]["arms"][facing[2]]
        if slot + facing_slot == 4:
            return min(arm, facing)
    return arm


def best_trail(kingdom: Kingdom, arms_at: dict[Node, dict[Arm, Node]], node: Node, trail: list[Arm]) -> list[Arm]:
    """KD-13: of all trails that go on from `trail`, which has come to `node`, one with the most dots."""
    best = trail
    for arm, other_end in arms_at[node].items():
        if arm not in trail:
            longer = best_trail(kingdom, arms_at, other_end, [*trail, arm])
            if dots_on(kingdom, longer) > dots_on(kingdom, best):
                best = longer
    return best


# ---- Legal actions ----


def legal_texts(document: Document) -> list[str]:
    """The legal action texts of the acting player (KD-9, KD-10), sorted.

    Empty while edicts are drawn and cards dealt, and when the game is over (KD-19).
    """
    position = document["position"]
    if is_set_up(document) and position["round"] <= ROUNDS:
        for seat, pending in enumerate(position["pending"]):
            if pending is None:
                return sorted(f"pick {card}" for card in position["hands"][seat])
            if "x" not in pending:
                return sorted(place_texts(document, seat))
    return []


def is_set_up(document: Document) -> bool:
    """KD-7, KD-8: whether all edicts are drawn and, in round 1, all hands dealt."""
    position = document["position"]
    dealt = [
        len(hand) + (pending is not None) for hand, pending in zip(position["hands"], position["pending"], strict=True)
    ]
    return len(position["edicts"]) == EDICTS and (position["round"] > 1 or min(dealt) == HAND)


def place_texts(document: Document, seat: int) -> list[str]:
    """KD-9: every free cell with every turn."""
    return [f"place {x},{y} {rotation}" for x, y in free_cells(document, seat) for rotation in ROTATIONS]


def free_cells(document: Document, seat: int) -> list[Cell]:
    """KD-10: 0,0 for the first card; then the empty cells beside a card that keep to a 3x3 square."""
    taken = set(kingdom_of(document, seat))
    if not taken:
        return [(0, 0)]
    beside = {(x + dx, y + dy) for x, y in taken for dx, dy in STEPS} - taken
    return sorted(cell for cell in beside if fits(taken | {cell}))


def fits(cells: set[Cell]) -> bool:
    """KD-10: whether the bounding box of some cells is at most 3 by 3."""
    across = [x for x, _ in cells]
    down = [y for _, y in cells]
    return max(across) - min(across) < WIDTH and max(down) - min(down) < WIDTH
