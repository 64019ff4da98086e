"""Places for the nodes of a graph: data have no coordinates, so they follow from who borders whom.

Distances on paper follow those along the borders, from a few fixed beginnings side by side; of these the drawing with
the fewest borders that cross each other or run behind a node is taken. The same graph always gets the same places.

Points are complex numbers here, x + yi: half the work of pairs. Only sums, products and roots are used, which every
machine rounds alike.
"""

from __future__ import annotations

import random
from functools import lru_cache
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from meeple.svg._canvas import Point

__all__ = ["places"]

Places: TypeAlias = NDArray[np.complex128]
Numbers: TypeAlias = NDArray[np.float64]
Flags: TypeAlias = NDArray[np.bool_]
Pairs: TypeAlias = NDArray[np.int_]
Pull: TypeAlias = tuple[int, float, float]

STARTS = 6
STEPS = 40
SMALL, LARGE = 12, 48  # nodes; every beginning of a small graph is tried to the end, of a large one the best alone
APART = 40  # steps at most
BETWEEN = 1.7  # how long a border between groups is, one inside a group being 1


@lru_cache(maxsize=64)
def places(
    groups: tuple[int, ...],
    edges: tuple[tuple[int, int], ...],
    size: Point,
    box: Point,
    pulls: tuple[Pull, ...] = (),
) -> tuple[Point, ...]:
    """The middle of each node, in a frame of a size around 0,0; boxes of nodes do not overlap if there is room.

    Args:
        groups: the group of each node; nodes of a group stay together.
        edges: pairs of nodes that are to lie close to each other.
        size: width and height of the frame.
        box: width and height of a node.
        pulls: nodes drawn to a point, which is given as a fraction of the half frame.

    Cost: 5 ms for a board, 40 ms for 42 lands, then nothing: the last ones are kept.
    """
    if len(groups) == 1 and not pulls:
        return ((0.0, 0.0),)
    half = complex(max(1.0, (size[0] - box[0]) / 2), max(1.0, (size[1] - box[1]) / 2))
    # What a node is drawn to is an end of a border too.
    ends = np.array([complex(x * size[0] / 2, y * size[1] / 2) for _, x, y in pulls], dtype=np.complex128)
    borders = np.array([*edges, *((node, len(groups) + k) for k, (node, _, _) in enumerate(pulls))]).reshape(-1, 2)
    found = _relaxed(np.array(groups), edges, pulls)
    found = found.real * half.real + 1j * found.imag * half.imag

    def faults(at: Places) -> float:
        return _faults(at, borders, ends, box)

    # Moving boxes apart is the long part: in large graphs only the most promising come so far.
    finalists = STARTS if len(groups) <= SMALL else 3 if len(groups) <= LARGE else 1
    found = _apart(np.array(sorted(found, key=faults)[:finalists]), half, box, borders, ends)
    return tuple((round(float(at.real), 1), round(float(at.imag), 1)) for at in min(found, key=faults))


