"""The generator is part of the formats: value tests fix it."""

from __future__ import annotations

import copy
import pickle

import pytest

import meeple

MASK = 2**64 - 1


class Slow:
    """The same generator in plain Python, from docs/formats.md."""

    def __init__(self, seed: int) -> None:
        self.words = []
        for k in range(1, 5):
            z = (seed + k * 0x9E3779B97F4A7C15) & MASK
            z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & MASK
            z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & MASK
            self.words.append(z ^ (z >> 31))

    def next(self) -> int:
        a, b, c, d = self.words
        total = (a + d) & MASK
        result = (((total << 23) | (total >> 41)) + a) & MASK
        c, d = c ^ a, d ^ b
        a, b_next = a ^ d, b ^ c
        self.words = [a, b_next, c ^ ((b << 17) & MASK), ((d << 45) | (d >> 19)) & MASK]
        return result

    def below(self, n: int) -> int:
        while True:
            wide = self.next() * n
            if wide & MASK >= (2**64 - n) % n:
                return wide >> 64


@pytest.mark.parametrize("seed", [0, 1, 42, MASK])
def test_draws_are_those_of_the_formats_page(seed: int) -> None:
    rng, slow = meeple.Rng(seed), Slow(seed)
    for n in [1, 2, 3, 6, 10, 52, 2**32, 2**63 + 1, MASK] * 30:
        assert rng.below(n) == slow.below(n)
    assert rng.random() == (slow.next() >> 11) * 2.0**-53


def test_shuffle_choice_and_spawn() -> None:
    items, slow = list(range(20)), Slow(9)
    expected = list(range(20))
    for i in range(19, 0, -1):
        j = slow.below(i + 1)
        expected[i], expected[j] = expected[j], expected[i]
    rng = meeple.Rng(9)
    rng.shuffle(items)
    assert items == expected
    assert rng.choice("abc") == "abc"[slow.below(3)]
    children = rng.spawn(2)
    assert children == [meeple.Rng(slow.next()), meeple.Rng(slow.next())]


def test_generators_copy_compare_and_pickle() -> None:
    rng = meeple.Rng(5)
    rng.random()
    twins = [copy.copy(rng), copy.deepcopy(rng), pickle.loads(pickle.dumps(rng)), meeple.Rng.from_bytes(rng.to_bytes())]
    assert all(twin == rng for twin in twins)
    rng.random()
    assert all(twin != rng for twin in twins)


@pytest.mark.parametrize("seed", [-1, 2**64, 1.5, "1", None])
def test_bad_seeds_are_refused(seed: object) -> None:
    with pytest.raises(meeple.ArgumentError) as caught:
        meeple.Rng(seed)  # type: ignore[arg-type]
    assert caught.value.field == "seed"


def test_bad_bounds_and_bytes_are_refused() -> None:
    rng = meeple.Rng(1)
    before = copy.copy(rng)
    for n in (0, -1, 2**64, 1.5):
        with pytest.raises(meeple.ArgumentError):
            rng.below(n)  # type: ignore[arg-type]
    with pytest.raises(meeple.ArgumentError):
        rng.choice([])
    for data in (b"", bytes(31), bytes(32), bytes(33)):
        with pytest.raises(meeple.CodecError):
            meeple.Rng.from_bytes(data)
    assert rng == before


def test_an_int_is_never_taken_for_a_generator() -> None:
    game = meeple.load("legends")
    with pytest.raises(TypeError):
        game.new_initial_state(1)  # type: ignore[arg-type]
