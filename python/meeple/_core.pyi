"""The engine. Everything public of it is `meeple`'s own; import it from there.

Costs are those of one call from Python on a 2-core machine, in the order of magnitude that `make bench` prints.
"""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any, Final, Literal, Self, SupportsIndex, TypeAlias, TypeVar, final, overload

import numpy as np
from numpy.typing import ArrayLike, NDArray
from typing_extensions import disjoint_base

from meeple._types import Action, ActionSpace, Event, ObservationSpec, Outcome, Playouts, Step

_T = TypeVar("_T")
_Json: TypeAlias = Mapping[str, Any] | str
_Mask = TypeVar("_Mask", bound=NDArray[np.bool_] | NDArray[np.uint8] | NDArray[np.int8])

__all__ = [
    "CHANCE",
    "TERMINAL",
    "Batch",
    "EmpireState",
    "Game",
    "GuardiansState",
    "KingdomState",
    "LegendsState",
    "LostLandsState",
    "Match",
    "Rng",
    "Searches",
    "State",
    "View",
    "_load_json",
    "build_info",
    "check_contract",
    "data_text",
    "empire_battle",
    "empire_battle_exact",
    "empire_battle_table",
    "empire_losses",
    "empire_path",
    "empire_path_exact",
    "empire_throw",
    "game_info",
    "games",
    "kingdom_longest_road",
    "kingdom_score_table",
    "kingdom_territories",
    "legends_random_layout",
    "load",
    "lost_lands_random_layout",
    "perft",
    "playouts",
    "record_columns",
    "record_head",
    "record_lines",
    "schema_text",
    "verify_records",
]

CHANCE: Final = -1
"""`State.current_player` at a chance node."""
TERMINAL: Final = -4
"""`State.current_player` when the game is over."""

@final
class Game:
    """A game with its parameters and data: immutable, hashable, safe to share between threads.

    Two games are equal exactly when their fingerprints are. Texts of actions depend on the id alone.
    """

    @property
    def name(self) -> str:
        """The id, as in `meeple.games()`."""

    @property
    def params(self) -> dict[str, Any]:
        """All parameters, defaults filled in, data of one's own verbatim. A fresh dict."""

    @property
    def num_players(self) -> int:
        """The number of seats in play, 2-6."""

    @property
    def rules_version(self) -> int:
        """Grows whenever the same actions may lead to another state, score or id."""

    @property
    def fingerprint(self) -> bytes:
        """16 bytes over name, rules version, parameters and data."""

    @property
    def num_actions(self) -> int:
        """The number of action ids; they go from 0."""

    @property
    def max_chance_outcomes(self) -> int:
        """The number of chance ids; they go from 0 too, in a space of their own."""

    @property
    def max_game_length(self) -> int | None:
        """An upper bound on the decisions of a game from its initial state; None where the rules have none."""

    @property
    def min_return(self) -> float:
        """0.0."""

    @property
    def max_return(self) -> float:
        """1.0."""

    @property
    def return_sum(self) -> float:
        """1.0: what the returns of all seats add up to at the end."""

    @property
    def packed_size(self) -> int:
        """The bytes of a row of `Batch.pack`."""

    @property
    def _state_size(self) -> int:
        """The bytes that a state takes in memory, for benchmarks."""

    @property
    def score_parts(self) -> tuple[str, ...]:
        """The parts of `Playouts.breakdown`: those of `State.score_breakdown`, with all cards as one."""

    @property
    def action_space(self) -> ActionSpace:
        """The kinds of actions and their ids."""

    @property
    def chance_space(self) -> ActionSpace:
        """The kinds of chance outcomes and their ids."""

    @property
    def observation_spec(self) -> ObservationSpec:
        """How `observation_tensor` lays out what a seat sees: size, version, and parts by name."""

    def action_to_str(self, action: SupportsIndex) -> str:
        """The text of an action, as in records and logs (G-5).

        Raises:
            ArgumentError: no id of the action space.
        """

    def chance_to_str(self, outcome: SupportsIndex) -> str:
        """The text of a chance outcome.

        Raises:
            ArgumentError: no id of the chance space.
        """

    def parse_action(self, text: str, chance: bool = False) -> int:
        """The id of a text; with `chance` of an outcome.

        Raises:
            NotationError: the text names none; the message lists the forms there are.
        """

    def decode(self, action: SupportsIndex, chance: bool = False) -> Action:
        """An action taken apart: its kind and the words of its text, numbers as `int`.

        Raises:
            ArgumentError: no id of the space.
        """

    def encode(self, kind: str, *args: int | str, chance: bool = False) -> int:
        """The id of a kind and its arguments; the inverse of `decode`.

        Raises:
            NotationError: no such kind, or an argument that it does not take.
        """

    def new_initial_state(self, rng: Rng | None = None) -> State:
        """The state before anything has happened: at the first chance node, or with `rng` settled."""

    def state_from_bytes(self, data: bytes) -> State:
        """Reads what `State.to_bytes` of an equal game wrote. Cost: half a microsecond.

        Raises:
            CodecError: damaged bytes, or another game's; the message names both fingerprints.
        """

    def __eq__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __copy__(self) -> Self: ...
    def __deepcopy__(self, memo: Any, /) -> Self: ...
    def __reduce__(self) -> tuple[Any, ...]: ...

