"""A bot in thirty lines: looks one step ahead from what its seat sees, against random opponents.

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


def main(name: str = "legends", games: int = 20) -> float:
    """The bot's share of wins in seat 0."""
    game = meeple.load(name, players=3)
    won = 0.0
    for number in range(games):
        rng = meeple.Rng(number)
        state = game.new_initial_state(rng)
        while not state.is_terminal:
            player = state.current_player
            action = choose(state.view(player), rng) if player == 0 else state.random_action(rng)
            state = state.step(action, rng)
        won += state.returns()[0]
    return won / games


if __name__ == "__main__":
    words = sys.argv[1:]
    share = main(words[0] if words else "legends", int(words[1]) if len(words) > 1 else 20)
    print(f"the bot wins {share:.0%} of the games; a fair share is 33%")
