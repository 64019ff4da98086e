"""Empire, read aloud: scores, ranks, legal actions and battle odds straight from the rules page.

Independent of the core and slow on purpose; tests hold the two against each other. Every function that takes
a document takes a whole `meeple-position` (`{"params": {...}, "position": {...}, ...}`) and changes nothing.
`EM-n` are the rules of the game's page. An *owner* is a seat, `"neutral"`, or None for a land not given out.
"""

from collections.abc import Mapping
from fractions import Fraction
from functools import cache
from itertools import combinations
from typing import Any

from meeple._data import load_data
from meeple.reference._ranking import Document, Entry, ranked

__all__ = [
    "battle_odds",
    "continents",
    "freed_odds",
    "lands_of",
    "legal_texts",
    "loss_odds",
    "ranking",
    "reinforcements",
    "roll_odds",
    "score",
    "set_worth",
    "totals",
]

Owner = int | str | None
Odds = Mapping[tuple[int, int], Fraction]

SYMBOLS = ["infantry", "cavalry", "artillery"]
MUST_TRADE = 5  # cards in hand
MOST_NAMED = 127
MOST_UNITS = 65_535


# ---- Scoring ----


def score(document: Document) -> list[dict[str, int]]:
    """The breakdown of each seat, for any position (EM-17): `lands`, the lands held, which are the score."""
    return [{"lands": len(lands_of(document, seat))} for seat in seats_of(document)]


def totals(document: Document) -> list[int]:
    """The score of each seat: the sum of its breakdown."""
    return [sum(points.values()) for points in score(document)]


def ranking(document: Document) -> dict[str, Any]:
    """EM-17: who would win if the game ended now: most lands, then most units on the board, else shared.

    `winners`, `ranks` (one a seat, 1 is best, equals share one), `tie_break` (`units` or None).
    """
    standings = [
        [len(lands_of(document, seat)), sum(units_in(document, land) for land in lands_of(document, seat))]
        for seat in seats_of(document)
    ]
    return ranked(standings, ["units"])


# ---- The map ----


def seats_of(document: Document) -> range:
    """G-1: the seats; a neutral owner has none."""
    return range(len(document["position"]["hands"]))


def map_of(document: Document) -> Entry:
    """EM-20: the map, named or one's own."""
    board = document["params"]["map"]
    data: Entry = load_data(f"empire_{board}") if isinstance(board, str) else board
    return data


def owner_of(document: Document, land: str) -> Owner:
    """The owner of a land."""
    owner: Owner = document["position"]["lands"][land][0]
    return owner


def units_in(document: Document, land: str) -> int:
    """The units in a land."""
    units: int = document["position"]["lands"][land][1]
    return units


def lands_of(document: Document, owner: Owner) -> list[str]:
    """The lands of an owner, in the map's order."""
    return [land["id"] for land in map_of(document)["lands"] if owner_of(document, land["id"]) == owner]


def bordering(document: Document, land: str) -> list[str]:
    """The lands that border one."""
    borders = map_of(document)["borders"]
    both_ways = [*borders, *[(other, one) for one, other in borders]]
    return [other for one, other in both_ways if one == land]


def joined(document: Document, land: str) -> set[str]:
    """EM-14: the lands to which one is joined by lands of its owner, itself too."""
    own = set(lands_of(document, owner_of(document, land)))
    reached = {land}
    while further := {other for one in reached for other in bordering(document, one)} & own - reached:
        reached |= further
    return reached


# ---- Reinforcement ----


