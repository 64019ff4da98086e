"""Our figures, game by game: `python -m benches.python.bench [--quick] [--json FILE]`.

Parameters a row does not name are the defaults. Playouts start at the empty state, so set-up and deals are
played and counted. Times of calls are means over positions of random games, dropping the result included, the
bare loop taken off. What the installed meeple does not have yet is left out.
"""

from __future__ import annotations

import argparse
import itertools
import os
import platform
import random
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import Any

import numpy as np

import meeple
from benches.measure import Position, Report, Task, fitting, machine, per_call, publish, run, timed

EXTRA: tuple[tuple[str, dict[str, Any]], ...] = (("legends", {"players": 4}),)
CALLS = (  # work, unit, the method it needs, statement
    ("apply", "ns", "apply", "s.apply(a)"),
    ("legal_actions", "ns", "legal_actions", "s.legal_actions()"),
    ("mask with out=", "ns", "legal_actions_mask", "s.legal_actions_mask(out=out)"),
    ("scores", "ns", "scores", "s.scores()"),
    ("score_breakdown", "ns", "score_breakdown", "s.score_breakdown(seat)"),
    ("hash64", "ns", "hash64", "s.hash64"),
    ("JSON there and back", "us", "to_json", "from_json(s.to_json())"),
    ("bytes there and back", "us", "to_bytes", "from_bytes(s.to_bytes())"),
    ("view", "ns", "view", "s.view(seat)"),
    ("information_key", "ns", "information_key", "s.information_key(seat)"),
    ("resample", "us", "resample", "s.resample(seat, rng)"),
)
Figures = tuple[tuple[str, str], ...]
IMPORT = "import numpy, time; t = time.perf_counter(); import meeple; print(time.perf_counter() - t)"


def loop_random_action(game: meeple.Game, rng: meeple.Rng, games: int) -> int:
    """Random games, the choice made by the core; returns the decisions."""
    decisions = 0
    for _ in range(games):
        s = game.new_initial_state(rng)
        while not s.is_terminal:
            s = s.step(s.random_action(rng), rng)
            decisions += 1
    return decisions


def loop_legal_actions(game: meeple.Game, rng: meeple.Rng, games: int) -> int:
    """Random games, the choice made in Python from the list of ids; returns the decisions."""
    decisions = 0
    for _ in range(games):
        s = game.new_initial_state(rng)
        while not s.is_terminal:
            ids = s.legal_actions()
            s = s.step(ids[rng.below(len(ids))], rng)
            decisions += 1
    return decisions


def sample(game: meeple.Game, count: int, rng: meeple.Rng) -> list[Position]:
    """Positions from random games where a seat decides."""
    seen: list[Position] = []
    for games in itertools.count():
        if games >= 20 and len(seen) >= count:
            break
        s = game.new_initial_state(rng)
        while not s.is_terminal:
            action = s.random_action(rng)
            seen.append((s, action, s.current_player))
            s = s.step(action, rng)
    return random.Random(3).sample(seen, count)


def playouts(game: meeple.Game, seconds: float) -> tuple[Figures, Callable[[], Sequence[float]]]:
    """Playouts in the core on one thread, on two where there are two cores, and how much that gains."""
    start, seeds = game.new_initial_state(), itertools.count(1)
    n = fitting(lambda n: meeple.playouts(start, n, seed=next(seeds), threads=1), seconds)
    figures = [("playouts, 1 thread", "steps/s"), ("playouts, 1 thread", "games/s")]
    two = (os.cpu_count() or 1) >= 2
    if two:
        figures += [("playouts, 2 threads", unit) for unit in ("steps/s", "games/s", "x 1 thread")]

    def rates(threads: int) -> list[float]:
        games = n * threads
        taken, result = timed(lambda: meeple.playouts(start, games, seed=next(seeds), threads=threads))
        return [int(result.steps.sum()) / taken, games / taken]

    def repeat() -> Sequence[float]:
        one = rates(1)
        if not two:
            return one
        both = rates(2)
        return [*one, *both, both[0] / one[0]]

    return tuple(figures), repeat


def tasks(name: str, params: dict[str, Any], seconds: float, positions: int) -> Iterator[Task]:
    """Everything measured of one game."""
    game = meeple.load(name, **params)
    shown = {"players": game.num_players, **params}
    rng = meeple.Rng(7)
    seen = sample(game, positions, rng)
    states: list[Any] = [position[0] for position in seen]

    def task(figures: Figures, repeat: Callable[[], Sequence[float]]) -> Task:
        return Task("meeple", name, figures, repeat, shown)

    if hasattr(meeple, "playouts"):
        yield task(*playouts(game, seconds))

    for loop in (loop_random_action, loop_legal_actions):
        n = fitting(partial(loop, game, rng), seconds)

        def repeat(n: int = n, loop: Callable[..., int] = loop) -> Sequence[float]:
            taken, decisions = timed(lambda: loop(game, rng, n))
            return (decisions / taken,)

        yield task(((loop.__name__.replace("loop_", "python loop, "), "decisions/s"),), repeat)

    mean = sum(len(s.legal_actions()) for s in states) / len(states)
    yield task((("legal_actions, mean number", "ids"),), lambda: (mean,))
    names = {
        "rng": rng,
        "out": np.zeros(game.num_actions, dtype=np.bool_),
        "from_json": getattr(type(states[0]), "from_json", None),
        "from_bytes": getattr(game, "state_from_bytes", None),
    }
    for work, unit, method, statement in CALLS:
        if hasattr(states[0], method):
            yield task(((work, unit),), per_call(statement, unit, seen, names, seconds / 3))


def import_time() -> Sequence[float]:
    """Milliseconds that `import meeple` takes in a fresh interpreter which has numpy already."""
    shown = subprocess.run([sys.executable, "-c", IMPORT], check=True, capture_output=True, text=True).stdout
    return (float(shown) * 1e3,)


def main() -> int:
    """Measures, prints and writes; refuses anything but a release build."""
    parser = argparse.ArgumentParser(description="Measure meeple.")
    parser.add_argument("--json", metavar="FILE", help="write the report here")
    parser.add_argument("--quick", action="store_true", help="a few seconds, to see that it runs")
    options = parser.parse_args()

    build: dict[str, Any] = dict(meeple.build_info())
    if build.get("profile") != "release":
        print(f"not measured: meeple is a {build.get('profile')} build, release wanted", file=sys.stderr)
        return 1
    seconds, repeats, positions = (0.01, 3, 40) if options.quick else (0.15, 15, 300)
    configurations: list[tuple[str, dict[str, Any]]] = [(name, {}) for name in meeple.games()]
    configurations += [(name, params) for name, params in EXTRA if name in meeple.games()]
    todo = [Task("meeple", "any", (("import beyond numpy", "ms"),), import_time)]
    for name, params in configurations:
        todo += tasks(name, params, seconds, positions)
    versions = {"python": platform.python_version(), "numpy": np.__version__}
    publish(Report(machine=machine(), versions=versions, build=build, rows=run(todo, repeats)), options.json)
    return 0


if __name__ == "__main__":
    sys.exit(main())
