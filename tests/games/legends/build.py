"""Small positions of Legends, drawn as a person would draw them.

`table` fills in whatever a test does not speak of: the deck holds the cards that the test names and `plain-N` cards
that do nothing; each seat owns as many cards as its turn needs; the row is full. The layout is `ell` unless a test
names another (`rectangle` with four players):

    V1-V2  V3-V4-V6-V7   volcano: two islands, V1 V2 and V3 to V7; land also V3-V5, V4-V5; water V2-V4
     |                   water V7-M1
    M1 M2 M3 M4 M5 .. F2 meadows: one island; land M1-M2, M1-M3, M2-M3, M2-M4, M3-M4, M4-M5; the start is M1
                         fern: one island, F1-F2-F3; water M3-F2
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

import meeple
from meeple._data import load_data

Card = dict[str, Any]
Token = dict[str, Any]
Document = dict[str, Any]

CARDS_TO_OWN = {2: 13, 3: 10, 4: 8}
ROUNDS = 6
DECK_SIZE = 64
ROW = 6


# ---- Data of one's own ----


def place(n: int) -> dict[str, Any]:
    """A part: place n armies."""
    return {"kind": "place", "n": n}


def move(n: int) -> dict[str, Any]:
    """A part: move for n points."""
    return {"kind": "move", "n": n}


def build(n: int) -> dict[str, Any]:
    """A part: build n cities."""
    return {"kind": "build", "n": n}


def destroy(n: int) -> dict[str, Any]:
    """A part: destroy n armies."""
    return {"kind": "destroy", "n": n}


def effect(kind: str, n: int | None = None, **more: Any) -> dict[str, Any]:
    """An ability of a card, or an effect of a token."""
    return {"kind": kind, **({} if n is None else {"n": n}), **more}


def card(
    name: str,
    *parts: dict[str, Any],
    join: str | None = None,
    family: str | None = None,
    abilities: Sequence[dict[str, Any]] = (),
    min_players: int = 2,
) -> Card:
    """A card of one's own. Without a part it does nothing."""
    return {
        "id": name,
        "family": family,
        "min_players": min_players,
        "join": join,
        "action": list(parts) or [build(0)],
        "abilities": list(abilities),
    }


def token(name: str, on: str, *effects: dict[str, Any], region: str | None = None) -> Token:
    """A token of one's own, `on` is `city` or `control`."""
    return {
        "name": name,
        "on": on,
        "effects": list(effects),
        **({} if region is None else {"region": region}),
    }


def portal(name: str, region: str | None = None) -> Token:
    """A portal."""
    return {
        "name": name,
        "effects": [{"kind": "portal"}],
        **({} if region is None else {"region": region}),
    }


def plain_deck(count: int = DECK_SIZE) -> dict[str, Any]:
    """A deck of cards that do nothing."""
    return {"cards": [card(f"plain-{k}") for k in range(1, count + 1)]}


def printed(name: str) -> Card:
    """A card of the printed deck."""
    found: list[Card] = [entry for entry in load_data("legends_cards")["cards"] if entry["id"] == name]
    assert len(found) == 1, f"no printed card {name}"
    return {**found[0], "min_players": 2}


def face(
    islands: list[list[str]],
    land: Sequence[str] = (),
    water: Sequence[str] = (),
    **exits: str,
) -> dict[str, Any]:
    """A face of one's own; borders are written `A-B`, exits `N="A"`."""
    return {
        "islands": islands,
        "land": [border.split("-") for border in land],
        "water": [border.split("-") for border in water],
        "exits": {side: exits.get(side) for side in "NESW"},
    }


# ---- Positions ----


def seat(
    armies: Mapping[str, int] | None = None,
    cities: Mapping[str, int] | None = None,
    cards: Sequence[str] = (),
    coins: int = 0,
    tokens: Sequence[str] = (),
    leader: str | None = None,
    captured: Mapping[str, int] | None = None,
) -> dict[str, Any]:
    """A player who has nothing but what is named."""
    return {
        "coins": coins,
        "armies": dict(armies or {}),
        "cities": dict(cities or {}),
        "cards": list(cards),
        "tokens": list(tokens),
        "leader": leader,
        "captured": dict(captured or {}),
    }


