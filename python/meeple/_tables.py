"""Games between bots, played one by one: what the workers of an arena run."""

from __future__ import annotations

from dataclasses import dataclass, field
from time import perf_counter
from typing import SupportsIndex

from meeple import bots as _bots
from meeple._core import Game, Match, State
from meeple._errors import BotError, Error
from meeple._interrupts import Stop

__all__ = ["Job", "Played", "Table", "ask", "mix", "nth", "play_chunk"]

_MASK = 2**64 - 1
_GAMMA = 0x9E3779B97F4A7C15


@dataclass(frozen=True, slots=True)
class Table:
    """A game to be played.

    Attributes:
        number: of the game, from 0.
        round: the round it belongs to.
        seats: the bot by seat.
    """

    number: int
    round: int
    seats: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Job:
    """Games for a worker.

    Attributes:
        game: what is played.
        names: of the bots.
        bots: the bots.
        seed: of the arena.
        tables: the games to be played.
        records: whether to keep their records.
        stop: ends it early.
    """

    game: Game
    names: tuple[str, ...]
    bots: tuple[_bots.Bot, ...]
    seed: int
    tables: tuple[Table, ...]
    records: bool
    stop: Stop = field(default_factory=Stop)


@dataclass(frozen=True, slots=True)
class Played:
    """A game that was played; lists are by seat."""

    table: Table
    seed: int
    returns: list[float]
    scores: list[int]
    ranks: tuple[int, ...]
    decisions: list[int]
    seconds: list[float]
    record: str | None


def nth(seed: int, k: int) -> int:
    """The k-th output of SplitMix64 started at `seed` (docs/formats.md)."""
    z = (seed + _GAMMA * (k + 1)) & _MASK
    z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & _MASK
    z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & _MASK
    return z ^ (z >> 31)


def mix(seed: int, number: int) -> int:
    """`mix` of docs/formats.md."""
    return nth(seed ^ nth(number, 0), 0)


def play_chunk(job: Job) -> list[Played]:
    """Plays the games of a job; fewer if it is stopped."""
    played = []
    for table in job.tables:
        game = _play(job, table)
        if game is None:
            break
        played.append(game)
    return played


def _play(job: Job, table: Table) -> Played | None:
    players = range(job.game.num_players)
    seed = nth(job.seed, table.round)
    names = [job.names[bot] for bot in table.seats]
    match = Match(job.game, seed=seed, meta={"bots": names, "game": table.number, "seed": seed})
    own = mix(job.seed, table.number)
    seated = [
        _begin(job.bots[bot], mix(own, seat), names[seat], seat, table.number) for seat, bot in enumerate(table.seats)
    ]
    decisions, seconds = [0 for _ in players], [0.0 for _ in players]
    state = match.state
    while not state.is_terminal:
        if job.stop.is_set:
            return None
        seat = state.current_player
        before = perf_counter()
        action = ask(seated[seat], names[seat], match, table.number)
        seconds[seat] += perf_counter() - before
        decisions[seat] += 1
        state = take(match, action, names[seat], table.number)
    outcome = state.outcome
    assert outcome is not None
    return Played(
        table=table,
        seed=seed,
        returns=state.returns(),
        scores=state.scores(),
        ranks=outcome.ranks,
        decisions=decisions,
        seconds=seconds,
        record=match.to_json() if job.records else None,
    )


def ask(bot: _bots.Bot, name: str, match: Match, number: int = 0) -> SupportsIndex | str:
    """What a bot chooses: it gets the view of the seat whose turn it is, and nothing else.

    Raises:
        BotError: it raised.
    """
    seat = match.state.current_player
    try:
        return bot(match.state.view(seat))
    except Exception as error:
        raise _failed(f"{type(error).__name__}: {error}", "raised", name, seat, match.ply, number) from error


def take(match: Match, action: SupportsIndex | str, name: str, number: int = 0) -> State:
    """Does what a bot chose.

    Raises:
        BotError: it may not do that.
    """
    try:
        return match.play(action)
    except (Error, TypeError) as error:
        seat = match.state.current_player
        raise _failed(f"an action that is refused: {error}", "refused", name, seat, match.ply, number) from error


def _begin(bot: _bots.Bot, seed: int, name: str, seat: int, number: int) -> _bots.Bot:
    try:
        return _bots.begin(bot, seed)
    except Exception as error:
        raise _failed(f"{type(error).__name__}: {error}", "raised", name, seat, 0, number) from error


def _failed(got: str, code: str, name: str, seat: int, ply: int, number: int) -> BotError:
    expected = "a legal action"
    message = f"bot {name}, game {number}, seat {seat}, ply {ply}: got {got}, expected {expected}"
    return BotError(message, code, f"bots.{name}", got, expected, name, seat, ply, number)
