"""The command `python -m gridbots_dqn.dqn.training`."""

from __future__ import annotations

from typing import Final

from gridbots.training.script import Script
from gridbots_dqn.dqn.training.deep_q_learning import Training
from gridbots_dqn.dqn.training.parameters import Parameters
from gridbots_dqn.dqn.training.report import finish

SCRIPT: Final = Script(
    "gridbots_dqn.dqn.training",
    "Deep Q-learning of Snake, as in chuyangliu/snake, with its parts as switches.",
    Parameters,
    Training,
    finish,
    "learning steps",
)