def reinforcements(document: Document, seat: int) -> int:
    """EM-5: the reserve at the start of a turn: max(3, lands // 3) and the bonuses of whole continents."""
    bonus: dict[str, int] = {each["id"]: each["bonus"] for each in map_of(document)["continents"]}
    held = continents(document, seat)
    return max(3, len(lands_of(document, seat)) // 3) + sum(bonus[continent] for continent in held)


def continents(document: Document, owner: Owner) -> list[str]:
    """EM-5: the continents whose lands an owner all holds, in the map's order."""
    lands = map_of(document)["lands"]
    lost = {land["continent"] for land in lands if owner_of(document, land["id"]) != owner}
    return [each["id"] for each in map_of(document)["continents"] if each["id"] not in lost]


def deck_of(document: Document) -> list[str]:
    """EM-4: the names of all cards, in the deck's order."""
    data = map_of(document)
    return [land["id"] for land in data["lands"]] + [f"joker-{n}" for n in range(1, data["jokers"] + 1)]


def set_worth(document: Document, cards: list[str]) -> int | None:
    """EM-6: what a set of three cards is worth, with jokers the best that it allows; None if it is no set."""
    worths = [worth_of_symbols(document, symbols) for symbols in readings(document, cards)]
    return max([worth for worth in worths if worth is not None], default=None)


def readings(document: Document, cards: list[str]) -> list[list[str]]:
    """EM-6: the symbols that some cards can stand for; a joker stands for any."""
    if not cards:
        return [[]]
    first, *rest = cards
    shown = [land["symbol"] for land in map_of(document)["lands"] if land["id"] == first] or SYMBOLS
    return [[symbol, *others] for symbol in shown for others in readings(document, rest)]


def worth_of_symbols(document: Document, symbols: list[str]) -> int | None:
    """EM-6: the worth of three of one symbol or one of each, None of anything else."""
    worths: dict[str, int] = map_of(document)["set_worth"]
    if len(symbols) != 3:
        return None
    match len(set(symbols)):
        case 1:
            return worths[symbols[0]]
        case 3:
            return worths["mixed"]
    return None


# ---- Battle ----


def rolls(dice: int) -> list[list[int]]:
    """EM-10: every roll of some dice, die by die."""
    if dice == 0:
        return [[]]
    return [[face, *others] for face in range(1, 7) for others in rolls(dice - 1)]


def losses(attack: list[int], defence: list[int]) -> tuple[int, int]:
    """EM-10: what attacker and defender lose: the highest dice compared pairwise, ties to the defender."""
    pairs = list(zip(sorted(attack, reverse=True), sorted(defence, reverse=True), strict=False))
    defender = sum(mine > theirs for mine, theirs in pairs)
    return len(pairs) - defender, defender


@cache
def roll_odds(attacker_dice: int, defender_dice: int) -> Odds:
    """EM-10: by (losses of the attacker, of the defender) the exact odds of one roll with so many dice."""
    results = [losses(attack, defence) for attack in rolls(attacker_dice) for defence in rolls(defender_dice)]
    return {result: Fraction(results.count(result), len(results)) for result in sorted(set(results))}


def dice_of_attacker(units: int) -> int:
    """EM-9: the dice of an attack from a land with so many units."""
    return min(3, units - 1)


def dice_of_defender(units: int) -> int:
    """EM-9: the dice of a land with so many units that is attacked."""
    return min(2, units)


@cache
def battle_odds(attackers: int, defenders: int) -> Odds:
    """EM-13: by (units left in FROM, in TO) the exact odds of a fight to the end between so many units.

    It ends when TO has none left or FROM has 1; units that move in afterwards are still counted in FROM.
    """
    if defenders == 0 or attackers <= 1:
        return {(attackers, defenders): Fraction(1)}
    odds: dict[tuple[int, int], Fraction] = {}
    for (lost, taken), chance in roll_odds(dice_of_attacker(attackers), dice_of_defender(defenders)).items():
        for result, then in battle_odds(attackers - lost, defenders - taken).items():
            odds[result] = odds.get(result, Fraction(0)) + chance * then
    return odds


def freed_odds(attackers: int, defenders: int) -> Fraction:
    """EM-11, EM-13: the exact odds that a fight to the end frees the land."""
    odds = battle_odds(attackers, defenders)
    return sum((chance for (_, left), chance in odds.items() if left == 0), Fraction(0))


def loss_odds(document: Document) -> dict[str, Fraction]:
    """EM-10: the outcomes of the roll at hand by their texts `losses A D`; empty but in `roll`."""
    position = document["position"]
    if position["phase"] != "roll":
        return {}
    battle = position["battle"]
    attacker = dice_of_attacker(units_in(document, battle["from"]))
    defender = dice_of_defender(units_in(document, battle["to"]))
    return {f"losses {lost} {taken}": odds for (lost, taken), odds in roll_odds(attacker, defender).items()}


# ---- Legal actions ----


def legal_texts(document: Document) -> list[str]:
    """The legal action texts of the acting player (EM-1 to EM-14, EM-19), sorted.

    Empty at chance nodes, the neutral owner's too, and when the game is over; never has `timeout` (EM-16).
    """
    position, params = document["position"], document["params"]
    seat = position["turn"]
    match position["phase"]:
        case "claim" if seat != "neutral":
            texts = [f"claim {land}" for land in lands_of(document, None)]
        case "setup" if seat != "neutral" and params["placement"] == "turns":
            texts = place_texts(document, seat)
        case "trade":
            texts = trade_texts(document, seat)
        case "reinforce":
            texts = place_texts(document, seat) + place_all_texts(document, seat)
        case "attack":
            texts = ["pass", *attack_texts(document, seat)]
        case "occupy":
            texts = occupy_texts(document)
        case "fortify":
            texts = ["pass", *fortify_texts(document, seat)]
        case "fortify_to":
            texts = [f"to {land}" for land in fortify_targets(document, position["fortify"]["from"])]
        case "fortify_units":
            texts = fortify_units_texts(document)
        case _:
            texts = []
    return sorted(texts)


def place_texts(document: Document, seat: int) -> list[str]:
    """EM-2, EM-8, EM-19: one unit on an own land that can take it."""
    return [f"place {land}" for land in lands_of(document, seat) if room_in(document, land) >= 1]


def place_all_texts(document: Document, seat: int) -> list[str]:
    """EM-8, EM-19: the whole rest, with 2 or more left, on an own land that can take it."""
    reserve = document["position"]["reserve"]
    lands = lands_of(document, seat) if reserve >= 2 else []
    return [f"place {land} all" for land in lands if room_in(document, land) >= reserve]


def room_in(document: Document, land: str) -> int:
    """EM-19: how many units more a land can hold."""
    return MOST_UNITS - units_in(document, land)


def trade_texts(document: Document, seat: int) -> list[str]:
    """EM-6: cards that can still complete a set; `pass` before the first with fewer than 5 in hand.

    The trade of EM-12 ends before it would be free.
    """
    position = document["position"]
    hand, chosen = position["hands"][seat], position["chosen"]
    deck = deck_of(document)
    sets = [
        list(cards)
        for cards in combinations(sorted(hand, key=deck.index), 3)
        if set_worth(document, list(cards)) is not None
    ]
    taken = len(chosen)
    texts = {f"card {cards[taken]}" for cards in sets if cards[:taken] == chosen}
    if len(hand) < MUST_TRADE and not chosen:
        texts.add("pass")
    return sorted(texts)


def attack_texts(document: Document, seat: int) -> list[str]:
    """EM-9, EM-13: from an own land with 2 units or more to a bordering land of another owner."""
    verbs = ["attack", "blitz"] if document["params"]["blitz"] else ["attack"]
    return [
        f"{verb} {origin} {target}"
        for verb in verbs
        for origin in lands_of(document, seat)
        if units_in(document, origin) >= 2
        for target in bordering(document, origin)
        if owner_of(document, target) != seat
    ]


def occupy_texts(document: Document) -> list[str]:
    """EM-11: at least as many units as dice were rolled, and one stays behind."""
    battle = document["position"]["battle"]
    return units_texts(battle["dice"], units_in(document, battle["from"]) - 1)


def units_texts(least: int, most: int) -> list[str]:
    """EM-11, EM-19: `units N` up to 127, and `units all` where more may move."""
    texts = [f"units {n}" for n in range(least, min(most, MOST_NAMED) + 1)]
    return [*texts, "units all"] if most > MOST_NAMED else texts


def fortify_texts(document: Document, seat: int) -> list[str]:
    """EM-14: an own land with a unit to spare and a land to go to."""
    return [
        f"fortify {land}"
        for land in lands_of(document, seat)
        if units_in(document, land) >= 2 and fortify_targets(document, land)
    ]


def fortify_targets(document: Document, land: str) -> list[str]:
    """EM-14, EM-19: the other own lands, bordering or joined, to which units may go and which have room."""
    reach = joined(document, land)
    if document["params"]["fortify"] != "connected":
        reach &= set(bordering(document, land))
    return sorted(other for other in reach if other != land and room_in(document, other) >= 1)


def fortify_units_texts(document: Document) -> list[str]:
    """EM-14, EM-19: at least one unit stays, and the target holds what comes."""
    fortify = document["position"]["fortify"]
    spare = units_in(document, fortify["from"]) - 1
    return units_texts(1, min(spare, room_in(document, fortify["to"])))
