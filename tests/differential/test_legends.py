"""The core of Legends against its reference, which is written from the rules page apart from it.

What every step makes of the position, breakdown, score, legal texts and chance outcomes at every step of random games
over all parameters, the ranking at every end; the same for random positions that play rarely reaches.
"""

from __future__ import annotations

import random
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import meeple
from meeple._data import load_data
from meeple.reference import legends as reference

CARDS = load_data("legends_cards")
BOARDS = load_data("legends_boards")
CARDS_TO_OWN = {2: 13, 3: 10, 4: 8}
ROUNDS = 6
ARMIES, CITIES, NEUTRAL, ROW = 18, 3, 10, 6
LEADERS = [leader["id"] for leader in CARDS["leaders"]]


def part(kind: str, n: int) -> dict[str, Any]:
    return {"kind": kind, "n": n}


def own_deck() -> dict[str, Any]:
    """Sixty cards with all actions, joins and abilities, large and small numbers."""
    verbs = ["place", "move", "build", "destroy"]
    families = [None, "orc", "forest", "dire"]
    abilities: list[list[dict[str, Any]]] = [
        [],
        [{"kind": "elixir", "n": 2}, {"kind": "vp_per_flying", "vp": 3}],
        [{"kind": "plus_army", "n": 2}],
        [{"kind": "plus_move", "n": 1}, {"kind": "gain_coins", "n": 3}],
        [{"kind": "flying", "n": 1}],
        [{"kind": "immune"}, {"kind": "vp_set", "family": "orc", "size": 2, "vp": 9}],
        [{"kind": "vp_per_family", "family": "forest", "vp": 2}],
        [{"kind": "vp_per_coins", "vp": 2, "per": 3}],
    ]
    cards = []
    for k in range(60):
        join = [None, "and", "or"][k % 3]
        action = [part(verbs[k % 4], k % 6)]
        if join is not None:
            action.append(part(verbs[(k // 4) % 4], (k // 3) % 4))
        cards.append(
            {
                "id": f"card-{k}",
                "family": families[(k // 2) % 4],
                "min_players": 2 + k % 2,
                "join": join,
                "action": action,
                "abilities": abilities[(k // 3) % 8],
            }
        )
    return {"cards": cards}


TOKENS: list[dict[str, Any]] = [
    {"name": "dragon", "on": "control", "effects": [{"kind": "vp", "n": -2}, {"kind": "flying", "n": 2}]},
    {
        "name": "rogues",
        "on": "city",
        "effects": [{"kind": "gain_coins", "n": -4}, {"kind": "plus_army", "n": -2}, {"kind": "vp", "n": 3}],
    },
    {"name": "gate-a", "effects": [{"kind": "portal"}]},
    {"name": "gate-b", "effects": [{"kind": "portal"}]},
    {
        "name": "swamp",
        "on": "control",
        "effects": [{"kind": "elixir", "n": -3}, {"kind": "plus_move", "n": -2}],
    },
    {
        "name": "inn",
        "on": "control",
        "effects": [{"kind": "plus_army", "n": 2}, {"kind": "plus_move", "n": 2}],
    },
    {"name": "lead", "on": "city", "effects": [{"kind": "flying", "n": -2}, {"kind": "elixir", "n": 1}]},
]
PRESET = [{**token, "region": region} for token, region in zip(TOKENS[:4], ["M1", "V3", "V2", "F1"], strict=True)]
ISLES: dict[str, Any] = {
    "boards": [["isles", 0, 0, 0], ["desert", 1, 0, 0], ["fern", 1, 1, 90]],
    "start": "D4",
    "values": {"D4": 4, "A": 0, "F1": 7},
    "faces": {
        "isles": {
            "islands": [["A", "B", "C"], ["D"], ["E", "G"]],
            "land": [["A", "B"], ["B", "C"], ["C", "D"], ["E", "G"]],
            "water": [["A", "D"], ["C", "D"], ["D", "E"], ["A", "C"]],
            "exits": {"N": "A", "E": "C", "S": "E", "W": "G"},
            "continent_vp": 2,
        }
    },
}

PARAMS: list[dict[str, Any]] = [
    {"players": 2},
    {"players": 3, "deck": "published"},
    {"players": 4},
    {"players": 2, "boards": "row", "first_player": "bid_die", "neutral": "random"},
    {"players": 3, "boards": "corner-desert", "extra_army": True, "first_player": 2},
    {"players": 4, "boards": "tee", "extra_army": True, "age": [3, 1, 2, 0]},
    {"players": 2, "explore": True, "citadels": True},
    {"players": 3, "explore": True, "leaders": True},
    {"players": 4, "citadels": True, "leaders": True, "boards": "tee"},
    {"players": 2, "leaders": ["red-sorceress", "bandit-king"], "extra_army": True},
    {"players": 2, "leaders": ["fairy-queen", "white-knight"], "neutral": "random"},
    {"players": 2, "tokens": PRESET},
    {"players": 3, "tokens": TOKENS, "explore": True},
    {"players": 4, "tokens": TOKENS, "citadels": True, "explore": True, "leaders": True},
    {"players": 2, "scoring": "rounds", "prestige_limit": 12},
    {"players": 3, "scoring": "rounds", "leaders": True, "prestige_limit": 65_535, "boards": ISLES},
    {"players": 4, "scoring": "rounds", "explore": True, "citadels": True, "tokens": TOKENS},
    {"players": 2, "deck": own_deck(), "boards": ISLES, "tokens": TOKENS, "leaders": True},
    {
        "players": 3,
        "deck": own_deck(),
        "boards": ISLES,
        "explore": True,
        "citadels": True,
        "extra_army": True,
    },
    {"players": 4, "deck": own_deck(), "leaders": True, "tokens": TOKENS, "first_player": "bid_die"},
]
GAMES_EACH = 7


def compare(state: meeple.State) -> dict[str, Any]:
    """Holds both against each other in one state; its document."""
    document: dict[str, Any] = state.to_dict()
    expected = reference.score(document)
    found = [state.score_breakdown(seat) for seat in range(len(expected))]
    assert [list(points.items()) for points in found] == [list(points.items()) for points in expected]
    assert state.scores() == reference.totals(document)
    assert sorted(state.legal_action_strs()) == reference.legal_texts(document)
    outcomes = [state.action_to_str(number) for number, _ in state.chance_outcomes_exact()]
    assert sorted(outcomes) == reference.chance_texts(document)
    assert len({weight for _, weight in state.chance_outcomes_exact()}) <= 1
    if state.is_terminal:
        compare_ends(state, document)
    return document


def compare_ends(state: meeple.State, document: dict[str, Any]) -> None:
    """Holds the outcome against the ranking."""
    outcome, expected = state.outcome, reference.ranking(document)
    assert outcome is not None
    assert list(outcome.winners) == expected["winners"]
    assert list(outcome.ranks) == expected["ranks"]
    if len(outcome.winners) == 1:
        assert outcome.tie_break == expected["tie_break"]
    won = 1.0 / len(outcome.winners)
    assert state.returns() == [won if seat in outcome.winners else 0.0 for seat in range(len(outcome.ranks))]


def step(state: meeple.State, document: dict[str, Any], number: int) -> tuple[meeple.State, dict[str, Any]]:
    """A step, held against the reference; the state after it with its document."""
    text = state.action_to_str(number)
    state = state.apply(number)
    found = compare(state)
    assert found["position"] == reference.after(document, text), text
    return state, found


@pytest.mark.parametrize("number", range(len(PARAMS)))
def test_core_and_reference_agree_at_every_step_of_random_games(number: int) -> None:
    game = meeple.load("legends", **PARAMS[number])
    for seed in range(GAMES_EACH):
        rng = meeple.Rng(1000 * number + seed)
        state = game.new_initial_state()
        document = compare(state)
        while not state.is_terminal:
            ids = [number for number, _ in state.chance_outcomes()] if state.is_chance else state.legal_actions()
            state, document = step(state, document, rng.choice(ids))


# ---- Random positions ----


def cards_in_play(params: dict[str, Any]) -> list[str]:
    """LG-6."""
    deck = params["deck"]
    cards = deck["cards"] if isinstance(deck, dict) else CARDS["cards"]
    return [card["id"] for card in cards if card["min_players"] <= params["players"]]


def regions_of(params: dict[str, Any]) -> tuple[list[str], str]:
    """The regions in play, and the start."""
    boards = params["boards"]
    layout = BOARDS["layouts"][boards] if isinstance(boards, str) else boards
    faces = {**BOARDS["faces"], **layout.get("faces", {})}
    regions = [r for name, *_ in layout["boards"] for island in faces[name]["islands"] for r in island]
    return regions, layout["start"]


def spread(rnd: random.Random, regions: list[str], most: int) -> dict[str, int]:
    """Up to so many pieces, on few regions or on many."""
    chosen = rnd.sample(regions, rnd.randint(1, len(regions)))
    counts: dict[str, int] = {}
    for _ in range(rnd.choice([0, most, rnd.randint(0, most)])):
        region = rnd.choice(chosen)
        counts[region] = counts.get(region, 0) + 1
    return counts


def tokens_of(rnd: random.Random, params: dict[str, Any]) -> tuple[dict[str, list[str]], list[list[str]]]:
    """Where each token lies, or who has taken it."""
    regions, start = regions_of(params)
    lying: dict[str, list[str]] = {}
    taken: list[list[str]] = [[] for _ in range(params["players"])]
    boxed = CARDS["tokens"]
    entries = [(token["id"], "city", None) for token in boxed["explore"]] if params["explore"] else []
    entries += [(name, "control", None) for name in boxed["citadels"]] if params["citadels"] else []
    entries += [(token["name"], token.get("on"), token.get("region")) for token in params["tokens"]]
    preset = {region for _, _, region in entries if region is not None}
    free = [region for region in regions if region != start and region not in preset]
    rnd.shuffle(free)
    for name, on, region in entries:
        if region is None and not free:
            continue
        place = region or free.pop()
        if on == "city" and rnd.random() < 0.6:
            rnd.choice(taken).append(name)
        else:
            lying.setdefault(place, []).append(name)
    for names in taken:
        rnd.shuffle(names)
    return lying, taken


@st.composite
def positions(draw: st.DrawFn) -> dict[str, Any]:
    """A consistent position document, at a `take` or at the end."""
    rnd = draw(st.randoms(use_true_random=False))
    given_params = draw(st.sampled_from(PARAMS))
    params: dict[str, Any] = meeple.load("legends", **given_params).params
    players, rounds = params["players"], params["scoring"] == "rounds"
    regions, _ = regions_of(params)
    full = ROUNDS if rounds else CARDS_TO_OWN[players]
    over = draw(st.booleans())
    turn = draw(st.integers(0, players - 1))
    before = full if over else draw(st.integers(0, full - 1))
    moved = 0 if over else draw(st.integers(0, players - 1))

    leaders: list[str | None] = [None] * players
    if params["leaders"] is not False:
        leaders = list(params["leaders"]) if isinstance(params["leaders"], list) else rnd.sample(LEADERS, players)
    cards = cards_in_play(params)
    rnd.shuffle(cards)
    counts = [before + ((turn - seat - 1) % players < moved) for seat in range(players)]
    row_size = ROW
    if over and "fairy-queen" in leaders and len(cards) > sum(counts):
        counts[leaders.index("fairy-queen")] += 1
        row_size = ROW - 1
    hands = [[cards.pop() for _ in range(count)] for count in counts]
    row = [cards.pop() for _ in range(min(row_size, len(cards)))]
    lying, taken = tokens_of(rnd, params)

    seats: list[dict[str, Any]] = [
        {
            "coins": draw(st.integers(0, 30)),
            "armies": spread(rnd, regions, ARMIES),
            "cities": spread(rnd, regions, CITIES),
            "cards": hands[seat],
            "tokens": taken[seat],
            "leader": leaders[seat],
            "captured": {},
        }
        for seat in range(players)
    ]
    neutral = spread(rnd, regions, NEUTRAL) if players == 2 else {}
    if "red-sorceress" in leaders:
        captor = leaders.index("red-sorceress")
        captured = {
            str(seat): rnd.randint(0, ARMIES - sum(seats[seat]["armies"].values()))
            for seat in range(players)
            if seat != captor
        }
        if players == 2:
            captured["neutral"] = rnd.randint(0, NEUTRAL - sum(neutral.values()))
        seats[captor]["captured"] = {owner: count for owner, count in captured.items() if count}
    limit = params["prestige_limit"] - 1 if not over else 100
    return {
        "format": "meeple-position",
        "version": 1,
        "game": "legends",
        "params": params,
        "position": {
            "phase": "over" if over else "take",
            "turn": None if over else turn,
            "row": row,
            "players": seats,
            "neutral": neutral,
            "bids": [None if isinstance(params["first_player"], int) else 0] * players,
            "tokens": lying,
            "pending": None,
            "prestige": [rnd.randint(0, min(limit, 100)) if rounds else 0 for _ in range(players)],
        },
    }


@settings(max_examples=400, deadline=None, derandomize=True, suppress_health_check=list(HealthCheck))
@given(document=positions(), data=st.data())
def test_core_and_reference_agree_in_random_positions_and_the_turns_after(
    document: dict[str, Any], data: st.DataObject
) -> None:
    state = meeple.State.from_dict(document)
    again = state.to_dict()
    assert again["params"] == document["params"]
    assert again["position"] == document["position"]
    found = compare(state)
    for choice in data.draw(st.lists(st.integers(0, 10_000), max_size=12)):
        if state.is_terminal:
            break
        ids = [number for number, _ in state.chance_outcomes()] if state.is_chance else state.legal_actions()
        if not ids:
            break
        state, found = step(state, found, ids[choice % len(ids)])
