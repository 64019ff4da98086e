"""The command line as tests run it."""

from __future__ import annotations

import json
import subprocess
import sys
from typing import Any

import pytest

pytest.importorskip("typer")
pytest.importorskip("rich")

from typer.testing import CliRunner, Result

from meeple.cli.app import app

# What depends on the clock or the machine, not on the games.
SPEED_KEYS = {"seconds", "games_per_second", "decisions_per_second", "steps_per_second", "build", "threads"}


def run(*args: str, stdin: str | None = None, env: dict[str, str] | None = None) -> Result:
    """The command line in this process."""
    return CliRunner().invoke(app, list(args), input=stdin, env={"COLUMNS": "100", **(env or {})})


def shell(*args: str, **kwargs: Any) -> subprocess.CompletedProcess[str]:
    """`python -m meeple` as a process of its own."""
    return subprocess.run(
        [sys.executable, "-m", "meeple", *args],
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
        **kwargs,
    )


def simulated(*args: str) -> dict[str, Any]:
    """The object of `meeple simulate --json`."""
    result = run("simulate", *args, "--json")
    assert result.exit_code == 0, result.output
    document: dict[str, Any] = json.loads(result.stdout)
    return document


def figures(document: dict[str, Any]) -> dict[str, Any]:
    """A simulation without what the clock says."""
    return {key: value for key, value in document.items() if key not in SPEED_KEYS}


def one_error_line(result: Result) -> str:
    """The single line on stderr."""
    lines = result.stderr.splitlines()
    assert len(lines) == 1, result.stderr
    assert lines[0].startswith("error: ")
    assert "Traceback" not in result.output
    return lines[0]
