"""Laws of the end of a match: it comes, nothing happens after it, and its outcome is consistent."""

from __future__ import annotations

import itertools
import math
from typing import TYPE_CHECKING

import msgspec

from gridbots.game import AnyState, Outcome, PlainState, is_over, score, step, utility
from gridbots.kernel import offers

if TYPE_CHECKING:
    from gridbots.testing.case import Case


def a_random_match_ends(case: Case) -> None:
    *_, (state, _) = case.match()
    assert is_over(state)


def a_finished_match_is_inert(case: Case) -> None:
    *_, (state, nothing) = case.match()
    before = state.tobytes()
    for moves in (nothing, *([move] * case.seats for move in range(len(case.game.moves)))):
        step(state, moves)
        assert state.tobytes() == before
    plain: AnyState = PlainState(state)
    step(plain, nothing)
    assert plain.record().tobytes() == before
    assert not any(case.game.legal_moves(state, seat) for seat in range(case.seats))


def the_outcome_is_consistent(case: Case) -> None:
    *_, (state, _) = case.match()
    before = state.tobytes()
    outcome = case.game.outcome(state)
    places = outcome.places
    assert state.tobytes() == before
    assert len(places) == len(outcome.scores) == case.seats
    assert msgspec.json.decode(msgspec.json.encode(outcome), type=Outcome) == outcome
    for place in places:
        assert place == 1 + sum(other < place for other in places)
    first = [seat for seat, place in enumerate(places) if place == 1]
    if case.seats > 1:
        assert outcome.winner == (first[0] if len(first) == 1 else None)
    assert outcome.winner in {None, *first}
    utilities = [utility(state, seat) for seat in range(case.seats)]
    assert all(-1 <= value <= 1 for value in utilities)
    for seat, other in itertools.permutations(range(case.seats), 2):
        assert (places[seat] < places[other]) == (utilities[seat] > utilities[other])
    if case.seats > 1:
        assert math.isclose(sum(utilities), 0, abs_tol=1e-9)
    if outcome.winner is not None and case.seats == 2:
        assert utilities[outcome.winner] == 1


def the_scores_are_those_of_the_outcome(case: Case) -> None:
    *_, (state, _) = case.match()
    if offers(score, state):
        scores = tuple(score(state, seat) for seat in range(case.seats))
        assert scores == case.game.outcome(state).scores
