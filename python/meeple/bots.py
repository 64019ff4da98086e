"""Bots: whatever gets a `View` of the seat whose turn it is and returns an action, as id or text.

A bot sees what its seat sees and nothing else; `View.resample` gives it states to think in. Any callable will do:

>>> import meeple
>>> def first(view):
...     return view.legal_actions()[0]
>>> game = meeple.load("legends", players=3)
>>> meeple.arena(game, {"first": first, "greedy": "greedy"}, 12, seed=1).games
12

A bot that draws from a generator is made of a function of view and `Rng` by `seeded`, so that an arena can begin it
anew for each game with a seed of its own and gets the same games whatever the order in which they are played:

>>> def hasty(view, rng):
...     return rng.choice(view.legal_actions())
>>> bot = meeple.bots.seeded(hasty, seed=5)
>>> view = game.new_initial_state(meeple.Rng(1)).view(0)
>>> bot(view) in view.legal_actions()
True
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, SupportsIndex, TypeAlias

from meeple import search
from meeple._core import Rng, games, load, playouts
from meeple._errors import ArgumentError

if TYPE_CHECKING:
    from meeple._core import View

__all__ = ["FORMS", "Bot", "Seeded", "begin", "greedy", "make", "mcts", "policy", "random", "seeded"]

Bot: TypeAlias = "Callable[[View], SupportsIndex | str]"
"""Gets the view of the seat whose turn it is; returns one of ``view.legal_actions()``, or its text.

