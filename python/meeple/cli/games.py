"""`meeple games`: the games there are."""

from __future__ import annotations

from dataclasses import asdict, dataclass

import meeple
from meeple import _core
from meeple.cli.console import new_table, out, print_json
from meeple.cli.params import JsonOption, NoColorOption
from meeple.render._text import plain

__all__ = ["games"]


@dataclass(frozen=True, slots=True)
class Entry:
    """A game in the list; the keys of `--json`."""

    name: str
    title: str
    summary: str
    players: tuple[int, ...]
    default_players: int
    num_actions: int


def games(as_json: JsonOption = False, no_color: NoColorOption = False) -> None:
    """List the games.

    Actions is the size of the action space with default parameters. With --json: a list of objects with name,
    title, summary, players (all numbers that the game takes), default_players, num_actions.
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
        table.add_row(plain(entry.name), seats, plain(entry.title), plain(entry.summary), f"{entry.num_actions:,}")
    out(no_color).print(table)


def _entry(name: str) -> Entry:
    info, default = _core.game_info(name), meeple.load(name)
    fewest, most = info["players"]
    return Entry(
        name=name,
        title=info["title"],
        summary=info["summary"],
        players=tuple(range(fewest, most + 1)),
        default_players=default.num_players,
        num_actions=default.num_actions,
    )


def _span(numbers: tuple[int, ...]) -> str:
    """`2-4`, or the one number."""
    return f"{numbers[0]}-{numbers[-1]}" if len(numbers) > 1 else str(numbers[0])
