"""Laws of what searches ask for: candidate moves, and features times weights."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np

from gridbots.game import State, candidates, evaluate, is_living
from gridbots.testing.rules import assert_can_move

if TYPE_CHECKING:
    from collections.abc import Iterator

    from gridbots.testing.case import Case


def candidates_are_legal_moves(case: Case) -> None:
    if not case.game.features:
        return  # Not made for search.
    for state, _ in case.match():
        before = state.tobytes()
        for seat in range(case.seats):
            mask = np.full(len(case.game.moves), 7, np.uint8)
            count = candidates(state, seat, mask)
            kept = np.flatnonzero(mask).tolist()
            assert count == mask.sum() == len(kept)
            assert set(kept) <= set(case.game.legal_moves(state, seat))
            assert_can_move(state, seat, count)
        assert state.tobytes() == before


def an_evaluation_is_features_times_weights(case: Case) -> None:
    """Of what a seat sees: each feature by itself is a number, and together they add up."""
    count = len(case.game.features)
    weights = np.arange(1.0, count + 1)
    for seen, seat in positions_to_evaluate(case, 2):
        before = seen.tobytes()
        values = [evaluate(seen, seat, row) for row in np.eye(count)]
        assert np.isfinite(values).all()
        assert math.isclose(evaluate(seen, seat, weights), values @ weights, abs_tol=1e-9)
        assert evaluate(seen, seat, np.zeros(count)) == 0
        assert seen.tobytes() == before


def positions_to_evaluate(case: Case, most: int) -> Iterator[tuple[State, int]]:
    """Some observations, of living seats in turn, spread over a match; none without features."""
    if not case.game.features:
        return
    states = [state for state, _ in case.match()][:-1]
    for number, state in enumerate(states[:: -(-len(states) // most)]):
        living = [seat for seat in range(case.seats) if is_living(state, seat)]
        seat = living[number % len(living)]
        yield case.game.observation(state, seat), seat
