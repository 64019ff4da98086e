"""A network in torch fills a replay buffer from a batch of games and learns values from it; a checkpoint resumes it.

Run it: ``python examples/replay_buffer_torch.py [GAME] [STEPS]``. Without torch it says so and does nothing.
`replay_buffer.py` beside it does the same in numpy, and says why the ends of games are asked for apart.
"""

from __future__ import annotations

import pickle
import sys
import tempfile
from pathlib import Path
from typing import Any

import numpy as np

import meeple

try:
    import torch
except ModuleNotFoundError:
    print("torch is not installed, so there is nothing to show: pip install torch")
    sys.exit(0)

GAMES, LEARN_EVERY, SAMPLE = 64, 5, 256


class Run:
    """A batch, a network that scores actions and guesses the value, and a buffer of tensors."""

    def __init__(self, name: str, seed: int) -> None:
        torch.manual_seed(seed)
        game = meeple.load(name)
        self.batch = meeple.Batch(game, GAMES, seed=seed)
        # Its last output is the value, the others are scores of actions.
        self.net = torch.nn.Sequential(
            torch.nn.Linear(game.observation_spec.size, 64), torch.nn.ReLU(), torch.nn.Linear(64, game.num_actions + 1)
        )
        self.optimizer = torch.optim.Adam(self.net.parameters(), lr=1e-3)
        self.buffer: list[dict[str, Any]] = []
        self.losses: list[float] = []

    def play(self, steps: int) -> None:
        """Steps all games on, keeps what happened, and learns from it now and then."""
        batch = self.batch
        for _ in range(steps):
            seats, games = torch.from_numpy(batch.current_player.astype(np.int64)), torch.from_numpy(batch.game_id)
            seen, legal = torch.from_numpy(batch.observation_tensor()), torch.from_numpy(batch.legal_actions_mask())
            with torch.no_grad():
                scores = self.net(seen)[:, :-1].masked_fill(~legal, -torch.inf)
                actions = torch.multinomial(torch.softmax(scores, dim=1), 1).squeeze(1)
            batch.step(actions.numpy())
            # A row whose game has just ended shows the next game already.
            done = torch.from_numpy(batch.done)
            after = torch.from_numpy(batch.observation_tensor(seats=seats.numpy()))
            after[done] = torch.from_numpy(batch.final_observation_tensor(seats=seats.numpy()))[done]
            self.buffer.append(
                {
                    "seen": seen,
                    "legal": legal,
                    "action": actions,
                    "after": after,
                    "done": done,
                    "seat": seats,
                    "game_id": games,
                    "value": torch.full((GAMES,), torch.nan),
                }
            )
            returns = torch.from_numpy(batch.returns()).float()
            for block in self.buffer if done.any() else []:
                rows = torch.nonzero(done & (block["game_id"] == games)).squeeze(1)
                block["value"][rows] = returns[rows, block["seat"][rows]]
            if len(self.buffer) % LEARN_EVERY == 0:
                self.learn()

    def learn(self) -> None:
        """One step of the optimizer on transitions whose game has ended."""
        seen, value = (torch.cat([block[key] for block in self.buffer]) for key in ("seen", "value"))
        known = torch.nonzero(torch.isfinite(value)).squeeze(1)
        if len(known) == 0:
            return
        picked = known[torch.randint(len(known), (SAMPLE,))]
        loss = torch.nn.functional.mse_loss(self.net(seen[picked])[:, -1], value[picked])
        self.optimizer.zero_grad()
        loss.backward()
        self.optimizer.step()
        self.losses.append(loss.item())

    def save(self, path: Path) -> None:
        """Writes a checkpoint, torch's generator in it: a reader finds the old one or the new one whole."""
        part = path.with_suffix(".part")
        part.write_bytes(pickle.dumps((self, torch.get_rng_state())))
        part.replace(path)

    @staticmethod
    def load(path: Path) -> Run:
        """Reads one of your own: pickles run code."""
        run, state = pickle.loads(path.read_bytes())
        torch.set_rng_state(state)
        assert isinstance(run, Run)
        return run


def main(name: str = "legends", steps: int = 120) -> Run:
    """Fills a buffer in one go and in two, and returns it."""
    torch.set_num_threads(1)  # sums in one order, so that both come out alike
    whole = Run(name, seed=1)
    whole.play(steps)

    half = Run(name, seed=1)
    half.play(steps // 2)
    with tempfile.TemporaryDirectory() as folder:
        checkpoint = Path(folder) / "run.pickle"
        half.save(checkpoint)
        del half
        resumed = Run.load(checkpoint)
    resumed.play(steps - steps // 2)

    for block, again in zip(whole.buffer, resumed.buffer, strict=True):
        for key, column in block.items():
            assert torch.equal(torch.nan_to_num(column, -1.0), torch.nan_to_num(again[key], -1.0)), key
    assert whole.losses == resumed.losses
    return whole


if __name__ == "__main__":
    words = sys.argv[1:]
    run = main(words[0] if words else "legends", int(words[1]) if len(words) > 1 else 120)
    ends = sum(int(block["done"].sum()) for block in run.buffer)
    print(f"{GAMES * len(run.buffer):,} transitions, {ends:,} ends of games, {len(run.losses)} steps of the optimizer")
    if run.losses:
        print(f"loss of the value from {run.losses[0]:.3f} to {run.losses[-1]:.3f}")
    print("resumed from a checkpoint half-way: the same data")
