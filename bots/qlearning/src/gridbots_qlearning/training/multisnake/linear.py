"""Linear Q-learning in Multiplayer Snake, as in the CS221 paper: read it from top to bottom.

The learner has the last seat. `multisnake.indicators` has its features, `linear_update` the update.
Several matches are played at once, with one vector of weights, which is tested at the end.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any, ClassVar, Final

import numpy as np
from msgspec import Meta

from gridbots.plugins import load_game
from gridbots.training import curves
from gridbots.training.matches import TEST_SEED, EpisodeCounter, Matches, opponents_of, results_of
from gridbots.training.parameters import Episodes, Epsilon, Folder, Gamma, NEnvs, TrainingParameters
from gridbots.training.script import Learned, Resumable, Script
from gridbots.vector import play_matches
from gridbots_qlearning.multisnake.indicators import INDICATORS, linear_policy
from gridbots_qlearning.training.multisnake import linear_update

if TYPE_CHECKING:
    from pathlib import Path

    from numpy.typing import NDArray


class Parameters(TrainingParameters, frozen=True):
    may_change: ClassVar[tuple[str, ...]] = ("n_test_episodes",)
    opponents: Annotated[
        str,
        Meta(description="opponents to learn against, as for `referee run`, separated by blanks"),
    ] = "smart-greedy opportunist"
    episodes: Episodes = 10_000
    epsilon: Epsilon = 0.3
    gamma: Gamma = 0.9
    terminal_reward: Annotated[
        float, Meta(description="reward for being the last one alive, and penalty for dying")
    ] = 10.0
    td_lambda: Annotated[
        float, Meta(ge=0, le=1, description="lambda of eligibility traces; 0: no traces")
    ] = 0.0
    size: Annotated[int, Meta(ge=12, le=64, description="rows and columns of the board")] = 20
    max_rounds: Annotated[int, Meta(ge=1, description="rounds after which a match ends")] = 3000
    n_envs: NEnvs = 16
    n_test_episodes: Annotated[
        int, Meta(ge=0, description="test matches without exploration, at most 1000 rounds each")
    ] = 2000
    folder: Folder = "training/multisnake"


class Training(Resumable):
    """State of a training."""

    def __init__(self, parameters: Parameters, *, plain: bool = False) -> None:
        """`plain`: without compiling anything."""
        self.parameters = parameters
        self.seat = len(parameters.opponents.split())
        n_envs = min(parameters.n_envs, parameters.episodes)
        settings = {
            "size": parameters.size, "seats": self.seat + 1, "max_rounds": parameters.max_rounds
        }  # fmt: skip
        game = load_game("multisnake")
        checked = game.make_settings(settings)
        self.matches = Matches(game, checked, n_envs, parameters.seed, plain=plain)
        self.opponents = opponents_of(parameters.opponents, game)
        self.episodes = EpisodeCounter(parameters.episodes, n_envs)
        self.weights = np.zeros(INDICATORS)
        self.transitions = np.zeros(n_envs, linear_update.TRANSITION)
        self.learner = np.zeros(1, linear_update.LEARNER)
        for name in ("epsilon", "gamma", "td_lambda", "terminal_reward"):
            self.learner[name] = getattr(parameters, name)
        self.learner["seat"] = self.seat
        self.results = np.full((parameters.episodes, 2), np.nan)
        """By match: whether it was won, and the score."""

    def arrays(self) -> dict[str, NDArray[Any]]:
        return {
            **self.matches.arrays(), **self.episodes.arrays(), "weights": self.weights,
            "transitions": self.transitions, "learner": self.learner, "results": self.results,
        }  # fmt: skip

    def finite(self) -> list[NDArray[Any]]:
        return [self.weights]

    @property
    def total(self) -> int:
        return self.episodes.total

    @property
    def completed(self) -> int:
        return self.episodes.completed

    def play_round(self) -> None:
        matches, learner = self.matches, self.learner[0]
        batch, mine = matches.batch, matches.generators[self.seat]
        for seat, policy in enumerate(self.opponents):
            matches.choose(policy, seat)
        matches.runs(linear_update.decide)(
            learner, self.weights, self.transitions, batch.states, mine, batch.moves
        )
        batch.play()
        ended = np.zeros(len(batch), np.bool_)
        matches.runs(linear_update.learn)(
            learner, self.weights, self.transitions, batch.states, ended
        )
        ended &= self.episodes.numbers >= 0
        if ended.any():
            self._record(ended)
            batch.reopen(self.episodes.begin_next(ended))
            batch.states["over"][self.episodes.numbers < 0] = 1

    def _record(self, ended: NDArray[np.bool_]) -> None:
        results = np.zeros((len(ended), 2))
        self.matches.runs(linear_update.write_results)(
            self.matches.batch.states, self.seat, results
        )
        self.results[self.episodes.numbers[ended]] = results[ended]

    def figures(self, last: int = 500) -> dict[str, float]:
        """Results of the last matches, in the order of their starts."""
        ended = self.results[~np.isnan(self.results[:, 0])][-last:]
        won, score = ended.mean(axis=0) if len(ended) else (0.0, 0.0)
        return {"win %": 100 * float(won), "score": float(score)}


def results_of_test(parameters: Parameters, weights: NDArray[Any]) -> dict[str, list[float]]:
    """Wins in percent and scores of all seats without exploration; the learner is last."""
    game = load_game("multisnake")
    policies = [*opponents_of(parameters.opponents, game), linear_policy(weights)]
    settings = game.make_settings({"size": parameters.size, "seats": len(policies)})
    seed = TEST_SEED + parameters.seed
    return results_of(
        play_matches(game, settings, policies, parameters.n_test_episodes, seed, rotates=False)
    )


def curve_of(learned: Training) -> curves.Curve:
    """Means by hundredths of the matches."""
    parts = np.array_split(learned.results, min(100, len(learned.results)))
    lines = {
        "win %": [100 * float(part[:, 0].mean()) for part in parts],
        "score": [float(part[:, 1].mean()) for part in parts],
    }
    return curves.Curve(
        title=f"Q-learning against {learned.parameters.opponents}",
        across="trials",
        places=np.cumsum([len(part) for part in parts]).tolist(),
        panels=[curves.Panel("", lines)],
    )


def finish(learned: Training, folder: Path) -> Learned:
    """Test the weights; write the learning curve."""
    parameters, weights = learned.parameters, learned.weights
    curves.write(folder, curve_of(learned))
    about = {
        "game": "multisnake",
        "settings": {"size": parameters.size, "seats": learned.seat + 1},
        "learner": "linear",
        "decisions": int(learned.learner["decisions"][0]),
        "test": results_of_test(parameters, weights) if parameters.n_test_episodes else {},
    }
    return Learned(about, {"indicators": weights.astype(np.float32)})


SCRIPT: Final = Script(
    "gridbots_qlearning.training.multisnake.linear",
    "Linear Q-learning in Multiplayer Snake, as in the CS221 paper.",
    Parameters,
    Training,
    finish,
    unit="trials",
)

if __name__ == "__main__":
    raise SystemExit(SCRIPT.main())
