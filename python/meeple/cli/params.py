"""Options that commands share, and how they become a game or a position."""

from __future__ import annotations

import difflib
import json
import os
import re
import secrets
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, Any

import typer

import meeple

__all__ = [
    "GameArg",
    "JsonOption",
    "NoColorOption",
    "OptionalGameArg",
    "ParamOption",
    "PlayersOption",
    "PositionOption",
    "SeedOption",
    "ThreadsOption",
    "check_seat",
    "load_game",
    "new_seed",
    "parse_params",
    "processors",
    "read_position",
]

_NAME = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")


def complete_game(incomplete: str) -> list[str]:
    """Names of games that begin so, for the shell."""
    return [name for name in meeple.games() if name.startswith(incomplete)]


_GAME_HELP = "Name of a game, one of those that `meeple games` lists."
_SEED_MAX = 2**64 - 1

GameArg = Annotated[str, typer.Argument(metavar="GAME", help=_GAME_HELP, autocompletion=complete_game)]
OptionalGameArg = Annotated[
    str | None,
    typer.Argument(metavar="GAME", help=_GAME_HELP + " Not needed with a file.", autocompletion=complete_game),
]
PlayersOption = Annotated[
    int | None, typer.Option("--players", min=1, help="Number of players. Default: the game's own.")
]
ParamOption = Annotated[
    list[str] | None,
    typer.Option(
        "--param",
        metavar="NAME=VALUE",
        help="A parameter of the game, as on its rules page; may be given many times. The value is read as "
        "JSON if it is JSON, else as text; @file.json reads a JSON file. Examples: deck=published, "
        "leaders=true, boards=@mine.json.",
    ),
]
PositionOption = Annotated[
    str | None,
    typer.Option(
        "--position",
        metavar="FILE",
        help="Start from this position document (JSON, as State.to_json writes it); - reads stdin.",
    ),
]
SeedOption = Annotated[
    int | None,
    typer.Option("--seed", min=0, max=_SEED_MAX, help="Seed of all chance. Default: random, and printed."),
]
ThreadsOption = Annotated[
    int | None,
    typer.Option("--threads", min=1, help="Threads; the results do not depend on it. Default: all processors."),
]
NoColorOption = Annotated[
    bool, typer.Option("--no-color", help="No colours nor other escapes; so does the variable NO_COLOR.")
]
JsonOption = Annotated[bool, typer.Option("--json", help="Print one JSON document instead of tables.")]


def new_seed() -> int:
    """A seed from the operating system, short enough to be typed again."""
    return secrets.randbits(32)


def processors() -> int:
    """Processors that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def check_seat(game: meeple.Game, seat: int) -> None:
    """A seat that the game does not have is a usage error."""
    if seat >= game.num_players:
        raise typer.BadParameter(f"the seats are 0 to {game.num_players - 1}", param_hint="--seat")


def parse_params(texts: Sequence[str] | None) -> dict[str, Any]:
    """`NAME=VALUE` texts as keyword arguments of `meeple.load`; typer.BadParameter says what is wrong."""
    params: dict[str, Any] = {}
    for text in texts or ():
        name, equals, value = text.partition("=")
        if not equals or not _NAME.fullmatch(name):
            raise _bad(f"{text!r} is not of the form NAME=VALUE")
        if name == "name" or name in params:
            # `name` is the argument of `meeple.load` that GAME fills.
            raise _bad("the game's name is GAME" if name == "name" else f"{name} is given twice")
        params[name] = _file(name, value[1:]) if value.startswith("@") else _value(name, value)
    return params


def load_game(name: str, players: int | None, texts: Sequence[str] | None) -> meeple.Game:
    """The game with its parameters; a name or parameter that does not exist is a usage error."""
    known = meeple.games()
    if name not in known:
        close = difflib.get_close_matches(name, known, n=1)
        hint = f"did you mean {close[0]}?" if close else f"known: {', '.join(known)}"
        raise typer.BadParameter(f"no game {name!r}; {hint}", param_hint="GAME")
    params = parse_params(texts)
    if players is not None and params.setdefault("players", players) != players:
        raise typer.BadParameter("differs from --param players", param_hint="--players")
    return meeple.load(name, **params)


def read_position(source: str, game: str | None, players: int | None, texts: Sequence[str] | None) -> meeple.State:
    """The state of a position document, from a file or, for `-`, from stdin."""
    if players is not None or texts:
        raise typer.BadParameter("a position brings its own; leave out --players and --param", param_hint="--position")
    data = sys.stdin.buffer.read() if source == "-" else Path(source).read_bytes()
    state = meeple.State.from_json(data)
    if game is not None and game != state.game.name:
        raise typer.BadParameter(f"the position is of {state.game.name}, not of {game}", param_hint="GAME")
    return state


def _value(name: str, text: str) -> Any:
    try:
        return json.loads(text, parse_constant=_no_constant)
    except RecursionError:
        raise _bad(f"{name}: nested too deeply") from None
    except ValueError:
        return text


def _file(name: str, path: str) -> Any:
    try:
        return json.loads(Path(path).read_bytes(), parse_constant=_no_constant)
    except OSError as error:
        raise _bad(f"{name}: cannot read {path}: {error.strerror}") from None
    except (ValueError, RecursionError) as error:
        raise _bad(f"{name}: {path} is not JSON: {error}") from None


def _no_constant(text: str) -> Any:
    # Python reads NaN and Infinity, which are not JSON.
    raise ValueError(f"{text} is not JSON")


def _bad(message: str) -> typer.BadParameter:
    return typer.BadParameter(message, param_hint="--param")
