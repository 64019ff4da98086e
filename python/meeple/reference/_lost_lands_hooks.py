"""Where Lost Lands has a rule otherwise than Legends (LL-3 to LL-5, LL-10, LL-13, LL-15 to LL-21)."""

from typing import Any

from meeple._data import load_data
from meeple.reference._legends_actions import crossings, water_cost
from meeple.reference._legends_hooks import HOOKS, Crossing, Document, Entry, Hooks
from meeple.reference._legends_map import (
    exit_opposite,
    exits_by_cell,
    faces_by_name,
    faces_in_play,
    layout_of,
    regions_in_play,
)
from meeple.reference._legends_table import all_armies_in, controlled_regions, owned, players_of

EXPANSION_FACES = {"lost_lands": "lost-lands", "cavern": "cavern"}  # LL-1: by the parameter `board`
LAVA = 3  # LL-13


class LostLands(Hooks):
    """The hooks of Lost Lands."""

    boxes = ("legends_cards", "legends_boards", "lost_lands")
    armies = 21  # LL-5
    start_armies = 3  # LL-5
    leader_boxes = ("legends_cards", "lost_lands")

    def second_start(self, document: Document) -> list[str]:
        """LL-4: with 5 or 6 players the layout has a second starting region."""
        return [layout_of(document)["second_start"]] if len(players_of(document)) >= 5 else []

    def printed_portals(self, document: Document) -> list[str]:
        """LL-4: one on the expansion board, one of the layout."""
        return [expansion_face(document)["portal"], layout_of(document)["portal"]]

    def kept_free(self, document: Document) -> list[str]:
        """LL-4: no token comes to the second portal's region; to the printed one it may."""
        return [layout_of(document)["portal"]]

    def asks_for_the_sea(self, document: Document) -> bool:
        """LL-16, LL-25: it is drawn after the tokens; never where no region has an exit."""
        is_open = document["params"]["open_sea"] and document["position"]["sea"] is None
        return bool(is_open and regions_with_exit(document))

    def more_tokens(self, document: Document) -> list[str]:
        """LL-17: the factions, after the citadels."""
        return list(factions(document))

    def leader_fits(self, document: Document, leader: Entry) -> bool:
        """LL-24: without leader armies only those that do not need one."""
        return bool(document["params"]["leader_armies"]) or leader.get("needs") != "leader_armies"

    def cards_elsewhere(self, document: Document) -> list[str]:
        """The cards in hands, and those chosen and not yet revealed."""
        position = document["position"]
        in_hands = [card for hand in position["hands"] for card in hand]
        return in_hands + [card for card in position["selected"] if card is not None]

    def crossings(self, document: Document, crossings: list[Crossing], water: int) -> list[Crossing]:
        """LL-13, LL-16, LL-19: lava and the open sea as well, and thorns that may only be travelled through."""
        thorns = document["position"]["thorns"]
        return past_thorns([*crossings, *over_lava(document), *over_open_sea(document, water)], thorns)

    def has_leader_army(self, document: Document, seat: int, region: str) -> bool:
        """LL-18: whether the seat's leader army stands there."""
        return bool(document["position"]["leader_army"][seat] == region)

    def more_strength(self, document: Document, seat: int, region: str) -> int:
        """LL-18, LL-21: a leader army counts 2 for control, the Frog Warrior's 3."""
        if not self.has_leader_army(document, seat, region):
            return 0
        return 3 if has_leader(document, seat, "frog-warrior") else 2

    def leader_move_texts(self, document: Document, seat: int, points: int) -> list[str]:
        """LL-18: it moves as an army."""
        return [
            f"move {origin} {target} leader"
            for origin, target, cost in crossings(document, self.leader_water_cost(document, seat))
            if cost <= points and self.has_leader_army(document, seat, origin)
        ]

    def leader_water_cost(self, document: Document, seat: int) -> int:
        """LL-18, LL-21: as for other armies, but the Frog Warrior's pays no more than 1."""
        return 1 if has_leader(document, seat, "frog-warrior") else water_cost(document, seat)

    def this_turn(self, document: Document, seat: int, kind: str) -> int:
        """LL-10, LL-15, LL-20: the 1st Player token, the turn-order token, the Bat Rider's wings."""
        effect = turn_token_effect(document, seat)
        match kind:
            case "plus_army":
                return int(document["position"]["first"] == seat) + int(effect == "plus_army")
            case "flying":
                return int(effect == "wing")
            case "plus_move":
                wings = owned(document, seat, "flying") + self.this_turn(document, seat, "flying")
                return int(effect == "plus_move") + (wings if has_leader(document, seat, "bat-rider") else 0)
        raise ValueError(f"{kind!r} is nothing that works in an action")

    def leader_points(self, document: Document, seat: int, leader: str) -> int:
        """LL-20: the Bat Rider's VP; the other leaders of the expansion have none."""
        if leader != "bat-rider":
            return 0
        others = [other for other in range(len(players_of(document))) if other != seat]
        return sum(
            any(all_armies_in(document, other, region) >= 2 for other in others)
            for region in controlled_regions(document, seat)
        )


