"""Self-play of four riders: positions in which more than two live, and who was first."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import numpy as np

from gridbots.game import is_living
from gridbots.games.light_riders.all_riders import SPACE
from gridbots.games.light_riders.features import SCRATCH
from gridbots.games.light_riders.rules import MOST_SEATS
from gridbots.kernel import compiled
from gridbots_mcts.light_riders.crowd_network.features import INPUTS, look_at_all
from gridbots_mcts.light_riders.duel_network import trained as duels
from gridbots_mcts.light_riders.parameters import with_networks
from gridbots_mcts.light_riders.value_network.training.self_play import SelfPlay

if TYPE_CHECKING:
    from collections.abc import Mapping

    from numpy.typing import NDArray

    from gridbots.game import State
    from gridbots_mcts.parameters import Parameters as SearchParameters

    Floats = NDArray[np.float32]

FIRST_PLACE: Final = 1
LEAST: Final = 1e-6
"""Chance of a rider that the search takes to be lost, so that there is a whole to share."""


class Crowds(SelfPlay):
    """What is learned are chances by seat, which come to 1."""

    seats = MOST_SEATS

    def _prepare(self, *, plain: bool) -> None:
        self._looks = look_at_all if plain else compiled(look_at_all)
        self._scratches = np.zeros(1, SCRATCH)
        self._spaces = np.zeros(MOST_SEATS, SPACE)

    @staticmethod
    def _judged(
        made: SearchParameters, network: Mapping[str, NDArray[Any]] | None
    ) -> SearchParameters:
        return with_networks(made, duels.read_network(), network)

    def _look(self, state: State) -> Floats | None:
        seen, states = np.zeros((MOST_SEATS, INPUTS), np.float32), np.array([state], state.dtype)
        if sum(living(state)) == 2 or not self._looks(states, self._scratches, self._spaces, seen):
            return None
        return seen

    def _chances(self, state: State, values: Floats) -> Floats:
        return shares(np.where(living(state), np.maximum(values + 1, LEAST), 0))

    def _ends(self, state: State) -> Floats:
        places = self._game.checked_outcome(state, MOST_SEATS).places
        return shares(np.array(places) == FIRST_PLACE)


def living(state: State) -> list[bool]:
    return [bool(is_living(state, seat)) for seat in range(MOST_SEATS)]


def shares(found: NDArray[Any]) -> Floats:
    """Parts of the whole; it is more than nothing."""
    parts: Floats = (found / found.sum()).astype(np.float32)
    return parts
