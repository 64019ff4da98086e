"""The set-up of a Legends document up to its armies, and the neutral ones (LG-7, LG-8, LG-11, LG-25 to LG-27).

Each function changes the document it is given.
"""

from meeple.reference._legends_chance import free_regions, tokens_to_place
from meeple.reference._legends_hooks import hooks
from meeple.reference._legends_map import layout_of
from meeple.reference._legends_play import Mutable, change
from meeple.reference._legends_table import players_of

NEUTRAL_ARMIES = 10  # LG-8


def wait(document: Mutable, phase: str, turn: int | None = None) -> None:
    """The next step is of this phase, and this seat's; no action is at hand."""
    document["position"].update(phase=phase, turn=turn, pending=None)


def asks_for_what_comes_first(document: Mutable) -> bool:
    """LG-11, LL-25: tokens, the open sea, leaders; whether one of them is asked. Then armies are put on the start."""
    position, params = document["position"], document["params"]
    lying = [name for names in position["tokens"].values() for name in names]
    if free_regions(document) and any(name not in lying for name in tokens_to_place(document)):
        wait(document, "token")
        return True
    if hooks(document).asks_for_the_sea(document):
        wait(document, "sea")
        return True
    for seat, player in enumerate(players_of(document)):
        if params["leaders"] is not False and player["leader"] is None:
            wait(document, "leader", seat)
            return True
    put_armies_on_the_start(document)
    return False


def put_armies_on_the_start(document: Mutable) -> None:
    """LG-7, LG-27, LL-5, LL-18: each player's armies, the Red Sorceress's one more, and leader armies; once."""
    start = layout_of(document)["start"]
    for seat, player in enumerate(players_of(document)):
        if not player["armies"]:
            player["armies"][start] = hooks(document).start_armies + int(player["leader"] == "red-sorceress")
            if document["params"].get("leader_armies"):
                document["position"]["leader_army"][seat] = start


def put_extra_armies(document: Mutable, region: str) -> None:
    """LG-7, LL-5: one army of each player."""
    for player in players_of(document):
        change(player["armies"], region, 1)


def asks_for_neutral_armies(document: Mutable) -> bool:
    """LG-8: two players put ten of them, in turn or by chance; whether one is asked."""
    placed = sum(document["position"]["neutral"].values())
    if len(players_of(document)) > 2 or placed == NEUTRAL_ARMIES:
        return False
    wait(document, "neutral", placed % 2 if document["params"]["neutral"] == "placed" else None)
    return True
