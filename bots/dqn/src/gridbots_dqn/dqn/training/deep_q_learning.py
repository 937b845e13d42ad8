"""Deep Q-learning in Snake, after chuyangliu/snake: read it from top to bottom.

`whole_view` and `centred_view` encode observations, `replay_buffer` keeps transitions and n-step
returns, `learners` holds the networks and their loss. Several learners, each with its own weights,
boards and replay buffer, train side by side, since a step of one small network costs little less
than a step of three.
"""

from __future__ import annotations

import functools
import operator
from typing import TYPE_CHECKING, Any, Final

import numpy as np
import torch

from gridbots.kernel import compiled, handle
from gridbots.plugins import load_game
from gridbots.training.matches import STREAMS
from gridbots.training.schedule import linear
from gridbots.training.script import Resumable
from gridbots.vector import Batch, as_it_is
from gridbots_dqn.curriculum import Curriculum
from gridbots_dqn.device import Mirrored, device_of, in_memory
from gridbots_dqn.dqn.training.learners import Learners, loss_of, targets
from gridbots_dqn.dqn.training.optimizer import Optimizer
from gridbots_dqn.dqn.training.parameters import architecture_of
from gridbots_dqn.dqn.training.replay_buffer import (
    NONE_ILLEGAL,
    NStepReturns,
    Priorities,
    ReplayBuffer,
)
from gridbots_dqn.evaluate import CURVE_SEED, play_greedily
from gridbots_dqn.network import Network
from gridbots_dqn.views import VIEWS, look_at_all

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from gridbots_dqn.dqn.training.parameters import Parameters

UNLIMITED: Final = 2**31 - 1
APPLE, DEATH, MOVE = 1.0, -0.5, -0.005
"""Published rewards."""
RECENT: Final = 50
"""Episodes per learner in the running mean of lengths, as published."""
POINTS: Final = 100
"""Points of the learning curve."""


