"""Belief state of a seat under partial observability: memory, and possible places of heads.

A belief is updated by the observations of one seat, in order. It keeps a memory, which is the last
observation completed from earlier ones; the confidence in each cell of the memory; and for each
other seat the cells in which its head may be. From these it makes complete states for searches.

With memory "refreshed", the head of a living seat is always in one of its places, and every sampled
state yields exactly the last observation. Land and trails out of sight may differ from the memory;
`confidence` measures that.

With memory "frozen", a belief is as limited as that of the CS221 paper's program: the land of
others stays as at the opening, their trails are forgotten when out of sight, and their heads are
where they were last seen.

The game-specific part is `Game.belief_model`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Final, Literal

import numpy as np
from msgspec import Meta

from gridbots.errors import UnknownNameError
from gridbots.game import copy_state, is_living
from gridbots.game.chance import GENERATOR_SIZE, below, next_number
from gridbots.grid import offset
from gridbots.settings import Settings

if TYPE_CHECKING:
    from typing import Any

    from gridbots.game import Game, State

FAINT: Final = 1e-6
"""Minimum weight of a possible place; rounding could make a smaller weight zero."""
GRAINS: Final = 1 << 30
"""Weights are drawn as integer multiples of one part in this many."""


class BeliefOptions(Settings, frozen=True):
    memory: Annotated[
        Literal["refreshed", "frozen"],
        Meta(
            description="memory of what was seen (refreshed), or of the opening only, as in the "
            "CS221 program (frozen)"
        ),
    ] = "refreshed"
    decay: Annotated[
        float,
        Meta(
            ge=0.0,
            le=1.0,
            description="factor for the trust in a memory after each round out of sight",
        ),
    ] = 0.9


DEFAULT: Final = BeliefOptions()


class Belief:
    """Belief state of one seat, updated by each observation."""

    def __init__(
        self, game: Game, settings: Any, seat: int, options: BeliefOptions = DEFAULT
    ) -> None:
        """Begin with what every seat knows about the opening.

        Raises:
            UnknownNameError: the game hides nothing, or has no belief model.
        """
        if game.belief_model is None:
            raise UnknownNameError(f"expected a game with hidden information, got {game.name}")
        self._model = game.belief_model
        self._options = options
        self._seat = seat
        self._opening = self._model.opening(settings)
        self._cells = list(self._model.cells(self._opening))
        self._around = [offset(move, int(self._opening["stride"])) for move in range(4)]
        self.memory = copy_state(self._opening)
        """The last observation, completed from memory; unseen heads stay unseen."""
        self.confidence = np.zeros(max(self._cells) + 1)
        """Confidence in each cell of the memory: 1 for cells in sight."""
        self.confidence[self._cells] = 1.0
        self.places: list[dict[int, float]] = [
            {game.belief_model.head(self._opening, other): 1.0}
            for other in range(game.seats(settings))
        ]
        """By seat: possible cells of its head, with weights that sum to 1; {} if eliminated."""

    def see(self, observation: State) -> None:
        """Belief update by the observation before the seat's next move."""
        rounds = int(observation["rounds"]) - int(self.memory["rounds"])
        self._trust(observation, rounds)
        for other in range(len(self.places)):
            self.places[other] = self._places(observation, other)
        seen = copy_state(observation)
        if self._options.memory == "frozen":
            self._model.freeze(seen, self._opening, self._seat)
        else:
            self._model.recall(seen, self.memory, self._seat)
        self.memory = seen

    def _trust(self, observation: State, rounds: int) -> None:
        self.confidence *= self._options.decay**rounds
        for cell in self._cells:
            if self._model.sees(observation, self._seat, cell):
                self.confidence[cell] = 1.0

    def _places(self, observation: State, other: int) -> dict[int, float]:
        """Prediction step: possible places of a head now, from those before."""
        if not is_living(observation, other):
            return {}
        head = self._model.head(observation, other)
        if head >= 0:
            return {head: 1.0}
        if self._options.memory == "frozen":
            return self.places[other]
        least, most = self._model.moves_between(self.memory, observation, other)
        walked = self._walked(self.places[other], least, most)
        hidden = {
            cell: weight
            for cell, weight in walked.items()
            if not self._model.sees(observation, self._seat, cell)
        }
        return _normal(hidden or self._anywhere(observation))

    def _walked(self, places: dict[int, float], least: int, most: int) -> dict[int, float]:
        """Random walk of `least` to `most` steps, uniform at each cell."""
        for step in range(1, most + 1):
            stepped = self._stepped(places)
            if step > least:
                for cell, weight in places.items():
                    stepped[cell] = stepped.get(cell, 0.0) + weight
            places = _normal(stepped)
        return places

    def _stepped(self, places: dict[int, float]) -> dict[int, float]:
        stepped: dict[int, float] = {}
        for cell, weight in places.items():
            targets = [
                there
                for step in self._around
                if self._model.may_stand(self.memory, there := cell + step)
            ]
            for there in targets:
                stepped[there] = stepped.get(there, 0.0) + weight / len(targets)
        return stepped

    def _anywhere(self, observation: State) -> dict[int, float]:
        """All cells out of sight, for observations that do not follow from earlier ones."""
        return {
            cell: 1.0 for cell in self._cells if not self._model.sees(observation, self._seat, cell)
        }

    def likeliest(self) -> State:
        """Most likely state: each unseen head in its likeliest cell, the first among equals."""
        return self._filled(
            [
                max(places, key=lambda cell: (places[cell], -cell), default=-1)
                for places in self.places
            ]
        )

    def sample(self, generator: Any) -> State:
        """Sampled state (determinization): each unseen head in a cell drawn by its weights."""
        state = self._filled([_draw(places, generator) for places in self.places])
        if "generator" in (state.dtype.names or ()):
            for index in range(GENERATOR_SIZE):
                state["generator"][index] = 1 + next_number(generator) % (1 << 31)
        return state

    def _filled(self, heads: list[int]) -> State:
        state = copy_state(self.memory)
        for other, cell in enumerate(heads):
            if cell >= 0 and self._model.head(state, other) < 0:
                self._model.put_head(state, other, cell)
        return state


def _normal(weights: dict[int, float]) -> dict[int, float]:
    """Normalised weights: none below FAINT, sum 1."""
    total = sum(weights.values())
    raised = {cell: max(weight / total, FAINT) for cell, weight in weights.items()}
    total = sum(raised.values())
    return {cell: weight / total for cell, weight in raised.items()}


def _draw(places: dict[int, float], generator: Any) -> int:
    """Draw a cell by the weights; -1 if there are none."""
    left = below(generator, GRAINS) / GRAINS
    for cell, weight in places.items():
        left -= weight
        if left < 0:
            return cell
    return max(places, default=-1)
