"""The random generator of states."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from gridbots.game.chance import (
    GENERATOR_SIZE,
    MODULUS_1,
    MODULUS_2,
    below,
    next_number,
    seed_generator,
)
from gridbots.kernel import compiled, kernel

if TYPE_CHECKING:
    from collections.abc import Sequence

    Numbers = np.ndarray[tuple[int], np.dtype[np.int64]]


def seeded(seed: int) -> list[int]:
    generator = [0] * GENERATOR_SIZE
    seed_generator(generator, seed)
    return generator


def test_the_numbers_are_those_of_the_published_generator() -> None:
    """The first numbers of MRG32k3a from the seed 12345 in all six places, over 2^32 - 208."""
    generator = [12345] * GENERATOR_SIZE
    drawn = [next_number(generator) / (MODULUS_1 + 1) for _ in range(5)]
    known = [0.1270111220, 0.3185275653, 0.3091860155, 0.8258468629, 0.2216299157]
    assert drawn == pytest.approx(known, abs=1e-9)


def test_the_numbers_after_many_are_those_of_the_matrices() -> None:
    """The recurrences as powers of their matrices, in exact arithmetic."""
    first = [[0, 1, 0], [0, 0, 1], [-810728, 1403580, 0]]
    second = [[0, 1, 0], [0, 0, 1], [-1370589, 0, 527612]]
    generator = seeded(7)
    start = list(generator)
    for _ in range(1000):
        last = next_number(generator)
    expected = [
        *applied(first, start[:3], 1000, MODULUS_1),
        *applied(second, start[3:], 1000, MODULUS_2),
    ]
    assert generator == expected
    assert last == (expected[2] - expected[5]) % MODULUS_1


def applied(matrix: list[list[int]], vector: list[int], times: int, modulus: int) -> list[int]:
    power = np.linalg.matrix_power(np.array(matrix, object), times)
    return [int(value) % modulus for value in power @ np.array(vector, object)]


def test_the_seed_is_spread_over_the_generator() -> None:
    """SplitMix64 from the seed 0; its published first output is 0xE220A8397B1DCDAF."""
    assert seeded(0)[0] == 1 + 0xE220A8397B1DCDAF % (MODULUS_1 - 1)
    assert seeded(0) != seeded(1)
    assert seeded(-1) == seeded(2**64 - 1)


@given(st.integers())
def test_any_integer_is_a_seed(seed: int) -> None:
    generator = seeded(seed)
    assert all(0 < value < MODULUS_1 for value in generator[:3])
    assert all(0 < value < MODULUS_2 for value in generator[3:])


@given(st.integers(), st.integers(1, 2**31 - 1))
def test_plain_integers_and_numpy_integers_give_the_same_numbers(seed: int, bound: int) -> None:
    plain, array = seeded(seed), np.zeros(GENERATOR_SIZE, np.int64)
    seed_generator(array, seed)
    drawn = [below(plain, bound) for _ in range(20)]
    assert drawn == [below(array, bound) for _ in range(20)]
    assert array.tolist() == plain
    assert all(0 <= number < bound for number in drawn)


@kernel
def fill(generator: Sequence[int] | Numbers, bound: int, drawn: Numbers) -> None:
    for index in range(drawn.size):
        drawn[index] = below(generator, bound)


def test_compiled_code_gives_the_same_numbers() -> None:
    pytest.importorskip("numba")
    for seed, bound in ((0, 2), (1, 10), (2, 2**31 - 1), (-3, 2**31)):
        plain, array = seeded(seed), np.array(seeded(seed), np.int64)
        drawn, expected = np.zeros(500, np.int64), np.zeros(500, np.int64)
        fill(plain, bound, expected)
        compiled(fill)(array, bound, drawn)
        assert drawn.tolist() == expected.tolist()
        assert array.tolist() == plain


# Chi-square values that chance exceeds once in a thousand.
CRITICAL = {2: 10.83, 6: 20.52, 14: 34.53, 100: 148.23}


@pytest.mark.parametrize("bound", CRITICAL)
def test_numbers_are_uniform(bound: int) -> None:
    generator, draws = seeded(11), 20_000
    counts = np.bincount([below(generator, bound) for _ in range(draws)], minlength=bound)
    expected = draws / bound
    assert ((counts - expected) ** 2 / expected).sum() < CRITICAL[bound]


def test_near_seeds_give_unrelated_numbers() -> None:
    counts = np.bincount([below(seeded(seed), 14) for seed in range(20_000)], minlength=14)
    expected = 20_000 / 14
    assert ((counts - expected) ** 2 / expected).sum() < CRITICAL[14]
