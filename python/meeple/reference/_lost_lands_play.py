"""What a step makes of a Lost Lands position (LL-25): set-up, rounds, the end. Actions stand in `_legends_play`."""

from copy import deepcopy
from typing import Any

from meeple._data import load_data
from meeple.reference._legends_chance import deck
from meeple.reference._legends_hooks import Document
from meeple.reference._legends_play import Mutable, begin_action, change, gain, own_card, step
from meeple.reference._legends_setup import asks_for_neutral_armies, asks_for_what_comes_first, put_extra_armies, wait
from meeple.reference._legends_table import controller, players_of
from meeple.reference._lost_lands_hooks import expansion_face, has_leader, turn_token_effect

HAND = 4  # LL-7, LL-22
CRYSTALS = 6  # LL-14


def after(document: Document, text: str) -> dict[str, Any]:
    """The position after a legal action or an outcome of chance, by its text."""
    position: dict[str, Any] = deepcopy(document["position"])
    copy: Mutable = {**document, "position": position}
    words = text.split()
    match position["phase"]:
        case "token":
            position["tokens"].setdefault(words[2], []).append(words[1])
            set_up(copy)
        case "sea":
            position["sea"] = words[1]
            set_up(copy)
        case "leader":
            players_of(copy)[int(words[1])]["leader"] = words[2]
            set_up(copy)
        case "deal":
            draw(copy, words[1])
            set_up(copy)
        case "extra":
            put_extra_armies(copy, words[1])
            place_neutral_armies(copy)
        case "neutral":
            change(position["neutral"], words[1], 1)
            place_neutral_armies(copy)
        case "select":
            select(copy, int(words[1]))
        case "first":
            declare(copy, int(words[1]))
        case "go":
            go(copy, words[1])
        case "turn_token":
            take_turn_token(copy, int(words[1]))
        case "action":
            if step(copy, text):
                end_action(copy)
        case "thorns":
            position["thorns"] = words[1] if words[0] == "thorns" else None
            act(copy)
        case "draw":
            draw(copy, words[1])
            draw_or_pass(copy, position["turn"] + 1)
        case "bonus_deal":
            draw(copy, words[1])
            deal_bonus(copy, position["turn"])
        case "bonus":
            position["since"][position["turn"]].pop(int(words[1]) - 1)
            own_card(copy, position["turn"], position["hands"][position["turn"]].pop(int(words[1]) - 1))
            wait(copy, "over")
    return position


# ---- LL-4 to LL-7, LL-16, LL-17, LL-25: the set-up ----


def set_up(document: Mutable) -> None:
    """LL-25: tokens, the sea, leaders, armies, the deal; then the extra army."""
    if asks_for_what_comes_first(document):
        return None
    for seat, hand in enumerate(document["position"]["hands"]):
        if len(hand) < HAND and deck(document):
            return wait(document, "deal", seat)
    return wait(document, "extra", 0)


def place_neutral_armies(document: Mutable) -> None:
    """LL-5: two players put ten of them; then the first round."""
    if not asks_for_neutral_armies(document):
        begin_round(document)


def draw(document: Mutable, card: str) -> None:
    """A card comes to the back of the hand of the seat dealt to."""
    position = document["position"]
    position["hands"][position["turn"]].append(card)
    position["since"][position["turn"]].append(position["round"])


# ---- LL-8 to LL-10, LL-15: a round ----


def cards_to_own(document: Document) -> int:
    """LL-6: how many cards each is to own."""
    cards: int = load_data("lost_lands")["cards_to_own"][str(len(players_of(document)))]
    return cards


def still_to_choose(document: Document) -> list[int]:
    """LL-8, LL-12: the seats that have not chosen and can: a hand, and fewer cards than they are to own."""
    position = document["position"]
    return [
        seat
        for seat, player in enumerate(players_of(document))
        if position["places"][seat] is None
        and position["hands"][seat]
        and len(player["cards"]) < cards_to_own(document)
    ]


def begin_round(document: Mutable) -> None:
    """LL-8, LL-12: the lowest seat that can choose is asked; if there is none, the game ends."""
    seats = still_to_choose(document)
    if not seats:
        return end(document)
    document["position"]["round"] += 1
    return wait(document, "select", seats[0])


def select(document: Mutable, place: int) -> None:
    """LL-8: the cost is paid at once, the card lies face down."""
    position = document["position"]
    seat = position["turn"]
    gain(document, seat, -load_data("lost_lands")["hand_costs"][place - 1])
    position["places"][seat] = place
    position["selected"][seat] = position["hands"][seat].pop(place - 1)
    position["selected_since"][seat] = position["since"][seat].pop(place - 1)
    later = [other for other in still_to_choose(document) if other > seat]
    if later:
        wait(document, "select", later[0])
    else:
        wait(document, "first")