@disjoint_base
class State:
    """A position of a game: immutable, hashable, safe to share between threads.

    It may hold hidden information: send `view(seat)` to players, never the state or anything else made of it.
    Each game has a subclass with typed getters, such as `meeple.legends.LegendsState`.
    """

    @property
    def game(self) -> Game:
        """The game that the state belongs to."""

    @property
    def current_player(self) -> int:
        """The seat to choose, `meeple.CHANCE` or `meeple.TERMINAL`."""

    @property
    def is_terminal(self) -> bool:
        """Whether the game is over."""

    @property
    def is_chance(self) -> bool:
        """Whether chance comes next."""

    @property
    def phase(self) -> str:
        """The rules page's word for what is asked."""

    @property
    def deciders(self) -> tuple[int, ...]:
        """The seats that still have to choose at this moment, the current one first; () at chance and at the end."""

    def legal_actions(self, seat: SupportsIndex | None = None) -> list[int]:
        """Ascending ids of what the current player, or `seat`, may do.

        At a chance node and at the end []; a decider that is not yet asked gets its first choice, any other seat [].
        A fresh list. Cost: 0.1 us.

        Raises:
            ArgumentError: no seat in play.
        """

    @overload
    def legal_actions_mask(self, out: _Mask) -> _Mask: ...
    @overload
    def legal_actions_mask(self, out: None = None) -> NDArray[np.bool_]:
        """bool[num_actions]: what the current player may do; all False at chance and at the end.

        Args:
            out: a writable, contiguous array of bool, uint8 or int8 of that shape, filled and returned.

        Raises:
            ArgumentError: `out` is of another dtype or shape; it is left as it was.
        """

    def legal_action_strs(self) -> list[str]:
        """The texts of `legal_actions()`."""

    def is_legal(self, action: SupportsIndex) -> bool:
        """Whether `apply` takes the id.

        Raises:
            ArgumentError: no id of the space of this node.
        """

    def action_to_str(self, action: SupportsIndex) -> str:
        """The text of an id of this node: an action, or at a chance node an outcome."""

    def parse_action(self, text: str) -> int:
        """The id of a text at this node: of an action, or at a chance node of an outcome."""

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Ids and probabilities at a chance node, ascending; [] elsewhere."""

    def chance_outcomes_exact(self) -> list[tuple[int, Fraction]]:
        """The same with exact probabilities."""

    def apply(self, action: SupportsIndex) -> State:
        """The state after an action, or at a chance node after an outcome. Cost: 0.15 us.

        Raises:
            IllegalActionError: it is not legal here.
            ArgumentError: no id of the space of this node.
        """

    def step(self, action: SupportsIndex, rng: Rng) -> State:
        """`apply`, then `settle`.

        Raises:
            IllegalActionError: it is not legal here; `rng` is left as it was.
        """

    def sample_chance(self, rng: Rng) -> State:
        """The state after one outcome, drawn by its odds.

        Raises:
            ArgumentError: this is no chance node.
        """

    def settle(self, rng: Rng, forced: bool = False) -> State:
        """The state after all chance up to the next decision; with `forced` past decisions with one action too."""

    def random_action(self, rng: Rng) -> int:
        """``legal_actions()[rng.below(n)]``.

        Raises:
            ArgumentError: nobody has to choose.
        """

    def playout(self, rng: Rng, policy: str = "random", max_steps: int | None = None) -> list[float]:
        """The returns of a game played on from here; all 0.0 if `max_steps` steps, chance counted, did not end it."""

    def timeout(self) -> State:
        """The state after the host's clock has ended the turn.

        Raises:
            IllegalActionError: the rules have no clock, or it can't end this moment.
        """

    def returns(self) -> list[float]:
        """1.0 shared equally by the winners, 0.0 for the others; all 0.0 before the end (G-7)."""

    def scores(self) -> list[int]:
        """The points of each seat, at any time."""

    def score_breakdown(self, seat: SupportsIndex) -> dict[str, int]:
        """A seat's points by part, in the order of the rules page; they sum to its score.

        Raises:
            ArgumentError: no seat in play.
        """

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended; None before."""

    def view(self, seat: SupportsIndex | None) -> View:
        """What a seat, or with None everyone, sees. Safe to send to that player."""

    def resample(self, seat: SupportsIndex | None, rng: Rng) -> State:
        """``view(seat).resample(rng)``."""

    def observation_tensor(
        self, seat: SupportsIndex | None, out: NDArray[np.float32] | None = None
    ) -> NDArray[np.float32]:
        """``self.view(seat).observation_tensor(out)``."""

    def information_key(self, seat: SupportsIndex | None) -> bytes:
        """``view(seat).information_key()``."""

    def action_seen(self, action: SupportsIndex, seat: SupportsIndex | None) -> str | None:
        """What a seat, or everyone, is told of an action before it is applied.

        The text, the text with ``?`` for hidden words, or None.
        """

    def to_json(self) -> str:
        """A `meeple-position` document (docs/formats.md). It may hold hidden information."""

    def to_dict(self) -> dict[str, Any]:
        """The same as a dict."""

    @staticmethod
    def from_json(text: str | bytes) -> State:
        """Reads a position document; its parameters make the game.

        Raises:
            PositionError: malformed, or a rule is broken; `field` is a JSON pointer.
        """

    @staticmethod
    def from_dict(document: dict[str, Any]) -> State:
        """The same from a dict."""

    def to_svg(self, seat: SupportsIndex | Literal["all"] | None = "all") -> str:
        """A drawing, as one `<svg>` element: `meeple.svg.draw` of the document.

        Args:
            seat: "all" draws everything, hidden information too; a seat or None what that seat, or everyone, sees.

        Raises:
            ArgumentError: no seat in play.
        """

    def _repr_html_(self) -> str:
        """`to_svg()`, for notebooks. It may hold hidden information."""

    def to_bytes(self) -> bytes:
        """Compact bytes; `Game.state_from_bytes` reads them. They may hold hidden information."""

    @property
    def hash64(self) -> int:
        """An unsigned hash over position and game, stable within a rules version."""

    def __eq__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __copy__(self) -> Self: ...
    def __deepcopy__(self, memo: Any, /) -> Self: ...
    def __reduce__(self) -> tuple[Any, ...]: ...

