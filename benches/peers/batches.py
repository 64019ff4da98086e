"""pgx (JAX on the processor), many games stepping together: measured as our batches are. Needs `requirements.txt`.

Actions are chosen beforehand, games that end are replaced in the same step, all of it compiled before it is timed.
JAX takes the threads that it finds.
"""

from __future__ import annotations

import argparse
import importlib
import platform
import sys
from collections.abc import Callable, Sequence
from importlib.metadata import version
from typing import Any

from benches.measure import Report, Task, machine, publish, run, timed

jax: Any = importlib.import_module("jax")
pgx: Any = importlib.import_module("pgx")
auto_reset: Any = importlib.import_module("pgx.experimental").auto_reset

BATCHES = (("connect_four", 1024), ("connect_four", 8192))


def steps(name: str, rows: int, count: int) -> Callable[[], Sequence[float]]:
    """Random steps of so many games."""
    env, numpy = pgx.make(name), jax.numpy
    begin = jax.jit(jax.vmap(env.init))
    step = jax.jit(jax.vmap(auto_reset(env.step, env.init)))
    choose = jax.jit(lambda key, legal: jax.random.categorical(key, numpy.where(legal, 0.0, -numpy.inf)))
    key = jax.random.PRNGKey(1)
    start = begin(jax.random.split(key, rows))
    keys = jax.random.split(key, rows)
    state, actions = start, []
    for _ in range(count):
        key, own = jax.random.split(key)
        actions.append(choose(own, state.legal_action_mask))
        state = step(state, actions[-1], keys)
    jax.block_until_ready(state)

    def all_steps() -> None:
        state = start
        for chosen in actions:
            state = step(state, chosen, keys)
        jax.block_until_ready(state)

    return lambda: (rows * count / timed(all_steps)[0],)


def main() -> int:
    """Measures, prints and writes."""
    parser = argparse.ArgumentParser(description="Measure pgx beside meeple.")
    parser.add_argument("--json", metavar="FILE", help="write the report here")
    parser.add_argument("--quick", action="store_true", help="a few seconds, to see that it runs")
    options = parser.parse_args()
    count, repeats = (5, 3) if options.quick else (64, 11)
    tasks = [
        Task("pgx", name, ((f"batch steps, {rows:,} games", "steps/s"),), steps(name, rows, count))
        for name, rows in BATCHES
    ]
    versions = {"python": platform.python_version(), "pgx": version("pgx"), "jax": version("jax")}
    publish(Report(machine=machine(), versions=versions, build={}, rows=run(tasks, repeats)), options.json)
    return 0


if __name__ == "__main__":
    sys.exit(main())
