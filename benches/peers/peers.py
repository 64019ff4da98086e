"""OpenSpiel, measured the way `benches/python/bench.py` measures us. Needs `requirements.txt`, one thread.

Random games inside its C++ core can be started from Python in two ways:
- `MCTSBot.mcts_search` of one simulation: it does nothing but have `RandomRolloutEvaluator` play n games
  from the root. The fastest, but it crashes on a root where chance moves, so these games start at the first
  decision: a deal or an opening roll is neither played nor counted. It tells no lengths; those are the mean
  over other random games from the same roots.
- `evaluate_bots` with uniform random bots: whole games from the empty state, chance included.

Its tree searches run in its core too: `MCTSBot` where nothing is hidden, else `ISMCTSBot`, which samples a state that
looks the same for each simulation; both by UCT with one random rollout to the end a simulation, as in our row. They
start at the first choice of a game: some tricks into hearts its samples leave a seat without a card to play, and it
crashes.
"""

from __future__ import annotations

import argparse
import importlib
import itertools
import platform
import sys
from collections.abc import Callable, Sequence
from importlib.metadata import version
from random import Random
from typing import Any

from benches.measure import (
    QUICK_SIMULATIONS,
    SEARCHES,
    SIMULATIONS,
    Position,
    Report,
    Task,
    fitting,
    machine,
    per_call,
    publish,
    run,
    timed,
)

pyspiel: Any = importlib.import_module("pyspiel")  # has no types

GAMES = ("connect_four", "hearts", "backgammon")
CALLS = (
    ("clone", "ns", "s.clone()"),
    ("child", "ns", "s.child(a)"),
    ("legal_actions", "ns", "s.legal_actions()"),
    ("bytes there and back", "us", "game.deserialize_state(s.serialize())"),
)
RESAMPLE = ("resample", "us", "s.resample_from_infostate(seat, random)")
RESAMPLING = {"hearts"}
SEARCHED = {"connect_four": "mcts", "hearts": "is-mcts", "gin_rummy": "is-mcts"}
UCT_C, MEGABYTES = 2.0, 1_000  # the weight of exploration of its own examples; room for any of these trees
ROOTS, GAMES_A_ROOT = 16, 128  # where rollouts start; games that tell their mean length


def settle(state: Any, random: Callable[[], float]) -> int:
    """Plays chance until a seat decides or the game ends; tells how many chance nodes there were."""
    count = 0
    while state.is_chance_node():
        left = random()
        for action, probability in state.chance_outcomes():
            left -= probability
            if left < 0:
                state.apply_action(action)
                count += 1
                break
    return count


def python_loop(game: Any, games: int, random: Callable[[], float]) -> tuple[int, int]:
    """Random games written in Python; returns decisions and chance moves."""
    decisions = chances = 0
    for _ in range(games):
        state = game.new_initial_state()
        chances += settle(state, random)
        while not state.is_terminal():
            ids = state.legal_actions()
            state.apply_action(ids[int(random() * len(ids))])
            decisions += 1
            chances += settle(state, random)
    return decisions, chances


def whole_games(game: Any, games: int, seed: int, root: Any = None) -> int:
    """Random games by its bots inside the core, from the root; returns the steps."""
    root = root or game.new_initial_state()
    bots = [pyspiel.make_uniform_random_bot(seat, seed + seat) for seat in range(game.num_players())]
    steps = 0
    for k in range(games):
        state = root.clone()
        pyspiel.evaluate_bots(state, bots, seed + k)
        steps += state.move_number() - root.move_number()
    return steps


def rollouts(game: Any, roots: Sequence[Any], games: int, seed: int) -> None:
    """Random games by its evaluator inside the core, so many from each root."""
    bot = pyspiel.MCTSBot(game, pyspiel.RandomRolloutEvaluator(games, seed), 1.0, 1, 1, False, seed, False)
    for root in roots:
        bot.mcts_search(root)


def sample(game: Any, count: int, random: Random) -> list[Position]:
    """Positions from random games where a seat decides."""
    seen: list[Position] = []
    for games in itertools.count():
        if games >= 20 and len(seen) >= count:
            return random.sample(seen, count)
        state = game.new_initial_state()
        settle(state, random.random)
        while not state.is_terminal():
            action = random.choice(state.legal_actions())
            seen.append((state.clone(), action, state.current_player()))
            state.apply_action(action)
            settle(state, random.random)
    raise AssertionError


