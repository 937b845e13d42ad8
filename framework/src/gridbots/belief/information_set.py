"""Information set of a seat: the states that it cannot distinguish, as samples.

A game provides samples in one of two ways: a `belief_model`, with which a belief remembers all
observations of a match; or the verb `sample`, which uses the present observation only. For a game
with neither, the only sample is the observation.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from gridbots.belief.belief import Belief
from gridbots.game import sample
from gridbots.kernel import compiled, has_numba, kernel, offers
from gridbots.search.rollout import reseed_for

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from gridbots.game import Game, State
    from gridbots.space import Array


class InformationSet:
    """The states that are possible for a seat, updated each round."""

    def __init__(self, game: Game, settings: Any, seat: int, *, plain: bool = False) -> None:
        """`plain` runs without numba."""
        self._game, self._seat = game, seat
        has_model = game.belief_model is not None
        self._belief = Belief(game, settings, seat) if has_model else None
        self._draw = compiled(draw_all, brief=True) if has_numba() and not plain else draw_all

    @property
    def is_sampled(self) -> bool:
        """Whether the game provides samples; if not, the only state is the observation."""
        return self._game.has_samples

    def see(self, observation: State) -> None:
        """Update by the observation before a move; required in every round."""
        if self._belief:
            self._belief.see(observation)

    def states(self, observation: State, count: int, generator: Any) -> Sequence[State]:
        """`count` samples with independent random futures; or the observation alone."""
        if self._belief:
            return [self._belief.sample(generator) for _ in range(count)]
        if not self.is_sampled:
            return [observation]
        states = np.full(count, observation)
        self._draw(states, self._seat, generator)
        reseed = reseed_for(states.dtype)
        for state in states:
            reseed(state, generator)
        return list(states)


def drawing_for(dtype: np.dtype[Any]) -> Callable[[State, int, Any], None]:
    """The kernel that samples what a seat does not see: draw(state, seat, generator)."""
    return draw if offers(sample, np.zeros(1, dtype)[0]) else leave


@kernel
def draw(state: State, seat: int, generator: Any) -> None:
    sample(state, seat, generator)


@kernel
def leave(state: State, seat: int, generator: Any) -> None:
    """For a game that provides no samples: leave the observation unchanged."""


@kernel
def draw_all(states: Array, seat: int, generator: Any) -> None:
    for index in range(len(states)):
        sample(states[index], seat, generator)
