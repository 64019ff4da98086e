"""Positions and views as rich renderables, for terminals; one module a game, `render.<game>`.

Each has `render(document) -> rich.console.RenderableType`, over a position or view document as a plain dict.
The modules need rich, of the extra `cli`.
"""

from __future__ import annotations

import importlib
from collections.abc import Callable
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any, cast

if TYPE_CHECKING:
    from rich.console import RenderableType

__all__ = ["renderer"]


def renderer(game: str) -> Callable[[dict[str, Any]], RenderableType] | None:
    """The `render` function of a game's module, or None if that game has none.

    `game` is a name of `meeple.games()`.
    """
    name = f"{__name__}.{game}"
    if find_spec(name) is None:
        return None
    return cast("Callable[[dict[str, Any]], RenderableType]", importlib.import_module(name).render)
