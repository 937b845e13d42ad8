"""zig-zag and fixed: follow a Hamiltonian cycle, and never leave it."""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from gridbots.kernel import kernel
from gridbots.vector import Remembering
from gridbots_hamiltonian.cycles import CYCLE, head_onward, lay_random

Record = Any
"""An observation of Snake, or a memory."""

MEMORY: Final = np.dtype(CYCLE)


def fixed() -> Remembering:
    return Remembering(choose_fixed, np.zeros(1, MEMORY))


@kernel
def choose(observation: Record, seat: int, generator: Any) -> int:  # noqa: ARG001  no chance
    """On along the zig-zag."""
    return head_onward(observation)


@kernel
def choose_fixed(observation: Record, seat: int, generator: Any, memory: Record) -> int:  # noqa: ARG001
    """On along a random cycle, drawn at the opening."""
    if memory["is_open"] == 0:
        lay_random(observation, generator, memory)
    return int(memory["onward"][observation["head"]])
