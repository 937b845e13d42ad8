"""The command `python -m gridbots_dqn.ppo.training`."""

from __future__ import annotations

from typing import Final

from gridbots.training.script import Script
from gridbots_dqn.ppo.training.parameters import Parameters
from gridbots_dqn.ppo.training.policy_optimisation import Training
from gridbots_dqn.ppo.training.report import finish

SCRIPT: Final = Script(
    "gridbots_dqn.ppo.training",
    "Learns Snake by proximal policy optimisation, seeing the board from the head.",
    Parameters,
    Training,
    finish,
    counts="rounds",
)
