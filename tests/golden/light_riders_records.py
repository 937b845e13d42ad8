"""Positions recorded from the CS221 paper's Light Riders, as states of ours."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from gridbots.games.light_riders import GAME
from gridbots.grid import DOWN, LEFT, RIGHT, UP

if TYPE_CHECKING:
    from gridbots.game import State


MOVES = (UP, DOWN, RIGHT, LEFT)
"""Our number of each move of the original."""


EVALUATIONS: dict[str, dict[str, float]] = {
    "all_direct": {"far_lanes": 1},
    "max_direct": {"best_lane": 1},
    "attack": {"near_lanes": 1, "nearness": 800},
    "block": {"near_lanes": 1, "bottleneck": 800},
    "attack_block": {"near_lanes": 1, "nearness": 800, "bottleneck": 500},
}


def recorded_state(position: dict[str, Any]) -> State:
    size = {"width": position["w"], "height": position["h"]}
    settings = GAME.make_settings({**size, "start": "cs221", "end": "stuck"})
    updates = {"round": "0", "field": ",".join(position["board"])}
    return GAME.wire.read_updates(None, settings, updates)
