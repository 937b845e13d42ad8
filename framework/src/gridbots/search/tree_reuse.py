"""Tree reuse: the joint move that leads from the last root to the next.

With it the hash moves of the subtree that was reached stay valid: their paths begin with that move.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from gridbots.game import candidates, step
from gridbots.grid import NO_MOVE
from gridbots.kernel import kernel
from gridbots.search.move_ordering import extended_path
from gridbots.search.ply_stack import MOST_MOVES, next_seat

if TYPE_CHECKING:
    from gridbots.search.ply_stack import Parts
    from gridbots.space import Array

MOST_JOINT_MOVES: Final = 1024
"""From one round to the next, so many joint moves are tried to find what was played."""


@kernel
def path_to_next_root(parts: Parts) -> int:
    """Key of the joint move that leads from the root to the state two places on; 0: none does.

    Joint moves are tried in the order of choosing, the last to choose first, and not for ever.
    Plies are used for counting; the next position searched writes them anew.
    """
    count, left = list_choices(parts), MOST_JOINT_MOVES
    while count > 0 and left > 0:
        left -= 1
        path = parts.tables[0]["root_path"]
        for index in range(count):
            ply = parts.plies[index]
            move = ply["order"][ply["tried"]]
            parts.joint[0, ply["seat"]] = move
            path = extended_path(path, move)
        parts.states[1] = parts.states[0]
        step(parts.states[1], parts.joint[0])
        if are_equal(parts.raw[1], parts.raw[2]):
            return int(path)
        count = count if has_next_choices(parts, count) else 0
    return 0


@kernel
def list_choices(parts: Parts) -> int:
    """List the candidates of each seat that is asked at the root, one ply each; how many seats."""
    parts.joint[0, :] = NO_MOVE
    seat, count = parts.tree[0]["seat"], 0
    while count == 0 or seat != parts.tree[0]["seat"]:
        ply = parts.plies[count]
        ply["seat"] = seat
        ply["tried"] = 0
        ply["moves"] = 0
        candidates(parts.states[0], seat, ply["mask"])
        for move in range(MOST_MOVES):
            if ply["mask"][move]:
                ply["order"][ply["moves"]] = move
                ply["moves"] += 1
        if ply["moves"] == 0:
            ply["order"][0] = NO_MOVE
            ply["moves"] = 1
        count += 1
        seat = next_seat(parts.tree[0], parts.states[0], seat)
    return count


@kernel
def has_next_choices(parts: Parts, count: int) -> bool:
    """Count on to the next combination of choices, like the wheels of a counter."""
    for index in range(count - 1, -1, -1):
        ply = parts.plies[index]
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
