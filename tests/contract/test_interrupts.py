"""Ctrl-C that falls into Python code which the bindings call comes out, not as another error, not as none."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import meeple
from meeple import Rng


class Interrupted:
    """Raises where it is asked what it is, and where it is asked for its elements."""

    @property
    def __class__(self) -> Any:
        raise KeyboardInterrupt

    @__class__.setter
    def __class__(self, other: Any) -> None:
        raise TypeError

    def __array__(self, *args: Any, **kwargs: Any) -> Any:
        raise KeyboardInterrupt


def evaluated(game: meeple.Game) -> None:
    def evaluator(observations: Any, masks: Any, seats: Any) -> tuple[Any, Any]:
        return Interrupted(), np.zeros((len(seats), game.num_players))

    state = game.new_initial_state(Rng(1))
    meeple.search.mcts(state, simulations=5, seed=1, evaluator=evaluator)


CALLS: dict[str, Callable[[meeple.Game], object]] = {
    "parameter": lambda game: meeple.load("legends", faces=Interrupted()),
    "parameter, inside": lambda game: meeple.load("legends", faces={"1": [Interrupted()]}),
    "meta": lambda game: meeple.Match(game, seed=1, meta=[Interrupted()]),
    "position": lambda game: meeple.State.from_dict({"format": Interrupted()}),
    "actions": lambda game: meeple.Batch(game, 2, seed=1).step(Interrupted()),
    "evaluator": evaluated,
}


@pytest.mark.parametrize("call", CALLS.values(), ids=CALLS)
def test_an_interrupt_inside_a_call_comes_out(call: Callable[[meeple.Game], object]) -> None:
    with pytest.raises(KeyboardInterrupt):
        call(meeple.load("legends", players=3))
