"""Random number generator MRG32k3a, within a state record.

MRG32k3a, the combined multiple recursive generator of P. L'Ecuyer, "Good parameters and
implementations for combined multiple recursive random number generators", Operations Research 47
(1999): six integers, period about 2^191. Its products stay below 2^53, so plain Python integers,
numpy scalars and compiled 64-bit integers all give the same numbers.
"""

from __future__ import annotations

from typing import Any, Final

from gridbots.kernel import kernel

MODULUS_1: Final = 4294967087
MODULUS_2: Final = 4294944443
GENERATOR_SIZE: Final = 6
"""Integers in the state of a generator: an int64 array of this length."""


@kernel
def next_number(generator: Any) -> int:
    """Advance the generator; return a number uniform on 0 .. MODULUS_1 - 1."""
    first = (1403580 * generator[1] - 810728 * generator[0]) % MODULUS_1
    second = (527612 * generator[5] - 1370589 * generator[3]) % MODULUS_2
    generator[0] = generator[1]
    generator[1] = generator[2]
    generator[2] = first
    generator[3] = generator[4]
    generator[4] = generator[5]
    generator[5] = second
    number: int = (first - second) % MODULUS_1
    return number


@kernel
def below(generator: Any, bound: int) -> int:
    """A number uniform on 0 .. bound - 1 (to within bound / 2^32); bound at most 2^31."""
    return next_number(generator) * bound // MODULUS_1


def seed_generator(generator: Any, seed: Any) -> None:
    """Seed a generator by any integer, through SplitMix64: similar seeds give unrelated streams.

    With an array of uint64 it seeds many generators at once; each of the six numbers is an array.
    """
    mask = (1 << 64) - 1
    mixed = seed & mask
    for index in range(GENERATOR_SIZE):
        mixed = (mixed + 0x9E3779B97F4A7C15) & mask
        word = mixed
        word = ((word ^ (word >> 30)) * 0xBF58476D1CE4E5B9) & mask
        word = ((word ^ (word >> 27)) * 0x94D049BB133111EB) & mask
        word ^= word >> 31
        generator[index] = 1 + word % ((MODULUS_1 if index < 3 else MODULUS_2) - 1)
