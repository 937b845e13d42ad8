"""Variable search depth: the depth and the searched snakes, by the strategies of the paper.

The strategies consider the square of cells within the radius of the head, and heads within as many
steps. Where the paper's text and its program differ, this module follows the program:
claustrophobic extends coward, and compactness counts the cells of the whole square.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from gridbots.games.multisnake.features import bodies_near, compactness
from gridbots.grid import apart, column_of, row_of
from gridbots.kernel import kernel
from gridbots_minimax.multisnake.agent import (
    CLAUSTROPHOBIC,
    COWARD,
    FIXED,
    SMART_COWARD,
)

if TYPE_CHECKING:
    from gridbots.game import State
    from gridbots.space import Record

ALARMED: Final = 2
"""Own moves that coward and claustrophobic look ahead if something is near; else none."""
CALM: Final = 1
WARY: Final = 2
THREATENED: Final = 3
CURLED: Final = 5
"""Own moves that smart coward (2 or 3) and survivor (1, 3 or 5) look ahead."""


@kernel
def depth_for(agent: Record, state: State, seat: int) -> int:
    """Own moves to look ahead; 0: only the next move, with the others not moving."""
    if agent["strategy"] == FIXED:
        return int(agent["depth"])
    if agent["strategy"] == CLAUSTROPHOBIC and is_near_wall(state, seat, agent["radius"]):
        return ALARMED
    near = bodies_near(state, seat, agent["radius"]) > 0
    if agent["strategy"] in (COWARD, CLAUSTROPHOBIC):
        return ALARMED if near else 0
    if near:
        return THREATENED
    if agent["strategy"] == SMART_COWARD:
        return WARY
    return CURLED if compactness(state, seat, agent["radius"]) > agent["compactness"] else CALM


@kernel
def searched_seats(agent: Record, state: State, seat: int) -> int:
    """The snakes whose moves are searched, including the own one: bit s stands for seat s."""
    everybody = agent["strategy"] in (FIXED, COWARD, CLAUSTROPHOBIC)
    head, stride, searched = state["bodies"][seat, 0], state["stride"], 0
    for other in range(state["seats"]):
        if state["eliminated"][other] == 0:
            near = apart(head, state["bodies"][other, 0], stride) <= agent["radius"]
            if everybody or near:
                searched |= 1 << other
    return searched


@kernel
def is_near_wall(state: State, seat: int, radius: int) -> bool:
    """Whether there are fewer cells than the radius between the head and a wall."""
    head, stride, side = state["bodies"][seat, 0], state["stride"], state["side"]
    row, column = row_of(head, stride), column_of(head, stride)
    return bool(min(row, column) < radius or max(row, column) >= side - radius)
