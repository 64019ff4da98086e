"""Small positions of Lost Lands, drawn as a person would draw them.

`document` fills in whatever a test does not speak of: the deck holds the cards that the test names and `plain-N` cards
that do nothing; hands and owned cards are as many as the round needs. The layout is `lost-lands-small` unless a test
says otherwise, with five or six players `lost-lands-large`, with `board="cavern"` `cavern-small` or `-large`:

    L1-L2-L4             lost-lands: one island; land L1-L2, L1-L3, L2-L3, L2-L4, L3-L5, L4-L5, L5-L6; water L3-V6
    V1-V2  V3-V4-V6-V7   volcano: two islands, V1 V2 and V3 to V7; land also V3-V5, V4-V5; water V2-V4, V7-M1
    M1 M2 M3 M4 M5       meadows: one island; land M1-M2, M1-M3, M2-M3, M2-M4, M3-M4, M4-M5; the start is M3
    L6-M2                the portals
    V1 V5 M3 M4 M5       the regions with an exit that leads nowhere; the others with an exit are L3 V6 V7 M1

    K1-K2~K3-K4~K5-K6~K1 cavern: one island in three sections, ~ is lava; crystals K2 K4 K5; no exits
    K1-V4                the portals; the start is V5; the exit of V6 leads nowhere too
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import meeple
from meeple._data import load_data
from tests.games.legends.build import (
    build,
    card,
    chance,
    destroy,
    effect,
    face,
    move,
    place,
    plain_deck,
    play,
    player,
    points,
    result,
    seat,
    shown,
    texts,
)

__all__ = [
    "acting",
    "build",
    "card",
    "chance",
    "choosing",
    "destroy",
    "document",
    "effect",
    "ended",
    "face",
    "going",
    "mid_action",
    "move",
    "place",
    "plain_deck",
    "play",
    "player",
    "points",
    "result",
    "seat",
    "setup",
    "shown",
    "skip",
    "table",
    "texts",
]

CARDS_TO_OWN = {2: 11, 3: 10, 4: 8, 5: 7, 6: 7}
DECK_SIZE = 64
HAND = 4
BEFORE_ROUNDS = ("token", "sea", "leader", "deal", "extra", "neutral")
AFTER_ROUNDS = ("bonus_deal", "bonus", "over")


def printed(name: str) -> dict[str, Any]:
    """A card of one of the boxes, marked for any number of players."""
    cards = [*load_data("legends_cards")["cards"], *load_data("lost_lands")["cards"]]
    found: list[dict[str, Any]] = [entry for entry in cards if entry["id"] == name]
    assert len(found) == 1, f"no printed card {name}"
    return {**found[0], "min_players": 2}


def params_of(count: int, given: Mapping[str, Any]) -> dict[str, Any]:
    """All parameters, as a document has them."""
    board = given.get("board", "lost_lands")
    named = board.replace("_", "-") + ("-small" if count < 5 else "-large")
    return {
        "players": count,
        "board": board,
        "boards": named,
        "turn_order": "token",
        "open_sea": False,
        "factions": False,
        "leader_armies": False,
        "explore": False,
        "citadels": False,
        "leaders": False,
        "deck": "rulebook",
        "neutral": "placed",
    } | dict(given)


def document(
    *players: dict[str, Any],
    phase: str = "select",
    turn: int | None = 0,
    round: int | None = None,
    hands: Mapping[int, Sequence[str]] | None = None,
    since: Mapping[int, Sequence[int]] | None = None,
    selected: Mapping[int, str] | None = None,
    selected_since: Mapping[int, int] | None = None,
    places: Mapping[int, int] | None = None,
    acted: Sequence[int] = (),
    first: int | None = None,
    order: Sequence[int] = (),
    turn_tokens: Mapping[int, int] | None = None,
    leader_army: Mapping[int, str] | None = None,
    crystals: Sequence[int] | None = None,
    thorns: str | None = None,
    sea: str | None = None,
    neutral: Mapping[str, int] | None = None,
    lying: Mapping[str, Sequence[str]] | None = None,
    pending: Mapping[str, Any] | None = None,
    cards: Sequence[dict[str, Any]] = (),
    sizes: Mapping[int, int] | None = None,
    passed: Sequence[int] = (),
    empty_deck: bool = False,
    **params: Any,
) -> dict[str, Any]:
    """A position document in which only what is named differs from an empty one.

    Args:
        players: one `seat(...)` each; cards they own beyond those named are filled in before these.
        round: the number of the round; if missing, what the cards owned ask for.
        hands: what lies in front of the seats, the front first; the rest of each hand is filled in behind.
        since: of the cards in hands; three of the first deal and one of the last draw if missing.
        selected: cards chosen by seats, not yet revealed; from `first` on others' are filled in.
        places: where those lay; 4 if missing.
        acted: seats whose card of this round is revealed, the last of their cards.
        lying: tokens by region, as far as a test cares where they lie; others lie where nobody is.
        cards: cards of one's own that the deck holds besides the printed ones that the test names.
        sizes: how many cards lie in hands, where they are not as many as a round has.
        passed: seats that are passed over in this round.
        empty_deck: the game has just the cards that somebody owns, holds or has chosen.
    """
    count = len(players)
    seats = range(count)
    given = params_of(count, params)
    players = tuple(as_set_up(entry, phase, given) for entry in players)
    hands, selected, places = dict(hands or {}), dict(selected or {}), dict(places or {})
    choosing = phase == "select"
    playing = phase not in (*BEFORE_ROUNDS, *AFTER_ROUNDS, "select", "draw")
    named = [name for player in players for name in player["cards"]]
    named += [name for hand in hands.values() for name in hand] + list(selected.values())
    deck, free = deck_of(named, cards)

    queens = [number for number in seats if players[number]["leader"] == "fairy-queen"]
    now = round_of(players, phase, acted, round, CARDS_TO_OWN[count])
    all_acted = phase in ("draw", *AFTER_ROUNDS)
    chosen = [number for number in seats if number in selected or number in acted or playing or all_acted]
    chosen = [number for number in chosen if number not in passed]
    owned = []
    for number, entry in enumerate(players):
        wanted = max(0, now - 1) + int(now > 0 and (number in acted or all_acted))
        wanted += int(phase == "over" and number in queens)
        owned.append([free.pop() for _ in range(wanted - len(entry["cards"]))] + entry["cards"])
    lies = [number for number in chosen if number not in acted and not all_acted]
    selected = {number: selected.get(number) or free.pop() for number in lies}
    dealt = [HAND - int(number in chosen) if phase not in BEFORE_ROUNDS[:4] else 0 for number in seats]
    if phase in ("bonus_deal", "bonus") or (queens and phase == "over"):
        dealt = [HAND - int(phase == "over") if number in queens and phase != "bonus_deal" else 0 for number in seats]
    dealt = [(sizes or {}).get(number, max(dealt[number], len(hands.get(number, ())))) for number in seats]
    filled = [
        [*hands.get(number, ()), *(free.pop() for _ in range(dealt[number] - len(hands.get(number, ()))))]
        for number in seats
    ]
    drawn = now if queens and phase in AFTER_ROUNDS else max(0, now - 1)
    usual = [0 if drawn < now else now] * 3 + [drawn]
    ages: dict[int, Sequence[int]] = {number: usual[: len(filled[number])] for number in seats} | dict(since or {})
    known_places = {number: places.get(number, HAND) for number in chosen} if choosing or playing else {}
    old = {number: (selected_since or {}).get(number, max(0, now - 1)) for number in selected}
    numbers = dict(turn_tokens or {})
    if phase in ("action", "thorns") and given["turn_order"] == "frantic":
        rest = [number for number in range(1, count + 1) if number not in numbers.values()]
        numbers |= dict(zip([number for number in seats if number not in numbers], rest, strict=True))
    used = {name for pile in [*owned, *filled] for name in pile} | set(selected.values())
    deck = [entry for entry in deck if not empty_deck or entry["id"] in used]
    given = {**given, "deck": params.get("deck", {"cards": deck})}
    begun = phase in ("deal", "extra", "neutral") and given["leader_armies"]
    leader_army = {number: start_of(given) for number in seats} if begun else leader_army
    return {
        "format": "meeple-position",
        "version": 1,
        "game": "lost_lands",
        "params": given,
        "position": {
            "phase": phase,
            "turn": turn,
            "row": [],
            "players": [{**entry, "cards": held} for entry, held in zip(players, owned, strict=True)],
            "neutral": dict(neutral or {}),
            "bids": [None] * count,
            "tokens": {} if phase == "token" else tokens_on_board(players, lying or {}, given),
            "pending": None if pending is None else dict(pending),
            "prestige": [0] * count,
            "round": now,
            "hands": filled,
            "since": [list(ages[number]) for number in seats],
            "selected": [selected.get(number) for number in seats],
            "selected_since": [old.get(number) for number in seats],
            "places": [known_places.get(number) for number in seats],
            "first": first,
            "order": list(order),
            "turn_tokens": [numbers.get(number) for number in seats],
            "leader_army": [(leader_army or {}).get(number) for number in seats],
            "crystals": list(crystals or [0] * count),
            "thorns": thorns,
            "sea": sea,
        },
    }


def layout_of(params: Mapping[str, Any]) -> dict[str, Any]:
    """The layout in play."""
    boards = params["boards"]
    found: dict[str, Any] = load_data("lost_lands")["layouts"][boards] if isinstance(boards, str) else boards
    return found


def start_of(params: Mapping[str, Any]) -> str:
    """The starting region."""
    return str(layout_of(params)["start"])


def as_set_up(player: dict[str, Any], phase: str, params: Mapping[str, Any]) -> dict[str, Any]:
    """Before the first round everybody has the coins of LL-6, and the armies of LL-5 once they are on the start."""
    if phase not in BEFORE_ROUNDS:
        return player
    coins = load_data("lost_lands")["coins"][str(params["players"])]
    armies = 4 if player["leader"] == "red-sorceress" else 3
    on_board = {start_of(params): armies} if phase in ("deal", "extra", "neutral") else {}
    return {**player, "coins": coins, "armies": player["armies"] or on_board}


def deck_of(named: Sequence[str], cards: Sequence[dict[str, Any]]) -> tuple[list[dict[str, Any]], list[str]]:
    """A deck with the cards named and plain ones; the ids of plain ones that nobody names."""
    own = {entry["id"]: entry for entry in cards}
    deck = list(own.values())
    deck += [printed(name) for name in dict.fromkeys(named) if name not in own and not name.startswith("plain-")]
    fillers = [f"plain-{k}" for k in range(1, DECK_SIZE - len(deck) + 1)]
    return deck + [card(name) for name in fillers], [name for name in fillers if name not in named]


def round_of(players: Sequence[dict[str, Any]], phase: str, acted: Sequence[int], round: int | None, full: int) -> int:
    """The number of the round that the cards owned ask for."""
    if phase in BEFORE_ROUNDS:
        return 0
    if round is not None:
        return round
    if phase in AFTER_ROUNDS:
        return full
    new = [int(number in acted or phase == "draw") for number in range(len(players))]
    return 1 + max(0, *(len(entry["cards"]) - fresh for entry, fresh in zip(players, new, strict=True)))


def tokens_on_board(
    players: Sequence[dict[str, Any]], lying: Mapping[str, Sequence[str]], params: Mapping[str, Any]
) -> dict[str, list[str]]:
    """Where tokens lie: explore tokens, citadels, factions."""
    data, lands = load_data("legends_cards")["tokens"], load_data("lost_lands")
    names = [entry["id"] for entry in data["explore"]] if params["explore"] else []
    names += data["citadels"] if params["citadels"] else []
    names += [entry["id"] for entry in lands["factions"]] if params["factions"] else []
    where = {name: region for region, there in lying.items() for name in there}
    taken = {name for entry in players for name in entry["tokens"]}
    people = {region for entry in players for region in [*entry["armies"], *entry["cities"]]}
    layout = layout_of(params)
    faces = {**load_data("legends_boards")["faces"], **lands["faces"], **layout.get("faces", {})}
    regions = [region for name, *_ in layout["boards"] for island in faces[name]["islands"] for region in island]
    kept = {layout["start"], layout["portal"], layout.get("second_start"), *where.values()}
    empty = [region for region in regions if region not in people and region not in kept]
    found: dict[str, list[str]] = {}
    for name in names:
        if name not in taken and (name in where or empty):
            found.setdefault(where.get(name) or empty.pop(), []).append(name)
    return found


def table(*players: dict[str, Any], **given: Any) -> meeple.State:
    """The state of `document(...)`."""
    return meeple.State.from_dict(document(*players, **given))


def choosing(*players: dict[str, Any], **given: Any) -> meeple.State:
    """Seat 0 chooses from its hand, in a round in which nobody has chosen yet."""
    return table(*players, phase="select", **given)


def going(*players: dict[str, Any], holder: int | None = None, **given: Any) -> meeple.State:
    """All have chosen; the holder of the 1st Player token, the last seat if not named, says first or last."""
    holder = len(players) - 1 if holder is None else holder
    return table(*players, phase="go", turn=holder, first=holder, **given)


def acting(chosen: str | dict[str, Any], *players: dict[str, Any], **given: Any) -> meeple.State:
    """Seat 0 reveals this card and its action begins; all others act after it, with cards that do nothing.

    The holder of the 1st Player token is the last seat, which goes last.
    """
    if not isinstance(chosen, str):
        given = {**given, "cards": [chosen, *given.get("cards", ())]}
    name = chosen if isinstance(chosen, str) else chosen["id"]
    return play(going(*players, selected={0: name, **given.pop("selected", {})}, **given), "go last")


def mid_action(
    *players: dict[str, Any], part: int = 0, left: int | None = None, branch: int | None = None, **given: Any
) -> dict[str, Any]:
    """The document of seat 0 in the midst of the action of the last of its cards; the last seat goes last."""
    pending = {"card": players[0]["cards"][-1], "part": part, "left": left, "branch": branch}
    seats = range(len(players))
    defaults: dict[str, Any] = {"first": seats[-1], "order": list(seats), "acted": [0]}
    return document(*players, **{**defaults, "phase": "action", "pending": pending, **given})


def ended(*players: dict[str, Any], **given: Any) -> dict[str, Any]:
    """The document of a game that is over; each seat owns as many cards as that needs."""
    return document(*players, phase="over", turn=None, **given)


def setup(**params: Any) -> meeple.State:
    """A game at its first node."""
    state: meeple.State = meeple.load("lost_lands", **params).new_initial_state()
    return state


def skip(state: meeple.State, phase: str, rng: int = 1) -> meeple.State:
    """Plays the first legal action, and lets chance choose, up to the first node of this phase."""
    generator = meeple.Rng(rng)
    while state.phase != phase:
        assert not state.is_terminal, f"no {phase} comes"
        state = state.sample_chance(generator) if state.is_chance else state.apply(state.legal_actions()[0])
    return state
