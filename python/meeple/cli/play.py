"""`meeple play`: a person against bots, in the terminal."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import groupby
from typing import Annotated

import typer
from rich.columns import Columns
from rich.console import Console, Group
from rich.text import Text

import meeple
from meeple._lines import Sink
from meeple._tables import ask, mix, take
from meeple.cli.console import note, out
from meeple.cli.outfile import AppendOption, ForceOption, OutOption, open_sink
from meeple.cli.params import (
    GameArg,
    NoColorOption,
    ParamOption,
    PlayersOption,
    SeedOption,
    check_seat,
    load_game,
    new_seed,
)
from meeple.cli.scene import Scene, page, scores_table, turn_line
from meeple.cli.tournament import complete_bot, parse_bots
from meeple.render._text import plain, seat_name

__all__ = ["play"]

INTERRUPTED = 130
HELP = """\
a number     the action of that number
a text       the action that is written so, or the only one that begins so
Enter        the only action, where there is no choice
? or help    this help
show         the table and the actions again
log          all that you were told since the game began
quit         ends the game; so does the end of input. A record of it is kept in the file of --out"""

AgainstOption = Annotated[
    list[str] | None,
    typer.Option(
        "--against",
        metavar="BOT",
        help="The other seats: random, greedy, epsilon:P, mcts:N (simulations a choice) or mcts:Ts (T seconds). Given "
        "once for all of them, or once for each in the order of seats. Default: greedy.",
        autocompletion=complete_bot,
    ),
]


class _QuitError(Exception):
    """The person leaves."""


def play(
    game: GameArg,
    against: AgainstOption = None,
    seat: Annotated[int, typer.Option("--seat", min=0, help="Your seat.")] = 0,
    players: PlayersOption = None,
    seed: SeedOption = None,
    param: ParamOption = None,
    out_file: OutOption = None,
    force: ForceOption = False,
    append: AppendOption = False,
    no_color: NoColorOption = False,
) -> None:
    """Play a game against bots.

    Shows what your seat sees, tells what the others did, and asks for one of the actions by number or text; ? says
    what else can be typed. Nothing hidden from your seat is shown. With --out the game is kept as a record, also one
    that is not finished.
    """
    the_game = load_game(game, players, param)
    check_seat(the_game, seat)
    names, bots = _others(the_game, seat, against)
    seed = new_seed() if seed is None else seed
    own = mix(seed, 0)
    seated = {other: meeple.bots.begin(bot, mix(own, other)) for other, bot in bots.items()}
    with open_sink(out_file, force, append) as (sink, _):
        table = meeple.Match(the_game, seed=seed, meta={"bots": names, "seed": seed})
        console = out(no_color)
        head = f"{the_game.name}, {the_game.num_players} players, seed {seed}; you are seat {seat}"
        console.print(plain(head, "bold"))
        for other in seated:
            console.print(Text("  ").append_text(seat_name(other)).append(" is ").append_text(plain(names[other])))
        console.print("? tells what you can type\n")
        with _kept(table, sink, out_file):
            _Sitting(table, seat, seated, names, console).play()


def _others(
    game: meeple.Game, seat: int, against: list[str] | None
) -> tuple[list[str | None], dict[int, meeple.bots.Bot]]:
    """Names by seat, None for the person, and the bots by seat."""
    others = [other for other in range(game.num_players) if other != seat]
    given = list(parse_bots(against or ["greedy"], "--against").values())
    words = against or ["greedy"]
    if len(given) not in (1, len(others)):
        message = f"given {len(given)} times, for {len(others)} other seats; once for all, or once for each"
        raise typer.BadParameter(message, param_hint="--against")
    if len(given) == 1:
        given, words = given * len(others), words * len(others)
    names: list[str | None] = [None] * game.num_players
    for other, word in zip(others, words, strict=True):
        names[other] = word
    return names, dict(zip(others, given, strict=True))


@contextmanager
def _kept(table: meeple.Match, sink: Sink | None, file: str | None) -> Iterator[None]:
    """Keeps the record of the game, whatever ends it."""
    code = 0
    try:
        yield
    except _QuitError:
        table.termination = "quit"
    except KeyboardInterrupt:
        table.termination, code = "quit", INTERRUPTED
    except BaseException:
        table.termination = "error"
        raise
    finally:
        if sink is not None:
            sink.add([table.to_json()])
    if sink is not None:
        sys.stdout.flush()
        note(f"{file}: the record of {'this game' if table.state.is_terminal else 'the game so far'}")
    if code:
        raise typer.Exit(code)


class _Sitting:
    """A person's game, as far as it is told."""

    def __init__(
        self,
        table: meeple.Match,
        seat: int,
        bots: dict[int, meeple.bots.Bot],
        names: list[str | None],
        console: Console,
    ) -> None:
        self.table = table
        self.seat = seat
        self.bots = bots
        self.names = names
        self.console = console
        self.told = 0  # plies that the person was told of
        self.fresh = False  # whether the table was shown since others acted

    def play(self) -> None:
        """To the end of the game."""
        while not self.table.state.is_terminal:
            turn = self.table.state.current_player
            if turn == self.seat:
                self._choose()
            else:
                self._wait_for(turn)
        self._tell()
        self._end()

    def _wait_for(self, turn: int) -> None:
        name = str(self.names[turn])
        with _thinking(turn):
            action = ask(self.bots[turn], name, self.table)
        take(self.table, action, name)
        self.fresh = False

    def _choose(self) -> None:
        view = self.table.state.view(self.seat)
        self._tell()
        if not self.fresh:
            self._show(view)
        actions = view.legal
        self.console.print(_numbered(actions))
        self.told = self.table.ply
        self.table.play(self._answer(view, actions))
        self.fresh = self.table.ply == self.told + 1

    def _answer(self, view: meeple.View, actions: list[str]) -> str:
        """The text of a legal action."""
        while True:
            word = self._read()
            if word == "" and len(actions) == 1:
                return actions[0]
            if word in actions:
                return word
            if word in ("?", "help"):
                self.console.print(Text(HELP))
            elif word == "quit":
                raise _QuitError
            elif word == "show":
                self._show(view)
                self.console.print(_numbered(actions))
            elif word == "log":
                self._print_events(self.table.log(self.seat))
            else:
                found = _found(word, actions)
                if len(found) == 1:
                    return found[0]
                self.console.print(_refusal(word, found, len(actions)))

    def _read(self) -> str:
        sys.stdout.flush()
        try:
            word = " ".join(input("> ").split())
        except EOFError:
            self.console.print()
            raise _QuitError from None
        return word

    def _show(self, view: meeple.View) -> None:
        scene = Scene.of_view(view)
        self.console.print(page(view.game, scene, (), choices=False))
        self.fresh = True

    def _tell(self) -> None:
        """What happened since the person was told last; of own actions only what they have revealed."""
        events = self.table.log(self.seat, since=self.told)
        self._print_events([event for event in events if event.seat != self.seat or event.revealed])
        self.told = self.table.ply

    def _print_events(self, events: list[meeple.Event]) -> None:
        """Steps that follow each other and are of the same seat, or of chance, stand on a line."""
        told = [event for event in events if event.text is not None or event.seat is not None or event.revealed]
        for seat, steps in groupby(told, key=lambda event: event.seat):
            who = Text("chance") if seat is None else Text("you") if seat == self.seat else seat_name(seat)
            texts = []
            for step in steps:
                learned = f" (revealed: {', '.join(step.revealed)})" if step.revealed else ""
                texts.append((step.text or "(hidden)") + learned)
            line = Text("  ").append_text(who).append(": ").append_text(plain(", ".join(texts)))
            self.console.print(line, style="dim" if seat is None else "")

    def _end(self) -> None:
        scene = Scene.of_state(self.table.state)  # The game is over: nothing has to be hidden any more.
        self.console.print(Group(Text(), turn_line(scene), Text(), scores_table(scene)))
        outcome = scene.outcome
        if outcome is not None:
            won = self.seat in outcome.winners
            word = "you win" if won else f"you come in at rank {outcome.ranks[self.seat]}"
            self.console.print(Text("\n" + word, "bold"))


