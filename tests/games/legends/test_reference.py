"""The reference of Legends against positions drawn by hand. The layout is `ell` unless a test names another.

Its islands: V1 V2, V3 to V7 (volcano); M1 to M5 with the start M1 (meadows); F1 F2 F3 (fern).
Its water: V2-V4, V7-M1, M3-F2.
"""

from typing import Any

import pytest

from meeple.reference.legends import legal_texts, prestige_of_round, ranking, score, totals


def seat(**changes: Any) -> dict[str, Any]:
    """A player who has nothing but what is named."""
    empty = {
        "coins": 0,
        "armies": {},
        "cities": {},
        "cards": [],
        "tokens": [],
        "leader": None,
        "captured": {},
    }
    assert changes.keys() <= empty.keys()
    return {**empty, **changes}


def document(*players: dict[str, Any], params: dict[str, Any] | None = None, **position: Any) -> dict[str, Any]:
    """A position in which only the players and what is named differ from an empty one, seat 0 to act."""
    n = len(players)
    defaults = {
        "players": n,
        "boards": "ell",
        "deck": "rulebook",
        "first_player": "bid",
        "age": list(range(n)),
        "extra_army": False,
        "explore": False,
        "citadels": False,
        "leaders": False,
        "tokens": [],
        "scoring": "final",
        "prestige_limit": 30,
        "neutral": "placed",
    }
    empty = {
        "phase": "take",
        "turn": 0,
        "row": [],
        "players": list(players),
        "neutral": {},
        "bids": [None] * n,
        "tokens": {},
        "pending": None,
        "prestige": [0] * n,
    }
    assert (params or {}).keys() <= defaults.keys()
    assert position.keys() <= empty.keys()
    return {
        "format": "meeple-position",
        "version": 1,
        "game": "legends",
        "params": {**defaults, **(params or {})},
        "position": {**empty, **position},
    }


def acting(
    *players: dict[str, Any],
    card: str,
    part: int = 0,
    left: int | None = None,
    branch: int | None = None,
    **more: Any,
) -> list[str]:
    """The legal texts of seat 0 in the midst of a card's action."""
    pending = {"card": card, "part": part, "left": left, "branch": branch}
    return legal_texts(document(*players, phase="action", pending=pending, **more))


def own_card(name: str, join: str | None, *action: tuple[str, int], **ability: Any) -> dict[str, Any]:
    """A card of one's own deck."""
    return {
        "id": name,
        "family": None,
        "min_players": 2,
        "join": join,
        "action": [{"kind": kind, "n": n} for kind, n in action],
        "abilities": [ability] if ability else [],
    }


# ---- Scoring ----


def test_lg20_cities_count_like_armies() -> None:
    game = document(seat(armies={"M1": 1}, cities={"M1": 1}), seat(armies={"M1": 1}))
    assert [points["regions"] for points in score(game)] == [1, 0]


def test_lg20_tie_controls_nothing() -> None:
    game = document(seat(armies={"M1": 2, "F1": 1}), seat(armies={"M1": 1}, cities={"M1": 1}))
    assert [points["regions"] for points in score(game)] == [1, 0]


def test_lg20_neutral_counts_as_rival() -> None:
    game = document(seat(armies={"M1": 2, "M2": 2}), seat(), neutral={"M1": 2, "M2": 1})
    assert score(game)[0]["regions"] == 1


def test_lg21_island_needs_strictly_more_regions() -> None:
    game = document(
        seat(armies={"M1": 1, "M2": 1, "F1": 1}),
        seat(armies={"M3": 9, "M4": 9, "F2": 1, "F3": 1}),
    )
    assert [points["continents"] for points in score(game)] == [0, 1]


def test_lg21_neutral_regions_count_as_rival() -> None:
    game = document(seat(armies={"F1": 1, "M1": 1}), seat(), neutral={"F2": 1})
    assert score(game)[0] == {"regions": 2, "continents": 1, "elixirs": 0}


def test_lg22_family_card_counts_itself() -> None:
    game = document(seat(cards=["ancient-phoenix", "ancient-sage"]), seat(cards=["graveyard"]))
    assert [points.get("ancient-sage") for points in score(game)] == [2, None]
    assert score(game)[1]["graveyard"] == 0


