"""Deep Q-learning of Snake, as chuyangliu/snake has it: read it top to bottom.

What is seen stands in `whole_view` and `centred_view`, the replay buffer in `replay_buffer`, what
is put into it in `returns`, networks and what is learned from them in `learners`. Several learners,
each with weights, boards and a memory of its own, learn side by side, since a step of one small
network costs little less than that of three.
"""

from __future__ import annotations

import functools
import operator
from typing import TYPE_CHECKING, Any, Final

import numpy as np
import torch

from gridbots.kernel import compiled, handle
from gridbots.plugins import load_game
from gridbots.training.resumable import Resumable
from gridbots.vector import Batch, as_it_is
from gridbots_dqn.curriculum import LaterStarts
from gridbots_dqn.device import Mirrored, device_of, in_memory
from gridbots_dqn.dqn.training.learners import Learners, loss_of, targets
from gridbots_dqn.dqn.training.optimizer import Optimizer
from gridbots_dqn.dqn.training.parameters import architecture_of
from gridbots_dqn.dqn.training.replay_buffer import NOTHING_BARRED, Priorities, ReplayBuffer
from gridbots_dqn.dqn.training.returns import Returns
from gridbots_dqn.episodes import WATCH, play_greedily
from gridbots_dqn.network import Network
from gridbots_dqn.views import VIEWS, look_at_all

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from gridbots_dqn.dqn.training.parameters import Parameters

STREAMS: Final = 1 << 32
"""So many seeds of openings belong to each seed of a training."""
FOR_EVER: Final = 2**31 - 1
APPLE, DEATH, MOVE = 1.0, -0.5, -0.005
"""Rewards, as published."""
RECENT: Final = 50
"""Episodes of each learner by which is told how it goes, as published."""
POINTS: Final = 100
"""Of the learning curve."""