def _found(word: str, actions: list[str]) -> list[str]:
    """The actions that a word may mean: the one of that number, or all that begin so."""
    if word.isdecimal():
        number = int(word)
        return [actions[number - 1]] if 1 <= number <= len(actions) else []
    low = word.lower()
    same = [text for text in actions if text.lower() == low]
    return same or [text for text in actions if low and text.lower().startswith(low)]


def _refusal(word: str, found: list[str], count: int) -> Text:
    if found:
        some = ", ".join(found[:6]) + (", ..." if len(found) > 6 else "")
        return plain(f"{word!r} may be {some}")
    return plain(f"{word!r} is none of the actions: a number from 1 to {count}, a text, or ? for help")


def _numbered(actions: list[str]) -> Columns:
    width = len(str(len(actions)))
    heads = [Text(f"{number:>{width}} ", "dim") for number in range(1, len(actions) + 1)]
    cells = [head.append_text(plain(text)) for head, text in zip(heads, actions, strict=True)]
    return Columns(cells, padding=(0, 2), equal=True, column_first=True)


@contextmanager
def _thinking(seat: int) -> Iterator[None]:
    """Says who thinks, where somebody watches."""
    if not sys.stderr.isatty():
        yield
        return
    with Console(stderr=True, markup=False).status(f"seat {seat} thinks"):
        yield
