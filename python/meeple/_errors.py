"""The errors of the library: all are `meeple.Error`, and all but `BusyError` and `BotError` are
`ValueError` too.
"""

from __future__ import annotations

from typing import Any


class Error(Exception):
    """Something was wrong with what was given; nothing has changed.

    Attributes:
        code: stable word for programs, such as ``out_of_range``.
        field: the parameter, argument or JSON pointer.
        value: what was given, as text.
        expected: what was expected, as text.
    """

    code: str
    field: str
    value: str
    expected: str

    def __init__(self, message: str, code: str = "", field: str = "", value: str = "", expected: str = "") -> None:
        super().__init__(message)
        self.code = code
        self.field = field
        self.value = value
        self.expected = expected

    def __reduce__(self) -> tuple[type[Error], tuple[Any, ...]]:
        return type(self), (str(self), self.code, self.field, self.value, self.expected)


class ConfigError(Error, ValueError):
    """A parameter or data of one's own that the rules refuse; `field` names it."""


class IllegalActionError(Error, ValueError):
    """An action that is not legal in this state."""


class ArgumentError(Error, ValueError):
    """An argument of a wrong type, dtype, shape or range."""


class NotationError(Error, ValueError):
    """A text that names no action of the game."""


class PositionError(Error, ValueError):
    """A position, or a document of one, that is malformed or breaks a rule; `field` is a JSON pointer."""


class RecordError(Error, ValueError):
    """A record that does not replay."""


class CodecError(Error, ValueError):
    """Bytes that are damaged, or another game's."""


class BusyError(Error):
    """One Match, Batch, Rng or Searcher used by two threads at once."""


class BotError(Error, RuntimeError):
    """A bot that raised, or chose what it may not; the error it came of is the ``__cause__``.

    Attributes:
        bot: its name.
        seat: where it sat.
        ply: the step at which it was asked.
        game: the number of the game in its arena.
    """

    bot: str
    seat: int
    ply: int
    game: int

    def __init__(
        self,
        message: str,
        code: str = "",
        field: str = "",
        value: str = "",
        expected: str = "",
        bot: str = "",
        seat: int = 0,
        ply: int = 0,
        game: int = 0,
    ) -> None:
        super().__init__(message, code, field, value, expected)
        self.bot, self.seat, self.ply, self.game = bot, seat, ply, game

    def __reduce__(self) -> tuple[type[Error], tuple[Any, ...]]:
        kind, words = super().__reduce__()
        return kind, (*words, self.bot, self.seat, self.ply, self.game)
