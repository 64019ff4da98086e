"""Which tests hold which rule: ``python -m tests.rule_tables`` writes the tables at the end of the pages in docs/rules.

A test names the rules it holds: ``test_lg15_...`` in Python, ``lg15_...`` in Rust, several as ``kd13_kd5_...``.
"""

from __future__ import annotations

import ast
import re
from pathlib import Path

import meeple

ROOT = Path(__file__).parents[1]
RULES = ROOT / "docs" / "rules"
HEADING = "## Tests"
NOTE = "Made by `python -m tests.rule_tables` from the names of the tests, and checked by `tests/test_rule_tables.py`."

_NUMBERED = re.compile(r"^(?:test_)?((?:[a-z]{1,2}\d+_)+)(.+)$")
_RUST_TEST = re.compile(r"#\[test\]\s*(?:#\[[^\]]*\]\s*)*fn (\w+)")


def page(name: str) -> Path:
    """The page of a game."""
    return RULES / f"{name}.md"


def rules(text: str) -> list[str]:
    """The numbers of a page's rules in their order: ``LG-15``."""
    numbers = re.findall(r"^- ([A-Z]{1,2}-\d+) ", text, flags=re.MULTILINE)
    return sorted(dict.fromkeys(numbers), key=lambda rule: int(rule.partition("-")[2]))


def tests() -> dict[str, dict[str, list[str]]]:
    """By rule, by file, the claims of the tests that name it."""
    found: dict[str, dict[str, list[str]]] = {}
    for path, names in [*_python(), *_rust()]:
        for name in names:
            matched = _NUMBERED.match(name)
            if not matched:
                continue
            claim = matched[2].replace("_", " ")
            for number in matched[1].rstrip("_").split("_"):
                rule = re.sub(r"(\d+)$", r"-\1", number.upper())
                found.setdefault(rule, {}).setdefault(path, []).append(claim)
    return found


def _python() -> list[tuple[str, list[str]]]:
    files = sorted((ROOT / "tests").rglob("test_*.py"))
    return [(_shown(path), _functions(path.read_text())) for path in files]


def _functions(text: str) -> list[str]:
    functions = [node for node in ast.walk(ast.parse(text)) if isinstance(node, ast.FunctionDef)]
    return [node.name for node in functions if node.name.startswith("test_")]


def _rust() -> list[tuple[str, list[str]]]:
    files = sorted((ROOT / "rust" / "core").rglob("*.rs"))
    return [(_shown(path), _RUST_TEST.findall(path.read_text())) for path in files if "target" not in path.parts]


def _shown(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


def table(text: str) -> str:
    """The section of a page: a line a rule."""
    found = tests()
    lines = [HEADING, NOTE, "", "| rule | tests |", "|---|---|"]
    for rule in rules(text):
        cells = [f"`{path}`: {'; '.join(claims)}" for path, claims in sorted(found.get(rule, {}).items())]
        lines.append(f"| {rule} | {'<br>'.join(cells)} |")
    return "\n".join(lines) + "\n"


def with_table(text: str) -> str:
    """A page with its table as the tests stand now."""
    return text.partition(f"\n{HEADING}\n")[0].rstrip("\n") + "\n\n" + table(text)


def main() -> None:
    """Writes the tables of all registered games."""
    for name in meeple.games():
        path = page(name)
        path.write_text(with_table(path.read_text()))
        print(_shown(path))


if __name__ == "__main__":
    main()
