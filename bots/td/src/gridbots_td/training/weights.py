"""Weights of a game's features, learned by TD(lambda) in self-play: read it from top to bottom.

`self_play` has the kernels: the moves of a round, and the update after an episode. Bots that
evaluate by features times weights use the result, such as `minimax:weights=FILE`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any, Final

import numpy as np
from msgspec import Meta

from gridbots.errors import SettingsError, nearest
from gridbots.kernel import compiled, handle
from gridbots.plugins import load_game
from gridbots.search.minimax import SearchVariant
from gridbots.search.rollout import leave, reseed_for
from gridbots.settings import parse_assignments
from gridbots.training import curves
from gridbots.training import parameters as shared
from gridbots.training.matches import Matches
from gridbots.training.script import Learned, Resumable, Script
from gridbots.vector import as_it_is
from gridbots_td.training import self_play

if TYPE_CHECKING:
    from pathlib import Path

    from numpy.typing import NDArray

MODULE: Final = "gridbots_td.training.weights"
POINTS: Final = 50
"""Points of the learning curve."""


class Parameters(shared.TrainingParameters, frozen=True):
    game: Annotated[str, Meta(description="a game with features")] = "light-riders"
    settings: Annotated[
        str, Meta(description="settings of the game: NAME=VALUE, separated by blanks")
    ] = ""
    features: Annotated[
        str,
        Meta(
            description="features to weigh, separated by blanks: names, or sums whose ratio stays "
            "fixed, such as chain+territory*-1.2; all other features weigh 0. Empty: all features"
        ),
    ] = ""
    depth: Annotated[int, Meta(ge=1, le=8, description="search depth, in rounds")] = 2
    episodes: shared.Episodes = 2500
    td_lambda: shared.TdLambda = 0.98
    epsilon: shared.Epsilon = 0.02
    window_fraction: Annotated[
        float,
        Meta(gt=0, le=1, description="fraction of the positions so far, the latest, that count"),
    ] = 0.5
    prior_variance: Annotated[float, Meta(gt=0, description="prior variance of each weight")] = 0.01
    rounds_per_episode: Annotated[
        int, Meta(ge=1, description="rounds of a match to learn from, counted from its start")
    ] = 200
    sample_chance: Annotated[
        bool,
        Meta(
            description="in games of chance, sample chance events anew for each search; if not, "
            "every search sees the least values"
        ),
    ] = True
    n_envs: shared.NEnvs = 32
    folder: shared.Folder = "training/weights"


class Training(Resumable):
    """State of a training."""

    def __init__(self, parameters: Parameters, *, plain: bool = False) -> None:
        """`plain`: without compiling anything.

        Raises:
            SettingsError: the game, a setting or a feature is unknown.
        """
        self.parameters = parameters
        self.runs = as_it_is if plain else compiled
        self.game = load_game(parameters.game)
        self.names = parameters.features.split() or list(self.game.features)
        """Names of the directions."""
        if not self.names:
            raise SettingsError(
                f"expected a game with features, got {self.game.name}: it has no verb evaluate, or "
                "no names of features"
            )
        self.directions = [direction(each, self.game.features) for each in self.names]
        given = parse_assignments(parameters.settings.split(), f"{parameters.game} setting")
        settings, n_envs = self.game.make_settings(given), parameters.n_envs
        self.settings = {name: getattr(settings, name) for name in given}
        matches = Matches(self.game, settings, n_envs, parameters.seed, plain=plain)
        self.batch, self.generators = matches.batch, matches.generators[0]
        features, seats = len(self.game.features), self.batch.seats
        self.learners = self.new_learners()
        kind = self_play.trajectory_dtype(len(self.names), seats, parameters.rounds_per_episode)
        self.trajectories = np.zeros(n_envs, kind)
        self.searches = new_searches(self.batch.states.dtype, features, seats)
        samples = self.game.chance and parameters.sample_chance
        self.reseed = handle(reseed_for(self.batch.states.dtype) if samples else leave)
        self.curve = np.full((POINTS, 2 + len(self.names)), np.nan)
        """By point: matches, mean squared error of the value, and the factors."""

    def new_learners(self) -> Any:
        parameters, features = self.parameters, len(self.game.features)
        learners = np.zeros(1, self_play.learner_dtype(features, len(self.names)))
        for name in ("depth", "td_lambda", "epsilon", "window_fraction"):
            learners[name] = getattr(parameters, name)
        learners["directions"] = self.directions
        learners["covariance"] = parameters.prior_variance * np.eye(len(self.names))
        return learners

    @property
    def total(self) -> int:
        return self.parameters.episodes

    @property
    def completed(self) -> int:
        return int(self.learners["episodes"][0])

    def play_round(self) -> None:
        """Play a round in every match; learn from finished matches, and start new ones."""
        batch = self.batch
        self.runs(self_play.collect)(
            self.learners, self.searches, self.trajectories, batch.states, self.generators,
            batch.moves, self.reseed,
        )  # fmt: skip
        batch.play()
        if batch.finished.any():
            self.runs(self_play.learn)(
                self.learners, self.trajectories, batch.states, batch.finished
            )
            batch.reopen()
            self.add_point()

    def add_point(self) -> None:
        """Add a point to the learning curve if one is due."""
        learner, points = self.learners[0], int((~np.isnan(self.curve[:, 0])).sum())
        if self.completed * POINTS >= (points + 1) * self.total and learner["counted"]:
            error = learner["errors"] / learner["counted"]
            self.curve[points] = [self.completed, error, *learner["factors"]]
            learner["errors"] = learner["counted"] = 0

    def arrays(self) -> dict[str, Any]:
        return {
            "learners": self.learners, "trajectories": self.trajectories,
            "states": self.batch.states, "rounds": self.batch.rounds,
            "generators": self.generators, "curve": self.curve,
        }  # fmt: skip

    def finite(self) -> list[NDArray[Any]]:
        return [self.learners["factors"]]

    def figures(self) -> dict[str, float]:
        """The mean squared error at the last point of the curve."""
        known = self.curve[~np.isnan(self.curve[:, 1]), 1]
        return {"mean square error %": 100 * float(known[-1]) if len(known) else float("nan")}

    def weights(self) -> dict[str, float]:
        """Weights by the names of features."""
        found = dict(zip(self.game.features, self.learners["weights"][0].tolist(), strict=True))
        return {name: round(weight, 6) for name, weight in found.items() if weight != 0}


def direction(text: str, known: tuple[str, ...]) -> list[float]:
    """Weights of all features, in their order, by a text such as `chain+territory*-1.2`.

    Raises:
        SettingsError: a feature is unknown, or a weight is no number.
    """
    weights = [0.0] * len(known)
    for part in text.split("+"):
        name, _, weight = part.partition("*")
        if name not in known:
            raise SettingsError(f"unknown feature {name!r}; {nearest(name, known)}")
        try:
            weights[known.index(name)] = float(weight or 1)
        except ValueError:
            raise SettingsError(f"expected FEATURE or FEATURE*NUMBER, got {part!r}") from None
    return weights


def new_searches(dtype: np.dtype[Any], features: int, seats: int) -> Any:
    """The record of a search by rounds, as an array of one."""
    variant = SearchVariant(exact="best")
    searches = np.zeros(1, variant.dtype(dtype, features))
    variant.write(searches[0], [0.0] * features)
    searches["seats"] = seats
    return searches


def finish(training: Training, folder: Path) -> Learned:
    """Write the learning curve."""
    parameters, weights = training.parameters, training.weights()
    curves.write(folder, curve_of(training), columns_of(training))
    about = {
        "game": parameters.game,
        "settings": training.settings,
        "learner": "features",
        "features": list(weights),
        "positions": int(training.learners["positions"][0]),
    }
    return Learned(about, {"weights": np.array(list(weights.values()))})


def columns_of(training: Training) -> dict[str, list[float]]:
    """The learning curve in numbers."""
    names = ("matches", "error", *training.names)
    curve = training.curve[~np.isnan(training.curve[:, 0])]
    return dict(zip(names, curve.T.tolist(), strict=True))


def curve_of(training: Training) -> curves.Curve:
    """The error, and the factors as shares of their maximum, over the matches."""
    columns = columns_of(training)
    lines = {
        name: (np.array(columns[name]) / max(np.abs(columns[name]).max(), 1e-12)).tolist()
        for name in training.names
    }
    title = f"Weights for {training.game.title}, by TD({training.parameters.td_lambda:g})"
    panels = [
        curves.Panel("mean square of result less value", {"error": columns["error"]}, 1.5),
        curves.Panel("what was learned, each as a share of its greatest", lines, 1.0, -1.0),
    ]
    return curves.Curve(title, "matches", columns["matches"], panels)


SCRIPT: Final = Script(
    MODULE,
    "Learns weights of a game's features by TD(lambda) in self-play, for bots that evaluate by\n"
    "features times weights, such as `minimax:weights=FOLDER/weights.npz`.",
    Parameters,
    Training,
    finish,
)

if __name__ == "__main__":
    raise SystemExit(SCRIPT.main())
