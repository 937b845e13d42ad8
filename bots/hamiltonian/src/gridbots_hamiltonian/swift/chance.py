"""Random numbers from the policy's memory (Park and Miller's generator): matches repeat exactly."""

from __future__ import annotations

from typing import Any, Final

from gridbots.kernel import kernel

Record = Any
"""A memory with `chance`."""

MULTIPLIER: Final = 48271
MODULUS: Final = 2**31 - 1
PERCENT: Final = 100


@kernel
def draw(memory: Record, bound: int) -> int:
    """A random number from 0 to bound - 1, for small bounds.

    S. K. Park, K. W. Miller, "Random number generators: good ones are hard to find",
    Communications of the ACM 31 (1988), with the multiplier of 1993. It is fast, and swift does not
    depend on its quality.
    """
    memory["chance"] = memory["chance"] * MULTIPLIER % MODULUS
    return int(memory["chance"] % bound)


@kernel
def happens(memory: Record, percent: int) -> bool:
    """Bernoulli trial with a probability in per cent."""
    return draw(memory, PERCENT) < percent
