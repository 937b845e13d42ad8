"""Self-play of two riders: positions in contact, and who won.

Once a rider is cut off the match is decided by who finds the longer path.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import numpy as np

from gridbots.game import is_over
from gridbots.games.light_riders.features import SCRATCH
from gridbots.kernel import compiled
from gridbots.search.longest_path import LongestPath
from gridbots_mcts.light_riders.bot import UNLIMITED, start_from_head
from gridbots_mcts.light_riders.connectivity import is_cut_off
from gridbots_mcts.light_riders.duel_network.features import INPUTS, look
from gridbots_mcts.light_riders.parameters import with_networks
from gridbots_mcts.light_riders.value_network.training.self_play import SelfPlay

if TYPE_CHECKING:
    from collections.abc import Mapping

    from numpy.typing import NDArray

    from gridbots.game import State
    from gridbots_mcts.parameters import Parameters as SearchParameters

FIRST, SECOND = 0, 1
"""The seats."""
PATH_NODES: Final = 4000
"""For the longest path of a rider that is cut off."""


class Duels(SelfPlay):
    """What is learned are chances of the first seat."""

    seats = 2

    def _prepare(self, *, plain: bool) -> None:
        self._path = LongestPath(plain=plain)
        self._looks = look if plain else compiled(look)
        self._weights = np.array(self._game.default_weights())
        self._scratches = np.zeros(1, SCRATCH)

    @staticmethod
    def _judged(
        made: SearchParameters, network: Mapping[str, NDArray[Any]] | None
    ) -> SearchParameters:
        return with_networks(made, network, None)

    def _is_decided(self, state: State) -> bool:
        return is_cut_off(state, FIRST)

    def _look(self, state: State) -> NDArray[np.float32] | None:
        seen, states = np.zeros(INPUTS, np.float32), np.array([state], state.dtype)
        in_contact = self._looks(states, self._weights, self._scratches, seen)
        return seen if in_contact else None

    def _chances(self, state: State, values: NDArray[np.float32]) -> Any:  # noqa: ARG002  of others it is asked
        return (values[FIRST] + np.float32(1)) / np.float32(2)

    def _ends(self, state: State) -> float:
        """1: the first seat has won; 0.5: nobody."""
        if is_over(state):
            winner = self._game.checked_outcome(state, 2).winner
            return 0.5 if winner is None else float(winner == FIRST)
        steps = [self._steps(state, seat) for seat in (FIRST, SECOND)]
        return 0.5 + 0.5 * float(np.sign(steps[FIRST] - steps[SECOND]))

    def _steps(self, state: State, seat: int) -> int:
        start_from_head(self._path, state, seat)
        self._path.deepen(PATH_NODES, UNLIMITED)
        return len(self._path.way)
