"""Laws of beliefs: a belief includes the true state, and its samples fit the observation.

They apply to games with hidden information.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from gridbots.belief import Belief
from gridbots.game import copy_state, is_living, is_over, is_to_move, sample
from gridbots.game.chance import GENERATOR_SIZE, seed_generator
from gridbots.kernel import offers
from gridbots.testing.expectation import expect, expect_equal, expect_same_state

if TYPE_CHECKING:
    from collections.abc import Iterator

    from gridbots.game import State
    from gridbots.testing.case import Case, Position

MOST_POSITIONS = 60
"""Maximum rounds of a match that are tested."""


def a_belief_includes_the_true_state(case: Case) -> None:
    """The head of each living seat is at a possible place; a sample yields the observation."""
    if case.game.belief_model is None:
        return
    beliefs = [Belief(case.game, case.settings, seat) for seat in range(case.seats)]
    generator = [0] * GENERATOR_SIZE
    seed_generator(generator, case.seed)
    for position in case.match():
        if is_over(position.state) or position.number == MOST_POSITIONS:
            return
        for seat, belief in enumerate(beliefs):
            if not is_to_move(position.state, seat):
                continue
            what = f"{position.place}, the belief of seat {seat}"
            seen = case.game.observation(position.state, seat)
            belief.see(seen)
            _expect_places(what, case, position.state, belief)
            sample = case.game.observation(belief.sample(generator), seat)
            expect_same_state(f"{what}, observation of a sample", seen, sample)


def _expect_places(what: str, case: Case, state: State, belief: Belief) -> None:
    assert case.game.belief_model is not None  # noqa: S101  narrows the type
    for other, places in enumerate(belief.places):
        if not is_living(state, other):
            expect_equal(f"{what}, places of the eliminated seat {other}", {}, places)
            continue
        head = case.game.belief_model.head(state, other)
        expect(head in places, f"{what}, places of seat {other}", f"its cell {head}", list(places))
        total = sum(places.values())
        expect(math.isclose(total, 1), f"{what}, weights of seat {other}", "a sum of 1", total)


def a_sample_yields_the_observation_it_was_drawn_from(case: Case) -> None:
    """Also, equal generators draw equal samples, and the seat has the same legal moves in them."""
    for position, seat, seen in seen_positions(case):
        what = f"{position.place}, a sample for seat {seat}"
        state = sampled(seen, seat, position.number)
        expect_same_state(f"{what}, its observation", seen, case.game.observation(state, seat))
        again = sampled(seen, seat, position.number)
        expect_same_state(f"{what}, with an equal generator", state, again)
        expect(not is_over(state), what, "an unfinished match", "a finished one")
        allowed, got = (case.game.legal_moves(each, seat) for each in (position.state, state))
        expect_equal(f"{what}, the legal moves of this seat", allowed, got)


def seen_positions(case: Case) -> Iterator[tuple[Position, int, State]]:
    """Observations of the seats to move in a random match, if the game can sample states."""
    if not offers(sample, case.opening()):
        return
    for position in case.match():
        if is_over(position.state) or position.number == MOST_POSITIONS:
            return
        for seat in range(case.seats):
            if is_to_move(position.state, seat):
                yield position, seat, case.game.observation(position.state, seat)


def sampled(seen: State, seat: int, seed: int) -> State:
    """A sample of an observation, drawn by plain Python."""
    generator, drawn = [0] * GENERATOR_SIZE, copy_state(seen)
    seed_generator(generator, seed)
    sample(drawn, seat, generator)
    return drawn
