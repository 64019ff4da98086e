"""The data files that the core carries: decks, boards, maps."""

from __future__ import annotations

import json
from functools import cache
from typing import Any

from meeple import _core


@cache
def load_data(name: str) -> dict[str, Any]:
    """A data file by its name without ``.json``, such as ``legends_cards``. The dict is shared: do not change it."""
    data: dict[str, Any] = json.loads(_core.data_text(name))
    return data
