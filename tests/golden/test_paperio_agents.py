"""Features and searches of Paper.io against those of the program behind the CS221 paper."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
import pytest
from tests.golden.paperio_records import DIRECTION, TD_WEIGHTS, recorded_state
from tests.golden.recordings import golden

from gridbots.game import copy_state, evaluate, step
from gridbots.games.paperio.features import FEATURES, LOST, WON, measure
from gridbots.grid import NO_MOVE
from gridbots.search.alphabeta import AlphaBeta
from gridbots.search.ply_stack import DECISIVE

if TYPE_CHECKING:
    from gridbots.game import State

POSITIONS = golden("paperio_agents.jsonl")
FLAG = 100
"""The original's features of a match that is won or lost; ours are 1."""
UNLIMITED = 1 << 40
EVALUATIONS: dict[str, dict[str, float]] = {"pure": {"land": 1}, "safe": {"land": 1, "danger": -2}}


def weights_of(named: dict[str, float]) -> list[float]:
    return [named.get(name, 0.0) for name in FEATURES]


def features(state: State, seat: int) -> list[float]:
    values = np.zeros(len(FEATURES))
    measure(state, seat, np.ones(len(FEATURES)), values)
    return values.tolist()


@pytest.mark.parametrize("position", POSITIONS, ids=lambda position: position["id"])
def test_the_features_are_those_of_the_original(position: dict[str, Any]) -> None:
    state, side = recorded_state(position), position["size"]
    assert features(state, 0)[: len(TD_WEIGHTS)] == position["td"]
    missing = (2 * side, 2 * side, side, 0)
    for seat in range(2):
        found = [
            no_way if steps is None else steps
            for steps, no_way in zip(position["bfs"][seat], missing, strict=True)
        ]
        assert features(state, seat)[:4] == found


@pytest.mark.parametrize("name", ["pure", "safe"])
@pytest.mark.parametrize("position", POSITIONS, ids=lambda position: position["id"])
def test_the_evaluations_are_those_of_the_original(position: dict[str, Any], name: str) -> None:
    state, weights = recorded_state(position), np.array(weights_of(EVALUATIONS[name]))
    assert [evaluate(state, seat, weights) for seat in range(2)] == position[name]


@pytest.mark.parametrize("position", POSITIONS, ids=lambda position: position["id"])
def test_values_after_each_move_are_those_of_the_original(position: dict[str, Any]) -> None:
    # Recorded with the first to move, whoever is in the position.
    before = recorded_state(position)
    before["mover"] = 0
    for move, value in position["td_values"]:
        state = copy_state(before)
        step(state, [DIRECTION[move], NO_MOVE])
        found = np.array(features(state, 0)[: len(TD_WEIGHTS)])
        found[[WON, LOST]] *= FLAG
        assert found @ TD_WEIGHTS == value


@pytest.mark.slow
@pytest.mark.parametrize("plies", [2, 4, 6])
@pytest.mark.parametrize("name", ["pure", "safe"])
def test_searches_find_the_values_and_moves_of_the_original(name: str, plies: int) -> None:
    searches: dict[Any, AlphaBeta] = {}
    for position in POSITIONS:
        state = recorded_state(position)
        if state["max_rounds"] <= plies:
            continue  # Time runs out within the search: the original counts land, we who has won.
        recorded = position[f"minimax_{name}_{plies}"]
        expected = as_ours(recorded["value"], position)
        if state.dtype not in searches:
            searches[state.dtype] = AlphaBeta(state.dtype, 2, weights_of(EVALUATIONS[name]))
        search = searches[state.dtype]
        search.start(state, int(state["mover"]))
        while search.depth < plies and not search.is_exhausted:
            search.run(UNLIMITED)
        if abs(search.value) > DECISIVE / 2:
            assert np.sign(search.value) * position["size"] ** 2 == expected
        else:
            assert search.value == expected
        # Of lost positions the original plays any; we lose as late as possible.
        best = [DIRECTION[move] for move in recorded["best"]]
        assert search.move in best or search.value < -DECISIVE / 2


def as_ours(recorded: float | str, position: dict[str, Any]) -> float:
    """A recorded value, for the seat that is to move.

    A match won or lost counts the whole board there. Without a legal move it is infinitely bad;
    here such a seat makes a deadly one.
    """
    board = position["size"] ** 2
    value = {"inf": board, "-inf": -board}.get(str(recorded), float(recorded))
    return value if position["st"]["turn"] == 0 else -value
