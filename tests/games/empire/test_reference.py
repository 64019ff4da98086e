"""The reference of Empire against positions drawn by hand, on the classic map or on this one:

a1 - a2 - b1 - b2 - c1      continents a (bonus 1), b (bonus 4), c (bonus 2)
|         |
+--- b3 --+
"""

from fractions import Fraction
from typing import Any

import pytest

from meeple._data import load_data
from meeple.reference.empire import (
    battle_odds,
    continents,
    freed_odds,
    legal_texts,
    loss_odds,
    ranking,
    reinforcements,
    roll_odds,
    score,
    set_worth,
    totals,
)

Lands = dict[str, tuple[int | str | None, int]]

FULL = 65_535
MAP: dict[str, Any] = {
    "continents": [{"id": "a", "bonus": 1}, {"id": "b", "bonus": 4}, {"id": "c", "bonus": 2}],
    "lands": [
        {"id": "a1", "continent": "a", "symbol": "infantry"},
        {"id": "a2", "continent": "a", "symbol": "cavalry"},
        {"id": "b1", "continent": "b", "symbol": "infantry"},
        {"id": "b2", "continent": "b", "symbol": "artillery"},
        {"id": "b3", "continent": "b", "symbol": "infantry"},
        {"id": "c1", "continent": "c", "symbol": "cavalry"},
    ],
    "borders": [["a1", "a2"], ["a2", "b1"], ["b1", "b2"], ["b1", "b3"], ["b2", "c1"], ["b3", "a1"]],
    "jokers": 2,
    "set_worth": {"infantry": 4, "cavalry": 6, "artillery": 8, "mixed": 10},
}


def document(
    lands: Lands | None = None,
    hand: list[str] | None = None,
    params: dict[str, Any] | None = None,
    **position: object,
) -> dict[str, Any]:
    """Seat 0 to act; what is not named is the third seat's, with one unit a land."""
    defaults = {
        "players": 3,
        "map": MAP,
        "setup": "deal",
        "placement": "turns",
        "initial_units": 10,
        "fortify": "adjacent",
        "land_bonus": "per_card",
        "trade_on_elimination": False,
        "blitz": False,
        "neutral": False,
        "max_rounds": 60,
    }
    plain = {
        "lands": {land: [2, 1] for land in ("a1", "a2", "b1", "b2", "b3", "c1")}
        | {land: [owner, units] for land, (owner, units) in (lands or {}).items()},
        "hands": [hand or [], [], []],
        "discard": [],
        "turn": 0,
        "round": 1,
        "phase": "attack",
        "reserve": 0,
        "initial": [0, 0, 0],
        "chosen": [],
        "battle": None,
        "freed": False,
        "bonus_used": False,
        "fortify": None,
        "moves": 0,
        "out": [],
    }
    assert (params or {}).keys() <= defaults.keys()
    assert position.keys() <= plain.keys()
    return {
        "format": "meeple-position",
        "version": 1,
        "game": "empire",
        "params": {**defaults, **(params or {})},
        "position": {**plain, **position},
    }


def classic(own: list[str]) -> dict[str, Any]:
    """The classic map: these lands are seat 0's, all others seat 1's."""
    names = [land["id"] for land in load_data("empire_classic")["lands"]]
    game = document(params={"map": "classic"})
    game["position"]["lands"] = {name: [0 if name in own else 1, 1] for name in names}
    return game


# ---- Reinforcement ----


@pytest.mark.parametrize(
    ("continent", "bonus", "lands"),
    [
        ("australia", 2, "indonesia new-guinea western-australia eastern-australia"),
        ("south-america", 2, "venezuela brazil peru argentina"),
        ("africa", 3, "north-africa egypt east-africa congo south-africa madagascar"),
    ],
)
def test_em5_bonus_for_all_lands_of_a_continent(continent: str, bonus: int, lands: str) -> None:
    whole, broken = classic(lands.split()), classic(lands.split()[1:])
    assert (continents(whole, 0), reinforcements(whole, 0)) == ([continent], 3 + bonus)
    assert (continents(broken, 0), reinforcements(broken, 0)) == ([], 3)


