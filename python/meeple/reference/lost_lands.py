"""Eight-Minute Empire: Lost Lands, read aloud: Legends' reference with what the expansion changes.

Independent of the core and slow on purpose; tests hold the two against each other. Every function takes a
whole `meeple-position` document (`{"params": {...}, "position": {...}, ...}`) and changes nothing. `LL-n` are
the rules of the game's page, `LG-n` those of Legends, whose reference does the rest of the work and asks
`_lost_lands_hooks` where this game has a rule otherwise. Who knows which card stands in `_lost_lands_seen`, what a
step does in `_lost_lands_play`.
"""

from itertools import product
from typing import Any

from meeple._data import load_data
from meeple.reference import legends
from meeple.reference._legends_chance import deck
from meeple.reference._legends_hooks import Document
from meeple.reference._legends_map import regions_in_play, regions_where_lies
from meeple.reference._legends_table import controller, players_of
from meeple.reference._lost_lands_hooks import factions, regions_with_exit
from meeple.reference._lost_lands_play import after, crystal_seat
from meeple.reference._lost_lands_seen import known, view_of

__all__ = ["after", "chance_texts", "crystal_seat", "known", "legal_texts", "ranking", "score", "totals", "view_of"]


def score(document: Document) -> list[dict[str, int]]:
    """The breakdown of each seat, for any position (LG-20 to LG-27, LL-13 to LL-24).

    One dict a seat; keys in the page's order: `regions`, `continents`, `elixirs`, each owned card with a `vp_`
    ability in the order taken, then, where its parameter is on, `citadels`, `magic_book`, `leader`, and
    `crystals` where the cavern is in play. Values may be 0; their sum is the score.
    """
    return [best_breakdown(document, seat) for seat in range(len(players_of(document)))]


def totals(document: Document) -> list[int]:
    """The score of each seat: the sum of its breakdown."""
    return [sum(points.values()) for points in score(document)]


def best_breakdown(document: Document, seat: int) -> dict[str, int]:
    """LL-17: the breakdown with the families that give the seat the most VP; of equal ones the first."""
    choices = product(*factions_of(document, seat))
    breakdowns = [breakdown(document, seat, families) for families in choices]
    return max(breakdowns, key=lambda points: sum(points.values()))  # the first of the best


def factions_of(document: Document, seat: int) -> list[list[str]]:
    """LL-17: the two families of each faction token whose region the seat controls, the lowest token first."""
    return [
        families
        for name, families in factions(document).items()
        for region in regions_where_lies(document, name)
        if controller(document, region) == seat
    ]


def breakdown(document: Document, seat: int, families: tuple[str, ...]) -> dict[str, int]:
    """One seat's breakdown when its faction tokens count as cards of these families."""
    points = legends.breakdown(document, seat, families)
    if document["params"]["board"] == "cavern":
        points["crystals"] = document["position"]["crystals"][seat]
    return points


def ranking(document: Document) -> dict[str, Any]:
    """LG-24: who would win if the game ended now; as `meeple.reference.legends.ranking`."""
    return legends.ranking_by(document, totals(document))


def legal_texts(document: Document) -> list[str]:
    """The legal action texts of the acting player, sorted, each once; empty in chance phases and at the end."""
    position = document["position"]
    match position["phase"]:
        case "select":
            texts = select_texts(document)
        case "go":
            texts = ["go first", "go last"]
        case "turn_token":
            free = [k for k in range(1, len(players_of(document)) + 1) if k not in position["turn_tokens"]]
            texts = [f"token {k}" for k in free]
        case "thorns":
            texts = ["pass", *(f"thorns {region}" for region in regions_in_play(document))]
        case "bonus":
            texts = [f"bonus {place}" for place in range(1, len(position["hands"][position["turn"]]) + 1)]
        case _:
            texts = legends.legal_texts(document)
    return sorted(texts)


def select_texts(document: Document) -> list[str]:
    """LL-8: the cards of the hand whose place costs no more than the seat's coins."""
    position = document["position"]
    costs = load_data("lost_lands")["hand_costs"]
    coins = players_of(document)[position["turn"]]["coins"]
    places = range(1, len(position["hands"][position["turn"]]) + 1)
    return [f"select {place}" for place in places if costs[place - 1] <= coins]


def chance_texts(document: Document) -> list[str]:
    """The texts of the outcomes of the chance node at hand, sorted; empty elsewhere. All are equally likely."""
    position = document["position"]
    match position["phase"]:
        case "sea":
            texts = [f"sea {region}" for region in regions_with_exit(document)]
        case "deal" | "draw" | "bonus_deal":
            texts = [f"deal {card}" for card in deck(document)]
        case "first":
            texts = [f"first {seat}" for seat in seats_that_may_declare(document)]
        case _:
            texts = legends.chance_texts(document)
    return sorted(texts)


def seats_that_may_declare(document: Document) -> list[int]:
    """LL-9, LL-15: the seats that chose a card; with `frantic` those of them without a turn-order token."""
    position = document["position"]
    return [
        seat
        for seat, place in enumerate(position["places"])
        if place is not None and position["turn_tokens"][seat] is None
    ]
