"""Bad bytes, documents and texts, over every registered game: a named error, or a state that keeps all promises.

A failing example prints the input itself; `sealed` and `holds` in `hostile.py` replay it.
"""

from __future__ import annotations

import functools
import json
import random
from collections.abc import Callable
from typing import Any, cast

import pytest
from hypothesis import HealthCheck, example, given, note, settings
from hypothesis import strategies as st

import meeple
from meeple import _core
from tests.conftest import every_variant
from tests.contract import hostile
from tests.contract.hostile import body_of, edited, edits, holds, refusal, sealed, tampered, view_holds
from tests.contract.plays import each, plies_by_phase, random_match

many = settings(max_examples=600, deadline=None, derandomize=True, suppress_health_check=list(HealthCheck))

HEAD = 24
"""Magic, version, tag, rules version and fingerprint: what comes before the payload."""

variants = st.integers(0, len(every_variant()) - 1)


@functools.cache
def samples(variant: int) -> list[meeple.State]:
    """States of a parameter set, of every phase that a few games come to, in the order of play."""
    name, params = every_variant()[variant]
    game = meeple.load(name, **params)
    found: list[meeple.State] = []
    for seed in range(3):
        played = random_match(game, seed)
        found += [played.state_at(ply) for ply in plies_by_phase(played, 23)]
    return found


