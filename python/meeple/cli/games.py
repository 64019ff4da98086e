"""`meeple games`: the games there are."""

from __future__ import annotations

import importlib
from dataclasses import asdict, dataclass

import meeple
from meeple.cli.console import new_table, out, print_json
from meeple.cli.params import JsonOption, NoColorOption
from meeple.render._text import plain

__all__ = ["games"]

MOST_PLAYERS = 12  # how far numbers of players are tried


@dataclass(frozen=True, slots=True)
class Entry:
    """A game in the list; the keys of `--json`."""

    name: str
    title: str
    about: str
    players: tuple[int, ...]
    default_players: int
    num_actions: int


def games(as_json: JsonOption = False, no_color: NoColorOption = False) -> None:
    """List the games.

    Actions is the size of the action space with default parameters. With --json: a list of objects with name,
    title, about, players (all numbers that the game takes), default_players, num_actions.
    """
    entries = [_entry(name) for name in meeple.games()]
    if as_json:
        print_json([asdict(entry) for entry in entries])
        return
    table = new_table()
    table.add_column("game", style="bold", no_wrap=True)
    table.add_column("players", no_wrap=True)
    table.add_column("title", overflow="fold")
    table.add_column("what it is", overflow="fold")
    table.add_column("actions", justify="right", no_wrap=True)
    for entry in entries:
        seats = _span(entry.players)
        table.add_row(plain(entry.name), seats, plain(entry.title), plain(entry.about), f"{entry.num_actions:,}")
    out(no_color).print(table)


def _entry(name: str) -> Entry:
    """What the game's module and the game itself say; so a new game needs no change here."""
    module = importlib.import_module(f"meeple.{name}")
    default = meeple.load(name)
    first_line = (module.__doc__ or "").strip().partition("\n")[0]
    return Entry(
        name=name,
        title=getattr(module, "TITLE", name),
        about=getattr(module, "ABOUT", first_line),
        players=tuple(n for n in range(1, MOST_PLAYERS + 1) if _takes(name, n)),
        default_players=default.num_players,
        num_actions=default.num_actions,
    )


def _takes(name: str, players: int) -> bool:
    try:
        meeple.load(name, players=players)
    except meeple.ConfigError:
        return False
    return True


def _span(numbers: tuple[int, ...]) -> str:
    """`2-4`, or all of them where they have gaps."""
    if len(numbers) > 1 and numbers[-1] - numbers[0] == len(numbers) - 1:
        return f"{numbers[0]}-{numbers[-1]}"
    return ", ".join(map(str, numbers))
