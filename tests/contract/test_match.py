"""`Match`, over every registered game: chance, undo, simultaneous choices, log, memory, errors."""

from __future__ import annotations

import copy
import gc
import itertools
import pickle
import sys
import threading
import time
from collections.abc import Callable
from functools import partial
from typing import Any, cast

import pytest

import meeple
from tests.contract.plays import advance, chosen, each, mix, plies_by_phase, random_match, snapshot, viewers

SEED = 2**64 - 3


# ---- Chance ----


def test_mix_has_its_known_values() -> None:
    assert [mix(0, 0), mix(1, 0), mix(0, 1), mix(SEED, 517)] == [
        12035550249420947055,
        627405149472732430,
        6791897765849424158,
        15530860509535338651,
    ]


@each
def test_chance_is_keyed_by_seed_and_ply(name: str, params: dict[str, Any]) -> None:
    played = random_match(meeple.load(name, **params), SEED)
    drawn = [ply for ply, step in enumerate(played.history) if step.kind == "chance"]
    assert drawn
    for ply in drawn:
        before, outcome = played.state_at(ply), played.history[ply].action
        rng = meeple.Rng(mix(SEED, ply))
        assert before.sample_chance(copy.copy(rng)) == played.state_at(ply + 1)
        odds = before.chance_outcomes_exact()
        if len({weight for _, weight in odds}) == 1:
            assert outcome == odds[rng.below(len(odds))][0]


@each
def test_auto_and_manual_chance_are_one_game(name: str, params: dict[str, Any]) -> None:
    game = meeple.load(name, **params)
    auto = random_match(game, 5)
    by_hand = random_match(game, 5, chance="manual")
    assert (auto.chance, by_hand.chance) == ("auto", "manual")
    assert by_hand.to_json() == auto.to_json()
    settled = meeple.Match(game, seed=5, chance="manual")
    assert settled.ply == 0
    assert settled.state == game.new_initial_state()
    rng = meeple.Rng(5)
    while settled.settle() and not settled.state.is_terminal:
        assert not settled.state.is_chance
        settled.play(settled.state.random_action(rng))
    assert settled.to_json() == auto.to_json()


@each
def test_auto_chance_leaves_no_chance_node(name: str, params: dict[str, Any]) -> None:
    played = meeple.Match(meeple.load(name, **params), seed=3)
    rng = meeple.Rng(3)
    while not played.state.is_terminal:
        assert not played.state.is_chance
        state = played.play(played.state.random_action(rng))
        assert state == played.state


@each
def test_manual_chance_is_the_hosts(name: str, params: dict[str, Any]) -> None:
    game = meeple.load(name, **params)
    played = meeple.Match(game, seed=1, chance="manual")
    expected = game.new_initial_state()
    rng = meeple.Rng(8)
    while not expected.is_terminal:
        step = chosen(expected, rng.below(1000))
        expected = expected.apply(step)
        assert played.play(step if rng.below(2) else played.state.action_to_str(step)) == expected
    assert played.to_record()["actions"] == [step.text for step in played.history]


@each
def test_manual_chance_takes_possible_outcomes_only(name: str, params: dict[str, Any]) -> None:
    game = meeple.load(name, **params)
    tried = 0
    for state in random_match(game, 9).states():
        if not state.is_chance:
            continue
        played = meeple.Match(game, seed=1, chance="manual", start=state)
        possible = {outcome for outcome, _ in state.chance_outcomes()}
        for outcome in range(game.max_chance_outcomes):
            if outcome not in possible:
                with pytest.raises(meeple.IllegalActionError):
                    played.play(outcome)
                with pytest.raises(meeple.IllegalActionError):
                    played.play(game.chance_to_str(outcome))
                tried += 1
                break
        assert played.ply == 0
    assert tried


@each
def test_chance_of_the_operating_system_differs(name: str, params: dict[str, Any]) -> None:
    game = meeple.load(name, **params)
    matches = [advance(meeple.Match(game), meeple.Rng(1)) for _ in range(4)]
    assert all(played.seed is None for played in matches)
    assert len({played.to_json() for played in matches}) > 1


