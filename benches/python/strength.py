"""Checks of the search by what it wins: ``python -m benches.python.strength``; some two processor hours for all of it.

In each game, seats balanced: greedy against random, mcts:200 against greedy, mcts:2000 against mcts:200. Then, where
something is hidden for long, honest searches against one that is given the true state: were they as good, they would
know too much. Prints a table in Markdown: the share of wins of a seat of the stronger less that of the other, with
its standard error, over rounds of the same deals.
"""

from __future__ import annotations

from typing import Annotated

import numpy as np
import typer

import meeple
from meeple.search import mcts

PLAYERS = {"empire": 3, "guardians": 4, "kingdom": 3, "legends": 3, "lost_lands": 3}
"""As the games are by default, but for Legends, whose two-player game adds a neutral party."""

CHECKS = (("greedy", "random", 1.0), ("mcts:200", "greedy", 1.0), ("mcts:2000", "mcts:200", 0.5))
"""Who is to beat whom, and the share of the games that are played for it."""

PEEKING = ("guardians", "kingdom")

MORE = {"guardians": 6}
"""Times as many games where luck decides most: what a search adds is little there, and its games are short."""


def margin(name: str, better: str, worse: str, games: int, seed: int, workers: int) -> str:
    game = meeple.load(name, players=PLAYERS[name])
    result = meeple.arena(game, [better, worse], games, seed=seed, executor="processes", workers=workers)
    if result.interrupted:
        raise KeyboardInterrupt
    return shown(result.margin(better, worse).mean, result.margin(better, worse).stderr, result.games)


def peeking(name: str, simulations: int, games: int, seed: int) -> str:
    """A search of the true state against honest ones, in each seat in turn: its share of wins above a fair one."""
    game = meeple.load(name, players=PLAYERS[name])
    players, gains = game.num_players, []
    for number in range(games // PLAYERS[name]):
        won = 0.0
        for peeker in range(players):
            match = meeple.Match(game, seed=seed + number)
            while not (state := match.state).is_terminal:
                seat = state.current_player
                found = mcts(
                    state, simulations=simulations, seed=match.ply, threads=1, true_state=seat == peeker, beliefs=True
                )
                match.play(found.best_action)
            won += match.state.returns()[peeker]
        gains.append(won / players - 1 / players)
    return shown(float(np.mean(gains)), float(np.std(gains, ddof=1) / len(gains) ** 0.5), len(gains) * players)


def shown(mean: float, error: float, games: int) -> str:
    errors = f"{mean / error:+.1f} errors, " if error > 0 else ""
    return f"{100 * mean:+.1f}% ± {100 * error:.1f}% ({errors}{games} games)"


def main(
    games: Annotated[
        int, typer.Option(help="games for a check; half for the dearest one, in Guardians six times as many")
    ] = 400,
    only: Annotated[list[str] | None, typer.Option("--game", help="only this game; may be given again")] = None,
    seed: int = 1,
    workers: int = 2,
) -> None:
    typer.echo("| game | " + " | ".join(f"{a} over {b}" for a, b, _ in CHECKS) + " | true state over honest |")
    typer.echo("|---|---|---|---|---|")
    for name in only or meeple.games():
        typer.echo(f"| {name}, {PLAYERS[name]} players |", nl=False)
        count = games * MORE.get(name, 1)
        for better, worse, share in CHECKS:
            typer.echo(f" {margin(name, better, worse, round(count * share), seed, workers)} |", nl=False)
        typer.echo(f" {peeking(name, 200, games // 2, seed) if name in PEEKING else ''} |")


if __name__ == "__main__":
    typer.run(main)
