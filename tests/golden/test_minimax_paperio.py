"""minimax and expectimax in Paper.io against the CS221 paper's program."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest
from tests.golden.paperio_records import DIRECTION, recorded_state
from tests.golden.recordings import golden

from gridbots.kernel import compiled
from gridbots.search.core import BEST, UNLIMITED, VALUES
from gridbots_minimax.paperio.agent import plan_of
from gridbots_minimax.paperio.decision import ORDER, prepare, search_for
from gridbots_minimax.paperio.options import Options

if TYPE_CHECKING:
    from gridbots.game import State

pytestmark = pytest.mark.slow  # they compile searches of their own

POSITIONS = golden("paperio_agents.jsonl")


class Searching:
    """Searches of recorded positions, compiled as the bot has them."""

    def __init__(self, evaluation: Any, *, averages: bool = False, cuts: bool = True) -> None:
        self._options = Options(evaluation=evaluation)
        self._averages = averages
        self._exact = BEST if cuts else VALUES
        self._plans_of: dict[Any, Any] = {}

    def _plans_for(self, state: State) -> Any:
        """What a search needs on boards of one record type."""
        if state.dtype not in self._plans_of:
            plan = plan_of(self._options, state.dtype, averages=self._averages)
            plan["search"][0]["exact"] = self._exact
            self._plans_of[state.dtype] = np.full(1, plan, plan.dtype)
        return self._plans_of[state.dtype]

    def values(self, position: dict[str, Any], plies: int) -> dict[int, float]:
        """Of the moves of the seat that is to move, so many plies deep."""
        state = recorded_state(position)
        self._plans = self._plans_for(state)
        prepare(self._plans[0], state, int(state["mover"]))
        compiled(search_for)(self._plans, plies // 2, UNLIMITED)
        values = dict(enumerate(self._plans[0]["values"].tolist()))
        return {move: values[move] for move in ORDER if not math.isnan(values[move])}

    @property
    def result(self) -> float:
        return float(self._plans[0]["search"][0]["result"])


def recorded(position: dict[str, Any], search: str) -> tuple[float, dict[int, float], set[int]]:
    """Value, values of moves and best moves, for the seat to move and in our directions."""
    sign = 1 if position["st"]["turn"] == 0 else -1
    told = position[search]
    children = {DIRECTION[move]: sign * float(value) for move, value in told["children"]}
    return sign * float(told["value"]), children, {DIRECTION[move] for move in told["best"]}


SEARCHES = [
    (name, evaluation, plies)
    for name, deepest in (("minimax", 6), ("expectimax", 4))
    for evaluation in ("pure", "safe")
    for plies in range(2, deepest + 1, 2)
]


@pytest.mark.parametrize(("name", "evaluation", "plies"), SEARCHES)
def test_values_of_all_moves_are_those_of_the_program(
    name: str, evaluation: str, plies: int
) -> None:
    searching = Searching(evaluation, averages=name == "expectimax", cuts=False)
    for position in POSITIONS:
        value, children, best = recorded(position, f"{name}_{evaluation}_{plies}")
        values = searching.values(position, plies)
        assert searching.result == value
        assert values == children
        assert {move for move in values if values[move] == value} == best


@pytest.mark.parametrize("plies", [2, 4, 6])
@pytest.mark.parametrize("evaluation", ["pure", "safe"])
def test_pruning_keeps_the_best_moves_of_the_program(evaluation: str, plies: int) -> None:
    searching = Searching(evaluation)
    for position in POSITIONS:
        value, _, best = recorded(position, f"minimax_{evaluation}_{plies}")
        values = searching.values(position, plies)
        assert searching.result == value
        assert {move for move in values if values[move] == value} == best
