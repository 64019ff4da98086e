"""`meeple show`: one position, in the terminal."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated, Any

import typer
from rich.columns import Columns
from rich.console import Group, RenderableType
from rich.text import Text

import meeple
from meeple.cli.console import new_table, out
from meeple.cli.params import (
    NoColorOption,
    OptionalGameArg,
    ParamOption,
    PlayersOption,
    PositionOption,
    SeedOption,
    check_seat,
    load_game,
    new_seed,
    read_position,
)
from meeple.cli.step import Place, as_table, read_step
from meeple.render import renderer
from meeple.render._text import clean, plain, seat_name

__all__ = ["show"]


RecordOption = Annotated[
    str | None,
    typer.Option("--record", metavar="FILE", help="Show a step of a record (JSON Lines; .gz is unpacked)."),
]
LineOption = Annotated[
    int | None, typer.Option("--line", min=1, help="With --record: the record's line in the file. Default: 1.")
]
PlyOption = Annotated[
    int | None,
    typer.Option(
        "--ply", min=0, help="With --record: the position before the step of this number, from 0. Default: the last."
    ),
]


def show(
    game: OptionalGameArg = None,
    players: PlayersOption = None,
    param: ParamOption = None,
    seed: SeedOption = None,
    plies: Annotated[int, typer.Option("--plies", min=0, help="Random steps to play first.")] = 0,
    position: PositionOption = None,
    record: RecordOption = None,
    line: LineOption = None,
    ply: PlyOption = None,
    seat: Annotated[
        int | None, typer.Option("--seat", min=0, help="Show only what this seat sees. Default: everything.")
    ] = None,
    no_color: NoColorOption = False,
) -> None:
    """Show a position in the terminal.

    It is that of a new game, of one some random steps in, or comes from a file, of a position or of records:
    tables, scores, and the actions that may be taken; of a record the steps around it too. Without --seat
    hidden cards and choices are shown too; with it, of the steps only those before, as the seat was told.
    """
    place: Place | None = None
    notes: list[str] = []
    if record is not None:
        if position is not None or players is not None or param or seed is not None or plies:
            message = "a record brings its own; leave out --position, --players, --param, --seed and --plies"
            raise typer.BadParameter(message, param_hint="--record")
        place = read_step(record, line or 1, ply, seat)
        state = place.state
        if game is not None and game != state.game.name:
            raise typer.BadParameter(f"the record is of {state.game.name}, not of {game}", param_hint="GAME")
        notes.append(f"{record} line {line or 1}, ply {place.ply} of {place.length}")
    elif line is not None or ply is not None:
        raise typer.BadParameter("says what to show of --record", param_hint="--ply" if line is None else "--line")
    else:
        state, notes = _start(game, players, param, seed, plies, position)
    if seat is not None:
        check_seat(state.game, seat)
    scene = _Scene.of_state(state) if seat is None else _Scene.of_view(state, seat)
    out(no_color).print(_page(state.game, scene, notes, None if place is None else as_table(place, seat)))


def _start(
    game: str | None,
    players: int | None,
    param: list[str] | None,
    seed: int | None,
    plies: int,
    position: str | None,
) -> tuple[meeple.State, list[str]]:
    """A new game or the one of a position file, some random steps in; and what to say of it."""
    rng = None
    if position is not None:
        state = read_position(position, game, players, param)
    elif game is not None:
        seed = new_seed() if seed is None else seed
        rng = meeple.Rng(seed)
        state = load_game(game, players, param).new_initial_state(rng)
    else:
        raise typer.BadParameter("needed, unless --position or --record is given", param_hint="GAME")
    if plies and rng is None:
        seed = new_seed() if seed is None else seed
        rng = meeple.Rng(seed)
        state = state.settle(rng)
    if rng is None:
        return state, []
    played = 0
    while played < plies and not state.is_terminal:
        state = state.step(state.random_action(rng), rng)
        played += 1
    return state, [f"seed {seed}, {played} of {plies} plies" if played < plies else f"seed {seed}, plies {plies}"]


@dataclass(frozen=True, slots=True)
class _Scene:
    """What is shown, whether of a state or of a seat's view."""

    document: Mapping[str, Any]
    who: str | None  # whose view it is
    phase: str
    current: int
    deciders: Sequence[int]
    scores: Sequence[int]
    breakdowns: Sequence[Mapping[str, int]] | None  # of a state only: a view has none
    actions: Sequence[str]
    chances: Sequence[str]
    outcome: meeple.Outcome | None

    @classmethod
    def of_state(cls, state: meeple.State) -> _Scene:
        chances: list[str] = []
        if state.is_chance:
            names = state.game.chance_to_str
            chances = [f"{names(outcome)} ({odds})" for outcome, odds in state.chance_outcomes_exact()]
        return cls(
            document=state.to_dict(),
            who=None,
            phase=state.phase,
            current=state.current_player,
            deciders=state.deciders,
            scores=state.scores(),
            breakdowns=[state.score_breakdown(seat) for seat in range(state.game.num_players)],
            actions=state.legal_action_strs(),
            chances=chances,
            outcome=state.outcome,
        )

    @classmethod
    def of_view(cls, state: meeple.State, seat: int) -> _Scene:
        """Nothing of the state but its view goes in."""
        view = state.view(seat)
        return cls(
            document=view.to_dict(),
            who=f"as seat {seat} sees it",
            phase=view.phase,
            current=view.current_player,
            deciders=view.deciders,
            scores=view.scores,
            breakdowns=None,
            actions=view.legal,
            chances=(),
            outcome=view.outcome,
        )


