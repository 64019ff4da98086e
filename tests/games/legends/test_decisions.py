"""What this project decided where a rule leaves something open: the section in `docs/rules/legends.md`."""

from __future__ import annotations

from typing import Any

import pytest

import meeple

from .build import (
    build,
    card,
    effect,
    ended,
    face,
    layout_of,
    place,
    plain_deck,
    play,
    player,
    points,
    result,
    seat,
    shown,
    table,
    taking,
    token,
)  # fmt: skip

NOBODY = seat()


def deck_with(name: str, **more: Any) -> dict[str, Any]:
    """A deck with one card that is not plain."""
    return {"cards": [card(name, **more), *plain_deck(63)["cards"]]}


def refused(field: str, **params: Any) -> meeple.ConfigError:
    with pytest.raises(meeple.ConfigError) as caught:
        meeple.load("legends", **params)
    assert caught.value.field.startswith(field)
    return caught.value


@pytest.mark.parametrize("name", ["regions", "continents", "prestige", "elixirs", "citadels", "tokens", "leader"])
def test_lg32_an_own_cards_id_is_no_key_of_the_breakdown(name: str) -> None:
    assert refused("deck.cards[0].id", deck=deck_with(name)).code == "bad_id"
    meeple.load("legends", deck=deck_with(f"{name}-1"))


def test_lg32_a_card_has_at_most_eight_abilities() -> None:
    many = [effect("elixir", 1)] * 9
    meeple.load("legends", deck=deck_with("pot", abilities=many[:8]))
    assert refused("deck.cards[0].abilities", deck=deck_with("pot", abilities=many)).code == "too_many"


def test_lg26_a_token_has_at_most_eight_effects() -> None:
    many = [effect("elixir", 1)] * 9
    meeple.load("legends", tokens=[token("pot", "city", *many[:8])])
    assert refused("tokens[0].effects", tokens=[token("pot", "city", *many)]).code == "too_many"


@pytest.mark.parametrize(("parts", "branch"), [((1, 3), 1), ((3, 1), 0), ((2, 2), 0)])
def test_lg13_an_or_of_one_kind_takes_the_branch_worth_more(parts: tuple[int, int], branch: int) -> None:
    fork = card("fork", place(parts[0]), place(parts[1]), join="or")
    state = play(taking(fork, seat({"M1": 4}), NOBODY), "place M1")
    assert shown(state)["pending"] == {"card": "fork", "part": branch, "left": parts[branch] - 1, "branch": branch}


def test_lg12_coins_of_a_position_are_at_most_20000() -> None:
    assert player(table(seat(coins=20_000), NOBODY), 0)["coins"] == 20_000
    with pytest.raises(meeple.PositionError) as caught:
        table(seat(coins=20_001), NOBODY)
    assert caught.value.field == "/players/0/coins"


def test_lg33_continent_vp_is_what_each_island_of_the_face_is_worth() -> None:
    # Two islands on the own face; whoever controls one has its points.
    rich = {**face([["A", "B"], ["C"]], ["A-B"], ["B-C"], S="A"), "continent_vp": 7}
    plain = face([["P"]], [], [], N="P")
    layout = {"boards": [["rich", 0, 0, 0], ["plain", 0, 1, 0]], "start": "A", "faces": {"rich": rich, "plain": plain}}
    with pytest.raises(meeple.ConfigError):
        meeple.load("legends", boards={**layout, "faces": {"rich": {**rich, "continent_vp": 100}, "plain": plain}})
    layout["start"] = "B"
    water = {**rich, "water": [["B", "C"], ["A", "C"]]}
    layout["faces"] = {"rich": water, "plain": plain}
    state = ended(seat({"A": 1, "C": 1}), seat({"P": 1}), boards=layout)
    assert points(state, 0) == {"regions": 2, "continents": 14, "elixirs": 0}
    assert points(state, 1) == {"regions": 1, "continents": 1, "elixirs": 0}


def test_lg25_tokens_taken_together_apply_one_by_one() -> None:
    rogues = token("rogues", "city", effect("gain_coins", -3), region="M2")
    chest = token("chest", "city", effect("gain_coins", 1), region="M2")
    city = card("mason", build(1))
    for tokens, coins in [((rogues, chest), 1), ((chest, rogues), 0)]:
        state = taking(city, seat({"M1": 3, "M2": 1}, coins=1), NOBODY, tokens=list(tokens))
        state = play(state, "build M2")
        assert player(state, 0)["tokens"] == [entry["name"] for entry in tokens]
        assert player(state, 0)["coins"] == coins


def test_lg27_named_leaders_differ() -> None:
    assert refused("leaders[1]", leaders=["fairy-queen", "fairy-queen"]).code == "duplicate_leader"
    meeple.load("legends", leaders=["fairy-queen", "white-knight"])


def test_lg19_the_reason_of_an_end_by_cards() -> None:
    assert result(ended(seat({"M1": 1}), NOBODY)).reason == "cards"


def test_lg28_the_reasons_of_an_end_with_rounds() -> None:
    def reason(prestige: int) -> str:
        return result(ended(NOBODY, NOBODY, scoring="rounds", prestige=[prestige, 0], prestige_limit=5)).reason

    assert reason(4) == "rounds"
    assert reason(5) == "prestige_limit"


def test_lg24_the_tie_break_is_what_left_just_the_winners() -> None:
    def end(first: dict[str, Any], second: dict[str, Any], **given: Any) -> tuple[tuple[int, ...], str | None]:
        outcome = result(ended(first, second, **given))
        return outcome.winners, outcome.tie_break

    # More points: nothing had to be broken. All alike: nothing could be.
    assert end(seat({"M1": 1}), NOBODY) == ((0,), None)
    assert end(NOBODY, NOBODY) == ((0, 1), None)
    assert end(seat(coins=2), seat(coins=3)) == ((1,), "coins")
    assert end(seat({"M1": 2}), seat({"M1": 2, "F1": 1}), neutral={"F1": 1}) == ((1,), "armies")
    # Of three with the same points two have more coins, and nothing parts them.
    outcome = result(ended(seat(coins=1), seat(coins=3), seat(coins=3)))
    assert (outcome.winners, outcome.tie_break) == ((1, 2), "coins")


@pytest.mark.parametrize("boards", ["ell", "row"])
def test_lg33_no_faces_of_ones_own_lift_nothing(boards: str) -> None:
    layout = layout_of(2, {"boards": boards})
    whole = {"boards": layout["boards"], "start": layout["start"], "faces": {}}
    meeple.load("legends", boards=whole)
    assert refused("boards", boards={**whole, "boards": layout["boards"][:2]}).code == "bad_shape"
