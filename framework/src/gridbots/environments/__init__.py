"""Reinforcement-learning environments: any game as a Gymnasium or PettingZoo environment.

    import gymnasium
    import gridbots.environments

    gymnasium.make("gridbots/light-riders-v0", opponents=["wall-hugger"], width=12)
    gymnasium.make_vec("gridbots/light-riders-v0", num_envs=1024, opponents=["random"])
    gridbots.environments.parallel_env("light-riders", seats=4)
    gridbots.environments.aec_env("paperio", order="alternating")

single     SingleEnv (Gymnasium): one seat learns, fixed opponents play the others
batch      BatchEnv (Gymnasium, vectorised): the same in compiled code, many copies at once
agents     what the PettingZoo environments have in common: every seat is an agent
parallel   SeatsEnv (PettingZoo, parallel): all act in every round; `parallel_env` makes one
turns      TurnsEnv (PettingZoo, AEC): one acts after the other; `aec_env` makes one
opponents  fixed opponents
episode    one match, step by step, and the setting that all environments share
spaces     observation and action spaces
rendering  frames as text and as pixels

An action is a move of the game, an index into `Game.moves`; an illegal action is played as no move.
An observation is a dictionary of arrays: the fields of the observation record, as the dtype in the
game's `rules.py` or `state.py` describes them, without the generator; `seat`, the learner's; and
`action_mask`, 1 for each legal move, also in `info`. `flatten_observation=True` makes one flat
array of it. The reward is 0 until a seat's match has ended, then its utility: 1 won, 0 drawn, -1
lost; with `reward="score"` it is the increase of the score.

A learner is asked for an action only where it has a legal one; the others play on until then. Only
in the parallel environment all agents act in every round. Environments can be copied and pickled at
any time, and the copy continues as the original.

All settings of the game are keyword arguments. Requires the extra: pip install 'gridbots[rl]'.
"""

from __future__ import annotations

import gymnasium

from gridbots.environments.batch import BatchEnv
from gridbots.environments.parallel import SeatsEnv, parallel_env
from gridbots.environments.single import SingleEnv
from gridbots.environments.turns import TurnsEnv, aec_env
from gridbots.plugins import installed_games

__all__ = [
    "BatchEnv",
    "SeatsEnv",
    "SingleEnv",
    "TurnsEnv",
    "aec_env",
    "parallel_env",
    "register",
]


def register() -> None:
    """Register `gridbots/NAME-v0` for every installed game, without importing any."""
    for name in installed_games():
        identifier = f"gridbots/{name}-v0"
        if identifier not in gymnasium.registry:
            gymnasium.register(
                id=identifier,
                entry_point="gridbots.environments.single:SingleEnv",
                vector_entry_point="gridbots.environments.batch:BatchEnv",
                kwargs={"game": name},
            )


register()
