"""The legal actions of a Legends document, read from the rules (LG-7 to LG-18, LG-27, LG-31)."""

from meeple._data import load_data
from meeple.reference._legends_hooks import Crossing, Document, Entry, hooks
from meeple.reference._legends_map import (
    faces_in_play,
    land_borders,
    layout_of,
    regions_in_play,
    regions_of_face,
    starts,
    water_borders,
)
from meeple.reference._legends_table import (
    armies_in,
    armies_in_supply,
    cards_of_the_game,
    is_immune,
    owned,
    players_of,
    regions_with_armies,
)

CITIES = 3


def legal_texts(document: Document) -> list[str]:
    """The legal action texts of the acting player (LG-7 to LG-18, LG-27, LG-31), sorted, each once.

    Empty in chance phases and when the game is over.
    """
    position, params = document["position"], document["params"]
    seat = position["turn"]
    match position["phase"]:
        case "extra":
            texts = extra_texts(document)
        case "neutral" if params["neutral"] == "placed":
            texts = [f"neutral {region}" for region in regions_in_play(document)]
        case "bid":
            texts = [f"bid {coins}" for coins in range(players_of(document)[seat]["coins"] + 1)]
        case "take":
            texts = take_texts(document, seat)
        case "action":
            texts = ["pass", *action_texts(document, seat)]
        case "bonus":
            texts = [f"bonus {place}" for place in range(1, len(position["row"]) + 1)]
        case _:
            texts = []
    return sorted(set(texts))


def extra_texts(document: Document) -> list[str]:
    """LG-7: a region on another board than the starting region's; with only one board any other region.

    LL-5: not the second start.
    """
    start = layout_of(document)["start"]
    boards = [regions_of_face(face) for face in faces_in_play(document)]
    allowed = boards if len(boards) == 1 else [board for board in boards if start not in board]
    return [f"extra {region}" for board in allowed for region in board if region not in starts(document)]


def take_texts(document: Document, seat: int) -> list[str]:
    """LG-12: the cards of the row whose place costs no more than the seat's coins."""
    costs = load_data("legends_cards")["row_costs"]
    coins = players_of(document)[seat]["coins"]
    places = range(1, len(document["position"]["row"]) + 1)
    return [f"take {place}" for place in places if costs[place - 1] <= coins]


def action_texts(document: Document, seat: int) -> list[str]:
    """LG-13: the steps of the part at hand; while an `or` is open, the first steps of both branches."""
    pending = document["position"]["pending"]
    card = cards_of_the_game(document)[pending["card"]]
    if card["join"] == "or" and pending["branch"] is None:
        one, other = card["action"]
        return steps(document, seat, one, worth(document, seat, one)) + steps(
            document, seat, other, worth(document, seat, other)
        )
    return steps(document, seat, card["action"][pending["part"]], pending["left"])


def worth(document: Document, seat: int, part: Entry) -> int:
    """LG-13 to LG-17, LG-26: what a part that begins now is worth, never less than 0."""
    n: int = part["n"]
    match part["kind"]:
        case "place":
            n += at_work(document, seat, "plus_army")
        case "move":
            n += at_work(document, seat, "plus_move")
    return max(0, n)


def at_work(document: Document, seat: int, kind: str) -> int:
    """What a seat has of `plus_army`, `plus_move` or `flying` in its action (LL-10, LL-15, LL-20: not only owned)."""
    return owned(document, seat, kind) + hooks(document).this_turn(document, seat, kind)


def steps(document: Document, seat: int, part: Entry, left: int) -> list[str]:
    """LG-14 to LG-17: the steps of a part that still has `left` armies, points, cities or destructions."""
    if left < 1:
        return []
    match part["kind"]:
        case "place":
            return place_texts(document, seat)
        case "move":
            return move_texts(document, seat, left)
        case "build":
            return build_texts(document, seat)
        case "destroy":
            return destroy_texts(document, seat)
    raise ValueError(f"action {part['kind']!r} is none of LG-14 to LG-17")


def place_texts(document: Document, seat: int) -> list[str]:
    """LG-14: on the starting region(s) or where the seat has a city, as long as the supply lasts."""
    if armies_in_supply(document, seat) < 1:
        return []
    cities = players_of(document)[seat]["cities"]
    with_city = [region for region in regions_in_play(document) if cities.get(region, 0) > 0]
    return [f"place {region}" for region in [*starts(document), *with_city]]


def move_texts(document: Document, seat: int, points: int) -> list[str]:
    """LG-15, LL-18: one army over one border that the points pay for; of several the cheapest counts."""
    texts = [
        f"move {origin} {target}"
        for origin, target, cost in crossings(document, water_cost(document, seat))
        if cost <= points and armies_in(document, seat, origin) > 0
    ]
    return texts + hooks(document).leader_move_texts(document, seat, points)


def water_cost(document: Document, seat: int) -> int:
    """LG-15: 3 points less one for each flying, never below 1."""
    return max(1, 3 - at_work(document, seat, "flying"))


def crossings(document: Document, water: int) -> list[Crossing]:
    """LG-15: each border, both ways, with its cost: 1 by land, as much as said over water."""
    borders = [(one, other, 1) for one, other in land_borders(document)]
    borders += [(one, other, water) for one, other in water_borders(document)]
    both_ways = borders + [(other, one, cost) for one, other, cost in borders]
    return hooks(document).crossings(document, both_ways, water)


def build_texts(document: Document, seat: int) -> list[str]:
    """LG-16: where the seat has an army, as long as it has cities (3 in all)."""
    if sum(players_of(document)[seat]["cities"].values()) >= CITIES:
        return []
    return [f"build {region}" for region in regions_with_armies(document, seat)]


def destroy_texts(document: Document, seat: int) -> list[str]:
    """LG-17, LL-18: any army in a region where the seat has one, its own too, but none of another who is immune."""
    texts = []
    for region in regions_with_armies(document, seat):
        for owner in range(len(players_of(document))):
            may_be_named = owner == seat or not is_immune(document, owner)
            if may_be_named and armies_in(document, owner, region) > 0:
                texts.append(f"destroy {region} {owner}")
            if may_be_named and hooks(document).has_leader_army(document, owner, region):
                texts.append(f"destroy {region} {owner} leader")
        if document["position"]["neutral"].get(region, 0) > 0:
            texts.append(f"destroy {region} neutral")
    return texts
