"""What the better learner sees of a move in Multiplayer Snake: richer than the paper's indicators.

As there, only the own snake is moved in thought. But the board is turned so that the snake goes up,
and left and right are the same; heads are told from bodies; candies that another head is nearer to
are told from others; and there are indicators of the room that is left. An indicator may hold
more than once: two candies, one to the left and one to the right, count twice.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import numpy as np

from gridbots.games.multisnake.moving import DASH, is_barred
from gridbots.games.multisnake.state import CANDY, EMPTY, SNAKE, WALL
from gridbots.grid import COLUMN_STEPS, ROW_STEPS, apart, column_of, offset, row_of
from gridbots.kernel import kernel
from gridbots_qlearning.multisnake.indicators import MOST_SEEN, can_repeat

if TYPE_CHECKING:
    from gridbots.game import AnyState

REACH: Final = 12
"""What lies so many steps from the new head, or more, is not seen."""
PLACES: Final = (2 * REACH - 1) * REACH
"""Steps ahead, from 1 - REACH on, and steps aside."""
OWN_CANDIES: Final = 0
OWN_SPECIALS: Final = PLACES
THEIR_CANDIES: Final = 2 * PLACES
THEIR_SPECIALS: Final = 3 * PLACES
BODIES: Final = 4 * PLACES
HEADS: Final = 5 * PLACES
OWN: Final = 6 * PLACES
"""Where the indicators of each kind of thing begin: one for each place."""
WALLS: Final = 7 * PLACES
"""Steps to the edge ahead, behind, to the nearer side and to the farther side: 16 each."""
AROUND: Final = WALLS + 4 * 16
"""Which of the seven cells around the new head are barred, besides the one it came from."""
ROOM: Final = AROUND + 128
"""How much room there is, in twelfths of what the snake needs."""
NARROW: Final = ROOM + 13
"""The number of cells that can be reached, where they are few."""
EXITS: Final = NARROW + 16
"""Ways on, and whether another head can come to the same cell: two for each number."""
CONTEST: Final = EXITS + 8
"""What is eaten (nothing, a candy, a special), and heads that can come too (0, 1, more)."""
NEAREST: Final = CONTEST + 9
"""Steps to the nearest candy, to the nearest that no other head is nearer to, and to a special."""
WEALTH: Final = NEAREST + 3 * 24
"""What all candies are worth from here, less for those farther away."""
CRISIS: Final = WEALTH + 24
"""How many others live, and how long the snake is."""
REPEATS: Final = CRISIS + 4 * 16
CROSSES: Final = REPEATS + 1
ALWAYS: Final = CROSSES + 1
SIGHTS: Final = ALWAYS + 1
MOST_ROOM: Final = 160
FADING: Final = 0.85
"""A candy is worth so much less for each step that it is farther away."""


@kernel
def look(state: AnyState, seat: int, move: int, seen: Any) -> int:
    """Write the indicators that hold for a legal move; how many they are."""
    head = state["bodies"][seat, 0] + offset(move, state["stride"])
    rivals = rivals_at(state, seat, head)
    count = look_at_candies(state, seat, move, head, seen)
    count = look_at_snakes(state, seat, move, head, seen, count)
    count = look_at_walls(state, move, head, seen, count)
    count = look_at_room(state, seat, move, head, rivals, seen, count)
    food = state["candies"][head]
    eaten = 0 if food == 0 else (1 if food == CANDY else 2)
    seen[count] = CONTEST + 3 * eaten + min(rivals, 2)
    others = 0
    for other in range(state["seats"]):
        others += other != seat and state["eliminated"][other] == 0
    seen[count + 1] = CRISIS + 16 * min(others, 3) + min(15, state["lengths"][seat] // 4)
    seen[count + 2] = ALWAYS
    count += 3
    if not can_repeat(state, seat, move):
        seen[count] = REPEATS
        count += 1
    if state["cells"][head] == SNAKE + seat:
        seen[count] = CROSSES
        count += 1
    return count


@kernel
def rivals_at(state: AnyState, seat: int, cell: int) -> int:
    """Heads of others that can come to a cell in this round."""
    count = 0
    for other in range(state["seats"]):
        if other != seat and state["eliminated"][other] == 0:
            count += apart(state["bodies"][other, 0], cell, state["stride"]) == 1
    return count


@kernel
def turned(down: int, across: int, move: int) -> int:
    """The place of a cell so far down and across, for a snake that goes in this direction."""
    ahead = down * ROW_STEPS[move] + across * COLUMN_STEPS[move]
    aside = abs(down * COLUMN_STEPS[move]) + abs(across * ROW_STEPS[move])
    return (ahead + REACH - 1) * REACH + aside


@kernel
def look_at_candies(state: AnyState, seat: int, move: int, head: int, seen: Any) -> int:
    """Add the candies within reach, and how near and how many they are."""
    candies, stride, side = state["candies"], state["stride"], state["side"]
    row, column = row_of(head, stride), column_of(head, stride)
    count, wealth = 0, 0.0
    nearest = nearest_own = nearest_special = 23
    for down in range(max(1 - REACH, -row), min(REACH - 1, side - 1 - row) + 1):
        wide = REACH - 1 - abs(down)
        for across in range(max(-wide, -column), min(wide, side - 1 - column) + 1):
            cell = head + down * stride + across
            if candies[cell] == 0:
                continue
            steps = abs(down) + abs(across)
            is_theirs = is_nearer_to_another(state, seat, cell, steps)
            is_special = candies[cell] != CANDY
            kind = OWN_CANDIES + PLACES * (is_special + 2 * is_theirs)
            seen[count] = kind + turned(down, across, move)
            count += 1
            nearest = min(nearest, steps)
            if not is_theirs:
                nearest_own = min(nearest_own, steps)
                if is_special:
                    nearest_special = min(nearest_special, steps)
            wealth += candies[cell] * FADING**steps * (0.5 if is_theirs else 1.0)
    seen[count] = NEAREST + nearest
    seen[count + 1] = NEAREST + 24 + nearest_own
    seen[count + 2] = NEAREST + 48 + nearest_special
    seen[count + 3] = WEALTH + min(23, int(2 * wealth))
    return count + 4


@kernel
def is_nearer_to_another(state: AnyState, seat: int, cell: int, steps: int) -> bool:
    """Whether another head comes to a cell in fewer steps: it is to move, and we have moved."""
    for other in range(state["seats"]):
        theirs = apart(state["bodies"][other, 0], cell, state["stride"])
        if other != seat and state["eliminated"][other] == 0 and theirs <= steps:
            return True
    return False


@kernel
def look_at_snakes(  # noqa: PLR0913, PLR0917  a move, and where it leads
    state: AnyState, seat: int, move: int, head: int, seen: Any, count: int
) -> int:
    """Add all parts of snakes within reach, own ones as they were before the move."""
    bodies, stride = state["bodies"], state["stride"]
    row, column = row_of(head, stride), column_of(head, stride)
    for other in range(state["seats"]):
        kind = OWN if other == seat else BODIES
        for index in range(state["lengths"][other]):
            cell = bodies[other, index]
            down, across = row_of(cell, stride) - row, column_of(cell, stride) - column
            if abs(down) + abs(across) < REACH and count < MOST_SEEN - 32:
                is_head = index == 0 and other != seat
                seen[count] = (HEADS if is_head else kind) + turned(down, across, move)
                count += 1
    return count


@kernel
def look_at_walls(state: AnyState, move: int, head: int, seen: Any, count: int) -> int:
    """Add how far the edges are, ahead, behind and aside."""
    stride, last = state["stride"], state["side"] - 1
    row, column = row_of(head, stride), column_of(head, stride)
    down, across = (last - row, row), (last - column, column)
    if ROW_STEPS[move] != 0:
        ahead = down[0] if ROW_STEPS[move] > 0 else down[1]
        behind, near, far = last - ahead, min(across), max(across)
    else:
        ahead = across[0] if COLUMN_STEPS[move] > 0 else across[1]
        behind, near, far = last - ahead, min(down), max(down)
    seen[count] = WALLS + min(15, ahead)
    seen[count + 1] = WALLS + 16 + min(15, behind)
    seen[count + 2] = WALLS + 32 + min(15, near)
    seen[count + 3] = WALLS + 48 + min(15, far)
    return count + 4


@kernel
def look_at_room(  # noqa: PLR0913, PLR0917  a move, and where it leads
    state: AnyState, seat: int, move: int, head: int, rivals: int, seen: Any, count: int
) -> int:
    """Add what is around the new head, and how much room there is to go on."""
    seen[count] = AROUND + around(state, seat, move, head)
    exits = 0
    for way in range(DASH):
        exits += is_bare(state, seat, head + offset(way, state["stride"]))
    seen[count + 1] = EXITS + 2 * exits + (rivals > 0)
    needed = min(MOST_ROOM, 2 * state["lengths"][seat] + 12)
    room = room_from(state, seat, head, needed)
    seen[count + 2] = ROOM + 12 * room // needed
    seen[count + 3] = NARROW + min(15, room)
    return count + 4


@kernel
def around(state: AnyState, seat: int, move: int, head: int) -> int:
    """The barred cells around a head, a bit each, from either side alike."""
    stride = state["stride"]
    ahead, right = offset(move, stride), offset((move + 1) & 3, stride)
    front = int(not is_bare(state, seat, head + ahead))
    one = other = 0
    for number in range(3):
        there = head + (1 - number) * ahead
        one |= int(not is_bare(state, seat, there + right)) << number
        other |= int(not is_bare(state, seat, there - right)) << number
    return 64 * front + 8 * max(one, other) + min(one, other)


@kernel
def is_bare(state: AnyState, seat: int, cell: int) -> bool:
    """Whether nothing lies on a cell, or only the end of the own tail, which moves on."""
    found = state["cells"][cell]
    if found == EMPTY:
        return True
    return bool(found == SNAKE + seat and not is_barred(state, seat, cell, 1))


@kernel
def room_from(state: AnyState, seat: int, head: int, most: int) -> int:
    """How many bare cells can be reached from a new head; of more than `most` only so many."""
    cells, stride = state["cells"], state["stride"]
    seen, queue = np.zeros(len(cells), np.uint8), np.empty(most + 4, np.int32)
    seen[head] = 1
    queue[0] = head
    begin, end = 0, 1
    while begin < end <= most:
        here = queue[begin]
        begin += 1
        for direction in range(4):
            there = here + offset(direction, stride)
            if seen[there] == 0 and cells[there] != WALL and is_bare(state, seat, there):
                seen[there] = 1
                queue[end] = there
                end += 1
    return min(end - 1, most)
