"""`meeple tournament`: bots against each other, fairly seated."""

from __future__ import annotations

import math
import sys
from time import perf_counter
from typing import Annotated, Any

import typer
from rich.console import Group, RenderableType
from rich.text import Text

import meeple
from meeple._standings import milliseconds
from meeple.arena import compete, name_bots
from meeple.cli.console import new_table, note, out, print_json
from meeple.cli.outfile import AppendOption, ForceOption, OutOption, open_sink
from meeple.cli.params import (
    GameArg,
    JsonOption,
    NoColorOption,
    ParamOption,
    PlayersOption,
    SeedOption,
    load_game,
    new_seed,
    processors,
)
from meeple.cli.progress import bar
from meeple.render._text import plain

__all__ = ["complete_bot", "parse_bots", "tournament"]

INTERRUPTED = 130
EXAMPLES = ("random", "greedy", "epsilon:0.1", "mcts:200", "mcts:2000", "mcts:0.5s")  # for the shell


def complete_bot(incomplete: str) -> list[str]:
    """Bots that begin so, for the shell."""
    return [name for name in EXAMPLES if name.startswith(incomplete)]


BotOption = Annotated[
    list[str] | None,
    typer.Option(
        "--bot",
        metavar="BOT",
        help="A bot: random, greedy, epsilon:P, mcts:N (simulations a choice) or mcts:Ts (T seconds), with "
        ",NAME=VALUE for further arguments of the search. Given once for each; at least one.",
        autocompletion=complete_bot,
    ),
]
WorkersOption = Annotated[
    int | None,
    typer.Option("--workers", min=1, help="Processes; the games do not depend on it. Default: all processors."),
]


def tournament(
    game: GameArg,
    bot: BotOption = None,
    players: PlayersOption = None,
    games: Annotated[int, typer.Option("--games", "-n", min=1, help="Number of games.")] = 100,
    seed: SeedOption = None,
    workers: WorkersOption = None,
    param: ParamOption = None,
    out_file: OutOption = None,
    force: ForceOption = False,
    append: AppendOption = False,
    as_json: JsonOption = False,
    no_color: NoColorOption = False,
) -> None:
    """Let bots play each other and show wins, ranks, scores and ratings.

    Every bot sits in every seat equally often, as far as the number of games allows: with more bots than seats
    every subset plays, with fewer some have several seats. The same seed gives the same games, but for bots that
    budget seconds. Ctrl-C stops at once, shows the games finished so far, and leaves just these in the file.

    Keys of --json: game, params, players, bots, seed, games (finished), games_requested, interrupted, cycle
    (games until every arrangement has been played equally often), balanced; standings (a list: bot, games,
    by_seat, wins, share, rank, score, decisions, seconds a decision), head_to_head (by bot and bot: how often
    the one ranks ahead), where an estimate is mean, stderr, low, high; ratings (OpenSkill, by bot: mu, sigma,
    ordinal); workers, seconds, games_per_second, build. What is not known is null.
    """
    the_game = load_game(game, players, param)
    named = parse_bots(bot, "--bot")
    seed = new_seed() if seed is None else seed
    count = min(workers or processors(), games)
    begin = perf_counter()
    with open_sink(out_file, force, append) as (sink, held), bar("games", games) as show_finished:
        result = compete(
            the_game,
            named,
            games,
            seed=seed,
            executor="processes" if count > 1 else None,
            workers=count,
            sink=sink,
            progress=lambda done, of: show_finished(done, done / of),
        )
    seconds = perf_counter() - begin
    ratings = result.ratings()
    if as_json:
        print_json(
            {
                **result.to_dict(),
                "ratings": {
                    name: {"mu": rating.mu, "sigma": rating.sigma, "ordinal": rating.ordinal}
                    for name, rating in ratings.items()
                },
                "workers": count,
                "seconds": seconds,
                "games_per_second": result.games / seconds,
                "build": meeple.build_info(),
            }
        )
    else:
        out(no_color).print(_tables(result, ratings, tuple(param or ()), seconds))
    if result.interrupted:
        sys.stdout.flush()
        file = "" if out_file is None else f"; {out_file} holds {held + result.games:,} games, in whole lines"
        note(f"interrupted: {result.games:,} of {games:,} games are in{file}")
        raise typer.Exit(INTERRUPTED)


def parse_bots(names: list[str] | None, hint: str) -> dict[str, meeple.bots.Bot]:
    """Bots by name; what is none is a usage error."""
    if not names:
        raise typer.BadParameter("needed; for example greedy, or mcts:1000", param_hint=hint)
    try:
        return name_bots(names)
    except meeple.ArgumentError as error:
        raise typer.BadParameter(str(error), param_hint=hint) from None


def _tables(
    result: meeple.ArenaResult, ratings: dict[str, meeple.Rating], given: tuple[str, ...], seconds: float
) -> RenderableType:
    order = sorted(result.standings, key=lambda standing: -standing.share.mean if standing.games else math.inf)
    parts: list[RenderableType] = [_head(result, given), Text(), _standings(order, ratings), Text()]
    if len(order) > 1:
        parts += [_head_to_head(result, [standing.bot for standing in order]), Text()]
    seats = "" if result.balanced else f"; seats are balanced after every {result.cycle:,} games"
    fair = (
        f"a fair share of wins is {1 / result.game.num_players:.1%}; +- is half of a 95% interval; ms a choice{seats}"
    )
    parts.append(Text(fair, style="dim"))
    parts.append(Text(f"{result.games / seconds:,.1f} games/s; {seconds:,.2f} s"))
    return Group(*parts)


def _head(result: meeple.ArenaResult, given: tuple[str, ...]) -> Text:
    params = "".join(f", {text}" for text in given)
    game = result.game
    return plain(f"{game.name}, {game.num_players} players{params}: {result.games:,} games, seed {result.seed}", "bold")


def _standings(order: list[meeple.Standing], ratings: dict[str, meeple.Rating]) -> RenderableType:
    table = new_table()
    table.padding = (0, 1, 0, 0)  # narrow, for 80 columns
    table.add_column("bot", overflow="fold")
    for heading in ("games", "wins", "share", "+-", "rank", "+-", "score", "+-", "rating", "ms"):
        table.add_column(heading, justify="right", no_wrap=True)
    for standing in order:
        table.add_row(
            plain(standing.bot, "bold"),
            f"{standing.games:,}",
            f"{standing.wins:,.1f}".removesuffix(".0"),
            f"{standing.share.mean:.1%}",
            f"{standing.share.half:.1%}",
            f"{standing.rank.mean:.2f}",
            f"{standing.rank.half:.2f}",
            f"{standing.score.mean:,.2f}",
            f"{standing.score.half:,.2f}",
            f"{ratings[standing.bot].mu:.1f}",
            milliseconds(standing.seconds),
            style="dim" if not standing.games else "",
        )
    return table


def _head_to_head(result: meeple.ArenaResult, order: list[str]) -> RenderableType:
    table = new_table("ranks ahead of, in games together")
    table.add_column("bot", overflow="fold")
    for name in order:
        table.add_column(plain(name), justify="right", overflow="fold")
    for bot in order:
        row: list[Any] = [plain(bot, "bold")]
        for other in order:
            share = result.ahead(bot, other).mean
            row.append("-" if bot == other or math.isnan(share) else f"{share:.1%}")
        table.add_row(*row)
    return table
