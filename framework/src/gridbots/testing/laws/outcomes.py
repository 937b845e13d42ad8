"""Laws of the end of a match: every match ends, stays ended, and has a consistent outcome."""

from __future__ import annotations

import itertools
import math
from typing import TYPE_CHECKING

import msgspec

from gridbots.game import (
    Outcome,
    as_record,
    copy_state,
    is_over,
    score,
    step,
    utility,
)
from gridbots.kernel import offers
from gridbots.testing.expectation import expect, expect_equal, expect_same_state

if TYPE_CHECKING:
    from gridbots.testing.case import Case


def a_random_match_ends(case: Case) -> None:
    number, state, _ = case.last()
    expect(is_over(state) or not case.ends, f"round {number}", "the end of the match", "none")


def a_finished_match_does_not_change(case: Case) -> None:
    """A further round changes nothing, and no seat has a legal move."""
    state = case.end()
    if state is None:
        return
    before, nothing = copy_state(state), case.last().moves
    for moves in (nothing, *([move] * case.seats for move in range(len(case.game.moves)))):
        step(state, moves)
        expect_same_state(f"a finished match after the moves {moves}", before, state)
    plain = case.game.opened(state)
    step(plain, nothing)
    expect_same_state("a finished match, as a plain state", before, as_record(plain))
    for seat in range(case.seats):
        moves = case.game.legal_moves(state, seat)
        expect_equal(f"legal moves of seat {seat} in a finished match", [], moves)


def the_outcome_is_consistent(case: Case) -> None:
    """Places count as in sports; utilities agree with them, and sum to 0."""
    state = case.end()
    if state is None:
        return
    before = copy_state(state)
    outcome = case.game.outcome(state)
    places = outcome.places
    expect_same_state("the state after outcome", before, state)
    expect_equal("places", case.seats, len(places))
    expect_equal("scores", case.seats, len(outcome.scores))
    read = msgspec.json.decode(msgspec.json.encode(outcome), type=Outcome)
    expect_equal("the outcome as JSON and back", outcome, read)
    counted = tuple(1 + sum(other < place for other in places) for place in places)
    expect_equal("places, ties sharing one", counted, places)
    _expect_winner(case, outcome)
    _expect_utilities(outcome, [float(utility(state, seat)) for seat in range(case.seats)])


def _expect_winner(case: Case, outcome: Outcome) -> None:
    """A seat alone in first place wins; in a game for one seat it may also lose."""
    first = [seat for seat, place in enumerate(outcome.places) if place == 1]
    alone = first[0] if len(first) == 1 else None
    allowed = {alone} if case.seats > 1 else {alone, None}
    expect(outcome.winner in allowed, f"winner by places {outcome.places}", alone, outcome.winner)


def _expect_utilities(outcome: Outcome, utilities: list[float]) -> None:
    places = outcome.places
    inside = all(-1 <= value <= 1 for value in utilities)
    expect(inside, "utilities of a finished match", "numbers from -1 to 1", utilities)
    for seat, other in itertools.permutations(range(len(places)), 2):
        expect(
            (places[seat] < places[other]) == (utilities[seat] > utilities[other]),
            f"utilities of seats {seat} and {other}, by places {places}",
            "a greater utility for the better place, and equal ones for equal places",
            utilities,
        )
    if len(places) > 1:
        expect(math.isclose(sum(utilities), 0, abs_tol=1e-9), "utilities", "a sum of 0", utilities)
    if outcome.winner is not None and len(places) == 2:
        expect_equal("utility of the winner of two", 1.0, utilities[outcome.winner])


def scores_agree_with_the_outcome(case: Case) -> None:
    state = case.end()
    if state is not None and offers(score, state):
        scores = tuple(score(state, seat) for seat in range(case.seats))
        expect_equal("scores of the verb `score`", case.game.outcome(state).scores, scores)
