"""A match with a known blunder, and how bots are started to find it."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

from tests.viewer.replays import played

from gridbots.games.light_riders import GAME

if TYPE_CHECKING:
    from gridbots.game import State
    from gridbots.record import Record

TELLER = f"{sys.executable} -S -E {Path(__file__).parent / 'teller.py'}"
SILENT = f"{sys.executable} -S -E {Path(__file__).parents[1] / 'villains' / '_honest.py'}"
SETTINGS = {"width": 8, "height": 8}
WAYS = (
    ["left", "down", "down", "down", "right", "right", "up", "up", "left", "down", "up"],
    ["up", "up", "up", "up", "left", "left", "left", "left", "left", "down", "down"],
)
BLUNDER = 8
"""The round in which seat 0 goes into a dead end of two cells: the trail, and the head after it.

    x x .
    x 0 x
    x . x
    x x x
"""


def match_with_blunder() -> Record:
    ways = [iter(words) for words in WAYS]

    def choose(_: State, seat: int) -> int:
        return GAME.moves.index(next(ways[seat]))

    return played(GAME, SETTINGS, choose, seed=1, most=50)