@pytest.mark.parametrize(("lands", "reserve"), [(1, 3), (11, 3), (12, 4), (14, 4), (15, 5)])
def test_em5_a_third_of_the_lands_but_at_least_three(lands: int, reserve: int) -> None:
    # Every second land, so that no continent is whole.
    names = [land["id"] for land in load_data("empire_classic")["lands"]]
    assert reinforcements(classic(names[::2][:lands]), 0) == reserve


def test_em5_bonuses_add() -> None:
    game = document({"a1": (0, 1), "a2": (0, 1), "b1": (0, 1), "c1": (0, 1)})
    assert continents(game, 0) == ["a", "c"]
    assert reinforcements(game, 0) == 3 + 1 + 2


# ---- Cards ----


@pytest.mark.parametrize(
    ("cards", "worth"),
    [
        ("a1 b1 b3", 4),
        ("a1 a2 b2", 10),
        ("a1 b1 a2", None),
        ("a1 b1 joker-1", 4),
        ("a2 c1 joker-1", 6),
        ("a1 b2 joker-2", 10),
        ("b2 joker-1 joker-2", 10),
        ("a1 b1", None),
    ],
)
def test_em6_worth_of_a_set(cards: str, worth: int | None) -> None:
    assert set_worth(document(), cards.split()) == worth


def test_em6_jokers_take_the_best_worth_of_an_own_map() -> None:
    game = document(params={"map": {**MAP, "set_worth": {**MAP["set_worth"], "mixed": 5}}})
    assert set_worth(game, ["a1", "joker-1", "joker-2"]) == 5
    assert set_worth(game, ["b2", "joker-1", "joker-2"]) == 8


def trade(cards: str, chosen: str = "", freed: bool = False) -> list[str]:
    """What seat 0 may do with these cards."""
    game = document({"a1": (0, 1)}, cards.split(), phase="trade", chosen=chosen.split(), freed=freed)
    return legal_texts(game)


def test_em6_trade_is_asked_without_a_set_too() -> None:
    assert trade("a1 a2 b1") == ["pass"]


def test_em6_card_must_be_able_to_complete_a_set() -> None:
    # Sets: a1 a2 b2 and a2 b1 b2.
    assert trade("a1 a2 b1 b2") == ["card a1", "card a2", "pass"]
    assert trade("a1 a2 b1 b2", chosen="a1") == ["card a2"]
    assert trade("a1 a2 b1 b2", chosen="a2") == ["card b1"]
    assert trade("a1 a2 b1 b2", chosen="a2 b1") == ["card b2"]


def test_em6_jokers_come_last_in_the_decks_order() -> None:
    assert trade("a2 b1 joker-1") == ["card a2", "pass"]
    assert trade("joker-1 b1 a2", chosen="a2 b1") == ["card joker-1"]


def test_em6_five_cards_must_be_traded() -> None:
    assert trade("a1 a2 b1 b3 c1") == ["card a1"]
    assert trade("a1 a2 b1 b3") == ["card a1", "pass"]


def test_em12_trade_after_an_elimination_is_never_free() -> None:
    assert trade("a1 a2 b1 b2 b3 c1", freed=True) == [f"card {name}" for name in ("a1", "a2", "b1", "b2")]


# ---- Battle ----


@pytest.mark.parametrize(
    ("dice", "odds", "rolls"),
    [
        ((3, 2), {(2, 0): 2275, (1, 1): 2611, (0, 2): 2890}, 7776),
        ((2, 2), {(2, 0): 581, (1, 1): 420, (0, 2): 295}, 1296),
        ((3, 1), {(1, 0): 441, (0, 1): 855}, 1296),
        ((2, 1), {(1, 0): 91, (0, 1): 125}, 216),
        ((1, 2), {(1, 0): 161, (0, 1): 55}, 216),
        ((1, 1), {(1, 0): 21, (0, 1): 15}, 36),
    ],
)
def test_em10_odds_of_a_roll(dice: tuple[int, int], odds: dict[tuple[int, int], int], rolls: int) -> None:
    assert roll_odds(*dice) == {losses: Fraction(n, rolls) for losses, n in odds.items()}