If it has a method ``begin(seed) -> Bot``, an arena calls that for each seat of each game and asks what it returns.
"""

FORMS: tuple[str, ...] = (
    "random",
    "greedy",
    "epsilon:P (P from 0 to 1: random with this probability, else greedy)",
    "mcts:N (N simulations a choice)",
    "mcts:Ts (T seconds a choice)",
    "either with ,NAME=VALUE for further arguments of meeple.search.mcts",
)
"""The forms of names that `make` knows."""

_SEEDS = 2**64 - 1

_OPTIONS = ("evaluator", "batch_size", *(name for name in search.Options.__annotations__ if name != "true_state"))
"""What a bot may hand to its search; the true state is not among it."""


class Seeded:
    """A bot that draws from a generator of its own; `seeded` and the functions of this module make them.

    It is picklable if its function is. One is for one game at a time.

    Attributes:
        name: what it is called in tables and records.
    """

    def __init__(
        self, choose: Callable[[View, Rng], SupportsIndex | str], seed: int = 0, name: str | None = None
    ) -> None:
        self._choose = choose
        self._rng = Rng(seed)
        self.name = name or name_of(choose)

    def __call__(self, view: View) -> SupportsIndex | str:
        return self._choose(view, self._rng)

    def begin(self, seed: int) -> Seeded:
        """The same bot at its start, with another seed."""
        return Seeded(self._choose, seed, self.name)

    def __repr__(self) -> str:
        return f"<meeple bot {self.name}>"


def seeded(choose: Callable[[View, Rng], SupportsIndex | str], seed: int = 0, name: str | None = None) -> Seeded:
    """A bot of a function that gets view and generator.

    Args:
        choose: returns one of ``view.legal_actions()``, or its text; draws from the generator alone.
        seed: of the generator, until an arena sets another.
        name: what the bot is called; None: what the function is.

    Raises:
        ArgumentError: a seed out of range.
    """
    return Seeded(choose, seed, name)


def random(seed: int = 0) -> Seeded:
    """Each legal action is equally likely."""
    return policy("random", seed)


def greedy(seed: int = 0) -> Seeded:
    """Looks one step ahead, as `View.policy_action` does; among equals one at random."""
    return policy("greedy", seed)


def policy(name: str, seed: int = 0) -> Seeded:
    """A bot of a policy of the core: ``random``, ``greedy`` or ``epsilon:P``.

    Raises:
        ArgumentError: no such policy.
    """
    playouts(load(games()[0]).new_initial_state(), 0, seed=0, policy=name)  # only the core knows which there are
    return Seeded(_Policy(name), seed, name)


def mcts(simulations: int | None = None, seconds: float | None = None, seed: int = 0, **options: Any) -> Seeded:
    """Searches anew at each choice, from the view: `meeple.search.mcts`.

    Args:
        simulations: budget of a choice.
        seconds: budget of a choice; what it buys depends on the machine, so games are not reproduced.
        seed: each search draws a seed from a generator of this one.
        options: further arguments of `meeple.search.mcts`; ``threads`` is 1 unless given, for an arena has workers of
            its own.

    Raises:
        ArgumentError: no budget, or an option that the search does not know.
    """
    if simulations is None and seconds is None:
        raise _bad("simulations", None, "a budget: simulations or seconds")
    if simulations is not None and (not isinstance(simulations, int) or simulations < 1):
        raise _bad("simulations", simulations, "a whole number of at least 1")
    if seconds is not None and not 0 < seconds < float("inf"):
        raise _bad("seconds", seconds, "a number above 0")
    for option in options:
        if option not in _OPTIONS:
            raise _bad(option, options[option], f"one of {', '.join(_OPTIONS)}")
    options.setdefault("threads", 1)
    if "evaluator" not in options:
        _try(options)
    budget = f"{simulations}" if seconds is None else f"{seconds}s"
    shown = "".join(f",{name}={value}" for name, value in options.items() if (name, value) != ("threads", 1))
    return Seeded(_Mcts(simulations, seconds, tuple(options.items())), seed, f"mcts:{budget}{shown}")


def make(bot: Bot | str, seed: int = 0) -> Bot:
    """The bot of a name; a callable is a bot already.

    Names are ``random``, ``greedy``, ``epsilon:0.1``, ``mcts:1000`` (simulations), ``mcts:0.5s`` (seconds), and
    ``mcts:1000,rollout=greedy`` with arguments of `meeple.search.mcts`, their values read as JSON if they are JSON.

    Raises:
        ArgumentError: no bot has that name (`FORMS`), or what it takes is out of range.
    """
    if not isinstance(bot, str):
        if not callable(bot):
            raise ArgumentError(
                f"bot: got {bot!r}, expected a name or a callable",
                "wrong_type",
                "bot",
                repr(bot),
                "a name or a callable",
            )
        return bot
    kind, _, rest = bot.partition(":")
    if kind in ("random", "greedy") and bot == kind:
        return policy(bot, seed)
    if kind == "epsilon" and rest:
        try:
            return policy(bot, seed)
        except ArgumentError:
            raise _unknown(bot) from None
    if kind == "mcts" and rest:
        return _parse_mcts(bot, rest, seed)
    raise _unknown(bot)


def begin(bot: Bot, seed: int) -> Bot:
    """The bot as it goes into a game: what its ``begin(seed)`` returns if it has one, else itself."""
    start = getattr(bot, "begin", None)
    return bot if start is None else make(start(seed))


@dataclass(frozen=True, slots=True)
class _Policy:
    """Chooses by a policy of the core."""

    name: str

    def __call__(self, view: View, rng: Rng) -> int:
        return view.policy_action(self.name, rng)


@dataclass(frozen=True, slots=True)
class _Mcts:
    """Chooses by a search."""

    simulations: int | None
    seconds: float | None
    options: tuple[tuple[str, Any], ...]

    def __call__(self, view: View, rng: Rng) -> int:
        options = dict(self.options)
        result = search.mcts(
            view, simulations=self.simulations, seconds=self.seconds, seed=rng.below(_SEEDS), **options
        )
        if result.interrupted:  # Ctrl-C is for the games, not for this one search
            raise KeyboardInterrupt
        return result.best_action


def _try(options: dict[str, Any]) -> None:
    """One simulation, so that a value that the search refuses is refused at once."""
    state = load(games()[0]).new_initial_state(Rng(0))
    try:
        search.mcts(state, simulations=1, seed=0, **options)
    except TypeError as error:
        shown = ",".join(f"{name}={value!r}" for name, value in options.items())
        raise _bad("options", shown, f"values of the right types ({error})") from None


def _parse_mcts(bot: str, rest: str, seed: int) -> Seeded:
    budget, *words = re.split(r",(?=\w+=)", rest)  # a value may be a list
    options: dict[str, Any] = {}
    for word in words:
        name, _, value = word.partition("=")
        if name in (*options, "seed", "simulations", "seconds"):
            raise _unknown(bot)
        options[name] = _value(value)
    try:
        if budget.endswith("s"):
            return mcts(seconds=float(budget[:-1]), seed=seed, **options)
        return mcts(simulations=int(budget), seed=seed, **options)
    except ArgumentError:
        raise
    except ValueError:
        raise _unknown(bot) from None


def _value(text: str) -> Any:
    try:
        value = json.loads(text)
    except (ValueError, RecursionError):
        return text
    return tuple(value) if isinstance(value, list) else value


def name_of(bot: object) -> str:
    """What a callable is called: its `name`, its `__name__`, or that of its class."""
    return str(getattr(bot, "name", None) or getattr(bot, "__name__", None) or type(bot).__name__)


def _unknown(bot: str) -> ArgumentError:
    expected = f"one of {'; '.join(FORMS)}"
    shown = repr(bot if len(bot) <= 60 else bot[:60] + "...")
    return ArgumentError(f"bot: got {shown}, expected {expected}", "unknown_bot", "bot", shown, expected)


def _bad(field: str, value: object, expected: str) -> ArgumentError:
    return ArgumentError(f"mcts {field}: got {value!r}, expected {expected}", "bad_bot", field, repr(value), expected)