@each
def test_reseed_is_for_what_comes(name: str, params: dict[str, Any]) -> None:
    game = meeple.load(name, **params)
    whole = random_match(game, 4)
    cut = whole.ply // 2
    again = whole.copy()
    again.undo(cut)
    again.reseed(77)
    assert again.seed == 77
    assert again.states() == whole.states()[: cut + 1]
    advance(again, meeple.Rng(2))
    for ply in range(cut, again.ply):
        if again.history[ply].kind == "chance":
            assert again.state_at(ply).sample_chance(meeple.Rng(mix(77, ply))) == again.state_at(ply + 1)
    again.reseed(None)
    assert again.seed is None


# ---- Undo, history, states ----


@each
def test_undo_and_the_same_action_bring_the_same_outcome(name: str, params: dict[str, Any]) -> None:
    played = random_match(meeple.load(name, **params), 6)
    record = played.to_json()
    decisions = [ply for ply, step in enumerate(played.history) if step.kind == "play"]
    for ply in decisions[::5]:
        actions = [step.action for step in played.history[ply:] if step.kind == "play"]
        assert played.undo(to=ply) == played.state
        for action in actions:
            assert action is not None
            played.play(action)
        assert played.to_json() == record


@each
def test_undo_goes_before_the_last_decision_and_its_chance(name: str, params: dict[str, Any]) -> None:
    played = random_match(meeple.load(name, **params), 7)
    states = played.states()
    decisions = [ply for ply, step in enumerate(played.history) if step.kind == "play"]
    for ply in reversed(decisions):
        assert played.undo() == states[ply]
        assert played.ply == ply
        assert played.states() == states[: ply + 1]
    before = snapshot(played)
    with pytest.raises(meeple.ArgumentError) as caught:
        played.undo()
    assert caught.value.code == "nothing_to_undo"
    assert snapshot(played) == before


@each
def test_undo_goes_to_any_ply(name: str, params: dict[str, Any]) -> None:
    played = random_match(meeple.load(name, **params), 8)
    history, states, record = played.history, played.states(), played.to_json()
    for ply in plies_by_phase(played):
        back = played.copy()
        assert back.undo(to=ply) == states[ply]
        assert back.ply == ply
        assert back.history == history[:ply]
        # A chance node that was gone back to waits: `settle` draws what was drawn before.
        assert back.state.is_chance == (ply < len(history) and history[ply].kind == "chance")
        back.settle()
        follows = list(itertools.takewhile(lambda step: step.kind == "chance", history[ply:]))
        assert back.history == history[: ply + len(follows)]
    assert played.to_json() == record


@each
def test_history_is_what_was_played(name: str, params: dict[str, Any]) -> None:
    game = meeple.load(name, **params)
    played = random_match(game, 10)
    history, states = played.history, played.states()
    assert len(history) == played.ply == len(states) - 1
    assert states == [played.state_at(ply) for ply in range(played.ply + 1)]
    assert states[0] == game.new_initial_state()
    assert states[-1] == played.state
    for step, before, after in zip(history, states, states[1:], strict=False):
        assert step.action is not None
        assert before.apply(step.action) == after
        assert step.text == before.action_to_str(step.action)
        assert step.kind == ("chance" if before.is_chance else "play")
        assert step.seat == (None if before.is_chance else before.current_player)
    choosing = [state for state in states if state.current_player >= 0]
    assert played.states(decisions_only=True) == choosing
    history.clear()
    states.clear()
    assert len(played.history) == played.ply


@each
def test_a_match_begins_where_it_is_told(name: str, params: dict[str, Any]) -> None:
    game = meeple.load(name, **params)
    for start in random_match(game, 11).states()[::13]:
        played = meeple.Match(game, seed=2, chance="manual", start=start)
        assert (played.state, played.ply, played.history, played.states()) == (start, 0, [], [start])
        assert played.deciders == start.deciders
        auto = meeple.Match(game, seed=2, start=start)
        assert auto.state_at(0) == start
        assert not auto.state.is_chance
        assert auto.state == played.settle()


# ---- Simultaneous choices ----