def document(
    *players: dict[str, Any],
    phase: str = "take",
    turn: int | None = 0,
    row: Sequence[str] | None = None,
    neutral: Mapping[str, int] | None = None,
    bids: Sequence[int | None] | None = None,
    lying: Mapping[str, Sequence[str]] | None = None,
    pending: Mapping[str, Any] | None = None,
    prestige: Sequence[int] | None = None,
    moved: Sequence[int] = (),
    cards: Sequence[Card] = (),
    **params: Any,
) -> Document:
    """A position document in which only what is named differs from an empty one.

    Args:
        players: one `seat(...)` each.
        row: the leftmost cards of the row; the rest of it is filled.
        lying: explore tokens and citadels by region, as far as a test cares where they lie; the others lie where
            nobody is. Own tokens lie in their `region` unless somebody has taken them.
        moved: seats that have had their turn in this round already.
        cards: cards of one's own that the deck holds besides the printed ones that the test names.
        params: parameters of the game; the first player is seat 0 unless they say otherwise.
    """
    count = len(players)
    named = [name for player in players for name in player["cards"]] + list(row or ())
    own = {entry["id"]: entry for entry in cards}
    deck = list(own.values()) + [
        printed(name) for name in dict.fromkeys(named) if name not in own and not name.startswith("plain-")
    ]
    fillers = [f"plain-{k}" for k in range(1, DECK_SIZE - len(deck) + 1)]
    deck += [card(name) for name in fillers]
    free = [name for name in fillers if name not in named]

    full = ROUNDS if params.get("scoring") == "rounds" else CARDS_TO_OWN[count]
    wanted = owned_by_turn(players, phase, turn, moved, full)
    seats = []
    for player, number in zip(players, wanted, strict=True):
        missing = number - len(player["cards"])
        seats.append({**player, "cards": [free.pop() for _ in range(missing)] + player["cards"]})
    length = {"action": ROW - 1, "refill": ROW - 1, "token": 0, "leader": 0}.get(phase, ROW)
    filled = list(row or ()) if phase == "row" else [*(row or ())]
    if phase != "row":
        filled += [free.pop() for _ in range(length - len(filled))]
    return {
        "format": "meeple-position",
        "version": 1,
        "game": "legends",
        "params": {"players": count, "deck": {"cards": deck}, "first_player": 0, **params},
        "position": {
            "phase": phase,
            "turn": turn,
            "row": filled,
            "players": seats,
            "neutral": dict(neutral or {}),
            "bids": list(bids) if bids is not None else [None] * count,
            "tokens": {} if phase == "token" else tokens_on_board(players, lying or {}, params),
            "pending": dict(pending) if pending is not None else None,
            "prestige": list(prestige) if prestige is not None else [0] * count,
        },
    }


def tokens_on_board(
    players: Sequence[dict[str, Any]], lying: Mapping[str, Sequence[str]], params: Mapping[str, Any]
) -> dict[str, list[str]]:
    """Where tokens lie, in the order placed: explore tokens, citadels, own ones."""
    data = load_data("legends_cards")["tokens"]
    explore = [entry["id"] for entry in data["explore"]] if params.get("explore") else []
    citadels = data["citadels"] if params.get("citadels") else []
    own = {entry["name"]: entry.get("region") for entry in params.get("tokens", ())}
    where = {name: region for name, region in own.items() if region is not None}
    where |= {name: region for region, names in lying.items() for name in names}
    taken = {name for player in players for name in player["tokens"]}
    people = {region for player in players for region in [*player["armies"], *player["cities"]]}
    layout = layout_of(len(players), params)
    faces = {**load_data("legends_boards")["faces"], **layout.get("faces", {})}
    regions = [region for name, *_ in layout["boards"] for island in faces[name]["islands"] for region in island]
    empty = [r for r in regions if r not in people and r not in where.values() and r != layout["start"]]
    found: dict[str, list[str]] = {}
    for name in [*explore, *citadels, *own]:
        if name not in taken:
            found.setdefault(where.get(name) or empty.pop(), []).append(name)
    return found


