"""Boards with an odd side, which have no two-by-two cells: the repaired cycle of dhcr.

With one odd side a board has a Hamiltonian cycle, which keeps all of the body on it (see
`dynamic_cycle`), so no game is lost there either. With two it has none: it has one square more of
one colour of a chessboard than of the other.
"""

from __future__ import annotations

from typing import Any

from gridbots.grid import offset
from gridbots.kernel import kernel
from gridbots_hamiltonian import dynamic_cycle
from gridbots_hamiltonian.cycles import lay_zig_zag, number

Record = Any
"""An observation of Snake, or a memory of dhcr."""


@kernel
def has_odd_side(observation: Record) -> bool:
    return bool(observation["width"] % 2 == 1 or observation["height"] % 2 == 1)


@kernel
def choose_on_cycle(observation: Record, generator: Any, memory: Record) -> int:
    """The move of dhcr, on a cycle that leads on in the snake's direction.

    Raises:
        ValueError: both sides of the board are odd.
    """
    if memory["is_open"] == 0:
        memory["breaks_loops"] = 1
        lay_zig_zag(observation, memory)
        if memory["onward"][observation["head"]] == observation["heading"] ^ 2:
            turn_round(observation, memory)
    return int(dynamic_cycle.choose(observation, 0, generator, memory))


@kernel
def turn_round(observation: Record, memory: Record) -> None:
    """Let the cycle lead the other way round."""
    onward, stride, first = memory["onward"], observation["stride"], observation["head"]
    here, way = first, onward[first]
    while True:
        here += offset(way, stride)
        following = onward[here]
        onward[here] = way ^ 2
        way = following
        if here == first:
            break
    number(observation, memory)
