"""A position, or what a seat sees of it, as a page for the terminal."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from rich.columns import Columns
from rich.console import Group, RenderableType
from rich.text import Text

import meeple
from meeple.cli.console import new_table
from meeple.render import renderer
from meeple.render._text import clean, plain, seat_name

__all__ = ["Scene", "page", "scores_table", "turn_line"]


@dataclass(frozen=True, slots=True)
class Scene:
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
    def of_state(cls, state: meeple.State) -> Scene:
        """Everything, hidden things too."""
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
    def of_view(cls, view: meeple.View) -> Scene:
        """What the viewer sees."""
        return cls(
            document=view.to_dict(),
            who=f"as seat {view.seat} sees it",
            phase=view.phase,
            current=view.current_player,
            deciders=view.deciders,
            scores=view.scores,
            breakdowns=None,
            actions=view.legal,
            chances=(),
            outcome=view.outcome,
        )


def page(
    game: meeple.Game,
    scene: Scene,
    notes: Sequence[str],
    steps: RenderableType | None = None,
    choices: bool = True,
) -> RenderableType:
    """All of it, under a head with notes; steps, if any, stand before the choices."""
    head = [f"{game.name}, {game.num_players} players", *notes]
    if scene.who is not None:
        head.append(scene.who)
    parts: list[RenderableType] = [plain(", ".join(head), "bold"), _params(game), turn_line(scene), Text()]
    render = renderer(game.name)
    if render is not None:
        parts += [render(dict(scene.document)), Text()]
    parts += [scores_table(scene), Text()]
    if steps is not None:
        parts += [steps, Text()]
    if choices:
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


def turn_line(scene: Scene) -> Text:
    """The phase, and who acts or has won."""
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


def scores_table(scene: Scene) -> RenderableType:
    """Scores by seat, with their parts where these may be told."""
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


def _choices(scene: Scene) -> list[RenderableType]:
    if scene.chances:
        return [_list(f"outcomes of chance: {len(scene.chances):,}", scene.chances)]
    if scene.actions:
        return [_list(f"legal actions: {len(scene.actions):,}", scene.actions)]
    return []


def _list(title: str, texts: Sequence[str]) -> RenderableType:
    """Texts in columns under a title."""
    columns = Columns([plain(text) for text in texts], padding=(0, 2), equal=True, column_first=True)
    return Group(Text(title, style="bold"), columns)
