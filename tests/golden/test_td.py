"""td against the values and moves of the CS221 paper's program."""

from __future__ import annotations

import functools
import math
from typing import Any

import numpy as np
from tests.golden.paperio_records import DIRECTION, TD_WEIGHTS, recorded_state
from tests.golden.recordings import golden

from gridbots.game.chance import GENERATOR_SIZE
from gridbots_td.decision import pick, search_position
from gridbots_td.features.layout import PROGRAM, WEIGHTS
from gridbots_td.trained import ValueFunction, ValueFunctionAbout, plan_of

POSITIONS = golden("paperio_agents.jsonl")


@functools.cache
def plans_for(dtype: np.dtype[Any]) -> Any:
    """What thinking needs on boards of one record type."""
    about = ValueFunctionAbout(
        game="paperio", settings={}, learner="program", features=list(PROGRAM), memory="frozen",
        command="none",
    )  # fmt: skip
    weights = np.zeros(WEIGHTS)
    weights[: len(PROGRAM)] = [float(each) for each in TD_WEIGHTS]
    return plan_of(ValueFunction(about, weights), dtype)


def test_values_and_moves_of_the_program_are_as_recorded() -> None:
    for position in POSITIONS:
        state = recorded_state(position)
        state["mover"] = 0  # As recorded, whoever is to move in the position.
        plans = plans_for(state.dtype)
        search_position(plans[0], state, 0)
        values = plans[0]["search"][0]["values"]
        found = {move: values[move] for move in range(4) if not math.isnan(values[move])}
        told = {DIRECTION[move]: value for move, value in position["td_values"]}
        if told:
            assert found == told
            assert pick(plans[0], [1] * GENERATOR_SIZE) == DIRECTION[position["td_move"]]