def test_lg22_set_pays_once_from_its_size() -> None:
    nobles = ["noble-hills", "noble-knight", "noble-unicorn"]
    assert score(document(seat(cards=nobles), seat()))[0]["noble-hills"] == 4
    assert score(document(seat(cards=nobles[:2]), seat()))[0]["noble-hills"] == 0


def test_lg22_flying_of_tokens_counts() -> None:
    wings = {"name": "wings", "on": "city", "effects": [{"kind": "flying", "n": 2}]}
    player = seat(cards=["cursed-tower", "dire-eye"], tokens=["wings"])
    assert score(document(player, seat(), params={"tokens": [wings]}))[0]["cursed-tower"] == 3


@pytest.mark.parametrize(("deck", "points"), [("rulebook", 3), ("published", 2)])
def test_lg22_ogre_pays_for_coins_by_deck(deck: str, points: int) -> None:
    game = document(seat(cards=["dire-ogre"], coins=7), seat(), params={"deck": deck})
    assert score(game)[0]["dire-ogre"] == points


def test_lg23_most_elixirs_two_tied_one() -> None:
    alone = document(seat(cards=["forest-gnome"]), seat(cards=["dire-goblin"]), seat())
    tied = document(seat(cards=["forest-gnome"]), seat(cards=["dire-goblin", "cursed-banshee"]), seat())
    assert [points["elixirs"] for points in score(alone)] == [2, 0, 0]
    assert [points["elixirs"] for points in score(tied)] == [1, 1, 0]


def test_lg23_no_points_for_no_elixirs() -> None:
    swamp = {"name": "swamp", "on": "control", "effects": [{"kind": "elixir", "n": -1}]}
    game = document(seat(armies={"F1": 1}), seat(), params={"tokens": [swamp]}, tokens={"F1": ["swamp"]})
    assert [points["elixirs"] for points in score(game)] == [0, 0]


def test_lg24_breakdown_keys_in_order() -> None:
    portal = {"name": "gate", "region": "F1", "effects": [{"kind": "portal"}]}
    params = {"citadels": True, "explore": True, "leaders": True, "tokens": [portal]}
    player = seat(cards=["stronghold", "dire-eye", "graveyard"])
    assert list(score(document(player, seat(), params=params))[0]) == [
        *["regions", "continents", "elixirs", "stronghold", "graveyard"],
        *["citadels", "magic_book", "leader", "tokens"],
    ]


@pytest.mark.parametrize(
    ("one", "other", "criterion"),
    [
        ({"armies": {"M1": 1}}, {}, None),
        ({"coins": 2}, {"coins": 1, "armies": {"V1": 1}}, "coins"),
        ({"armies": {"M1": 9}}, {"armies": {"F1": 1}}, "armies"),
    ],
)
def test_lg24_ties_are_broken_in_order(one: dict[str, Any], other: dict[str, Any], criterion: str | None) -> None:
    stalemate = {"V1": 1, "M1": 9, "F1": 1} if criterion else {}
    game = document(seat(**one), seat(**other), neutral=stalemate)
    assert ranking(game) == {"winners": [0], "ranks": [1, 2], "tie_break": criterion}


def test_lg24_regions_break_the_last_tie() -> None:
    # Both have 2 VP, 2 armies, no island: one by a region and a card, the other by two regions.
    sage = seat(cards=["ancient-sage"], armies={"F1": 1, "V1": 1})
    rival = seat(armies={"V3": 1, "V4": 1})
    game = document(sage, rival, neutral={"V1": 1, "F2": 1, "V5": 1, "V6": 1})
    assert totals(game) == [2, 2]
    assert ranking(game) == {"winners": [1], "ranks": [2, 1], "tie_break": "regions"}


def test_lg24_equal_in_all_share_the_win_and_the_rank() -> None:
    game = document(seat(coins=1), seat(coins=3), seat(coins=1), seat(coins=3))
    assert ranking(game) == {"winners": [1, 3], "ranks": [3, 1, 3, 1], "tie_break": "coins"}


def test_lg25_magic_book_gives_a_point_and_wins_ties() -> None:
    reader = seat(tokens=["magic-book"])
    rival = seat(armies={"V1": 1}, coins=9)
    game = document(reader, rival, params={"explore": True}, neutral={"V2": 1})
    assert [points["magic_book"] for points in score(game)] == [1, 0]
    assert ranking(game) == {"winners": [0], "ranks": [1, 2], "tie_break": "magic_book"}


