"""Writes the stored files of a version of the formats: ``python -m tests.compat.make``.

What is there is never written again, since it stands for what users have. Where rules or formats changed before a
first release, delete a folder by hand and make it anew; after it, make the files of a new version beside the old ones.
"""

from __future__ import annotations

import json
import pickle
from pathlib import Path
from typing import Any

import meeple
from tests.conftest import every_variant

VERSION = 1
HERE = Path(__file__).parent
ROOT = HERE / f"v{VERSION}"
CUTS = (0, 1, 2, 4, 7)
"""A position each of so many eighths of a game, so that every part of it is met by some."""


def folder(game: meeple.Game) -> Path:
    """Where the files of a game with its parameters lie."""
    return ROOT / f"{game.name}-{game.num_players}-{game.fingerprint[:3].hex()}"


def whole(game: meeple.Game, seed: int) -> meeple.Match:
    """A random match to its end."""
    played = meeple.Match(game, seed=seed, meta={"seed": seed})
    rng = meeple.Rng(seed)
    while not played.state.is_terminal:
        played.play(played.state.random_action(rng))
    played.termination = "normal"
    return played


def expected(state: meeple.State) -> dict[str, Any]:
    """What has to come out of a state's files."""
    return {
        "hash64": f"{state.hash64:016x}",
        "phase": state.phase,
        "current_player": state.current_player,
        "scores": state.scores(),
        "returns": state.returns(),
        "legal": state.legal_action_strs(),
    }


def write(game: meeple.Game) -> bool:
    """Writes the files of a game; False if there are some already."""
    path = folder(game)
    if path.exists():
        return False
    path.mkdir(parents=True)
    played = whole(game, 1)
    plies = [played.ply * cut // 8 for cut in CUTS] + [played.ply]
    states = [played.state_at(ply) for ply in plies]
    half = played.copy()
    half.undo(to=plies[2])
    half.termination = None
    started = meeple.Match(game, seed=2, start=states[3])
    rng = meeple.Rng(2)
    for _ in range(5):
        if not started.state.is_terminal:
            started.play(started.state.random_action(rng))
    viewers = [None, *range(game.num_players)]
    views = [state.view(viewers[number % len(viewers)]) for number, state in enumerate(states)]
    files: dict[str, str] = {
        "positions.jsonl": "".join(state.to_json() + "\n" for state in states),
        "views.jsonl": "".join(view.to_json() + "\n" for view in views),
        "records.jsonl": "".join(one.to_json() + "\n" for one in (played, half, started)),
        "states.hex": "".join(state.to_bytes().hex() + "\n" for state in states),
        "expected.json": json.dumps(
            {
                "name": game.name,
                "params": game.params,
                "fingerprint": game.fingerprint.hex(),
                "rules_version": game.rules_version,
                "plies": plies,
                "states": [expected(state) for state in states],
                "view_keys": [view.information_key().hex() for view in views],
                "record_ends": [expected(one.state) for one in (played, half, started)],
                "memories": [played.information_state(viewer).hex() for viewer in viewers],
            },
            indent=1,
        )
        + "\n",
    }
    for name, text in files.items():
        (path / name).write_text(text)
    things = {"game": game, "states": states, "views": views, "match": played, "half": half}
    (path / "things.pickle").write_bytes(pickle.dumps(things, protocol=4))
    return True


def main() -> None:
    """Writes what is missing, and says so."""
    for name, params in every_variant():
        game = meeple.load(name, **params)
        told = "written" if write(game) else "is there, left as it is"
        print(f"{folder(game).relative_to(HERE)}: {told}")


if __name__ == "__main__":
    main()
