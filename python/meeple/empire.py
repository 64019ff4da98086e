"""Empire: conquest on the world map, and the odds of its battles. Rules: ``docs/rules/empire.md``."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Literal, overload

import numpy as np
from numpy.typing import NDArray

from meeple import _core
from meeple._core import EmpireState, Game, Rng

__all__ = [
    "Battle",
    "EmpireState",
    "ExactBattle",
    "ExactPath",
    "Path",
    "attack_path",
    "battle",
    "battle_table",
    "borders",
    "cards",
    "lands",
    "losses",
    "pips",
]


def lands(game: Game) -> tuple[str, ...]:
    """The ids of the lands, in the order of their numbers in typed getters and action ids."""
    return _labels(game, "place")


def cards(game: Game) -> tuple[str, ...]:
    """The ids of the cards, in the deck's order: a land's is the land's, then the jokers (EM-4)."""
    return _labels(game, "card")


def borders(game: Game) -> tuple[tuple[str, str], ...]:
    """From where to where an attack can go, in the order of the ids of ``attack``: each border twice."""
    pairs = (label.split(" ") for label in _labels(game, "attack"))
    return tuple((start, end) for start, end in pairs)


def _labels(game: Game, kind: str) -> tuple[str, ...]:
    part = next(part for part in game.action_space.ranges if part.kind == kind)
    return tuple(str(label) for label in part.labels[0])


@dataclass(frozen=True, slots=True, eq=False)
class Battle:
    """A battle fought to its end, in numbers.

    Attributes:
        attackers: all units on the attacker's land at the start, the one that stays included.
        defenders: units on the land attacked.
        stop_at: the attacker stops when it has so many units or fewer.
        win: the chance that the land is freed.
        attacker_losses: the units that the attacker loses on average.
        defender_losses: the units that the defender loses on average.
        attackers_left: float64[attackers + 1], the chance of each number of the attacker's units
            at the end, won or not.
        defenders_left: float64[defenders + 1], the same of the defender's; its first is `win`.
        won_with: float64[attackers + 1], the chance that the land is freed with so many units left; it sums to `win`.
    """

    attackers: int
    defenders: int
    stop_at: int
    win: float
    attacker_losses: float
    defender_losses: float
    attackers_left: NDArray[np.float64]
    defenders_left: NDArray[np.float64]
    won_with: NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class ExactBattle:
    """The same as `Battle` in fractions without any error."""

    attackers: int
    defenders: int
    stop_at: int
    win: Fraction
    attacker_losses: Fraction
    defender_losses: Fraction
    attackers_left: tuple[Fraction, ...]
    defenders_left: tuple[Fraction, ...]
    won_with: tuple[Fraction, ...]


@overload
def battle(attackers: int, defenders: int, *, stop_at: int = 1, exact: Literal[False] = False) -> Battle: ...
@overload
def battle(attackers: int, defenders: int, *, stop_at: int = 1, exact: Literal[True]) -> ExactBattle: ...
@overload
def battle(attackers: int, defenders: int, *, stop_at: int = 1, exact: bool) -> Battle | ExactBattle: ...
def battle(attackers: int, defenders: int, *, stop_at: int = 1, exact: bool = False) -> Battle | ExactBattle:
    """The odds of attacking until the land is free or the attacker stops (EM-9 to EM-11), as ``blitz`` does.

    Cost: the product of the units, a microsecond for small armies, about a millisecond for 500 against 500; exact
    numbers some hundred times that. Releases the GIL; stops on Ctrl-C.

    Args:
        attackers: all units on the attacker's land, 1 to 65,535, the one that stays included.
        defenders: units on the land attacked, 1 to 65,535.
        stop_at: the attacker stops when it has so many units or fewer, at least 1.
        exact: fractions instead of floats.

    Raises:
        ArgumentError: a number out of range.

    >>> round(battle(4, 1).win, 3)
    0.916
    >>> battle(2, 1, exact=True).win
    Fraction(5, 12)
    """
    if exact:
        return _exact_battle(attackers, defenders, stop_at)
    left, there, won = _core.empire_battle(attackers, defenders, stop_at)
    return Battle(
        attackers=attackers,
        defenders=defenders,
        stop_at=stop_at,
        win=float(there[0]),
        attacker_losses=float(left @ np.arange(attackers, -1, -1)),
        defender_losses=float(there @ np.arange(defenders, -1, -1)),
        attackers_left=left,
        defenders_left=there,
        won_with=won,
    )


def _exact_battle(attackers: int, defenders: int, stop_at: int) -> ExactBattle:
    scale, cells = _core.empire_battle_exact(attackers, defenders, stop_at)
    # One denominator for all: that of the cell in which all units are gone.
    powers = _powers(scale, attackers + defenders)
    left, there, won = [0] * (attackers + 1), [0] * (defenders + 1), [0] * (attackers + 1)
    for own, other, mass in cells:
        share = mass * powers[own + other]
        left[own] += share
        there[other] += share
        if other == 0:
            won[own] += share
    whole = powers[-1]
    return ExactBattle(
        attackers=attackers,
        defenders=defenders,
        stop_at=stop_at,
        win=Fraction(there[0], whole),
        attacker_losses=Fraction(sum(share * (attackers - own) for own, share in enumerate(left)), whole),
        defender_losses=Fraction(sum(share * (defenders - other) for other, share in enumerate(there)), whole),
        attackers_left=tuple(Fraction(share, whole) for share in left),
        defenders_left=tuple(Fraction(share, whole) for share in there),
        won_with=tuple(Fraction(share, whole) for share in won),
    )


