"""Hazards: the maps, and the shrinking sides of royale.

Coordinates are columns and levels; levels count from the bottom, as in the original maps.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from gridbots.game.chance import below
from gridbots.grid import index_of
from gridbots.kernel import kernel
from gridbots_battlesnake.settings import MAPS
from gridbots_battlesnake.state import cell_at, head_of, is_living, part_of, tail_of

if TYPE_CHECKING:
    from gridbots.game import State

EMPTY_MAP: Final = MAPS.index("empty")
ROYALE: Final = MAPS.index("royale")
COLUMNS: Final = MAPS.index("hz_columns")
INNER_WALL: Final = MAPS.index("hz_inner_wall")
RINGS: Final = MAPS.index("hz_rings")
SINKHOLES: Final = MAPS.index("sinkholes")
PITS: Final = MAPS.index("hz_hazard_pits")
POOLS: Final = MAPS.index("healing_pools")
SNAIL: Final = MAPS.index("snail_mode")

POOLS_7: Final = ((3, 3, 3, 3),)
POOLS_11: Final = ((3, 3, 7, 7), (3, 7, 7, 3), (3, 5, 7, 5), (5, 7, 5, 3))
POOLS_19: Final = ((5, 5, 13, 13, 5, 13, 13, 5), (5, 10, 13, 10, 10, 13, 10, 5))
"""Columns and levels of the pools by the side of the board; one row is drawn."""
PIT_LAYERS: Final = 4
PIT_PERIOD: Final = 7
"""Pits fill to four layers, stay full, and are emptied after seven periods."""


@kernel
def lay_map(state: State) -> None:
    """Place the hazards of the opening."""
    if state["map"] == COLUMNS:
        fill_odd(state, 1, spares_corners=False)
    elif state["map"] == INNER_WALL:
        fill_ring(state, 1)
    elif state["map"] == RINGS:
        for distance in range(1, state["width"] // 2 - 1, 2):
            fill_ring(state, distance)
    elif state["map"] == POOLS:
        draw_pools(state)


@kernel
def change_map(state: State) -> None:
    """Change the hazards of the map at the end of a round, after food was placed."""
    before, every = state["rounds"] - 1, state["shrink_every"]
    if state["map"] == ROYALE and state["rounds"] >= every:
        lay_borders(state)
    elif state["map"] == SINKHOLES:
        sink(state, before)
    elif state["map"] == PITS and before % every == 0:
        clear_hazards(state)
        fill_odd(state, min(before // every % PIT_PERIOD, PIT_LAYERS), spares_corners=True)
    elif state["map"] == SNAIL:
        leave_slime(state)


@kernel
def fill_odd(state: State, layers: int, spares_corners: bool) -> None:  # noqa: FBT001
    """Add hazards to each cell with odd column and level, optionally not near the corners."""
    for column in range(1, state["width"], 2):
        for level in range(1, state["height"], 2):
            if not (spares_corners and is_outermost(state, column, level)):
                state["hazards"][cell_at(state, column, level)] += layers


@kernel
def is_outermost(state: State, column: int, level: int) -> bool:
    """Whether this is the cell with odd column and level that is nearest to a corner."""
    is_first = column == 1 or column == state["width"] - 2
    return bool(is_first and (level == 1 or level == state["height"] - 2))


@kernel
def fill_ring(state: State, distance: int) -> None:
    """Add a hazard to each cell at this distance from the nearest edge."""
    width, height = state["width"], state["height"]
    for column in range(width):
        for level in range(height):
            near = min(column, level, width - 1 - column, height - 1 - level)
            state["hazards"][cell_at(state, column, level)] += near == distance


@kernel
def draw_pools(state: State) -> None:
    """Draw one of the layouts for this size."""
    side = state["width"]
    layouts = 1 if side == 7 else 4 if side == 11 else 2
    layout = below(state["generator"], layouts)
    for pool in range(4 if side == 19 else 2):
        if side == 7:
            column, level = POOLS_7[layout][2 * pool], POOLS_7[layout][2 * pool + 1]
        elif side == 11:
            column, level = POOLS_11[layout][2 * pool], POOLS_11[layout][2 * pool + 1]
        else:
            column, level = POOLS_19[layout][2 * pool], POOLS_19[layout][2 * pool + 1]
        state["hazards"][cell_at(state, column, level)] = 1


@kernel
def loses_pool(state: State) -> bool:
    """Whether one of the remaining pools disappears at the end of this round."""
    before = state["rounds"] - 1
    return bool(state["map"] == POOLS and before > 0 and before % state["shrink_every"] == 0)


@kernel
def draw_pool(state: State) -> int:
    """Draw one of the remaining pools; 0 if no pool is left."""
    pools = 0
    for cell in range(len(state["hazards"])):
        pools += state["hazards"][cell] > 0
    left = below(state["generator"], pools) if pools > 0 else -1
    for cell in range(len(state["hazards"])):
        if state["hazards"][cell] > 0:
            if left == 0:
                return cell
            left -= 1
    return 0


@kernel
def sink(state: State, before: int) -> None:
    """Grow the sinkhole: add ever larger squares without corners around the centre."""
    side, every = state["width"], state["shrink_every"]
    rings = 3 if side == 7 else 7 if side == 19 else 5
    centre = side // 2
    if before == 1:
        state["hazards"][cell_at(state, centre, centre)] += 1
    elif 1 < before <= every * rings and (before - 1) % every == 0:
        reach = (before - 1) // every
        for column in range(-reach, reach + 1):
            for level in range(-reach, reach + 1):
                if abs(column) != reach or abs(level) != reach:
                    state["hazards"][cell_at(state, centre + column, centre + level)] += 1


@kernel
def leave_slime(state: State) -> None:
    """Dry old slime, show the slime of the last round, and leave new slime at the tails.

    Each snake leaves as many hazards as it is long.
    """
    hazards, stored = state["hazards"], state["stored"]
    for cell in range(len(hazards)):
        if hazards[cell] > 0:
            hazards[cell] -= 1
    for seat in range(state["seats"]):
        if is_living(state, seat):
            stored[head_of(state, seat)] = 0
    for cell in range(len(hazards)):
        hazards[cell] += stored[cell]
        stored[cell] = 0
    for seat in range(state["seats"]):
        if is_living(state, seat):
            length = state["lengths"][seat]
            last = tail_of(state, seat)
            if last != part_of(state, seat, length - 2):
                stored[last] += length


@kernel
def has_borders(state: State) -> bool:
    """Whether sides shrink, because of the mode or the map."""
    return bool(state["royale"] or state["map"] == ROYALE)


@kernel
def shrink(state: State, side: int) -> None:
    """Make one more line at a side hazardous; `lay_borders` places the hazards."""
    state["borders"][side] += 1


@kernel
def lay_borders(state: State) -> None:
    """Make exactly the cells beyond the borders hazardous."""
    borders, stride = state["borders"], state["stride"]
    clear_hazards(state)
    for row in range(state["height"]):
        is_outside = row < borders[0] or row >= state["height"] - borders[2]
        for column in range(state["width"]):
            is_beyond = column < borders[3] or column >= state["width"] - borders[1]
            is_hazardous = 1 if is_outside or is_beyond else 0
            state["hazards"][index_of(row, column, stride)] = is_hazardous


@kernel
def clear_hazards(state: State) -> None:
    for cell in range(len(state["hazards"])):
        state["hazards"][cell] = 0
        state["stored"][cell] = 0