def _relaxed(groups: Pairs, edges: tuple[tuple[int, int], ...], pulls: tuple[Pull, ...]) -> Places:
    """Every beginning after it has settled, [start, node], in a square from -1-1i to 1+1i.

    Each node goes to where the others, each by itself, would like it: near ones have more to say.
    """
    n = len(groups)
    apart = _distances(groups, edges)
    say = 1.0 / (apart * apart)
    np.fill_diagonal(say, 0.0)
    ideal = apart * 2.0 / (float(apart.max()) + (0.7 if pulls else 0.0))
    aim, strength = np.zeros(n, np.complex128), np.zeros(n)
    for node, x, y in pulls:
        aim[node] += complex(x, y)
        strength[node] += 1.0
    total = say.sum(1) + strength
    at = _beginnings(n, STARTS if n <= LARGE else STARTS // 2)
    for _ in range(STEPS):
        gap = at[:, :, None] - at[:, None, :]
        wish = at[:, None, :] + gap * (ideal / (_length(gap) + 1e-9))
        at = ((wish * say).sum(2) + aim) / total
    if pulls:
        return np.clip(at.real, -1.0, 1.0) + 1j * np.clip(at.imag, -1.0, 1.0)
    return _stretched(at.real) + 1j * _stretched(at.imag)


def _distances(groups: Pairs, edges: tuple[tuple[int, int], ...]) -> Numbers:
    """How far nodes are from each other along the borders, those between groups being longer; no way is a long way."""
    n = len(groups)
    far = np.full((n, n), np.inf)
    for a, b in edges:
        far[a, b] = far[b, a] = 1.0 if groups[a] == groups[b] else BETWEEN
    np.fill_diagonal(far, 0.0)
    for via in range(n):
        far = np.minimum(far, far[:, via, None] + far[None, via, :])
    reached = np.isfinite(far)
    far = np.where(reached, far, float(far[reached].max()) + BETWEEN)
    np.fill_diagonal(far, 1.0)
    return far


def _beginnings(n: int, starts: int) -> Places:
    draws = [random.Random(k) for k in range(starts)]
    return np.array([[complex(draw.uniform(-1, 1), draw.uniform(-1, 1)) for _ in range(n)] for draw in draws])


def _stretched(values: Numbers) -> Numbers:
    """Each row from -1 to 1."""
    low, high = values.min(1, keepdims=True), values.max(1, keepdims=True)
    stretched: Numbers = (values - low) / np.maximum(high - low, 1e-9) * 2 - 1
    return stretched


def _apart(at: Places, half: complex, box: Point, borders: Pairs, ends: Places) -> Places:
    """Boxes that overlap moved apart, along the side where less is needed; nodes moved off borders they hide."""
    n = at.shape[1]
    wide, high = box[0] * 1.12, box[1] * 1.12
    other = ~np.eye(n, dtype=bool)
    # Two at one place part by their numbers.
    order = np.sign(np.arange(n)[:, None] - np.arange(n)[None, :]).astype(float)
    for step in range(APART):
        gap = at[:, :, None] - at[:, None, :]
        need_x, need_y = wide - np.abs(gap.real), high - np.abs(gap.imag)
        overlap = (need_x > 0) & (need_y > 0) & other
        move = np.zeros_like(at)
        # At last only boxes count.
        if step < APART * 3 // 4:
            move = _off_lines(at, borders, ends, min(wide, high) * 0.55)
        if not overlap.any() and not move.any():
            break
        aside = need_x < need_y
        shift_x = np.where(overlap & aside, np.where(gap.real == 0, order, np.sign(gap.real)) * need_x, 0.0).sum(2)
        shift_y = np.where(overlap & ~aside, np.where(gap.imag == 0, order, np.sign(gap.imag)) * need_y, 0.0).sum(2)
        x = at.real + np.clip(shift_x * 0.35, -wide / 3, wide / 3) + move.real
        y = at.imag + np.clip(shift_y * 0.35, -high / 3, high / 3) + move.imag
        at = np.clip(x, -half.real, half.real) + 1j * np.clip(y, -half.imag, half.imag)
    return at


def _feet(at: Places, borders: Pairs, ends: Places) -> tuple[Places, Flags]:
    """From each border to each node the shortest way, [start, border, node]; whether it begins inside the border."""
    points = np.concatenate([at, np.broadcast_to(ends, (len(at), len(ends)))], axis=1)
    a, b = points[:, borders[:, 0], None], points[:, borders[:, 1], None]
    line, out = b - a, at[:, None, :] - a
    share = (out.real * line.real + out.imag * line.imag) / np.maximum(line.real**2 + line.imag**2, 1e-9)
    own = (borders[:, :1] == np.arange(at.shape[1])) | (borders[:, 1:] == np.arange(at.shape[1]))
    return out - share * line, (share > 0.05) & (share < 0.95) & ~own


def _off_lines(at: Places, borders: Pairs, ends: Places, room: float) -> Places:
    """How each node should move so that no border runs behind it."""
    if not len(borders):
        return np.zeros_like(at)
    way, inside = _feet(at, borders, ends)
    distance = np.maximum(_length(way), 1e-6)
    need = np.where(inside, np.maximum(room - distance, 0.0), 0.0)
    moves: Places = (way * (need / distance)).sum(1) * 0.3
    return moves


def _faults(at: Places, borders: Pairs, ends: Places, box: Point) -> float:
    """How hard a drawing is to read: crossings, borders behind nodes, boxes on boxes, and a little for long borders."""
    gap = at[:, None] - at[None, :]
    overlap = ((np.abs(gap.real) < box[0] * 0.98) & (np.abs(gap.imag) < box[1] * 0.98)).sum() - len(at)
    if not len(borders):
        return float(overlap)
    points = np.concatenate([at, ends])
    a, b = points[borders[:, 0]], points[borders[:, 1]]
    p, q = a[:, None], b[:, None]
    cross = (_side(p, q, a) * _side(p, q, b) < 0) & (_side(a, b, p) * _side(a, b, q) < 0)
    way, inside = _feet(at[None], borders, ends)
    behind = inside[0] & (np.abs(way[0].real) < box[0] / 2) & (np.abs(way[0].imag) < box[1] / 2)
    long = float(_length(a - b).sum()) / box[0]
    return float(cross.sum() / 2 + 4 * behind.sum() + 2 * overlap + 0.1 * long)


def _side(one: Places, two: Places, point: Places) -> Numbers:
    """On which side of the line through two points a third lies: -1, 0 or 1."""
    along, aside = two - one, point - one
    sides: Numbers = np.sign(along.real * aside.imag - along.imag * aside.real)
    return sides


def _length(of: Places) -> Numbers:
    lengths: Numbers = np.sqrt(of.real * of.real + of.imag * of.imag)
    return lengths
