"""Teaches a small network to play Snake: PPO of Stable-Baselines3, about a minute on a CPU.

    pip install 'gridbots[rl]' stable-baselines3
    python train_ppo_snake.py
    python train_ppo_snake.py --seed 2 --steps 1000000

It prints its parameters, how many apples the network eats before, while and after it learns, and
the last picture of a match. What it has learned is saved, with the parameters beside it.

The snake sees the board from its head, turned so that it goes upward, and says left, straight on or
right. So it has to learn only once, not for each cell and each direction, what a wall ahead means.
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
WAYS = 3
"""Actions: left, straight on, right."""


@dataclass(frozen=True)
class Parameters:
    side: Annotated[int, "rows and columns of the board"] = 6
    longest: Annotated[
        int,
        "rounds after which a match is stopped: a snake that goes round in circles learns nothing",
    ] = 400
    apple: Annotated[float, "reward for an apple"] = 1.0
    death: Annotated[float, "reward for running into something"] = -1.0
    step: Annotated[
        float,
        "reward for any other round: less than 0, so that the way to the apple is not too long",
    ] = -0.01
    seed: Annotated[int, "decides all openings, apples, weights and choices"] = 1
    steps: Annotated[int, "rounds played to learn, in all copies together"] = 600_000
    copies: Annotated[
        int, "matches played side by side: more make each round cheaper and learning less often"
    ] = 128
    horizon: Annotated[int, "rounds that every copy plays between two times of learning"] = 64
    batch: Annotated[int, "rounds from which one step of learning is computed"] = 1024
    epochs: Annotated[int, "how often the rounds just played are learned from"] = 4
    gamma: Annotated[
        float, "what a reward is worth one round later: near 1 to think of the far future"
    ] = 0.97
    rate: Annotated[float, "learning rate at the start; it falls to 0 in a straight line"] = 1e-3
    entropy: Annotated[
        float, "weight of staying undecided: 0 and it may stop trying new things too soon"
    ] = 0.01
    width: Annotated[int, "units in each of the two hidden layers"] = 128
    matches: Annotated[int, "matches played to measure what has been learned"] = 500
    threads: Annotated[int, "of the processor, for the network"] = 2
    out: Annotated[str, "what has been learned goes to OUT.zip, the parameters to OUT.json"] = (
        "ppo_snake"
    )


def views(side: int) -> Array:
    """For each heading and cell of the head: the cells of the board as the snake sees them.

    Of shape (4, padded cells, window, window), with indices of padded cells; whatever lies beyond
    the board is the corner of its border. The head is in the middle of the window, and the snake
    goes up.
    """
    stride, reach = side + 2, side - 1
    away = np.arange(-reach, reach + 1)
    table = np.zeros((4, stride * stride, len(away), len(away)), np.int64)
    for head in [index_of(row, column, stride) for row in range(side) for column in range(side)]:
        row, column = row_of(head, stride) + away[:, None], column_of(head, stride) + away[None, :]
        inside = (row >= 0) & (row < side) & (column >= 0) & (column < side)
        upward = np.where(inside, index_of(row, column, stride), 0)
        for heading in range(4):
            # Turned back by as many quarters as the heading is turned clockwise from up.
            table[heading, head] = np.rot90(upward, heading)
    return table


def look(table: Array, cells: Array, heads: Array, headings: Array) -> Array:
    """Planes of what each snake sees: what is in its way, and where the apple is; flat."""
    seen = np.take_along_axis(cells, table[headings, heads].reshape(len(cells), -1), axis=1)
    blocked = (seen != EMPTY) & (seen != APPLE)
    return np.concatenate([blocked, seen == APPLE], axis=1).astype(np.float32)


def moves_of(headings: Array, actions: Array) -> Array:
    """Moves from left, straight on, right: directions count clockwise."""
    return (headings + actions - 1) % 4


class SnakeBatch(VecEnv):
    """A batch of matches as Stable-Baselines3 wants it: new matches open in the same step."""

    def __init__(self, parameters: Parameters, copies: int, seed: int) -> None:
        game = load_game("snake")
        side = parameters.side
        size = {"width": side, "height": side, "max_rounds": parameters.longest}
        self.parameters = parameters
        self.batch = Batch(game, game.make_settings(size), copies, seed)
        self.table = views(side)
        inputs = 2 * (2 * side - 1) ** 2
        sees = gymnasium.spaces.Box(0, 1, (inputs,), np.float32)
        super().__init__(copies, sees, gymnasium.spaces.Discrete(WAYS))

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
        rewards = np.where(ate, parameters.apple, np.where(died, parameters.death, parameters.step))
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
        """Nothing is held open."""

    def env_is_wrapped(self, wrapper_class: Any, indices: Any = None) -> list[bool]:
        return [False] * self.num_envs

    def get_attr(self, attr_name: str, indices: Any = None) -> list[Any]:
        # Stable-Baselines3 asks for render_mode: there is none.
        return [getattr(self, attr_name, None)] * self.num_envs

    def set_attr(self, attr_name: str, value: Any, indices: Any = None) -> None:
        raise NotImplementedError("the matches of a batch have no attributes of their own")

    def env_method(self, method_name: str, *args: Any, indices: Any = None, **kwargs: Any) -> Any:
        raise NotImplementedError("the matches of a batch have no methods of their own")


class Progress(BaseCallback):
    """Prints, ten times in all, how many apples were eaten in the matches since the last time."""

    def __init__(self, steps: int) -> None:
        super().__init__()
        self.every = self.next = steps / 10
        self.apples: list[int] = []

    def _on_step(self) -> bool:
        self.apples += [info["apples"] for info in self.locals["infos"] if info]
        if self.num_timesteps >= self.next and self.apples:
            mean = np.mean(self.apples)
            print(f"{self.num_timesteps:>9,} rounds: {mean:5.2f} apples a match, exploring")
            self.next += self.every
            self.apples = []
        return True


def measure(model: PPO, parameters: Parameters) -> float:
    """Mean apples over matches that were not learned from; one match in each copy."""
    env = SnakeBatch(parameters, parameters.matches, seed=1_000_000 + parameters.seed)
    apples = np.full(parameters.matches, -1)
    seen = env.look()
    while (apples < 0).any():
        seen, _, _, infos = env.step(model.predict(seen)[0])
        for at, info in enumerate(infos):
            if info and apples[at] < 0:
                apples[at] = info["apples"]
    return float(apples.mean())


def show(model: PPO, parameters: Parameters) -> str:
    """The last picture of one match, in the environment that any Gymnasium code can use."""
    side, table = parameters.side, views(parameters.side)
    env = gymnasium.make(
        "gridbots/snake-v0",
        render_mode="ansi",
        width=side,
        height=side,
        max_rounds=parameters.longest,
    )
    seen, _ = env.reset(seed=parameters.seed)
    ended = False
    while not ended:
        cells, head, heading = (np.array([seen[name]]) for name in ("cells", "head", "heading"))
        actions = model.predict(look(table, cells, head, heading))[0]
        seen, _, ended, *_ = env.step(moves_of(heading, actions)[0])
    return str(env.render())


def learn(parameters: Parameters) -> PPO:
    print(json.dumps(asdict(parameters)))
    model = PPO(
        "MlpPolicy",
        SnakeBatch(parameters, parameters.copies, parameters.seed),
        learning_rate=lambda left: parameters.rate * left,
        n_steps=parameters.horizon,
        batch_size=parameters.batch,
        n_epochs=parameters.epochs,
        gamma=parameters.gamma,
        ent_coef=parameters.entropy,
        policy_kwargs={"net_arch": [parameters.width, parameters.width]},
        seed=parameters.seed,
        device="cpu",
    )
    print(f"before: {measure(model, parameters):.2f} apples a match")
    began = time.monotonic()
    model.learn(parameters.steps, callback=Progress(parameters.steps))
    print(f"learned for {time.monotonic() - began:.0f} seconds")
    print(f"after: {measure(model, parameters):.2f} apples a match")
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
