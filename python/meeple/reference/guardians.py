"""Guardians of Legends, read aloud: scores, ranks, legal actions, pay-outs straight from the rules page.

Independent of the core and slow on purpose; tests hold the two against each other. Every function takes a
whole `meeple-position` document (`{"params": {...}, "position": {...}, ...}`) and changes nothing. `GU-n` are
the rules of the game's page.
"""

from typing import Any

from meeple._data import load_data
from meeple.reference._ranking import Document, Entry, ranked

__all__ = [
    "discovered_guardians",
    "legal_texts",
    "payouts",
    "ranking",
    "ruled_out",
    "score",
    "totals",
    "touching_islands",
]

STEPS = [(1, 0), (-1, 0), (0, 1), (0, -1), (1, -1), (-1, 1)]


# ---- Scoring ----


def score(document: Document) -> list[dict[str, int]]:
    """The breakdown of each seat, for any position (GU-13): `gold` and `legend` coins, the score in all."""
    return [{"gold": player["gold"], "legend": player["legend"]} for player in players_of(document)]


def totals(document: Document) -> list[int]:
    """The score of each seat: the sum of its breakdown."""
    return [sum(coins.values()) for coins in score(document)]


def ranking(document: Document) -> dict[str, Any]:
    """GU-13: who would win if the game ended now: most coins, then most legend coins, else shared.

    `winners`, `ranks` (one a seat, 1 is best, equals share one), `tie_break` (`legend` or None).
    """
    standings = [[sum(coins.values()), coins["legend"]] for coins in score(document)]
    return ranked(standings, ["legend"])


# ---- The table ----


def players_of(document: Document) -> list[Entry]:
    """All players of the position, by seat."""
    players: list[Entry] = document["position"]["players"]
    return players


def data_of(document: Document, name: str) -> list[Any]:
    """GU-15: `shape`, `islands` or `postcards`, one's own or those of the game."""
    own = document["params"][name]
    data: list[Any] = own if isinstance(own, list) else load_data("guardians")[name]
    return data


def active_pair(document: Document, seat: int) -> Entry | None:
    """GU-4: the pair of a seat that is active, if it has one."""
    player = players_of(document)[seat]
    pair: Entry | None = None if player["active"] is None else player["pairs"][player["active"]]
    return pair


def touching_islands(document: Document, island: int) -> list[int]:
    """GU-1: the islands whose cells border the island's, ascending."""
    cells = [tuple(cell) for cell in data_of(document, "shape")]
    lies_at = dict(zip(cells, document["position"]["cells"], strict=True))
    return sorted(
        lies_at[q + dq, r + dr]
        for q, r in cells
        if lies_at[q, r] == island
        for dq, dr in STEPS
        if lies_at.get((q + dq, r + dr)) is not None
    )


# ---- The resolution ----


def payouts(document: Document) -> list[dict[str, int]]:
    """GU-8, GU-9: the `gold` and `legend` coins each seat gets if the boats on the table are resolved now."""
    paid = [{"gold": 0, "legend": 0} for _ in players_of(document)]
    for guardian in discovered_guardians(document):
        pair = active_pair(document, guardian)
        explorers = [boat["seat"] for boat in right_boats(document, guardian)]
        paid[guardian]["gold"] += 2 if len(explorers) == 1 else 3
        for place, explorer in enumerate(explorers):
            paid[explorer]["gold"] += 2 if place == 0 else 1
        if pair is not None and pair["reward"] == "legend":
            for seat in [guardian, *explorers]:
                paid[seat]["legend"] += 1
    return paid


def discovered_guardians(document: Document) -> list[int]:
    """GU-8, GU-11: the seats that a right boat of those on the table discovers."""
    return [seat for seat in range(len(players_of(document))) if right_boats(document, seat)]