def test_lg25_lying_token_works_for_nobody() -> None:
    game = document(seat(armies={"F1": 1}), seat(), params={"explore": True}, tokens={"F1": ["magic-spring"]})
    assert score(game)[0]["elixirs"] == 0


def test_lg26_citadel_pays_who_controls_its_region() -> None:
    lying = {"F1": ["citadel-2", "citadel-3"], "V1": ["citadel-1"]}
    game = document(seat(armies={"F1": 1}), seat(armies={"M1": 1}), params={"citadels": True}, tokens=lying)
    assert [points["citadels"] for points in score(game)] == [2, 0]


def test_lg26_control_token_works_while_controlled_and_may_cost_points() -> None:
    dragon = {"name": "dragon", "on": "control", "effects": [{"kind": "vp", "n": -3}]}
    game = document(seat(armies={"F1": 1}), seat(), params={"tokens": [dragon]}, tokens={"F1": ["dragon"]})
    assert [points["tokens"] for points in score(game)] == [-3, 0]
    assert totals(game) == [1 + 1 - 3, 0]


def test_lg26_taken_token_counts_for_its_owner_only() -> None:
    rogues = {"name": "rogues", "on": "city", "effects": [{"kind": "vp", "n": 2}]}
    game = document(seat(tokens=["rogues"]), seat(), params={"tokens": [rogues]})
    assert [points["tokens"] for points in score(game)] == [2, 0]


def test_lg27_white_knight_is_paid_for_large_islands_only() -> None:
    knight = seat(leader="white-knight", armies={"V1": 1, "F1": 1, "M1": 1})
    assert score(document(knight, seat(), params={"leaders": True}))[0]["leader"] == 2


def test_lg27_red_sorceress_is_paid_for_every_third_captive() -> None:
    sorceress = seat(leader="red-sorceress", captured={"1": 8, "neutral": 3})
    assert [points["leader"] for points in score(document(sorceress, seat(), params={"leaders": True}))] == [
        3,
        0,
    ]


def test_lg27_fairy_queen_needs_three_forest_cards() -> None:
    cards = ["forest-elf", "forest-gnome", "forest-pixie"]
    queens = [
        seat(leader="fairy-queen", cards=cards),
        seat(leader="fairy-queen", cards=["forest-tree-town", "lake"]),
    ]
    assert [points["leader"] for points in score(document(*queens, params={"leaders": True}))] == [1, 0]


def test_lg27_bandit_king_needs_all_armies_on_the_board() -> None:
    kings = [seat(leader="bandit-king", armies={"M1": 9, "F1": n}) for n in (9, 8)]
    assert [points["leader"] for points in score(document(*kings, params={"leaders": True}))] == [1, 0]


def test_lg28_prestige_stands_for_regions_and_continents() -> None:
    game = document(
        seat(armies={"M1": 1}, cards=["dire-goblin"]), seat(), params={"scoring": "rounds"}, prestige=[7, 4]
    )
    assert score(game) == [{"prestige": 7, "elixirs": 2}, {"prestige": 4, "elixirs": 0}]


def test_lg28_round_pays_the_layouts_values() -> None:
    layout = {"boards": [["volcano", 0, 0, 0], ["meadows", 0, 1, 0], ["fern", 1, 1, 0]], "start": "M1"}
    game = document(
        seat(armies={"M1": 1, "V3": 1}),
        seat(armies={"F1": 1}),
        params={"scoring": "rounds", "boards": {**layout, "values": {"M1": 4, "F1": 0}}},
    )
    assert prestige_of_round(game) == [5, 0]


def test_lg33_continent_vp_of_an_own_face() -> None:
    face = {
        "islands": [["A", "B"], ["C"]],
        "land": [["A", "B"]],
        "water": [["A", "C"], ["B", "C"]],
        "exits": {"N": None, "E": None, "S": None, "W": None},
        "continent_vp": 3,
    }
    layout = {"boards": [["isle", 0, 0, 0]], "start": "A", "faces": {"isle": face}}
    game = document(seat(armies={"B": 1}), seat(), params={"boards": layout})
    assert score(game)[0] == {"regions": 1, "continents": 3, "elixirs": 0}


# ---- Legal actions ----


def test_lg7_extra_army_goes_to_another_board() -> None:
    texts = legal_texts(document(seat(), seat(), phase="extra"))
    assert texts == [f"extra {region}" for region in ["F1", "F2", "F3", "V1", "V2", "V3", "V4", "V5", "V6", "V7"]]


