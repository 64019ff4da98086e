"""LG-20 to LG-24: regions, continents, abilities, elixirs, the winner; the keys of the breakdown."""

from __future__ import annotations

from typing import Any

import pytest

import meeple

from .build import card, effect, ended, face, play, points, portal, result, seat, setup, table, taking, token

NOBODY = seat()


def part(key: str, *players: dict[str, Any], **given: Any) -> list[int]:
    """One key of every seat's breakdown."""
    state = table(*players, **given)
    return [points(state, number)[key] for number in range(len(players))]


# ---- LG-20: regions ----


def test_lg20_one_point_for_each_region_with_strictly_most() -> None:
    assert part("regions", seat({"M1": 2, "V1": 1, "F1": 1}), seat({"M1": 1, "F2": 1})) == [3, 1]


def test_lg20_a_tie_controls_nothing() -> None:
    assert part("regions", seat({"M1": 2}), seat({"M1": 2}), seat({"M1": 1})) == [0, 0, 0]


def test_lg20_armies_and_cities_count_together() -> None:
    assert part("regions", seat({"M1": 1}, {"M1": 2}), seat({"M1": 2})) == [1, 0]
    assert part("regions", seat({"M1": 1}, {"M1": 1}), seat({"M1": 2})) == [0, 0]


def test_lg20_a_city_alone_controls() -> None:
    assert part("regions", seat(cities={"F1": 1}), NOBODY) == [1, 0]


def test_lg20_most_of_all_not_a_majority() -> None:
    assert part("regions", seat({"M1": 3}), seat({"M1": 2}), seat({"M1": 2})) == [1, 0, 0]


def test_lg20_lg8_neutral_armies_are_a_rival() -> None:
    neutral = {"M1": 2, "M2": 1, "V1": 3}
    assert part("regions", seat({"M1": 2, "M2": 2}), NOBODY, neutral=neutral) == [1, 0]


def test_lg20_an_empty_region_is_nobodys() -> None:
    assert part("regions", NOBODY, NOBODY) == [0, 0]


# ---- LG-21: continents ----


def test_lg21_one_point_for_each_island_with_strictly_more_regions() -> None:
    # V1 of {V1, V2}; F1 and F2 against F3; nothing of the meadows.
    first = seat({"V1": 1, "F1": 1, "F2": 1})
    assert part("continents", first, seat({"F3": 9, "M2": 1})) == [2, 1]


def test_lg21_a_tie_in_regions_controls_no_island() -> None:
    assert part("continents", seat({"V1": 1}), seat({"V2": 1}), seat({"F1": 1})) == [0, 0, 1]


def test_lg21_armies_in_regions_of_others_do_not_count() -> None:
    assert part("continents", seat({"M2": 5, "M3": 5, "M4": 1}), seat({"M4": 2, "M2": 4})) == [1, 0]


def test_lg21_lg8_neutral_regions_are_a_rival() -> None:
    assert part("continents", seat({"F1": 1}), NOBODY, neutral={"F2": 1}) == [0, 0]
    assert part("continents", seat({"F1": 1, "F3": 1}), NOBODY, neutral={"F2": 1}) == [1, 0]


def test_lg21_one_face_may_hold_several_islands() -> None:
    assert part("continents", seat({"V1": 1, "V3": 1}), seat()) == [2, 0]


def test_lg21_a_bridge_does_not_join_islands() -> None:
    boards = {
        "boards": [["meadows", 0, 0, 0], ["tall-islands", 1, 0, 0], ["volcano", 2, 0, 0]],
        "start": "T1",
    }
    assert part("continents", seat({"T1": 1, "T2": 1, "T3": 1}), NOBODY, boards=boards) == [3, 0]


def test_lg33_continent_vp_of_the_face_is_the_worth_of_each_of_its_islands() -> None:
    isle = {**face([["A", "B"], ["C"]], land=["A-B"], water=["A-C", "B-C"]), "continent_vp": 5}
    boards = {"boards": [["isle", 0, 0, 0]], "start": "A", "faces": {"isle": isle}}
    assert part("continents", seat({"A": 1, "C": 1}), NOBODY, boards=boards) == [10, 0]


# ---- LG-22: abilities ----


def owning(*names: str, coins: int = 0, tokens: tuple[str, ...] = (), **given: Any) -> dict[str, int]:
    """The breakdown of seat 0 with these cards."""
    return points(table(seat(cards=names, coins=coins, tokens=tokens), NOBODY, **given), 0)


def test_lg22_per_family_counts_the_card_itself_if_it_is_one() -> None:
    assert owning("ancient-sage")["ancient-sage"] == 1
    assert owning("ancient-sage", "ancient-woods", "ancient-phoenix")["ancient-sage"] == 3


