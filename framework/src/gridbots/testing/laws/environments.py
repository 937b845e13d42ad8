"""Laws of environments: what is shown lies in the spaces. They need Gymnasium."""

from __future__ import annotations

import importlib.util
from typing import TYPE_CHECKING

from gridbots.testing.expectation import expect, expect_equal

if TYPE_CHECKING:
    from gridbots.testing.case import Case

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
