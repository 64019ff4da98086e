"""What a document says, as the reference reads it and as the core does: tests ask both, one after the other."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import meeple
from meeple.reference import lost_lands as reference

SIDES = ["reference", "core"]

_asked = ["reference"]


@contextmanager
def asking(side: str) -> Iterator[None]:
    """Within, this side is asked."""
    _asked.append(side)
    yield
    _asked.pop()


def _core(document: dict[str, Any]) -> meeple.State | None:
    """The state of the document, if the core is asked."""
    return meeple.State.from_dict(document) if _asked[-1] == "core" else None


def score(document: dict[str, Any]) -> list[dict[str, int]]:
    """The breakdown of each seat."""
    if (state := _core(document)) is None:
        return reference.score(document)
    return [state.score_breakdown(seat) for seat in range(state.game.num_players)]


def totals(document: dict[str, Any]) -> list[int]:
    """The score of each seat."""
    state = _core(document)
    return reference.totals(document) if state is None else list(state.scores())


def ranking(document: dict[str, Any]) -> dict[str, Any]:
    """Winners, ranks and tie-break of a game that is over."""
    if (state := _core(document)) is None:
        return reference.ranking(document)
    outcome = state.outcome
    assert outcome is not None
    return {"winners": list(outcome.winners), "ranks": list(outcome.ranks), "tie_break": outcome.tie_break}


def legal_texts(document: dict[str, Any]) -> list[str]:
    """The legal actions, sorted."""
    state = _core(document)
    return reference.legal_texts(document) if state is None else sorted(state.legal_action_strs())


def chance_texts(document: dict[str, Any]) -> list[str]:
    """The outcomes of chance, sorted."""
    if (state := _core(document)) is None:
        return reference.chance_texts(document)
    return sorted(state.action_to_str(number) for number, _ in state.chance_outcomes_exact())


def view_of(document: dict[str, Any], seat: int | None) -> dict[str, Any]:
    """What a seat sees, as on the page."""
    if (state := _core(document)) is None:
        return reference.view_of(document, seat)
    seen: dict[str, Any] = state.view(seat).to_dict()["view"]
    return seen


def known(document: dict[str, Any], seat: int | None) -> dict[str, Any]:
    """Which cards of hands, and which selected ones, a seat knows."""
    if _core(document) is None:
        return reference.known(document, seat)
    seen = view_of(document, seat)
    hands = [[card is not None for card in hand] for hand in seen["hands"]]
    return {"hands": hands, "selected": [card is not None for card in seen["selected"]]}