def boats_for(document: Document, guardian: int) -> list[Entry]:
    """GU-6: the boats on the table sent to seek a guardian, in landing order."""
    return [boat for boat in document["position"]["boats"] if boat["guardian"] == guardian]


def right_boats(document: Document, guardian: int) -> list[Entry]:
    """GU-8: of the boats for a guardian those on its active place, in landing order."""
    pair = active_pair(document, guardian)
    boats = boats_for(document, guardian)
    return [boat for boat in boats if pair is not None and boat["island"] == pair["place"]]


def ruled_out(document: Document) -> list[list[int]]:
    """GU-14: what each seat's `ruled_out` is once the boats on the table are resolved, before any new fire.

    Ascending; in `fire`, where they are resolved already, and wherever no boat lies: what it is now.
    """
    return [ruled_out_for(document, seat) for seat in range(len(players_of(document)))]


def ruled_out_for(document: Document, seat: int) -> list[int]:
    """GU-14: what was ruled out, wrong boats and what does not touch a fire, but for islands turned over."""
    player = players_of(document)[seat]
    if active_pair(document, seat) is None or seat in discovered_guardians(document):
        return []
    islands = set(player["ruled_out"])
    islands |= {boat["island"] for boat in boats_for(document, seat)}
    for fire in player["fires"]:
        islands |= set(islands_of(document)) - set(touching_islands(document, fire))
    return sorted(islands - turned_over(document))


def islands_of(document: Document) -> list[int]:
    """GU-15: the numbers of the islands."""
    return [island["id"] for island in data_of(document, "islands")]


def turned_over(document: Document) -> set[int]:
    """GU-11: the islands turned over, those that the boats on the table discover too."""
    found = {right_boats(document, seat)[0]["island"] for seat in discovered_guardians(document)}
    return found | set(document["position"]["turned"])


# ---- Legal actions ----


def legal_texts(document: Document) -> list[str]:
    """The legal action texts of the acting player (GU-4, GU-5, GU-6, GU-10), sorted.

    Empty in chance phases and when the game is over.
    """
    asking = document["position"]["asking"]
    match document["position"]["phase"]:
        case "choose":
            texts = choose_texts(document, asking["seat"])
        case "clue":
            texts = clue_texts(document)
        case "sail":
            texts = ["pass", *sail_texts(document, asking["seat"])]
        case "fire":
            texts = ["pass", *fire_texts(document, asking["seat"], asking["island"])]
        case _:
            texts = []
    return sorted(texts)


def choose_texts(document: Document, seat: int) -> list[str]:
    """GU-4: one of the seat's own pairs, by its place."""
    return [f"choose {pair['place']}" for pair in players_of(document)[seat]["pairs"]]


def clue_texts(document: Document) -> list[str]:
    """GU-5: any element of any postcard on the table, whatever lies there already."""
    elements = {card["id"]: card["elements"] for card in data_of(document, "postcards")}
    return [
        f"clue {slot} {element}"
        for slot, postcard in enumerate(document["position"]["postcards"], start=1)
        for element in range(1, len(elements[postcard]) + 1)
    ]


def sail_texts(document: Document, seat: int) -> list[str]:
    """GU-6: another guardian with an active pair and a clue, not sought yet; an island not turned over."""
    position = document["position"]
    mine = [boat for boat in position["boats"] if boat["seat"] == seat]
    if len(mine) == 2:
        return []
    sought = [boat["guardian"] for boat in mine]
    return [
        f"sail {guardian} {island}"
        for guardian, player in enumerate(players_of(document))
        if guardian != seat and guardian not in sought
        if player["active"] is not None and player["clues"]
        for island in position["cells"]
        if island not in position["turned"]
    ]


def fire_texts(document: Document, seat: int, island: int) -> list[str]:
    """GU-10: a fire on the wrong island asked for, only if it touches the seat's place."""
    pair = active_pair(document, seat)
    if pair is None or island not in touching_islands(document, pair["place"]):
        return []
    return [f"fire {island}"]
