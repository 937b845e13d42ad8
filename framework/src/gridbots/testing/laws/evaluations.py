"""Laws for searches: candidate moves, and features times weights."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np

from gridbots.errors.author_code import definition
from gridbots.game import State, candidates, copy_state, evaluate, is_living
from gridbots.kernel import offers
from gridbots.testing.expectation import expect, expect_equal, expect_same_state
from gridbots.testing.laws.rules import UNSET, expect_can_move

MOST_EVALUATED = 200
"""Maximum observations of a match that are evaluated."""

if TYPE_CHECKING:
    from collections.abc import Iterator

    from gridbots.testing.case import Case


def candidates_are_legal_moves(case: Case) -> None:
    """Also, a seat with a legal move has a candidate."""
    if not offers(candidates, case.opening()):
        return
    for place, state, _ in ((each.place, each.state, each.moves) for each in case.match()):
        before = copy_state(state)
        for seat in range(case.seats):
            what = f"{place}, candidates of seat {seat}"
            mask = np.full(len(case.game.moves), UNSET, np.uint8)
            count = candidates(state, seat, mask)
            kept, allowed = np.flatnonzero(mask).tolist(), case.game.legal_moves(state, seat)
            expect(set(mask.tolist()) <= {0, 1}, what, "a mask of 0 and 1", mask.tolist())
            expect_equal(f"{what}, the count", len(kept), int(count))
            expect(set(kept) <= set(allowed), what, f"a subset of the legal moves {allowed}", kept)
            expect_can_move(what, state, seat, count)
        expect_same_state(f"{place}, after candidates", before, state)


def features_are_declared_with_an_evaluation(case: Case) -> None:
    """A game names features if and only if it has an evaluation."""
    has = offers(evaluate, case.opening())
    expected = (
        "names of features, because there is `evaluate`" if has else "none without `evaluate`"
    )
    expect(bool(case.game.features) == has, "features", expected, case.game.features)


def an_evaluation_is_features_times_weights(case: Case) -> None:
    """Each feature of an observation is a finite number, and the weighted sum is the evaluation."""
    count = len(case.game.features)
    weights = np.arange(1.0, count + 1)
    for seen, seat in positions_to_evaluate(case, MOST_EVALUATED if case.ends else 2):
        value, function = evaluate(seen, seat, weights), case.game.verbs.evaluate
        what = f"evaluate ({definition(function)})"
        expect(isinstance(value, int | float | np.number), what, "a number", repr(value))
    for seen, seat in positions_to_evaluate(case, 2):
        before = copy_state(seen)
        values = [float(evaluate(seen, seat, row)) for row in np.eye(count)]
        expect(np.isfinite(values).all(), f"features for seat {seat}", "finite numbers", values)
        total, got = float(values @ weights), evaluate(seen, seat, weights)
        expect(math.isclose(got, total, abs_tol=1e-9), "weights 1, 2, 3 ...", total, got)
        expect_equal("an evaluation with weights of 0", 0.0, evaluate(seen, seat, np.zeros(count)))
        expect_same_state("the observation after evaluate", before, seen)


def positions_to_evaluate(case: Case, most: int) -> Iterator[tuple[State, int]]:
    """Some observations of living seats, spread over a match; none without features."""
    if not case.game.features:
        return
    states = [position.state for position in case.match()][:-1]
    for number, state in enumerate(states[:: max(1, -(-len(states) // most))]):
        living = [seat for seat in range(case.seats) if is_living(state, seat)]
        seat = living[number % len(living)]
        yield case.game.observation(state, seat), seat