def simultaneous(game: meeple.Game, seed: int) -> list[meeple.State]:
    """One state of each phase in which several seats choose at once."""
    found: dict[tuple[str, int], meeple.State] = {}
    for state in random_match(game, seed).states():
        if len(state.deciders) > 1:
            found.setdefault((state.phase, len(state.deciders)), state)
    return list(found.values())


def test_some_game_has_simultaneous_choices() -> None:
    assert any(simultaneous(meeple.load(name), 1) for name in meeple.games())


def moment(state: meeple.State) -> list[tuple[int, int]]:
    """Who chooses what, one after the other, until the choices that are simultaneous with this one are made."""
    steps = []
    while True:
        seat = state.current_player
        steps.append((seat, chosen(state, 7 * seat + 3)))
        after = state.apply(steps[-1][1])
        if not after.deciders or not set(after.deciders) <= set(state.deciders):
            return steps
        state = after


def until_asked(state: meeple.State, seat: int) -> list[int]:
    """First legal actions of others until a seat is asked."""
    actions = []
    while state.current_player != seat:
        actions.append(state.legal_actions()[0])
        state = state.apply(actions[-1])
    return actions


@each
def test_choices_may_come_in_any_order(name: str, params: dict[str, Any]) -> None:
    game = meeple.load(name, **params)
    for state in simultaneous(game, 1):
        steps = moment(state)
        orders = list(itertools.permutations(state.deciders))
        for order in orders[:: max(1, len(orders) // 24)]:
            played = meeple.Match(game, seed=4, chance="manual", start=state)
            waiting: set[int] = set()
            for seat in order * len(steps):
                if played.ply == len(steps):
                    break
                if seat in waiting or seat not in played.deciders:
                    continue
                before, asked = played.ply, played.state.current_player
                legal = played.state.legal_actions(seat)
                told = played.submit(seat, legal[(7 * seat + 3) % len(legal)])
                assert told == (seat == asked)
                assert (played.ply > before) == told
                waiting.add(seat)
                waiting -= {step.seat for step in played.history[before:] if step.seat is not None}
                # What is held is played as soon as its seat is asked.
                assert played.state.current_player not in waiting
            assert [(step.seat, step.action) for step in played.history] == steps


@each
def test_a_held_choice_is_seen_by_nobody(name: str, params: dict[str, Any]) -> None:
    game = meeple.load(name, **params)
    for state in simultaneous(game, 2):
        played = meeple.Match(game, seed=4, chance="manual", start=state)
        before = snapshot(played)
        seat = state.deciders[-1]
        assert not played.submit(seat, state.legal_actions(seat)[-1])
        assert snapshot(played) == before


@each
def test_a_held_choice_may_be_replaced(name: str, params: dict[str, Any]) -> None:
    game = meeple.load(name, **params)
    for state in simultaneous(game, 2):
        seat = state.deciders[1]
        choices, others = state.legal_actions(seat), until_asked(state, seat)
        played = meeple.Match(game, seed=4, chance="manual", start=state)
        for choice in choices[-2:]:
            assert not played.submit(seat, game.action_to_str(choice))
        for action in others:
            played.play(action)
        assert [step.action for step in played.history] == [*others, choices[-1]]


@each
def test_a_refused_choice_leaves_the_held_one(name: str, params: dict[str, Any]) -> None:
    game = meeple.load(name, **params)
    for state in simultaneous(game, 2):
        seat = state.deciders[1]
        legal, others = state.legal_actions(seat), until_asked(state, seat)
        illegal = next((a for a in range(game.num_actions) if a not in legal), None)
        stranger = next((other for other in range(game.num_players) if other not in state.deciders), None)
        played = meeple.Match(game, seed=4, chance="manual", start=state)
        assert not played.submit(seat, legal[0])
        before = snapshot(played)
        bad: list[tuple[Any, Any, type[meeple.Error]]] = [
            (seat, illegal, meeple.IllegalActionError),
            (seat, "no such text", meeple.NotationError),
            (seat, game.num_actions, meeple.ArgumentError),
            (seat, -1, meeple.ArgumentError),
            (seat, None, meeple.ArgumentError),
            (game.num_players, legal[0], meeple.ArgumentError),
            (None, legal[0], meeple.ArgumentError),
            (stranger, legal[0], meeple.IllegalActionError if stranger is not None else meeple.ArgumentError),
        ]
        for who, action, kind in bad:
            with pytest.raises(kind):
                played.submit(who, action)
            assert snapshot(played) == before
        for action in others:
            played.play(action)
        assert (played.history[-1].seat, played.history[-1].action) == (seat, legal[0])


@each
def test_undo_gives_held_choices_back(name: str, params: dict[str, Any]) -> None:
    game = meeple.load(name, **params)
    for state in simultaneous(game, 2):
        seat = state.deciders[1]
        played = meeple.Match(game, seed=4, chance="manual", start=state)
        played.submit(seat, state.legal_actions(seat)[0])
        played.undo(to=0)
        others = until_asked(state, seat)
        for action in others:
            played.play(action)
        assert played.ply == len(others)


@each
def test_submit_without_a_choice_to_make(name: str, params: dict[str, Any]) -> None:
    played = random_match(meeple.load(name, **params), 2)
    before = snapshot(played)
    for seat in range(played.game.num_players):
        with pytest.raises(meeple.IllegalActionError) as caught:
            played.submit(seat, 0)
        assert caught.value.code == "not_asked"
    assert snapshot(played) == before


# ---- Copies ----


@each
def test_a_copy_goes_its_own_way(name: str, params: dict[str, Any]) -> None:
    game = meeple.load(name, **params)
    played = random_match(game, 12, 9, meta={"table": [1, "green"]})
    played.termination = "adjourned"
    before = snapshot(played)
    for twin in (played.copy(), copy.copy(played), copy.deepcopy(played), pickle.loads(pickle.dumps(played))):
        assert snapshot(twin) == before
        assert advance(twin.copy(), meeple.Rng(1)).to_json() == advance(played.copy(), meeple.Rng(1)).to_json()
        advance(twin, meeple.Rng(2), 1)
        twin.meta["table"].append("lost")
        twin.meta = None
        assert snapshot(played) == before


@each
def test_a_match_is_pickled_in_every_phase(name: str, params: dict[str, Any]) -> None:
    game = meeple.load(name, **params)
    for chance in ("auto", "manual"):
        whole = random_match(game, 13, chance=chance)
        for ply in plies_by_phase(whole, 41):
            # In `auto` one that was gone back to a chance node stands there.
            played = whole.copy()
            played.undo(to=ply)
            twin = pickle.loads(pickle.dumps(played))
            assert snapshot(twin) == snapshot(played)
            assert advance(twin, meeple.Rng(1)).to_json() == advance(played, meeple.Rng(1)).to_json()


@each
def test_copies_and_pickles_keep_held_choices(name: str, params: dict[str, Any]) -> None:
    game = meeple.load(name, **params)
    for state in simultaneous(game, 2):
        seat = state.deciders[1]
        played = meeple.Match(game, seed=4, chance="manual", start=state)
        played.submit(seat, state.legal_actions(seat)[-1])
        for twin in (played.copy(), copy.deepcopy(played), pickle.loads(pickle.dumps(played))):
            others = until_asked(state, seat)
            for action in others:
                twin.play(action)
            assert [step.action for step in twin.history] == [*others, state.legal_actions(seat)[-1]]
        assert played.ply == 0


# ---- What is told ----


@each
def test_a_log_is_what_was_seen(name: str, params: dict[str, Any]) -> None:
    game = meeple.load(name, **params)
    played = random_match(game, 14)
    history = played.history
    told = {viewer: {event.ply: event for event in played.log(viewer)} for viewer in viewers(game)}
    for ply, step in enumerate(history):
        assert step.action is not None
        for viewer in viewers(game):
            text = played.state_at(ply).action_seen(step.action, viewer)
            event = told[viewer].get(ply)
            assert (event.text if event else None) == text
            if event:
                assert event.seat == step.seat
                assert event.text is not None or event.revealed
            if text is not None:
                words = zip(text.split(), step.text.split(), strict=True)
                assert all(seen in ("?", word) for seen, word in words)
            if viewer is not None and step.seat == viewer:
                assert text == step.text
        everyone = told[None].get(ply)
        if everyone and everyone.text:
            # What all are told each seat is told, with no more hidden.
            for seat in range(game.num_players):
                own = told[seat][ply].text
                assert own is not None
                pairs = zip(everyone.text.split(), own.split(), strict=True)
                assert all(seen in ("?", word) for seen, word in pairs)


@each
def test_what_is_revealed_was_done_and_was_not_told(name: str, params: dict[str, Any]) -> None:
    game = meeple.load(name, **params)
    played = random_match(game, 15)
    done = {f"{step.seat} {step.text}": ply for ply, step in enumerate(played.history) if step.kind == "play"}
    states, history = played.states(), played.history
    for viewer in viewers(game):
        for event in played.log(viewer):
            assert len(set(event.revealed)) == len(event.revealed)
            for text in event.revealed:
                seat, _, action = text.partition(" ")
                try:
                    game.parse_action(action)
                except meeple.NotationError:
                    continue
                assert text in done
                assert seat != str(viewer), "one's own choice is no news"
                plies = [
                    ply
                    for ply, step in enumerate(history[: event.ply + 1])
                    if f"{step.seat} {step.text}" == text
                    and step.action is not None
                    and states[ply].action_seen(step.action, viewer) != step.text
                ]
                assert plies


@each
def test_a_log_since_a_ply_is_the_rest_of_it(name: str, params: dict[str, Any]) -> None:
    game = meeple.load(name, **params)
    played = random_match(game, 16)
    for viewer in viewers(game):
        whole = played.log(viewer)
        for since in [*range(0, played.ply, 7), played.ply, played.ply + 1, 10**9, 2**63, 2**200]:
            assert played.log(viewer, since) == [event for event in whole if event.ply >= since]
    for since in (-1, -(2**80)):
        with pytest.raises(meeple.ArgumentError):
            played.log(None, since)


@each
def test_a_log_only_grows(name: str, params: dict[str, Any]) -> None:
    game = meeple.load(name, **params)
    whole = random_match(game, 17)
    played = meeple.Match(game, seed=17)
    grown: dict[int | None, list[meeple.Event]] = {viewer: [] for viewer in viewers(game)}
    rng, seen = meeple.Rng(17), 0
    while True:
        for viewer, events in grown.items():
            events += played.log(viewer, since=seen)
        seen = played.ply
        if played.state.is_terminal:
            break
        played.play(played.state.random_action(rng))
    for viewer, events in grown.items():
        assert events == whole.log(viewer)


# ---- Memory ----


@each
def test_memories_are_equal_exactly_when_logs_are(name: str, params: dict[str, Any]) -> None:
    game = meeple.load(name, **params)
    by_log: dict[Any, bytes] = {}
    by_memory: dict[bytes, Any] = {}
    for seed in range(3):
        played = random_match(game, seed // 2, chance="manual")
        steps = [step.action for step in played.history]
        for viewer in viewers(game):
            log = played.log(viewer)
            grown = meeple.Match(game, chance="manual")
            for ply, action in enumerate([None, *steps]):
                if action is not None:
                    grown.play(action)
                memory = grown.information_state(viewer)
                assert len(memory) == 16
                key = (viewer, tuple(event for event in log if event.ply < ply))
                assert by_log.setdefault(key, memory) == memory
                assert by_memory.setdefault(memory, key) == key
    assert len(by_log) > 100


@each
def test_a_memory_does_not_depend_on_when_it_is_asked_for(name: str, params: dict[str, Any]) -> None:
    game = meeple.load(name, **params)
    often, once = meeple.Match(game, seed=18), meeple.Match(game, seed=18)
    rng = meeple.Rng(18)
    while not often.state.is_terminal:
        often.information_state(rng.below(game.num_players))
        action = often.state.random_action(rng)
        often.play(action)
        once.play(action)
    again = meeple.Match.from_record(often.to_record())
    for viewer in viewers(game):
        assert often.information_state(viewer) == once.information_state(viewer) == again.information_state(viewer)


@each
def test_a_memory_is_the_same_after_undo_and_redo(name: str, params: dict[str, Any]) -> None:
    game = meeple.load(name, **params)
    played = random_match(game, 19)
    memories = {}
    for ply in plies_by_phase(played):
        cut = played.copy()
        cut.undo(to=ply)
        memories[ply] = [cut.information_state(viewer) for viewer in viewers(game)]
    last = [played.information_state(viewer) for viewer in viewers(game)]
    actions = [step.action for step in played.history if step.kind == "play"]
    for ply, memory in reversed(memories.items()):
        played.undo(to=ply)
        assert [played.information_state(viewer) for viewer in viewers(game)] == memory
    played.settle()
    for action in actions:
        assert action is not None
        if played.ply in memories:
            assert [played.information_state(viewer) for viewer in viewers(game)] == memories[played.ply]
        played.play(action)
    assert [played.information_state(viewer) for viewer in viewers(game)] == last


@each
def test_a_memory_tells_nothing_that_is_hidden(name: str, params: dict[str, Any]) -> None:
    """At each secret choice another one is made: who is told the same remembers the same."""
    game = meeple.load(name, **params)
    played = random_match(game, 20, chance="manual")
    states, history = played.states(), played.history
    secret = [ply for ply, step in enumerate(history) if states[ply].action_seen(step.action or 0, None) != step.text]
    for ply in secret[:: max(1, len(secret) // 60)]:
        before, action = states[ply], history[ply].action
        assert action is not None
        others = [outcome for outcome, _ in before.chance_outcomes()] if before.is_chance else before.legal_actions()
        for other in others[:: max(1, len(others) // 3)]:
            if other == action:
                continue
            pair = []
            for done in (action, other):
                twin = played.copy()
                twin.undo(to=ply)
                twin.play(done)
                pair.append(twin)
            one, two = pair
            for viewer in viewers(game):
                same = one.log(viewer) == two.log(viewer)
                assert same == (one.information_state(viewer) == two.information_state(viewer))
                told_alike = before.action_seen(action, viewer) == before.action_seen(other, viewer)
                if told_alike and one.state.view(viewer) == two.state.view(viewer):
                    assert same


@each
def test_a_memory_begins_with_what_is_seen_at_the_start(name: str, params: dict[str, Any]) -> None:
    game = meeple.load(name, **params)
    rng = meeple.Rng(21)
    for start in random_match(game, 21).states()[::4]:
        for viewer in viewers(game):
            other = start.resample(viewer, rng)
            pair = [meeple.Match(game, chance="manual", start=one) for one in (start, other)]
            assert pair[0].information_state(viewer) == pair[1].information_state(viewer)
            assert pair[0].log(viewer) == pair[1].log(viewer) == []
            if viewer is not None and start.current_player == viewer:
                action = start.random_action(rng)
                for played in pair:
                    played.play(action)
                same = pair[0].log(viewer) == pair[1].log(viewer)
                assert same == (pair[0].information_state(viewer) == pair[1].information_state(viewer))


# ---- Errors ----


def bad_calls(played: meeple.Match) -> list[Callable[[], Any]]:
    """What no match takes, whatever its state."""
    game, state = played.game, played.state
    size = game.max_chance_outcomes if state.is_chance else game.num_actions
    legal = {outcome for outcome, _ in state.chance_outcomes()} | set(state.legal_actions())
    illegal = next((a for a in range(size) if a not in legal), size)
    bad: list[Any] = [illegal, size, -1, 10**30, None, 1.0, [0], "", "no such text", "\ud800", "x" * 10_000]
    if state.is_terminal:
        bad += [0, game.action_to_str(0)]
    calls: list[Callable[[], Any]] = [partial(played.play, action) for action in bad]
    calls += [partial(played.undo, cast(Any, to)) for to in (played.ply + 1, -1, 1.5, "0", 10**30)]
    calls += [partial(played.state_at, cast(Any, ply)) for ply in (played.ply + 1, -1, 1.5, "0", None, 10**30)]
    calls += [partial(played.reseed, cast(Any, seed)) for seed in list[Any]((-1, 2**64, 1.5, "1", []))]
    calls += [partial(played.log, cast(Any, seat)) for seat in (game.num_players, -1, "0", 0.5)]
    calls += [partial(played.information_state, cast(Any, seat)) for seat in (game.num_players, -1, "0", 0.5)]
    calls += [partial(played.submit, cast(Any, seat), 0) for seat in (game.num_players, -1, "0", 0.5, None)]
    calls += [partial(setattr, played, "meta", meta) for meta in (object(), {1: 2}, float("nan"), [{1}])]
    if not state.is_chance:
        calls.append(played.sample_chance)
    return calls


@each
def test_errors_change_nothing(name: str, params: dict[str, Any]) -> None:
    game = meeple.load(name, **params)
    for chance in ("auto", "manual"):
        whole = random_match(game, 22, chance=chance, meta=[1])
        for ply in plies_by_phase(whole, 61):
            played = whole.copy()
            played.undo(to=ply)
            before = snapshot(played)
            for number, call in enumerate(bad_calls(played)):
                with pytest.raises(meeple.Error) as caught:
                    call()
                assert isinstance(caught.value, ValueError), number
                assert caught.value.code
                assert caught.value.expected
                assert snapshot(played) == before, number


def timed_out(state: meeple.State) -> meeple.State | None:
    """The state after the clock, where there is one."""
    try:
        return state.timeout()
    except meeple.IllegalActionError:
        return None


@each
def test_a_clock_ends_a_turn_or_is_refused(name: str, params: dict[str, Any]) -> None:
    whole = random_match(meeple.load(name, **params), 23)
    for ply in plies_by_phase(whole, 41):
        played = whole.copy()
        played.undo(to=ply)
        before = snapshot(played)
        expected = timed_out(played.state)
        if expected is None:
            with pytest.raises(meeple.IllegalActionError):
                played.timeout()
            assert snapshot(played) == before
            continue
        seat = played.state.current_player
        played.timeout()
        assert played.state_at(ply + 1) == expected
        step = played.history[ply]
        assert (step.seat, step.action, step.text, step.kind) == (seat, None, "timeout", "timeout")
        assert all(played.log(viewer, since=ply)[0].text == "timeout" for viewer in viewers(played.game))
        assert snapshot(meeple.Match.from_record(played.to_json(), played.seed)) == snapshot(played)
        played.undo(to=ply)
        assert snapshot(played) == before


@each
def test_a_match_refuses_bad_arguments(name: str, params: dict[str, Any]) -> None:
    game = meeple.load(name, **params)
    strange = next(
        other.new_initial_state() for players in (3, 4, 5) if (other := meeple.load(name, players=players)) != game
    )
    for field, value in [
        ("seed", -1),
        ("seed", 2**64),
        ("seed", 1.5),
        ("chance", "dice"),
        ("start", strange),
        ("meta", object()),
        ("meta", {"a": float("inf")}),
    ]:
        arguments: dict[str, Any] = {field: value}
        with pytest.raises(meeple.Error) as caught:
            meeple.Match(game, **arguments)
        assert caught.value.field.startswith(field)


# ---- One user at a time ----


class Sly:
    """An integer that looks at a match while it is handed over to it."""

    def __init__(self, number: int, look: Callable[[], Any]) -> None:
        self.number, self.look = number, look

    def __index__(self) -> int:
        self.look()
        return self.number


@each
def test_a_match_is_not_busy_with_the_arguments_of_a_call(name: str, params: dict[str, Any]) -> None:
    game = meeple.load(name, **params)
    played = meeple.Match(game, seed=24)

    def look() -> None:
        snapshot(played)

    action = played.state.legal_actions()[0]
    played.play(Sly(action, look))
    ply = played.ply
    played.undo()
    seat = played.state.current_player
    assert played.submit(Sly(seat, look), Sly(action, look))
    assert played.ply == ply
    played.state_at(Sly(0, look))
    played.log(Sly(0, look))
    played.information_state(Sly(0, look))
    played.undo(to=Sly(0, look))
    # A call inside a call may even change the match: the outer one then finds it as it is now.
    played.settle()
    played.undo(to=Sly(0, lambda: played.play(action)))
    assert played.ply == 0


@each
def test_two_threads_at_one_match_leave_it_whole(name: str, params: dict[str, Any]) -> None:
    game = meeple.load(name, **params)
    played = random_match(game, 25, 12)
    errors: list[BaseException] = []
    stop = threading.Event()

    def read() -> None:
        while not stop.is_set():
            try:
                history, log, states = played.history, played.log(None), played.states()
                assert history
                assert log
                assert states
            except meeple.BusyError:
                pass
            except BaseException as error:
                errors.append(error)

    def write(seed: int) -> None:
        rng = meeple.Rng(seed)
        for _ in range(300):
            try:
                state = played.state
                if state.is_terminal:
                    played.undo(to=12)
                elif state.is_chance:
                    played.settle()
                else:
                    played.play(state.random_action(rng))
            except (meeple.BusyError, meeple.IllegalActionError):
                pass
            except BaseException as error:
                errors.append(error)

    every = sys.getswitchinterval()
    sys.setswitchinterval(1e-5)
    try:
        reader = threading.Thread(target=read)
        writers = [threading.Thread(target=write, args=(seed,)) for seed in (1, 2)]
        for thread in (reader, *writers):
            thread.start()
        for thread in writers:
            thread.join()
        stop.set()
        reader.join()
    finally:
        sys.setswitchinterval(every)
    assert not errors
    again = meeple.Match.from_record(played.to_json(), chance="manual")
    assert again.states() == played.states()
    assert again.history == played.history
    assert again.information_state(0) == played.information_state(0)


@each
def test_readers_and_matches_of_their_own_are_never_busy(name: str, params: dict[str, Any]) -> None:
    game = meeple.load(name, **params)
    shared = random_match(game, 26)
    expected = (shared.history, shared.states(), shared.log(0), shared.to_json())
    errors: list[BaseException] = []

    def work(seed: int) -> None:
        try:
            own = random_match(game, 100)
            for _ in range(3):
                found = (shared.history, shared.states(), shared.log(0), shared.to_json())
                assert found == expected
            assert random_match(game, 100).to_json() == own.to_json()
        except BaseException as error:
            errors.append(error)

    every = sys.getswitchinterval()
    sys.setswitchinterval(1e-5)
    try:
        threads = [threading.Thread(target=work, args=(k,)) for k in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    finally:
        sys.setswitchinterval(every)
    assert not errors


# ---- Cost ----


def quickest(call: Callable[[], Any], times: int = 60) -> float:
    """The least time of a call, in seconds: what it costs when nothing else happens."""
    clock = time.perf_counter
    best = 1.0
    for _ in range(times):
        start = clock()
        call()
        best = min(best, clock() - start)
    return best


@each
def test_no_call_costs_more_in_a_long_game(name: str, params: dict[str, Any]) -> None:
    game = meeple.load(name, **params)
    long = random_match(game, 27, chance="manual")
    long.undo()
    short = meeple.Match(game, seed=27, chance="manual", start=long.state)
    assert long.ply > 50

    def step(played: meeple.Match) -> None:
        played.play(chosen(played.state, 0))
        played.information_state(0)
        played.undo(to=played.ply - 1)
        played.information_state(0)

    def refuse(played: meeple.Match) -> None:
        with pytest.raises(meeple.NotationError):
            played.play("no such text")

    calls: dict[str, Callable[[meeple.Match], Any]] = {
        "state": lambda played: played.state,
        "ply": lambda played: played.ply,
        "deciders": lambda played: played.deciders,
        "state_at": lambda played: played.state_at(played.ply),
        "log": lambda played: played.log(0, since=played.ply),
        "information_state": lambda played: played.information_state(0),
        "play, undo": step,
        "refused": refuse,
    }
    gc.collect()
    gc.disable()
    try:
        for what, call in calls.items():
            call(long)
            call(short)
            # A call that looked at every step would take many times as long.
            assert any(
                quickest(lambda call=call: call(long)) < 3 * quickest(lambda call=call: call(short)) + 5e-6  # type: ignore[misc]
                for _ in range(5)
            ), what
    finally:
        gc.enable()
