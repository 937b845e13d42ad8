"""Positions recorded from the CS221 paper's Paper.io, as states of ours."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from gridbots.games.paperio import GAME
from gridbots.games.paperio.state import FREE, OWNED, PaperioSettings
from gridbots.grid import DOWN, LEFT, RIGHT, UP, index_of

if TYPE_CHECKING:
    from gridbots.game import State


DIRECTION = (LEFT, RIGHT, UP, DOWN)
"""Our number of each direction of the original."""


OWNER = {".": FREE, "X": OWNED, "O": OWNED + 1}


TD_WEIGHTS = (-0.5, -0.25, 0.125, 0.0625, 1.5, 0.75, 0.375, -0.03125, 0.5, 2, -2)
"""The recorded values are made with these: exact sums in any order."""


def recorded_state(position: dict[str, Any]) -> State:
    """The position, as if the match had begun there."""
    side, recorded = position["size"], position["st"]
    settings = PaperioSettings(size=side, order="alternating", max_rounds=recorded["ticks"])
    state = GAME.observation(GAME.setup(settings, 0), 0)
    cells = [index_of(row, column, side + 2) for row in range(side) for column in range(side)]
    state["owners"][cells] = [OWNER[letter] for letter in recorded["terr"]]
    for seat in range(2):
        row, column = recorded["pos"][seat]
        state["heads"][seat] = index_of(row, column, side + 2)
        state["areas"][seat] = recorded["terr"].count("XO"[seat])
        state["trail_lengths"][seat] = len(recorded["trail"][seat])
        for cell in recorded["trail"][seat]:
            state["trails"][cells[cell]] |= 1 << seat
    state["mover"] = recorded["turn"]
    return state
