"""Q-learning with a small network in Multiplayer Snake, beyond the paper.

`multisnake.features` has the features of a move, `multisnake.network` the network, `network_update`
the update. The learner has the last seat and learns in several line-ups at once, with one network.
An opponent `self` is a former copy of the learner, from a league that grows during the training.
The result is the mean of the weights over the final part of the training.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any, ClassVar, Final

import numpy as np
from msgspec import Meta

from gridbots.plugins import load_game
from gridbots.training import curves
from gridbots.training import parameters as shared
from gridbots.training.matches import TEST_SEED, Matches, opponents_of, results_of
from gridbots.training.schedule import linear, update_mean
from gridbots.training.script import Learned, Resumable, Script
from gridbots.vector import play_matches
from gridbots_qlearning.multisnake.network import (
    LEARNED,
    ablation_mask,
    arrays_of,
    network_policy,
    new_network,
)
from gridbots_qlearning.training.multisnake import linear_update, network_update

if TYPE_CHECKING:
    from pathlib import Path

    from numpy.typing import NDArray

SELF: Final = "self"
MEAN_INTERVAL: Final = 50
SNAPSHOT_INTERVAL: Final = 1000
"""Rounds between snapshots for the league."""
PRIME: Final = 7
"""Makes the members of the league play in another order than they join."""


class Parameters(shared.TrainingParameters, frozen=True):
    may_change: ClassVar[tuple[str, ...]] = ("stop_after_rounds", "n_test_episodes")
    opponents: Annotated[
        str,
        Meta(
            description="line-ups to learn in, separated by /: opponents as for `referee run`, "
            "separated by blanks; `self` is a snapshot copy of the learner"
        ),
    ] = "smart-greedy opportunist / minimax:radius=4,compactness=0.5"
    episodes: shared.Episodes = 36_000
    stop_after_rounds: Annotated[
        int, Meta(ge=0, description="rounds after which to stop early; 0: no limit")
    ] = 0
    exploration_initial_eps: shared.InitialEpsilon = 0.06
    exploration_final_eps: shared.FinalEpsilon = 0.005
    learning_rate: shared.LearningRate = 0.3
    final_learning_rate: shared.FinalLearningRate = 0.01
    gamma: shared.Gamma = 0.98
    win_reward: Annotated[
        float, Meta(description="reward for being the last one alive, in points")
    ] = 10.0
    death_penalty: Annotated[float, Meta(description="penalty for dying, in points")] = 30.0
    elimination_reward: Annotated[
        float, Meta(description="reward for each opponent that is eliminated, in points")
    ] = 0.0
    pressure_reward: Annotated[
        float,
        Meta(description="reward per round for each own cell beside an opponent's head, in points"),
    ] = 0.0
    ablation: Annotated[
        str,
        Meta(
            description="features to blank, separated by blanks, to measure what they contribute: "
            "turns, heads, shares, prospects"
        ),
    ] = ""
    league_size: Annotated[
        int, Meta(ge=1, le=16, description="snapshot copies of the learner that play as `self`")
    ] = 4
    averaging_fraction: shared.AveragingFraction = 0.2
    size: Annotated[int, Meta(ge=12, le=64, description="rows and columns of the board")] = 20
    max_rounds: Annotated[int, Meta(ge=1, description="rounds after which a match ends")] = 1000
    n_envs: Annotated[
        int, Meta(ge=1, le=4096, description="matches played at once in each line-up")
    ] = 32
    n_test_episodes: Annotated[
        int, Meta(ge=0, description="test matches per line-up, without exploration")
    ] = 1000
    folder: shared.Folder = "training/multisnake-network"


class TrainingLineup:
    """Matches of the learner in the last seat against fixed opponents."""

    def __init__(self, opponents: str, number: int, parameters: Parameters, *, plain: bool) -> None:
        self.opponents = opponents.split()
        self.seat, n_envs = len(self.opponents), parameters.n_envs
        settings = {
            "size": parameters.size, "seats": self.seat + 1, "max_rounds": parameters.max_rounds
        }  # fmt: skip
        game = load_game("multisnake")
        checked = game.make_settings(settings)
        self.matches = Matches(game, checked, n_envs, parameters.seed, number, plain=plain)
        fixed = [each for each in self.opponents if each != SELF]
        policies = iter(opponents_of(" ".join(fixed), game))
        self.policies = [None if each == SELF else next(policies) for each in self.opponents]
        """None for a snapshot copy of the learner."""
        self.transitions = np.zeros(n_envs, network_update.TRANSITION)

    @property
    def name(self) -> str:
        return "+".join(each.partition(":")[0] for each in self.opponents)

    def arrays(self, number: int) -> dict[str, NDArray[Any]]:
        return {**self.matches.arrays(number), f"transitions_{number}": self.transitions}

    def play_round(self, learner: Any, network: Any, snapshot: Any) -> NDArray[np.float64]:
        """Play and learn; return whether ended matches were won, and their scores."""
        matches, seat = self.matches, self.seat
        batch, mine = matches.batch, matches.generators[seat]
        for other, policy in enumerate(self.policies):
            matches.choose(policy or snapshot, other)
        matches.runs(network_update.decide)(
            learner, network, self.transitions, batch.states, seat, mine, batch.moves
        )
        batch.play()
        ended, results = np.zeros(len(batch), np.bool_), np.zeros((len(batch), 2))
        matches.runs(network_update.learn)(
            learner, network, self.transitions, batch.states, seat, ended
        )
        if ended.any():
            matches.runs(linear_update.write_results)(batch.states, seat, results)
            batch.reopen(ended)
        return results[ended]


class Training(Resumable):
    """State of a training."""

    def __init__(self, parameters: Parameters, *, plain: bool = False) -> None:
        """`plain`: without compiling anything."""
        self.parameters = parameters
        self.lineups = [
            TrainingLineup(each, number, parameters, plain=plain)
            for number, each in enumerate(parameters.opponents.split("/"))
        ]
        self.network = new_network(parameters.seed, ablation_mask(parameters.ablation))
        self.mean = self.network.copy()
        self.league = np.repeat(self.network, parameters.league_size)
        self.learner = np.zeros(1, network_update.LEARNER)
        for name in (
            "gamma",
            "win_reward",
            "death_penalty",
            "elimination_reward",
            "pressure_reward",
        ):
            self.learner[name] = getattr(parameters, name)
        self.counts = np.zeros(3, np.int64)
        """Matches that have ended, rounds, and the number of networks in the mean."""
        self.results = np.full((len(self.lineups), parameters.episodes + 4096, 2), np.nan)
        """By line-up and match, in the order of their ends: whether it was won, and the score."""
        self.ended = np.zeros(len(self.lineups), np.int64)
        self._playing: Any = None

    def arrays(self) -> dict[str, NDArray[Any]]:
        mine = {
            "network": self.network, "mean": self.mean, "league": self.league,
            "learner": self.learner, "counts": self.counts, "results": self.results,
            "ended": self.ended,
        }  # fmt: skip
        for number, lineup in enumerate(self.lineups):
            mine |= lineup.arrays(number)
        return mine

    def finite(self) -> list[NDArray[Any]]:
        return [self.network[name] for name in LEARNED]

    @property
    def total(self) -> int:
        return self.parameters.episodes

    @property
    def completed(self) -> int:
        """Matches that have ended; all of them once the training stops early."""
        stop = self.parameters.stop_after_rounds
        return self.parameters.episodes if 0 < stop <= self.counts[1] else int(self.counts[0])

    def play_round(self) -> None:
        self._update_schedules()
        rounds = int(self.counts[1])
        snapshot = self._league_policy(rounds)
        for number, lineup in enumerate(self.lineups):
            results = lineup.play_round(self.learner[0], self.network[0], snapshot)
            first = self.ended[number]
            self.ended[number] += len(results)
            self.results[number, first : self.ended[number]] = results
            self.counts[0] += len(results)
        self.counts[1] += 1
        is_late = (
            self.counts[0] >= (1 - self.parameters.averaging_fraction) * self.parameters.episodes
        )
        if is_late and rounds % MEAN_INTERVAL == 0:
            self._average()

    def _update_schedules(self) -> None:
        """Update epsilon and the learning rate."""
        parameters, share = self.parameters, min(1.0, self.counts[0] / self.parameters.episodes)
        for name, first, last in (
            ("epsilon", parameters.exploration_initial_eps, parameters.exploration_final_eps),
            ("learning_rate", parameters.learning_rate, parameters.final_learning_rate),
        ):
            self.learner[name] = linear(first, last, share)

    def _league_policy(self, rounds: int) -> Any:
        """The policy that plays as `self`: members of the league in turn; adds snapshots."""
        members, phase = len(self.league), rounds // SNAPSHOT_INTERVAL
        if rounds % SNAPSHOT_INTERVAL == 0:
            self.league[phase % members] = self.network[0]
        if rounds % SNAPSHOT_INTERVAL == 0 or self._playing is None:
            self._playing = network_policy(self.league[phase * PRIME % members])
        return self._playing

    def _average(self) -> None:
        self.counts[2] += 1
        for name in LEARNED:
            update_mean(self.mean[name], self.network[name], int(self.counts[2]))

    def figures(self, last: int = 500) -> dict[str, float]:
        """Results of the last matches of each line-up."""
        figures: dict[str, float] = {}
        for number, lineup in enumerate(self.lineups):
            end = self.ended[number]
            results = self.results[number, max(0, end - last) : end]
            won, score = results.mean(axis=0) if len(results) else (0.0, 0.0)
            figures |= {
                f"win % v {lineup.name}": 100 * float(won), f"score v {lineup.name}": float(score)
            }  # fmt: skip
        return figures


def results_of_test(parameters: Parameters, network: NDArray[Any]) -> dict[str, Any]:
    """By line-up: results of all seats without exploration; the learner is last."""
    game, found = load_game("multisnake"), {}
    for lineup in parameters.opponents.split("/"):
        if SELF in lineup.split():
            continue
        policies = [*opponents_of(lineup, game), network_policy(network[0])]
        settings = game.make_settings({"size": parameters.size, "seats": len(policies)})
        seed = TEST_SEED + parameters.seed
        found[lineup.strip()] = results_of(
            play_matches(game, settings, policies, parameters.n_test_episodes, seed, rotates=False)
        )
    return found


def curve_of(learned: Training) -> curves.Curve:
    """Wins and scores by fiftieths of the matches of each line-up."""
    parts, lines = 50, {}
    for number, lineup in enumerate(learned.lineups):
        results = np.array_split(learned.results[number, : learned.ended[number]], parts)
        lines[f"win % v {lineup.name}"] = [100 * float(part[:, 0].mean()) for part in results]
        lines[f"score v {lineup.name}"] = [float(part[:, 1].mean()) for part in results]
    return curves.Curve(
        title="Q-learning with a network",
        across="% of the trials",
        places=[100.0 * (part + 1) / parts for part in range(parts)],
        panels=[curves.Panel("", lines, max(100.0, *(max(line) for line in lines.values())))],
    )


def finish(learned: Training, folder: Path) -> Learned:
    """Test the mean network; write the learning curve."""
    parameters, mean = learned.parameters, learned.mean
    curves.write(folder, curve_of(learned))
    about = {
        "game": "multisnake",
        "settings": {"size": parameters.size},
        "learner": "network",
        "decisions": int(learned.learner["decisions"][0]),
        "test": results_of_test(parameters, mean) if parameters.n_test_episodes else {},
    }
    return Learned(about, arrays_of(mean[0]))


SCRIPT: Final = Script(
    "gridbots_qlearning.training.multisnake.network",
    "Q-learning with a small network in Multiplayer Snake.",
    Parameters,
    Training,
    finish,
    unit="trials",
)

if __name__ == "__main__":
    raise SystemExit(SCRIPT.main())
