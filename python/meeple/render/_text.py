"""Texts from data, made safe for a terminal, and how seats look."""

from __future__ import annotations

from rich.text import Text

__all__ = ["NEUTRAL_STYLE", "clean", "plain", "seat_name", "seat_style"]

# By seat; the number always stands beside it, so nothing is told by colour alone.
_SEAT_STYLES = ("cyan", "yellow", "green", "magenta", "red", "blue")
NEUTRAL_STYLE = "dim"


def clean(text: object) -> str:
    """The text on one line, with what a terminal would obey (escapes, line ends) spelled out instead."""
    return "".join(char if char.isprintable() else char.encode("unicode_escape").decode("ascii") for char in str(text))


def plain(text: object, style: str = "") -> Text:
    """A cleaned `Text`: rich reads no markup in a `Text`, so a bracket in someone's data stays a bracket."""
    return Text(clean(text), style=style)


def seat_style(seat: int) -> str:
    """The rich style of a seat."""
    return _SEAT_STYLES[seat % len(_SEAT_STYLES)]


def seat_name(seat: int) -> Text:
    """`seat 0`, in its colour."""
    return Text(f"seat {seat}", style=seat_style(seat))
