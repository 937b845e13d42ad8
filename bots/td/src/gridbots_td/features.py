"""Features of a position of Paper.io: dense ones, and lookup tables of which one cell counts each.

Of all others only the rival counts, the living one whose head is nearest. Ways are walked as in the
game's own features; a head outside its land counts as the end of its trail, which it will be when
it has moved on. Positions are those after an own move: the rival moves next.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import numpy as np

from gridbots.games.paperio import features as game_features
from gridbots.games.paperio.capture import enclose
from gridbots.games.paperio.features import (
    LOST,
    NO_WAY,
    WON,
    nearer,
    steps_to_land,
    steps_to_trail,
    walk,
)
from gridbots.games.paperio.state import EVERYBODY, OUTSIDE, OWNED, is_living
from gridbots.grid import apart, column_of, offset, row_of
from gridbots.kernel import call, handle, kernel
from gridbots_td.network import MOST_LIT, UNITS, answer, light, network_weights

if TYPE_CHECKING:
    from gridbots.game import State
    from gridbots.space import Array, Record

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
END_FLAG: Final = 100.0
"""What the program's features of a match that is won or lost are there."""

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
STARTS: Final = tuple(
    len(DENSE) + sum(rows * columns for _, rows, columns in TABLES[:index])
    for index in range(len(TABLES))
)
"""Where the weights of each table begin."""
WEIGHTS: Final = STARTS[-1] + TABLES[-1][1] * TABLES[-1][2]
"""How many there are in all."""
CLIP: Final = 6
NOBODY: Final = -1


def value_function_dtype(cells: int, *, program: bool = False) -> np.dtype[Any]:
    """What weighs positions of up to so many padded cells: weights, and room to measure in.

    How it measures is part of the type: the other way is not compiled.
    """
    measures = measure_as_program if program else measure_as_td
    return np.dtype(
        [
            ("weights", "f8", (WEIGHTS,)),
            ("dense", "f8", (len(DENSE),)),  # of the position measured last
            ("active", "i8", (len(TABLES),)),  # places of the counting cells among the weights
            ("denses", "i8"),  # how many dense features count
            ("tables", "i8"),  # how many tables count
            ("prize", "f8"),  # part of the worth of a match that is for winning it
            ("network", "f4", (network_weights(len(DENSE)),)),
            ("units", "i8"),  # how many hidden units count: all, or 0
            ("hidden", "f4", (UNITS,)),  # what they say
            ("lit", "i2", (MOST_LIT,)),  # inputs of cells that are 1
            ("lit_count", "i8"),
            ("program", "i8"),  # 1: features, and values of finished matches, of the program
            ("mine", "i4", (cells,)),
            ("theirs", "i4", (cells,)),
            ("queue", "i4", (cells,)),
            ("stack", "i4", (cells,)),
            ("gained", "u1", (cells,)),
            ("walked", "u1", (cells,)),
            ("measures", handle(measures).dtype, (1,)),
        ]
    )


@kernel
def weigh(learned: Record, state: State, seat: int) -> float:
    """The value of a position: features times weights."""
    measure(learned, state, seat)
    return weigh_measured(learned)


@kernel
def weigh_measured(learned: Record) -> float:
    weights, total = learned["weights"], 0.0
    for feature in range(learned["denses"]):
        total += weights[feature] * learned["dense"][feature]
    for table in range(learned["tables"]):
        total += weights[learned["active"][table]]
    if learned["units"]:
        lit = learned["lit"][: learned["lit_count"]]
        total += answer(learned["network"], learned["dense"], lit, learned["hidden"])
    return float(total)


@kernel
def measure(learned: Record, state: State, seat: int) -> None:
    """Write the features of a position for a seat, into the scratch of the value function."""
    call(learned["measures"], learned, state, seat)


@kernel
def measure_as_td(learned: Record, state: State, seat: int) -> None:
    cells, rival = state["stride"] * state["stride"], nearest_rival(state, seat)
    mine, theirs, queue = (
        learned["mine"][:cells],
        learned["theirs"][:cells],
        learned["queue"][:cells],
    )
    walk(state, seat, mine, queue)
    walk(state, rival, theirs, queue)
    measure_paper(learned, state, seat, rival)
    if learned["denses"] > len(PAPER):
        measure_rest(learned, state, seat, rival)
    if learned["units"]:
        learned["lit_count"] = light(state, seat, rival, learned["lit"])


