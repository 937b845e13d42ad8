"""Trains a small network to play Snake: PPO of Stable-Baselines3, about a minute on a CPU.

    pip install 'gridbots[rl]' stable-baselines3
    python train_ppo_snake.py
    python train_ppo_snake.py --seed 2 --total_timesteps 1000000

It prints its parameters, the apples that the network eats before, during and after the training,
and the last frame of a match. It saves the network, and the parameters beside it.

The snake sees the board from its head, rotated so that it heads up, and moves left, straight on or
right. So it learns once what a wall ahead means, not for each cell and heading.
"""

from __future__ import annotations

import argparse
import json
import time
from dataclasses import asdict, dataclass, fields
from pathlib import Path
from typing import Annotated, Any, get_type_hints

import gymnasium
import numpy as np
from stable_baselines3 import PPO
from stable_baselines3.common.callbacks import BaseCallback
from stable_baselines3.common.vec_env import VecEnv

import gridbots.environments  # noqa: F401  registers gridbots/snake-v0
from gridbots.games.snake.rules import APPLE, EMPTY
from gridbots.grid import column_of, index_of, row_of
from gridbots.plugins import load_game
from gridbots.vector import Batch

Array = Any
ACTIONS = 3
"""Left, straight on, right."""


@dataclass(frozen=True)
class Parameters:
    size: Annotated[int, "rows and columns of the board"] = 6
    max_rounds: Annotated[
        int, "rounds after which a match is truncated: a snake that goes in circles learns nothing"
    ] = 400
    apple_reward: Annotated[float, "reward for an apple"] = 1.0
    death_reward: Annotated[float, "reward for a collision"] = -1.0
    step_reward: Annotated[
        float, "reward for any other round: negative, to keep the path to the apple short"
    ] = -0.01
    seed: Annotated[int, "seed of openings, apples, weights and actions"] = 1
    total_timesteps: Annotated[int, "rounds to learn from, summed over all matches"] = 600_000
    n_envs: Annotated[int, "matches played at once: with more, a round is cheaper"] = 128
    n_steps: Annotated[int, "rounds per match between updates"] = 64
    batch_size: Annotated[int, "rounds in each gradient step"] = 1024
    n_epochs: Annotated[int, "passes over the rounds of an update"] = 4
    gamma: Annotated[float, "discount factor per round"] = 0.97
    learning_rate: Annotated[float, "learning rate at the start; it falls linearly to 0"] = 1e-3
    ent_coef: Annotated[float, "entropy coefficient: at 0, exploration may end too early"] = 0.01
    hidden_units: Annotated[int, "units in each of the two hidden layers"] = 128
    n_eval_episodes: Annotated[int, "matches to evaluate the network in"] = 500
    threads: Annotated[int, "processor threads for the network"] = 2
    out: Annotated[str, "the network is saved to OUT.zip, the parameters to OUT.json"] = "ppo_snake"


def views(side: int) -> Array:
    """For each heading and cell of the head: the cells of the board as the snake sees them.

    The shape is (4, padded cells, window, window), the values are indices of padded cells; cells
    beyond the board are the corner of its border. The head is in the middle, the heading is up.
    """
    stride, reach = side + 2, side - 1
    away = np.arange(-reach, reach + 1)
    table = np.zeros((4, stride * stride, len(away), len(away)), np.int64)
    for head in [index_of(row, column, stride) for row in range(side) for column in range(side)]:
        row, column = row_of(head, stride) + away[:, None], column_of(head, stride) + away[None, :]
        inside = (row >= 0) & (row < side) & (column >= 0) & (column < side)
        upward = np.where(inside, index_of(row, column, stride), 0)
        for heading in range(4):
            # Rotated back by the quarter turns from up to the heading.
            table[heading, head] = np.rot90(upward, heading)
    return table


def look(table: Array, cells: Array, heads: Array, headings: Array) -> Array:
    """Flat observations with two planes: blocked cells, and the apple."""
    seen = np.take_along_axis(cells, table[headings, heads].reshape(len(cells), -1), axis=1)
    blocked = (seen != EMPTY) & (seen != APPLE)
    return np.concatenate([blocked, seen == APPLE], axis=1).astype(np.float32)


def moves_of(headings: Array, actions: Array) -> Array:
    """Moves from left, straight on, right: directions count clockwise."""
    return (headings + actions - 1) % 4


