"""Minimax in turns against the searches of the CS221 paper's program."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
import pytest
from msgspec.structs import replace
from tests.golden.light_riders_records import EVALUATIONS, MOVES, recorded_state
from tests.golden.recordings import golden
from tests.search.test_minimax_in_turns import finished

from gridbots.game import (
    evaluate,
    utility,
)
from gridbots.games.light_riders.features import FEATURES
from gridbots.kernel import kernel
from gridbots.search.minimax import EXACT, Minimax, SearchVariant
from gridbots.search.ply_stack import is_decided

if TYPE_CHECKING:
    from gridbots.game import State

pytestmark = pytest.mark.slow  # they compile for long


POSITIONS = golden("light_riders_cs221.jsonl")


@kernel
def terminal_value(state: State, seat: int, mover: int, rounds: int, left: int) -> float:  # noqa: ARG001
    """As the original: results count, but after the last round even they are evaluated."""
    if left == 0 or not is_decided(state, seat):
        return np.nan
    return (-50_000.0, 10_000.0, 50_000.0)[1 + round(utility(state, seat))]


PAPER = SearchVariant("in-turns", terminal_value=terminal_value, preference=MOVES)


def weights_of(name: str) -> list[float]:
    return [EVALUATIONS[name].get(feature, 0.0) for feature in FEATURES]


@pytest.mark.parametrize("name", EVALUATIONS)
def test_the_evaluations_are_those_of_the_original(name: str) -> None:
    weights = np.array(weights_of(name))
    for position in POSITIONS:
        state = recorded_state(position)
        assert [evaluate(state, seat, weights) for seat in range(2)] == position["eval"][name]


@pytest.mark.parametrize("exact", EXACT)
@pytest.mark.parametrize("name", EVALUATIONS)
def test_the_searches_are_those_of_the_original(name: str, exact: Any) -> None:
    variant = replace(PAPER, exact=exact)
    for position in POSITIONS:
        state = recorded_state(position)
        found = Minimax(state.dtype, 2, weights_of(name), variant)
        for depth, expected in enumerate(position["search"][name], 1):
            if expected["chosen"] is not None:
                found.start(state, position["me"], depth)
                check(finished(found), expected, exact, position)


def check(found: Minimax, expected: dict[str, Any], exact: str, position: dict[str, Any]) -> None:
    ours = [MOVES[move] for move in expected["best"]]
    assert found.value == max(expected["values"])
    assert found.move == MOVES[expected["chosen"]]
    if exact != "first":
        assert found.best == ours
    if exact == "values":
        legal = [MOVES[move] for move in position["legal"][position["me"]]]
        assert found.values == dict(zip(legal, expected["values"], strict=True))
