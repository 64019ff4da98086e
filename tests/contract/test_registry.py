"""What a registered game has to bring: the test names what one lacks."""

from __future__ import annotations

import importlib
import importlib.util
from pathlib import Path

import pytest

import meeple
from meeple import _core
from tests.conftest import VARIANTS

ROOT = Path(__file__).parents[2]


def camel(name: str) -> str:
    return "".join(word.capitalize() for word in name.split("_"))


@pytest.mark.parametrize("name", meeple.games())
def test_a_registered_game_is_whole(name: str) -> None:
    lacks = []
    info = _core.game_info(name)
    page = ROOT / "docs" / "rules" / f"{name}.md"
    checks = {
        f"python/meeple/{name}.py": importlib.util.find_spec(f"meeple.{name}") is not None,
        f"class {camel(name)}State": hasattr(_core, f"{camel(name)}State"),
        f"python/meeple/reference/{name}.py": importlib.util.find_spec(f"meeple.reference.{name}") is not None,
        f"python/meeple/render/{name}.py": importlib.util.find_spec(f"meeple.render.{name}") is not None,
        f"docs/rules/{name}.md": page.exists(),
        f"tests/games/{name}/": (ROOT / "tests" / "games" / name).is_dir(),
        f"tests/golden/perft/{name}-*.json": len(list((ROOT / "tests" / "golden" / "perft").glob(f"{name}-*.json")))
        >= 3,
        f"rust/core/tests/{name}_contract.rs": (ROOT / "rust" / "core" / "tests" / f"{name}_contract.rs").exists(),
        f"VARIANTS[{name!r}] in tests/conftest.py": name in VARIANTS,
        f"{name} in README.md": name in (ROOT / "README.md").read_text(),
        f"{name} in CHANGELOG.md": name in (ROOT / "CHANGELOG.md").read_text().lower(),
        "a summary": bool(info["summary"]),
    }
    lacks = [what for what, there in checks.items() if not there]
    assert not lacks, f"{name} lacks {', '.join(lacks)}"


def test_tags_of_games_differ() -> None:
    states = [meeple.load(name).new_initial_state().to_bytes() for name in meeple.games()]
    assert len({data[5] for data in states}) == len(states)


def test_names_are_sorted_and_load() -> None:
    assert list(meeple.games()) == sorted(meeple.games())
    for name in meeple.games():
        assert meeple.load(name).name == name