def test_lg7_extra_army_on_a_single_board_spares_the_start_only() -> None:
    layout = {"boards": [["volcano", 0, 0, 0]], "start": "V4", "faces": {}}
    texts = legal_texts(document(seat(), seat(), phase="extra", params={"boards": layout}))
    assert texts == [f"extra V{n}" for n in (1, 2, 3, 5, 6, 7)]


def test_lg8_neutral_is_a_players_step_only_if_placed() -> None:
    placed = legal_texts(document(seat(), seat(), phase="neutral"))
    assert len(placed) == 15
    assert "neutral M1" in placed
    assert legal_texts(document(seat(), seat(), phase="neutral", turn=None, params={"neutral": "random"})) == []


def test_lg10_bid_up_to_all_coins() -> None:
    assert legal_texts(document(seat(coins=9), seat(coins=2), phase="bid", turn=1)) == [
        "bid 0",
        "bid 1",
        "bid 2",
    ]


@pytest.mark.parametrize(("coins", "places"), [(0, [1]), (1, [1, 2, 3]), (2, [1, 2, 3, 4, 5]), (3, [1, 2, 3, 4, 5, 6])])
def test_lg12_take_what_one_can_pay(coins: int, places: list[int]) -> None:
    row = ["dire-eye", "dire-ogre", "lake", "graveyard", "stronghold", "forest-elf"]
    assert legal_texts(document(seat(coins=coins), seat(coins=9), row=row)) == [f"take {n}" for n in places]


def test_lg13_open_or_offers_the_first_steps_of_both_branches() -> None:
    player = seat(armies={"M5": 1}, cards=["forest-elf"])
    assert acting(player, seat(), card="forest-elf") == ["move M5 M4", "pass", "place M1"]


def test_lg13_chosen_branch_offers_its_own_steps_only() -> None:
    player = seat(armies={"M5": 1}, cards=["forest-elf"])
    assert acting(player, seat(), card="forest-elf", part=1, left=1, branch=1) == ["move M5 M4", "pass"]


def test_lg13_lg26_branch_reduced_to_nothing_has_no_step() -> None:
    mire = {"name": "mire", "on": "control", "effects": [{"kind": "plus_move", "n": -5}]}
    more: dict[str, Any] = {"params": {"tokens": [mire]}, "tokens": {"M5": ["mire"]}}
    player = seat(armies={"M5": 1}, cards=["lake"])
    assert acting(player, seat(), card="lake", **more) == ["pass", "place M1"]
    assert "move M5 M4" in acting(player, seat(armies={"M5": 1}), card="lake", **more)


def test_lg13_open_or_counts_what_abilities_add() -> None:
    swim = own_card("swim", "or", ("move", 1), ("build", 1))
    boots = own_card("boots", None, ("build", 1), kind="plus_move", n=2)
    deck = {"cards": [swim, boots]}
    poor, rich = (seat(armies={"V2": 1}, cities={"M1": 3}, cards=cards) for cards in (["swim"], ["boots", "swim"]))
    assert acting(poor, seat(), card="swim", params={"deck": deck}) == ["move V2 V1", "pass"]
    assert acting(rich, seat(), card="swim", params={"deck": deck}) == ["move V2 V1", "move V2 V4", "pass"]


def test_lg13_and_offers_the_part_at_hand() -> None:
    player = seat(armies={"M1": 1}, cards=["noble-unicorn"])
    assert acting(player, seat(), card="noble-unicorn", part=1, left=1) == ["pass", "place M1"]


def test_lg14_place_on_the_start_and_at_own_cities() -> None:
    player = seat(cities={"F2": 1}, cards=["dire-eye"])
    rival = seat(cities={"V1": 1})
    assert acting(player, rival, card="dire-eye", left=4) == ["pass", "place F2", "place M1"]


def test_lg14_captured_armies_are_missing_in_the_supply() -> None:
    player = seat(armies={"M1": 15}, cards=["dire-eye"])
    for captives, texts in [(2, ["pass", "place M1"]), (3, ["pass"])]:
        assert acting(player, seat(captured={"0": captives}), card="dire-eye", left=4) == texts


