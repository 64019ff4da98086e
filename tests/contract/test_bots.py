"""Bots: what they choose from a view alone, and how they are named."""

from __future__ import annotations

import json
import pickle
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import meeple
from meeple import _core, bots, search
from meeple._tables import nth
from tests.contract.plays import each, splitmix

POLICIES = ("random", "greedy", "epsilon:0.5")


def first_view(name: str = "legends", seed: int = 1) -> meeple.View:
    """What the seat that begins sees."""
    state = meeple.load(name).new_initial_state(meeple.Rng(seed))
    return state.view(state.current_player)


# A policy from a view


@pytest.mark.parametrize("policy", POLICIES)
@each
def test_a_policy_chooses_from_the_view_as_from_the_state(name: str, params: dict[str, Any], policy: str) -> None:
    """The core plays games from states; the same draws from views alone bring the same games, step by step."""
    start = meeple.load(name, **params).new_initial_state()
    for k, line in enumerate(_core.record_lines(start, 2, seed=5, policy=policy, max_steps=400)):
        rng, state = meeple.Rng(nth(5, k)), start
        for ply, text in enumerate(json.loads(line)["actions"]):
            if state.is_chance:
                state = state.sample_chance(rng)
                continue
            action = state.view(state.current_player).policy_action(policy, rng)
            assert state.action_to_str(action) == text, ply
            state = state.apply(action)


@each
def test_greedy_knows_nothing_that_its_seat_does_not(name: str, params: dict[str, Any]) -> None:
    """In a state that looks the same to its seat, drawn anew, greedy chooses the same."""
    rng = meeple.Rng(8)
    state = meeple.load(name, **params).new_initial_state(rng)
    for ply in range(60):
        if state.is_terminal:
            break
        seat = state.current_player
        here, there = state.view(seat), state.resample(seat, rng).view(seat)
        chosen = here.policy_action("greedy", meeple.Rng(ply))
        assert chosen == there.policy_action("greedy", meeple.Rng(ply))
        state = state.step(chosen, rng)


@each
def test_only_the_seat_to_move_has_a_choice(name: str, params: dict[str, Any]) -> None:
    game = meeple.load(name, **params)
    rng = meeple.Rng(3)
    state = game.new_initial_state(rng)
    before = rng.to_bytes()
    others = [seat for seat in range(game.num_players) if seat != state.current_player]
    chance = game.new_initial_state()
    views = [state.view(seat) for seat in (None, *others)]
    views += [chance.view(seat) for seat in range(game.num_players) if chance.is_chance]
    for view in views:
        for policy in POLICIES:
            with pytest.raises(meeple.ArgumentError) as caught:
                view.policy_action(policy, rng)
            assert (caught.value.code, caught.value.field) == ("no_decision", "view")
    assert rng.to_bytes() == before


@pytest.mark.parametrize(
    "policy", ["", "psychic", "epsilon", "epsilon:", "epsilon:2", "epsilon:nan", "Random", "\ud800"]
)
def test_a_policy_that_is_none_is_refused(policy: str) -> None:
    rng = meeple.Rng(3)
    with pytest.raises(meeple.ArgumentError) as caught:
        first_view().policy_action(policy, rng)
    assert caught.value.field == "policy"
    assert rng == meeple.Rng(3)


# Bots


@pytest.mark.parametrize("name", ["random", "greedy", "epsilon:0.5"])
def test_a_bot_is_what_its_name_says(name: str) -> None:
    bot, again = bots.make(name, seed=9), bots.policy(name, seed=9)
    rng = meeple.Rng(9)
    assert isinstance(bot, bots.Seeded)
    assert bot.name == name
    assert repr(bot) == f"<meeple bot {name}>"
    for seed in range(20):
        view = first_view(seed=seed)
        assert bot(view) == again(view) == view.policy_action(name, rng)


def test_random_and_greedy_have_functions() -> None:
    view = first_view()
    assert bots.random(4)(view) == bots.make("random", 4)(view)
    assert bots.greedy(4)(view) == bots.make("greedy", 4)(view)


def test_begin_starts_anew_with_another_seed() -> None:
    views = [first_view(seed=seed) for seed in range(30)]
    bot = bots.random(1)
    chosen = [bot(view) for view in views]
    assert [bot.begin(1)(view) for view in views[:1]] == chosen[:1]
    anew = bots.begin(bot, 1)
    assert [anew(view) for view in views] == chosen
    other = bots.begin(bot, 2)
    assert [other(view) for view in views] != chosen
    assert bots.begin(len, 5) is len


def pick(view: meeple.View, rng: meeple.Rng) -> str:
    """A bot of one's own, which answers in texts."""
    return rng.choice(view.legal)


def test_a_function_of_view_and_generator_becomes_a_bot() -> None:
    bot = bots.seeded(pick, seed=3)
    view = first_view()
    assert bot.name == "pick"
    assert bot(view) == meeple.Rng(3).choice(view.legal)
    assert bots.seeded(pick, name="mine").name == "mine"
    with pytest.raises(meeple.ArgumentError, match="seed"):
        bots.seeded(pick, seed=-1)


