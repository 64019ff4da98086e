"""Eight-Minute Empire: Lost Lands, the expansion for 2 to 6 players. Rules: ``docs/rules/lost_lands.md``."""

from __future__ import annotations

import json
from typing import Any

from meeple import _core
from meeple._core import LostLandsState, Rng
from meeple.legends import regions

__all__ = ["LostLandsState", "random_layout", "regions"]


def random_layout(players: int, rng: Rng, board: str = "lost_lands") -> dict[str, Any]:
    """A layout for the parameter ``boards``, drawn as LL-1 says.

    The cells of the default layout with the expansion board at 0,0 unturned, a face of Legends and its turn on each
    other cell, then portal, start and, with five or six players, second start: each uniformly over what LL-1 and LL-4
    still allow.

    Args:
        players: 2-6.
        rng: what it is drawn with.
        board: ``lost_lands`` or ``cavern``.

    Raises:
        ArgumentError: no such number of players, or no such board.

    Example:
        >>> import meeple, meeple.lost_lands
        >>> layout = meeple.lost_lands.random_layout(5, meeple.Rng(1), "cavern")
        >>> [name for name, *_ in layout["boards"]][0], sorted(layout)
        ('cavern', ['boards', 'portal', 'second_start', 'start'])
        >>> meeple.load("lost_lands", players=5, boards=layout).params["board"]
        'cavern'
    """
    layout: dict[str, Any] = json.loads(_core.lost_lands_random_layout(players, rng, board))
    return layout