@pytest.mark.parametrize(
    ("flyers", "left", "over_water"),
    [
        ([], 2, False),
        ([], 3, True),
        (["dire-eye"], 1, False),
        (["dire-eye"], 2, True),
        (["dire-eye", "ancient-phoenix", "dire-dragon"], 1, True),
    ],
)
def test_lg15_water_costs_three_less_one_per_flying(flyers: list[str], left: int, over_water: bool) -> None:
    texts = acting(seat(armies={"M1": 1}, cards=[*flyers, "dire-ogre"]), seat(), card="dire-ogre", left=left)
    assert texts == ["move M1 M2", "move M1 M3", *(["move M1 V7"] if over_water else []), "pass"]


def test_lg2_boards_side_by_side_are_joined_by_water() -> None:
    texts = acting(seat(armies={"F2": 1}, cards=["dire-ogre"]), seat(), card="dire-ogre", left=3)
    assert texts == ["move F2 F1", "move F2 F3", "move F2 M3", "pass"]


def test_lg2_turned_board_brings_its_exit_to_the_neighbour() -> None:
    # The horse-shoe, turned by 270 degrees, looks south with its west exit.
    player = seat(armies={"D1": 1, "H5": 1}, cards=["dire-ogre"])
    texts = acting(player, seat(), card="dire-ogre", left=3, params={"boards": "tee"})
    assert texts == ["move D1 D2", "move D1 D3", "move D1 H3", "move H5 H4", "pass"]


def test_lg26_portals_border_each_other_as_by_land() -> None:
    gates = [{"name": name, "effects": [{"kind": "portal"}]} for name in ("gate-a", "gate-b")]
    more: dict[str, Any] = {"params": {"tokens": gates}, "tokens": {"F1": ["gate-a"], "V3": ["gate-b"]}}
    player = seat(armies={"V3": 1}, cards=["dire-ogre"])
    texts = acting(player, seat(), card="dire-ogre", left=1, **more)
    assert texts == ["move V3 F1", "move V3 V4", "move V3 V5", "pass"]


def test_lg26_flying_of_a_control_token_counts_at_each_border() -> None:
    nest = {"name": "nest", "on": "control", "effects": [{"kind": "flying", "n": 2}]}
    more: dict[str, Any] = {"params": {"tokens": [nest]}, "tokens": {"V2": ["nest"]}}
    player = seat(armies={"V2": 1}, cards=["dire-ogre"])
    assert "move V2 V4" in acting(player, seat(), card="dire-ogre", left=1, **more)
    assert "move V2 V4" not in acting(player, seat(armies={"V2": 1}), card="dire-ogre", left=1, **more)


def test_lg16_build_where_one_has_an_army_three_cities_in_all() -> None:
    for cities, texts in [(2, ["build F1", "build M1", "pass"]), (3, ["pass"])]:
        player = seat(armies={"F1": 1, "M1": 2}, cities={"M1": cities}, cards=["stronghold"])
        assert acting(player, seat(armies={"V1": 1}), card="stronghold", left=1) == texts


def test_lg17_destroy_names_own_and_neutral_armies_but_no_immune_rival() -> None:
    player = seat(armies={"M1": 1, "F1": 1}, cards=["noble-knight"])
    giant = seat(armies={"M1": 1, "F1": 1}, cards=["dire-giant"])
    other = seat(armies={"M1": 1, "M2": 1}, cities={"F1": 1})
    texts = acting(player, giant, other, card="noble-knight", part=1, left=1, neutral={"F1": 1, "V1": 1})
    assert texts == ["destroy F1 0", "destroy F1 neutral", "destroy M1 0", "destroy M1 2", "pass"]


def test_lg17_immune_player_may_destroy_its_own() -> None:
    giant = seat(armies={"M1": 1}, cards=["dire-giant"])
    assert acting(giant, seat(), card="dire-giant", part=1, left=1) == ["destroy M1 0", "pass"]


def test_lg27_bonus_card_is_a_must() -> None:
    queen = seat(leader="fairy-queen")
    game = document(queen, seat(), phase="bonus", row=["lake", "dire-eye"], params={"leaders": True})
    assert legal_texts(game) == ["bonus 1", "bonus 2"]


@pytest.mark.parametrize("phase", ["token", "leader", "row", "first", "refill", "over"])
def test_lg31_nobody_acts_in_chance_phases_and_at_the_end(phase: str) -> None:
    turn = 0 if phase in ("leader", "refill") else None
    assert legal_texts(document(seat(coins=9), seat(coins=9), phase=phase, turn=turn, row=["lake"])) == []
