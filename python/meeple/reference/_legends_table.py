"""What lies on the table of a Legends document: who owns, controls and has in force what.

A *side* is a seat, or `len(players)`, which stands for the neutral armies (LG-8).
"""

from meeple._data import load_data
from meeple.reference._legends_map import (
    Document,
    Entry,
    own_tokens,
    regions_in_play,
    regions_where_lies,
)

ARMIES = 18


def players_of(document: Document) -> list[Entry]:
    """All players of the position, by seat."""
    players: list[Entry] = document["position"]["players"]
    return players


def cards_of_the_game(document: Document) -> dict[str, Entry]:
    """LG-6, LG-32: every card by its id; a named deck lays its overrides over the printed cards."""
    deck = document["params"]["deck"]
    if not isinstance(deck, str):
        return {card["id"]: card for card in deck["cards"]}
    data = load_data("legends_cards")
    cards: dict[str, Entry] = {card["id"]: dict(card) for card in data["cards"]}
    for override in data["decks"][deck]["overrides"]:
        cards[override["id"]].update(override)
    return cards


def cards_owned(document: Document, seat: int) -> list[Entry]:
    """The cards of a seat, in the order taken."""
    cards = cards_of_the_game(document)
    return [cards[name] for name in players_of(document)[seat]["cards"]]


def explore_tokens(document: Document) -> dict[str, Entry]:
    """LG-25: the explore tokens by name; none without the variant."""
    if not document["params"]["explore"]:
        return {}
    return {token["id"]: token for token in load_data("legends_cards")["tokens"]["explore"]}


def cards_of_family(document: Document, seat: int, family: str) -> int:
    """How many cards of one family a seat owns."""
    return sum(card["family"] == family for card in cards_owned(document, seat))


def armies_on_the_board(document: Document, seat: int) -> int:
    """The armies of a seat on the board."""
    armies: dict[str, int] = players_of(document)[seat]["armies"]
    return sum(armies.values())


def armies_in_supply(document: Document, seat: int) -> int:
    """LG-7, LG-27: the armies that are neither on the board nor captured by a Red Sorceress."""
    captured: list[int] = [player["captured"].get(str(seat), 0) for player in players_of(document)]
    return ARMIES - armies_on_the_board(document, seat) - sum(captured)


def regions_with_armies(document: Document, seat: int) -> list[str]:
    """The regions in which a seat has at least one army."""
    armies = players_of(document)[seat]["armies"]
    return [region for region in regions_in_play(document) if armies.get(region, 0) > 0]


def strictly_most(counts: list[int]) -> int | None:
    """The side that has strictly more than every other, if there is one."""
    first = [side for side, count in enumerate(counts) if count == max(counts)]
    return first[0] if len(first) == 1 else None


def controller(document: Document, region: str) -> int | None:
    """LG-20, LG-8: the side with strictly more armies and cities together than every other side."""
    players = players_of(document)
    counts = [player["armies"].get(region, 0) + player["cities"].get(region, 0) for player in players]
    neutral = document["position"]["neutral"].get(region, 0)
    return strictly_most([*counts, neutral])


def controlled_regions(document: Document, seat: int) -> list[str]:
    """LG-20: the regions a seat controls."""
    return [region for region in regions_in_play(document) if controller(document, region) == seat]


def island_controller(document: Document, island: list[str]) -> int | None:
    """LG-21, LG-8: the side that controls strictly more of its regions than every other side."""
    controllers = [controller(document, region) for region in island]
    return strictly_most([controllers.count(side) for side in range(len(players_of(document)) + 1)])


def effects_in_force(document: Document, seat: int) -> list[Entry]:
    """LG-12, LG-25, LG-26: effects of owned cards, of taken tokens, of `control` tokens where it controls."""
    tokens = {**explore_tokens(document), **own_tokens(document)}
    effects: list[Entry] = []
    for card in cards_owned(document, seat):
        effects += card["abilities"]
    for name in players_of(document)[seat]["tokens"]:
        effects += tokens[name]["effects"]
    for token in control_tokens(document, seat):
        effects += token["effects"]
    return effects


def control_tokens(document: Document, seat: int) -> list[Entry]:
    """LG-26: the `control` tokens that work for a seat, since it controls their region now."""
    return [
        token
        for name, token in own_tokens(document).items()
        if token.get("on") == "control"
        for region in regions_where_lies(document, name)
        if controller(document, region) == seat
    ]


def sum_of(kind: str, effects: list[Entry]) -> int:
    """LG-26: the sum of one kind of effect, as it comes (it may be negative)."""
    return sum(effect["n"] for effect in effects if effect["kind"] == kind)


def owned(document: Document, seat: int, kind: str) -> int:
    """What a seat has of `elixir`, `flying`, `plus_army` or `plus_move`."""
    return sum_of(kind, effects_in_force(document, seat))


def is_immune(document: Document, seat: int) -> bool:
    """LG-17: whether a card of the seat says that others may not destroy its armies."""
    return any(effect["kind"] == "immune" for effect in effects_in_force(document, seat))


def has_magic_book(document: Document, seat: int) -> bool:
    """LG-25: whether the seat has taken the token that wins every tie."""
    return any(effect["kind"] == "wins_ties" for effect in effects_in_force(document, seat))
