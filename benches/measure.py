"""What both benchmark scripts share: repetitions in turns, calls timed over many positions, the report."""

from __future__ import annotations

import json
import os
import platform
import random
import statistics
import sys
import timeit
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from time import perf_counter
from typing import TypedDict, TypeVar

T = TypeVar("T")
NANOSECONDS = {"ns": 1.0, "us": 1e3, "ms": 1e6}
Position = tuple[object, int, int]
"""A state where a seat decides, an action it may take, the seat."""
SEARCHES = 10
"""Tree searches that are measured together."""
SIMULATIONS, QUICK_SIMULATIONS = 300, 100
"""Simulations of each."""


class Row(TypedDict):
    """One figure: the median over the repetitions, and the range between its quartiles in the same unit."""

    library: str
    game: str
    params: dict[str, object]
    work: str
    value: float
    unit: str
    spread: float


class Report(TypedDict):
    """What a benchmark writes; `build` is empty for libraries that do not tell."""

    machine: dict[str, object]
    versions: dict[str, str]
    build: dict[str, object]
    rows: list[Row]


@dataclass(frozen=True, slots=True)
class Task:
    """Work measured again and again: one repetition yields a value for each of `figures` (work, unit)."""

    library: str
    game: str
    figures: tuple[tuple[str, str], ...]
    repeat: Callable[[], Sequence[float]]
    params: dict[str, object] = field(default_factory=dict)


def timed(work: Callable[[], T]) -> tuple[float, T]:
    """Seconds by the wall clock that one call takes, and what it returns."""
    start = perf_counter()
    result = work()
    return perf_counter() - start, result


def fitting(work: Callable[[int], object], seconds: float) -> int:
    """The n for which `work(n)` takes about so many seconds; warms up on the way."""
    n, taken = 1, timed(partial(work, 1))[0]
    while taken < seconds / 4:
        n *= 4
        taken = timed(partial(work, n))[0]
    return max(1, round(n * seconds / taken))


def per_call(
    statement: str, unit: str, positions: Sequence[Position], names: Mapping[str, object], seconds: float
) -> Callable[[], Sequence[float]]:
    """Mean time of `statement`, written in s, a and seat, over the positions, the bare loop taken off."""
    scope = {**names, "positions": positions}
    loop = "for s, a, seat in positions: "
    full, bare = timeit.Timer(loop + statement, globals=scope), timeit.Timer(loop + "pass", globals=scope)
    number = fitting(full.timeit, seconds)
    calls = number * len(positions)

    def repeat() -> Sequence[float]:
        return ((full.timeit(number) - bare.timeit(number)) / calls * 1e9 / NANOSECONDS[unit],)

    return repeat


def run(tasks: Sequence[Task], repeats: int) -> list[Row]:
    """Takes one repetition of every task in turn, in a new order each round, so that noise hits all alike."""
    values: list[list[Sequence[float]]] = [[] for _ in tasks]
    order, shuffle = list(range(len(tasks))), random.Random(1).shuffle
    for done in range(repeats):
        if sys.stderr.isatty():
            print(f"\rround {done + 1} of {repeats} ", end="", file=sys.stderr, flush=True)
        shuffle(order)
        for i in order:
            values[i].append(tasks[i].repeat())
    return [
        _row(task, work, unit, figures)
        for task, rounds in zip(tasks, values, strict=True)
        for (work, unit), figures in zip(task.figures, zip(*rounds, strict=True), strict=True)
    ]


def _row(task: Task, work: str, unit: str, figures: Sequence[float]) -> Row:
    low, median, high = statistics.quantiles(figures, n=4, method="inclusive")
    return {
        "library": task.library,
        "game": task.game,
        "params": task.params,
        "work": work,
        "value": median,
        "unit": unit,
        "spread": high - low,
    }


def machine() -> dict[str, object]:
    """The machine, as far as it bears on speed; nothing that names it."""
    info = Path("/proc/cpuinfo")
    lines = info.read_text().splitlines() if info.exists() else []
    models = [line.split(":", 1)[1].strip() for line in lines if line.startswith("model name")]
    cpu = models[0] if models else platform.processor() or platform.machine()
    return {"cpu": cpu, "cores": os.cpu_count(), "system": platform.system(), "arch": platform.machine()}


def label(row: Row) -> str:
    """The game with the parameters that were given."""
    return " ".join([row["game"], *(f"{key}={value}" for key, value in row["params"].items())])


def number(value: float, unit: str) -> str:
    """Three digits that count, thousands of a rate as k and M."""
    for factor, letter in ((1e6, " M"), (1e3, " k")) if unit.endswith("/s") else ():
        if value >= factor:
            return f"{value / factor:.3g}{letter}"
    return f"{value:.3g}" if abs(value) < 1000 else f"{value:.0f}"


def table(head: Sequence[str], lines: Sequence[Sequence[str]]) -> str:
    """Plain text in columns."""
    widths = [max(map(len, column)) for column in zip(head, *lines, strict=True)]
    ruled = [head, ["-" * width for width in widths], *lines]
    return "\n".join("  ".join(cell.ljust(w) for cell, w in zip(line, widths, strict=True)).rstrip() for line in ruled)


def publish(report: Report, path: str | None) -> None:
    """Prints the report and writes it as JSON where a path is given."""
    for part in ("machine", "versions", "build"):
        if report[part]:
            print(f"{part}: " + ", ".join(f"{key} {value}" for key, value in report[part].items()))
    lines = [
        [row["library"], label(row), row["work"], number(row["value"], row["unit"]), row["unit"],
         f"{row['spread'] / row['value']:.1%}" if row["value"] else "-"]
        for row in report["rows"]
    ]  # fmt: skip
    print(table(["library", "game", "work", "median", "unit", "quartiles apart"], lines))
    if path:
        Path(path).parent.mkdir(parents=True, exist_ok=True)
        Path(path).write_text(json.dumps(report, indent=1) + "\n", encoding="utf-8")