@kernel
def measure_as_program(learned: Record, state: State, seat: int) -> None:
    dense = learned["dense"]
    values = np.zeros(len(game_features.FEATURES))
    game_features.measure(state, seat, np.ones(len(game_features.FEATURES)), values)
    values[WON] *= END_FLAG
    values[LOST] *= END_FLAG
    for feature in range(len(PROGRAM)):
        dense[feature] = values[feature]


@kernel
def nearest_rival(state: State, seat: int) -> int:
    """The living other whose head is nearest, the first of several; else the next seat."""
    heads, found, least = state["heads"], NOBODY, 1 << 30
    for other in range(state["seats"]):
        if other != seat and is_living(state, other):
            steps = apart(heads[seat], heads[other], state["stride"])
            if steps < least:
                found, least = other, steps
    return found if found != NOBODY else (seat + 1) % state["seats"]


@kernel
def measure_paper(learned: Record, state: State, seat: int, rival: int) -> None:
    cells, side = state["stride"] * state["stride"], float(state["side"])
    mine, theirs, dense = learned["mine"][:cells], learned["theirs"][:cells], learned["dense"]
    home, attack = steps_to_land(state, seat, mine), steps_to_trail(state, 1 << rival, mine)
    threat, retreat = steps_to_trail(state, 1 << seat, theirs), steps_to_land(state, rival, theirs)
    dense[0] = 1.0
    dense[1] = 1.0 if home == NO_WAY else home / (2 * side)
    dense[2] = 1.0 if attack == NO_WAY else attack / (2 * side)
    dense[3] = 1.0 if threat == NO_WAY else threat / side
    dense[4] = 0.0 if retreat == NO_WAY else retreat / side
    dense[5] = state["areas"][seat] / (side * side)
    dense[6] = state["trail_lengths"][seat] / side
    dense[7] = (state["max_rounds"] - state["rounds"]) / max(state["max_rounds"], 1)
    dense[8] = 2 * border_steps(state, seat) / side


