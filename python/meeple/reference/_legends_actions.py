"""The legal actions of a Legends document, read from the rules (LG-7 to LG-18, LG-27, LG-31)."""

from meeple._data import load_data
from meeple.reference._legends_map import (
    Document,
    Entry,
    faces_in_play,
    land_borders,
    layout_of,
    regions_in_play,
    regions_of_face,
    water_borders,
)
from meeple.reference._legends_table import (
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
    """LG-7: a region on another board than the starting region's; with only one board any other region."""
    start = layout_of(document)["start"]
    boards = [regions_of_face(face) for face in faces_in_play(document)]
    if len(boards) == 1:
        return [f"extra {region}" for region in boards[0] if region != start]
    return [f"extra {region}" for board in boards if start not in board for region in board]


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
            n += owned(document, seat, "plus_army")
        case "move":
            n += owned(document, seat, "plus_move")
    return max(0, n)


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
    """LG-14: on the starting region or where the seat has a city, as long as the supply lasts."""
    if armies_in_supply(document, seat) < 1:
        return []
    cities = players_of(document)[seat]["cities"]
    start = layout_of(document)["start"]
    allowed = [region for region in regions_in_play(document) if region == start or cities.get(region, 0) > 0]
    return [f"place {region}" for region in allowed]


def move_texts(document: Document, seat: int, points: int) -> list[str]:
    """LG-15: one army over one border that the points pay for; of several the cheapest counts."""
    water_cost = max(1, 3 - owned(document, seat, "flying"))
    payable = land_borders(document) if points >= 1 else []
    payable += water_borders(document) if points >= water_cost else []
    occupied = regions_with_armies(document, seat)
    both_ways = payable + [(other, one) for one, other in payable]
    return [f"move {origin} {target}" for origin, target in both_ways if origin in occupied]


def build_texts(document: Document, seat: int) -> list[str]:
    """LG-16: where the seat has an army, as long as it has cities (3 in all)."""
    if sum(players_of(document)[seat]["cities"].values()) >= CITIES:
        return []
    return [f"build {region}" for region in regions_with_armies(document, seat)]


def destroy_texts(document: Document, seat: int) -> list[str]:
    """LG-17: any army in a region where the seat has one, its own too, but none of another who is immune."""
    texts = []
    for region in regions_with_armies(document, seat):
        for owner in range(len(players_of(document))):
            may_be_named = owner == seat or not is_immune(document, owner)
            if may_be_named and region in regions_with_armies(document, owner):
                texts.append(f"destroy {region} {owner}")
        if document["position"]["neutral"].get(region, 0) > 0:
            texts.append(f"destroy {region} neutral")
    return texts
