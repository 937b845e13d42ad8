"""Learns weights for three features by random trials. Read it from top to bottom."""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING, Annotated, Any

import numpy as np
from msgspec import Meta

from gridbots import evaluate, is_living, step
from gridbots.grid import NO_MOVE
from gridbots.kernel import kernel, records_like
from gridbots.plugins import load_game
from gridbots.training import curves
from gridbots.training.matches import policy_of
from gridbots.training.parameters import Folder, TrainingParameters
from gridbots.training.script import Learned, Resumable, Script
from gridbots.vector import play_matches

if TYPE_CHECKING:
    from pathlib import Path

GAME = load_game("light-riders")
FEATURES = ("territory", "liberties", "mobility")
LEARNED = np.dtype([("weights", "f8", (len(GAME.features),))])


class Parameters(TrainingParameters, frozen=True):
    trials: Annotated[int, Meta(ge=1, description="trials of other weights")] = 50
    matches: Annotated[int, Meta(ge=2, description="matches in each trial")] = 40
    opponent: Annotated[str, Meta(description="as for `referee run`")] = "wall-hugger"
    side: Annotated[int, Meta(ge=6, le=64, description="rows and columns of the board")] = 8
    plain: Annotated[bool, Meta(description="run without numba, for short trials")] = False
    folder: Folder = "training/rider"


@kernel
def choose(learned: Any, observation: Any, seat: int, generator: Any) -> int:
    """The move with the best value if the opponent goes straight on."""
    following, joint = records_like(observation, 1), np.full(2, NO_MOVE)
    best, most = 0, -np.inf
    for move in range(4):
        following[0], joint[seat] = observation, move
        step(following[0], joint)
        value = evaluate(following[0], seat, learned["weights"])
        if is_living(following[0], seat) and value > most:
            best, most = move, value
    return best


class Training(Resumable):
    def __init__(self, parameters: Parameters) -> None:
        self.parameters = parameters
        self.settings = GAME.make_settings({"width": parameters.side, "height": parameters.side})
        self.opponent = policy_of(parameters.opponent, GAME)
        self.learned = np.zeros(1, LEARNED)
        self.won = np.zeros(parameters.trials)  # shares of matches, of the best weights so far
        self.count = np.zeros(1, np.int64)

    @property
    def total(self) -> int:
        return self.parameters.trials

    @property
    def completed(self) -> int:
        return int(self.count[0])

    def arrays(self) -> dict[str, Any]:
        return {"learned": self.learned, "won": self.won, "count": self.count}

    def play_round(self) -> None:
        chance = np.random.default_rng([self.parameters.seed, self.completed])
        tried = self.learned.copy()
        for name in FEATURES:
            tried["weights"][0, GAME.features.index(name)] += chance.normal()
        policies = [functools.partial(choose, tried[0]), self.opponent]
        seed = int(chance.integers(2**32))
        matches, plain = self.parameters.matches, self.parameters.plain
        outcomes = play_matches(GAME, self.settings, policies, matches, seed, plain=plain)
        won, before = (outcomes.utilities[:, 0] > 0).mean(), self.won[max(self.completed - 1, 0)]
        if won > before:
            self.learned[:] = tried
        self.won[self.completed] = max(won, before)
        self.count += 1

    def figures(self) -> dict[str, float]:
        return {"won %": 100 * self.won[self.completed - 1]}


def finish(training: Training, folder: Path) -> Learned:
    lines = {"won %": (100 * training.won).tolist()}
    trials = list(range(1, training.total + 1))
    curves.write(
        folder, curves.Curve("A rider learns", "trials", trials, [curves.Panel("", lines)])
    )
    settings = {"width": training.parameters.side, "height": training.parameters.side, "seats": 2}
    about = {"game": GAME.name, "settings": settings, "learner": "features"}
    return Learned(about, {"weights": training.learned["weights"][0]})


SCRIPT = Script(
    "train_rider", "Learns what a rider should look for.", Parameters, Training, finish, "trials"
)

if __name__ == "__main__":
    raise SystemExit(SCRIPT.main())
