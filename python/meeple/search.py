"""Tree search for one seat: any number of players, chance, hidden hands, simultaneous choices.

>>> import meeple, meeple.search
>>> state = meeple.load("kingdom", players=3).new_initial_state(meeple.Rng(1))
>>> result = meeple.search.mcts(state, simulations=200, seed=1)
>>> result.simulations, result.seat == state.current_player
(200, True)
>>> result.best_action in state.legal_actions()
True

The seat uses no more than its view: each simulation starts at a fresh state that looks like it (`View.resample`),
and what a state and its view lead
to is the same. Statistics of the seat's own decisions stand by its view, those of the others' by what is open to
all, so that nobody's choice hangs on
what its maker cannot know. Values are shares of the win by seat (max-n): each seat goes for its own.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal, TypeAlias, TypedDict, Unpack, overload

import numpy as np

from meeple._core import Batch, Rng, Searches, State, View
from meeple._errors import ArgumentError

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

__all__ = ["Evaluator", "Options", "Result", "Searcher", "mcts"]

Evaluator: TypeAlias = (
    "Callable[[NDArray[np.float32], NDArray[np.bool_], NDArray[np.int8]], tuple[ArrayLike, ArrayLike]]"
)
"""Values leaves: gets observations float32[b, size], legal actions bool[b, num_actions] and seats int8[b] (who has
to choose); returns weights of
actions [b, num_actions] (not negative; those of illegal ones are passed over) and values [b, players], from 0 to 1,
of the seats from the one to
choose on: column k is seat (seat + k) mod players, as in the observation."""

Position: TypeAlias = State | View


class Options(TypedDict, total=False):
    """What can be set of a search besides its budget; all of it keywords of `mcts` and `Searcher`.

    Attributes:
        threads: how many play rollouts, from 1; None, the default: one a processor. The result does not depend on it.
        selection: ``puct``, the default: by priors, an evaluator's or, without one, by how the greedy policy ranks
            the actions; or ``uct``:
            untried actions first, no priors, and cheaper.
        exploration: the weight of exploration, at least 0.0; None, the default: 1.5 for puct, 0.7 for uct.
        rollout: the policy that plays leaves out: ``random``, ``greedy`` or ``epsilon:P``; None, the default: what
            serves the game best (`rollout_steps` too): random play to the end in Legends, Lost Lands and the kingdom,
            40 steps of ``epsilon:0.1`` in Guardians, at most 300 greedy steps in Empire.
        rollout_steps: the most steps of that, chance counted, at least 0; a game not over then is valued by its points.
        noise: (alpha, share): Dirichlet noise of parameter alpha mixed into the root's priors by a share from 0 to
            1; puct only.
        max_nodes: the most nodes of a tree, from 1, by default 4,000,000; some 100 bytes a node and 20 an action
            and seat. The search goes on
            without new ones.
        beliefs: whether simulations start at states as likely as what others did in the open makes them (in
            Guardians clues are taken to be honest),
            the default, or at any that looks like the view, each equally likely.
        true_state: for studies only: starts each simulation at the true state, hidden cards and all. Needs states.
    """

    threads: int | None
    selection: Literal["uct", "puct"] | None
    exploration: float | None
    rollout: str | None
    rollout_steps: int | None
    noise: tuple[float, float] | None
    max_nodes: int
    beliefs: bool
    true_state: bool


@dataclass(frozen=True, slots=True, eq=False)
class Result:
    """What a search has found for the seat that searches.

    Attributes:
        seat: who searches.
        actions: int64[m], the ids of its legal actions, ascending; the arrays below are in their order.
        texts: their texts.
        visits: int64[m], how often each was tried, in earlier searches of a kept tree too.
        values: float64[m, players], the mean share of the win of each seat, from 0 to 1; NaN where never tried.
        priors: float64[m], how likely each was thought before: by the evaluator, without one by how the greedy policy
            ranks them; equal for uct.
        policy: float64[m], sums to 1: `visits` to the power of 1 / temperature.
        value: float64[players], the mean value of the position.
        simulations: how many this search made.
        seconds: how long it took.
        nodes: how many nodes the tree has.
        variation: texts of the actions tried most often, one after the other, up to the next chance or where the
            tree ends; of other seats' hidden
            choices it tells what the search thinks, not what is.
        interrupted: whether Ctrl-C or `Searcher.stop` ended it.
    """

    seat: int
    actions: NDArray[np.int64]
    texts: tuple[str, ...]
    visits: NDArray[np.int64]
    values: NDArray[np.float64]
    priors: NDArray[np.float64]
    policy: NDArray[np.float64]
    value: NDArray[np.float64]
    simulations: int
    seconds: float
    nodes: int
    variation: tuple[str, ...]
    interrupted: bool

    @property
    def best_action(self) -> int:
        """The id tried most often; of several the one worth most to the seat."""
        return int(self.actions[self._best])

    @property
    def best_text(self) -> str:
        """The text of `best_action`."""
        return self.texts[self._best]

    @property
    def _best(self) -> int:
        return _best(self.visits, self.values[:, self.seat])

    @property
    def simulations_per_second(self) -> float:
        """The speed of this search."""
        return self.simulations / self.seconds if self.seconds > 0 else 0.0

    def sample(self, rng: Rng) -> int:
        """An action id drawn by `policy`; one draw of `rng`."""
        k = int(np.searchsorted(np.cumsum(self.policy), rng.random(), side="right"))
        return int(self.actions[min(k, len(self.actions) - 1)])

    def __str__(self) -> str:
        """A table of the actions, the most tried first."""
        seats = range(self.values.shape[1])
        head = ["action", "visits", "policy", "prior", *(f"seat {seat}" for seat in seats)]
        order = sorted(range(len(self.actions)), key=lambda k: (-self.visits[k], k))
        rows = [
            [
                self.texts[k],
                str(self.visits[k]),
                f"{self.policy[k]:.3f}",
                f"{self.priors[k]:.3f}",
                *("-" if np.isnan(self.values[k, seat]) else f"{self.values[k, seat]:.3f}" for seat in seats),
            ]
            for k in order
        ]
        widths = [max(len(row[column]) for row in [head, *rows]) for column in range(len(head))]
        lines = [
            "  ".join(
                cell.ljust(width) if k == 0 else cell.rjust(width)
                for k, (cell, width) in enumerate(zip(row, widths, strict=True))
            )
            for row in [head, *rows]
        ]
        about = (
            f"seat {self.seat}: {self.simulations} simulations in {self.seconds:.3f} s "
            f"({self.simulations_per_second:,.0f}/s), {self.nodes} nodes"
        )
        lines.append(about + (", interrupted" if self.interrupted else ""))
        if self.variation:
            lines.append("line: " + ", ".join(self.variation))
        return "\n".join(line.rstrip() for line in lines)


def _best(visits: NDArray[np.int64], own: NDArray[np.float64]) -> int:
    known = np.nan_to_num(own, nan=-1.0)
    return int(np.lexsort((-np.arange(len(known)), known, visits))[-1])


def _policy(
    visits: NDArray[np.int64], priors: NDArray[np.float64], temperature: float, best: int
) -> NDArray[np.float64]:
    if not visits.any():
        uniform: NDArray[np.float64] = (
            np.full(len(visits), 1.0 / len(visits)) if priors.sum() <= 0 else priors / priors.sum()
        )
        return uniform
    if temperature == 0.0:
        only: NDArray[np.float64] = np.eye(len(visits), dtype=np.float64)[best]
        return only
    powers = (visits / visits.max()) ** (1.0 / temperature)
    shares: NDArray[np.float64] = powers / powers.sum()
    return shares


def _result(found: tuple[Any, ...], temperature: float, interrupted: bool) -> Result:
    seat, actions, texts, visits, values, priors, value, simulations, seconds, nodes, variation = found
    policy = _policy(visits, priors, temperature, _best(visits, values[:, seat]))
    return Result(
        seat, actions, texts, visits, values, priors, policy, value, simulations, seconds, nodes, variation, interrupted
    )


def _run(
    searches: Searches,
    count: int,
    *,
    simulations: int | None,
    seconds: float | None,
    evaluator: Evaluator | None,
    batch_size: int,
    temperature: float,
) -> list[Result]:
    if not 0.0 <= temperature <= 1e6:
        text = f"temperature: got {temperature!r}, expected a number from 0.0 to 1e6"
        raise ArgumentError(text, "out_of_range", "temperature", repr(temperature), "a number from 0.0 to 1e6")
    if evaluator is None:
        interrupted = searches.run(simulations, seconds)
    else:
        searches.begin(simulations, seconds)
        interrupted = False
        try:
            while (leaves := searches.gather(batch_size)) is not None:
                searches.give(*evaluator(*leaves))
        except KeyboardInterrupt:
            interrupted = True
        finally:
            searches.forget()
    results = [_result(searches.found(k), temperature, interrupted) for k in range(count)]
    if interrupted and not any(result.simulations for result in results):
        raise KeyboardInterrupt
    return results


@overload
def mcts(
    position: Position,
    *,
    simulations: int | None = None,
    seconds: float | None = None,
    evaluator: Evaluator | None = None,
    batch_size: int = 256,
    temperature: float = 1.0,
    seed: int,
    **options: Unpack[Options],
) -> Result: ...
@overload
def mcts(
    position: Sequence[Position] | Batch,
    *,
    simulations: int | None = None,
    seconds: float | None = None,
    evaluator: Evaluator | None = None,
    batch_size: int = 256,
    temperature: float = 1.0,
    seed: int,
    **options: Unpack[Options],
) -> list[Result]: ...
def mcts(
    position: Position | Sequence[Position] | Batch,
    *,
    simulations: int | None = None,
    seconds: float | None = None,
    evaluator: Evaluator | None = None,
    batch_size: int = 256,
    temperature: float = 1.0,
    seed: int,
    **options: Unpack[Options],
) -> Result | list[Result]:
    """Searches a position, or several of one game together.

    The same seed brings the same result, whatever the number of threads; with `seconds` it hangs on the machine.
    Releases the GIL. Ctrl-C ends it at
    once with what it has (`Result.interrupted`); if that is nothing it raises `KeyboardInterrupt`.

    Args:
        position: a state (the seat to choose searches, by what its view shows), a view of a seat that has to
            choose, a sequence of those, or a
            batch (each row; none may be over). Search k of several is seeded by the k-th output of SplitMix64
            started at `seed`, a single one by
            the first.
        simulations: how many, for each position; at least 1.
        seconds: how long, for all; the first of the two limits ends it. At least one of them.
        evaluator: values leaves instead of rollouts, see `Evaluator`; called with leaves of all searches together.
            What it raises is raised here.
        batch_size: about how many leaves it gets at once, from 1; a single search hands over at most 16.
        seed: an integer from 0 to 2**64 - 1.
        temperature: shapes `Result.policy`: 1.0 by visits, 0.0 only the best, large ones even.
        options: see `Options`.

    Raises:
        ArgumentError: no budget, a value out of range, a position in which the seat has nothing to choose,
            positions of several games, or an
            evaluator's arrays that do not fit.
    """
    single = isinstance(position, State | View)
    positions: Sequence[Position]
    if isinstance(position, State | View):
        positions = [position]
    elif isinstance(position, Batch):
        positions = position.states()
    else:
        positions = list(position)
    searches = Searches(
        positions,
        evaluated=evaluator is not None,
        seed=seed,
        **options,
    )
    results = _run(
        searches,
        len(positions),
        simulations=simulations,
        seconds=seconds,
        evaluator=evaluator,
        batch_size=batch_size,
        temperature=temperature,
    )
    return results[0] if single else results


class Searcher:
    """A search that keeps its tree while the game moves on, for one seat.

    >>> import meeple, meeple.search
    >>> rng = meeple.Rng(1)
    >>> state = meeple.load("legends", players=2).new_initial_state(rng)
    >>> searcher = meeple.search.Searcher(state, seed=1)
    >>> result = searcher.search(simulations=100)
    >>> searcher.advance(result.best_action)
    >>> searcher.position == state.apply(result.best_action)
    True

    Args:
        position: where it starts: a state (the seat to choose searches) or a view of a seat that has to choose.
        seed, evaluator, batch_size, temperature, options: as for `mcts`.

    Raises:
        ArgumentError: as `mcts`.
    """

    def __init__(
        self,
        position: Position,
        *,
        seed: int,
        evaluator: Evaluator | None = None,
        batch_size: int = 256,
        temperature: float = 1.0,
        **options: Unpack[Options],
    ) -> None:
        self._searches = Searches(
            [position],
            evaluated=evaluator is not None,
            seed=seed,
            **options,
        )
        self._position = position
        self._seat = self._searches.found(0)[0]
        self._evaluator = evaluator
        self._batch_size = batch_size
        self._temperature = temperature
        self._moved = False

    @property
    def position(self) -> Position:
        """Where the next search starts."""
        return self._position

    @property
    def seat(self) -> int:
        """The seat it searches for."""
        return int(self._seat)

    def search(self, *, simulations: int | None = None, seconds: float | None = None) -> Result:
        """Searches on, with all that the tree knows already; its visits count on.

        Args:
            simulations: how many more.
            seconds: how long; the first of the two limits ends it.

        Raises:
            ArgumentError: no budget, or a position in which the seat has nothing to choose.
            BusyError: it is searching already.
        """
        if self._moved:
            self._searches.move_to(0, self._position)
            self._moved = False
        return _run(
            self._searches,
            1,
            simulations=simulations,
            seconds=seconds,
            evaluator=self._evaluator,
            batch_size=self._batch_size,
            temperature=self._temperature,
        )[0]

    def advance(self, to: int | str | Position) -> None:
        """Moves on; what the tree knows of what may still come stays.

        Args:
            to: an action, or at a chance node an outcome, as id or text, where the searcher has a state; or the new
                state or view, as it was
                brought about by whoever.

        Raises:
            IllegalActionError, NotationError: no legal action.
            ArgumentError: an action where the searcher has but a view, or a position of another game.
        """
        if isinstance(to, State | View):
            if to.game != self._position.game:
                expected = f"a position of {self._position.game.name} with the same parameters"
                raise ArgumentError(f"to: got {to!r}, expected {expected}", "other_game", "to", repr(to), expected)
            self._position = to
        elif isinstance(self._position, State):
            action = self._position.parse_action(to) if isinstance(to, str) else to
            self._position = self._position.apply(action)
        else:
            expected = "the new view: what an action leads to can't be told from a view"
            raise ArgumentError(f"to: got {to!r}, expected {expected}", "no_state", "to", repr(to), expected)
        self._moved = True

    def stop(self) -> None:
        """Ends a running search with what it has, from any thread; without one nothing happens."""
        self._searches.stop()

    def __repr__(self) -> str:
        return f"<meeple searcher for seat {self._seat} from {self._position!r}>"
