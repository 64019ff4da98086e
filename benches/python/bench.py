"""Our figures, game by game: `python -m benches.python.bench [--quick] [--json FILE] [--core DIR]`.

Parameters a row does not name are the defaults. Playouts start at the empty state, so set-up and deals are
played and counted. Times of calls are means over positions of random games, dropping the result included, the
bare loop taken off. What the installed meeple does not have yet is left out.
"""

from __future__ import annotations

import argparse
import itertools
import json
import os
import platform
import random
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np

import meeple
import meeple.search
from benches.measure import (
    NANOSECONDS,
    QUICK_SIMULATIONS,
    SEARCHES,
    SIMULATIONS,
    Position,
    Report,
    Row,
    Task,
    fitting,
    machine,
    per_call,
    publish,
    run,
    timed,
)

EVERY = ("open_sea", "factions", "leader_armies", "explore", "citadels", "leaders")
"""Variants of Lost Lands."""
EXTRA: tuple[tuple[str, dict[str, Any]], ...] = (
    ("legends", {"players": 4}),
    ("lost_lands", {"players": 6, **dict.fromkeys(EVERY, True), "turn_order": "frantic"}),
)
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
    ("observation_tensor with out=", "ns", "observation_tensor", "s.observation_tensor(seat, seen)"),
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


def tasks(name: str, params: dict[str, Any], seconds: float, positions: int, simulations: int) -> Iterator[Task]:
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
        "seen": np.zeros(game.observation_spec.size, np.float32),
    }
    for work, unit, method, statement in CALLS:
        if hasattr(states[0], method):
            yield task(((work, unit),), per_call(statement, unit, seen, names, seconds / 3))

    yield task((("size of a state", "bytes"),), lambda: (game._state_size,))
    yield task((("observation, floats", "floats"),), lambda: (game.observation_spec.size,))
    yield task((("Match.from_record", "us an action"),), replaying(game))
    overhead = (("mcts, a simulation beyond its playout", "us"), ("mcts, a simulation without playout", "us"))
    yield task(overhead, search_overhead(seen, simulations))
    rates = (("mcts, random rollouts", "simulations/s"), ("mcts as it comes", "simulations/s"))
    yield task(rates, search_rates(first_choices(game, rng), simulations))
    for threads in (1, 2) if (os.cpu_count() or 1) >= 2 else (1,):
        for work, also in BATCH.items():
            label = f"{work}, {ROWS:,} games, {threads} thread{'s' * (threads > 1)}"
            yield task(((label, "steps/s"),), batch_steps(game, threads, also))


ROWS = 1024
"""Games of a batch."""
BATCH: dict[str, Callable[[meeple.Batch], Callable[[], object]]] = {
    "Batch.step": lambda batch: lambda: None,
    "Batch.step and bits": lambda batch: partial(batch.legal_actions_bits, batch.legal_actions_bits()),
    "Batch.step and mask": lambda batch: partial(batch.legal_actions_mask, batch.legal_actions_mask()),
    "Batch.step and tensors": lambda batch: partial(batch.observation_tensor, batch.observation_tensor()),
}
"""By work: what is asked of the batch after each step, into an array that is there already."""


def batch_steps(
    game: meeple.Game, threads: int, also: Callable[[meeple.Batch], Callable[[], object]]
) -> Callable[[], Sequence[float]]:
    """Random actions, chosen beforehand, by a batch that resets what ends."""
    begin = meeple.Batch(game, ROWS, seed=1, threads=threads)
    for _ in range(20):
        begin.step_random()
    random_numbers, actions, ahead = np.random.default_rng(1), [], begin.copy()
    for _ in range(64):
        ids, offsets = ahead.legal_actions()
        picks = offsets[:-1] + (random_numbers.random(ROWS) * np.diff(offsets)).astype(np.int64)
        actions.append(ids[picks].astype(np.int64))
        ahead.step(actions[-1])

    def repeat() -> Sequence[float]:
        batch = begin.copy()
        more = also(batch)
        batch.step(actions[0])  # its threads are there from now on
        more()

        def steps() -> None:
            for chosen in actions[1:]:
                batch.step(chosen)
                more()

        taken, _ = timed(steps)
        return (ROWS * (len(actions) - 1) / taken,)

    return repeat


def replaying(game: meeple.Game) -> Callable[[], Sequence[float]]:
    """Records of random games, read back."""
    records = []
    for seed in range(20):
        match, rng = meeple.Match(game, seed=seed), meeple.Rng(seed)
        while not match.state.is_terminal:
            match.play(match.state.random_action(rng))
        records.append((match.to_json(), match.ply))
    actions = sum(ply for _, ply in records)

    def repeat() -> Sequence[float]:
        taken, _ = timed(lambda: [meeple.Match.from_record(text) for text, _ in records])
        return (taken * 1e6 / actions,)

    return repeat


def search(state: meeple.State, simulations: int, seed: int, rollout_steps: int = 1 << 20) -> object:
    """UCT with random rollouts, to the end unless said."""
    return meeple.search.mcts(
        state,
        simulations=simulations,
        seed=seed,
        threads=1,
        selection="uct",
        rollout="random",
        rollout_steps=rollout_steps,
    )


