"""Self-play of a tree search: the positions of each match and its outcome.

In each round one tree is searched for all seats, and every seat plays its best move in it.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import TYPE_CHECKING, Annotated, Any, ClassVar, NamedTuple

import numpy as np
from msgspec import Meta

from gridbots.game import candidates, copy_state, is_living, is_over, step
from gridbots.plugins import load_game
from gridbots.training.parameters import Checkpoint, Epsilon, Folder, TrainingParameters
from gridbots_mcts.light_riders.options import RiderOptions
from gridbots_mcts.light_riders.parameters import parameters_of_riders
from gridbots_mcts.light_riders.value_network.layers import MAX_SIDE, MIN_SIDE
from gridbots_mcts.tree_search import TreeSearch

if TYPE_CHECKING:
    from collections.abc import Mapping

    from numpy.typing import NDArray

    from gridbots.game import State
    from gridbots_mcts.parameters import Parameters as SearchParameters

    Floats = NDArray[np.float32]


class Parameters(TrainingParameters, frozen=True):
    episodes: Annotated[int, Meta(ge=20, description="matches in each generation")] = 6000
    generations: Annotated[
        int,
        Meta(
            ge=1,
            description="generations: the first evaluates leaves by leaf=chance, each later one "
            "by the network of the one before",
        ),
    ] = 2
    num_simulations: Annotated[
        int, Meta(ge=1, description="simulations of the tree search in each round")
    ] = 1000
    full_size_fraction: Annotated[
        float,
        Meta(ge=0, le=1, description="share of matches on 16x16; the others are on 8x8 to 16x16"),
    ] = 0.7
    epsilon: Epsilon = 0.04
    random_opening_rounds: Annotated[
        int, Meta(ge=0, description="upper bound of random rounds at the start of a match")
    ] = 4
    positions_per_episode: Annotated[
        int, Meta(ge=1, description="random positions to learn from in each match, at most")
    ] = 48
    search_value_weight: Annotated[
        float,
        Meta(ge=0, le=1, description="weight of the search value in the target; the rest is for "
             "the outcome"),
    ] = 0.5  # fmt: skip
    n_epochs: Annotated[int, Meta(ge=1, description="epochs of each fit")] = 10
    batch_size: Annotated[int, Meta(ge=1, description="positions in each gradient step")] = 512
    learning_rate: Annotated[
        float, Meta(gt=0, description="learning rate at the start; it falls to 0")
    ] = 4e-3
    weight_decay: Annotated[float, Meta(ge=0, description="weight decay of AdamW")] = 0.01
    folder: Folder = "training/value"
    checkpoint: Checkpoint = 60.0


class Positions(NamedTuple):
    """Training positions of a match, one per row: features, and win probabilities."""

    seen: Floats
    wanted: Floats
    """Targets of the fit."""
    outcome: Floats


class SelfPlay(ABC):
    """Plays matches whose leaves are evaluated by a network, or without one by regression."""

    seats: ClassVar[int]

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
        self._search = TreeSearch(self._evaluated_by(made, network), self.seats, plain=plain)
        self._prepare(plain=plain)

    @staticmethod
    @abstractmethod
    def _evaluated_by(
        made: SearchParameters, network: Mapping[str, NDArray[Any]] | None
    ) -> SearchParameters:
        """Replace the leaf evaluation of a search by a network."""

    @abstractmethod
    def _prepare(self, *, plain: bool) -> None:
        """Allocate what `_look` and `_ends` need."""

    def _is_decided(self, state: State) -> bool:  # noqa: ARG002  a subclass may stop earlier
        """Whether the rest of a match teaches nothing more."""
        return False

    @abstractmethod
    def _look(self, state: State) -> Floats | None:
        """The features of a position; None if it is not learned from."""

    @abstractmethod
    def _chances(self, state: State, values: Floats) -> Any:
        """The win probabilities that correspond to the values of all seats, from -1 to 1."""

    @abstractmethod
    def _ends(self, state: State) -> Any:
        """The outcome of a decided match, as win probabilities."""

    def play(self, random: np.random.Generator) -> Positions:
        """Play a match; the generator is the only source of chance."""
        state = self._opening(random)
        self._search.seed(int(random.integers(1 << 32)))
        random_rounds = int(random.integers(self._parameters.random_opening_rounds + 1))
        rows, found = [], []
        while not is_over(state) and not self._is_decided(state):
            seen = self._look(state)
            joint, values = self._searched(state)
            if seen is not None:
                rows.append(seen)
                found.append(self._chances(state, values))
            epsilon = 1.0 if state["rounds"] < random_rounds else self._parameters.epsilon
            step(state, self._explored(state, joint, epsilon, random))
        return self._positions(rows, found, self._ends(state), random)

    def _opening(self, random: np.random.Generator) -> State:
        width = height = MAX_SIDE
        if random.random() >= self._parameters.full_size_fraction:
            width, height = (int(side) for side in random.integers(MIN_SIDE, MAX_SIDE + 1, 2))
        settings = self._game.make_settings({"width": width, "height": height, "seats": self.seats})
        return self._game.setup(settings, int(random.integers(1 << 32)))

    def _searched(self, state: State) -> tuple[list[int], Floats]:
        """The best move of each seat, and its value for that seat."""
        search, seats = self._search, range(self.seats)
        first = next(seat for seat in seats if is_living(state, seat))
        search.start([copy_state(state)], first, afresh=True)
        search.run(self._parameters.num_simulations)
        joint = search.line(search.move())[0]
        values = [search.value(joint[seat], seat) or 0.0 for seat in seats]
        return joint, np.array(values, np.float32)

    @staticmethod
    def _explored(
        state: State, joint: list[int], epsilon: float, random: np.random.Generator
    ) -> NDArray[np.int64]:
        """The joint move, each move replaced by a random one with probability epsilon."""
        moves, mask = np.array(joint, np.int64), np.zeros(4, np.uint8)
        for seat in range(len(moves)):
            if is_living(state, seat) and random.random() < epsilon:
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
        weight = np.float32(self._parameters.search_value_weight)
        chances = np.array(found, np.float32)[kept]
        wanted = outcome + weight * (chances - outcome)
        return Positions(np.array(rows, np.float32)[kept], wanted, outcome)
