"""Information set of a seat: the states that it cannot tell apart, as samples.

Two parts of a game say what may be where a seat does not see: a `belief_model`, with which a belief
remembers all that was seen in a match; or the verb `sample`, which draws from what is seen now.
Where a game has neither, what is seen is all that can be searched.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from gridbots.belief.belief import Belief
from gridbots.game import sample
from gridbots.kernel import compiled, has_numba, kernel, offers
from gridbots.plugins.needs import tells_what_may_be
from gridbots.search.rollout import reseed_for

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from gridbots.game import Game, State
    from gridbots.space import Array


class InformationSet:
    """What a seat takes for possible, from round to round."""

    def __init__(self, game: Game, settings: Any, seat: int, *, plain: bool = False) -> None:
        """`plain` runs without numba."""
        self._game, self._seat = game, seat
        has_model = game.belief_model is not None
        self._belief = Belief(game, settings, seat) if has_model else None
        self._draw = compiled(draw_all, brief=True) if has_numba() and not plain else draw_all

    @property
    def is_sampled(self) -> bool:
        """Whether the game says what may be; if not, there is one state, as it is seen."""
        return tells_what_may_be(self._game)

    def see(self, observation: State) -> None:
        """Take in what is seen before a move; every round must be."""
        if self._belief:
            self._belief.see(observation)

    def states(self, observation: State, count: int, generator: Any) -> Sequence[State]:
        """So many samples, each with a future of its own; or what is seen."""
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
    """The kernel that draws what a seat does not see: draw(state, seat, generator)."""
    return draw if offers(sample, np.zeros(1, dtype)[0]) else leave


@kernel
def draw(state: State, seat: int, generator: Any) -> None:
    sample(state, seat, generator)


@kernel
def leave(state: State, seat: int, generator: Any) -> None:
    """Nothing is drawn where the game does not say what may be."""


@kernel
def draw_all(states: Array, seat: int, generator: Any) -> None:
    for index in range(len(states)):
        sample(states[index], seat, generator)