class Training(Resumable):
    """All that changes while networks learn."""

    def __init__(self, parameters: Parameters, *, plain: bool = False) -> None:
        """From the start; `plain`: without compiling anything."""
        self.parameters = parameters
        torch.set_num_threads(1)
        torch.use_deterministic_algorithms(True)
        # All that is read has been written; else each array would be filled first.
        torch.utils.deterministic.fill_uninitialized_memory = False
        self.plain = plain
        self._runs = as_it_is if plain else compiled
        count, boards = parameters.learners, parameters.n_envs
        self.view = VIEWS[parameters.view]
        self._look = handle(self.view.look)
        self.game = game = load_game("snake")
        self.board = {"preset": "corner-8", "width": parameters.size, "height": parameters.size}
        self.settings = game.make_settings({**self.board, "max_rounds": FOR_EVER})
        first = parameters.seed * STREAMS
        self.batch = Batch(game, self.settings, count * boards, first, plain=plain)
        self.architecture = architecture_of(parameters)
        self.device = device_of(parameters.device)
        seeds = [parameters.seed + at for at in range(count)]
        self.learners = Learners(
            self.architecture, seeds, self.device,
            scales=self.view.scales and self.view.scales(parameters.size),
            halves=parameters.bfloat16,
        )  # fmt: skip
        self.present, self.former = self.learners.present, self.learners.present.copy()
        self.optimizer = Optimizer(
            parameters.optimizer, parameters.learning_rate, self.present.row, self._runs
        )
        self.kept = Mirrored(
            {
                "row": self.present.row,
                "former": self.former.row,
                "moments": self.optimizer.moments,
            }
        )
        numbers = self.view.count(parameters.size)
        self.replay = ReplayBuffer(
            count, parameters.buffer_size, numbers, packs=self.view.scales is None
        )
        self.returns = Returns(parameters.n_step, parameters.gamma, (count, boards), numbers)
        self.priorities = Priorities(count, parameters.buffer_size, self._runs)
        self.random = np.random.default_rng(parameters.seed)
        self.now = np.zeros((count, boards, numbers), np.uint8)
        self.look(self.now)
        self.epsilons = parameters.exploration_final_eps ** (
            1 + parameters.exploration_alpha * np.linspace(0, 1, boards)
        )
        """By board, at last."""
        self.hungry = np.zeros(count * boards, np.int64)
        """Rounds since the last apple."""
        self.later = LaterStarts(
            self.batch.states, count, parameters.size**2, parameters.curriculum_fraction
        )
        self.counts = np.zeros(1, np.int64)
        """Learning steps."""
        self.lengths = np.full((count, RECENT), np.nan)
        self.ended = np.zeros(count, np.int64)
        """Episodes that have ended, and the lengths of the last of them."""
        self.best = np.zeros(count)
        """By learner: the greatest mean length of so many episodes, as published; at first 0."""
        self.curve = np.full((POINTS + 1, count), np.nan)

    @property
    def done(self) -> int:
        return int(self.counts[0])

    @property
    def total(self) -> int:
        return self.parameters.total_gradient_steps

    def notes(self) -> dict[str, Any]:
        """What a checkpoint holds beside the arrays."""
        return {"random": self.random.bit_generator.state}

    def take(self, notes: dict[str, Any]) -> None:
        self.random.bit_generator.state = notes["random"]

    def play_round(self) -> None:
        """A move on all boards, then as many learning steps as belong to it."""
        self._play()
        if self.replay.filled[0] < self.parameters.learning_starts:
            return
        for _ in range(self.parameters.n_envs // self.parameters.train_freq):
            if self.done < self.parameters.total_gradient_steps:
                self._learn()

    def _share(self, span: float) -> float:
        """How much of this share of the steps is done; 1 at most."""
        return min(1.0, self.done / (span * self.parameters.total_gradient_steps))

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
        self.hungry = np.where(grown, 0, self.hungry + 1)
        broken_off = (self.hungry >= (parameters.truncate_after or FOR_EVER)) & ~batch.finished
        after = np.zeros_like(self.now)
        self.look(after)
        self._remember(actions, rewards, after, broken_off)
        self._reopen(batch.finished | broken_off, after)
        self.now = after

    def _remember(
        self,
        actions: NDArray[np.int64],
        rewards: NDArray[np.float64],
        after: NDArray[np.uint8],
        broken_off: NDArray[np.bool_],
    ) -> None:
        shape = self.now.shape[:2]
        self.returns.add(self.now, actions)
        transitions = self.returns.reward(
            rewards.reshape(shape), after, self._barred().reshape(shape),
            ended=self.batch.finished.reshape(shape), broken_off=broken_off.reshape(shape),
        )  # fmt: skip
        if transitions:
            places = self.replay.add(**transitions)
            if self.parameters.prioritized:
                self.priorities.add(places)

    def _reopen(self, over: NDArray[np.bool_], seen: NDArray[np.uint8]) -> None:
        """Begin new episodes on these boards."""
        self.later.note(self.batch.states, over, self.random)
        if over.any():
            self._note_lengths(over & ~self.later.began)
            self.batch.reopen(over)
            self.later.begin(self.batch.states, over, self.random)
            self.hungry[over] = 0
            self.look(seen)

    def _actions(self, headings: NDArray[np.int64]) -> NDArray[np.int64]:
        """By learner and board: mostly the best action."""
        epsilon = 1 + self._share(self.parameters.exploration_fraction) * (self.epsilons - 1)
        with torch.no_grad():
            worth = in_memory(self.learners.values(self.present, self._there(self.now)))
        drawn = self.random.random(worth.shape)
        draws = self.random.random(worth.shape[:2]) < epsilon
        worth = np.where(draws[..., None], drawn, worth)
        if not self.view.is_relative:
            back = (headings ^ 2).reshape(worth.shape[:2])
            np.put_along_axis(worth, back[..., None], -np.inf, axis=2)
        chosen: NDArray[np.int64] = worth.argmax(axis=2)
        return chosen

    def _barred(self) -> NDArray[np.int64]:
        """By board: the action back, where actions are directions."""
        headings: NDArray[np.int64] = self.batch.states["heading"].astype(np.int64)
        if self.view.is_relative:
            return np.full_like(headings, NOTHING_BARRED)
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
            beta = parameters.prioritized_replay_beta + self._share(
                parameters.prioritized_replay_beta_fraction
            ) * (1 - parameters.prioritized_replay_beta)
            places, weights = self.priorities.draw(self.random.random(shape), beta)
        else:
            places = self.random.integers(replay.filled[0], size=shape)
            weights = np.ones(shape, np.float32)
        errors = self._step(places, weights)
        if parameters.prioritized:
            self.priorities.correct(places, errors)
        self.counts += 1
        if self.done % parameters.target_update_interval == 0:
            self.former.take(self.present)
        point, rest = divmod(self.done * POINTS, parameters.total_gradient_steps)
        if rest < POINTS:
            self.curve[point] = self._lengths()

    def _lengths(self) -> Any:
        """For the curve: by learner."""
        if watched := self.parameters.n_eval_episodes:
            return [
                self.figures_of(self.learners.weights(at), watched, WATCH)["length"]
                for at in range(self.parameters.learners)
            ]
        return np.nanmean(self.lengths, axis=1) if self.ended.all() else np.nan

    def figures_of(
        self, weights: dict[str, NDArray[Any]], episodes: int, seed: int
    ) -> dict[str, float]:
        """How these weights do without exploration, in episodes that were not learned from."""
        settings, network = self.game.make_settings(self.board), Network(self.architecture, weights)
        return play_greedily(
            self.game, settings, self.view, network, episodes, seed, plain=self.plain
        ).figures()

    def _step(self, places: NDArray[np.int64], weights: NDArray[np.float32]) -> Any:
        """Learn from these transitions; the errors there were."""
        parameters, replay = self.parameters, self.replay
        mine = np.arange(len(places))[:, None], places
        before = self._there(replay.seen(replay.before[mine]))
        after = self._there(replay.seen(replay.after[mine]))
        barred = replay.barred[mine][..., None] == np.arange(self.view.actions)
        wanted = targets(
            self.learners, self.former, after, self._there(barred),
            self._there(replay.rewards[mine]), self._there(replay.discounts[mine]),
            double=parameters.double,
        )  # fmt: skip
        actions = self._there(replay.actions[mine].astype(np.int64)).unsqueeze(2)
        worth = self.learners.values(self.present, before).gather(2, actions).squeeze(2)
        errors = wanted - worth
        loss = loss_of(errors, self._there(weights), clips=parameters.loss == "clipped")
        last = parameters.final_learning_rate / parameters.learning_rate
        gradient = self.present.gradient_of(loss)
        self.optimizer.step(self.present.row, gradient, 1 + self._share(1.0) * (last - 1))
        self.present.renew()
        return in_memory(errors)

    def _there(self, array: NDArray[Any]) -> torch.Tensor:
        return torch.from_numpy(array).to(self.device)

    def moves_made(self) -> int:
        """Moves of each learner."""
        rounds = -(-self.done * self.parameters.train_freq // self.parameters.n_envs)
        waits = (
            -(-self.parameters.learning_starts // self.parameters.n_envs)
            + self.parameters.n_step
            - 2
        )
        return (rounds + waits) * self.parameters.n_envs

    def finite(self) -> list[NDArray[Any]]:
        return [self.kept.arrays()["row"]]

    def arrays(self) -> dict[str, NDArray[Any]]:
        """Everything that a checkpoint holds."""
        mine = {
            "states": self.batch.states, "rounds": self.batch.rounds,
            "optimizer_steps": self.optimizer.steps, "now": self.now, "counts": self.counts,
            "hungry": self.hungry, "lengths": self.lengths, "ended": self.ended,
            "best": self.best, "curve": self.curve,
        }  # fmt: skip
        parts = self.kept, self.replay, self.priorities, self.returns, self.later
        return functools.reduce(operator.or_, [part.arrays() for part in parts], mine)

    def filled(self) -> None:
        self.kept.filled()
        for weights in (self.present, self.former):
            weights.renew()

    def figures(self) -> dict[str, float]:
        """How it goes: the mean length in each learner's last episodes."""
        if not self.ended.all():
            return {}
        lengths = np.nanmean(self.lengths, axis=1)
        found = {f"length {at + 1}": float(each) for at, each in enumerate(lengths)}
        if self.parameters.n_eval_episodes:
            point = self.done * POINTS // self.parameters.total_gradient_steps
            found |= {f"greedy {at + 1}": float(each) for at, each in enumerate(self.curve[point])}
        return found
