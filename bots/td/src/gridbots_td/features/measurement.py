"""Measurement of a position: its features, and their value by the weights."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import numpy as np

from gridbots.games.paperio import features as game_features
from gridbots.games.paperio.features import (
    LOST,
    NO_WAY,
    WON,
    steps_to_land,
    steps_to_trail,
    walk,
)
from gridbots.games.paperio.state import OWNED
from gridbots.grid import apart
from gridbots.kernel import call, handle, kernel
from gridbots_td.features.layout import (
    DENSE,
    FARTHEST,
    LEADS,
    LENGTHS,
    PAPER,
    PROGRAM,
    SLICES,
    TABLES,
    WEIGHTS,
    bucket,
    near,
    place,
    reach,
)
from gridbots_td.features.relations import (
    CLIP,
    advantage,
    border_steps,
    count_sooner,
    gain,
    is_outside,
    moves_left,
    nearest_opponent,
    steps_to_tail,
)
from gridbots_td.network import MAX_INPUTS, MAX_UNITS, forward, network_weights, write_inputs

if TYPE_CHECKING:
    from gridbots.game import State
    from gridbots.space import Record

END_FLAG: Final = 100.0
"""Value of the program's features `won` and `lost`."""


def value_function_dtype(cells: int, *, program: bool = False) -> np.dtype[Any]:
    """Record of a value function for boards of up to this many padded cells, with scratch space.

    The kind of measurement is part of the type, so that the other kind is not compiled.
    """
    measures = measure_as_program if program else measure_as_td
    return np.dtype(
        [
            ("weights", "f8", (WEIGHTS,)),
            ("dense", "f8", (len(DENSE),)),  # of the last position measured
            ("active", "i8", (len(TABLES),)),  # indices of the active cells among the weights
            ("denses", "i8"),  # number of dense features
            ("tables", "i8"),  # number of tables
            ("win_weight", "f8"),  # weight of the win in the value of a match
            ("network", "f4", (network_weights(len(DENSE), MAX_UNITS),)),
            ("units", "i8"),  # hidden units; 0: no network
            ("hidden", "f4", (MAX_UNITS,)),  # their activations
            ("inputs", "i2", (MAX_INPUTS,)),  # inputs of cells that are 1
            ("input_count", "i8"),
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
        inputs = learned["inputs"][: learned["input_count"]]
        hidden = learned["hidden"][: learned["units"]]
        total += forward(learned["network"], learned["dense"], inputs, hidden)
    return float(total)


@kernel
def measure(learned: Record, state: State, seat: int) -> None:
    """Write the features of a position for a seat into the value function."""
    call(learned["measures"], learned, state, seat)


@kernel
def measure_as_td(learned: Record, state: State, seat: int) -> None:
    cells, opponent = state["stride"] * state["stride"], nearest_opponent(state, seat)
    mine, theirs, queue = (
        learned["mine"][:cells],
        learned["theirs"][:cells],
        learned["queue"][:cells],
    )
    walk(state, seat, mine, queue)
    walk(state, opponent, theirs, queue)
    measure_paper(learned, state, seat, opponent)
    if learned["denses"] > len(PAPER):
        measure_rest(learned, state, seat, opponent)
    if learned["units"]:
        learned["input_count"] = write_inputs(state, seat, opponent, learned["inputs"])


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
def measure_paper(learned: Record, state: State, seat: int, opponent: int) -> None:
    cells, side = state["stride"] * state["stride"], float(state["side"])
    mine, theirs, dense = learned["mine"][:cells], learned["theirs"][:cells], learned["dense"]
    home, attack = steps_to_land(state, seat, mine), steps_to_trail(state, 1 << opponent, mine)
    threat, retreat = (
        steps_to_trail(state, 1 << seat, theirs),
        steps_to_land(state, opponent, theirs),
    )
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
def measure_rest(learned: Record, state: State, seat: int, opponent: int) -> None:
    """Write the features beyond those of the paper, and the active cells of the tables."""
    cells, side, dense = state["stride"] * state["stride"], float(state["side"]), learned["dense"]
    mine, theirs = learned["mine"][:cells], learned["theirs"][:cells]
    home, retreat = steps_to_land(state, seat, mine), steps_to_land(state, opponent, theirs)
    threat, attack = steps_to_tail(state, seat, theirs), steps_to_tail(state, opponent, mine)
    outside, abroad = is_outside(state, seat), is_outside(state, opponent)
    won, lost = gain(learned, state, seat, mine), gain(learned, state, opponent, theirs)
    margin = advantage(home, threat) if outside else CLIP
    # It moves next: at equal distances it is home before we reach its trail.
    chance = advantage(attack, retreat) if abroad else -CLIP
    board = side * side
    distance = apart(state["heads"][seat], state["heads"][opponent], state["stride"])
    dense[9] = state["trail_lengths"][opponent] / side
    dense[10] = state["areas"][opponent] / board
    dense[11] = (state["areas"][seat] - state["areas"][opponent]) / board
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
    dense[27] = state["owners"][state["heads"][opponent]] == OWNED + seat
    dense[28] = count_sooner(state, seat, mine, theirs, 1) / board
    dense[29] = count_sooner(state, opponent, theirs, mine, 0) / board
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
