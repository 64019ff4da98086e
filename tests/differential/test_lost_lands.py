"""The core of Lost Lands against its reference, which is written from the rules page apart from it.

At every step of random games over every pair of variants, and of turns from random positions that play rarely reaches:
what the step made of the position, breakdown, score, legal texts, chance outcomes, views of every seat, documents there
and back; the ranking at every end.
"""

from __future__ import annotations

import itertools
import random
from typing import Any

import pytest

import meeple
from meeple._data import load_data
from meeple.lost_lands import random_layout
from meeple.reference import lost_lands as reference
from tests.differential.test_legends import own_deck, spread
from tests.games.lost_lands.build import CARDS_TO_OWN, mid_action

Document = dict[str, Any]
Params = dict[str, Any]

LANDS = load_data("lost_lands")
LEADERS = [leader["id"] for leader in [*load_data("legends_cards")["leaders"], *LANDS["leaders"]]]
NEEDY = {leader["id"] for leader in LANDS["leaders"] if leader.get("needs")}

OWN_BOARDS: dict[str, dict[str, Any]] = {
    "lost_lands": {
        "boards": [["meadows", 0, 1, 90], ["lost-lands", 0, 0, 180], ["rocks", 1, 0, 270]],
        "start": "R2",
        "portal": "R1",
        "second_start": "X4",
        "faces": {
            "lost-lands": {
                "islands": [["X1", "X2", "X3"], ["X4"]],
                "land": [["X1", "X2"], ["X2", "X3"], ["X3", "X4"]],
                "water": [["X1", "X4"], ["X1", "X3"]],
                "exits": {"N": "X1", "E": None, "S": "X3", "W": "X3"},
                "portal": "X3",
                "continent_vp": 2,
            },
            "rocks": {
                "islands": [["R1", "R2"], ["R3"]],
                "land": [["R1", "R2"]],
                "water": [["R2", "R3"], ["R1", "R3"]],
                "exits": {"N": "R1", "E": "R3", "S": "R2", "W": "R3"},
            },
        },
    },
    "cavern": {
        "boards": [["cavern", 0, 0, 90], ["desert", 1, 0, 0], ["citadel", 0, 1, 0]],
        "start": "D3",
        "portal": "D3",
        "second_start": "Y1",
        "faces": {
            "cavern": {
                "islands": [["Y1", "Y2", "Y3", "Y4"]],
                "land": [["Y1", "Y2"]],
                "water": [["Y3", "Y4"]],
                "lava": [["Y2", "Y3"], ["Y4", "Y1"], ["Y1", "Y3"]],
                "exits": {"N": "Y1", "E": "Y2", "S": None, "W": "Y4"},
                "portal": "Y4",
                "crystals": ["Y1", "Y2", "Y3"],
                "continent_vp": 7,
            }
        },
    },
}
"""Boards of one's own, small ones on which all meets all."""

# ---- Parameters: every pair of variants ----

FACTORS: dict[str, list[Any]] = {
    "players": [2, 3, 4, 5, 6],
    "board": ["lost_lands", "cavern"],
    "boards": ["default", "random", "own"],
    "turn_order": ["token", "frantic"],
    "open_sea": [False, True],
    "factions": [False, True],
    "leader_armies": [False, True],
    "explore": [False, True],
    "citadels": [False, True],
    "leaders": [False, True, "named"],
    "deck": ["rulebook", "published", "own"],
    "neutral": ["placed", "random"],
}
Choice = tuple[str, Any]


def possible(choices: dict[str, Any]) -> bool:
    """LL-24: without leader armies there are leaders for five."""
    return not (choices["players"] == 6 and choices["leaders"] and not choices["leader_armies"])


def pairs_of(choices: dict[str, Any]) -> set[tuple[Choice, Choice]]:
    """All pairs of values of two parameters."""
    return set(itertools.combinations(choices.items(), 2))


def all_pairs() -> set[tuple[Choice, Choice]]:
    """Every pair of values of two parameters that there is."""
    names = itertools.combinations(FACTORS, 2)
    return {((one, a), (other, b)) for one, other in names for a in FACTORS[one] for b in FACTORS[other]}


def covering() -> list[dict[str, Any]]:
    """Choices in which every pair of values occurs, few of them."""
    rnd = random.Random(5)
    missing = all_pairs()
    found = []
    while missing:
        wanted = dict(min(missing, key=str))
        drawn = [{name: rnd.choice(values) for name, values in FACTORS.items()} | wanted for _ in range(200)]
        best = max(filter(possible, drawn), key=lambda choices: len(pairs_of(choices) & missing))
        missing -= pairs_of(best)
        found.append(best)
    return found