def _page(
    game: meeple.Game, scene: _Scene, notes: Sequence[str], steps: RenderableType | None = None
) -> RenderableType:
    head = [f"{game.name}, {game.num_players} players", *notes]
    if scene.who is not None:
        head.append(scene.who)
    parts: list[RenderableType] = [plain(", ".join(head), "bold"), _params(game), _turn(scene), Text()]
    render = renderer(game.name)
    if render is not None:
        parts += [render(dict(scene.document)), Text()]
    parts += [_scores(scene), Text()]
    if steps is not None:
        parts += [steps, Text()]
    parts += _choices(scene)
    return Group(*parts)


def _params(game: meeple.Game) -> Text:
    """The parameters on a line; data of one's own is named, not spelled out."""
    words = []
    for name, value in game.params.items():
        own = isinstance(value, Mapping) or (isinstance(value, str) and len(value) > 32)
        words.append(f"{name} {'(own)' if own else _word(value)}")
    return plain(", ".join(words), "dim")


def _word(value: object) -> str:
    if isinstance(value, bool) or value is None:
        return {True: "true", False: "false", None: "null"}[value]
    if isinstance(value, Sequence) and not isinstance(value, str):
        if any(isinstance(item, Mapping) for item in value):
            return "(own)"
        return "[" + " ".join(map(_word, value)) + "]"
    return str(value)


def _turn(scene: _Scene) -> Text:
    line = plain(f"phase {scene.phase}: ")
    outcome = scene.outcome
    if outcome is not None:
        line.append(f"{_seats(outcome.winners)} {'wins' if len(outcome.winners) == 1 else 'win together'}", "bold")
        reasons = [clean(word) for word in (outcome.reason, outcome.tie_break and f"tie: {outcome.tie_break}") if word]
        return line.append(f" ({', '.join(reasons)})") if reasons else line
    if scene.current == meeple.TERMINAL:
        return line.append("the game is over")
    if scene.current == meeple.CHANCE:
        return line.append("chance")
    line.append_text(seat_name(scene.current)).append(" to act")
    others = [seat for seat in scene.deciders if seat != scene.current]
    return line.append(f"; at the same moment {_seats(others)}") if others else line


def _seats(seats: Sequence[int]) -> str:
    return ("seat " if len(seats) == 1 else "seats ") + ", ".join(map(str, seats))


def _scores(scene: _Scene) -> RenderableType:
    table = new_table("scores")
    table.add_column("")
    table.add_column("score", justify="right")
    if scene.breakdowns is not None:
        table.add_column("of it", overflow="fold")
    for seat, score in enumerate(scene.scores):
        row: list[RenderableType] = [seat_name(seat), f"{score:,}"]
        if scene.breakdowns is not None:
            # Parts of a game may be many; those worth nothing now are left out.
            words = [f"{part} {points}" for part, points in scene.breakdowns[seat].items() if points]
            row.append(plain(", ".join(words) or "-"))
        table.add_row(*row)
    return table


def _choices(scene: _Scene) -> list[RenderableType]:
    if scene.chances:
        return [_list(f"outcomes of chance: {len(scene.chances):,}", scene.chances)]
    if scene.actions:
        return [_list(f"legal actions: {len(scene.actions):,}", scene.actions)]
    return []


def _list(title: str, texts: Sequence[str]) -> RenderableType:
    columns = Columns([plain(text) for text in texts], padding=(0, 2), equal=True, column_first=True)
    return Group(Text(title, style="bold"), columns)
