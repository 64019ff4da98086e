"""What an action does to a Legends document: its parts and steps (LG-13 to LG-17, LG-25 to LG-27).

Each function changes the document it is given.
"""

from typing import Any

from meeple.reference._legends_actions import crossings, steps, water_cost, worth
from meeple.reference._legends_hooks import Entry, hooks
from meeple.reference._legends_map import own_tokens
from meeple.reference._legends_table import armies_in_supply, cards_of_the_game, explore_tokens, players_of, sum_of

Mutable = dict[str, Any]


def gain(document: Mutable, seat: int, coins: int) -> None:
    """LG-26: coins gained or lost, never below 0."""
    player = players_of(document)[seat]
    player["coins"] = max(0, player["coins"] + coins)


def change(counts: dict[str, int], key: str, by: int) -> None:
    """One more or less; what is 0 is not written down."""
    counts[key] = counts.get(key, 0) + by
    if counts[key] == 0:
        del counts[key]


def own_card(document: Mutable, seat: int, card: str) -> None:
    """LG-12, LL-10: the card is the player's, its coins come at once."""
    players_of(document)[seat]["cards"].append(card)
    gain(document, seat, sum_of("gain_coins", cards_of_the_game(document)[card]["abilities"]))


def begin_action(document: Mutable, seat: int, card: str) -> bool:
    """LG-13: the action of a card begins; whether it is over at once, since there is nothing to do."""
    position = document["position"]
    position["phase"], position["turn"] = "action", seat
    position["pending"] = {"card": card, "part": 0, "left": None, "branch": None}
    entry = cards_of_the_game(document)[card]
    if entry["join"] != "or":
        return begin_part(document, seat, 0)
    return not any(steps(document, seat, part, worth(document, seat, part)) for part in entry["action"])


def begin_part(document: Mutable, seat: int, number: int) -> bool:
    """LG-13: a part begins, which fixes what it is worth; whether the action is over."""
    pending = document["position"]["pending"]
    parts = cards_of_the_game(document)[pending["card"]]["action"]
    if number == len(parts):
        return True
    pending["part"], pending["left"] = number, worth(document, seat, parts[number])
    return go_on(document, seat)


def go_on(document: Mutable, seat: int) -> bool:
    """LG-13: a part without a legal step is over without asking; whether the action is over."""
    pending = document["position"]["pending"]
    card = cards_of_the_game(document)[pending["card"]]
    if steps(document, seat, card["action"][pending["part"]], pending["left"]):
        return False
    return end_part(document, seat)


def end_part(document: Mutable, seat: int) -> bool:
    """LG-13: behind the first part of an `and` comes the second; whether the action is over."""
    pending = document["position"]["pending"]
    if cards_of_the_game(document)[pending["card"]]["join"] == "and":
        return begin_part(document, seat, pending["part"] + 1)
    return True


def step(document: Mutable, text: str) -> bool:
    """LG-13: a step of the action at hand, or `pass`; whether the action is over."""
    seat, pending = document["position"]["turn"], document["position"]["pending"]
    card = cards_of_the_game(document)[pending["card"]]
    is_open = card["join"] == "or" and pending["branch"] is None
    if text == "pass":
        return True if is_open else end_part(document, seat)
    if is_open:
        branch = branch_of(document, seat, card["action"], text)
        left = worth(document, seat, card["action"][branch])
        pending.update(branch=branch, part=branch, left=left)
    pending["left"] -= cost_of(document, seat, text)
    do(document, seat, text)
    return go_on(document, seat)


def branch_of(document: Mutable, seat: int, parts: list[Entry], text: str) -> int:
    """LG-13: the branch that offers this first step; of two parts of one kind the one worth more, else the first."""
    worths = [worth(document, seat, part) for part in parts]
    offering = [k for k in (0, 1) if text in steps(document, seat, parts[k], worths[k])]
    return max(offering, key=lambda k: worths[k])


def cost_of(document: Mutable, seat: int, text: str) -> int:
    """LG-15: the points of a move, of several borders the cheapest; 1 of anything else."""
    kind, *words = text.split()
    if kind != "move":
        return 1
    water = hooks(document).leader_water_cost(document, seat) if "leader" in words else water_cost(document, seat)
    borders = crossings(document, water)
    return min(cost for origin, target, cost in borders if [origin, target] == words[:2])


def do(document: Mutable, seat: int, text: str) -> None:
    """LG-14 to LG-17, LL-18: what a step does."""
    player = players_of(document)[seat]
    match text.split():
        case ["place", region]:
            change(player["armies"], region, 1)
        case ["move", origin, target]:
            change(player["armies"], origin, -1)
            change(player["armies"], target, 1)
        case ["move", _origin, target, "leader"]:
            document["position"]["leader_army"][seat] = target
        case ["build", region]:
            change(player["cities"], region, 1)
            if player["leader"] == "white-knight" and armies_in_supply(document, seat) > 0:
                change(player["armies"], region, 1)
            take_tokens(document, seat, region)
        case ["destroy", region, "neutral"]:
            change(document["position"]["neutral"], region, -1)
            if player["leader"] == "red-sorceress":
                change(player["captured"], "neutral", 1)
        case ["destroy", region, owner]:
            change(players_of(document)[int(owner)]["armies"], region, -1)
            if player["leader"] == "red-sorceress" and int(owner) != seat:
                change(player["captured"], owner, 1)
            rob(document, seat, int(owner))
        case ["destroy", _region, owner, "leader"]:
            document["position"]["leader_army"][int(owner)] = None
            rob(document, seat, int(owner))


def rob(document: Mutable, seat: int, owner: int) -> None:
    """LG-27: the Bandit King takes a coin, if there is one, from the owner of an army it destroys."""
    players = players_of(document)
    if players[seat]["leader"] == "bandit-king" and owner != seat and players[owner]["coins"] > 0:
        gain(document, owner, -1)
        gain(document, seat, 1)


def take_tokens(document: Mutable, seat: int, region: str) -> None:
    """LG-25, LG-26: the first to build a city takes all tokens there that are for taking, one by one."""
    lying = document["position"]["tokens"]
    tokens = {**explore_tokens(document), **own_tokens(document)}
    taken = [name for name in lying.get(region, []) if name in tokens and tokens[name].get("on", "city") == "city"]
    taken = [name for name in taken if tokens[name]["effects"] != [{"kind": "portal"}]]
    for name in taken:
        lying[region].remove(name)
        players_of(document)[seat]["tokens"].append(name)
        gain(document, seat, sum_of("gain_coins", tokens[name]["effects"]))
    if lying.get(region) == []:
        del lying[region]
