"""Laws of observations: states with the unseen blanked."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gridbots.game import State, copy_state

if TYPE_CHECKING:
    from gridbots.testing.case import Case


def without_generator(state: State) -> bytes:
    blank = copy_state(state)
    if "generator" in (state.dtype.names or ()):
        blank["generator"] = 0
    return blank.tobytes()


def an_observation_is_a_state_with_the_unseen_blanked(case: Case) -> None:
    for state, _ in case.match():
        for seat in range(case.seats):
            seen = case.game.observation(state, seat)
            assert seen.dtype == state.dtype
            if "generator" in (state.dtype.names or ()):
                assert not seen["generator"].any()
            again = case.game.observation(seen, seat)
            assert again.tobytes() == seen.tobytes()
            if not case.game.hidden:
                assert seen.tobytes() == without_generator(state)