def tasks(name: str, seconds: float, positions: int) -> list[Task]:
    """Everything measured of one game."""
    game, random = pyspiel.load_game(name), Random(7)
    seeds = itertools.count(1_000, 100_000)
    roots = [game.new_initial_state() for _ in range(ROOTS)]
    for root in roots:
        settle(root, random.random)
    lengths = [whole_games(game, GAMES_A_ROOT, next(seeds), root) / GAMES_A_ROOT for root in roots]

    per_root = fitting(lambda n: rollouts(game, roots, n, next(seeds)), seconds)
    whole = fitting(lambda n: whole_games(game, n, next(seeds)), seconds)
    looped = fitting(lambda n: python_loop(game, n, random.random), seconds)

    def repeat_rollouts() -> Sequence[float]:
        taken, _ = timed(lambda: rollouts(game, roots, per_root, next(seeds)))
        return per_root * sum(lengths) / taken, per_root * len(roots) / taken

    def repeat_whole() -> Sequence[float]:
        taken, steps = timed(lambda: whole_games(game, whole, next(seeds)))
        return steps / taken, whole / taken

    def repeat_loop() -> Sequence[float]:
        taken, (decisions, chances) = timed(lambda: python_loop(game, looped, random.random))
        return decisions / taken, (decisions + chances) / taken

    def task(works: Sequence[str], units: Sequence[str], repeat: Callable[[], Sequence[float]]) -> Task:
        return Task("open_spiel", name, tuple(zip(works, units, strict=True)), repeat)

    names = {"game": game, "random": random.random}
    seen = sample(game, positions, random)
    rates = ("steps/s", "games/s")
    return [
        task(["rollouts from the first decision"] * 2, rates, repeat_rollouts),
        task(["whole games by uniform bots"] * 2, rates, repeat_whole),
        task(["python loop"] * 2, ("decisions/s", "steps/s"), repeat_loop),
        *(
            task([work], [unit], per_call(statement, unit, seen, names, seconds / 3))
            for work, unit, statement in (*CALLS, *([RESAMPLE] if name in RESAMPLING else []))
        ),
    ]


def first_choices(game: Any, count: int, random: Callable[[], float]) -> list[Any]:
    """The first position of a game that leaves a choice, of so many games: without one its IS-MCTS does not search."""
    roots = []
    for _ in range(count):
        state = game.new_initial_state()
        settle(state, random)
        while len(ids := state.legal_actions()) == 1:
            state.apply_action(ids[0])
            settle(state, random)
        roots.append(state)
    return roots


def searching(name: str, simulations: int) -> Task:
    """Tree search of a game from its first choice."""
    game, seeds = pyspiel.load_game(name), itertools.count(1)
    roots = first_choices(game, SEARCHES, Random(7).random)

    def search() -> None:
        for state in roots:
            seed = next(seeds)
            evaluator = pyspiel.RandomRolloutEvaluator(1, seed)
            if SEARCHED[name] == "mcts":
                pyspiel.MCTSBot(game, evaluator, UCT_C, simulations, MEGABYTES, False, seed, False).mcts_search(state)
            else:
                pyspiel.ISMCTSBot(seed, evaluator, UCT_C, simulations).step(state)

    def repeat() -> Sequence[float]:
        return (simulations * len(roots) / timed(search)[0],)

    return Task("open_spiel", name, ((f"{SEARCHED[name]}, random rollouts", "simulations/s"),), repeat)


def main() -> int:
    """Measures, prints and writes."""
    parser = argparse.ArgumentParser(description="Measure OpenSpiel beside meeple.")
    parser.add_argument("--json", metavar="FILE", help="write the report here")
    parser.add_argument("--quick", action="store_true", help="a few seconds, to see that it runs")
    options = parser.parse_args()
    seconds, repeats, positions = (0.01, 3, 40) if options.quick else (0.25, 11, 300)
    simulations = QUICK_SIMULATIONS if options.quick else SIMULATIONS
    todo = [task for name in GAMES for task in tasks(name, seconds, positions)]
    todo += [searching(name, simulations) for name in SEARCHED]
    rows = run(todo, repeats)
    versions = {"python": platform.python_version(), "open_spiel": version("open_spiel")}
    publish(Report(machine=machine(), versions=versions, build={}, rows=rows), options.json)
    return 0


if __name__ == "__main__":
    sys.exit(main())