@final
class Searches:
    """Searches of positions of one game, run together: what `meeple.search` is made of."""

    def __new__(
        cls,
        positions: Sequence[State | View],
        *,
        evaluated: bool,
        seed: int,
        threads: int | None = None,
        selection: str | None = None,
        exploration: float | None = None,
        rollout: str | None = None,
        rollout_steps: int | None = None,
        noise: tuple[float, float] | None = None,
        max_nodes: int = 4_000_000,
        beliefs: bool = True,
        true_state: bool = False,
    ) -> Self: ...
    def run(self, simulations: int | None, seconds: float | None) -> bool:
        """Searches with rollouts; whether Ctrl-C or `stop` ended it."""

    def begin(self, simulations: int | None, seconds: float | None) -> None:
        """Begins a search with an evaluator."""

    def gather(self, batch_size: int) -> tuple[NDArray[np.float32], NDArray[np.bool_], NDArray[np.int8]] | None:
        """Observations, masks and seats of the next leaves; None where the budget is used up."""

    def give(self, priors: ArrayLike, values: ArrayLike) -> None:
        """What the evaluator says of them."""

    def forget(self) -> None:
        """Takes the leaves of the last `gather` back."""

    def found(self, k: int) -> tuple[Any, ...]:
        """What was found of position `k`, in the order of `meeple.search.Result`."""

    def move_to(self, k: int, position: State | View) -> None:
        """Searches position `k` from another position on."""

    def stop(self) -> None:
        """Ends a running search; from any thread."""

@final
class View:
    """What one seat, or everyone, sees of a state: read-only, hashable, safe to send to that player.

    Besides what is named here it has the fields of the game's page (section View) as read-only values: tuples for
    lists, mapping proxies for objects.
    """

    @property
    def game(self) -> Game:
        """The game."""

    @property
    def seat(self) -> int | None:
        """Whose view it is; None: everyone's."""

    @property
    def phase(self) -> str:
        """As `State.phase`."""

    @property
    def current_player(self) -> int:
        """As `State.current_player`."""

    @property
    def deciders(self) -> tuple[int, ...]:
        """As `State.deciders`."""

    @property
    def legal(self) -> list[str]:
        """The texts of what the viewer itself may do now; [] for everyone."""

    def legal_actions(self) -> list[int]:
        """The ids of what the viewer itself may do now; [] for everyone."""

    @property
    def scores(self) -> tuple[int, ...]:
        """The points of each seat, as far as the viewer can tell."""

    @property
    def outcome(self) -> Outcome | None:
        """As `State.outcome`."""

    def resample(self, rng: Rng) -> State:
        """A state drawn uniformly from all that look like this view, at the same step of the same seat (G-10)."""

    def policy_action(self, policy: str, rng: Rng) -> int:
        """What a policy chooses for the viewer, whose turn it must be: the same, by the same draws, as from the state.

        Args:
            policy: ``random``, ``greedy`` or ``epsilon:P``, as in `playouts`.
            rng: what is drawn from.

        Raises:
            ArgumentError: no such policy, or it is not the viewer's turn; nothing was drawn.
        """

    def information_key(self) -> bytes:
        """A 16-byte digest: equal exactly when game, seat and view are."""

    def observation_tensor(self, out: NDArray[np.float32] | None = None) -> NDArray[np.float32]:
        """float32[game.observation_spec.size]: the view as numbers; seats count from the viewer, or from 0.

        Equal views give equal numbers. Cost: 0.2 to 0.4 us beyond the call.

        Args:
            out: a writable, contiguous float32 array of that shape, filled and returned.

        Raises:
            ArgumentError: `out` is of another dtype or shape; it is left as it was.
        """

    def to_json(self) -> str:
        """A `meeple-view` document."""

    def to_dict(self) -> dict[str, Any]:
        """The same as a dict."""

    def to_svg(self) -> str:
        """A drawing of what is seen, as one `<svg>` element; `?` for what is hidden. Safe to send to that player."""

    def _repr_html_(self) -> str:
        """`to_svg()`, for notebooks."""

    @staticmethod
    def from_json(text: str | bytes) -> View:
        """Reads a view document.

        Raises:
            PositionError: malformed, or no state looks like it.
        """

    @staticmethod
    def from_dict(document: dict[str, Any]) -> View:
        """The same from a dict."""

    def __getattr__(self, name: str, /) -> Any: ...
    def __dir__(self) -> list[str]: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __copy__(self) -> Self: ...
    def __deepcopy__(self, memo: Any, /) -> Self: ...
    def __reduce__(self) -> tuple[Any, ...]: ...