def test_lg22_per_family_of_another_family_does_not_count_itself() -> None:
    assert owning("graveyard")["graveyard"] == 0
    assert owning("graveyard", "cursed-king", "cursed-tower")["graveyard"] == 2


def test_lg22_per_family_counts_cards_taken_before_and_after() -> None:
    assert owning("dire-eye", "stronghold", "dire-ogre")["stronghold"] == 2


def test_lg22_per_family_pays_its_vp_for_each() -> None:
    lair = card("lair", family="orc", abilities=[effect("vp_per_family", family="orc", vp=7)])
    orc = card("orc", family="orc")
    assert owning("lair", "orc", cards=[lair, orc])["lair"] == 14


def test_lg22_only_own_cards_of_the_family_count() -> None:
    state = table(seat(cards=["graveyard"]), seat(cards=["cursed-king"]))
    assert points(state, 0)["graveyard"] == 0


def test_lg22_cards_without_family_are_no_family() -> None:
    assert owning("lake", "graveyard", "stronghold")["lake"] == 0


@pytest.mark.parametrize(("nobles", "vp"), [(1, 0), (2, 0), (3, 4)])
def test_lg22_set_pays_once_from_its_size_on(nobles: int, vp: int) -> None:
    names = ["noble-hills", "noble-knight", "noble-unicorn"][:nobles]
    assert owning(*names)["noble-hills"] == vp


def test_lg22_a_larger_set_pays_the_points_once_all_the_same() -> None:
    crown = card("crown", abilities=[effect("vp_set", family="elf", size=2, vp=3)])
    elves = [card(f"elf-{k}", family="elf") for k in range(5)]
    names = ["crown", *[elf["id"] for elf in elves]]
    assert owning(*names, cards=[crown, *elves])["crown"] == 3


def test_lg22_per_flying() -> None:
    assert owning("cursed-tower", "dire-eye", "cursed-gargoyles")["cursed-tower"] == 2


def test_lg22_per_flying_counts_more_than_one_of_a_card() -> None:
    wings = card("wings", abilities=[effect("flying", 3)])
    assert owning("cursed-tower", "wings", cards=[wings])["cursed-tower"] == 3


@pytest.mark.parametrize(("coins", "vp"), [(0, 0), (1, 0), (2, 1), (7, 3), (14, 7)])
def test_lg22_per_coins_rounds_down(coins: int, vp: int) -> None:
    assert owning("dire-ogre", coins=coins)["dire-ogre"] == vp


@pytest.mark.parametrize(("deck", "vp"), [("rulebook", 3), ("published", 2)])
def test_lg22_dire_ogre_pays_for_two_coins_in_the_rulebook_for_three_as_published(deck: str, vp: int) -> None:
    state = setup(deck=deck, first_player=0, neutral="random")
    document = state.to_dict()
    row = ["lake", "graveyard", "dire-eye", "dire-giant", "stronghold", "forest-elf"]
    document["position"] |= {"row": row}
    document["position"]["players"][0] |= {"cards": ["dire-ogre"], "coins": 7}
    document["position"]["players"][1] |= {"cards": ["dire-goblin"]}
    assert points(meeple.State.from_dict(document), 0)["dire-ogre"] == vp


def test_lg22_per_coins_pays_its_vp_for_each_full_lot() -> None:
    hoard = card("hoard", abilities=[effect("vp_per_coins", vp=5, per=4)])
    assert owning("hoard", coins=11, cards=[hoard])["hoard"] == 10


def test_lg22_other_abilities_of_a_point_card_work_too() -> None:
    lair = card("lair", abilities=[effect("flying", 2), effect("vp_per_flying", vp=2), effect("elixir", 1)])
    assert owning("lair", cards=[lair]) == {"regions": 0, "continents": 0, "elixirs": 2, "lair": 4}


# ---- LG-23: elixirs ----


def test_lg23_most_elixirs_alone_are_worth_two() -> None:
    assert part("elixirs", seat(cards=["forest-gnome"]), seat(cards=["cursed-banshee"]), NOBODY) == [2, 0, 0]


def test_lg23_tied_for_most_one_each() -> None:
    three = seat(cards=["cursed-banshee", "dire-goblin"])
    assert part("elixirs", seat(cards=["forest-gnome"]), three, seat(cards=["cursed-king"])) == [1, 1, 0]
    assert part("elixirs", *[seat(cards=[name]) for name in ("forest-gnome", "ancient-tree-spirit")]) == [
        1,
        1,
    ]


def test_lg23_nobody_gets_any_for_no_elixirs() -> None:
    assert part("elixirs", NOBODY, NOBODY) == [0, 0]


