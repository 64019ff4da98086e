"""What tests of several kinds share."""

from __future__ import annotations

from typing import Any

import meeple

KINGDOM_DECK: dict[str, Any] = {
    "edict_points": 5,
    "set_points": [2, 0, 9],
    "cards": [
        {
            "id": 200 - 6 * k,
            "zones": [
                ["plains", "mine"],
                ["forest", None],
                [["swamps", "plains"][k % 2], "town"],
                ["mountains", None],
            ],
            "arms": [[1 + k % 3, k % 3], [2, 1], [2, 2], [3, 0]],
        }
        for k in range(33)
    ],
}
"""A deck of one's own, its ids in no order."""

SMALL_MAP: dict[str, Any] = {
    "continents": [{"id": "west", "bonus": 2}, {"id": "east", "bonus": 3}],
    "lands": [
        {
            "id": land,
            "continent": "west" if land < "d" else "east",
            "symbol": ("infantry", "cavalry", "artillery")[k % 3],
        }
        for k, land in enumerate("abcdefg")
    ],
    "borders": [["a", "b"], ["b", "c"], ["c", "d"], ["d", "e"], ["e", "f"], ["f", "a"], ["b", "e"], ["f", "g"]],
    "jokers": 1,
    "set_worth": {"infantry": 4, "cavalry": 6, "artillery": 8, "mixed": 10},
    "initial_units": {"2": 10, "3": 8, "4": 7, "5": 6, "6": 6},
}
"""A map of one's own, small enough for games to end."""

SHORT_DECK: dict[str, Any] = {
    "cards": [
        {
            "id": f"card-{k}",
            "family": ["forest", "noble", "night"][k % 3],
            "min_players": 2,
            "join": "or" if k % 2 else None,
            "action": [{"kind": kind, "n": 3} for kind in ("place", "move", "build", "destroy")[k % 2 :][: 1 + k % 2]],
            "abilities": [{"kind": "vp_set", "family": "forest", "size": 3, "vp": 2}] if k % 4 == 0 else [],
        }
        for k in range(14)
    ],
}
"""A deck of one's own for Lost Lands, so short that hands run out."""

VARIANTS: dict[str, list[dict[str, Any]]] = {
    "empire": [
        {"players": 3, "max_rounds": 8},
        {"players": 2, "neutral": True, "map": SMALL_MAP, "blitz": True, "max_rounds": 20, "setup": "claim"},
        {"players": 4, "map": SMALL_MAP, "fortify": "unlimited", "land_bonus": "per_turn", "max_rounds": 12},
        {
            "players": 6,
            "map": SMALL_MAP,
            "fortify": "connected",
            "trade_on_elimination": True,
            "placement": "random",
            "max_rounds": 30,
        },
    ],
    "guardians": [
        {"players": 4},
        {"players": 3, "goal": 30},
        {"players": 5},
        {
            "players": 3,
            "shape": [[k // 2, k % 2] for k in range(11)],
            "islands": [{"id": k, "tags": ["reef", f"t{k % 3}"]} for k in range(1, 12)],
            "postcards": [{"id": k, "elements": ["reef", "t1", "t2"][:k]} for k in range(1, 4)]
            + [{"id": 4, "elements": ["none"] * 8}],
            "goal": 65_535,
        },
    ],
    "kingdom": [
        {"players": 2},
        {"players": 3, "deck": KINGDOM_DECK},
        {
            "players": 5,
            "edicts": [
                "count-swamps",
                "symbol-church",
                "largest-mountains",
                "symbol-tavern",
                "count-forest",
                "largest-plains",
            ],
        },
    ],
    "legends": [
        {"players": 2},
        {"players": 3, "boards": "row", "explore": True, "citadels": True, "first_player": "bid_die"},
        {"players": 4, "deck": "published", "leaders": True, "extra_army": True},
        {"players": 2, "neutral": "random", "scoring": "rounds", "prestige_limit": 12, "first_player": 1},
    ],
    "lost_lands": [
        {"players": 3},
        {"players": 2, "board": "cavern", "explore": True, "leaders": True},
        {"players": 2, "neutral": "random", "turn_order": "frantic", "leader_armies": True},
        {"players": 4, "open_sea": True, "factions": True, "citadels": True},
        {"players": 5, "deck": "published", "board": "cavern", "leader_armies": True, "turn_order": "frantic"},
        {
            "players": 4,
            "leader_armies": True,
            "leaders": ["bramble-witch", "frog-warrior", "bat-rider", "fairy-queen"],
            "factions": True,
        },
        {"players": 3, "deck": SHORT_DECK, "leaders": ["fairy-queen", "red-sorceress", "bandit-king"]},
        {
            "players": 6,
            "board": "cavern",
            "turn_order": "frantic",
            "open_sea": True,
            "factions": True,
            "leader_armies": True,
            "explore": True,
            "citadels": True,
            "leaders": True,
        },
    ],
}
"""Parameter sets by game, the first nearly the default: contract, leak and thread tests run over all of them."""


def every_variant() -> list[Any]:
    """(name, params) of every registered game."""
    return [(name, params) for name in meeple.games() for params in VARIANTS.get(name, [{}])]


def played(game: meeple.Game, seed: int, *, with_chance: bool = False) -> list[meeple.State]:
    """The states of a random game, the last one too."""
    rng = meeple.Rng(seed)
    state = game.new_initial_state() if with_chance else game.new_initial_state(rng)
    states = [state]
    while not state.is_terminal:
        state = state.sample_chance(rng) if state.is_chance else state.apply(state.random_action(rng))
        if with_chance or not state.is_chance:
            states.append(state)
        elif not with_chance:
            state = state.settle(rng)
            states.append(state)
    return states