class SnakeBatch(VecEnv):
    """A batch of matches as a VecEnv: new matches start in the same step."""

    def __init__(self, parameters: Parameters, n_envs: int, seed: int) -> None:
        game = load_game("snake")
        side = parameters.size
        settings = {"width": side, "height": side, "max_rounds": parameters.max_rounds}
        self.parameters = parameters
        self.batch = Batch(game, game.make_settings(settings), n_envs, seed)
        self.table = views(side)
        inputs = 2 * (2 * side - 1) ** 2
        observed = gymnasium.spaces.Box(0, 1, (inputs,), np.float32)
        super().__init__(n_envs, observed, gymnasium.spaces.Discrete(ACTIONS))

    def look(self) -> Array:
        states = self.batch.states
        return look(self.table, states["cells"], states["head"], states["heading"])

    def reset(self) -> Array:
        self.batch.reopen(np.ones(self.num_envs, np.bool_))
        return self.look()

    def step_async(self, actions: Array) -> None:
        self.batch.moves[:, 0] = moves_of(self.batch.states["heading"], actions)

    def step_wait(self) -> tuple[Array, Array, Array, list[dict[str, Any]]]:
        batch, parameters = self.batch, self.parameters
        before = batch.states["length"].copy()
        batch.play()
        ate, died = batch.states["length"] > before, batch.states["dead"] != 0
        other = np.where(died, parameters.death_reward, parameters.step_reward)
        rewards = np.where(ate, parameters.apple_reward, other)
        finished = batch.finished.copy()
        infos: list[dict[str, Any]] = [{} for _ in range(self.num_envs)]
        if finished.any():
            last = self.look()
            for at in np.flatnonzero(finished):
                infos[at] = {
                    "apples": int(batch.states["length"][at]) - 1,
                    "terminal_observation": last[at],
                    "TimeLimit.truncated": not died[at] and batch.states["apple"][at] != 0,
                }
            batch.reopen()
        return self.look(), rewards.astype(np.float32), finished, infos

    def close(self) -> None:
        """Nothing to close."""

    def env_is_wrapped(self, wrapper_class: Any, indices: Any = None) -> list[bool]:
        return [False] * self.num_envs

    def get_attr(self, attr_name: str, indices: Any = None) -> list[Any]:
        # Stable-Baselines3 asks for render_mode, which is None.
        return [getattr(self, attr_name, None)] * self.num_envs

    def set_attr(self, attr_name: str, value: Any, indices: Any = None) -> None:
        raise NotImplementedError("a single match of a batch has no attributes")

    def env_method(self, method_name: str, *args: Any, indices: Any = None, **kwargs: Any) -> Any:
        raise NotImplementedError("a single match of a batch has no methods")


class Progress(BaseCallback):
    """Prints the mean apples of recent matches, ten times in a training."""

    def __init__(self, total_timesteps: int) -> None:
        super().__init__()
        self.interval = self.next = total_timesteps / 10
        self.apples: list[int] = []

    def _on_step(self) -> bool:
        self.apples += [info["apples"] for info in self.locals["infos"] if info]
        if self.num_timesteps >= self.next and self.apples:
            mean = np.mean(self.apples)
            print(
                f"{self.num_timesteps:>9,} rounds: {mean:5.2f} apples per match, with exploration"
            )
            self.next += self.interval
            self.apples = []
        return True


def measure(model: PPO, parameters: Parameters) -> float:
    """Mean apples over held-out matches."""
    env = SnakeBatch(parameters, parameters.n_eval_episodes, seed=1_000_000 + parameters.seed)
    apples = np.full(parameters.n_eval_episodes, -1)
    seen = env.look()
    while (apples < 0).any():
        seen, _, _, infos = env.step(model.predict(seen)[0])
        for at, info in enumerate(infos):
            if info and apples[at] < 0:
                apples[at] = info["apples"]
    return float(apples.mean())


def show(model: PPO, parameters: Parameters) -> str:
    """The last frame of a match, played in the Gymnasium environment."""
    side, table = parameters.size, views(parameters.size)
    env = gymnasium.make(
        "gridbots/snake-v0",
        render_mode="ansi",
        width=side,
        height=side,
        max_rounds=parameters.max_rounds,
    )
    seen, _ = env.reset(seed=parameters.seed)
    ended = False
    while not ended:
        cells, head, heading = seen["cells"][None], seen["head"], seen["heading"]
        actions = model.predict(look(table, cells, head, heading))[0]
        seen, _, ended, *_ = env.step(moves_of(heading, actions)[0])
    return str(env.render())


def learn(parameters: Parameters) -> PPO:
    print(json.dumps(asdict(parameters)))
    model = PPO(
        "MlpPolicy",
        SnakeBatch(parameters, parameters.n_envs, parameters.seed),
        learning_rate=lambda left: parameters.learning_rate * left,
        n_steps=parameters.n_steps,
        batch_size=parameters.batch_size,
        n_epochs=parameters.n_epochs,
        gamma=parameters.gamma,
        ent_coef=parameters.ent_coef,
        policy_kwargs={"net_arch": [parameters.hidden_units, parameters.hidden_units]},
        seed=parameters.seed,
        device="cpu",
    )
    print(f"before: {measure(model, parameters):.2f} apples per match")
    began = time.monotonic()
    model.learn(parameters.total_timesteps, callback=Progress(parameters.total_timesteps))
    print(f"learned for {time.monotonic() - began:.0f} seconds")
    print(f"after: {measure(model, parameters):.2f} apples per match")
    return model


def parameters_from(arguments: list[str] | None) -> Parameters:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    hints = get_type_hints(Parameters, include_extras=True)
    for field in fields(Parameters):
        text = f"{hints[field.name].__metadata__[0]} ({field.default})"
        kind = type(field.default)
        parser.add_argument(f"--{field.name}", type=kind, default=field.default, help=text)
    return Parameters(**vars(parser.parse_args(arguments)))


def main(arguments: list[str] | None = None) -> None:
    import torch

    parameters = parameters_from(arguments)
    torch.set_num_threads(parameters.threads)
    model = learn(parameters)
    print(show(model, parameters))
    model.save(parameters.out)
    Path(f"{parameters.out}.json").write_text(json.dumps(asdict(parameters)) + "\n")


if __name__ == "__main__":
    main()