def test_lg23_nobody_gets_any_if_the_most_is_below_nothing() -> None:
    swamp = token("swamp", "city", effect("elixir", -2))
    mud = token("mud", "city", effect("elixir", -1))
    both = (seat(tokens=["swamp"]), seat(tokens=["mud"]))
    assert part("elixirs", *both, tokens=[swamp, mud]) == [0, 0]


def test_lg23_a_negative_sum_loses_to_a_single_elixir() -> None:
    swamp = token("swamp", "city", effect("elixir", -3))
    first = seat(cards=["cursed-banshee"], tokens=["swamp"])
    assert part("elixirs", first, seat(cards=["dire-goblin"]), tokens=[swamp]) == [0, 2]


def test_lg23_a_negative_sum_leaves_the_rival_without_points_at_nothing() -> None:
    swamp = token("swamp", "city", effect("elixir", -3))
    assert part("elixirs", seat(tokens=["swamp"]), NOBODY, tokens=[swamp]) == [0, 0]


# ---- Breakdown ----


def test_breakdown_keys_of_the_plain_game() -> None:
    assert list(owning()) == ["regions", "continents", "elixirs"]


def test_breakdown_has_cards_with_points_in_the_order_taken() -> None:
    keys = list(owning("stronghold", "dire-eye", "dire-ogre", "ancient-sage", "forest-elf"))
    assert keys == ["regions", "continents", "elixirs", "stronghold", "dire-ogre", "ancient-sage"]


def test_breakdown_keys_of_all_variants_in_order() -> None:
    state = table(
        seat(cards=["lake", "dire-eye", "dire-ogre"], leader="fairy-queen"),
        seat(leader="bandit-king"),
        explore=True,
        citadels=True,
        leaders=True,
        tokens=[token("dragon", "city", effect("vp", 1), region="V1")],
    )
    assert list(points(state, 0)) == [
        *["regions", "continents", "elixirs"],
        *["lake", "dire-ogre"],
        *["citadels", "magic_book", "leader", "tokens"],
    ]
    assert list(points(state, 1)) == [
        *["regions", "continents", "elixirs"],
        *["citadels", "magic_book", "leader", "tokens"],
    ]


@pytest.mark.parametrize(
    ("params", "key"),
    [
        ({"explore": True}, "magic_book"),
        ({"citadels": True}, "citadels"),
        ({"leaders": ["white-knight", "bandit-king"]}, "leader"),
        ({"tokens": [portal("gate", "V1")]}, "tokens"),
    ],
)
def test_breakdown_has_a_key_for_each_parameter_that_is_on(params: dict[str, Any], key: str) -> None:
    state = setup(**params)
    assert list(points(state, 0)) == ["regions", "continents", "elixirs", key]


def test_breakdown_with_rounds_has_prestige_instead_of_regions_and_continents() -> None:
    state = table(
        seat({"V1": 1}, cards=["lake", "dire-ogre"]),
        NOBODY,
        scoring="rounds",
        explore=True,
        citadels=True,
        prestige=[7, 0],
    )
    assert list(points(state, 0)) == ["prestige", "elixirs", "lake", "dire-ogre", "citadels", "magic_book"]


def test_breakdown_sums_to_the_score() -> None:
    sage = seat({"M1": 1, "F1": 3}, cards=["ancient-sage", "forest-gnome"], coins=5)
    state = table(sage, seat({"V1": 1}))
    assert state.scores() == [2 + 2 + 2 + 1, 1 + 1]
    assert [sum(points(state, n).values()) for n in range(2)] == state.scores()


def test_breakdown_is_defined_before_anything_has_happened() -> None:
    state = meeple.load("legends", leaders=True, explore=True).new_initial_state()
    assert set(points(state, 1).values()) == {0}
    assert state.scores() == [0, 0]


def test_breakdown_counts_in_the_midst_of_an_action() -> None:
    state = play(taking(card("two", effect("place", 2)), NOBODY, NOBODY), "place M1")
    assert points(state, 0)["regions"] == 1


# ---- LG-24: the winner ----


def test_lg24_most_points_win() -> None:
    state = ended(seat({"M1": 1}, coins=0), seat(coins=9), NOBODY)
    assert state.outcome == meeple.Outcome((0,), (1, 2, 3), "cards", None)
    assert state.returns() == [1.0, 0.0, 0.0]


def test_lg24_coins_break_a_tie_first() -> None:
    # Seat 0 has more armies, seat 1 more coins; nobody controls anything.
    state = ended(seat({"M1": 5}, coins=1), seat({"M1": 4}, coins=2), neutral={"M1": 6})
    assert state.outcome == meeple.Outcome((1,), (2, 1), "cards", "coins")


