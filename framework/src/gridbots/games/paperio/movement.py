"""Legal moves; heads move and collide."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from gridbots.games.paperio.state import OUTSIDE, OWNED, UNSEEN, is_to_move
from gridbots.grid import NO_MOVE, offset
from gridbots.kernel import inlined_kernel, kernel

if TYPE_CHECKING:
    from gridbots.game import Moves, State


@inlined_kernel
def find_movers(state: State) -> int:
    """The seats that move in this round; unseen heads stay in place."""
    movers = 0
    for seat in range(state["seats"]):
        if is_to_move(state, seat) and state["heads"][seat] != UNSEEN:
            movers |= 1 << seat
    return movers


@inlined_kernel
def steer(state: State, moves: Moves, movers: int) -> None:
    for seat in range(state["seats"]):
        if movers >> seat & 1 and moves[seat] != NO_MOVE:
            state["headings"][seat] = moves[seat]


@inlined_kernel
def leave_trails(state: State, movers: int) -> None:
    """Cells outside their land that heads leave become trail; the cell of a head is not trail."""
    owners, trails, heads = state["owners"], state["trails"], state["heads"]
    for seat in range(state["seats"]):
        if movers >> seat & 1 and owners[heads[seat]] != OWNED + seat:
            trails[heads[seat]] |= 1 << seat
            state["trail_lengths"][seat] += 1


@inlined_kernel
def advance(state: State, movers: int) -> None:
    heads, headings = state["heads"], state["headings"]
    for seat in range(state["seats"]):
        if movers >> seat & 1:
            heads[seat] += offset(headings[seat], state["stride"])


@inlined_kernel
def find_crashed(state: State, movers: int) -> int:
    """The seats that have left the board or entered their own trail."""
    heads, crashed = state["heads"], 0
    for seat in range(state["seats"]):
        if movers >> seat & 1 and is_deadly(state, seat, heads[seat]):
            crashed |= 1 << seat
    return crashed


@inlined_kernel
def is_deadly(state: State, seat: int, cell: int) -> bool:
    """Whether entering this cell eliminates a seat, whatever the others do."""
    return bool(state["owners"][cell] == OUTSIDE or state["trails"][cell] >> seat & 1)


@inlined_kernel
def find_cut(state: State, cutters: int) -> int:
    """The seats whose trails have been entered by these seats."""
    trails, heads, cut = state["trails"], state["heads"], 0
    for seat in range(state["seats"]):
        if cutters >> seat & 1:
            cut |= int(trails[heads[seat]]) & ~(1 << seat)
    return cut


@inlined_kernel
def find_home(state: State, movers: int) -> int:
    """The seats that have come home with a trail."""
    owners, heads, home = state["owners"], state["heads"], 0
    for seat in range(state["seats"]):
        has_trail = state["trail_lengths"][seat] > 0
        if movers >> seat & 1 and has_trail and owners[heads[seat]] == OWNED + seat:
            home |= 1 << seat
    return home


@kernel
def accepts(state: State, seat: int, move: int) -> bool:  # noqa: ARG001  all directions are alike
    """All directions, including deadly ones."""
    return bool(state["over"] == 0 and is_to_move(state, seat))


@kernel
def legal(state: State, seat: int, mask: Any) -> int:
    is_asked = accepts(state, seat, 0)
    for move in range(4):
        mask[move] = is_asked
    return 4 * is_asked


@kernel
def candidates(state: State, seat: int, mask: Any) -> int:
    """Moves that are not deadly; all moves if there are none.

    A seat eliminated in this round is placed after all survivors, and has cut no trail.
    """
    accepted, here = legal(state, seat, mask), state["heads"][seat]
    if accepted == 0 or here == UNSEEN:
        return accepted
    count = 0
    for move in range(4):
        mask[move] = not is_deadly(state, seat, here + offset(move, state["stride"]))
        count += mask[move]
    return count if count > 0 else legal(state, seat, mask)


@kernel
def has_choice(state: State, seat: int) -> bool:
    """Whether a neighbouring cell is not deadly."""
    here = state["heads"][seat]
    if here == UNSEEN:
        return True
    for direction in range(4):
        if not is_deadly(state, seat, here + offset(direction, state["stride"])):
            return True
    return False
