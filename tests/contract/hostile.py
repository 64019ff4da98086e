"""Input that somebody has tampered with, and what has to hold of what is taken all the same."""

from __future__ import annotations

import copy
import json
import pickle
from collections.abc import Sequence
from typing import Any

import numpy as np
import xxhash
from hypothesis import strategies as st

import meeple
from meeple import testing

CHECKSUM = 4
STEP_LIMIT = 20_000
"""No game is played at random for so long, from whatever position."""

# ---- Bytes ----


def sealed(body: bytes) -> bytes:
    """Bytes with the checksum that belongs to them: the first 4 bytes of XXH3-64, little-endian, of all before."""
    return body + xxhash.xxh3_64_intdigest(body).to_bytes(8, "little")[:CHECKSUM]


def body_of(data: bytes) -> bytes:
    """Bytes of a state without their checksum."""
    return data[:-CHECKSUM]


Edit = tuple[str, int, int]

edits = st.lists(
    st.tuples(
        st.sampled_from(["flip", "set", "add", "cut", "insert", "delete", "swap", "splice"]),
        st.integers(0, 4095),
        st.integers(0, 255),
    ),
    min_size=1,
    max_size=6,
)
"""Changes of bytes: what to do, where, and with what. A place counts from the end, where the payload is."""


def edited(data: bytes, changes: Sequence[Edit], other: bytes, *, keep: int = 0) -> bytes:
    """Bytes after some changes; the first `keep` are left."""
    head, part = data[:keep], bytearray(data[keep:])
    for what, where, value in changes:
        if not part:
            break
        at = len(part) - 1 - where % len(part)
        if what == "flip":
            part[at] ^= 1 << value % 8
        elif what == "set":
            part[at] = value
        elif what == "add":
            part[at] = (part[at] + (1 if value % 2 else -1)) % 256
        elif what == "cut":
            del part[at:]
        elif what == "insert":
            part.insert(at, value)
        elif what == "delete":
            del part[at]
        elif what == "swap":
            to = value % len(part)
            part[at], part[to] = part[to], part[at]
        elif what == "splice":
            part[at : at + value] = other[keep:][at : at + value]
    return head + bytes(part)


# ---- JSON ----

huge = st.sampled_from(
    [
        -1,
        0,
        1,
        2,
        255,
        256,
        65_535,
        65_536,
        2**31,
        2**32,
        2**53 + 1,
        2**63 - 1,
        2**63,
        2**64,
        -(2**63),
        10**30,
        1e308,
        0.5,
    ]
)
strange: st.SearchStrategy[Any] = st.one_of(
    huge,
    st.none(),
    st.booleans(),
    st.text(max_size=6),
    st.sampled_from(["", "all", "pass", "0", "-", "\x00", "é", "x" * 400]),
    st.integers(1, 300).map(lambda depth: nested(depth)),
    st.just([]).map(list),
    st.just({}).map(dict),
)


def nested(depth: int) -> Any:
    """Lists and objects in one another."""
    value: Any = 0
    for level in range(depth):
        value = [value] if level % 2 else {"in": value}
    return value