def _powers(base: int, most: int) -> list[int]:
    powers = [1]
    for _ in range(most):
        powers.append(powers[-1] * base)
    return powers


def battle_table(attackers: int, defenders: int, *, stop_at: int = 1) -> NDArray[np.float64]:
    """The chance to free a land for all numbers of units up to these.

    Args:
        attackers: the most units on the attacker's land, all counted.
        defenders: the most units on the land attacked.
        stop_at: the attacker stops when it has so many units or fewer.

    Returns:
        float64[attackers + 1, defenders + 1]: ``table[a, d]`` is ``battle(a, d).win``; 1.0 without defenders, 0.0
        without attackers.

    Raises:
        ArgumentError: a number out of range, or a table of more than 2**26 cells.

    >>> battle_table(3, 2).round(3)
    array([[0.   , 0.   , 0.   ],
           [1.   , 0.   , 0.   ],
           [1.   , 0.417, 0.106],
           [1.   , 0.754, 0.363]])
    """
    return _core.empire_battle_table(attackers, defenders, stop_at)


@dataclass(frozen=True, slots=True, eq=False)
class Path:
    """Attacks along a chain of lands, in numbers.

    Attributes:
        win: the chance that all lands are freed.
        freed: the chance of each land to be freed, in order; the last is `win`.
        units: float64[attackers + 1], the chance that all are freed and so many units stand on the last one.
        expected_units: the units that stand there on average, if all are freed; 0.0 if that can't be.
    """

    win: float
    freed: tuple[float, ...]
    units: NDArray[np.float64]
    expected_units: float


@dataclass(frozen=True, slots=True)
class ExactPath:
    """The same as `Path` in fractions without any error."""

    win: Fraction
    freed: tuple[Fraction, ...]
    units: tuple[Fraction, ...]
    expected_units: Fraction


@overload
def attack_path(
    attackers: int, defenders: Sequence[int], *, stop_at: int = 1, exact: Literal[False] = False
) -> Path: ...
@overload
def attack_path(attackers: int, defenders: Sequence[int], *, stop_at: int = 1, exact: Literal[True]) -> ExactPath: ...
@overload
def attack_path(attackers: int, defenders: Sequence[int], *, stop_at: int = 1, exact: bool) -> Path | ExactPath: ...
def attack_path(attackers: int, defenders: Sequence[int], *, stop_at: int = 1, exact: bool = False) -> Path | ExactPath:
    """The odds of attacking land after land, all units but one going on from each that is freed (EM-11).

    Args:
        attackers: all units on the land where it starts.
        defenders: the units on each land of the chain, in order.
        stop_at: the attacker stops where it has so many units or fewer on the land it attacks from.
        exact: fractions instead of floats.

    Raises:
        ArgumentError: a number out of range, or no lands.

    >>> path = attack_path(10, [2, 1, 3])
    >>> [round(chance, 3) for chance in path.freed]
    [0.99, 0.972, 0.706]
    """
    if exact:
        return _exact_path(attackers, defenders, stop_at)
    freed = _core.empire_path(attackers, list(defenders), stop_at)
    units = np.append(freed[-1][1:], 0.0)
    win = float(units.sum())
    return Path(
        win=win,
        freed=tuple(float(masses.sum()) for masses in freed),
        units=units,
        expected_units=float(units @ np.arange(len(units))) / win if win else 0.0,
    )


def _exact_path(attackers: int, defenders: Sequence[int], stop_at: int) -> ExactPath:
    scale, freed = _core.empire_path_exact(attackers, list(defenders), stop_at)
    powers = _powers(scale, attackers + sum(defenders))
    chances: list[list[Fraction]] = []
    for land, masses in enumerate(freed):
        # A unit stays on each land that is left behind; all others that are missing have fallen.
        there = attackers - land + sum(defenders[: land + 1])
        chances.append(
            [Fraction(mass, powers[there - own]) if mass else Fraction(0) for own, mass in enumerate(masses)]
        )
    units = (*chances[-1][1:], Fraction(0))
    win = sum(units, Fraction(0))
    expected = sum((own * chance for own, chance in enumerate(units)), Fraction(0))
    return ExactPath(
        win=win,
        freed=tuple(sum(land, Fraction(0)) for land in chances),
        units=units,
        expected_units=expected / win if win else Fraction(0),
    )


def losses(attack: Sequence[int], defend: Sequence[int]) -> tuple[int, int]:
    """What a throw costs attacker and defender (EM-10).

    The highest dice are compared pairwise; a tie costs the attacker.

    Args:
        attack: the pips of the attacker's 1 to 3 dice, in any order.
        defend: the pips of the defender's 1 or 2 dice.

    Raises:
        ArgumentError: pips beyond 1 to 6, or too many dice.

    >>> losses([2, 6, 3], [3, 5])
    (1, 1)
    """
    return _core.empire_losses(list(attack), list(defend))


def pips(attack: int, defend: int, losses: tuple[int, int], rng: Rng) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Dice for losses already drawn, so that a table can show them: each throw that costs just these is equally likely.

    Args:
        attack: the number of the attacker's dice, 1 to 3.
        defend: the number of the defender's dice, 1 or 2.
        losses: what they cost attacker and defender, as in the outcome ``losses A D``.
        rng: what the dice are drawn with.

    Returns:
        The pips of attacker and defender, in the order thrown.

    Raises:
        ArgumentError: a number of dice out of range, or losses that they can't cost.

    >>> from meeple import Rng
    >>> attacker, defender = pips(3, 2, (1, 1), Rng(1))
    >>> losses(attacker, defender)
    (1, 1)
    """
    attacker, defender = _core.empire_throw(attack, defend, losses, rng)
    return tuple(attacker), tuple(defender)
