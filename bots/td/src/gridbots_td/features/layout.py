"""Names of the features, their tables, and where the weights of each begin."""

from __future__ import annotations

from typing import Final

from gridbots.games.paperio import features as game_features
from gridbots.games.paperio.features import LOST, NO_WAY
from gridbots.kernel import kernel

PAPER: Final = (
    "bias", "home", "attack", "threat", "retreat", "land", "trail", "time", "edge",
)  # fmt: skip
"""Features of the paper, scaled to about 0..1. The result of a match is no feature: it has a value.

bias: 1. home, attack, threat, retreat: as in the game, in sides of the board (home and attack: in
two sides); if unreachable, home 1, attack 1, threat 1, retreat 0. land: share of the board. trail:
cells, in sides. time: share of the match that is left. edge: steps to the border, in half sides.
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
"""their_trail: the opponent's trail, in sides. their_land: its land; lead: own land minus its land;
    both as shares of the board. late_lead: lead times elapsed time.
margin: how many steps sooner we reach home than the opponent reaches our trail, -6 to 6, in sixths;
    1 at home. danger: 1 if we are outside with a margin of 0 or less. threat_1, threat_2: 1 if the
    opponent is one step, two steps from our trail.
chance: how many steps sooner we reach its trail than it reaches home, likewise; -1 if it is at
    home. strike_1, strike_2: 1 if we are one step, two steps from its trail.
gain: land captured by returning home now on a shortest path, as a share of the board; safe_gain:
    the same if there is no danger. their_gain, their_safe_gain: the same for the opponent.
late: 1 if too few moves are left to return home. distance: to its head, in two sides.
outside: 1 outside our land. intruder: 1 if its head is on our land.
reach: cells beyond our land that we reach before the opponent, as a share of the board;
    their_reach: the same for the opponent, which moves next; late_reach: reach minus their_reach,
    times elapsed time.
"""
PROGRAM: Final = game_features.FEATURES[: LOST + 1]
"""Features of the CS221 program: unscaled; only a finished match has another value."""

NEAR: Final = 7
"""Tables do not distinguish longer distances."""
NONE: Final = NEAR + 1
"""Table index of what cannot be reached."""
LENGTHS: Final = 10
SLICES: Final = 5
FARTHEST: Final = 13
GAINS: Final = (0, 1, 2, 3, 5, 7, 10, 14, 20)
"""Upper bounds of the buckets, in cells; one more bucket takes larger gains."""
LEADS: Final = 6
"""Buckets of a lead in each direction, a twelfth of the board each."""
TABLES: Final = (
    ("home x threat", NEAR + 1, NONE + 1),
    ("attack x retreat", NONE + 1, NEAR + 1),
    ("trail x time", LENGTHS, SLICES),
    ("outside x distance", 4, FARTHEST),
    ("gain x home", len(GAINS) + 1, NEAR + 1),
    ("their gain x retreat", len(GAINS) + 1, NEAR + 1),
    ("lead x time", 2 * LEADS + 1, SLICES),
)
"""Name, rows, columns. One cell of each table is active and counts 1."""
TABLE_COLUMNS: Final = tuple(columns for _, _, columns in TABLES)
STARTS: Final = tuple(
    len(DENSE) + sum(rows * columns for _, rows, columns in TABLES[:index])
    for index in range(len(TABLES))
)
"""Where the weights of each table begin."""
WEIGHTS: Final = STARTS[-1] + TABLES[-1][1] * TABLES[-1][2]
"""Number of weights."""


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
    """The index of the weight of a table cell."""
    return STARTS[table] + row * TABLE_COLUMNS[table] + column
