"""Self-play: matches of a tree search with itself, positions, and how the matches ended.

One tree a round is searched for all seats, and all play their favourites in it.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple

import numpy as np

from gridbots.game import candidates, copy_state, is_living, is_over, step
from gridbots.plugins import load_game
from gridbots_mcts.light_riders.options import RiderOptions
from gridbots_mcts.light_riders.parameters import parameters_of_riders
from gridbots_mcts.light_riders.value_network.sizes import LEAST_SIDE, MOST_SIDE
from gridbots_mcts.tree_search import TreeSearch

if TYPE_CHECKING:
    from collections.abc import Mapping

    from numpy.typing import NDArray

    from gridbots.game import State
    from gridbots_mcts.light_riders.value_network.training.parameters import Parameters
    from gridbots_mcts.parameters import Parameters as SearchParameters

    Floats = NDArray[np.float32]


class Positions(NamedTuple):
    """What is learned from a match: features, and chances from 0 to 1; a row each."""

    seen: Floats
    wanted: Floats
    outcome: Floats


class SelfPlay(ABC):
    """Plays matches by the leaves of a network, or without one by the chances of regression."""

    seats: ClassVar[int]
    """Of the matches."""

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
        dtype = self._game.record_type(self._game.make_settings({"seats": self.seats}))
        options = RiderOptions(leaf="chance", memory=8)
        made = parameters_of_riders(self._game, options, dtype, reuses=False)
        self._search = TreeSearch(self._judged(made, network), self.seats, plain=plain)
        self._prepare(plain=plain)

    @staticmethod
    @abstractmethod
    def _judged(
        made: SearchParameters, network: Mapping[str, NDArray[Any]] | None
    ) -> SearchParameters:
        """A search that is judged by regression, by what is to judge it."""

    @abstractmethod
    def _prepare(self, *, plain: bool) -> None:
        """Make room for what `_look` and `_ends` need."""

    def _is_decided(self, state: State) -> bool:  # noqa: ARG002  a kind may know earlier
        """Whether nothing more is learned from a match that goes on."""
        return False

    @abstractmethod
    def _look(self, state: State) -> Floats | None:
        """What is seen; None where nothing is learned."""

    @abstractmethod
    def _chances(self, state: State, values: Floats) -> Any:
        """The chances that go with the values, from -1 to 1, by seat."""

    @abstractmethod
    def _ends(self, state: State) -> Any:
        """The chances when a match is decided."""

    def play(self, random: np.random.Generator) -> Positions:
        """A match; all that is drawn comes from this generator."""
        state = self._opening(random)
        self._search.seed(int(random.integers(1 << 32)))
        drawn = int(random.integers(self._parameters.random_opening_rounds + 1))
        rows, found = [], []
        while not is_over(state) and not self._is_decided(state):
            seen = self._look(state)
            joint, values = self._searched(state)
            if seen is not None:
                rows.append(seen)
                found.append(self._chances(state, values))
            share = 1.0 if state["rounds"] < drawn else self._parameters.epsilon
            step(state, self._with_draws(state, joint, share, random))
        return self._positions(rows, found, self._ends(state), random)

    def _opening(self, random: np.random.Generator) -> State:
        width = height = MOST_SIDE
        if random.random() >= self._parameters.full_size_fraction:
            width, height = (int(side) for side in random.integers(LEAST_SIDE, MOST_SIDE + 1, 2))
        settings = self._game.make_settings({"width": width, "height": height, "seats": self.seats})
        return self._game.setup(settings, int(random.integers(1 << 32)))

    def _searched(self, state: State) -> tuple[list[int], Floats]:
        """The favourite of each seat, and what it is worth to it."""
        search, seats = self._search, range(self.seats)
        first = next(seat for seat in seats if is_living(state, seat))
        search.start([copy_state(state)], first, afresh=True)
        search.run(self._parameters.num_simulations)
        joint = search.line(search.move())[0]
        values = [search.value(joint[seat], seat) or 0.0 for seat in seats]
        return joint, np.array(values, np.float32)

    @staticmethod
    def _with_draws(
        state: State, joint: list[int], share: float, random: np.random.Generator
    ) -> NDArray[np.int64]:
        """The moves, each drawn at random with a chance of this share."""
        moves, mask = np.array(joint, np.int64), np.zeros(4, np.uint8)
        for seat in range(len(moves)):
            if is_living(state, seat) and random.random() < share:
                candidates(state, seat, mask)
                moves[seat] = random.choice(np.flatnonzero(mask))
        return moves

    def _positions(
        self, rows: list[Floats], found: list[Any], ends: Any, random: np.random.Generator
    ) -> Positions:
        kept = random.permutation(len(rows))[: self._parameters.positions_per_episode]
        outcome = np.repeat(np.array(ends, np.float32)[None], len(kept), axis=0)
        if not len(kept):
            return Positions(outcome, outcome, outcome)
        share = np.float32(self._parameters.search_value_weight)
        chances = np.array(found, np.float32)[kept]
        wanted = outcome + share * (chances - outcome)
        return Positions(np.array(rows, np.float32)[kept], wanted, outcome)