@pytest.mark.parametrize(
    ("attackers", "defenders", "texts"),
    [
        (9, 9, ["losses 0 2", "losses 1 1", "losses 2 0"]),
        (2, 9, ["losses 0 1", "losses 1 0"]),
        (9, 1, ["losses 0 1", "losses 1 0"]),
    ],
)
def test_em9_em10_roll_at_hand(attackers: int, defenders: int, texts: list[str]) -> None:
    battle = {"from": "a1", "to": "a2", "dice": min(3, attackers - 1), "blitz": False}
    game = document({"a1": (0, attackers), "a2": (1, defenders)}, phase="roll", battle=battle)
    assert list(loss_odds(game)) == texts
    assert (
        loss_odds(game)["losses 0 1" if len(texts) == 2 else "losses 1 1"]
        == {
            (9, 9): Fraction(2611, 7776),
            (2, 9): Fraction(55, 216),
            (9, 1): Fraction(855, 1296),
        }[attackers, defenders]
    )
    assert legal_texts(game) == []


def test_em13_battle_goes_on_until_one_side_has_spent_its_units() -> None:
    # 3 v 1: two dice, then, after a loss, one die.
    first, second = Fraction(125, 216), Fraction(15, 36)
    odds = {(3, 0): first, (2, 0): (1 - first) * second, (1, 1): (1 - first) * (1 - second)}
    assert battle_odds(3, 1) == odds
    assert freed_odds(3, 1) == first + (1 - first) * second


def test_em13_no_battle_from_a_single_unit() -> None:
    assert battle_odds(1, 4) == {(1, 4): 1}
    assert freed_odds(1, 4) == 0


def test_em13_odds_of_a_long_battle_add_up() -> None:
    odds = battle_odds(12, 9)
    assert sum(odds.values()) == 1
    assert all((left == 0) != (attackers == 1) for attackers, left in odds)


# ---- Scoring ----


def test_em17_score_is_the_lands_held() -> None:
    game = document({"a1": (0, 7), "a2": (0, 1), "b1": (1, 9), "b2": ("neutral", 9), "b3": (None, 0)})
    assert score(game) == [{"lands": 2}, {"lands": 1}, {"lands": 1}]
    assert totals(game) == [2, 1, 1]


def test_em17_lands_go_before_units() -> None:
    lands: Lands = {"a1": (0, 1), "a2": (0, 1), "b1": (0, 1), "b2": (1, 9), "b3": (1, 9), "c1": (2, 9)}
    assert ranking(document(lands)) == {"winners": [0], "ranks": [1, 2, 3], "tie_break": None}


def test_em17_units_break_the_tie_and_ties_share() -> None:
    tied: Lands = {"a1": (0, 3), "a2": (0, 3), "b1": (1, 5), "b2": (1, 1), "b3": (2, 1), "c1": (2, 4)}
    assert ranking(document(tied)) == {"winners": [0, 1], "ranks": [1, 1, 3], "tie_break": "units"}
    equal: Lands = {**tied, "c1": (2, 5)}
    assert ranking(document(equal)) == {"winners": [0, 1, 2], "ranks": [1, 1, 1], "tie_break": None}


# ---- Legal actions ----


def test_em1_claim_a_free_land() -> None:
    free: Lands = {"a2": (None, 0), "b2": (None, 0), "a1": (0, 1)}
    assert legal_texts(document(free, phase="claim")) == ["claim a2", "claim b2"]
    assert legal_texts(document(free, phase="deal")) == []


def test_em2_place_on_own_lands_unless_chance_does() -> None:
    lands: Lands = {"a2": (0, 1), "c1": (0, 3), "b1": (1, 1)}
    assert legal_texts(document(lands, phase="setup")) == ["place a2", "place c1"]
    assert legal_texts(document(lands, phase="setup", turn=1)) == ["place b1"]
    assert legal_texts(document(lands, phase="setup", params={"placement": "random"})) == []


def test_em3_neutral_owner_has_its_lands_and_units_by_chance() -> None:
    lands: Lands = {"a1": ("neutral", 1), "a2": (None, 0)}
    for phase in ("claim", "setup"):
        assert legal_texts(document(lands, phase=phase, turn="neutral", params={"neutral": True})) == []


def test_em8_one_unit_or_with_two_left_the_whole_rest() -> None:
    lands: Lands = {"a1": (0, 1), "b1": (0, 1)}
    assert legal_texts(document(lands, phase="reinforce", reserve=1)) == ["place a1", "place b1"]
    assert legal_texts(document(lands, phase="reinforce", reserve=2)) == [
        f"place {where}" for where in ("a1", "a1 all", "b1", "b1 all")
    ]


