"""Both sides, the reference and the core, for tests that ask each."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from .both import SIDES, asking


@pytest.fixture(params=SIDES)
def both(request: pytest.FixtureRequest) -> Iterator[None]:
    """The test runs twice: against the reference and against the core."""
    with asking(request.param):
        yield