def params_of(choices: dict[str, Any], rng: meeple.Rng) -> Params:
    """Parameters of the game."""
    params = {name: value for name, value in choices.items() if name != "boards"}
    if choices["boards"] == "random":
        params["boards"] = random_layout(choices["players"], rng, choices["board"])
    elif choices["boards"] == "own":
        params["boards"] = OWN_BOARDS[choices["board"]]
    if choices["leaders"] == "named":
        names = [name for name in LEADERS if choices["leader_armies"] or name not in NEEDY]
        rng.shuffle(names)
        params["leaders"] = names[: choices["players"]]
    if choices["deck"] == "own":
        params["deck"] = own_deck()
    return params


PARAMS = [params_of(choices, meeple.Rng(number)) for number, choices in enumerate(covering())]

# ---- One state ----


def compare(state: meeple.State, document: Document) -> None:
    """Holds both against each other in one state."""
    seats = range(state.game.num_players)
    expected = reference.score(document)
    assert [list(state.score_breakdown(seat).items()) for seat in seats] == [
        list(points.items()) for points in expected
    ]
    assert state.scores() == [sum(points.values()) for points in expected]
    assert sorted(state.legal_action_strs()) == reference.legal_texts(document)
    outcomes = state.chance_outcomes_exact()
    assert sorted(state.action_to_str(number) for number, _ in outcomes) == reference.chance_texts(document)
    assert len({weight for _, weight in outcomes}) <= 1
    for viewer in (None, *seats):
        assert state.view(viewer).to_dict()["view"] == reference.view_of(document, viewer), viewer
    if state.is_terminal:
        compare_ends(state, document)


def compare_documents(state: meeple.State, document: Document, rng: meeple.Rng) -> None:
    """Documents and bytes there and back, scores that go with a view, a state drawn from a view."""
    again = meeple.State.from_json(state.to_json())
    assert (again, again.hash64, again.to_dict()) == (state, state.hash64, document)
    assert state.game.state_from_bytes(state.to_bytes()) == state
    viewer = rng.below(state.game.num_players)
    view = state.view(viewer)
    assert list(view.scores) == reference.totals({**document, "position": view.to_dict()["view"]})
    assert state.resample(viewer, rng).view(viewer) == view


def compare_ends(state: meeple.State, document: Document) -> None:
    """Holds the outcome against the ranking."""
    outcome, expected = state.outcome, reference.ranking(document)
    assert outcome is not None
    assert (list(outcome.winners), list(outcome.ranks)) == (expected["winners"], expected["ranks"])
    if len(outcome.winners) == 1:
        assert outcome.tie_break == expected["tie_break"]


# ---- One step ----


def step(state: meeple.State, document: Document, rng: meeple.Rng) -> tuple[meeple.State, Document]:
    """A random step, compared; the state after it with its document."""
    ids = [number for number, _ in state.chance_outcomes()] if state.is_chance else state.legal_actions()
    number = rng.choice(ids)
    text = state.action_to_str(number)
    after = state.apply(number)
    found = after.to_dict()
    assert found["position"] == reference.after(document, text), text
    compare(after, found)
    if after.phase != state.phase or rng.below(8) == 0:
        compare_documents(after, found, rng)
    return after, found


# ---- Random games ----


def test_every_pair_of_variants_is_among_the_parameters() -> None:
    covered = set().union(*map(pairs_of, covering()))
    assert covered == all_pairs()


@pytest.mark.parametrize("number", range(len(PARAMS)))
def test_core_and_reference_agree_at_every_step_of_random_games(number: int) -> None:
    rng = meeple.Rng(1000 + number)
    state = meeple.load("lost_lands", **PARAMS[number]).new_initial_state()
    document = state.to_dict()
    compare(state, document)
    phases = {state.phase}
    while not state.is_terminal:
        state, document = step(state, document, rng)
        phases.add(state.phase)
    assert {"deal", "extra", "select", "first", "over"} <= phases


# ---- Random positions ----


