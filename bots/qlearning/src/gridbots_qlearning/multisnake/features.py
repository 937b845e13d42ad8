"""Action features of Multiplayer Snake, sparse and binary: richer than the paper's indicators.

As there, only the own snake is moved in thought. But the board is turned so that the snake goes up,
and mirrored so that the nearest other head is to its right; heads are told from bodies; candies
that another head is nearer to are told from others; and there are indicators of the room that is
left, and of what other heads can do next. An indicator may hold more than once.

What a learner is `blind` to is told by a number, a bit for each thing: so it can be measured what
each of them brings.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np

from gridbots.games.multisnake.state import CANDY, SNAKE
from gridbots.grid import COLUMN_STEPS, ROW_STEPS, UP, column_of, offset, row_of
from gridbots.kernel import kernel
from gridbots_qlearning.multisnake.indicators import MOST_SEEN, can_repeat
from gridbots_qlearning.multisnake.rivals import (
    MOST_RIVALS,
    comes_first,
    count_exits,
    find_rivals,
    rivalry,
)
from gridbots_qlearning.multisnake.room import (
    MOST_LAND,
    around,
    land_from,
    room_from,
    room_needed,
)

if TYPE_CHECKING:
    from gridbots.game import AnyState
    from gridbots.space import Array

REACH: Final = 12
"""What lies so many steps from the new head, or more, is not seen."""
SPAN: Final = 2 * REACH - 1
PLACES: Final = SPAN * SPAN
OWN_CANDIES: Final = 0
OWN_SPECIALS: Final = PLACES
THEIR_CANDIES: Final = 2 * PLACES
THEIR_SPECIALS: Final = 3 * PLACES
BODIES: Final = 4 * PLACES
HEADS: Final = 5 * PLACES
OWN: Final = 6 * PLACES
"""Where the indicators of each kind of thing begin: one for each place."""
WALLS: Final = 7 * PLACES
"""Steps to the edge ahead, to the right, behind and to the left: 16 each."""
AROUND: Final = WALLS + 4 * 16
"""Which of the seven cells around the new head are barred, besides the one it came from."""
ROOM: Final = AROUND + 128
"""How much room there is, in twelfths of what the snake needs."""
NARROW: Final = ROOM + 13
"""The number of cells that can be reached, where they are few."""
LAND: Final = NARROW + 16
"""The number of cells that it reaches before all others, in fours."""
EXITS: Final = LAND + MOST_LAND // 4 + 1
"""Ways on, and whether another head can come to the same cell: two for each number."""
SAFE: Final = EXITS + 8
"""Ways on to cells that no other head can come to at the same time."""
CONTEST: Final = SAFE + 4
"""What is eaten (nothing, a candy, a special), and who can come too; see `rivalry`."""
NEAREST: Final = CONTEST + 12
"""Steps to the nearest candy, to the nearest that no other head is nearer to, and to a special."""
WEALTH: Final = NEAREST + 3 * 24
"""What all candies are worth from here, less for those farther away."""
BEST: Final = WEALTH + 24
"""The same of the one that is worth most."""
CRISIS: Final = BEST + 24
"""How many others live, and how long the snake is."""
REPEATS: Final = CRISIS + 4 * 16
CROSSES: Final = REPEATS + 1
ALWAYS: Final = CROSSES + 1
SIGHTS: Final = ALWAYS + 1
FADED: Final = tuple(0.85**steps for steps in range(REACH))
"""A candy is worth so much less for each step that it is farther away."""

TURNS: Final = 1
HEADS_APART: Final = 2
SHARES: Final = 4
PROSPECTS: Final = 8
"""What a learner can be blind to: see `BLIND_TO`."""
BLIND_TO: Final = {
    "turns": TURNS,  # the board stays as it is, whichever way the snake goes
    "heads": HEADS_APART,  # heads of others are parts of their bodies
    "shares": SHARES,  # all candies are as if no other head were nearer
    "prospects": PROSPECTS,  # neither room nor land, ways on, or what other heads can do next
}


@kernel
def look(state: AnyState, seat: int, move: int, blind: int, seen: Array) -> int:
    """Write the indicators that hold for a legal move; how many they are."""
    stride, head = state["stride"], state["bodies"][seat, 0] + offset(move, state["stride"])
    rivals = np.empty((MOST_RIVALS, 2), np.int32)
    others = find_rivals(state, seat, rivals)
    facing, side = move, 1
    if blind & TURNS:
        facing = UP
    else:
        side = side_of(rivals, others, row_of(head, stride), column_of(head, stride), move)
    shared = 0 if blind & SHARES else others
    count = look_at_candies(state, head, facing, side, rivals, shared, seen)
    count = look_at_snakes(state, seat, head, facing, side, blind, seen, count)
    count = look_at_edges(state, head, facing, side, seen, count)
    if not blind & PROSPECTS:
        count = look_ahead(state, seat, move, head, side, rivals, others, seen, count)
    seen[count] = CRISIS + 16 * min(others, 3) + min(15, state["lengths"][seat] // 4)
    seen[count + 1] = ALWAYS
    count += 2
    if not can_repeat(state, seat, move):
        seen[count] = REPEATS
        count += 1
    if state["cells"][head] == SNAKE + seat:
        seen[count] = CROSSES
        count += 1
    return count


@kernel
def aside(down: int, across: int, facing: int) -> int:
    """How far to the right a cell so far down and across is, for who goes in this direction."""
    right = (facing + 1) & 3
    return down * ROW_STEPS[right] + across * COLUMN_STEPS[right]


@kernel
def side_of(rivals: Array, others: int, row: int, column: int, move: int) -> int:
    """1 where the nearest other head, of those that are not straight ahead, is right, else -1."""
    side, least = 1, 1 << 30
    for other in range(others):
        down, across = rivals[other, 0] - row, rivals[other, 1] - column
        right, steps = aside(down, across, move), abs(down) + abs(across)
        if right != 0 and steps < least:
            side, least = 1 if right > 0 else -1, steps
    return side


@kernel
def place_of(down: int, across: int, facing: int, side: int) -> int:
    """The place of a cell so far down and across, for a snake that goes in this direction."""
    ahead = down * ROW_STEPS[facing] + across * COLUMN_STEPS[facing]
    right = side * aside(down, across, facing)
    return (ahead + REACH - 1) * SPAN + right + REACH - 1


@kernel
def look_at_candies(  # noqa: PLR0913, PLR0917  where one is, and who else is there
    state: AnyState,
    head: int,
    facing: int,
    side: int,
    rivals: Array,
    others: int,
    seen: Array,
) -> int:
    """Write the candies within reach, and how near and how many they are."""
    candies, stride, last = state["candies"], state["stride"], state["side"] - 1
    row, column = row_of(head, stride), column_of(head, stride)
    count, wealth, best = 0, 0.0, 0.0
    nearest = nearest_own = nearest_special = 23
    for down in range(max(1 - REACH, -row), min(REACH - 1, last - row) + 1):
        wide = REACH - 1 - abs(down)
        for across in range(max(-wide, -column), min(wide, last - column) + 1):
            found = candies[head + down * stride + across]
            if found == 0:
                continue
            steps, is_special = abs(down) + abs(across), found != CANDY
            is_theirs = comes_first(rivals, others, row + down, column + across, steps)
            kind = OWN_CANDIES + PLACES * (is_special + 2 * is_theirs)
            seen[count] = kind + place_of(down, across, facing, side)
            count += 1
            nearest = min(nearest, steps)
            if not is_theirs:
                nearest_own = min(nearest_own, steps)
                if is_special:
                    nearest_special = min(nearest_special, steps)
            worth = found * FADED[steps] * (0.5 if is_theirs else 1.0)
            wealth += worth
            best = max(best, worth)
    seen[count] = NEAREST + nearest
    seen[count + 1] = NEAREST + 24 + nearest_own
    seen[count + 2] = NEAREST + 48 + nearest_special
    seen[count + 3] = WEALTH + min(23, int(2 * wealth))
    seen[count + 4] = BEST + min(23, int(8 * best))
    return count + 5


@kernel
def look_at_snakes(  # noqa: PLR0913, PLR0917  where one is, and what was seen so far
    state: AnyState,
    seat: int,
    head: int,
    facing: int,
    side: int,
    blind: int,
    seen: Array,
    count: int,
) -> int:
    """Add all parts of snakes within reach, own ones as they were before the move."""
    bodies, stride = state["bodies"], state["stride"]
    row, column = row_of(head, stride), column_of(head, stride)
    heads = BODIES if blind & HEADS_APART else HEADS
    for other in range(state["seats"]):
        kind = OWN if other == seat else BODIES
        for index in range(state["lengths"][other]):
            cell = bodies[other, index]
            down, across = row_of(cell, stride) - row, column_of(cell, stride) - column
            if abs(down) + abs(across) < REACH and count < MOST_SEEN - 32:
                is_head = index == 0 and other != seat
                place = place_of(down, across, facing, side)
                seen[count] = (heads if is_head else kind) + place
                count += 1
    return count


@kernel
def look_at_edges(  # noqa: PLR0913, PLR0917  where one is, and what was seen so far
    state: AnyState, head: int, facing: int, side: int, seen: Array, count: int
) -> int:
    """Add how far the edges are, ahead, to the right, behind and to the left."""
    stride, last = state["stride"], state["side"] - 1
    row, column = row_of(head, stride), column_of(head, stride)
    for turn in range(4):
        way = (facing + side * turn) & 3
        down, across = ROW_STEPS[way], COLUMN_STEPS[way]
        steps = (last - row if down > 0 else row) if down != 0 else 0
        if across != 0:
            steps = last - column if across > 0 else column
        seen[count + turn] = WALLS + 16 * turn + min(15, steps)
    return count + 4


@kernel
def look_ahead(  # noqa: PLR0913, PLR0917  where one is, who else is there, what was seen so far
    state: AnyState,
    seat: int,
    move: int,
    head: int,
    side: int,
    rivals: Array,
    others: int,
    seen: Array,
    count: int,
) -> int:
    """Add what is around the new head, how much room there is, and what others can do next."""
    needed = room_needed(state, seat)
    room, came = room_from(state, seat, head, needed), rivalry(state, head, rivals, others)
    food = state["candies"][head]
    eaten = 0 if food == 0 else (1 if food == CANDY else 2)
    seen[count] = AROUND + around(state, seat, move, head, side)
    seen[count + 1] = EXITS + 2 * count_exits(state, seat, head, rivals, 0) + (came > 0)
    seen[count + 2] = SAFE + count_exits(state, seat, head, rivals, others)
    seen[count + 3] = ROOM + 12 * room // needed
    seen[count + 4] = NARROW + min(15, room)
    seen[count + 5] = LAND + land_from(state, seat, head) // 4
    seen[count + 6] = CONTEST + 4 * eaten + came
    return count + 7
