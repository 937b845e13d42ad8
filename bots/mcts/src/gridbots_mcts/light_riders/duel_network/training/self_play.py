"""Self-play: matches of a tree search with itself, positions in contact, and who won.

One tree a round is searched for both seats, and both play their favourites in it. Once a rider is
cut off the match is decided by who finds the longer path.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, NamedTuple

import numpy as np

from gridbots.game import candidates, copy_state, is_over, step
from gridbots.games.light_riders.features import SCRATCH
from gridbots.kernel import compiled
from gridbots.plugins import load_game
from gridbots.search.longest_path import LongestPath
from gridbots_mcts.light_riders.bot import UNLIMITED, start_from_head
from gridbots_mcts.light_riders.connectivity import is_cut_off
from gridbots_mcts.light_riders.duel_network.features import INPUTS, look
from gridbots_mcts.light_riders.duel_network.judge import LEAST_SIDE, MOST_SIDE
from gridbots_mcts.light_riders.options import RiderOptions
from gridbots_mcts.light_riders.parameters import parameters_of_riders, with_network
from gridbots_mcts.tree_search import TreeSearch

if TYPE_CHECKING:
    from collections.abc import Mapping

    from numpy.typing import NDArray

    from gridbots.game import State
    from gridbots_mcts.light_riders.duel_network.training.parameters import Parameters

FIRST, SECOND = 0, 1
"""The seats."""
PATH_NODES: Final = 4000
"""For the longest path of a rider that is cut off."""


class Positions(NamedTuple):
    """What is learned from a match: features, and chances of the first seat from 0 to 1."""

    seen: NDArray[np.float32]
    """(positions, INPUTS)"""
    wanted: NDArray[np.float32]
    """(positions,)"""
    outcome: NDArray[np.float32]
    """(positions,)"""


class SelfPlay:
    """Plays matches by the leaves of a network, or without one by the chances of regression."""

    def __init__(
        self,
        parameters: Parameters,
        network: Mapping[str, NDArray[Any]] | None,
        *,
        plain: bool = False,
    ) -> None:
        """`plain`: without compiling anything."""
        self._parameters = parameters
        self._game = load_game("light-riders")
        self._dtype = self._game.record_type(self._game.make_settings({}))
        options = RiderOptions(leaf="chance", memory=8)
        made = parameters_of_riders(self._game, options, self._dtype, reuses=False)
        search = made if network is None else with_network(made, network)
        self._search = TreeSearch(search, 2, plain=plain)
        self._path = LongestPath(plain=plain)
        self._look = look if plain else compiled(look)
        self._weights = np.array(self._game.default_weights())
        self._scratches = np.zeros(1, SCRATCH)

    def play(self, random: np.random.Generator) -> Positions:
        """A match; all that is drawn comes from this generator."""
        state = self._opening(random)
        self._search.seed(int(random.integers(1 << 32)))
        drawn = int(random.integers(self._parameters.opening + 1))
        rows, values = [], []
        while not is_over(state) and not is_cut_off(state, FIRST):
            seen = np.zeros(INPUTS, np.float32)
            in_contact = self._look(
                np.array([state], self._dtype), self._weights, self._scratches, seen
            )
            joint, value = self._searched(state)
            if in_contact:
                rows.append(seen)
                values.append(value)
            share = 1.0 if state["rounds"] < drawn else self._parameters.epsilon
            step(state, self._with_draws(state, joint, share, random))
        return self._positions(rows, values, self._outcome(state), random)

    def _opening(self, random: np.random.Generator) -> State:
        width = height = MOST_SIDE
        if random.random() >= self._parameters.usual:
            width, height = (int(side) for side in random.integers(LEAST_SIDE, MOST_SIDE + 1, 2))
        settings = self._game.make_settings({"width": width, "height": height})
        return self._game.setup(settings, int(random.integers(1 << 32)))

    def _searched(self, state: State) -> tuple[list[int], float]:
        """The favourites of both, and what the first one's is worth."""
        self._search.start([copy_state(state)], FIRST, afresh=True)
        self._search.run(self._parameters.leaves)
        move = self._search.move()
        value = self._search.value(move)
        return self._search.line(move)[0], 0.0 if value is None else value

    @staticmethod
    def _with_draws(
        state: State, joint: list[int], share: float, random: np.random.Generator
    ) -> NDArray[np.int64]:
        """The moves, each drawn at random with a chance of this share."""
        moves, mask = np.array(joint, np.int64), np.zeros(4, np.uint8)
        for seat in (FIRST, SECOND):
            if random.random() < share:
                candidates(state, seat, mask)
                moves[seat] = random.choice(np.flatnonzero(mask))
        return moves

    def _outcome(self, state: State) -> float:
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

    def _positions(
        self,
        rows: list[NDArray[np.float32]],
        values: list[float],
        outcome: float,
        random: np.random.Generator,
    ) -> Positions:
        kept = random.permutation(len(rows))[: self._parameters.positions]
        ends = np.full(len(kept), outcome, np.float32)
        found = (np.array(values, np.float32)[kept] + np.float32(1)) / np.float32(2)
        share = np.float32(self._parameters.searched)
        seen = np.array(rows, np.float32).reshape(-1, INPUTS)[kept]
        return Positions(seen, ends + share * (found - ends), ends)
