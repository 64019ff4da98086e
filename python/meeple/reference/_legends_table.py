"""What lies on the table of a Legends document: who owns, controls and has in force what.

A *side* is a seat, or `len(players)`, which stands for the neutral armies (LG-8).
"""

from meeple._data import load_data
from meeple.reference._legends_hooks import Document, Entry, hooks
from meeple.reference._legends_map import own_tokens, regions_in_play, regions_where_lies


def players_of(document: Document) -> list[Entry]:
    """All players of the position, by seat."""
    players: list[Entry] = document["position"]["players"]
    return players


def cards_of_the_game(document: Document) -> dict[str, Entry]:
    """LG-6, LG-32, LL-2: every card by its id; a named deck lays its overrides over the printed cards."""
    deck = document["params"]["deck"]
    if not isinstance(deck, str):
        return {card["id"]: card for card in deck["cards"]}
    printed = [card for box in hooks(document).boxes for card in load_data(box).get("cards", [])]
    cards: dict[str, Entry] = {card["id"]: dict(card) for card in printed}
    for override in load_data("legends_cards")["decks"][deck]["overrides"]:
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
    """The armies of a seat on the board, its leader army not among them."""
    armies: dict[str, int] = players_of(document)[seat]["armies"]
    return sum(armies.values())


def armies_in_supply(document: Document, seat: int) -> int:
    """LG-7, LG-27: the armies that are neither on the board nor captured by a Red Sorceress."""
    captured: list[int] = [player["captured"].get(str(seat), 0) for player in players_of(document)]
    return hooks(document).armies - armies_on_the_board(document, seat) - sum(captured)


def armies_in(document: Document, seat: int, region: str) -> int:
    """The armies of a seat in a region, its leader army not among them."""
    armies: int = players_of(document)[seat]["armies"].get(region, 0)
    return armies


def all_armies_in(document: Document, seat: int, region: str) -> int:
    """LL-18: the armies of a seat in a region, its leader army one of them."""
    return armies_in(document, seat, region) + int(hooks(document).has_leader_army(document, seat, region))


def regions_with_armies(document: Document, seat: int) -> list[str]:
    """LG-16, LG-17, LL-18: the regions in which a seat has at least one army, be it its leader army."""
    return [region for region in regions_in_play(document) if all_armies_in(document, seat, region) > 0]


def strictly_most(counts: list[int]) -> int | None:
    """The side that has strictly more than every other, if there is one."""
    first = [side for side, count in enumerate(counts) if count == max(counts)]
    return first[0] if len(first) == 1 else None


def strength(document: Document, seat: int, region: str) -> int:
    """LG-20, LL-18: what a seat has in a region for its control."""
    cities: int = players_of(document)[seat]["cities"].get(region, 0)
    return armies_in(document, seat, region) + cities + hooks(document).more_strength(document, seat, region)


def controller(document: Document, region: str) -> int | None:
    """LG-20, LG-8: the side with strictly more armies and cities together than every other side."""
    strengths = [strength(document, seat, region) for seat in range(len(players_of(document)))]
    neutral = document["position"]["neutral"].get(region, 0)
    return strictly_most([*strengths, neutral])


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
