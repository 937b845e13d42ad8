"""Information sets: the states that a seat takes for possible, as samples of its belief.

A search begins its iterations from them in turn (`search`): one tree for all, since all that a seat
knows is the same in them. Where a game has no model of beliefs, it is searched as it is seen.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from gridbots.belief import Belief

if TYPE_CHECKING:
    from collections.abc import Sequence

    from gridbots.bot import Briefing
    from gridbots.game import State


class InformationSet:
    """What a seat takes for possible, round by round."""

    def __init__(self, briefing: Briefing, samples: int) -> None:
        self._samples = samples
        self._belief: Belief | None = None
        if briefing.game.belief_model is not None and samples > 0:
            self._belief = Belief(briefing.game, briefing.settings, briefing.seat)

    def see(self, observation: State) -> None:
        """Take in what is seen before a move; every round must be."""
        if self._belief:
            self._belief.see(observation)

    def states(self, observation: State, generator: Any) -> Sequence[State]:
        """Sampled states, or what is seen."""
        if not self._belief:
            return [observation]
        return [self._belief.sample(generator) for _ in range(self._samples)]
