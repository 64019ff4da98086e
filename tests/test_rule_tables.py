"""Each rule of a registered game is held by some test that names it, and the tables in docs/rules say which."""

from __future__ import annotations

import pytest

import meeple
from tests import rule_tables

each = pytest.mark.parametrize("name", meeple.games())


@each
def test_every_rule_is_named_by_a_test(name: str) -> None:
    rules = rule_tables.rules(rule_tables.page(name).read_text())
    assert len(rules) > 10
    found = rule_tables.tests()
    lacks = [rule for rule in rules if rule not in found]
    assert not lacks, f"no test is named for {', '.join(lacks)}"


@each
def test_no_test_is_named_for_a_rule_that_is_not_there(name: str) -> None:
    rules = rule_tables.rules(rule_tables.page(name).read_text())
    letters = {rule.partition("-")[0] for rule in rules}
    assert len(letters) == 1
    strange = [rule for rule in rule_tables.tests() if rule.partition("-")[0] in letters and rule not in rules]
    assert not strange


@each
def test_the_table_is_true(name: str) -> None:
    text = rule_tables.page(name).read_text()
    assert text == rule_tables.with_table(text), "run python -m tests.rule_tables"
