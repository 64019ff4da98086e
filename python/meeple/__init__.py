"""Fast, exact engines of strategy board games for 2-6 players.

>>> import meeple
>>> game = meeple.load("legends", players=4, deck="published")
>>> rng = meeple.Rng(1)
>>> state = game.new_initial_state(rng)
>>> while not state.is_terminal:
...     state = state.step(state.random_action(rng), rng)
>>> len(state.scores())
4
"""

from meeple import bots, records
from meeple._core import (
    CHANCE,
    TERMINAL,
    Batch,
    Game,
    Match,
    Rng,
    State,
    View,
    build_info,
    games,
    load,
    perft,
    playouts,
)
from meeple._errors import (
    ArgumentError,
    BotError,
    BusyError,
    CodecError,
    ConfigError,
    Error,
    IllegalActionError,
    NotationError,
    PositionError,
    RecordError,
)
from meeple._schema import schema
from meeple._standings import ArenaResult, Estimate, Rating, Standing
from meeple._types import (
    Action,
    ActionSpace,
    Event,
    ObservationPart,
    ObservationSpec,
    Outcome,
    Playouts,
    Range,
    Step,
)
from meeple.arena import arena

__version__: str = build_info()["version"]

__all__ = [
    "CHANCE",
    "TERMINAL",
    "Action",
    "ActionSpace",
    "ArenaResult",
    "ArgumentError",
    "Batch",
    "BotError",
    "BusyError",
    "CodecError",
    "ConfigError",
    "Error",
    "Estimate",
    "Event",
    "Game",
    "IllegalActionError",
    "Match",
    "NotationError",
    "ObservationPart",
    "ObservationSpec",
    "Outcome",
    "Playouts",
    "PositionError",
    "Range",
    "Rating",
    "RecordError",
    "Rng",
    "Standing",
    "State",
    "Step",
    "View",
    "__version__",
    "arena",
    "bots",
    "build_info",
    "games",
    "load",
    "perft",
    "playouts",
    "records",
    "schema",
]
