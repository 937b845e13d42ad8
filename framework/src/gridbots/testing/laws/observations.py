"""Laws of observations: states with hidden parts blanked."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gridbots.game import State, copy_state
from gridbots.testing.expectation import expect, expect_same_state

if TYPE_CHECKING:
    from gridbots.testing.case import Case


def without_generator(state: State) -> State:
    """A copy with the generator blanked."""
    blank = copy_state(state)
    if "generator" in (state.dtype.names or ()):
        blank["generator"] = 0
    return blank


def an_observation_is_the_state_with_hidden_parts_blanked(case: Case) -> None:
    """The generator is always hidden; without hidden information, nothing else is."""
    for position in case.match():
        for seat in range(case.seats):
            what = f"{position.place}, observation of seat {seat}"
            seen = case.game.observation(position.state, seat)
            if "generator" in (seen.dtype.names or ()):
                secret = seen["generator"].tolist()
                blank = 'only zeros (`observe` must blank it: state["generator"][:] = 0)'
                expect(not any(secret), f"{what}, the generator", blank, secret)
            again = case.game.observation(seen, seat)
            expect_same_state(f"{what}, observed again", seen, again)
            if not case.game.hidden:
                expect_same_state(
                    f"{what} without hidden information", without_generator(position.state), seen
                )