def test_em19_no_land_is_overfilled_by_placing() -> None:
    lands: Lands = {"a1": (0, FULL), "a2": (0, FULL - 1), "b1": (0, FULL - 2), "b2": (0, FULL - 3)}
    texts = legal_texts(document(lands, phase="reinforce", reserve=3))
    assert texts == ["place a2", "place b1", "place b2", "place b2 all"]


def test_em9_attack_bordering_lands_of_others_with_two_units() -> None:
    lands: Lands = {"a1": (0, 2), "a2": (0, 1), "b1": (0, 5), "b2": ("neutral", 1), "c1": (0, 1)}
    assert legal_texts(document(lands)) == ["attack a1 b3", "attack b1 b2", "attack b1 b3", "pass"]


def test_em13_blitz_beside_attack() -> None:
    texts = legal_texts(document({"c1": (0, 2)}, params={"blitz": True}))
    assert texts == ["attack c1 b2", "blitz c1 b2", "pass"]


def occupy(units: int, dice: int) -> list[str]:
    """What may move into a freed land."""
    battle = {"from": "a1", "to": "a2", "dice": dice, "blitz": False}
    return legal_texts(document({"a1": (0, units), "a2": (0, 0)}, phase="occupy", battle=battle, freed=True))


def test_em11_as_many_as_dice_and_one_stays() -> None:
    assert occupy(6, 3) == ["units 3", "units 4", "units 5"]
    assert occupy(3, 2) == ["units 2"]


def test_em19_units_all_only_where_more_than_127_may_move() -> None:
    assert "units all" not in occupy(128, 3)
    assert "units all" in occupy(129, 3)
    assert len(occupy(129, 3)) == 127 - 2 + 1


def fortify(phase: str, how: str, lands: Lands, origin: str | None = None, to: str | None = None) -> list[str]:
    """What seat 0 may do in phase 3."""
    chosen = {"from": origin, "to": to} if origin else None
    return legal_texts(document(lands, phase=phase, params={"fortify": how}, fortify=chosen))


# Seat 0 holds a chain of three lands and, apart from it, c1.
CHAIN: Lands = {"a1": (0, 4), "a2": (0, 1), "b1": (0, 2), "b2": (1, 1), "b3": (1, 1), "c1": (0, 9)}


def test_em14_fortify_needs_a_unit_to_spare_and_a_land_to_go_to() -> None:
    assert fortify("fortify", "adjacent", CHAIN) == ["fortify a1", "fortify b1", "pass"]


@pytest.mark.parametrize(
    ("how", "texts"), [("adjacent", ["to a2"]), ("unlimited", ["to a2"]), ("connected", ["to a2", "to b1"])]
)
def test_em14_fortify_goes_to_bordering_or_connected_lands(how: str, texts: list[str]) -> None:
    assert fortify("fortify_to", how, CHAIN, "a1") == texts


def test_em14_at_least_one_unit_stays() -> None:
    assert fortify("fortify_units", "adjacent", CHAIN, "a1", "a2") == ["units 1", "units 2", "units 3"]


def test_em19_full_land_takes_nothing() -> None:
    full: Lands = {**CHAIN, "a2": (0, FULL)}
    assert fortify("fortify", "adjacent", full) == ["fortify a2", "pass"]
    assert fortify("fortify_to", "connected", full, "a1") == ["to b1"]
    assert fortify("fortify_to", "adjacent", {**full, "a2": (0, FULL - 1)}, "a1") == ["to a2"]


def test_em19_targets_bound_counts() -> None:
    nearly: Lands = {**CHAIN, "a1": (0, 500), "a2": (0, FULL - 2)}
    assert fortify("fortify_units", "adjacent", nearly, "a1", "a2") == ["units 1", "units 2"]
    for room, texts in [(127, 127), (128, 128)]:
        roomy: Lands = {**nearly, "a2": (0, FULL - room)}
        offered = fortify("fortify_units", "adjacent", roomy, "a1", "a2")
        assert (len(offered), "units all" in offered) == (texts, room == 128)


@pytest.mark.parametrize("phase", ["draw", "over"])
def test_em15_em17_nobody_acts_when_a_card_is_drawn_and_at_the_end(phase: str) -> None:
    assert legal_texts(document(CHAIN, ["a1", "a2", "b1"], phase=phase)) == []