@final
class Match:
    """A game being played: a mutable cursor with history, for hosts.

    It holds hidden information: send `log(seat)` and ``state.view(seat)`` to players, nothing else of it. Every state
    is kept, so looking back costs nothing; no call costs more in a long game but those that hand out all of it.

    Args:
        game: the game.
        seed: the chance of ply p is drawn from ``Rng(mix(seed, p))`` (docs/formats.md), so undo and the same action
            bring the same outcome; None: chance comes from the operating system.
        chance: ``auto``: chance happens by itself; ``manual``: chance nodes are left to the host, who plays their
            outcomes as at a real table, or calls `sample_chance` or `settle`.
        start: where it starts; None: the initial state.
        meta: free JSON, kept in the record.

    Raises:
        ArgumentError: a value out of range, or a `start` of another game.
        BusyError: two threads use it at once.
    """

    def __new__(
        cls,
        game: Game,
        *,
        seed: int | None = None,
        chance: Literal["auto", "manual"] = "auto",
        start: State | None = None,
        meta: Any = None,
    ) -> Self: ...
    @property
    def game(self) -> Game:
        """The game."""

    @property
    def state(self) -> State:
        """Where the game stands."""

    @property
    def ply(self) -> int:
        """How many steps were made, chance counted."""

    @property
    def seed(self) -> int | None:
        """What chance is drawn with."""

    @property
    def chance(self) -> str:
        """``auto`` or ``manual``."""

    @property
    def history(self) -> list[Step]:
        """The steps made. Cost: one text a step."""

    @property
    def deciders(self) -> tuple[int, ...]:
        """``state.deciders``."""

    @property
    def meta(self) -> Any:
        """Free JSON of the host; may be set."""

    @meta.setter
    def meta(self, meta: Any) -> None: ...
    @property
    def termination(self) -> str | None:
        """The host's word for how the game ended; may be set, and stands in the record."""

    @termination.setter
    def termination(self, termination: str | None) -> None: ...
    def play(self, action: SupportsIndex | str) -> State:
        """Does an action, by id or text; at a chance node an outcome. Held choices of the seats asked next follow.

        Returns:
            The state then.

        Raises:
            IllegalActionError: not legal here; nothing has changed.
            NotationError: the text names none.
        """

    def submit(self, seat: SupportsIndex, action: SupportsIndex | str) -> bool:
        """Takes a simultaneous choice of a decider, in any order.

        Returns:
            True if it was played at once; False if it is held, checked and replaceable, until its seat is asked.

        Raises:
            IllegalActionError: the seat is no decider, or may not do that.
        """

    def sample_chance(self) -> State:
        """Draws one outcome.

        Raises:
            ArgumentError: this is no chance node.
        """

    def settle(self) -> State:
        """Draws outcomes until a seat has to choose or the game is over."""

    def timeout(self) -> State:
        """The host's clock ends the turn.

        Raises:
            IllegalActionError: the rules have no clock, or it can't end this moment.
        """

    def undo(self, to: SupportsIndex | None = None) -> State:
        """Goes back to ply `to`, or with None before the last decision and the chance that followed it.

        Raises:
            ArgumentError: no such ply, or nothing to take back.
        """

    def reseed(self, seed: int | None) -> None:
        """From here on chance is drawn with another seed."""

    def state_at(self, ply: SupportsIndex) -> State:
        """The state before the step of that number.

        Raises:
            ArgumentError: no such ply.
        """

    def states(self, decisions_only: bool = False) -> list[State]:
        """The states before each step, and the last one; or just those where a seat chooses."""

    def log(self, seat: SupportsIndex | None, since: int = 0) -> list[Event]:
        """What a seat, or with None everyone, is told of the steps from ply `since` on. Safe to send."""

    def information_state(self, seat: SupportsIndex | None) -> bytes:
        """A 16-byte digest of the seat's log: perfect recall. Cost: that of the steps since it was last asked for."""

    def to_record(self) -> dict[str, Any]:
        """A `meeple-record` document. It holds hidden information."""

    def to_json(self) -> str:
        """The same as one line of JSON text."""

    @staticmethod
    def from_record(record: str | bytes | dict[str, Any], seed: int | None = None, chance: str = "auto") -> Match:
        """Replays a record; `seed` and `chance` are for what is played after it. Cost: below a microsecond a step.

        Raises:
            RecordError: malformed, a step is not legal, or the scores are not those of the replay; `field` says where.
        """

    def copy(self) -> Match:
        """A match of its own at the same point."""

    def __copy__(self) -> Self: ...
    def __deepcopy__(self, memo: Any, /) -> Self: ...
    def __reduce__(self) -> tuple[Any, ...]: ...
    def __setstate__(self, state: tuple[str, list[tuple[int, int]]], /) -> None: ...

