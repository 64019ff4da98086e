"""README and docstrings run."""

from __future__ import annotations

import doctest
import importlib
import pkgutil
from pathlib import Path

import pytest

import meeple

ROOT = Path(__file__).parents[1]


@pytest.mark.parametrize("page", ["README.md", "docs/search.md"])
def test_page_runs(page: str) -> None:
    result = doctest.testfile(str(ROOT / page), module_relative=False)
    assert result.attempted >= 8
    assert result.failed == 0


MODULES = ["meeple", *(m.name for m in pkgutil.walk_packages(meeple.__path__, "meeple.") if "__main__" not in m.name)]


@pytest.mark.parametrize("name", MODULES)
def test_docstrings_run_and_public_names_have_one(name: str) -> None:
    module = importlib.import_module(name)
    assert doctest.testmod(module).failed == 0
    assert module.__doc__ or name == "meeple._core"
