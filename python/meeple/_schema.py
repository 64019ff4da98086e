"""JSON Schemas of the documents."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from meeple import _core

if TYPE_CHECKING:
    from meeple._core import Game


def schema(kind: str, game: Game) -> dict[str, Any]:
    """The JSON Schema (draft 2020-12) of a document of a game.

    Args:
        kind: ``position``, ``record``, ``view`` or ``log``.
        game: whose documents.

    Raises:
        ArgumentError: no such kind.
    """
    made: dict[str, Any] = json.loads(_core.schema_text(kind, game))
    return made
