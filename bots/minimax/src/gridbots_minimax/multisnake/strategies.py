"""Variable search depth: how deep, and against which snakes, by the strategies of the paper.

They look at the square of cells within the radius of the head, and at heads within as many steps.
Where the paper's text and its program differ, this is the program: what it calls claustrophobic
improves on coward, and compactness counts cells of the whole square.
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
"""Own moves that coward and claustrophobic look ahead where something is near; elsewhere none."""
CALM: Final = 1
WARY: Final = 2
THREATENED: Final = 3
CURLED: Final = 5
"""Own moves that smart coward (2 or 3) and survivor (1, 3 or 5) look ahead."""


@kernel
def depth_for(agent: Record, state: State, seat: int) -> int:
    """Own moves to look ahead; 0: only at what the next one brings, others lying still."""
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
def heeded_by(agent: Record, state: State, seat: int) -> int:
    """The snakes that move in thought, the own one included: bit s stands for seat s."""
    everybody = agent["strategy"] in (FIXED, COWARD, CLAUSTROPHOBIC)
    head, stride, heeded = state["bodies"][seat, 0], state["stride"], 0
    for other in range(state["seats"]):
        if state["eliminated"][other] == 0:
            near = apart(head, state["bodies"][other, 0], stride) <= agent["radius"]
            if everybody or near:
                heeded |= 1 << other
    return heeded


@kernel
def is_near_wall(state: State, seat: int, radius: int) -> bool:
    """Whether fewer cells than the radius are between the head and a wall."""
    head, stride, side = state["bodies"][seat, 0], state["stride"], state["side"]
    row, column = row_of(head, stride), column_of(head, stride)
    return bool(min(row, column) < radius or max(row, column) >= side - radius)