def places(value: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """The paths to everything in a document, itself left out."""
    found = [path] if path else []
    entries = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, item in entries:
        found += places(item, (*path, key))
    return found


def at(document: Any, path: tuple[Any, ...]) -> Any:
    """What stands at a path."""
    for key in path:
        document = document[key]
    return document


def spread(document: Any, inside: str) -> list[list[tuple[Any, ...]]]:
    """The paths of a document by part, so that a part with much data, such as the parameters, is not met too often."""
    parts: dict[Any, list[tuple[Any, ...]]] = {}
    for path in places(document):
        part = path[:2] if path[0] == inside else path[:1]
        parts.setdefault(part, []).append(path)
    return list(parts.values())


@st.composite
def tampered(draw: st.DrawFn, document: Any, inside: str) -> Any:
    """A document in which a few things are deleted, retyped, swapped, doubled, renamed, moved or made huge."""
    document = copy.deepcopy(document)
    for _ in range(draw(st.integers(1, 3))):
        parts = spread(document, inside)
        if not parts:
            break
        path = draw(st.sampled_from(draw(st.sampled_from(parts))))
        parent, key = at(document, path[:-1]), path[-1]
        what = draw(st.sampled_from(["delete", "retype", "swap", "double", "rename", "nudge", "nudge", "copy", "copy"]))
        other = draw(st.sampled_from(draw(st.sampled_from(parts))))
        if what == "delete":
            del parent[key]
        elif what == "retype":
            parent[key] = draw(strange)
        elif what == "nudge":
            value = parent[key]
            if isinstance(value, bool) or value is None:
                parent[key] = draw(st.sampled_from([True, False, None, 0]))
            elif isinstance(value, int | float):
                parent[key] = draw(huge) if draw(st.integers(0, 3)) == 0 else value + draw(st.sampled_from([-1, 1]))
            elif isinstance(value, list) and value:
                kept = value[: draw(st.integers(0, len(value)))]
                parent[key] = draw(st.sampled_from([value[::-1], kept, [*value, value[0]]]))
            elif isinstance(value, str):
                parent[key] = draw(st.sampled_from([value.upper(), value[:-1], f"{value} ", f"{value}-1"]))
        elif what in ("copy", "swap"):
            mine, theirs = copy.deepcopy(at(document, path)), copy.deepcopy(at(document, other))
            parent[key] = theirs
            if what == "swap" and not nests(path, other):
                at(document, other[:-1])[other[-1]] = mine
        elif what == "double" and isinstance(parent, list):
            parent.insert(key, copy.deepcopy(parent[key]))
        elif isinstance(parent, dict):
            name = draw(st.sampled_from([f"{key}2", "", "players", str(key).upper(), *(map(str, parent))]))
            parent[name] = parent[key] if what == "double" else parent.pop(key)
    return document


def nests(path: tuple[Any, ...], other: tuple[Any, ...]) -> bool:
    """Whether one path leads through the other."""
    length = min(len(path), len(other))
    return path[:length] == other[:length]


# ---- What has to hold ----


def holds(state: meeple.State, seed: int = 0) -> None:
    """A state that was taken is a state like any other, and its game can be played to the end."""
    out = np.zeros(state.game.num_actions, dtype=np.uint8)
    testing._check_state(state.game, state, out)
    assert state.game.state_from_bytes(state.to_bytes()).to_bytes() == state.to_bytes()
    assert meeple.State.from_dict(state.to_dict()) == state
    assert meeple.State.from_json(state.to_json()).hash64 == state.hash64
    rng = meeple.Rng(seed)
    for seat in (None, *range(state.game.num_players)):
        view = state.view(seat)
        drawn = view.resample(rng)
        assert drawn.view(seat) == view
        observed = view.observation_tensor()
        assert np.isfinite(observed).all()
        assert np.array_equal(drawn.observation_tensor(seat), observed)
        assert meeple.View.from_json(view.to_json()) == view
        if seat is not None:
            assert drawn.legal_actions(seat) == state.legal_actions(seat)
    assert state.is_terminal or state.is_chance or state.legal_actions()
    result = meeple.playouts(state, 1, seed=seed, threads=1, max_steps=STEP_LIMIT)
    assert result.steps[0] < STEP_LIMIT
    assert abs(float(result.returns.sum()) - 1.0) < 1e-9
    # The last steps are held against the same: what is wrong inside often shows at the end.
    for _ in range(40):
        if state.is_terminal:
            break
        state = state.sample_chance(rng) if state.is_chance else state.apply(state.random_action(rng))
    testing._check_state(state.game, state, out)


def view_holds(view: meeple.View, seed: int = 0) -> None:
    """A view that was taken is a view like any other; what looks like it is a state."""
    assert meeple.View.from_json(view.to_json()) == view
    assert pickle.loads(pickle.dumps(view)) == view
    assert len(view.information_key()) == 16
    assert np.isfinite(view.observation_tensor()).all()
    state = view.resample(meeple.Rng(seed))
    assert state.view(view.seat) == view
    assert state.phase == view.phase
    assert state.current_player == view.current_player
    holds(state, seed)


def refusal(error: meeple.Error) -> None:
    """A named error says where and what, and not at endless length."""
    assert isinstance(error, ValueError)
    assert error.code
    assert error.expected
    assert len(error.value) <= 400
    assert type(pickle.loads(pickle.dumps(error))) is type(error)


def as_text(document: Any) -> str:
    """JSON, also of what no JSON should hold."""
    return json.dumps(document)