def test_lg24_armies_on_the_board_break_it_next() -> None:
    state = ended(seat({"M1": 5}, coins=2), seat({"M1": 4}, {"V1": 1}, coins=2), neutral={"M1": 6, "V1": 2})
    assert state.outcome == meeple.Outcome((0,), (1, 2), "cards", "armies")


def test_lg24_cities_are_no_armies_in_a_tie() -> None:
    first = seat({"V1": 2, "M1": 1})
    second = seat({"V1": 2}, {"M1": 2})
    state = ended(first, second, neutral={"V1": 2, "M1": 2})
    assert state.outcome == meeple.Outcome((0,), (1, 2), "cards", "armies")


def test_lg24_captured_armies_are_not_on_the_board() -> None:
    params = {"leaders": ["bandit-king", "red-sorceress"]}
    first = seat({"M1": 3}, leader="bandit-king")
    second = seat({"M1": 4}, leader="red-sorceress", captured={"0": 2})
    state = ended(first, second, neutral={"M1": 5}, **params)
    assert state.outcome == meeple.Outcome((1,), (2, 1), "cards", "armies")


def test_lg24_controlled_regions_break_it_last() -> None:
    # Both have 2 points and 2 armies: one by a card and a region, the other by two regions, no island.
    sage = seat({"F1": 1, "V1": 1}, cards=["ancient-sage"])
    rival = seat({"V3": 1, "V4": 1})
    state = ended(sage, rival, neutral={"V1": 1, "F2": 1, "V5": 1, "V6": 1})
    assert state.scores() == [2, 2]
    assert state.outcome == meeple.Outcome((1,), (2, 1), "cards", "regions")


def test_lg24_else_the_win_is_shared() -> None:
    state = ended(seat(coins=4), seat(coins=4))
    assert state.outcome == meeple.Outcome((0, 1), (1, 1), "cards", None)
    assert state.returns() == [0.5, 0.5]


def test_lg24_a_win_may_be_shared_by_some() -> None:
    state = ended(seat(coins=4), seat(coins=3), seat(coins=4), seat(coins=2))
    outcome = result(state)
    assert (outcome.winners, outcome.ranks) == ((0, 2), (1, 3, 1, 4))
    assert state.returns() == [0.5, 0.0, 0.5, 0.0]


def test_lg24_ties_are_broken_below_the_winner_too() -> None:
    state = ended(seat({"M1": 1}), seat(coins=1), seat(coins=2), seat(coins=1))
    assert state.outcome == meeple.Outcome((0,), (1, 3, 2, 3), "cards", None)


def test_lg24_the_magic_book_comes_before_coins() -> None:
    state = ended(
        seat({"V1": 1, "V2": 1}, tokens=["magic-book"]),
        seat({"F1": 1}, coins=9),
        explore=True,
        neutral={"V1": 1, "V2": 1, "F2": 1},
    )
    assert state.scores() == [1, 1]
    assert state.outcome == meeple.Outcome((0,), (1, 2), "cards", "magic_book")


def test_lg24_the_magic_book_does_not_beat_points() -> None:
    state = ended(seat(tokens=["magic-book"]), seat({"F1": 1}, coins=9), explore=True)
    assert state.scores() == [1, 2]
    assert state.outcome == meeple.Outcome((1,), (2, 1), "cards", None)


def test_lg24_the_magic_book_on_the_board_wins_no_tie() -> None:
    state = ended(seat({"V1": 1}), seat({"F1": 1}, coins=1), explore=True, lying={"V1": ["magic-book"]})
    assert state.outcome == meeple.Outcome((1,), (2, 1), "cards", "coins")


def test_lg24_the_magic_book_wins_a_tie_for_a_lower_rank() -> None:
    state = ended(
        seat({"F1": 1, "V1": 1, "M1": 1}),
        seat(coins=9, cards=["ancient-sage"]),
        seat(tokens=["magic-book"]),
        explore=True,
    )
    assert state.outcome == meeple.Outcome((0,), (1, 3, 2), "cards", None)


def test_lg24_points_of_tokens_may_make_scores_negative() -> None:
    curse = token("curse", "city", effect("vp", -5))
    state = ended(seat(tokens=["curse"]), NOBODY, tokens=[curse])
    assert state.scores() == [-5, 0]
    assert state.outcome == meeple.Outcome((1,), (2, 1), "cards", None)


def test_lg24_g7_returns_are_nothing_before_the_end() -> None:
    state = table(seat({"M1": 1}), NOBODY)
    assert state.returns() == [0.0, 0.0]
    assert state.outcome is None
