"""Record of a longest-path search: the path that is tried, the incumbent, and the upper bound."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np

from gridbots.grid import CAPACITIES
from gridbots.kernel import kernel
from gridbots.search.longest_path.path_improvement import PATH_IMPROVEMENT
from gridbots.space import WORKSPACE, explore, spread, steps_of

if TYPE_CHECKING:
    from gridbots.space import Array, Record

BLOCKED: Final = 1

_WAY: Final = (max(CAPACITIES),)

LONGEST_PATH: Final = np.dtype(
    [
        ("space", WORKSPACE),
        ("head", "i4", (1,)),  # where the search stands, as `spread` wants it
        ("start", "i8"),
        ("stride", "i8"),
        ("improvement", PATH_IMPROVEMENT, (1,)),
        ("improves", "u1"),  # 1: by local search, too
        ("next_burst", "i8"),  # due after so many nodes
        ("limit", "i8"),  # steps to try all ways of in this iteration
        ("depth", "i8"),  # steps gone from the start; -1 when finished
        ("nodes", "i8"),
        ("cut_short", "u1"),  # 1: a way of this iteration was completed greedily
        ("bound", "i8"),  # no way is longer than this
        ("longest", "i8"),
        ("way", "i1", _WAY),  # the longest way known, as directions
        ("path", "i1", _WAY),  # the way that is being tried
        ("tried", "i1", _WAY),  # how many directions have been tried after so many steps
    ]
)


@kernel
def note(search: Record, length: int) -> None:
    """Update the incumbent, if the path that is being tried is longer."""
    if length > search["longest"]:
        search["longest"] = length
        for index in range(length):
            search["way"][index] = search["path"][index]


@kernel
def bound(search: Record, cells: Array) -> int:
    """Upper bound: no path from the head is longer."""
    search["nodes"] += 1
    space = search["space"]
    spread(cells[:], search["head"][:], 1, search["stride"], space)
    explore(cells[:], search["head"][0], 1, space)
    return steps_of(space["chain"][search["head"][0]])