def search_overhead(seen: Sequence[Position], simulations: int) -> Callable[[], Sequence[float]]:
    """What a simulation takes beyond what a playout takes alone, and what one takes that values its leaf at once.

    From positions of random games. Playouts of very long games, Empire's, are not all alike: those of a search, which
    begin with better moves, may be shorter than those from its root, so that the first figure comes out below nothing.
    """
    seeds = itertools.count(1)
    states: list[Any] = [position[0] for position in seen[:SEARCHES]]

    def repeat() -> Sequence[float]:
        searched = played = valued = 0.0
        for state in states:
            seed = next(seeds)
            valued += timed(partial(search, state, simulations, seed, rollout_steps=0))[0]
            searched += timed(partial(search, state, simulations, seed))[0]
            played += timed(partial(meeple.playouts, state, simulations, seed=seed, threads=1))[0]
        count = simulations * len(states)
        return (searched - played) * 1e6 / count, valued * 1e6 / count

    return repeat


def first_choices(game: meeple.Game, rng: meeple.Rng) -> list[meeple.State]:
    """The first position that leaves a choice, of some games."""
    states = []
    for _ in range(SEARCHES):
        state = game.new_initial_state(rng)
        while len(ids := state.legal_actions()) == 1:
            state = state.step(ids[0], rng)
        states.append(state)
    return states


def search_rates(states: Sequence[meeple.State], simulations: int) -> Callable[[], Sequence[float]]:
    """How many simulations there are a second with random rollouts to the end, and with nothing set."""
    seeds, count = itertools.count(1), simulations * len(states)

    def random_rollouts() -> None:
        for state in states:
            search(state, simulations, next(seeds))

    def as_it_comes() -> None:
        for state in states:
            meeple.search.mcts(state, simulations=simulations, seed=next(seeds), threads=1)

    return lambda: (count / timed(random_rollouts)[0], count / timed(as_it_comes)[0])


CORE = {
    "score with parts": ("full score, in the core", "us"),
    "longest road, reference deck": ("longest road, reference deck", "us"),
    "longest road, all roads joined": ("longest road, all roads joined", "us"),
    "view and observation": ("view and observation, in the core", "ns"),
}
"""What is taken over from `make bench-core`: its name there, our work and unit. Scores are of all seats."""
CORE_PLAYERS = 4


def core_rows(folder: Path) -> list[Row]:
    """Rows of what criterion measured of the core."""
    rows: list[Row] = []
    for path in sorted(folder.glob("*/*/new/benchmark.json")):
        told = json.loads(path.read_text(encoding="utf-8"))
        if told["function_id"] not in CORE:
            continue
        work, unit = CORE[told["function_id"]]
        seats = 1
        if told["group_id"] == "kingdom" and work.startswith("full"):
            work, seats = "full score of a kingdom, in the core", CORE_PLAYERS
        estimates = json.loads(path.with_name("estimates.json").read_text(encoding="utf-8"))
        rows.append(
            {
                "library": "meeple",
                "game": told["group_id"],
                "params": {"players": CORE_PLAYERS} if work.startswith(("full", "view")) else {},
                "work": work,
                "value": estimates["median"]["point_estimate"] / seats / NANOSECONDS[unit],
                "unit": unit,
                "spread": estimates["median_abs_dev"]["point_estimate"] * 2 / seats / NANOSECONDS[unit],
            }
        )
    return rows


def import_time() -> Sequence[float]:
    """Milliseconds that `import meeple` takes in a fresh interpreter which has numpy already."""
    shown = subprocess.run([sys.executable, "-c", IMPORT], check=True, capture_output=True, text=True).stdout
    return (float(shown) * 1e3,)


def main() -> int:
    """Measures, prints and writes; refuses anything but a release build."""
    parser = argparse.ArgumentParser(description="Measure meeple.")
    parser.add_argument("--json", metavar="FILE", help="write the report here")
    parser.add_argument("--quick", action="store_true", help="a few seconds, to see that it runs")
    parser.add_argument("--core", metavar="DIR", type=Path, help="where `make bench-core` left its figures")
    options = parser.parse_args()

    build: dict[str, Any] = dict(meeple.build_info())
    if build.get("profile") != "release":
        print(f"not measured: meeple is a {build.get('profile')} build, release wanted", file=sys.stderr)
        return 1
    seconds, repeats, positions = (0.01, 3, 40) if options.quick else (0.15, 15, 300)
    simulations = QUICK_SIMULATIONS if options.quick else SIMULATIONS
    configurations: list[tuple[str, dict[str, Any]]] = [(name, {}) for name in meeple.games()]
    configurations += [(name, params) for name, params in EXTRA if name in meeple.games()]
    todo = [Task("meeple", "any", (("import beyond numpy", "ms"),), import_time)]
    for name, params in configurations:
        todo += tasks(name, params, seconds, positions, simulations)
    versions = {"python": platform.python_version(), "numpy": np.__version__}
    rows = run(todo, repeats) + (core_rows(options.core) if options.core else [])
    publish(Report(machine=machine(), versions=versions, build=build, rows=rows), options.json)
    return 0


if __name__ == "__main__":
    sys.exit(main())