@final
class Batch:
    """Many games of one kind stepping together, chance settled inside; one border crossing for all of them.

    Game i replays alone as ``Match(game, seed=batch.seeds[i])``. Results do not depend on `threads`. Arrays are copies.

    Args:
        game: the game.
        n: how many games.
        seed: game k has the k-th output of SplitMix64 started here; a game that replaces an ended one takes the next
            unused k, rows ascending.
        threads: how many, parked between calls; 1 starts none; None: one a processor.
        auto_reset: a game that ends is replaced in the same step (Gymnasium's SAME_STEP): `done`, `returns` and
            `scores` are of the ended game, legal actions of the new one.
        skip_forced: decisions with one legal action are taken at once.

    Raises:
        ArgumentError: a value out of range.
        BusyError: two threads use it at once.
    """

    def __new__(
        cls,
        game: Game,
        n: int,
        *,
        seed: int,
        threads: int | None = None,
        auto_reset: bool = True,
        skip_forced: bool = False,
    ) -> Self: ...
    @staticmethod
    def from_states(
        states: State | Sequence[State],
        *,
        seed: int,
        threads: int | None = None,
        auto_reset: bool = True,
        skip_forced: bool = False,
    ) -> Batch:
        """One game from each state; those that replace them start at the game's initial state."""

    def __len__(self) -> int: ...
    @property
    def game(self) -> Game:
        """The game."""

    @property
    def current_player(self) -> NDArray[np.int8]:
        """int8[n]: the seat to choose, -4 where the game is over."""

    @property
    def done(self) -> NDArray[np.bool_]:
        """bool[n]: whether the last step ended the game."""

    @property
    def steps(self) -> NDArray[np.int64]:
        """int64[n]: decisions made in the game that the row shows."""

    @property
    def game_id(self) -> NDArray[np.int64]:
        """int64[n]: the number k of the game that the row shows."""

    @property
    def seeds(self) -> NDArray[np.uint64]:
        """uint64[n]: the seed of the game that the row shows."""

    def returns(self) -> NDArray[np.float64]:
        """float64[n, seats]: of the ended game where `done`, else 0.0."""

    def scores(self) -> NDArray[np.int32]:
        """int32[n, seats]: of the ended game where `done`, else of this moment."""

    def step(self, actions: Any, index: Any = None) -> None:
        """Does one action a row, or one for each row in `index`; -1 for rows that are over.

        Args:
            actions: integers of any dtype.
            index: rows, each once.

        Raises:
            IllegalActionError: names the rows with illegal actions; nothing was stepped.
            ArgumentError: a wrong shape or dtype, or ids out of range.
        """

    def step_random(self) -> None:
        """A random action in each row that is not over, drawn from ``Rng(mix(seed, ply) + 1)``."""

    def legal_actions_mask(self, out: Any = None) -> Any:
        """bool[n, num_actions]; `out` may be bool, uint8 or int8 of that shape and is filled and returned."""

    def legal_actions_bits(self, out: NDArray[np.uint64] | None = None) -> NDArray[np.uint64]:
        """uint64[n, ceil(num_actions / 64)]: action a is bit a % 64 of word a // 64."""

    def legal_actions(self) -> tuple[NDArray[np.uint16], NDArray[np.int64]]:
        """The ids of all rows, uint16, and int64[n + 1] offsets: row i has ``ids[offsets[i]:offsets[i + 1]]``."""

    def observation_tensor(self, out: NDArray[np.float32] | None = None, seats: Any = None) -> NDArray[np.float32]:
        """float32[n, game.observation_spec.size]: what a seat sees of each row, as `View.observation_tensor`.

        Args:
            out: a writable, contiguous float32 array of that shape, filled and returned.
            seats: integers[n], the seat to look as in each row; None: the current player, and where the game is over
                the seat that chose last (seat 0 where the batch was made of an ended game).

        Raises:
            ArgumentError: a wrong dtype or shape, or no seat of the game; `out` is left as it was.
        """

    def final_observation_tensor(
        self, out: NDArray[np.float32] | None = None, seats: Any = None
    ) -> NDArray[np.float32]:
        """float32[n, game.observation_spec.size]: `observation_tensor` of where the last step ended the game.

        Rows that are not `done` are 0. With `auto_reset` this is the only place where the end of a game can be seen:
        `observation_tensor` is of the new game already.

        Args:
            out: a writable, contiguous float32 array of that shape, filled and returned.
            seats: integers[n], the seat to look as in each row; None: the seat that chose last.

        Raises:
            ArgumentError: a wrong dtype or shape, or no seat of the game; `out` is left as it was.
        """

    def state(self, i: int) -> State:
        """A row's state."""

    def states(self) -> list[State]:
        """All of them."""

    def take(self, index: Any) -> Batch:
        """Some rows as a batch of their own."""

    def copy(self) -> Batch:
        """All rows as a batch of their own."""

    def reset(self, index: Any = None, seeds: Sequence[int] | NDArray[np.uint64] | None = None) -> None:
        """Starts rows anew, all by default: with the next games of the job, or with `seeds`, one a row."""

    def pack(self, out: NDArray[np.uint8] | None = None) -> NDArray[np.uint8]:
        """uint8[n, game.packed_size]: the states."""

    def unpack(self, data: NDArray[np.uint8]) -> None:
        """Takes the states of `pack`; seeds and plies stay.

        Raises:
            CodecError: names the row that is damaged; nothing has changed.
        """

    @staticmethod
    def _restore(game: Game, data: bytes) -> Batch: ...
    def __copy__(self) -> Self: ...
    def __deepcopy__(self, memo: Any, /) -> Self: ...
    def __reduce__(self) -> tuple[Any, ...]: ...