def test_bots_are_pickled_where_they_stand() -> None:
    bot = bots.seeded(pick, seed=3)
    view = first_view()
    bot(view)
    copy = pickle.loads(pickle.dumps(bot))
    assert [bot(view) for _ in range(20)] == [copy(view) for _ in range(20)]
    assert copy.name == "pick"


@pytest.mark.parametrize(
    "name", ["", "psychic", "random:1", "greedy ", "epsilon", "epsilon:", "epsilon:1.5", "mcts", "mcts:"]
)
def test_a_name_of_no_bot_is_refused(name: str) -> None:
    with pytest.raises(meeple.ArgumentError) as caught:
        bots.make(name)
    assert caught.value.code == "unknown_bot"
    assert caught.value.field == "bot"
    assert "mcts:N" in caught.value.expected


@given(st.text(max_size=80) | st.from_regex(r"(random|greedy|epsilon|mcts):[\w.,=]*", fullmatch=True))
def test_any_name_is_a_bot_or_refused(name: str) -> None:
    refused = ""
    try:
        assert callable(bots.make(name))
    except meeple.ArgumentError as error:
        refused = str(error)
    assert len(refused) < 600


@pytest.mark.parametrize("thing", [None, 3, ["random"], object()])
def test_what_is_no_callable_is_no_bot(thing: Any) -> None:
    with pytest.raises(meeple.ArgumentError) as caught:
        bots.make(thing)
    assert caught.value.code == "wrong_type"


# The bot that searches


@pytest.mark.parametrize(
    ("name", "options"),
    [
        ("mcts:60", {}),
        ("mcts:40,rollout=greedy", {"rollout": "greedy"}),
        ("mcts:40,exploration=0.2,rollout_steps=9", {"exploration": 0.2, "rollout_steps": 9}),
        ("mcts:40,selection=puct,noise=[0.3,0.25]", {"selection": "puct", "noise": (0.3, 0.25)}),
    ],
)
def test_mcts_searches_as_its_name_says(name: str, options: dict[str, Any]) -> None:
    bot, rng = bots.make(name, seed=7), meeple.Rng(7)
    assert isinstance(bot, bots.Seeded)
    simulations = int(name.removeprefix("mcts:").partition(",")[0])
    for seed in range(3):
        view = first_view(seed=seed)
        found = search.mcts(view, simulations=simulations, seed=rng.below(2**64 - 1), **options)
        assert bot(view) == found.best_action


def test_mcts_searches_for_seconds() -> None:
    bot, view = bots.make("mcts:0.02s"), first_view()
    assert isinstance(bot, bots.Seeded)
    assert bot.name == "mcts:0.02s"
    assert bot(view) in view.legal_actions()


@each
def test_mcts_answers_with_a_legal_action(name: str, params: dict[str, Any]) -> None:
    rng = meeple.Rng(4)
    state = meeple.load(name, **params).new_initial_state(rng)
    bot = bots.mcts(8, rollout_steps=30)
    for _ in range(12):
        if state.is_terminal:
            break
        action = bot(state.view(state.current_player))
        assert not isinstance(action, str)
        assert state.is_legal(action)
        state = state.step(action, rng)


@pytest.mark.parametrize(
    "name",
    [
        "mcts:0",
        "mcts:-3",
        "mcts:2.5",
        "mcts:x",
        "mcts:0s",
        "mcts:nans",
        "mcts:infs",
        "mcts:-1s",
        "mcts:9,x",
        "mcts:9,x=1",
        "mcts:9,seed=1",
        "mcts:9,seconds=1",
        "mcts:9,rollout=a,rollout=b",
        "mcts:9,",
        "mcts:,rollout=a",
        "mcts:1s,position=1",
        "mcts:9,true_state=true",
        "mcts:9,rollout=psychic",
        "mcts:9,rollout=3",
        "mcts:9,exploration=-1",
        "mcts:9,threads=0",
        "mcts:9,noise=[1]",
    ],
)
def test_mcts_refuses_what_the_search_does_not_know(name: str) -> None:
    with pytest.raises(meeple.ArgumentError):
        bots.make(name)


def test_mcts_needs_a_budget() -> None:
    with pytest.raises(meeple.ArgumentError) as caught:
        bots.mcts()
    assert caught.value.field == "simulations"
    with pytest.raises(meeple.ArgumentError, match="one of evaluator, batch_size, "):
        bots.mcts(10, depth=3)


def test_mcts_plays_in_an_arena() -> None:
    result = meeple.arena(meeple.load("legends", players=2), ["mcts:5", "mcts:5,rollout=greedy"], 2, seed=1)
    assert result.bots == ("mcts:5", "mcts:5,rollout=greedy")
    assert result["mcts:5"].decisions > 0


def test_splitmix_is_that_of_the_formats_page() -> None:
    assert [nth(seed, 0) for seed in (0, 1, 2**64 - 1)] == [splitmix(seed) for seed in (0, 1, 2**64 - 1)]
    assert nth(7, 3) == splitmix((7 + 3 * 0x9E3779B97F4A7C15) % 2**64)
