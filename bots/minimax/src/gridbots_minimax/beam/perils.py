"""Perils of first moves: what they cost where they lead to where a snake cannot go on for long.

Among snakes that move as modelled there are none: the search sees what they do.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from gridbots.games.multisnake.movement import DASH
from gridbots.kernel import kernel
from gridbots_minimax.beam.survival import HORIZON, prepare, survival

if TYPE_CHECKING:
    from gridbots.game import State
    from gridbots.space import Record


@kernel
def write_perils(search: Record, state: State, seat: int) -> None:
    """By first move, how much sooner it ends than the one that goes on longest, in points."""
    perils, strangest = search["perils"], search["evaluation"][0]["strangeness"][seat]
    for move in range(DASH):
        perils[move] = 0.0
    if strangest == 0.0 or search["survival"] == 0.0:
        return
    plan, most = search["survivals"][0], 0
    lasting = np.zeros(DASH, np.int64)
    prepare(plan, state, seat)
    for move in range(DASH):
        lasting[move] = survival(plan, move)
        most = max(most, lasting[move])
    for move in range(DASH):
        perils[move] = strangest * search["survival"] * (most - lasting[move]) / HORIZON
