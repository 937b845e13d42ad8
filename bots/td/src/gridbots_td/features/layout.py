"""Names of the features, their tables, and where the weights of each begin."""

from __future__ import annotations

from typing import Final

from gridbots.games.paperio import features as game_features
from gridbots.games.paperio.features import LOST, NO_WAY
from gridbots.kernel import kernel

PAPER: Final = (
    "bias", "home", "attack", "threat", "retreat", "land", "trail", "time", "edge",
)  # fmt: skip
"""The paper's, about 0..1; who has won or lost is no feature, for it has a value of its own.

bias: 1. home, attack, threat, retreat: as in the game, in sides of the board (the first two: two
sides); without a way home 1, attack 1, threat 1, retreat 0. land, trail: cells, of the board, and
of a side. time: the part of the match that is left. edge: steps to the border, in half sides.
"""
DENSE: Final = (
    *PAPER,
    "their_trail", "their_land", "lead", "late_lead",
    "margin", "danger", "threat_1", "threat_2",
    "chance", "strike_1", "strike_2",
    "gain", "safe_gain", "their_gain", "their_safe_gain",
    "late", "distance", "outside", "intruder",
    "reach", "their_reach", "late_reach",
)  # fmt: skip
"""their_trail: the rival's, of a side. their_land, lead: its land, and ours less it, of the board.
late_lead: lead times elapsed time.
margin: by how many steps we are home sooner than the rival is at our trail, -6 to 6, in sixths; 1
    at home. danger: 1 outside with a margin of 0 or less. threat_1, threat_2: its steps to our
    trail.
chance: by how many steps we are at its trail sooner than it is home, likewise; -1 where it is at
    home. strike_1, strike_2: our steps to its trail.
gain: land won by going home now, by a shortest way, of the board; safe_gain: where there is no
    danger. their_gain, their_safe_gain: the rival's, and where it is home before we are there.
late: 1 where too few moves are left to come home. distance: to its head, in two sides.
outside: 1 outside our land. intruder: 1 where its head is on our land.
reach: cells beyond our land that we can be at before the rival, of the board; their_reach: likewise
    the rival's, which moves next; late_reach: reach less their_reach, times elapsed time.
"""
PROGRAM: Final = game_features.FEATURES[: LOST + 1]
"""Those of the CS221 program, neither scaled nor weighed, but for the end of a match."""

NEAR: Final = 7
"""Steps from which on tables see no difference."""
NONE: Final = NEAR + 1
"""The place of what cannot be reached, in tables."""
LENGTHS: Final = 10
SLICES: Final = 5
FARTHEST: Final = 13
GAINS: Final = (0, 1, 2, 3, 5, 7, 10, 14, 20)
"""Cells; the last that belongs to each bucket, and one more bucket for all beyond."""
LEADS: Final = 6
"""Steps of a lead to each side, a twelfth of the board each."""
TABLES: Final = (
    ("home x threat", NEAR + 1, NONE + 1),
    ("attack x retreat", NONE + 1, NEAR + 1),
    ("trail x time", LENGTHS, SLICES),
    ("outside x distance", 4, FARTHEST),
    ("gain x home", len(GAINS) + 1, NEAR + 1),
    ("their gain x retreat", len(GAINS) + 1, NEAR + 1),
    ("lead x time", 2 * LEADS + 1, SLICES),
)
"""Name, rows, columns. Of each table one cell counts, with 1."""
TABLE_COLUMNS: Final = tuple(columns for _, _, columns in TABLES)
STARTS: Final = tuple(
    len(DENSE) + sum(rows * columns for _, rows, columns in TABLES[:index])
    for index in range(len(TABLES))
)
"""Where the weights of each table begin."""
WEIGHTS: Final = STARTS[-1] + TABLES[-1][1] * TABLES[-1][2]
"""How many there are in all."""


@kernel
def near(steps: int) -> int:
    return NEAR if steps == NO_WAY else min(steps, NEAR)


@kernel
def reach(steps: int) -> int:
    return NONE if steps == NO_WAY else min(steps, NEAR)


@kernel
def bucket(cells: int) -> int:
    place = 0
    for last in GAINS:
        place += cells > last
    return place


@kernel
def place(table: int, row: int, column: int) -> int:
    """Where the weight of a cell is."""
    return STARTS[table] + row * TABLE_COLUMNS[table] + column
