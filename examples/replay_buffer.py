"""A policy in numpy fills a replay buffer from a batch of games; stopped half-way, it goes on to the same data.

Run it: ``python examples/replay_buffer.py [GAME] [STEPS]``. Needs only meeple and numpy.
"""

from __future__ import annotations

import pickle
import sys
import tempfile
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

import meeple

GAMES = 64
"""Games that step together."""


class Policy:
    """Chooses by random linear features of what the player to move sees. A learner would train `weights`."""

    def __init__(self, game: meeple.Game, seed: int) -> None:
        self.random = np.random.default_rng(seed)
        shape = (game.observation_spec.size, game.num_actions)
        self.weights = self.random.normal(0.0, 0.3, shape).astype(np.float32)

    def choose(self, seen: NDArray[np.float32], legal: NDArray[np.bool_]) -> NDArray[np.int64]:
        """int64[n]: a legal action in each row, drawn from the softmax of its scores."""
        noise = self.random.gumbel(size=legal.shape).astype(np.float32)
        actions: NDArray[np.int64] = np.where(legal, seen @ self.weights + noise, -np.inf).argmax(axis=1)
        return actions


@dataclass
class Buffer:
    """Transitions of whoever moved, the newest last.

    Each block is a step of the whole batch. `value` is what the seat's game brought it in the end; NaN while it runs.
    """

    blocks: list[dict[str, NDArray[Any]]] = field(default_factory=list)

    def add(self, **columns: NDArray[Any]) -> None:
        """A step of the batch."""
        self.blocks.append({**columns, "value": np.full(len(columns["action"]), np.nan, np.float32)})

    def finish(self, done: NDArray[np.bool_], games: NDArray[np.int64], returns: NDArray[np.float64]) -> None:
        """Puts the returns of ended games beside all that was done in them."""
        if not done.any():
            return
        for block in self.blocks:
            rows = np.flatnonzero(done & (block["game_id"] == games))
            block["value"][rows] = returns[rows, block["seat"][rows]]

    def columns(self) -> dict[str, NDArray[Any]]:
        """All of it, a row a transition."""
        return {key: np.concatenate([block[key] for block in self.blocks]) for key in self.blocks[0]}


@dataclass
class Run:
    """All that goes on from step to step: pickled, it is a checkpoint."""

    batch: meeple.Batch
    policy: Policy
    buffer: Buffer

    @classmethod
    def begin(cls, name: str, seed: int) -> Run:
        """A run that has made no step."""
        game = meeple.load(name)
        return cls(meeple.Batch(game, GAMES, seed=seed), Policy(game, seed), Buffer())

    def play(self, steps: int) -> None:
        """Steps all games on and keeps what happened."""
        batch = self.batch
        for _ in range(steps):
            seats, games = batch.current_player, batch.game_id
            seen, legal = batch.observation_tensor(), batch.legal_actions_mask()
            actions = self.policy.choose(seen, legal)
            batch.step(actions)
            # What the seat that moved sees next. A row whose game has just ended shows the next game already:
            # there the end has to be asked for, or the transition would lead from one game into another.
            after, done = batch.observation_tensor(seats=seats), batch.done
            after[done] = batch.final_observation_tensor(seats=seats)[done]
            self.buffer.add(
                seen=seen,
                legal=np.packbits(legal, axis=1),
                action=actions,
                after=after,
                done=done,
                seat=seats,
                game_id=games,
            )
            self.buffer.finish(done, games, batch.returns())

    def save(self, path: Path) -> None:
        """Writes a checkpoint: a reader finds the old one or the new one whole, never half of it."""
        part = path.with_suffix(".part")
        part.write_bytes(pickle.dumps(self))
        part.replace(path)

    @staticmethod
    def load(path: Path) -> Run:
        """Reads one of your own: pickles run code."""
        run = pickle.loads(path.read_bytes())
        assert isinstance(run, Run)
        return run


def main(name: str = "legends", steps: int = 120) -> dict[str, NDArray[Any]]:
    """Fills a buffer in one go and in two, and returns it."""
    whole = Run.begin(name, seed=1)
    whole.play(steps)

    half = Run.begin(name, seed=1)
    half.play(steps // 2)
    with tempfile.TemporaryDirectory() as folder:
        checkpoint = Path(folder) / "run.pickle"
        half.save(checkpoint)
        del half
        resumed = Run.load(checkpoint)
    resumed.play(steps - steps // 2)

    data, again = whole.buffer.columns(), resumed.buffer.columns()
    for key, column in data.items():
        assert np.array_equal(column, again[key], equal_nan=column.dtype.kind == "f"), key
    return data


if __name__ == "__main__":
    words = sys.argv[1:]
    data = main(words[0] if words else "legends", int(words[1]) if len(words) > 1 else 120)
    valued = np.isfinite(data["value"])
    print(f"{len(valued):,} transitions of {data['seen'].shape[1]} numbers, {data['done'].sum():,} ends of games")
    print(f"{valued.mean():.0%} of them know how their game ended")
    print("resumed from a checkpoint half-way: the same data")
