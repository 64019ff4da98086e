"""Writes golden records: ``python -m tests.golden.make``, one short game a game and variant.

What is there is left as it is: a record that no longer replays is a change of the rules, which has to be meant.
"""

from __future__ import annotations

from pathlib import Path

import meeple
from tests.conftest import every_variant

HERE = Path(__file__).parent / "records"


def path_of(game: meeple.Game) -> Path:
    """Where the record of a game with its parameters lies."""
    return HERE / f"{game.name}-{game.num_players}-{game.fingerprint[:3].hex()}.jsonl"


def whole(game: meeple.Game, seed: int) -> meeple.Match:
    """A random match to its end, chance and choices of one seed."""
    played = meeple.Match(game, seed=seed, meta={"seed": seed})
    rng = meeple.Rng(seed)
    while not played.state.is_terminal:
        played.play(played.state.random_action(rng))
    return played


def shortest(game: meeple.Game) -> meeple.Match:
    """The shortest of some random games."""
    start = game.new_initial_state()
    steps = meeple.playouts(start, 1, seed=0).steps  # How long games are decides how many are tried.
    return min((whole(game, seed) for seed in range(60 if steps[0] < 1000 else 20)), key=lambda played: played.ply)


def main() -> None:
    """Writes what is missing, and says so."""
    HERE.mkdir(exist_ok=True)
    for name, params in every_variant():
        game = meeple.load(name, **params)
        path = path_of(game)
        if path.exists():
            print(f"{path.name}: is there, left as it is")
            continue
        played = shortest(game)
        outcome = played.state.outcome
        assert outcome is not None
        played.meta = {
            **played.meta,
            "winners": list(outcome.winners),
            "ranks": list(outcome.ranks),
            "reason": outcome.reason,
            "tie_break": outcome.tie_break,
            "breakdown": [played.state.score_breakdown(seat) for seat in range(game.num_players)],
            "hash64": [f"{state.hash64:016x}" for state in played.states()[:: max(1, played.ply // 8)]],
        }
        path.write_text(played.to_json() + "\n")
        print(f"{path.name}: written")


if __name__ == "__main__":
    main()
