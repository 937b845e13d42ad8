"""Training script of deep Q-learning: the command, and the weights, test and curve it writes."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import msgspec
import numpy as np

from gridbots.training import curves
from gridbots.training.script import Learned, Script
from gridbots_dqn.dqn.training.deep_q_learning import Training
from gridbots_dqn.dqn.training.parameters import Parameters
from gridbots_dqn.evaluate import SEED, VALIDATION
from gridbots_dqn.trained import to_half

if TYPE_CHECKING:
    from pathlib import Path

PUBLISHED_LENGTH: Final = 24.44
"""Mean length that the original reports for 1,000 episodes."""


def finish(training: Training, folder: Path) -> Learned:
    """Select the learner that is best in validation; write the learning curves of all."""
    parameters = training.parameters
    learned = [to_half(training.learners.weights(at)) for at in range(parameters.learners)]
    validated = [
        training.figures_of(each, parameters.n_test_episodes, VALIDATION)["length"]
        for each in learned
    ]
    best = int(np.argmax(validated))
    curves.write(folder, curve_of(training))
    about = {
        "game": "snake",
        "settings": {"width": parameters.size, "height": parameters.size},
        "learner": "dqn",
        "view": parameters.view,
        "network": msgspec.to_builtins(training.architecture),
        "seed taken": parameters.seed + best,
        "validation": validated,
        "test": [training.figures_of(each, parameters.n_test_episodes, SEED) for each in learned],
        "best of 50 in training": [round(float(each), 2) for each in training.best],
        "moves of each": int(training.moves_made()),
    }
    return Learned(about, learned[best])


def curve_of(training: Training) -> curves.Curve:
    names = [f"seed {training.parameters.seed + at}" for at in range(training.parameters.learners)]
    steps, points = training.parameters.total_gradient_steps, len(training.curve) - 1
    recent, watched = training.lengths.shape[1], training.parameters.n_eval_episodes
    return curves.Curve(
        title=f"Snake by deep Q-learning, {training.parameters.view}",
        across="learning steps",
        places=[steps * point / points for point in range(points + 1)],
        panels=[
            curves.Panel(
                f"mean length of {watched} greedy episodes"
                if watched
                else f"mean length of {recent} episodes, with exploration",
                {name: training.curve[:, at].tolist() for at, name in enumerate(names)},
                high=float(training.parameters.size**2) if watched else 40.0,
                levels=[curves.Level("published: 24.44", PUBLISHED_LENGTH)],
            )
        ],
    )


SCRIPT: Final = Script(
    "gridbots_dqn.dqn.training",
    "Deep Q-learning in Snake, as in chuyangliu/snake, with its extensions as switches.",
    Parameters,
    Training,
    finish,
    "learning steps",
)
