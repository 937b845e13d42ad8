"""Action features of Multiplayer Snake, sparse and binary: richer than the paper's indicators.

As in the paper, only the own snake is moved. But the board is rotated so that the snake heads up,
and mirrored so that the nearest other head is to its right; heads are distinguished from bodies,
and candies by whether another head is nearer; further indicators describe the free space that is
left, and the next moves of other heads. An indicator may be active more than once.

A bit mask of ablations blanks groups of features, to measure what they contribute.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np

from gridbots.games.multisnake.state import CANDY, SNAKE
from gridbots.grid import COLUMN_STEPS, ROW_STEPS, UP, column_of, offset, row_of
from gridbots.kernel import kernel
from gridbots_qlearning.multisnake.indicators import MAX_ACTIVE, can_repeat
from gridbots_qlearning.multisnake.space import (
    MAX_TERRITORY,
    around,
    free_space,
    space_needed,
    territory_of,
)
from gridbots_qlearning.multisnake.threats import (
    MAX_OPPONENTS,
    arrives_first,
    contenders,
    count_exits,
    find_heads,
)

if TYPE_CHECKING:
    from gridbots.game import AnyState
    from gridbots.space import Array

REACH: Final = 12
"""Cells this many steps from the new head, or more, are not encoded."""
SPAN: Final = 2 * REACH - 1
PLACES: Final = SPAN * SPAN
OWN_CANDIES: Final = 0
OWN_SPECIALS: Final = PLACES
THEIR_CANDIES: Final = 2 * PLACES
THEIR_SPECIALS: Final = 3 * PLACES
BODIES: Final = 4 * PLACES
HEADS: Final = 5 * PLACES
OWN: Final = 6 * PLACES
"""First indicator of each kind; each kind has one per place."""
WALLS: Final = 7 * PLACES
"""Steps to the edge ahead, to the right, behind and to the left: 16 each."""
AROUND: Final = WALLS + 4 * 16
"""Bit mask of the blocked cells around the new head, without the cell it came from."""
SPACE: Final = AROUND + 128
"""Free space, in twelfths of what the snake needs."""
NARROW: Final = SPACE + 13
"""Number of reachable cells, if there are few."""
TERRITORY: Final = NARROW + 16
"""Number of cells that the snake reaches before all others, in fours."""
EXITS: Final = TERRITORY + MAX_TERRITORY // 4 + 1
"""Number of exits, and whether another head can enter the same cell."""
SAFE: Final = EXITS + 8
"""Number of exits to cells that no other head can enter at the same time."""
CONTEST: Final = SAFE + 4
"""What is eaten (nothing, a candy, a special), and the contenders for the cell."""
NEAREST: Final = CONTEST + 12
"""Steps to the nearest candy, to the nearest own candy, and to the nearest own special."""
WEALTH: Final = NEAREST + 3 * 24
"""Sum of the candies, discounted by distance."""
BEST: Final = WEALTH + 24
"""Maximum of the candies, discounted by distance."""
PHASE: Final = BEST + 24
"""Number of living opponents, and length of the snake."""
REPEATS: Final = PHASE + 4 * 16
CROSSES: Final = REPEATS + 1
ALWAYS: Final = CROSSES + 1
INDICATORS: Final = ALWAYS + 1
FADED: Final = tuple(0.85**steps for steps in range(REACH))
"""Discount of a candy by its distance."""

TURNS: Final = 1
HEADS_APART: Final = 2
SHARES: Final = 4
PROSPECTS: Final = 8
"""Bits of the ablations."""
ABLATIONS: Final = {
    "turns": TURNS,  # the board is neither rotated nor mirrored
    "heads": HEADS_APART,  # heads of others are encoded as bodies
    "shares": SHARES,  # candies are not distinguished by whether another head is nearer
    "prospects": PROSPECTS,  # no features of free space, territory, exits and contenders
}


@kernel
def look(state: AnyState, seat: int, move: int, ablated: int, seen: Array) -> int:
    """Write the active indicators of a legal move; return their number."""
    stride, head = state["stride"], state["bodies"][seat, 0] + offset(move, state["stride"])
    heads = np.empty((MAX_OPPONENTS, 2), np.int32)
    others = find_heads(state, seat, heads)
    facing, side = move, 1
    if ablated & TURNS:
        facing = UP
    else:
        side = side_of(heads, others, row_of(head, stride), column_of(head, stride), move)
    shared = 0 if ablated & SHARES else others
    count = look_at_candies(state, head, facing, side, heads, shared, seen)
    count = look_at_snakes(state, seat, head, facing, side, ablated, seen, count)
    count = look_at_edges(state, head, facing, side, seen, count)
    if not ablated & PROSPECTS:
        count = look_ahead(state, seat, move, head, side, heads, others, seen, count)
    seen[count] = PHASE + 16 * min(others, 3) + min(15, state["lengths"][seat] // 4)
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
    """Offset to the right of an offset down and across, for a snake facing a direction."""
    right = (facing + 1) & 3
    return down * ROW_STEPS[right] + across * COLUMN_STEPS[right]


@kernel
def side_of(heads: Array, others: int, row: int, column: int, move: int) -> int:
    """1 if the nearest other head that is not straight ahead is to the right, else -1."""
    side, least = 1, 1 << 30
    for other in range(others):
        down, across = heads[other, 0] - row, heads[other, 1] - column
        right, steps = aside(down, across, move), abs(down) + abs(across)
        if right != 0 and steps < least:
            side, least = 1 if right > 0 else -1, steps
    return side


@kernel
def place_of(down: int, across: int, facing: int, side: int) -> int:
    """The place of an offset down and across, for a snake facing a direction."""
    ahead = down * ROW_STEPS[facing] + across * COLUMN_STEPS[facing]
    right = side * aside(down, across, facing)
    return (ahead + REACH - 1) * SPAN + right + REACH - 1


@kernel
def look_at_candies(  # noqa: PLR0913, PLR0917  a position, and the other heads
    state: AnyState,
    head: int,
    facing: int,
    side: int,
    heads: Array,
    others: int,
    seen: Array,
) -> int:
    """Write the candies within reach, their distances and their discounted sum."""
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
            is_theirs = arrives_first(heads, others, row + down, column + across, steps)
            kind = OWN_CANDIES + PLACES * (is_special + 2 * is_theirs)
            seen[count] = kind + place_of(down, across, facing, side)
            count += 1
            nearest = min(nearest, steps)
            if not is_theirs:
                nearest_own = min(nearest_own, steps)
                if is_special:
                    nearest_special = min(nearest_special, steps)
            value = found * FADED[steps] * (0.5 if is_theirs else 1.0)
            wealth += value
            best = max(best, value)
    seen[count] = NEAREST + nearest
    seen[count + 1] = NEAREST + 24 + nearest_own
    seen[count + 2] = NEAREST + 48 + nearest_special
    seen[count + 3] = WEALTH + min(23, int(2 * wealth))
    seen[count + 4] = BEST + min(23, int(8 * best))
    return count + 5


@kernel
def look_at_snakes(  # noqa: PLR0913, PLR0917  a position, and the indicators so far
    state: AnyState,
    seat: int,
    head: int,
    facing: int,
    side: int,
    ablated: int,
    seen: Array,
    count: int,
) -> int:
    """Add all parts of snakes within reach; own parts as before the move."""
    bodies, stride = state["bodies"], state["stride"]
    row, column = row_of(head, stride), column_of(head, stride)
    heads = BODIES if ablated & HEADS_APART else HEADS
    for other in range(state["seats"]):
        kind = OWN if other == seat else BODIES
        for index in range(state["lengths"][other]):
            cell = bodies[other, index]
            down, across = row_of(cell, stride) - row, column_of(cell, stride) - column
            if abs(down) + abs(across) < REACH and count < MAX_ACTIVE - 32:
                is_head = index == 0 and other != seat
                place = place_of(down, across, facing, side)
                seen[count] = (heads if is_head else kind) + place
                count += 1
    return count


@kernel
def look_at_edges(  # noqa: PLR0913, PLR0917  a position, and the indicators so far
    state: AnyState, head: int, facing: int, side: int, seen: Array, count: int
) -> int:
    """Add the steps to the edges ahead, to the right, behind and to the left."""
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
def look_ahead(  # noqa: PLR0913, PLR0917  a position, the other heads, the indicators so far
    state: AnyState,
    seat: int,
    move: int,
    head: int,
    side: int,
    heads: Array,
    others: int,
    seen: Array,
    count: int,
) -> int:
    """Add the surroundings of the new head, the free space, and the contenders."""
    needed = space_needed(state, seat)
    space, contending = (
        free_space(state, seat, head, needed),
        contenders(state, head, heads, others),
    )
    food = state["candies"][head]
    eaten = 0 if food == 0 else (1 if food == CANDY else 2)
    seen[count] = AROUND + around(state, seat, move, head, side)
    seen[count + 1] = EXITS + 2 * count_exits(state, seat, head, heads, 0) + (contending > 0)
    seen[count + 2] = SAFE + count_exits(state, seat, head, heads, others)
    seen[count + 3] = SPACE + 12 * space // needed
    seen[count + 4] = NARROW + min(15, space)
    seen[count + 5] = TERRITORY + territory_of(state, seat, head) // 4
    seen[count + 6] = CONTEST + 4 * eaten + contending
    return count + 7
