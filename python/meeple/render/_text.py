"""Texts from data, made safe for a terminal, and how seats look."""

from __future__ import annotations

from rich.text import Text

from meeple.render._clean import clean

__all__ = ["NEUTRAL_STYLE", "clean", "plain", "seat_name", "seat_style"]

# By seat; the number always stands beside it, so nothing is told by colour alone.
_SEAT_STYLES = ("cyan", "yellow", "green", "magenta", "red", "blue")
NEUTRAL_STYLE = "dim"


def plain(text: object, style: str = "") -> Text:
    """A cleaned `Text`: rich reads no markup in a `Text`, so a bracket in someone's data stays a bracket."""
    return Text(clean(text), style=style)


def seat_style(seat: int) -> str:
    """The rich style of a seat."""
    return _SEAT_STYLES[seat % len(_SEAT_STYLES)]


def seat_name(seat: int) -> Text:
    """`seat 0`, in its colour."""
    return Text(f"seat {seat}", style=seat_style(seat))