@final
class Rng:
    """xoshiro256++ seeded by SplitMix64 (docs/formats.md): the same draws on every machine and in every version.

    Raises:
        ArgumentError: a seed that is no integer from 0 to 2**64 - 1.
        BusyError: two threads use it at once.
    """

    def __new__(cls, seed: int) -> Self: ...
    def random(self) -> float:
        """A number in [0, 1): 53 random bits."""

    def below(self, n: int) -> int:
        """An integer from 0 to `n` - 1, each exactly equally likely; `n` from 1 to 2**64 - 1."""

    def choice(self, seq: Sequence[_T]) -> _T:
        """``seq[below(len(seq))]``."""

    def shuffle(self, items: list[Any]) -> None:
        """Shuffles a list in place: Fisher-Yates from the end."""

    def spawn(self, n: int) -> list[Rng]:
        """`n` generators, each seeded by the next output of this one."""

    def to_bytes(self) -> bytes:
        """Its 32 bytes."""

    @staticmethod
    def from_bytes(data: bytes) -> Rng:
        """Reads `to_bytes`.

        Raises:
            CodecError: not 32 bytes, or all of them 0.
        """

    def __eq__(self, other: object, /) -> bool: ...
    def __copy__(self) -> Self: ...
    def __deepcopy__(self, memo: Any, /) -> Self: ...
    def __reduce__(self) -> tuple[Any, ...]: ...

@final
class EmpireState(State):
    """A state of Empire. Lands, cards and owners are indices: of the land axis, the card axis, the seats.

    The neutral owner's index is the number of players. The arrays are copies.
    """

    @property
    def owners(self) -> NDArray[np.int32]:
        """int32[lands]: the owner of each land, -1 for none yet."""

    @property
    def units(self) -> NDArray[np.int32]:
        """int32[lands]."""

    @property
    def cards(self) -> NDArray[np.int32]:
        """int32[cards]: the seat that has each card, 6 for the discard pile, -1 for the deck."""

    @property
    def hand_sizes(self) -> NDArray[np.int32]:
        """int32[seats]."""

    @property
    def initial(self) -> NDArray[np.int32]:
        """int32[owners]: units not yet on the map."""

    @property
    def reserve(self) -> int:
        """Units that the seat to move has still to place."""

    @property
    def round(self) -> int:
        """From 1."""

@final
class GuardiansState(State):
    """A state of Guardians. Values are ids from 1, -1 for none; axes by island go by id - 1.

    The arrays are copies. They know everything: see `State.view` for what may be sent to a player.
    """

    @property
    def turn(self) -> int:
        """From 1."""

    @property
    def cells(self) -> NDArray[np.int32]:
        """int32[cells]: the island on each cell of the shape, -1 where none is laid yet."""

    @property
    def postcards(self) -> NDArray[np.int32]:
        """int32[postcards on the table]: their ids, oldest first."""

    @property
    def active(self) -> NDArray[np.int32]:
        """int32[seats]: each seat's active place, -1 for none."""

    @property
    def gold(self) -> NDArray[np.int32]:
        """int32[seats]."""

    @property
    def legend(self) -> NDArray[np.int32]:
        """int32[seats]: legend coins."""

    @property
    def fires(self) -> NDArray[np.int32]:
        """int32[seats, islands]: 1 where a seat's position fire burns."""

    @property
    def ruled_out(self) -> NDArray[np.int32]:
        """int32[seats, islands]: 1 for islands that a seat's active place cannot be by what all have seen."""

    @property
    def turned(self) -> NDArray[np.int32]:
        """int32[islands]: 1 for islands turned over."""

    @property
    def clues(self) -> NDArray[np.int32]:
        """int32[seats, 4, 2]: postcard and element of each clue in the order placed, -1 behind the last."""

    @property
    def boats(self) -> NDArray[np.int32]:
        """int32[boats, 3]: seat, guardian and island of each boat on the table, in landing order."""

@final
class KingdomState(State):
    """A state of Nine-minute Kingdom. Cards are their ids.

    The arrays are copies.
    """

    @property
    def round(self) -> int:
        """1-9, 10 when over."""

    @property
    def edicts(self) -> NDArray[np.int32]:
        """int32[6]: the edicts in the order drawn, as numbers of the chance space; -1 for those not drawn yet."""

    @property
    def hands(self) -> NDArray[np.int32]:
        """int32[seats, 10]: card ids, ascending, behind them -1."""

    @property
    def cards(self) -> NDArray[np.int32]:
        """int32[seats, 9]: the ids of the cards of each kingdom in the order laid, behind them -1."""

    @property
    def xs(self) -> NDArray[np.int32]:
        """int32[seats, 9]: eastwards from the first card; 0 where there is no card."""

    @property
    def ys(self) -> NDArray[np.int32]:
        """int32[seats, 9]: southwards from the first card; 0 where there is no card."""

    @property
    def rotations(self) -> NDArray[np.int32]:
        """int32[seats, 9]: degrees clockwise; -1 where there is no card."""

    @property
    def pending(self) -> NDArray[np.int32]:
        """int32[seats]: the ids of the cards picked and not yet revealed, -1 for none."""

@final
class LegendsState(State):
    """A state of Legends. Regions, cards and seats are indices: of the region axis, the card axis and the seats.

    The arrays are copies.
    """

    @property
    def row(self) -> NDArray[np.int32]:
        """int32[cards in the row]: card ids, left to right."""

    @property
    def coins(self) -> NDArray[np.int32]:
        """int32[seats]."""

    @property
    def armies(self) -> NDArray[np.int32]:
        """int32[seats, regions]."""

    @property
    def cities(self) -> NDArray[np.int32]:
        """int32[seats, regions]."""

    @property
    def cards(self) -> NDArray[np.int32]:
        """int32[cards]: the seat that owns each card, -1 for none."""

    @property
    def supply(self) -> NDArray[np.int32]:
        """int32[seats]: armies that are neither on the board nor captured."""

    @property
    def neutral(self) -> NDArray[np.int32]:
        """int32[regions]: neutral armies; all 0 with more than two players."""

    @property
    def prestige(self) -> NDArray[np.int32]:
        """int32[seats]: all 0 but with ``scoring="rounds"``."""

