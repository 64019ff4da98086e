"""A bot in thirty lines: looks one step ahead from what its seat sees, in an arena with others.

Run it: ``python examples/first_bot.py [GAME] [GAMES]``.
"""

from __future__ import annotations

import sys

import meeple


def choose(view: meeple.View, rng: meeple.Rng) -> int:
    """The action after which the seat leads by most, averaged over states that look like the view."""
    seat = view.seat
    assert seat is not None
    samples = [view.resample(rng) for _ in range(3)]

    def lead(action: int) -> float:
        total = 0
        for state in samples:
            scores = state.apply(action).scores()
            total += scores[seat] - max(points for other, points in enumerate(scores) if other != seat)
        return total + rng.random() / 2  # ties are broken at random

    return max(view.legal_actions(), key=lead)


def main(name: str = "legends", games: int = 36) -> meeple.ArenaResult:
    """The bot in all seats equally often, against a random one and the greedy policy of the core."""
    bots: dict[str, meeple.bots.Bot | str] = {
        "first": meeple.bots.seeded(choose),  # begun anew for each game, with a seed of its own
        "random": "random",
        "greedy": "greedy",
    }
    return meeple.arena(meeple.load(name, players=3), bots, games, seed=1)


if __name__ == "__main__":
    words = sys.argv[1:]
    print(main(words[0] if words else "legends", int(words[1]) if len(words) > 1 else 36))
