"""Policies: stateless, stateful, and policy factories."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Callable

    from gridbots.vector.arrays import Records

Policy = Any
"""A kernel, choose(observation, seat, generator) -> move, a partial of one, a Remembering, or a
Fitting that makes any of these."""

NOTHING: Final = np.dtype([("nothing", "u1")])
"""The memory of a stateless policy."""


@dataclass(frozen=True, eq=False)
class Remembering:
    """Stateful policy, with a memory record for each match and seat."""

    choose: Callable[..., int]
    """A kernel: choose(observation, seat, generator, memory) -> move; it may write to the memory.

    It is called in every round in which its seat is to move, from the opening on.
    """
    opening: Records
    """Array of one record: the memory at the opening, typically zeros and the options."""

    def __post_init__(self) -> None:
        if self.opening.shape != (1,) or self.opening.dtype.names is None:
            raise ValueError(
                f"expected a memory as an array of one record, got one of {self.opening.dtype} of "
                f"the shape {self.opening.shape}"
            )

    def memories(self, count: int) -> Records:
        """This many memories, as at an opening."""
        return np.repeat(self.opening, count)


@dataclass(frozen=True, eq=False)
class Fitting:
    """Policy factory: makes a policy for a type of state records."""

    make: Callable[[np.dtype[Any]], Policy]
    """The policy for state records of this type."""


def fitted(policy: Policy, dtype: np.dtype[Any]) -> Policy:
    """The policy for state records of this type."""
    return policy.make(dtype) if isinstance(policy, Fitting) else policy


def kernel_of(policy: Policy) -> Callable[..., int]:
    return policy.choose if isinstance(policy, Remembering) else policy


def memories_of(policy: Policy, count: int) -> Records:
    """Memories of a policy for this many matches; empty records for a stateless policy."""
    if isinstance(policy, Remembering):
        return policy.memories(count)
    return np.zeros(count, NOTHING)
