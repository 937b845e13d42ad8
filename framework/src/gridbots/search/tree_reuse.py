"""Tree reuse: the joint move that leads from the last root to the next.

The hash moves of that subtree stay valid, because their paths begin with this joint move.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from gridbots.game import candidates, step
from gridbots.grid import NO_MOVE
from gridbots.kernel import kernel
from gridbots.search.move_ordering import extended_path
from gridbots.search.ply_stack import NOBODY, next_chooser, order_seats

if TYPE_CHECKING:
    from gridbots.space import Array, Record

NEXT_ROOT: Final = 2
"""Index of the next root state, while the root of the last search is kept."""
MOST_JOINT_MOVES: Final = 1024
"""Maximum number of joint moves that are tried to find the one that was played."""


@kernel
def path_to_next_root(search: Record) -> int:
    """Key of the joint move that leads from the root to the next root; 0 if none does.

    Joint moves are tried in choosing order, the last seat varying fastest, up to the maximum. The
    counters are in the plies, which the next search overwrites.
    """
    order_seats(search)  # The last search may not have begun: then it has not been done.
    count, left = list_choices(search), MOST_JOINT_MOVES
    states, raw = search["states"], search["raw"]
    while count > 0 and left > 0:
        left -= 1
        path = search["ordering"][0]["root_path"]
        for index in range(count):
            ply = search["plies"][index]
            move = ply["order"][ply["tried"]]
            search["joint"][ply["seat"]] = move
            path = extended_path(path, move)
        states[1] = states[0]
        step(states[1], search["joint"])
        if are_equal(raw[1], raw[NEXT_ROOT]):
            return int(path)
        count = count if has_next_choices(search, count) else 0
    return 0


@kernel
def list_choices(search: Record) -> int:
    """List the candidates of each seat to move at the root, one ply each; return the seat count."""
    search["joint"][:] = NO_MOVE
    seat, count = search["seat"], 0
    while seat != NOBODY:
        ply = search["plies"][count]
        ply["seat"] = seat
        ply["tried"] = 0
        ply["moves"] = 0
        candidates(search["states"][0], seat, ply["mask"])
        for move in range(len(ply["mask"])):
            if ply["mask"][move]:
                ply["order"][ply["moves"]] = move
                ply["moves"] += 1
        if ply["moves"] == 0:
            ply["order"][0] = NO_MOVE
            ply["moves"] = 1
        count += 1
        seat = next_chooser(search, search["states"][0], seat)
    return count


@kernel
def has_next_choices(search: Record, count: int) -> bool:
    """Advance to the next combination of choices, like an odometer."""
    for index in range(count - 1, -1, -1):
        ply = search["plies"][index]
        ply["tried"] += 1
        if ply["tried"] < ply["moves"]:
            return True
        ply["tried"] = 0
    return False


@kernel
def are_equal(first: Array, second: Array) -> bool:
    for index in range(len(first)):
        if first[index] != second[index]:
            return False
    return True
