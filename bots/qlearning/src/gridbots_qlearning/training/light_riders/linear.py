"""Linear Q-learning in Light Riders, for boards too large for a table: read it from top to bottom.

The learner plays on several boards against several opponents at once, from both seats, with one
vector of weights (`light_riders.features`). The result is the mean of the weights over the final
part of the training. The reward is 1 for a win, -1 for a loss and 0 otherwise. The update is
normalised least mean squares: the error is divided by the squared norm of the features, so that the
learning rate is the share of the error that a step corrects, whatever the scale of the features.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any, ClassVar, Final, Literal

import numpy as np
from msgspec import Meta

from gridbots.plugins import load_game
from gridbots.training import curves
from gridbots.training import parameters as shared
from gridbots.training.matches import TEST_SEED, Matches, opponent, percentages, policy_of
from gridbots.training.schedule import linear, update_mean
from gridbots.training.script import Learned, Resumable, Script
from gridbots.vector import play_matches
from gridbots_qlearning.light_riders.features import (
    COUNT,
    FEATURES,
    linear_policy,
)
from gridbots_qlearning.training.light_riders.linear_updates import LEARNER, decide, learn

if TYPE_CHECKING:
    from pathlib import Path

    from numpy.typing import NDArray


PAPER: Final = "minimax:search=paper,evaluation"
"""Start of the names of the CS221 paper's agents."""


TRANSITION: Final = np.dtype([("seen", "f8", (COUNT,)), ("waits", "u1")])
"""Features of the last move, and whether it is still to be learned from."""


class Parameters(shared.TrainingParameters, frozen=True):
    may_change: ClassVar[tuple[str, ...]] = ("n_test_episodes", "eval_opponents")
    sizes: Annotated[str, Meta(description="sides of the boards, separated by blanks")] = "8 16"
    start: Annotated[
        Literal["riddles", "cs221"],
        Meta(description="opening heads: away from the edges, or anywhere (many more openings)"),
    ] = "cs221"
    opponents: Annotated[
        str,
        Meta(description="opponents to learn against, as for `referee run`, separated by blanks"),
    ] = (
        f"{PAPER}=all_direct,depth=2 {PAPER}=attack_block,depth=2 {PAPER}=attack_block,depth=3 "
        "wall-hugger"
    )
    episodes: shared.Episodes = 20_000
    epsilon: shared.Epsilon = 0.05
    learning_rate: shared.LearningRate = 0.05
    final_learning_rate: shared.FinalLearningRate = 0.001
    gamma: shared.Gamma = 0.99
    averaging_fraction: shared.AveragingFraction = 0.3
    n_envs: Annotated[
        int, Meta(ge=1, le=4096, description="matches played at once, per board and opponent")
    ] = 16
    n_test_episodes: Annotated[
        int, Meta(ge=0, description="test matches per board and opponent, without exploration")
    ] = 1000
    eval_opponents: Annotated[
        str,
        Meta(description="opponents in the test, as for `referee run`, separated by blanks"),
    ] = (
        f"{PAPER}=all_direct,depth=2 {PAPER}=all_direct,depth=3 {PAPER}=all_direct,depth=4 "
        f"{PAPER}=attack_block,depth=2 {PAPER}=attack_block,depth=3 {PAPER}=attack_block,depth=4 "
        "wall-hugger straight"
    )
    folder: shared.Folder = "training/light-riders-linear"


def settings_for(size: int, parameters: Parameters) -> dict[str, Any]:
    return {"width": size, "height": size, "start": parameters.start}


class Matchup:
    """Vectorised matches on a board against an opponent, with the learner in one seat."""

    def __init__(
        self, size: int, bot: str, number: int, parameters: Parameters, *, plain: bool
    ) -> None:
        self.name = f"{size}x{size} v {bot}"
        self.seat = number % 2
        game, n_envs = load_game("light-riders"), parameters.n_envs
        settings = game.make_settings(settings_for(size, parameters))
        self.matches = Matches(game, settings, n_envs, parameters.seed, number, plain=plain)
        self.opponent = opponent(bot, game)
        self.transitions = np.zeros(n_envs, TRANSITION)

    def arrays(self, number: int) -> dict[str, NDArray[Any]]:
        return {**self.matches.arrays(number), f"transitions_{number}": self.transitions}

    def play_round(self, learner: Any, weights: NDArray[Any]) -> NDArray[np.float64]:
        """Play and learn; return the results of the matches that have ended."""
        matches, seat = self.matches, self.seat
        batch, mine = matches.batch, matches.generators[seat]
        matches.choose(self.opponent, 1 - seat)
        matches.runs(decide)(
            learner, weights, self.transitions, batch.states, seat, mine, batch.moves
        )
        batch.play()
        matches.runs(learn)(learner, weights, self.transitions, batch.states, seat)
        results = batch.utilities[batch.finished, seat].copy()
        batch.reopen()
        return results  # type: ignore[no-any-return]


