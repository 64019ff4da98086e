"""Who knows which card in Lost Lands, and what a view shows (LL-23, LL-26)."""

from copy import deepcopy
from typing import Any

from meeple._data import load_data
from meeple.reference._legends_hooks import Document
from meeple.reference._legends_table import players_of

Known = dict[str, Any]


def known(document: Document, seat: int | None) -> Known:
    """LL-23: which cards of hands and which selected cards a seat knows; a spectator (None) knows none.

    `hands`: a list of True and False a hand, card by card. `selected`: one a seat, False too where none lies.
    Hands are taken as they lie on the table: in `select` those of seats that have chosen lack the chosen card.
    """
    position = document["position"]
    since = position["since"]
    hands = [[knows_in_hand(document, seat, holder, dealt) for dealt in since[holder]] for holder in range(len(since))]
    selected = [
        dealt is not None and knows(document, seat, holder, dealt)
        for holder, dealt in enumerate(position["selected_since"])
    ]
    return {"hands": hands, "selected": selected}


def knows_in_hand(document: Document, seat: int | None, holder: int, since: int) -> bool:
    """LL-23, LL-26: whether a seat knows a card in a hand; a Fairy Queen's last hand is known to her alone."""
    if document["position"]["phase"] in ("bonus_deal", "bonus", "over") and has_fairy_queen(document):
        return seat == holder and players_of(document)[holder]["leader"] == "fairy-queen"
    return knows(document, seat, holder, since)


def knows(document: Document, seat: int | None, holder: int, since: int) -> bool:
    """LL-23: whether a seat has looked at a hand, now with `holder`, while a card dealt in round `since` was in it.

    The hand that lies with `holder` in round r lay with the seat r - k places before it in round k.
    """
    this_round: int = document["position"]["round"]
    players = len(players_of(document))
    passed = this_round + 1 if hands_were_passed_at_the_end(document) else this_round
    return any(seat == (holder - (passed - k)) % players for k in range(since + 1, this_round + 1))


def hands_were_passed_at_the_end(document: Document) -> bool:
    """LL-12, LL-26: a game that ended since nobody could choose had its hands passed before."""
    enough = load_data("lost_lands")["cards_to_own"][str(len(players_of(document)))]
    is_over = document["position"]["phase"] == "over"
    return is_over and any(len(player["cards"]) < enough for player in players_of(document))


def has_fairy_queen(document: Document) -> bool:
    """Whether somebody has the Fairy Queen."""
    return any(player["leader"] == "fairy-queen" for player in players_of(document))


def view_of(document: Document, seat: int | None) -> dict[str, Any]:
    """LL-26: what a seat sees of the position, a spectator (None) only what is open to all.

    The position with null for each card of `hands` and `selected` that the seat does not know. While seats still
    choose, what another seat has chosen is put back.
    """
    before = document if document["position"]["phase"] != "select" else with_choices_put_back(document, seat)
    sees = known(before, seat)
    view: dict[str, Any] = deepcopy(before["position"])
    view["hands"] = [
        [card if is_known else None for card, is_known in zip(hand, knowledge, strict=True)]
        for hand, knowledge in zip(view["hands"], sees["hands"], strict=True)
    ]
    view["selected"] = [
        card if is_known else None for card, is_known in zip(view["selected"], sees["selected"], strict=True)
    ]
    return view


def with_choices_put_back(document: Document, seat: int | None) -> dict[str, Any]:
    """LL-26: the document as if, of all seats but this one, nobody had chosen yet in this round."""
    costs = load_data("lost_lands")["hand_costs"]
    position = deepcopy(document["position"])
    for other, place in enumerate(position["places"]):
        if other == seat or place is None:
            continue
        position["hands"][other].insert(place - 1, position["selected"][other])
        position["since"][other].insert(place - 1, position["selected_since"][other])
        position["players"][other]["coins"] += costs[place - 1]
        for key in ("selected", "selected_since", "places"):
            position[key][other] = None
    return {**document, "position": position}
