"""One table of ours, the musts and goals, and the peers: `python -m benches.compare OURS.json PEERS.json ...`."""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path
from typing import cast

from benches.measure import Report, Row, label, number, table

TARGETS: dict[tuple[str, str], tuple[float, float]] = {  # (work, unit): must, goal
    ("playouts, 1 thread", "steps/s"): (15e6, 30e6),
    ("playouts, 2 threads", "x 1 thread"): (1.8, 1.9),
    ("python loop, random_action", "decisions/s"): (1.5e6, 3e6),
    ("python loop, legal_actions", "decisions/s"): (1e6, 1.6e6),
    ("apply", "ns"): (180, 110),
    ("legal_actions", "ns"): (150, 100),
    ("mask with out=", "ns"): (150, 80),
    ("view", "ns"): (1500, 700),
    ("information_key", "ns"): (400, 200),
    ("bytes there and back", "us"): (1.5, 0.6),
    ("JSON there and back", "us"): (30, 12),
    ("hash64", "ns"): (70, 40),
    ("resample", "us"): (1.5, 0.4),
    ("import beyond numpy", "ms"): (50, 15),
    ("Batch.step, 1,024 games, 2 threads", "steps/s"): (12e6, 20e6),
    ("Batch.step and bits, 1,024 games, 2 threads", "steps/s"): (5e6, 12e6),
    ("Batch.step and mask, 1,024 games, 2 threads", "steps/s"): (5e6, 12e6),
    ("Batch.step and tensors, 1,024 games, 2 threads", "steps/s"): (1e6, 3e6),
    ("size of a state", "bytes"): (448, 320),
    ("observation, floats", "floats"): (2048, 1024),
    ("Match.from_record", "us an action"): (1, 0.3),
    ("mcts, a simulation beyond its playout", "us"): (1.5, 0.7),
    ("longest road, reference deck", "us"): (0.4, 0.15),
    ("longest road, all roads joined", "us"): (0.6, 0.3),
}
BY_GAME: dict[tuple[str, str], tuple[float, float]] = {  # (work, game): must, goal, where they hang on the game
    ("full score, in the core", "legends"): (0.4, 0.15),
    ("full score, in the core", "lost_lands"): (1, 0.4),
    ("full score of a kingdom, in the core", "kingdom"): (0.5, 0.25),
}
LARGEST = {("lost_lands", "playouts, 1 thread"): (10e6, 18e6), ("lost_lands", "size of a state"): (576, 512)}
"""(game, work): must, goal of Lost Lands with six players and every variant."""
PEER_WORKS: dict[str, tuple[str, ...]] = {  # ours: theirs, of which the best counts; else the same name
    "playouts, 1 thread": ("rollouts from the first decision", "whole games by uniform bots"),
    "python loop, random_action": ("python loop",),
    "python loop, legal_actions": ("python loop",),
    "apply": ("child",),
    "mcts, random rollouts": ("mcts, random rollouts", "is-mcts, random rollouts"),
    **{
        f"Batch.step, 1,024 games, {threads}": ("batch steps, 1,024 games", "batch steps, 8,192 games")
        for threads in ("1 thread", "2 threads")
    },
}
NOTES = """\
(xN): ours is N times as fast as the peer; the peer's best of several ways counts.
OpenSpiel's rollouts start at the first decision, ours at the empty state: its games/s leave out the deal.
pgx plays its batches on the threads that JAX takes; games of its own, with shorter games than ours.
mcts, random rollouts: from the first choice of a game, by UCT, on one thread; OpenSpiel's by MCTS in connect four, by
IS-MCTS in hearts and gin rummy. Each simulation plays a game to its end, so of a longer game there are fewer a second.
mcts, a simulation beyond its playout: below nothing where a search's playouts are shorter than those from its root.
legal_actions: the targets are for lists of 20 ids; the mean number is a row of its own."""


def read(path: Path) -> Report:
    """A report written by either script."""
    return cast(Report, json.loads(path.read_text(encoding="utf-8")))


def rising(unit: str) -> bool:
    """Whether more of this unit is better."""
    return unit.endswith("/s") or unit.startswith("x ")


def verdict(value: float, unit: str, must: float, goal: float) -> str:
    """How far a figure got."""
    sign = 1 if rising(unit) else -1
    return "goal" if sign * value >= sign * goal else "must" if sign * value >= sign * must else "MISSED"


def best(rows: list[Row], game: str, work: str, unit: str) -> Row | None:
    """A peer's best figure for our work in that game."""
    works = PEER_WORKS.get(work, (work,))
    found = [row for row in rows if row["game"] == game and row["work"] in works and row["unit"] == unit]
    return (max if rising(unit) else min)(found, key=lambda row: row["value"], default=None)


def against(ours: Row, peer: Row | None) -> str:
    """A peer's figure and how many times faster ours is."""
    if peer is None:
        return ""
    ratio = ours["value"] / peer["value"] if rising(ours["unit"]) else peer["value"] / ours["value"]
    return f"{number(peer['value'], peer['unit'])} (x{ratio:.3g})"


def line(row: Row, peers: list[Row], games: list[str]) -> list[str]:
    """A line of the table."""
    unit, key = row["unit"], (row["work"], row["unit"])
    targets = TARGETS.get(key) or BY_GAME.get((row["work"], row["game"]))
    if targets and row["params"].get("players") == 6:
        targets = LARGEST.get((row["game"], row["work"]), targets)
    cells = [row["work"], unit, label(row), number(row["value"], unit), number(row["spread"], unit)]
    if targets:
        must, goal = targets
        cells += [number(must, unit), number(goal, unit), verdict(row["value"], unit, must, goal)]
    else:
        cells += ["", "", ""]
    return cells + [against(row, best(peers, game, *key)) for game in games]


def main() -> int:
    """Prints the table; says so when the two were not measured alike."""
    parser = argparse.ArgumentParser(description="Compare meeple with its goals and its peers.")
    parser.add_argument("ours", type=Path, help="JSON of benches.python.bench")
    parser.add_argument("peers", type=Path, nargs="+", help="JSON of benches.peers.peers and benches.peers.batches")
    options = parser.parse_args()
    ours, others = read(options.ours), [read(path) for path in options.peers]
    for report in (ours, *others):
        print(", ".join(f"{k} {v}" for k, v in {**report["versions"], **report["build"]}.items()))
    print(", ".join(f"{k} {v}" for k, v in ours["machine"].items()))
    for report in others:
        if ours["machine"] != report["machine"]:
            print("NOT THE SAME MACHINE: peers on " + ", ".join(f"{k} {v}" for k, v in report["machine"].items()))

    peers = [row for report in others for row in report["rows"]]
    games = list(dict.fromkeys(row["game"] for row in peers))
    works = list(dict.fromkeys((row["work"], row["unit"]) for row in ours["rows"]))
    rows = sorted(ours["rows"], key=lambda row: works.index((row["work"], row["unit"])))
    head = ["work", "unit", "meeple", "median", "spread", "must", "goal", "reached", *games]
    print(table(head, [line(row, peers, games) for row in rows]))
    print(NOTES)
    return 0


if __name__ == "__main__":
    sys.exit(main())
