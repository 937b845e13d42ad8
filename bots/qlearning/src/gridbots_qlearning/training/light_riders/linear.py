"""Linear Q-learning in Light Riders on boards too large for a table: read it from top to bottom.

What the learner sees of a move is told in `light_riders.features`, what it learns from a round in
`linear_update`. It learns on several boards against several teachers at a time, with
the same weights, from both seats. The weights that are kept are means over the last part.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any, ClassVar, Final, Literal

import numpy as np
from msgspec import Meta

from gridbots.plugins import load_game
from gridbots.training import curves
from gridbots.training.opponents import policy_of
from gridbots.training.parameters import Folder, TrainingParameters
from gridbots.training.resumable import Resumable
from gridbots.training.schedule import linear, update_mean
from gridbots.training.script import Learned, Script
from gridbots.vector import play_matches
from gridbots_qlearning.light_riders.features import COUNT, SIGHTS
from gridbots_qlearning.light_riders.policy import sight_policy
from gridbots_qlearning.training.episodes import TEST_SEED, Matches, opponent, shares
from gridbots_qlearning.training.light_riders import linear_update

if TYPE_CHECKING:
    from pathlib import Path

    from numpy.typing import NDArray


PAPER: Final = "minimax:search=paper,evaluation"
"""Agents of the CS221 paper."""


class Parameters(TrainingParameters, frozen=True):
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
    episodes: Annotated[int, Meta(ge=1, description="matches to learn from")] = 20_000
    epsilon: Annotated[float, Meta(ge=0, le=1, description="share of random moves")] = 0.05
    learning_rate: Annotated[float, Meta(gt=0, description="learning rate at the start")] = 0.05
    final_learning_rate: Annotated[float, Meta(gt=0, description="learning rate at the end")] = (
        0.001
    )
    gamma: Annotated[float, Meta(ge=0, le=1, description="discount factor per round")] = 0.99
    averaging_fraction: Annotated[
        float,
        Meta(ge=0, le=1, description="final fraction of the training to average weights over"),
    ] = 0.3
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
    folder: Folder = "training/light-riders-linear"


def settings_for(size: int, parameters: Parameters) -> dict[str, Any]:
    return {"width": size, "height": size, "start": parameters.start}


class Matchup:
    """Vectorised matches on one board against one opponent; the learner sits in one seat."""

    def __init__(
        self, size: int, teacher: str, number: int, parameters: Parameters, *, plain: bool
    ) -> None:
        self.name = f"{size}x{size} v {teacher}"
        self.seat = number % 2
        settings, copies = settings_for(size, parameters), parameters.n_envs
        self.matches = Matches(
            "light-riders", settings, copies, parameters.seed, number, plain=plain
        )
        self.teacher = opponent(teacher, self.matches.batch.game)
        self.transitions = np.zeros(copies, linear_update.TRANSITION)

    def arrays(self, number: int) -> dict[str, NDArray[Any]]:
        return {**self.matches.arrays(number), f"transitions_{number}": self.transitions}

    def play_round(self, learner: Any, weights: NDArray[Any]) -> NDArray[np.float64]:
        """Play and learn; how the matches went that have ended."""
        matches, seat = self.matches, self.seat
        batch, mine = matches.batch, matches.generators[seat]
        matches.choose(self.teacher, 1 - seat)
        matches.runs(linear_update.decide)(
            learner, weights, self.transitions, batch.states, seat, mine, batch.moves
        )
        batch.play()
        matches.runs(linear_update.learn)(learner, weights, self.transitions, batch.states, seat)
        results = batch.utilities[batch.finished, seat].copy()
        batch.reopen()
        return results  # type: ignore[no-any-return]


class Training(Resumable):
    """All that changes while the weights are learned."""

    def __init__(self, parameters: Parameters, *, plain: bool = False) -> None:
        """From the start; `plain`: without compiling anything."""
        self.parameters = parameters
        kinds = [
            (int(size), teacher)
            for size in parameters.sizes.split()
            for teacher in parameters.opponents.split()
        ]
        self.matchups = [
            Matchup(size, teacher, number, parameters, plain=plain)
            for number, (size, teacher) in enumerate(
                each for kind in kinds for each in (kind, kind)
            )
        ]
        """Two of each kind: one for each seat of the learner."""
        self.weights, self.mean = np.zeros(COUNT), np.zeros(COUNT)
        self.learner = np.zeros(1, linear_update.LEARNER)
        self.learner["epsilon"] = parameters.epsilon
        self.learner["gamma"] = parameters.gamma
        self.counts = np.zeros(2, np.int64)
        """Matches that have ended, and how many weights the mean is of."""
        self.results = np.full((parameters.episodes + 4096, 2), np.nan)
        """By match, as they end: in which match-up, and how it went."""

    def arrays(self) -> dict[str, NDArray[Any]]:
        """Everything that a checkpoint holds."""
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
    def done(self) -> int:
        return int(self.counts[0])

    def play_round(self) -> None:
        parameters, share = self.parameters, min(1.0, self.done / self.parameters.episodes)
        self.learner["learning_rate"] = linear(
            parameters.learning_rate, parameters.final_learning_rate, share
        )
        for number, matchup in enumerate(self.matchups):
            results = matchup.play_round(self.learner[0], self.weights)
            here = self.results[self.done : self.done + len(results)]
            here[:, 0], here[:, 1] = number, results
            self.counts[0] += len(results)
        if share >= 1 - parameters.averaging_fraction:
            self.counts[1] += 1
            update_mean(self.mean, self.weights, int(self.counts[1]))

    def figures(self, last: int = 500) -> dict[str, float]:
        """How the last matches went, in percent."""
        results = self.results[: self.done, 1][-last:]
        won = 100 * float((results > 0).mean()) if len(results) else 0.0
        return {"win %": won}


def tested(parameters: Parameters, weights: NDArray[Any]) -> dict[str, list[float]]:
    """By board and examiner: matches won, drawn and lost without exploration, in percent."""
    game, found = load_game("light-riders"), {}
    for size in parameters.sizes.split():
        settings = game.make_settings(settings_for(int(size), parameters))
        for examiner in parameters.eval_opponents.split():
            policies = [sight_policy(weights), policy_of(examiner, game)]
            seed = TEST_SEED + parameters.seed
            outcomes = play_matches(game, settings, policies, parameters.n_test_episodes, seed)
            went = shares(outcomes.utilities[:, 0]).values()
            found[f"{size}x{size} v {examiner}"] = [round(share, 1) for share in went]
    return found


def curve_of(learned: Training) -> curves.Curve:
    """Wins in every fiftieth part of the matches, by board."""
    parts = np.array_split(learned.results[: learned.done], 50)
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
    """Test; write the curve."""
    parameters = learned.parameters
    curves.write(folder, curve_of(learned))
    about = {
        "game": "light-riders",
        "settings": {"seats": 2},
        "learner": "sight",
        "decisions": int(learned.learner["decisions"][0]),
        "weights": dict(zip(SIGHTS, learned.mean.round(4).tolist(), strict=True)),
        "test: won, drawn, lost %": tested(parameters, learned.mean)
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
