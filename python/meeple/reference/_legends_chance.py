"""What chance may bring in a Legends document, all outcomes alike (LG-6, LG-8, LG-10, LG-25 to 27)."""

from meeple._data import load_data
from meeple.reference._legends_hooks import Document, Entry, hooks
from meeple.reference._legends_map import own_tokens, regions_in_play, starts
from meeple.reference._legends_table import cards_of_the_game, explore_tokens, players_of


def chance_texts(document: Document) -> list[str]:
    """The texts of the outcomes of the chance node at hand, sorted; empty elsewhere. All are equally likely."""
    position = document["position"]
    match position["phase"]:
        case "token":
            texts = [f"token {next_token(document)} {region}" for region in free_regions(document)]
        case "leader":
            texts = [f"leader {position['turn']} {name}" for name in leaders_left(document)]
        case "row" | "refill":
            texts = [f"row {card}" for card in deck(document)]
        case "neutral" if document["params"]["neutral"] == "random":
            texts = [f"neutral {region}" for region in regions_in_play(document)]
        case "first":
            highest = max(position["bids"])
            texts = [f"first {seat}" for seat, bid in enumerate(position["bids"]) if bid == highest]
        case _:
            texts = []
    return sorted(texts)


def deck(document: Document) -> list[str]:
    """LG-6, LL-2: the cards for this number of players that nobody owns and that lie nowhere else."""
    gone = [*document["position"]["row"], *hooks(document).cards_elsewhere(document)]
    for player in players_of(document):
        gone += player["cards"]
    return [card for card in cards_in_play(document) if card not in gone]


def cards_in_play(document: Document) -> list[str]:
    """LG-6, LL-2: all cards but those marked for more players."""
    players = len(players_of(document))
    return [name for name, card in cards_of_the_game(document).items() if card["min_players"] <= players]


def next_token(document: Document) -> str:
    """LG-25, LG-26: the first token, in placing order, that does not lie on the board yet."""
    lying = [name for names in document["position"]["tokens"].values() for name in names]
    return next(name for name in tokens_to_place(document) if name not in lying)


def tokens_to_place(document: Document) -> list[str]:
    """LG-25, LG-26, LL-17: explore tokens, citadels, factions, own tokens without a region of their own."""
    citadels = load_data("legends_cards")["tokens"]["citadels"] if document["params"]["citadels"] else []
    own = [name for name, token in own_tokens(document).items() if "region" not in token]
    return [*explore_tokens(document), *citadels, *hooks(document).more_tokens(document), *own]


def free_regions(document: Document) -> list[str]:
    """LG-25, LL-4: the regions without any token, the starting regions excluded."""
    taken = {*document["position"]["tokens"], *starts(document), *hooks(document).kept_free(document)}
    return [region for region in regions_in_play(document) if region not in taken]


def leaders_left(document: Document) -> list[str]:
    """LG-27, LL-24: the leaders that may be dealt and nobody has."""
    dealt = [player["leader"] for player in players_of(document)]
    leaders: list[Entry] = [leader for box in hooks(document).leader_boxes for leader in load_data(box)["leaders"]]
    return [
        leader["id"]
        for leader in leaders
        if leader["id"] not in dealt and hooks(document).leader_fits(document, leader)
    ]
