"""What a step makes of a Legends position (LG-31): set-up, turns, the end. Actions stand in `_legends_play`."""

from copy import deepcopy
from typing import Any

from meeple._data import load_data
from meeple.reference._legends_chance import deck
from meeple.reference._legends_hooks import Document
from meeple.reference._legends_map import layout_of
from meeple.reference._legends_play import Mutable, begin_action, change, gain, own_card, step
from meeple.reference._legends_setup import (
    asks_for_neutral_armies,
    asks_for_what_comes_first,
    put_extra_armies,
    wait,
)
from meeple.reference._legends_table import controlled_regions, players_of

ROW = 6  # LG-6
ROUNDS = 6  # LG-28


def after(document: Document, text: str) -> dict[str, Any]:
    """The position after a legal action or an outcome of chance, by its text."""
    position: dict[str, Any] = deepcopy(document["position"])
    copy: Mutable = {**document, "position": position}
    words = text.split()
    match position["phase"]:
        case "token":
            position["tokens"].setdefault(words[2], []).append(words[1])
            set_up(copy)
        case "leader":
            players_of(copy)[int(words[1])]["leader"] = words[2]
            set_up(copy)
        case "row":
            position["row"].append(words[1])
            set_up(copy)
        case "extra":
            put_extra_armies(copy, words[1])
            choose_who_begins(copy)
        case "neutral":
            change(position["neutral"], words[1], 1)
            choose_who_begins(copy)
        case "bid":
            bid(copy, int(words[1]))
        case "first":
            begin(copy, int(words[1]))
        case "take":
            if take(copy, int(words[1])):
                end_action(copy)
        case "action":
            if step(copy, text):
                end_action(copy)
        case "refill":
            position["row"].append(words[1])
            end_turn(copy)
        case "bonus":
            own_card(copy, position["turn"], position["row"].pop(int(words[1]) - 1))
            wait(copy, "over")
    return position


def set_up(document: Mutable) -> None:
    """LG-11: tokens, leaders, armies on the start, row, extra army; then neutral armies and bids."""
    if asks_for_what_comes_first(document):
        return None
    if len(document["position"]["row"]) < ROW and deck(document):
        return wait(document, "row")
    if document["params"]["extra_army"]:
        return wait(document, "extra", 0)
    return choose_who_begins(document)


def choose_who_begins(document: Mutable) -> None:
    """LG-8, LG-10: neutral armies first; then all bid, where no seat is named."""
    first = document["params"]["first_player"]
    if asks_for_neutral_armies(document):
        return None
    return wait(document, "take", first) if isinstance(first, int) else wait(document, "bid", 0)


def bid(document: Mutable, coins: int) -> None:
    """LG-10: the highest begins; of several the youngest, or who chance picks."""
    position, params = document["position"], document["params"]
    bids = position["bids"]
    bids[position["turn"]] = coins
    if None in bids:
        return wait(document, "bid", position["turn"] + 1)
    tied = [seat for seat in params["age"] if bids[seat] == max(bids)]  # the youngest first
    if params["first_player"] == "bid_die" and len(tied) > 1:
        return wait(document, "first")
    return begin(document, tied[0])


def begin(document: Mutable, seat: int) -> None:
    """LG-10: who begins pays its bid."""
    gain(document, seat, -document["position"]["bids"][seat])
    wait(document, "take", seat)


def take(document: Mutable, place: int) -> bool:
    """LG-12: a card of the row for its cost; whether its action is over at once."""
    position = document["position"]
    seat = position["turn"]
    gain(document, seat, -load_data("legends_cards")["row_costs"][place - 1])
    card = position["row"].pop(place - 1)
    own_card(document, seat, card)
    return begin_action(document, seat, card)


def end_action(document: Mutable) -> None:
    """LG-18: a card is drawn to the right end of the row; nothing is asked when the deck is out."""
    if deck(document):
        wait(document, "refill", document["position"]["turn"])
    else:
        end_turn(document)


def end_turn(document: Mutable) -> None:
    """LG-19, LG-28: prestige after a full round, then the end is looked at; else the next seat takes a card."""
    position, players = document["position"], players_of(document)
    owned = [len(player["cards"]) for player in players]
    is_full = min(owned) == max(owned)
    if document["params"]["scoring"] == "rounds" and is_full:
        gained = prestige_of_round(document)
        position["prestige"] = [old + new for old, new in zip(position["prestige"], gained, strict=True)]
    if is_full and is_last(document, owned[0]):
        return end(document)
    return wait(document, "take", (position["turn"] + 1) % len(players))


def is_last(document: Document, owned: int) -> bool:
    """LG-19, LG-28: whether the game ends after a full round in which all own so many cards."""
    params = document["params"]
    if params["scoring"] == "rounds":
        return owned == ROUNDS or max(document["position"]["prestige"]) >= params["prestige_limit"]
    enough: int = load_data("legends_cards")["cards_to_own"][str(params["players"])]
    return owned == enough


def prestige_of_round(document: Document) -> list[int]:
    """LG-28: the prestige each seat would gain if a round were full now.

    1 for each region controlled, or the region's entry in the layout's `values`; one number >= 0 a seat.
    """
    values = layout_of(document).get("values", {})
    return [
        sum(values.get(region, 1) for region in controlled_regions(document, seat))
        for seat in range(len(players_of(document)))
    ]


def end(document: Mutable) -> None:
    """LG-27: the Fairy Queen takes one more card, if the row has one."""
    queens = [seat for seat, player in enumerate(players_of(document)) if player["leader"] == "fairy-queen"]
    if queens and document["position"]["row"]:
        wait(document, "bonus", queens[0])
    else:
        wait(document, "over")
