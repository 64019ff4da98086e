"""What a registered game has to bring: docs/adding_a_game.md lists it, this names what one lacks."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import meeple
from meeple import _core
from tests.conftest import VARIANTS

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "adding_a_game.md").read_text()
PLACES = re.findall(r"^\| `([^`]+)` \|", PAGE, re.MULTILINE)


def camel(name: str) -> str:
    return "".join(word.capitalize() for word in name.split("_"))


def there(pattern: str) -> bool:
    """Whether a place exists; a pattern stands for three files at least."""
    if "*" in pattern:
        return len(list(ROOT.glob(pattern))) >= 3
    return (ROOT / pattern).exists()


def test_the_page_lists_the_places() -> None:
    assert len(PLACES) >= 8
    assert all("<game>" in place for place in PLACES)


@pytest.mark.parametrize("name", meeple.games())
def test_a_registered_game_is_whole(name: str) -> None:
    checks = {place: there(place.replace("<game>", name)) for place in PLACES}
    stub = (ROOT / "python" / "meeple" / "_core.pyi").read_text()
    listed = (ROOT / "rust" / "core" / "src" / "games" / "mod.rs").read_text()
    checks |= {
        f"class {camel(name)}State in _core.pyi": f"class {camel(name)}State(State)" in stub,
        f"class {camel(name)}State at run time": hasattr(_core, f"{camel(name)}State"),
        f"overload of load for {name}": f'name: Literal["{name}"]' in stub,
        f"{camel(name)} in games/mod.rs": f"{camel(name)}: " in listed,
        f"VARIANTS[{name!r}] in tests/conftest.py": name in VARIANTS,
        f"{name} in README.md": f'"{name}"' in (ROOT / "README.md").read_text(),
        f"{name} in CHANGELOG.md": name in (ROOT / "CHANGELOG.md").read_text().lower(),
        "a summary": bool(_core.game_info(name)["summary"]),
    }
    lacks = [what for what, found in checks.items() if not found]
    assert not lacks, f"{name} lacks {', '.join(lacks)}"


def test_tags_of_games_differ() -> None:
    states = [meeple.load(name).new_initial_state().to_bytes() for name in meeple.games()]
    assert len({data[5] for data in states}) == len(states)


def test_names_are_sorted_and_load() -> None:
    assert list(meeple.games()) == sorted(meeple.games())
    for name in meeple.games():
        assert meeple.load(name).name == name