def random_document(rnd: random.Random) -> Document:
    """Seat 0 in the midst of an action, with anything anywhere."""
    players = rnd.randint(2, 6)
    board = rnd.choice(["lost_lands", "cavern"])
    armed = rnd.random() < 0.7
    own_boards = rnd.random() < 0.4
    flags = {name: rnd.random() < 0.5 for name in ("open_sea", "factions", "explore", "citadels")}
    names = [name for name in LEADERS if armed or name not in NEEDY]
    leaders = rnd.sample(names, players) if players <= len(names) and rnd.random() < 0.7 else None
    size = "small" if players < 5 else "large"
    layout = OWN_BOARDS[board] if own_boards else LANDS["layouts"][LANDS["default_layout"][board][size]]
    regions = regions_of(layout)
    decks = own_deck()["cards"]
    rnd.shuffle(decks)
    decks = [{**card, "min_players": 2} for card in decks]
    owned = rnd.randint(1, min(5, CARDS_TO_OWN[players] - 1))
    drawn = decks[: owned * players]
    drawn[owned - 1] = {
        **drawn[owned - 1],
        "join": None,
        "action": [{"kind": rnd.choice(["place", "move", "move", "build", "destroy"]), "n": 6}],
    }
    hands = [[card["id"] for card in drawn[owned * seat :][: owned - int(seat > 0)]] for seat in range(players)]
    taken: list[list[str]] = [[] for _ in range(players)]
    for token in load_data("legends_cards")["tokens"]["explore"] if flags["explore"] else ():
        rnd.choice(taken).append(token["id"])
    seats = [
        {
            "coins": rnd.randint(0, 12),
            "armies": spread(rnd, regions, 15),
            "cities": spread(rnd, regions, 2),
            "cards": hands[seat],
            "tokens": taken[seat],
            "leader": leaders[seat] if leaders else None,
            "captured": {},
        }
        for seat in range(players)
    ]
    if leaders and "red-sorceress" in leaders:
        captor = leaders.index("red-sorceress")
        seats[captor]["captured"] = {str(seat): rnd.randint(1, 6) for seat in range(players) if seat != captor}
    given: dict[str, Any] = {**flags, "board": board, "leaders": leaders or False, "leader_armies": armed}
    if own_boards:
        given["boards"] = layout
    if armed:
        given["leader_army"] = {seat: rnd.choice(regions) for seat in range(players) if rnd.random() < 0.8}
    if leaders and "bramble-witch" in leaders and rnd.random() < 0.8:
        given["thorns"] = rnd.choice(regions)
    if flags["open_sea"]:
        given["sea"] = rnd.choice(exits_of(layout))
    if board == "cavern":
        given["crystals"] = [rnd.randint(0, 1) for _ in range(players)]
    if players == 2:
        given["neutral"] = spread(rnd, regions, 10)
    given |= turn_order(rnd, players)
    lying = tokens_lying(rnd, layout, flags, players)
    found = mid_action(*seats, left=rnd.randint(1, 6), cards=drawn, lying=lying, **given)
    found["position"]["tokens"] = lying
    return found


def turn_order(rnd: random.Random, players: int) -> dict[str, Any]:
    """Who acts when, and who has done so: seat 0 acts now."""
    if rnd.random() < 0.5:
        return {"first": rnd.choice([0, players - 1])}
    numbers = rnd.sample(range(1, players + 1), players)
    return {
        "turn_order": "frantic",
        "first": None,
        "turn_tokens": dict(enumerate(numbers)),
        "order": sorted(range(players), key=lambda seat: numbers[seat]),
        "acted": [seat for seat in range(players) if numbers[seat] <= numbers[0]],
    }


def tokens_lying(
    rnd: random.Random, layout: dict[str, Any], flags: dict[str, bool], players: int
) -> dict[str, list[str]]:
    """Citadels and factions, each on a region of its own."""
    names = load_data("legends_cards")["tokens"]["citadels"] if flags["citadels"] else []
    names = names + ([token["id"] for token in LANDS["factions"]] if flags["factions"] else [])
    kept = (layout["start"], layout["portal"], layout.get("second_start") if players > 4 else None)
    free = [region for region in regions_of(layout) if region not in kept]
    if flags["explore"]:  # Of tokens placed before these each found a region; the last ones may have found none.
        names = names[: len(free) - len(load_data("legends_cards")["tokens"]["explore"])]
    return dict(zip(rnd.sample(free, len(names)), [[name] for name in names], strict=True))


def faces_of(layout: dict[str, Any]) -> list[dict[str, Any]]:
    """The faces of a layout."""
    faces = {**load_data("legends_boards")["faces"], **LANDS["faces"], **layout.get("faces", {})}
    return [faces[name] for name, *_ in layout["boards"]]


def regions_of(layout: dict[str, Any]) -> list[str]:
    """The regions in play."""
    return [region for face in faces_of(layout) for island in face["islands"] for region in island]


def exits_of(layout: dict[str, Any]) -> list[str]:
    """The regions with an exit."""
    return [region for face in faces_of(layout) for region in face["exits"].values() if region is not None]


@pytest.mark.parametrize("number", range(60))
def test_core_and_reference_agree_in_random_positions_and_the_turns_after(number: int) -> None:
    rnd = random.Random(number)
    document = random_document(rnd)
    while reference.legal_texts(document) == ["pass"]:  # A part without a step is over, so there is no such position.
        document = random_document(rnd)
    state = meeple.State.from_dict(document)
    assert state.to_dict()["position"] == document["position"]
    document = state.to_dict()
    compare(state, document)
    rng = meeple.Rng(number)
    for _ in range(12):
        if not state.is_terminal:
            state, document = step(state, document, rng)