def expansion_face(document: Document) -> Entry:
    """LL-1: the face of the expansion board in play, printed or one's own."""
    return faces_by_name(document)[EXPANSION_FACES[document["params"]["board"]]]


def has_leader(document: Document, seat: int, leader: str) -> bool:
    """Whether a seat was dealt this leader."""
    return bool(players_of(document)[seat]["leader"] == leader)


def factions(document: Document) -> dict[str, list[str]]:
    """LL-17: the two families of each faction token; none without the variant."""
    if not document["params"]["factions"]:
        return {}
    return {token["id"]: token["families"] for token in load_data("lost_lands")["factions"]}


def turn_token_effect(document: Document, seat: int) -> str | None:
    """LL-15: what the seat's turn-order token does this turn."""
    number = document["position"]["turn_tokens"][seat]
    effects: dict[str, Any] = load_data("lost_lands")["turn_tokens"]
    return None if number is None else effects[str(len(players_of(document)))][number - 1]


def over_lava(document: Document) -> list[Crossing]:
    """LL-13: each border over lava, both ways, at 3 points."""
    borders = [border for face in faces_in_play(document) for border in face.get("lava", [])]
    return [(one, other, LAVA) for one, other in borders] + [(other, one, LAVA) for one, other in borders]


def over_open_sea(document: Document, water: int) -> list[Crossing]:
    """LL-16: from the token's region to every other region with an exit that is joined to no other board."""
    origin = document["position"]["sea"]
    if origin is None:
        return []
    return [(origin, target, water) for target in regions_with_open_exit(document) if target != origin]


def regions_with_exit(document: Document) -> list[str]:
    """LL-16: the regions with an exit, each once."""
    with_exit = {region for exits in exits_by_cell(document).values() for region in exits.values()}
    return [region for region in regions_in_play(document) if region in with_exit]


def regions_with_open_exit(document: Document) -> list[str]:
    """LL-16, LG-2: the regions with an exit that leads nowhere."""
    return [
        region
        for (x, y), exits in exits_by_cell(document).items()
        for side, region in exits.items()
        if exit_opposite(document, x, y, side) is None
    ]


def past_thorns(crossings: list[Crossing], thorns: str | None) -> list[Crossing]:
    """LL-19: neither into the thorns nor out of them, but through them from neighbour to neighbour, for both costs."""
    if thorns is None:
        return crossings
    into = [(origin, cost) for origin, target, cost in crossings if target == thorns]
    out_of = [(target, cost) for origin, target, cost in crossings if origin == thorns]
    through = [(origin, target, cost + more) for origin, cost in into for target, more in out_of if origin != target]
    return [crossing for crossing in crossings if thorns not in crossing[:2]] + through


HOOKS["lost_lands"] = LostLands()