def layout_of(count: int, params: Mapping[str, Any]) -> dict[str, Any]:
    """The layout in play."""
    boards = params.get("boards", "rectangle" if count == 4 else "ell")
    found: dict[str, Any] = load_data("legends_boards")["layouts"][boards] if isinstance(boards, str) else boards
    return found


def owned_by_turn(
    players: Sequence[dict[str, Any]], phase: str, turn: int | None, moved: Sequence[int], full: int
) -> list[int]:
    """How many cards each seat owns, so that all had moved equally often when the round began."""
    owned = [len(player["cards"]) for player in players]
    if phase in ("over", "bonus"):
        return [full] * len(players)
    if phase in ("take", "action", "refill"):
        new = [int(number in moved or (phase != "take" and number == turn)) for number in range(len(players))]
        before = max(count - fresh for count, fresh in zip(owned, new, strict=True))
        return [before + fresh for fresh in new]
    return owned


def table(*players: dict[str, Any], **given: Any) -> meeple.State:
    """The state of `document(...)`."""
    return meeple.State.from_dict(document(*players, **given))


def acting(
    *players: dict[str, Any], part: int = 0, left: int | None = None, branch: int | None = None, **given: Any
) -> meeple.State:
    """Seat 0 in the midst of the action of the last of its cards."""
    pending = {"card": players[0]["cards"][-1], "part": part, "left": left, "branch": branch}
    return table(*players, phase="action", pending=pending, **given)


def taking(taken: str | Card, *players: dict[str, Any], **given: Any) -> meeple.State:
    """Seat 0 has just taken this card, for nothing: its action begins."""
    if not isinstance(taken, str):
        given = {**given, "cards": [taken, *given.get("cards", ())]}
    name = taken if isinstance(taken, str) else taken["id"]
    return play(table(*players, row=[name], **given), "take 1")


def ended(*players: dict[str, Any], **given: Any) -> meeple.State:
    """A game that is over; each seat owns as many cards as that needs."""
    return table(*players, phase="over", turn=None, **given)


# ---- Play ----


def play(state: meeple.State, *actions: str) -> meeple.State:
    """The state after these actions, by their texts; chance's too."""
    for text in actions:
        state = state.apply(state.parse_action(text))
    return state


def texts(state: meeple.State) -> set[str]:
    """The texts of the legal actions."""
    found: list[str] = state.legal_action_strs()
    assert len(found) == len(set(found))
    return set(found)


def chance(state: meeple.State) -> dict[str, Fraction]:
    """The outcomes of a chance node by their texts, with their probabilities."""
    return {state.action_to_str(number): weight for number, weight in state.chance_outcomes_exact()}


def result(state: meeple.State) -> meeple.Outcome:
    """How a game that is over ended."""
    outcome = state.outcome
    assert outcome is not None
    return outcome


def shown(state: meeple.State) -> dict[str, Any]:
    """The `position` of the state's document."""
    position: dict[str, Any] = state.to_dict()["position"]
    return position


def player(state: meeple.State, number: int) -> dict[str, Any]:
    """A player of the state's document."""
    entry: dict[str, Any] = shown(state)["players"][number]
    return entry


def points(state: meeple.State, number: int) -> dict[str, int]:
    """The breakdown of a seat."""
    found: dict[str, int] = state.score_breakdown(number)
    return found


def setup(rng: int = 1, **params: Any) -> meeple.State:
    """A game after its tokens, leaders and row have come by chance, at the first decision."""
    state: meeple.State = meeple.load("legends", **params).new_initial_state(meeple.Rng(rng))
    return state


def skip(state: meeple.State, phase: str, rng: int = 1) -> meeple.State:
    """Plays the first legal action, and lets chance choose, up to the first node of this phase."""
    generator = meeple.Rng(rng)
    while state.phase != phase:
        assert not state.is_terminal, f"no {phase} comes"
        state = state.sample_chance(generator) if state.is_chance else state.apply(state.legal_actions()[0])
    return state
