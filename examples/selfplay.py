"""A net plays itself by tree search, many games at once, and writes what a learner needs to a Parquet file.

All games search together: leaves of all trees go to the net in one call. The file is then read back and checked.

Run it: ``python examples/selfplay.py``, or ``python examples/selfplay.py kingdom --games 1000 --at-once 128
--simulations 200 --out kingdom.parquet``. Needs numpy and pyarrow: ``pip install "meeple[data]"``.

A row is a position in which a seat had more than one action:

- ``game_id``, ``seed``, ``ply``: the game, what its chance hangs on, and which of its decisions;
- ``state``: a row of `Batch.pack`, so that many are loaded at once by `Batch.unpack`, observations and masks included;
- ``seat``, ``action``: who chose and what;
- ``actions``, ``policy``: the ids that the search has tried and their shares of its visits;
- ``value``: what the search expected for each seat; ``returns``, ``scores``: what came of it, by seat.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
import tempfile
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

# Before numpy is there: its threads gain nothing on matrices this small, and wait for each other where others compute.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

import numpy as np
from numpy.typing import NDArray

import meeple
import meeple.search

try:
    import pyarrow as pa
    import pyarrow.parquet as pq
except ModuleNotFoundError:
    sys.exit('this example writes Parquet and needs pyarrow, of the extra data: pip install "meeple[data]"')

Floats = NDArray[np.float32]
Row = dict[str, Any]

GROUP = 1 << 14
"""Positions in a row group of the file; so many wait in memory at most, and those of games not over yet."""


class Net:
    """Two layers in numpy: from what a seat sees to weights of all actions and to shares of the win by seat.

    A learner would train its arrays and hand them over as ``.npz``; here they are random, or read from a file.
    """

    def __init__(self, game: meeple.Game, weights: dict[str, Floats]) -> None:
        hidden = len(weights["bias"])
        shapes = {
            "input": (game.observation_spec.size, hidden),
            "bias": (hidden,),
            "policy": (hidden, game.num_actions),
            "value": (hidden, game.num_players),
        }
        for name, shape in shapes.items():
            if weights[name].shape != shape:
                raise SystemExit(f"weights: {name} has shape {weights[name].shape}, {game.name} needs {shape}")
        self.weights = {name: weights[name].astype(np.float32) for name in shapes}
        self.calls = self.leaves = 0

    @classmethod
    def random(cls, game: meeple.Game, hidden: int, seed: int) -> Net:
        """A net that knows nothing."""
        random = np.random.default_rng(seed)

        def layer(inputs: int, outputs: int) -> Floats:
            return random.normal(0.0, inputs**-0.5, (inputs, outputs)).astype(np.float32)

        size, bias = game.observation_spec.size, np.zeros(hidden, np.float32)
        policy, value = layer(hidden, game.num_actions), layer(hidden, game.num_players)
        return cls(game, {"input": layer(size, hidden), "bias": bias, "policy": policy, "value": value})

    @classmethod
    def load(cls, game: meeple.Game, path: Path) -> Net:
        """The net of an ``.npz`` file with the arrays input, bias, policy and value."""
        with np.load(path) as arrays:
            return cls(game, {name: arrays[name] for name in ("input", "bias", "policy", "value")})

    def __call__(self, seen: Floats, legal: NDArray[np.bool_], seats: NDArray[np.int8]) -> tuple[Floats, Floats]:
        """What `meeple.search` asks of an evaluator.

        Gets observations float32[b, size], legal actions bool[b, num_actions] and seats int8[b] of leaves; returns
        weights of actions [b, num_actions] and values [b, players]. Observations count seats from the one that chooses,
        and so do the values: who sits where is nothing that the net has to learn.
        """
        self.calls, self.leaves = self.calls + 1, self.leaves + len(seats)
        hidden = np.maximum(seen @ self.weights["input"] + self.weights["bias"], 0.0)
        logits = np.where(legal, hidden @ self.weights["policy"], np.float32(-np.inf))
        return softmax(logits), softmax(hidden @ self.weights["value"])


def softmax(logits: Floats) -> Floats:
    """Shares that sum to 1 in each row; 0 for minus infinity."""
    powers = np.exp(logits - logits.max(axis=1, keepdims=True))
    shares: Floats = powers / powers.sum(axis=1, keepdims=True)
    return shares


@dataclass(frozen=True, slots=True)
class Plan:
    """How to play."""

    games: int
    at_once: int
    simulations: int
    temperature: float
    sampled: int
    noise: tuple[float, float]
    seed: int


def play(game: meeple.Game, net: Net, plan: Plan) -> Iterator[list[Row]]:
    """Plays the games; gives the rows of each as it ends.

    A row of the batch whose game ends goes on with the next one (`auto_reset`) until all are begun, so the net has
    full batches to the end nearly, and short games are not preferred to long ones.
    """
    batch = meeple.Batch(game, min(plan.at_once, plan.games), seed=plan.seed, skip_forced=True)
    rng = meeple.Rng(plan.seed)
    running: dict[int, list[Row]] = {}
    while len(live := np.flatnonzero(batch.game_id < plan.games)):
        now = batch.take(live)
        results = meeple.search.mcts(
            now,
            simulations=plan.simulations,
            evaluator=net,
            batch_size=max(256, len(live)),
            temperature=plan.temperature,
            noise=plan.noise,
            seed=rng.below(2**63),
        )
        if any(result.interrupted for result in results):
            raise KeyboardInterrupt
        chosen = []
        columns = zip(results, now.game_id, now.seeds, now.steps, now.pack(), strict=True)
        for result, game_id, seed, ply, state in columns:
            rows = running.setdefault(int(game_id), [])
            # Drawn by the visits to begin with, so that games differ; later the best.
            action = result.sample(rng) if len(rows) < plan.sampled else result.best_action
            chosen.append(action)
            tried = result.visits > 0
            rows.append(
                {
                    "game_id": int(game_id),
                    "seed": int(seed),
                    "ply": int(ply),
                    "state": state.tobytes(),
                    "seat": result.seat,
                    "action": action,
                    "actions": result.actions[tried],
                    "policy": result.visits[tried] / result.visits.sum(),
                    "value": result.value,
                }
            )
        batch.step(chosen, index=live)
        done, returns, scores = batch.done, batch.returns(), batch.scores()
        for k, game_id in zip(live, now.game_id, strict=True):
            if done[k]:
                rows = running.pop(int(game_id))
                for row in rows:
                    row.update(returns=returns[k], scores=scores[k])
                yield rows


def schema(game: meeple.Game, plan: Plan) -> Any:
    """The columns; beside them what the states need to be read again."""
    about = {"game": game.name, "params": game.params, "fingerprint": game.fingerprint.hex(), "seed": plan.seed}
    shares = pa.list_(pa.float32(), game.num_players)
    columns = {
        "game_id": pa.int64(),
        "seed": pa.uint64(),
        "ply": pa.int32(),
        "state": pa.binary(game.packed_size),
        "seat": pa.int8(),
        "action": pa.int32(),
        "actions": pa.list_(pa.int32()),
        "policy": pa.list_(pa.float32()),
        "value": shares,
        "returns": shares,
        "scores": pa.list_(pa.int32(), game.num_players),
    }
    fields = [pa.field(name, kind, nullable=False) for name, kind in columns.items()]
    return pa.schema(fields, metadata={"meeple": json.dumps(about)})


def write(path: Path, game: meeple.Game, net: Net, plan: Plan) -> int:
    """Plays and writes; how many positions. The file is there whole or, on an error or Ctrl-C, not at all."""
    part, total = path.with_name(f".{path.name}.{os.getpid()}.part"), 0
    try:
        with pq.ParquetWriter(part, schema(game, plan), compression="zstd") as file:
            held: list[Row] = []
            for rows in play(game, net, plan):
                held += rows
                total += len(rows)
                if len(held) >= GROUP:
                    file.write_table(pa.Table.from_pylist(held, file.schema))
                    held.clear()
            file.write_table(pa.Table.from_pylist(held, file.schema))
        part.replace(path)
    finally:
        part.unlink(missing_ok=True)
    return total


def load(path: Path) -> tuple[meeple.Game, Any]:
    """The game of a file and its table, as a learner would begin."""
    table = pq.read_table(path)
    about = json.loads(table.schema.metadata[b"meeple"])
    game = meeple.load(about["game"], **about["params"])
    if game.fingerprint.hex() != about["fingerprint"]:
        raise SystemExit(f"{path}: written by other rules of {game.name} than those installed")
    return game, table


def states(game: meeple.Game, table: Any) -> meeple.Batch:
    """The positions of a table as a batch, which gives observations and masks of all of them at once."""
    packed = np.frombuffer(b"".join(table["state"].to_pylist()), np.uint8).reshape(-1, game.packed_size)
    batch = meeple.Batch(game, len(packed), seed=0)
    batch.unpack(packed)
    return batch


def dense(game: meeple.Game, table: Any) -> Floats:
    """float32[n, num_actions]: the policies."""
    policies = np.zeros((len(table), game.num_actions), np.float32)
    for row, actions, shares in zip(policies, table["actions"].to_pylist(), table["policy"].to_pylist(), strict=True):
        row[actions] = shares
    return policies


def check(path: Path) -> None:
    """Reads a file back: what it says must be what the rules say."""
    game, table = load(path)
    batch, policies = states(game, table), dense(game, table)
    seats = np.array(table["seat"])
    require(np.array_equal(batch.current_player, seats), "a position in which another seat chooses")
    require(not policies[~batch.legal_actions_mask()].any(), "a policy over actions that are not legal")
    require(bool((policies >= 0).all() and np.allclose(policies.sum(axis=1), 1.0)), "a policy that does not sum to 1")
    match, running = meeple.Match(game, seed=0), -1
    rows = table.sort_by([("game_id", "ascending"), ("ply", "ascending")]).to_pylist()
    for k, row in enumerate(rows):
        if row["game_id"] != running:
            match, running = meeple.Match(game, seed=row["seed"]), row["game_id"]
        forced(match)
        again = meeple.Batch.from_states(match.state, seed=0).pack()[0].tobytes()
        require(again == row["state"], f"game {running}: another position than its replay comes to")
        match.play(row["action"])
        forced(match)
        if k + 1 == len(rows) or rows[k + 1]["game_id"] != running:
            returns, scores = match.state.returns(), match.state.scores()
            require(match.state.is_terminal and scores == row["scores"], f"game {running}: other scores")
            require(np.allclose(returns, row["returns"]), f"game {running}: other returns than its replay's")


def forced(match: meeple.Match) -> None:
    """Plays what leaves no choice; such positions are not in the file."""
    while len(actions := match.state.legal_actions()) == 1:
        match.play(actions[0])


def require(holds: bool, fault: str) -> None:
    """Ends with the fault where something does not hold."""
    if not holds:
        raise SystemExit(f"does not hold: {fault}")


def options() -> argparse.Namespace:
    """What was asked for on the command line."""
    parser = argparse.ArgumentParser(description="Play a net against itself and keep the positions as Parquet.")
    add = parser.add_argument
    add("game", nargs="?", default="legends", choices=meeple.games(), help="default: legends")
    add("--players", type=int, help="default: the game's own")
    add("--games", type=whole(1), default=32, help="how many to play; default 32")
    add("--at-once", type=whole(1), default=64, help="how many at a time; default 64")
    add("--simulations", type=whole(2), default=32, help="of each search; default 32")
    add("--temperature", type=float, default=1.0, help="with which actions are drawn from visits; default 1.0")
    add("--sampled", type=whole(0), default=30, help="decisions of a game that are drawn, then the best; default 30")
    add("--noise", type=float, nargs=2, default=(0.3, 0.25), metavar=("ALPHA", "SHARE"), help="default 0.3 0.25")
    add("--weights", type=Path, help="arrays of the net as .npz; default: random ones")
    add("--hidden", type=whole(1), default=64, help="width of a random net; default 64")
    add("--seed", type=whole(0), default=1, help="of games, searches and a random net; default 1")
    add("--out", type=Path, help="the file to write; default: one that is removed after the check")
    add("--force", action="store_true", help="overwrite a file that exists")
    return parser.parse_args()


def whole(least: int) -> Any:
    """A type of whole numbers from `least` on."""

    def parse(text: str) -> int:
        value = int(text)
        if value < least:
            raise argparse.ArgumentTypeError(f"got {value}, expected at least {least}")
        return value

    return parse


def main() -> None:
    """Plays, writes, reads back, and tells."""
    chosen = options()
    game = meeple.load(chosen.game, **({} if chosen.players is None else {"players": chosen.players}))
    if chosen.out and chosen.out.exists() and not chosen.force:
        sys.exit(f"{chosen.out} exists; --force overwrites it")
    net = Net.load(game, chosen.weights) if chosen.weights else Net.random(game, chosen.hidden, chosen.seed)
    plan = Plan(
        games=chosen.games,
        at_once=chosen.at_once,
        simulations=chosen.simulations,
        temperature=chosen.temperature,
        sampled=chosen.sampled,
        noise=(chosen.noise[0], chosen.noise[1]),
        seed=chosen.seed,
    )
    with tempfile.TemporaryDirectory() as folder:
        path: Path = chosen.out or Path(folder) / "selfplay.parquet"
        start = time.perf_counter()
        total = write(path, game, net, plan)
        taken = time.perf_counter() - start
        players, speed = game.num_players, total * plan.simulations / taken
        print(f"{plan.games:,} games of {game.name} with {players} players: {total:,} positions in {taken:.1f} s")
        print(f"{speed:,.0f} simulations/s, {net.leaves / net.calls:.1f} leaves in a call of the net")
        print(f"{path.stat().st_size / total:.0f} bytes a position" + (f", in {path}" if chosen.out else ""))
        check(path)
        print("read back: states load, policies are over legal actions and sum to 1, results are those of replays")


if __name__ == "__main__":
    try:
        main()
    except meeple.Error as error:
        sys.exit(str(error))
    except KeyboardInterrupt:
        sys.exit(130)
