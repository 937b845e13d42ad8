"""Reinforcement-learning environments: any game as a Gymnasium or PettingZoo environment.

    import gymnasium
    import gridbots.environments

    gymnasium.make("gridbots/light-riders-v0", opponents=["wall-hugger"], width=12)
    gymnasium.make_vec("gridbots/light-riders-v0", num_envs=1024, opponents=["random"])
    gridbots.environments.parallel_env("light-riders", seats=4)

single     SingleEnv (Gymnasium): one seat learns, fixed opponents have the others
batch      BatchEnv (Gymnasium, vectorised): the same in compiled code, many copies at a time
parallel   SeatsEnv (PettingZoo, parallel): every seat is an agent; `parallel_env` makes one
opponents  fixed opponents
episode    one match, step by step
spaces     observation and action spaces
rendering  frames as text and as pixels

An action is a move of the game, by its number in `Game.moves`; what the rules do not accept is
played as no move. An observation is a dictionary of arrays: the fields of the observation record
as they stand at its dtype in the game's `rules.py` or `state.py`, without the generator; `seat`,
the learner's; and `action_mask`, 1 for each legal move. The reward is 0 until a seat's match has
ended, then its utility: 1 won, 0 drawn, -1 lost; or with `reward="score"` what its score has grown
by.

All settings of the game are keyword arguments. Needs the extra: pip install 'gridbots[rl]'.
"""

from __future__ import annotations

import gymnasium

from gridbots.environments.batch import BatchEnv
from gridbots.environments.parallel import SeatsEnv, parallel_env
from gridbots.environments.single import SingleEnv
from gridbots.plugins import installed_games

__all__ = ["BatchEnv", "SeatsEnv", "SingleEnv", "parallel_env", "register"]


def register() -> None:
    """Register `gridbots/NAME-v0` for every installed game; imports none of them."""
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
