"""Positions and views as SVG, for notebooks, pages and reports; one module a game, `svg.<game>`.

Needs nothing beyond the library itself. Each module has `paint(document) -> Canvas`; a game without one is drawn as a
table of its document. Drawings are on paper of their own, so they look the same on light and dark pages.
"""

from __future__ import annotations

import importlib
import re
from collections.abc import Callable, Mapping
from importlib.util import find_spec
from typing import Any, cast

from meeple._errors import PositionError
from meeple.svg import _table
from meeple.svg._canvas import Canvas

__all__ = ["draw", "painter"]


def draw(document: Mapping[str, Any]) -> str:
    """The drawing of a position or view document (`State.to_dict()`, `View.to_dict()`), as one `<svg>` element.

    A view's drawing shows what the view holds and nothing else; what it hides is drawn as `?`. The same document
    always gives the same text. Cost: some milliseconds.

    Raises:
        PositionError: no such document, or one that lacks what its game's page asks for.

    Example:
        >>> import meeple, meeple.svg
        >>> state = meeple.load("legends").new_initial_state(meeple.Rng(1))
        >>> meeple.svg.draw(state.view(0).to_dict()).startswith("<svg ")
        True
    """
    game = document.get("game") if isinstance(document, Mapping) else None
    inner = "position" if game is not None and "position" in document else "view"
    if not isinstance(game, str) or not isinstance(document.get(inner), Mapping):
        expected = "a position or view document"
        raise PositionError(f"not {expected}", code="wrong_document", field="", value="", expected=expected)
    paint = painter(game) or _table.paint
    try:
        return paint(document).svg()
    except (LookupError, TypeError, ValueError, AttributeError) as error:
        # Only a document that no state or view has written: those of the core are whole.
        raise PositionError(
            f"the {inner} is not whole: {type(error).__name__} {error}",
            code="malformed",
            field=f"/{inner}",
            value=str(error),
            expected=f"a {inner} of {game}",
        ) from error


def painter(game: str) -> Callable[[Mapping[str, Any]], Canvas] | None:
    """The `paint` function of a game's module, or None if that game has none."""
    name = f"{__name__}.{game}"
    if re.fullmatch("[a-z][a-z_]*", game) is None or find_spec(name) is None:
        return None
    return cast("Callable[[Mapping[str, Any]], Canvas]", importlib.import_module(name).paint)