class Training(Resumable):
    """State of a training."""

    def __init__(self, parameters: Parameters, *, plain: bool = False) -> None:
        """`plain`: without compiling anything."""
        self.parameters = parameters
        torch.set_num_threads(1)
        torch.use_deterministic_algorithms(True)
        # Every array is written before it is read, so torch need not fill it.
        torch.utils.deterministic.fill_uninitialized_memory = False
        self.plain = plain
        self._runs = as_it_is if plain else compiled
        count, n_envs = parameters.learners, parameters.n_envs
        self.view = VIEWS[parameters.view]
        self._look = handle(self.view.look)
        self.game = game = load_game("snake")
        self.board = {"preset": "corner-8", "width": parameters.size, "height": parameters.size}
        self.settings = game.make_settings({**self.board, "max_rounds": UNLIMITED})
        first = parameters.seed * STREAMS
        self.batch = Batch(game, self.settings, count * n_envs, first, plain=plain)
        self.architecture = architecture_of(parameters)
        self.device = device_of(parameters.device)
        seeds = [parameters.seed + at for at in range(count)]
        self.learners = Learners(
            self.architecture, seeds, self.device,
            scales=self.view.scales and self.view.scales(parameters.size),
            halves=parameters.bfloat16,
        )  # fmt: skip
        self.online, self.target = self.learners.online, self.learners.online.copy()
        self.optimizer = Optimizer(
            parameters.optimizer, parameters.learning_rate, self.online.row, self._runs
        )
        self.kept = Mirrored(
            {
                "row": self.online.row,
                "target": self.target.row,
                "moments": self.optimizer.moments,
            }
        )
        numbers = self.view.count(parameters.size)
        self.replay = ReplayBuffer(
            count, parameters.buffer_size, numbers, packs=self.view.scales is None
        )
        self.returns = NStepReturns(parameters.n_step, parameters.gamma, (count, n_envs), numbers)
        self.priorities = Priorities(count, parameters.buffer_size, self._runs)
        self.random = np.random.default_rng(parameters.seed)
        self.now = np.zeros((count, n_envs, numbers), np.uint8)
        self.look(self.now)
        self.epsilons = parameters.exploration_final_eps ** (
            1 + parameters.exploration_alpha * np.linspace(0, 1, n_envs)
        )
        """Final epsilon of each board."""
        self.rounds_without_apple = np.zeros(count * n_envs, np.int64)
        self.curriculum = Curriculum(
            self.batch.states, count, parameters.size**2, parameters.curriculum_fraction
        )
        self.counts = np.zeros(1, np.int64)
        """Gradient steps completed."""
        self.lengths = np.full((count, RECENT), np.nan)
        self.ended = np.zeros(count, np.int64)
        """Episodes that have ended; the lengths of the latest are in `lengths`."""
        self.best = np.zeros(count)
        """By learner: the best running mean of lengths, as published."""
        self.curve = np.full((POINTS + 1, count), np.nan)

    @property
    def completed(self) -> int:
        return int(self.counts[0])

    @property
    def total(self) -> int:
        return self.parameters.total_gradient_steps

    def notes(self) -> dict[str, Any]:
        return {"random": self.random.bit_generator.state}

    def restore_notes(self, notes: dict[str, Any]) -> None:
        self.random.bit_generator.state = notes["random"]

    def play_round(self) -> None:
        """Make a move on all boards, then the gradient steps that belong to it."""
        self._play()
        if self.replay.filled[0] < self.parameters.learning_starts:
            return
        for _ in range(self.parameters.n_envs // self.parameters.train_freq):
            if self.completed < self.parameters.total_gradient_steps:
                self._learn()

    def _progress(self, fraction: float) -> float:
        """Progress within the first `fraction` of the training, up to 1."""
        return min(1.0, self.completed / (fraction * self.parameters.total_gradient_steps))

    def _play(self) -> None:
        parameters, batch = self.parameters, self.batch
        lengths, headings = batch.states["length"].copy(), batch.states["heading"].astype(np.int64)
        actions = self._actions(headings)
        if self.view.is_relative:
            batch.moves[:, 0] = (headings + actions.ravel() - 1) % 4
        else:
            batch.moves[:, 0] = actions.ravel()
        batch.play()
        grown, dead = batch.states["length"] > lengths, batch.states["dead"] == 1
        rewards = np.where(grown, APPLE, np.where(dead, DEATH, MOVE))
        self.rounds_without_apple = np.where(grown, 0, self.rounds_without_apple + 1)
        truncated = (
            self.rounds_without_apple >= (parameters.truncate_after or UNLIMITED)
        ) & ~batch.finished
        after = np.zeros_like(self.now)
        self.look(after)
        self._store(actions, rewards, after, truncated)
        self._reopen(batch.finished | truncated, after)
        self.now = after

    def _store(
        self,
        actions: NDArray[np.int64],
        rewards: NDArray[np.float64],
        after: NDArray[np.uint8],
        truncated: NDArray[np.bool_],
    ) -> None:
        shape = self.now.shape[:2]
        self.returns.add(self.now, actions)
        transitions = self.returns.reward(
            rewards.reshape(shape), after, self._illegal().reshape(shape),
            ended=self.batch.finished.reshape(shape), truncated=truncated.reshape(shape),
        )  # fmt: skip
        if transitions:
            places = self.replay.add(**transitions)
            if self.parameters.prioritized:
                self.priorities.add(places)

    def _reopen(self, over: NDArray[np.bool_], seen: NDArray[np.uint8]) -> None:
        """Start new episodes on these boards."""
        self.curriculum.record(self.batch.states, over, self.random)
        if over.any():
            self._note_lengths(over & ~self.curriculum.is_late_start)
            self.batch.reopen(over)
            self.curriculum.start(self.batch.states, over, self.random)
            self.rounds_without_apple[over] = 0
            self.look(seen)

    def _actions(self, headings: NDArray[np.int64]) -> NDArray[np.int64]:
        """Epsilon-greedy actions, by learner and board."""
        epsilon = linear(1.0, self.epsilons, self._progress(self.parameters.exploration_fraction))
        with torch.no_grad():
            values = in_memory(self.learners.values(self.online, self._on_device(self.now)))
        noise = self.random.random(values.shape)
        explores = self.random.random(values.shape[:2]) < epsilon
        values = np.where(explores[..., None], noise, values)
        if not self.view.is_relative:
            back = (headings ^ 2).reshape(values.shape[:2])
            np.put_along_axis(values, back[..., None], -np.inf, axis=2)
        chosen: NDArray[np.int64] = values.argmax(axis=2)
        return chosen

    def _illegal(self) -> NDArray[np.int64]:
        """By board: the action backwards, if actions are directions."""
        headings: NDArray[np.int64] = self.batch.states["heading"].astype(np.int64)
        if self.view.is_relative:
            return np.full_like(headings, NONE_ILLEGAL)
        return headings ^ 2

    def look(self, seen: NDArray[np.uint8]) -> None:
        rows = seen.reshape(len(self.batch), -1)
        self._runs(look_at_all)(self._look, self.batch.states, rows)

    def _note_lengths(self, over: NDArray[np.bool_]) -> None:
        finished = over.reshape(self.now.shape[:2])
        lengths = self.batch.states["length"].reshape(finished.shape)
        for learner in range(len(finished)):
            for length in lengths[learner, finished[learner]]:
                self.lengths[learner, self.ended[learner] % RECENT] = length
                self.ended[learner] += 1
                if self.ended[learner] >= RECENT:
                    self.best[learner] = max(self.best[learner], self.lengths[learner].mean())

    def _learn(self) -> None:
        parameters, replay = self.parameters, self.replay
        shape = parameters.learners, parameters.batch_size
        if parameters.prioritized:
            beta = linear(
                parameters.prioritized_replay_beta,
                1.0,
                self._progress(parameters.prioritized_replay_beta_fraction),
            )
            places, weights = self.priorities.sample(self.random.random(shape), beta)
        else:
            places = self.random.integers(replay.filled[0], size=shape)
            weights = np.ones(shape, np.float32)
        errors = self._step(places, weights)
        if parameters.prioritized:
            self.priorities.update(places, errors)
        self.counts += 1
        if self.completed % parameters.target_update_interval == 0:
            self.target.copy_from(self.online)
        point, rest = divmod(self.completed * POINTS, parameters.total_gradient_steps)
        if rest < POINTS:
            self.curve[point] = self._lengths()

    def _lengths(self) -> Any:
        """A point of the curve, by learner."""
        if episodes := self.parameters.n_eval_episodes:
            return [
                self.figures_of(self.learners.weights(at), episodes, CURVE_SEED)["length"]
                for at in range(self.parameters.learners)
            ]
        return np.nanmean(self.lengths, axis=1) if self.ended.all() else np.nan

    def figures_of(
        self, weights: dict[str, NDArray[Any]], episodes: int, seed: int
    ) -> dict[str, float]:
        """Figures of greedy episodes with these weights."""
        settings, network = self.game.make_settings(self.board), Network(self.architecture, weights)
        return play_greedily(
            self.game, settings, self.view, network, episodes, seed, plain=self.plain
        ).figures()

    def _step(self, places: NDArray[np.int64], weights: NDArray[np.float32]) -> Any:
        """Make a gradient step on these transitions; return their TD errors."""
        parameters, replay = self.parameters, self.replay
        mine = np.arange(len(places))[:, None], places
        before = self._on_device(replay.seen(replay.before[mine]))
        after = self._on_device(replay.seen(replay.after[mine]))
        illegal = replay.illegal[mine][..., None] == np.arange(self.view.actions)
        wanted = targets(
            self.learners, self.target, after, self._on_device(illegal),
            self._on_device(replay.rewards[mine]), self._on_device(replay.discounts[mine]),
            double=parameters.double,
        )  # fmt: skip
        actions = self._on_device(replay.actions[mine].astype(np.int64)).unsqueeze(2)
        values = self.learners.values(self.online, before).gather(2, actions).squeeze(2)
        errors = wanted - values
        loss = loss_of(errors, self._on_device(weights), clips=parameters.loss == "clipped")
        last = parameters.final_learning_rate / parameters.learning_rate
        gradient = self.online.gradient_of(loss)
        self.optimizer.step(self.online.row, gradient, linear(1.0, last, self._progress(1.0)))
        self.online.update_arrays()
        return in_memory(errors)

    def _on_device(self, array: NDArray[Any]) -> torch.Tensor:
        return torch.from_numpy(array).to(self.device)

    def moves_made(self) -> int:
        """Moves per learner."""
        rounds = -(-self.completed * self.parameters.train_freq // self.parameters.n_envs)
        waits = (
            -(-self.parameters.learning_starts // self.parameters.n_envs)
            + self.parameters.n_step
            - 2
        )
        return (rounds + waits) * self.parameters.n_envs

    def finite(self) -> list[NDArray[Any]]:
        return [self.kept.arrays()["row"]]

    def arrays(self) -> dict[str, NDArray[Any]]:
        mine = {
            "states": self.batch.states, "rounds": self.batch.rounds,
            "optimizer_steps": self.optimizer.steps, "now": self.now, "counts": self.counts,
            "rounds_without_apple": self.rounds_without_apple, "lengths": self.lengths,
            "ended": self.ended,
            "best": self.best, "curve": self.curve,
        }  # fmt: skip
        parts = self.kept, self.replay, self.priorities, self.returns, self.curriculum
        return functools.reduce(operator.or_, [part.arrays() for part in parts], mine)

    def arrays_restored(self) -> None:
        self.kept.upload()
        for weights in (self.online, self.target):
            weights.update_arrays()

    def figures(self) -> dict[str, float]:
        """The mean length of each learner's latest episodes."""
        if not self.ended.all():
            return {}
        lengths = np.nanmean(self.lengths, axis=1)
        found = {f"length {at + 1}": float(each) for at, each in enumerate(lengths)}
        if self.parameters.n_eval_episodes:
            point = self.completed * POINTS // self.parameters.total_gradient_steps
            found |= {f"greedy {at + 1}": float(each) for at, each in enumerate(self.curve[point])}
        return found