@final
class LostLandsState(State):
    """A state of Lost Lands. Regions, cards and seats are indices: of the region axis, the card axis and the seats.

    The arrays are copies. They show everything, hidden hands and choices too: not for players, who get `view`.
    """

    @property
    def row(self) -> NDArray[np.int32]:
        """int32[0]: Lost Lands has no row."""

    @property
    def coins(self) -> NDArray[np.int32]:
        """int32[seats]."""

    @property
    def armies(self) -> NDArray[np.int32]:
        """int32[seats, regions]; leader armies are not among them."""

    @property
    def cities(self) -> NDArray[np.int32]:
        """int32[seats, regions]."""

    @property
    def cards(self) -> NDArray[np.int32]:
        """int32[cards]: the seat that owns each card, -1 for none."""

    @property
    def supply(self) -> NDArray[np.int32]:
        """int32[seats]: armies that are neither on the board nor captured."""

    @property
    def neutral(self) -> NDArray[np.int32]:
        """int32[regions]: neutral armies; all 0 with more than two players."""

    @property
    def prestige(self) -> NDArray[np.int32]:
        """int32[seats]: all 0, for Lost Lands has no prestige."""

    @property
    def round(self) -> int:
        """The round, from 1; 0 in the set-up."""

    @property
    def hands(self) -> NDArray[np.int32]:
        """int32[seats, 4]: card ids, front to back; -1 behind the last."""

    @property
    def since(self) -> NDArray[np.int32]:
        """int32[seats, 4]: the round in which each card of `hands` came; -1 behind the last."""

    @property
    def selected(self) -> NDArray[np.int32]:
        """int32[seats]: the card chosen and not yet revealed, -1 for none."""

    @property
    def places(self) -> NDArray[np.int32]:
        """int32[seats]: the N of each `select` of the round, 0 for none."""

    @property
    def first(self) -> int | None:
        """The seat that holds the 1st Player token; None where nobody does."""

    @property
    def order(self) -> NDArray[np.int32]:
        """int32[seats that act]: the round's order, those that have acted included; empty before it is known."""

    @property
    def turn_tokens(self) -> NDArray[np.int32]:
        """int32[seats]: turn-order tokens from 1, 0 for none."""

    @property
    def leader_army(self) -> NDArray[np.int32]:
        """int32[seats]: the region of each leader army, -1 for none."""

    @property
    def crystals(self) -> NDArray[np.int32]:
        """int32[seats]: crystal tokens."""

    @property
    def thorns(self) -> int | None:
        """The region of the thorns; None before they are put."""

    @property
    def sea(self) -> int | None:
        """The region of the open sea's token; None without it."""

def games() -> tuple[str, ...]:
    """The names that `load` takes."""

def game_info(name: str) -> dict[str, Any]:
    """Name, title, summary, (fewest, most) players, phases and rules version of a game.

    Raises:
        ConfigError: no such game.
    """

@overload
def load(
    name: Literal["empire"],
    /,
    *,
    players: int = 3,
    map: _Json = "classic",
    setup: Literal["deal", "claim"] = "deal",
    placement: Literal["turns", "random"] = "turns",
    initial_units: int = ...,
    fortify: Literal["adjacent", "connected", "unlimited"] = "adjacent",
    land_bonus: Literal["per_card", "per_turn"] = "per_card",
    trade_on_elimination: bool = False,
    blitz: bool = False,
    neutral: bool = False,
    max_rounds: int = 60,
) -> Game: ...
@overload
def load(
    name: Literal["legends"],
    /,
    *,
    players: int = 2,
    boards: _Json = ...,
    deck: _Json = "rulebook",
    first_player: int | Literal["bid", "bid_die"] = "bid",
    age: Sequence[int] = ...,
    extra_army: bool = False,
    explore: bool = False,
    citadels: bool = False,
    leaders: bool | Sequence[str] = False,
    tokens: Sequence[Mapping[str, Any]] | str = ...,
    scoring: Literal["final", "rounds"] = "final",
    prestige_limit: int = 30,
    neutral: Literal["placed", "random"] = "placed",
) -> Game: ...
@overload
def load(
    name: Literal["lost_lands"],
    /,
    *,
    players: int = 3,
    board: Literal["lost_lands", "cavern"] = ...,
    boards: _Json = ...,
    turn_order: Literal["token", "frantic"] = "token",
    open_sea: bool = False,
    factions: bool = False,
    leader_armies: bool = False,
    explore: bool = False,
    citadels: bool = False,
    leaders: bool | Sequence[str] = False,
    deck: _Json = "rulebook",
    neutral: Literal["placed", "random"] = "placed",
) -> Game: ...
@overload
def load(
    name: Literal["guardians"],
    /,
    *,
    players: int = 4,
    shape: Sequence[Sequence[int]] | str = ...,
    islands: Sequence[Mapping[str, Any]] | str = ...,
    postcards: Sequence[Mapping[str, Any]] | str = ...,
    goal: int = 12,
) -> Game: ...
@overload
def load(
    name: Literal["kingdom"],
    /,
    *,
    players: int = 2,
    deck: _Json = "reference",
    edicts: Sequence[str] | None = None,
) -> Game: ...
@overload
def load(name: str, /, **params: Any) -> Game:
    """A game by its name; parameters as on its rules page. Cost: well below a millisecond.

    Args:
        name: one of `games()`.
        params: those of the game's page; those left out have their defaults. Data (a deck, a layout, a map) are
            mappings or JSON text, never paths.

    Raises:
        ConfigError: `field` names the parameter that is unknown or refused, and the place in it.
    """