def declare(document: Mutable, seat: int) -> None:
    """LL-9, LL-15: the seat takes the 1st Player token, or chooses a turn-order token."""
    if document["params"]["turn_order"] == "frantic":
        wait(document, "turn_token", seat)
    else:
        document["position"]["first"] = seat
        wait(document, "go", seat)


def seats_that_chose(document: Document) -> list[int]:
    """The seats that have chosen a card in this round."""
    return [seat for seat, place in enumerate(document["position"]["places"]) if place is not None]


def go(document: Mutable, word: str) -> None:
    """LL-10: the holder, then clockwise; or its left neighbour, clockwise, the holder at the end."""
    players = len(players_of(document))
    holder = document["position"]["first"]
    begin = holder if word == "first" else holder + 1
    clockwise = [(begin + k) % players for k in range(players)]
    document["position"]["order"] = [seat for seat in clockwise if seat in seats_that_chose(document)]
    act(document)


def take_turn_token(document: Mutable, number: int) -> None:
    """LL-15: a coin may come or go at once; when all have one, actions go by number."""
    position = document["position"]
    tokens, seat = position["turn_tokens"], position["turn"]
    tokens[seat] = number
    gain(document, seat, {"coin": 1, "lose_coin": -1}.get(turn_token_effect(document, seat) or "", 0))
    seats = seats_that_chose(document)
    if any(tokens[other] is None for other in seats):
        return wait(document, "first")
    position["order"] = sorted(seats, key=lambda other: tokens[other])
    return act(document)


def act(document: Mutable) -> None:
    """LL-10: the next card of the order is revealed and its action begins; behind the last the round's actions end."""
    position = document["position"]
    waiting = [seat for seat in position["order"] if position["selected"][seat] is not None]
    if not waiting:
        return end_actions(document)
    seat = waiting[0]
    card = position["selected"][seat]
    position["selected"][seat] = position["selected_since"][seat] = None
    own_card(document, seat, card)
    if begin_action(document, seat, card):
        end_action(document)
    return None


def end_action(document: Mutable) -> None:
    """LL-14, LL-19: a crystal for who holds most, thorns for the Bramble Witch."""
    position = document["position"]
    seat = position["turn"]
    if crystal_seat(document) == seat and sum(position["crystals"]) < CRYSTALS:
        position["crystals"][seat] += 1
    if has_leader(document, seat, "bramble-witch") and position["thorns"] is None:
        return wait(document, "thorns", seat)
    return act(document)


def crystal_seat(document: Document) -> int | None:
    """LL-14: the seat that controls strictly more crystal regions than each other player; None if there is none.

    Neutral armies hold none. Without the cavern there are no crystals.
    """
    if document["params"]["board"] != "cavern":
        return None
    controllers = [controller(document, region) for region in expansion_face(document).get("crystals", [])]
    counts = [controllers.count(seat) for seat in range(len(players_of(document)))]
    best = [seat for seat, count in enumerate(counts) if count == max(counts)]
    return best[0] if len(best) == 1 else None


def end_actions(document: Mutable) -> None:
    """LL-12, LL-25: the tokens go back, and the game ends if all own their cards; else all draw."""
    position, players = document["position"], players_of(document)
    position.update(first=None, order=[], turn_tokens=[None] * len(players), places=[None] * len(players))
    if all(len(player["cards"]) >= cards_to_own(document) for player in players):
        return end(document)
    return draw_or_pass(document, 0)


def draw_or_pass(document: Mutable, seat: int) -> None:
    """LL-11: from seat 0 each draws one card, as long as the deck lasts; then the hands pass to the left."""
    position = document["position"]
    if seat < len(players_of(document)) and deck(document):
        return wait(document, "draw", seat)
    for key in ("hands", "since"):
        position[key] = [position[key][-1], *position[key][:-1]]
    return begin_round(document)


# ---- LL-12, LL-22: the end ----


def end(document: Mutable) -> None:
    """LL-22: with a Fairy Queen all hands go back to the deck, and she is dealt a last one."""
    queens = [seat for seat in range(len(players_of(document))) if has_leader(document, seat, "fairy-queen")]
    if not queens:
        return wait(document, "over")
    for key in ("hands", "since"):
        document["position"][key] = [[] for _ in players_of(document)]
    return deal_bonus(document, queens[0])


def deal_bonus(document: Mutable, seat: int) -> None:
    """LL-22: four cards, fewer if there are fewer; it takes one of them, if there is one."""
    hand = document["position"]["hands"][seat]
    if len(hand) < HAND and deck(document):
        wait(document, "bonus_deal", seat)
    elif hand:
        wait(document, "bonus", seat)
    else:
        wait(document, "over")