@functools.cache
def documents(variant: int, kind: str) -> list[Any]:
    """Documents of a parameter set."""
    found: list[Any] = []
    for number, state in enumerate(samples(variant)):
        if kind == "position":
            found.append(state.to_dict())
        elif kind == "view":
            seats = (None, *range(state.game.num_players))
            found.append(state.view(seats[number % len(seats)]).to_dict())
    if kind == "record":
        name, params = every_variant()[variant]
        game = meeple.load(name, **params)
        found = [random_match(game, seed, length).to_record() for seed, length in ((1, None), (2, 3), (3, 20))]
        late = random_match(game, 4)
        start = late.state_at(late.ply * 2 // 3)
        found.append(random_match_from(start).to_record())
    return found


def random_match_from(start: meeple.State) -> meeple.Match:
    """A match from a position of one's own to its end."""
    played = meeple.Match(start.game, seed=1, start=start)
    rng = meeple.Rng(1)
    while not played.state.is_terminal:
        played.play(played.state.random_action(rng))
    return played


# ---- Bytes ----


def read_bytes(game: meeple.Game, data: bytes) -> meeple.State | None:
    """What bytes are read as; None where they are refused by name."""
    try:
        return game.state_from_bytes(data)
    except meeple.CodecError as error:
        refusal(error)
        return None


@each
def test_truncated_bytes_are_refused(name: str, params: dict[str, Any]) -> None:
    state = random_match(meeple.load(name, **params), 1).state
    data = state.to_bytes()
    assert data == sealed(body_of(data))
    for length in range(len(data)):
        assert read_bytes(state.game, data[:length]) is None
        assert read_bytes(state.game, data[length:][1:]) is None
    for more in (b"\x00", b"\xff" * 7, data):
        assert read_bytes(state.game, data + more) is None


@each
def test_a_flipped_bit_is_noticed(name: str, params: dict[str, Any]) -> None:
    state = random_match(meeple.load(name, **params), 2, 9).state
    data = state.to_bytes()
    for place in range(len(data)):
        for bit in range(8):
            damaged = bytearray(data)
            damaged[place] ^= 1 << bit
            assert read_bytes(state.game, bytes(damaged)) is None


@each
def test_a_truncated_payload_is_refused_or_holds(name: str, params: dict[str, Any]) -> None:
    for state in random_match(meeple.load(name, **params), 3).states()[::17]:
        body = body_of(state.to_bytes())
        more = [body + b"\x00", body + b"\xff", body + b"\x00" * 100]
        for form in [*(body[:length] for length in range(len(body))), *more]:
            found = read_bytes(state.game, sealed(form))
            if found is not None:
                # A payload that ends with a list may be that of a state with a shorter one.
                assert body_of(found.to_bytes()) == form, body.hex()
                holds(found)
        assert read_bytes(state.game, sealed(body[: len(body) // 2])) is None


@each
def test_a_head_of_another_kind_is_refused_by_its_field(name: str, params: dict[str, Any]) -> None:
    state = random_match(meeple.load(name, **params), 4, 5).state
    body = body_of(state.to_bytes())
    for place in range(HEAD):
        for bit in range(8):
            damaged = bytearray(body)
            damaged[place] ^= 1 << bit
            with pytest.raises(meeple.CodecError) as caught:
                state.game.state_from_bytes(sealed(bytes(damaged)))
            assert caught.value.field.startswith("data.")
            refusal(caught.value)


@each
def test_bytes_of_another_game_name_both(name: str, params: dict[str, Any]) -> None:
    game = meeple.load(name, **params)
    for other_name, other_params in every_variant():
        other = meeple.load(other_name, **other_params)
        if other == game:
            continue
        with pytest.raises(meeple.CodecError) as caught:
            game.state_from_bytes(other.new_initial_state().to_bytes())
        assert caught.value.code == "other_game"
        assert game.fingerprint.hex() in str(caught.value)
        assert other.fingerprint.hex() in str(caught.value)


@each
def test_a_flipped_bit_of_a_payload_is_refused_or_holds(name: str, params: dict[str, Any]) -> None:
    states = random_match(meeple.load(name, **params), 5).states()
    noise = random.Random(1)
    taken = 0
    for state in noise.sample(states, 6):
        body = body_of(state.to_bytes())
        for place in range(HEAD, len(body)):
            for bit in noise.sample(range(8), 3):
                damaged = bytearray(body)
                damaged[place] ^= 1 << bit
                found = read_bytes(state.game, sealed(bytes(damaged)))
                if found is not None:
                    taken += 1
                    assert found.to_bytes() == sealed(bytes(damaged)), damaged.hex()
                    holds(found)
    assert taken


@settings(many, max_examples=2000)
@given(variant=variants, number=st.integers(0, 999), other=st.integers(0, 999), changes=edits)
def test_a_made_up_payload_is_refused_or_holds(
    variant: int, number: int, other: int, changes: list[tuple[str, int, int]]
) -> None:
    states = samples(variant)
    state, second = states[number % len(states)], states[other % len(states)]
    body = edited(body_of(state.to_bytes()), changes, body_of(second.to_bytes()), keep=HEAD)
    note(f"{every_variant()[variant]}: {body.hex()}")
    found = read_bytes(state.game, sealed(body))
    if found is not None:
        holds(found, number)


@many
@given(variant=variants, data=st.binary(max_size=400), whole=st.booleans())
def test_random_bytes_are_refused_or_hold(variant: int, data: bytes, whole: bool) -> None:
    state = samples(variant)[0]
    body = data if whole else state.to_bytes()[:HEAD] + data
    for form in (body, sealed(body)):
        found = read_bytes(state.game, form)
        if found is not None:
            holds(found)


# ---- Documents ----


def read_position(document: Any) -> None:
    """A position is refused by name, the same as a dict and as a text, or holds."""
    outcomes: list[Any] = []
    forms: list[tuple[Callable[[Any], meeple.State], Any]] = [
        (meeple.State.from_dict, document),
        (meeple.State.from_json, hostile.as_text(document)),
    ]
    for read, form in forms:
        try:
            outcomes.append(read(form))
        except meeple.PositionError as error:
            refusal(error)
            outcomes.append(type(error))
    assert outcomes[0] == outcomes[1]
    if isinstance(outcomes[0], meeple.State):
        holds(outcomes[0])


def read_view(document: Any) -> None:
    """The same of a view."""
    outcomes: list[Any] = []
    forms: list[tuple[Callable[[Any], meeple.View], Any]] = [
        (meeple.View.from_dict, document),
        (meeple.View.from_json, hostile.as_text(document)),
    ]
    for read, form in forms:
        try:
            outcomes.append(read(form))
        except meeple.PositionError as error:
            refusal(error)
            outcomes.append(type(error))
    assert outcomes[0] == outcomes[1]
    if isinstance(outcomes[0], meeple.View):
        view_holds(outcomes[0])


def read_record(document: Any) -> None:
    """The same of a record: what is taken replays to itself."""
    outcomes: list[Any] = []
    for form in (document, hostile.as_text(document)):
        try:
            outcomes.append(meeple.Match.from_record(form, seed=1))
        except meeple.RecordError as error:
            refusal(error)
            outcomes.append(type(error))
    if isinstance(outcomes[0], meeple.Match):
        assert outcomes[0].to_json() == outcomes[1].to_json()
        again = meeple.Match.from_record(outcomes[0].to_json(), seed=1)
        assert again.states() == outcomes[0].states()
        holds(outcomes[0].state_at(0))
        holds(outcomes[0].state)
    else:
        assert outcomes[0] == outcomes[1]


READERS = {"position": read_position, "view": read_view, "record": read_record}
INSIDE = {"position": "position", "view": "view", "record": "start"}


@pytest.mark.parametrize("kind", READERS)
@settings(many, max_examples=1200)
@given(data=st.data())
def test_a_tampered_document_is_refused_or_holds(kind: str, data: st.DataObject) -> None:
    known = documents(data.draw(variants), kind)
    document = data.draw(tampered(data.draw(st.sampled_from(known)), INSIDE[kind]))
    note(json.dumps(document))
    READERS[kind](document)


@each
@pytest.mark.parametrize("kind", READERS)
def test_every_field_is_missed_and_no_other_is_taken(name: str, params: dict[str, Any], kind: str) -> None:
    variant = every_variant().index((name, params))
    for document in documents(variant, kind)[::5]:
        inner = document[INSIDE[kind]]
        for holder in (document, inner) if isinstance(inner, dict) else (document,):
            for key in list(holder):
                if key in ("meta", "termination"):
                    continue
                value = holder.pop(key)
                text = hostile.as_text(document)
                holder[key] = value
                with pytest.raises((meeple.PositionError, meeple.RecordError)):
                    READ_TEXT[kind](text)
            holder["no-such-field"] = 1
            text = hostile.as_text(document)
            del holder["no-such-field"]
            with pytest.raises((meeple.PositionError, meeple.RecordError)):
                READ_TEXT[kind](text)


READ_TEXT: dict[str, Any] = {
    "position": meeple.State.from_json,
    "view": meeple.View.from_json,
    "record": meeple.Match.from_record,
}


@each
@pytest.mark.parametrize("kind", READERS)
def test_a_truncated_document_is_refused(name: str, params: dict[str, Any], kind: str) -> None:
    variant = every_variant().index((name, params))
    noise = random.Random(3)
    for document in documents(variant, kind)[::5]:
        text = json.dumps(document)
        for cut in [0, 1, len(text) - 1, *(noise.randrange(len(text)) for _ in range(20))]:
            for form in (text[:cut], text[:cut].encode(), text[cut + 1 :], text + text[:1]):
                with pytest.raises((meeple.PositionError, meeple.RecordError)) as caught:
                    READ_TEXT[kind](form)
                refusal(caught.value)


@pytest.mark.parametrize("kind", READERS)
@pytest.mark.parametrize("depth", [10, 100, 126, 127, 128, 129, 1000, 200_000])
def test_deep_nesting_is_refused(kind: str, depth: int) -> None:
    document = documents(0, kind)[0]
    deep = "[" * depth + "]" * depth
    objects = '{"in":' * depth + "0" + "}" * depth
    for inner in (deep, objects, "[" * depth, '{"in":' * depth):
        for key in document:
            if key == "meta":
                continue
            text = json.dumps(document | {key: "HERE"}).replace('"HERE"', inner)
            with pytest.raises((meeple.PositionError, meeple.RecordError)):
                READ_TEXT[kind](text)
        with pytest.raises((meeple.PositionError, meeple.RecordError)):
            READ_TEXT[kind](inner)


def test_a_dict_that_holds_itself_is_refused() -> None:
    document: dict[str, Any] = {}
    document["position"] = [document]
    readers: list[Any] = [meeple.State.from_dict, meeple.View.from_dict, meeple.Match.from_record]
    for read in readers:
        with pytest.raises((meeple.PositionError, meeple.RecordError)):
            read(document)
    for name in meeple.games():
        with pytest.raises(meeple.ConfigError):
            meeple.load(name, no_such=document)


@pytest.mark.parametrize(
    "number", ["1e400", "-1e400", "1e-400", "00", "1.", ".5", "0x1", "NaN", "Infinity", "9" * 5000]
)
@pytest.mark.parametrize("kind", READERS)
def test_numbers_that_are_none_are_refused(kind: str, number: str) -> None:
    for document in (documents(0, kind)[0], documents(len(every_variant()) - 1, kind)[-1]):
        for path in hostile.places(document):
            value = hostile.at(document, path)
            if isinstance(value, bool) or not isinstance(value, int | float) or path[0] == "meta":
                continue
            holder = hostile.at(document, path[:-1])
            holder[path[-1]] = "HERE"
            text = json.dumps(document).replace('"HERE"', number)
            holder[path[-1]] = value
            with pytest.raises((meeple.PositionError, meeple.RecordError)):
                READ_TEXT[kind](text)
            break


# ---- Texts ----

words = st.sampled_from(
    [
        "",
        "0",
        "1",
        "-1",
        "2",
        "99999999999999999999",
        "?",
        "pass",
        "all",
        "neutral",
        "timeout",
        "\t",
        "\n",
        "\x00",
        "é",
        "*",
    ]
)


@st.composite
def near_texts(draw: st.DrawFn) -> tuple[int, str]:
    """A text of the game with a few letters or words changed."""
    variant = draw(variants)
    game = samples(variant)[0].game
    chance = draw(st.booleans())
    size = game.max_chance_outcomes if chance else game.num_actions
    number = draw(st.integers(0, max(0, size - 1)))
    parts = (game.chance_to_str(number) if chance else game.action_to_str(number)).split(" ")
    for _ in range(draw(st.integers(0, 2))):
        place, replaced = draw(st.integers(0, len(parts) - 1)), draw(st.integers(0, 1))
        parts[place : place + replaced] = [draw(words | st.text(max_size=3))]
    text = draw(st.sampled_from([" ", " ", " ", "  ", "\t", ""])).join(parts)
    return variant, draw(st.sampled_from([text, text, text, text.upper(), f" {text}", f"{text} ", text * 2]))


@many
@given(near=near_texts() | st.tuples(variants, st.text(max_size=40)))
@example(near=(0, "x" * 1_000_000))
@example(near=(0, "\ud800"))
def test_a_text_is_an_action_or_refused(near: tuple[int, str]) -> None:
    variant, text = near
    game = samples(variant)[0].game
    for chance, size, text_of in (
        (False, game.num_actions, game.action_to_str),
        (True, game.max_chance_outcomes, game.chance_to_str),
    ):
        try:
            number = game.parse_action(text, chance=chance)
        except meeple.NotationError as error:
            refusal(error)
            assert text not in {text_of(a) for a in range(0, size, max(1, size // 50))}
        else:
            # There is one way to write it.
            assert 0 <= number < size
            assert text_of(number) == text
    for state in samples(variant)[:: max(1, len(samples(variant)) // 4)]:
        played = meeple.Match(game, seed=1, chance="manual", start=state)
        try:
            played.play(text)
        except (meeple.NotationError, meeple.IllegalActionError) as error:
            refusal(error)
            assert played.ply == 0
        else:
            assert played.history[0].text == text


@many
@given(
    variant=variants,
    kind=st.text(max_size=8) | words,
    arguments=st.lists(words | st.integers() | st.text(max_size=5), max_size=4),
)
def test_kinds_and_arguments_are_an_action_or_refused(variant: int, kind: str, arguments: list[int | str]) -> None:
    game = samples(variant)[0].game
    for name in (kind, *(part.kind for part in game.action_space.ranges)):
        try:
            number = game.encode(name, *arguments)
        except meeple.NotationError as error:
            refusal(error)
        else:
            assert game.decode(number).kind == name


@many
@given(text=st.text(max_size=200) | st.binary(max_size=200))
def test_any_text_is_refused_as_a_document(text: str | bytes) -> None:
    for read in READ_TEXT.values():
        with pytest.raises((meeple.PositionError, meeple.RecordError)) as caught:
            read(text)
        refusal(caught.value)


LONE = "\ud800"
"""No unicode: half a pair of UTF-16."""

TEXT_ARGUMENTS: dict[str, Callable[[meeple.State], object]] = {
    "load": lambda state: meeple.load(LONE),
    "the name of a parameter": lambda state: meeple.load(state.game.name, **{LONE: 1}),
    "kind of an action": lambda state: state.game.encode(LONE),
    "text of an action": lambda state: state.parse_action(LONE),
    "playout": lambda state: state.playout(meeple.Rng(1), policy=LONE),
    "playouts": lambda state: meeple.playouts(state, 1, seed=1, policy=LONE),
    "record lines": lambda state: _core.record_lines(state, 1, seed=1, policy=LONE),
    "chance of a match": lambda state: meeple.Match(state.game, seed=1, chance=cast(Any, LONE)),
    "chance of a record": lambda state: meeple.Match.from_record(meeple.Match(state.game).to_json(), chance=LONE),
    "kind of a schema": lambda state: meeple.schema(LONE, state.game),
    "selection": lambda state: meeple.search.mcts(state, simulations=1, seed=1, selection=cast(Any, LONE)),
    "rollout": lambda state: meeple.search.mcts(state, simulations=1, seed=1, rollout=LONE),
    "bot": lambda state: meeple.bots.make(LONE),
}


@pytest.mark.parametrize("call", TEXT_ARGUMENTS.values(), ids=TEXT_ARGUMENTS)
def test_texts_that_are_no_unicode_are_refused_by_name(call: Callable[[meeple.State], object]) -> None:
    state = meeple.load("legends").new_initial_state(meeple.Rng(1))
    with pytest.raises(meeple.Error) as caught:
        call(state)
    refusal(caught.value)


def test_a_termination_that_is_no_unicode_is_kept_as_text() -> None:
    played = meeple.Match(meeple.load("legends"), seed=1)
    played.termination = LONE
    assert meeple.Match.from_record(played.to_json()).termination == played.termination
    assert set(played.termination or "") == {"\ufffd"}
