"""Texts from data on one line; needs nothing but the standard library, so drawings without rich use it too."""

from __future__ import annotations

__all__ = ["clean"]


def clean(text: object) -> str:
    """The text on one line, with what a terminal would obey (escapes, line ends) spelled out instead."""
    return "".join(char if char.isprintable() else char.encode("unicode_escape").decode("ascii") for char in str(text))
