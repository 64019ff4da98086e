"""The outcome of `meeple simulate`, as one object for machines and as tables for people."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from rich.console import Group, RenderableType
from rich.text import Text

import meeple
from meeple.cli.console import new_table
from meeple.cli.tally import Spread, Tally
from meeple.render._text import plain, seat_name, seat_style

__all__ = ["Run", "as_dict", "as_tables"]


@dataclass(frozen=True, slots=True)
class Run:
    """A job of many games, as far as it has come."""

    game: meeple.Game
    given: tuple[str, ...]  # parameters as they were given
    games: int
    seed: int
    policy: str
    threads: int
    tally: Tally | None = None
    seconds: float = 0.0  # wall time until the last game in the tally
    interrupted: bool = False

    @property
    def finished(self) -> int:
        """Games in the tally."""
        return 0 if self.tally is None else self.tally.games

    def plus(self, tally: Tally, seconds: float) -> Run:
        """The job with a further chunk in."""
        return replace(self, tally=tally if self.tally is None else self.tally + tally, seconds=seconds)

    def stopped(self) -> Run:
        """The job, interrupted."""
        return replace(self, interrupted=True)

    def per_second(self, amount: int) -> float | None:
        """A rate; None before any time has passed."""
        return amount / self.seconds if self.seconds > 0.0 else None


def as_dict(run: Run) -> dict[str, Any]:
    """The object that `--json` prints. Its keys are stable: new ones may come, none goes or changes meaning.

    - game, params (all, defaults filled in), games (finished), games_requested, interrupted, players, seed,
      policy, threads;
    - by seat: wins (alone), ties (shared wins), win_share (a win shared by k counts 1/k), mean_score,
      sd_score;
    - parts: for each part of the score `{"mean": [by seat], "sd": [by seat]}`;
    - length (decisions of a game) and steps (decisions and chance): `{"mean", "sd"}`, length also `min` and
      `max`;
    - decisions, total_steps: sums over all games; seconds (wall time until the last finished game),
      games_per_second, decisions_per_second, steps_per_second; build (`meeple.build_info()`).

    Standard deviations are those of a sample, null for fewer than two games. With no finished game all
    results are null.
    """
    tally = run.tally
    head = {
        "game": run.game.name,
        "params": run.game.params,
        "games": run.finished,
        "games_requested": run.games,
        "interrupted": run.interrupted,
        "players": run.game.num_players,
        "seed": run.seed,
        "policy": run.policy,
        "threads": run.threads,
    }
    results = dict.fromkeys(
        ("wins", "ties", "win_share", "mean_score", "sd_score", "parts", "length", "steps"), None
    ) | (_results(tally) if tally is not None else {})
    decisions, steps = (tally.decisions.total, tally.steps.total) if tally is not None else (0, 0)
    return {
        **head,
        **results,
        "decisions": decisions,
        "total_steps": steps,
        "seconds": run.seconds,
        "games_per_second": run.per_second(run.finished),
        "decisions_per_second": run.per_second(decisions),
        "steps_per_second": run.per_second(steps),
        "build": meeple.build_info(),
    }


def _results(tally: Tally) -> dict[str, Any]:
    by_part = {
        name: [tally.parts[seat][part] for seat in range(tally.seats)] for part, name in enumerate(tally.part_names)
    }
    return {
        "wins": tally.wins,
        "ties": tally.ties,
        "win_share": tally.shares,
        "mean_score": [spread.mean for spread in tally.scores],
        "sd_score": [spread.sd for spread in tally.scores],
        "parts": {
            name: {"mean": [spread.mean for spread in spreads], "sd": [spread.sd for spread in spreads]}
            for name, spreads in by_part.items()
        },
        "length": {
            "mean": tally.decisions.mean,
            "sd": tally.decisions.sd,
            "min": tally.least,
            "max": tally.most,
        },
        "steps": {"mean": tally.steps.mean, "sd": tally.steps.sd},
    }


def as_tables(run: Run, tally: Tally) -> RenderableType:
    """What a person wants to see of at least one finished game."""
    parts: list[RenderableType] = [_head(run), Text(), _seats(tally), Text()]
    if tally.part_names:
        parts += [_parts(tally), Text()]
    length = tally.decisions
    parts.append(
        Text(
            f"length of a game: {length.mean:,.1f} decisions (sd {_number(length.sd)}, {tally.least:,} to "
            f"{tally.most:,}), {tally.steps.mean:,.1f} with chance"
        )
    )
    rates = ((run.finished, "games"), (length.total, "decisions"), (tally.steps.total, "steps"))
    speeds = ", ".join(f"{_rate(run.per_second(amount))} {noun}/s" for amount, noun in rates)
    parts.append(Text(f"speed: {speeds}; {run.seconds:,.2f} s"))
    if meeple.build_info().get("profile") == "debug":
        parts.append(Text("this is a debug build: its speed says nothing", style="bold red"))
    return Group(*parts)


def _head(run: Run) -> Text:
    given = "".join(f", {text}" for text in run.given)
    threads = "1 thread" if run.threads == 1 else f"{run.threads} threads"
    return plain(
        f"{run.game.name}, {run.game.num_players} players{given}: {run.finished:,} games, "
        f"policy {run.policy}, seed {run.seed}, {threads}",
        "bold",
    )


def _seats(tally: Tally) -> RenderableType:
    table = new_table()
    for heading in ("", "wins", "ties", "share of wins", "mean score", "sd"):
        table.add_column(heading, justify="right" if heading else "left", overflow="fold")
    for seat, score in enumerate(tally.scores):
        table.add_row(
            seat_name(seat),
            f"{tally.wins[seat]:,}",
            f"{tally.ties[seat]:,}",
            f"{tally.shares[seat]:.2%}",
            f"{score.mean:,.3f}",
            _number(score.sd),
        )
    return table


def _parts(tally: Tally) -> RenderableType:
    table = new_table("by part: mean (sd)")
    table.add_column("part", overflow="fold")
    for seat in range(tally.seats):
        table.add_column(f"seat {seat}", justify="right", overflow="fold", header_style=seat_style(seat))
    for part, name in enumerate(tally.part_names):
        table.add_row(plain(name), *(_mean_and_sd(spreads[part]) for spreads in tally.parts))
    return table


def _mean_and_sd(spread: Spread) -> str:
    return f"{spread.mean:,.2f} ({_number(spread.sd)})"


def _number(value: float | None) -> str:
    return "-" if value is None else f"{value:,.2f}"


def _rate(value: float | None) -> str:
    return "-" if value is None else f"{value:,.0f}"
