"""Eight-Minute Empire: Legends. Rules: ``docs/rules/legends.md``."""

from __future__ import annotations

from meeple._core import LegendsState

__all__ = ["LegendsState"]
