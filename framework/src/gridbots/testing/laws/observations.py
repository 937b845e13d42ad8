"""Laws of observations: states with the unseen blanked."""

from __future__ import annotations

import importlib.util
from typing import TYPE_CHECKING

from gridbots.game import State, copy_state
from gridbots.testing.expectation import expect, expect_equal, expect_same_state

if TYPE_CHECKING:
    from gridbots.testing.case import Case


def without_generator(state: State) -> State:
    """A copy with the generator blanked."""
    blank = copy_state(state)
    if "generator" in (state.dtype.names or ()):
        blank["generator"] = 0
    return blank


def an_observation_is_a_state_with_the_unseen_blanked(case: Case) -> None:
    """The generator is never seen; all else is, in a game that hides nothing."""
    for position in case.match():
        for seat in range(case.seats):
            what = f"{position.place}, what seat {seat} sees"
            seen = case.game.observation(position.state, seat)
            if "generator" in (seen.dtype.names or ()):
                secret = seen["generator"].tolist()
                expect(not any(secret), f"{what}, the generator", "only zeros", secret)
            again = case.game.observation(seen, seat)
            expect_same_state(f"{what}, observed again", seen, again)
            if not case.game.hidden:
                expect_same_state(
                    f"{what} in an open game", without_generator(position.state), seen
                )


MOST_POSITIONS = 30
"""Rounds of a match that are looked at."""


def what_environments_show_lies_in_their_spaces(case: Case) -> None:
    """Observations by their space, and the mask of actions by the legal moves."""
    if importlib.util.find_spec("gymnasium") is None:
        return
    from gridbots.environments.episode import Episode
    from gridbots.environments.spaces import observation_space

    space = observation_space(case.game, case.opening().dtype, case.seats)
    episode = Episode(case.game, case.settings, case.seed, reward="utility", draws=True)
    for position in case.match():
        if position.number == MOST_POSITIONS:
            return
        for seat in range(case.seats):
            what = f"{position.place}, what an environment shows seat {seat}"
            shown = episode.observation(seat)
            expect(space.contains(shown), what, f"an element of {space}", shown)
            legal = case.game.legal_moves(position.state, seat)
            expect_equal(f"{what}, actions", legal, shown["action_mask"].nonzero()[0].tolist())
        episode.play(position.moves)
