"""Laws of beliefs: what is so is among what is held possible. For games that hide something."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from gridbots.belief import Belief
from gridbots.chance import GENERATOR_SIZE, seed_generator
from gridbots.game import is_living, is_over, is_to_move
from gridbots.testing.expectation import expect, expect_equal, expect_same_state

if TYPE_CHECKING:
    from gridbots.game import State
    from gridbots.testing.case import Case

MOST_POSITIONS = 60
"""Rounds of a match that beliefs follow."""


def a_belief_holds_possible_what_is_so(case: Case) -> None:
    """The head of each living seat is in one of its places, and a sample looks as what is seen."""
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
            expect_same_state(f"{what}, a sample as it sees it", seen, sample)


def _expect_places(what: str, case: Case, state: State, belief: Belief) -> None:
    assert case.game.belief_model is not None  # noqa: S101  narrows the type
    for other, places in enumerate(belief.places):
        if not is_living(state, other):
            expect_equal(f"{what}, places of seat {other}, which is out", {}, places)
            continue
        head = case.game.belief_model.head(state, other)
        expect(head in places, f"{what}, places of seat {other}", f"its cell {head}", list(places))
        total = sum(places.values())
        expect(math.isclose(total, 1), f"{what}, weights of seat {other}", "a sum of 1", total)