def data_text(name: str) -> str:
    """The JSON text of a shipped data file, by its name without ``.json``."""

def playouts(
    state: State | Sequence[State],
    n: int,
    *,
    seed: int,
    threads: int | None = None,
    policy: str = "random",
    max_steps: int | None = None,
    first: int = 0,
) -> Playouts:
    """Plays `n` games to the end, chance included. Releases the GIL; stops on Ctrl-C.

    Args:
        state: where each game starts; of several, game k starts at number k modulo their count. All of one game.
        n: how many games, at least 0.
        seed: game k draws all its chance and choices from ``Rng(s)``, s the k-th output of SplitMix64 started here.
        threads: how many threads play, from 1; None: one a processor. The result does not depend on it.
        policy: how seats choose. ``random``: ``legal_actions()[rng.below(n)]``; ``greedy``: the action after which the
            seat leads by most, among equals one at random; ``epsilon:P``: random with probability P, else greedy.
        max_steps: give a game up after so many steps, chance counted; its returns are then 0.0.
        first: the number of the first game, so that pieces of one job join to the same games.

    Raises:
        ArgumentError: a value out of range, or states of different games.
    """

def perft(state: State, depth: int) -> int:
    """The number of sequences of `depth` steps from a state, outcomes of chance counted like actions.

    Games that end before have no leaf there. Releases the GIL; stops on Ctrl-C.
    """

def record_lines(
    state: State,
    n: int,
    *,
    seed: int,
    threads: int | None = None,
    policy: str = "random",
    max_steps: int | None = None,
    first: int = 0,
) -> list[str]:
    """The same games as `playouts`, each as a line of a `meeple-record` file."""

def verify_records(lines: list[str], *, threads: int | None = None) -> list[tuple[int, str, str, str]]:
    """Replays records: index, code, field and message of each that does not hold."""

def record_columns(
    lines: list[str], *, threads: int | None = None
) -> tuple[list[dict[str, Any]], dict[str, Any], tuple[int, str, str, str] | None]:
    """Replays records: a dict a game, columns of all steps, and index, code, field and message of the first that does
    not hold; rows are told up to that one. Texts are UTF-8 bytes and int32 offsets.
    """

def record_head(text: str | bytes) -> dict[str, Any]:
    """The fields of a record without replaying it: game, params, actions, scores, returns, termination, meta.

    Raises:
        RecordError: no record.
    """

def schema_text(kind: str, game: Game) -> str:
    """What `meeple.schema` parses."""

def check_contract(game: Game, games: int, seed: int) -> None:
    """What `meeple.testing.check_game` asks of the core."""

def kingdom_longest_road(cards: object, deck: object) -> tuple[int, list[tuple[int, int, int]]]:
    """What `meeple.kingdom.longest_road` asks of the core."""

def kingdom_territories(cards: object, deck: object) -> list[tuple[str, list[tuple[int, int, int]], list[str]]]:
    """What `meeple.kingdom.territories` asks of the core."""

def kingdom_score_table(
    kingdoms: object, edicts: object, deck: object
) -> tuple[list[dict[str, int]], list[int], list[int], list[int], str | None]:
    """What `meeple.kingdom.score_table` asks of the core."""

def empire_battle(
    attackers: int, defenders: int, stop_at: int
) -> tuple[NDArray[np.float64], NDArray[np.float64], NDArray[np.float64]]:
    """What `meeple.empire.battle` is made of: chances of both sides' units left, and of the attacker's if it wins."""

def empire_battle_exact(attackers: int, defenders: int, stop_at: int) -> tuple[int, list[tuple[int, int, int]]]:
    """Units left of both and the mass of it, over the scale to the number of units gone."""

def empire_battle_table(attackers: int, defenders: int, stop_at: int) -> NDArray[np.float64]:
    """What `meeple.empire.battle_table` returns."""

def empire_path(attackers: int, defenders: list[int], stop_at: int) -> list[NDArray[np.float64]]:
    """What `meeple.empire.attack_path` is made of: by land, by units on the land before it as it falls."""

def empire_path_exact(attackers: int, defenders: list[int], stop_at: int) -> tuple[int, list[list[int]]]:
    """The same as masses over the scale to the number of units gone."""

def empire_losses(attack: list[int], defend: list[int]) -> tuple[int, int]:
    """What `meeple.empire.losses` returns."""

def empire_throw(attack: int, defend: int, losses: tuple[int, int], rng: Rng) -> tuple[list[int], list[int]]:
    """What `meeple.empire.pips` returns."""

def legends_random_layout(players: int, rng: Rng) -> str:
    """What `meeple.legends.random_layout` parses."""

def lost_lands_random_layout(players: int, rng: Rng, board: str) -> str:
    """What `meeple.lost_lands.random_layout` parses."""

def build_info() -> dict[str, str]:
    """Version, profile, optimisation, target and compiler of the core."""

def _load_json(name: str, params: str) -> Game: ...