class Training(Resumable):
    """State of a training."""

    def __init__(self, parameters: Parameters, *, plain: bool = False) -> None:
        """`plain`: without compiling anything."""
        self.parameters = parameters
        kinds = [
            (int(size), bot)
            for size in parameters.sizes.split()
            for bot in parameters.opponents.split()
        ]
        self.matchups = [
            Matchup(size, bot, number, parameters, plain=plain)
            for number, (size, bot) in enumerate(each for kind in kinds for each in (kind, kind))
        ]
        """Two of each kind, one for each seat of the learner."""
        self.weights, self.mean = np.zeros(COUNT), np.zeros(COUNT)
        self.learner = np.zeros(1, LEARNER)
        self.learner["epsilon"] = parameters.epsilon
        self.learner["gamma"] = parameters.gamma
        self.counts = np.zeros(2, np.int64)
        """Matches that have ended, and the number of weights in the mean."""
        self.results = np.full((parameters.episodes + 4096, 2), np.nan)
        """By match, in the order of their ends: match-up and result."""

    def arrays(self) -> dict[str, NDArray[Any]]:
        mine = {
            "weights": self.weights, "mean": self.mean, "learner": self.learner,
            "counts": self.counts, "results": self.results,
        }  # fmt: skip
        for number, matchup in enumerate(self.matchups):
            mine |= matchup.arrays(number)
        return mine

    def finite(self) -> list[NDArray[Any]]:
        return [self.weights]

    @property
    def total(self) -> int:
        return self.parameters.episodes

    @property
    def completed(self) -> int:
        return int(self.counts[0])

    def play_round(self) -> None:
        parameters, share = self.parameters, min(1.0, self.completed / self.parameters.episodes)
        self.learner["learning_rate"] = linear(
            parameters.learning_rate, parameters.final_learning_rate, share
        )
        for number, matchup in enumerate(self.matchups):
            results = matchup.play_round(self.learner[0], self.weights)
            here = self.results[self.completed : self.completed + len(results)]
            here[:, 0], here[:, 1] = number, results
            self.counts[0] += len(results)
        if share >= 1 - parameters.averaging_fraction:
            self.counts[1] += 1
            update_mean(self.mean, self.weights, int(self.counts[1]))

    def figures(self, last: int = 500) -> dict[str, float]:
        """Wins in the last matches, in percent."""
        results = self.results[: self.completed, 1][-last:]
        won = 100 * float((results > 0).mean()) if len(results) else 0.0
        return {"win %": won}


def results_of_test(parameters: Parameters, weights: NDArray[Any]) -> dict[str, list[float]]:
    """By board and opponent: matches won, drawn and lost without exploration, in percent."""
    game, found = load_game("light-riders"), {}
    for size in parameters.sizes.split():
        settings = game.make_settings(settings_for(int(size), parameters))
        for bot in parameters.eval_opponents.split():
            policies = [linear_policy(weights), policy_of(bot, game)]
            seed = TEST_SEED + parameters.seed
            outcomes = play_matches(game, settings, policies, parameters.n_test_episodes, seed)
            results = percentages(outcomes.utilities[:, 0]).values()
            found[f"{size}x{size} v {bot}"] = [round(share, 1) for share in results]
    return found


def curve_of(learned: Training) -> curves.Curve:
    """Wins in each fiftieth of the matches, by board."""
    parts = np.array_split(learned.results[: learned.completed], 50)
    lines = {}
    for size in learned.parameters.sizes.split():
        matchups = enumerate(learned.matchups)
        mine = [number for number, matchup in matchups if matchup.name.startswith(f"{size}x")]
        lines[f"{size}x{size}"] = [
            100 * float((part[np.isin(part[:, 0], mine), 1] > 0).mean()) for part in parts
        ]
    return curves.Curve(
        title="Linear Q-learning in Light Riders",
        across="matches",
        places=np.cumsum([len(part) for part in parts]).tolist(),
        panels=[curves.Panel("win %", lines)],
    )


def finish(learned: Training, folder: Path) -> Learned:
    """Test the weights; write the learning curve."""
    parameters = learned.parameters
    curves.write(folder, curve_of(learned))
    about = {
        "game": "light-riders",
        "settings": {"seats": 2},
        "learner": "sight",
        "decisions": int(learned.learner["decisions"][0]),
        "weights": dict(zip(FEATURES, learned.mean.round(4).tolist(), strict=True)),
        "test: won, drawn, lost %": results_of_test(parameters, learned.mean)
        if parameters.n_test_episodes
        else {},
    }
    return Learned(about, {"weights": learned.mean})


SCRIPT: Final = Script(
    "gridbots_qlearning.training.light_riders.linear",
    "Linear Q-learning in Light Riders, on boards too large for a table.",
    Parameters,
    Training,
    finish,
)

if __name__ == "__main__":
    raise SystemExit(SCRIPT.main())