@kernel
def moves_left(state: State) -> int:
    """Own moves until time is up."""
    if state["mover"] == EVERYBODY:
        return int(state["max_rounds"] - state["rounds"])
    living = 0
    for seat in range(state["seats"]):
        living += is_living(state, seat)
    return int((state["max_rounds"] - state["rounds"]) // max(living, 1))


@kernel
def border_steps(state: State, seat: int) -> int:
    here, last = state["heads"][seat], state["side"] - 1
    row, column = row_of(here, state["stride"]), column_of(here, state["stride"])
    return int(min(row, column, last - row, last - column))


@kernel
def measure_rest(learned: Record, state: State, seat: int, rival: int) -> None:
    """The features beyond the paper's, and the cells of the tables."""
    cells, side, dense = state["stride"] * state["stride"], float(state["side"]), learned["dense"]
    mine, theirs = learned["mine"][:cells], learned["theirs"][:cells]
    home, retreat = steps_to_land(state, seat, mine), steps_to_land(state, rival, theirs)
    threat, attack = steps_to_tail(state, seat, theirs), steps_to_tail(state, rival, mine)
    outside, abroad = is_outside(state, seat), is_outside(state, rival)
    won, lost = gain(learned, state, seat, mine), gain(learned, state, rival, theirs)
    margin = advantage(home, threat) if outside else CLIP
    # It moves next: with as many steps to its home as we have to its trail it is home first.
    chance = advantage(attack, retreat) if abroad else -CLIP
    board = side * side
    distance = apart(state["heads"][seat], state["heads"][rival], state["stride"])
    dense[9] = state["trail_lengths"][rival] / side
    dense[10] = state["areas"][rival] / board
    dense[11] = (state["areas"][seat] - state["areas"][rival]) / board
    dense[12] = dense[11] * (1 - dense[7])
    dense[13] = margin / CLIP
    dense[14] = margin <= 0
    dense[15] = outside and threat == 1
    dense[16] = outside and threat == 2
    dense[17] = chance / CLIP
    dense[18] = abroad and attack == 1
    dense[19] = abroad and attack == 2
    dense[20] = won / board
    dense[21] = won / board if margin > 0 else 0.0
    dense[22] = lost / board
    dense[23] = lost / board if chance <= 0 else 0.0
    dense[24] = home == NO_WAY or home > moves_left(state)
    dense[25] = distance / (2 * side)
    dense[26] = outside
    dense[27] = state["owners"][state["heads"][rival]] == OWNED + seat
    dense[28] = count_sooner(state, seat, mine, theirs, 1) / board
    dense[29] = count_sooner(state, rival, theirs, mine, 0) / board
    dense[30] = (dense[28] - dense[29]) * (1 - dense[7])
    if learned["tables"]:
        active, length = learned["active"], int(state["trail_lengths"][seat])
        elapsed = max(0, min(int((1 - dense[7]) * SLICES), SLICES - 1))
        lead = max(-LEADS, min(int(dense[11] * 2 * LEADS), LEADS))
        active[0] = place(0, near(home), reach(threat if outside else NO_WAY))
        active[1] = place(1, reach(attack if abroad else NO_WAY), near(retreat))
        active[2] = place(2, min(length, LENGTHS - 1), elapsed)
        active[3] = place(3, 2 * outside + abroad, min(distance, FARTHEST - 1))
        active[4] = place(4, bucket(won), near(home))
        active[5] = place(5, bucket(lost), near(retreat))
        active[6] = place(6, LEADS + lead, elapsed)


@kernel
def is_outside(state: State, seat: int) -> bool:
    """Whether a head is outside its land."""
    return bool(state["owners"][state["heads"][seat]] != OWNED + seat)


@kernel
def steps_to_tail(state: State, seat: int, steps: Array) -> int:
    """From where `steps` have been filled in, to a trail, or to its head outside its land."""
    least, head = steps_to_trail(state, 1 << seat, steps), state["heads"][seat]
    return nearer(least, int(steps[head])) if is_outside(state, seat) else least


@kernel
def count_sooner(state: State, seat: int, ours: Array, theirs: Array, ahead: int) -> int:
    """Cells beyond its land that a seat is at sooner than the other, by so many steps at least."""
    owners, total = state["owners"], 0
    for cell in range(len(ours)):
        if ours[cell] != NO_WAY and owners[cell] != OWNED + seat:
            total += theirs[cell] == NO_WAY or ours[cell] + ahead <= theirs[cell]
    return total


@kernel
def advantage(ours: int, theirs: int) -> int:
    """By how many steps we are somewhere sooner than the rival is somewhere, cut to CLIP."""
    if ours == NO_WAY:
        return -CLIP
    if theirs == NO_WAY:
        return CLIP
    return max(-CLIP, min(theirs - ours, CLIP))


@kernel
def gain(learned: Record, state: State, seat: int, steps: Array) -> int:
    """Cells that a seat wins by going home by a shortest way now; 0 at home or without a way."""
    target, owners = NOBODY, state["owners"]
    if not is_outside(state, seat):
        return 0
    for cell in range(len(steps)):
        is_home = owners[cell] == OWNED + seat and steps[cell] != NO_WAY
        if is_home and (target == NOBODY or steps[cell] < steps[target]):
            target = cell
    if target == NOBODY:
        return 0
    count = find_way(state, steps, target, learned["queue"])
    mark(state, learned["queue"][:count], 1 << seat)
    gained, total = learned["gained"][: len(steps)], 0
    gained[:] = 0
    enclose(state, seat, gained, learned["walked"], learned["stack"])
    for cell in range(len(steps)):
        total += gained[cell] != 0
    mark(state, learned["queue"][:count], 1 << seat)
    return total


@kernel
def find_way(state: State, steps: Array, target: int, way: Array) -> int:
    """Write the cells from before a target back to where steps begin; how many there are."""
    here, count = target, 0
    while steps[here] > 0:
        for direction in range(4):
            there = here + offset(direction, state["stride"])
            if state["owners"][there] != OUTSIDE and steps[there] == steps[here] - 1:
                here = there
                break
        way[count] = here
        count += 1
    return count


@kernel
def mark(state: State, way: Array, seats: int) -> None:
    """Lay a trail where there is none, or take it away again."""
    for cell in way:
        state["trails"][cell] ^= seats


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


TABLE_COLUMNS: Final = tuple(columns for _, _, columns in TABLES)
