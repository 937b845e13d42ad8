"""Training script of PPO: the command, and the weights, test and curve it writes."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import msgspec
import numpy as np

from gridbots.training import curves
from gridbots.training.script import Learned, Script
from gridbots_dqn import centred_view
from gridbots_dqn.bot import PpoBot
from gridbots_dqn.evaluate import SEED
from gridbots_dqn.network import Network
from gridbots_dqn.ppo.training.policy_optimisation import Parameters, Training
from gridbots_dqn.trained import to_half

if TYPE_CHECKING:
    from pathlib import Path


def finish(learned: Training, folder: Path) -> Learned:
    """Test the network; write the learning curve."""
    weights = to_half(learned.network.for_playing())
    curves.write(folder, curve_of(learned))
    size, network = learned.parameters.size, Network(learned.architecture, weights)
    episodes = learned.parameters.n_test_episodes
    about = {
        "game": "snake",
        "settings": {"width": size, "height": size},
        "learner": PpoBot.name,
        "view": centred_view.NAME,
        "network": msgspec.to_builtins(learned.architecture),
        "test": learned.measure(network, episodes, SEED) if episodes else {},
        "seconds in the environment": round(learned.seconds, 1),
    }
    return Learned(about, weights)


def curve_of(learned: Training) -> curves.Curve:
    points = learned.curve[~np.isnan(learned.curve[:, 0])]
    rounds, exploring, greedy, full = points.T.tolist()
    area = learned.parameters.size**2
    lengths = curves.Panel("length", {"exploring": exploring, "greedy": greedy}, high=area)
    boards = curves.Panel("%", {"full boards, greedy": full})
    title = f"PPO in Snake, {learned.parameters.size}x{learned.parameters.size}"
    return curves.Curve(title, "million rounds", rounds, (lengths, boards))


SCRIPT: Final = Script(
    "gridbots_dqn.ppo.training",
    "Learns Snake by proximal policy optimisation, with the board seen from the head.",
    Parameters,
    Training,
    finish,
    unit="rounds",
)
