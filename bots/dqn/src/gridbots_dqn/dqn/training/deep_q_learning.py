"""Deep Q-learning of Snake, as chuyangliu/snake has it: read it top to bottom.

What is seen stands in `whole_view`, the replay buffer in `replay_buffer`, networks and what is
learned from them in `learners`. Several learners, each with weights, boards and a memory of its
own, learn side by side, since a step of one small network costs little less than that of three.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any, ClassVar, Final, Literal

import numpy as np
import torch
from msgspec import Meta
from msgspec.structs import force_setattr

from gridbots.kernel import compiled, handle
from gridbots.plugins import load_game
from gridbots.settings import Settings
from gridbots.training.resumable import Resumable
from gridbots.vector import Batch, as_it_is
from gridbots_dqn.device import Mirrored, device_of, in_memory
from gridbots_dqn.dqn.training.learners import Learners, Optimizer, loss_of, targets
from gridbots_dqn.dqn.training.replay_buffer import NOTHING_BARRED, Priorities, ReplayBuffer
from gridbots_dqn.network import Architecture
from gridbots_dqn.views import VIEWS, look_at_all

if TYPE_CHECKING:
    from numpy.typing import NDArray

STREAMS: Final = 1 << 32
"""So many seeds of openings belong to each seed of a training."""
FOR_EVER: Final = 2**31 - 1
APPLE, DEATH, MOVE = 1.0, -0.5, -0.005
"""Rewards, as published."""
RECENT: Final = 50
"""Episodes of each learner by which is told how it goes, as published."""
POINTS: Final = 100
"""Of the learning curve."""

PUBLISHED: Final[dict[str, Any]] = {
    "steps": 3_000_000, "boards": 4, "batch": 32, "memory": 100_000, "first": 100_000,
    "renewal": 10_000, "convolutions": "32x3 64x3 128x2 256x2", "dense": "1024 1024",
    "optimizer": "rmsprop", "rate": 1e-6, "last_rate": 1e-6, "exploring": 1 / 3, "growing": 1 / 3,
    "error": "clipped", "head_slope": 0.01,
}  # fmt: skip
"""What `scale=published` says."""


class Parameters(Settings, frozen=True):
    passing: ClassVar[tuple[str, ...]] = ("test",)
    double: Annotated[
        bool, Meta(description="the best next action is chosen by the present weights")
    ] = False
    prioritized: Annotated[
        bool, Meta(description="what was learned least from is drawn from the memory most")
    ] = True
    dueling: Annotated[
        bool, Meta(description="the network sums a value and an advantage for each action")
    ] = True
    view: Annotated[
        Literal["global-local", "global", "global-local-absolute", "global-absolute"],
        Meta(description="what is seen, and whether actions are relative to the heading"),
    ] = "global-local"
    scale: Annotated[
        Literal["small", "published"],
        Meta(description="published: all below that are as usual become those of the original"),
    ] = "small"
    steps: Annotated[int, Meta(ge=1, description="learning steps")] = 20_000
    boards: Annotated[
        int, Meta(ge=4, le=4096, multiple_of=4, description="played at a time, by each learner")
    ] = 32
    batch: Annotated[int, Meta(ge=1, le=4096, description="transitions per learning step")] = 32
    memory: Annotated[int, Meta(ge=1, description="transitions that are remembered")] = 50_000
    first: Annotated[int, Meta(ge=1, description="of which there must be so many to learn")] = 2_000
    renewal: Annotated[
        int, Meta(ge=1, description="learning steps after which the former weights are renewed")
    ] = 500
    convolutions: Annotated[
        str, Meta(description="planes out and side of the kernel of each, as 16x3")
    ] = "8x3 16x3"
    dense: Annotated[str, Meta(description="units of each dense layer")] = "64 64"
    optimizer: Annotated[Literal["adam", "rmsprop"], Meta(description="how weights move")] = "adam"
    rate: Annotated[float, Meta(gt=0, description="of learning, at first")] = 1e-3
    last_rate: Annotated[float, Meta(gt=0, description="the same at the end")] = 1e-4
    discount: Annotated[
        float, Meta(ge=0, le=1, description="what a reward in the next round is worth in this one")
    ] = 0.99
    exploring: Annotated[
        float, Meta(gt=0, le=1, description="share of the steps in which epsilon falls from 1")
    ] = 0.1
    epsilon: Annotated[
        float, Meta(ge=0, le=1, description="share of moves drawn at random, at last")
    ] = 0.01
    beta: Annotated[
        float, Meta(ge=0, le=1, description="how far priorities are made up for, at first")
    ] = 0.4
    growing: Annotated[
        float, Meta(gt=0, le=1, description="share of the steps in which beta grows to 1")
    ] = 1.0
    error: Annotated[
        Literal["huber", "clipped"],
        Meta(description="loss of an error beyond 1: as of its size, or as of 1"),
    ] = "huber"
    head_slope: Annotated[
        float, Meta(ge=0, le=1, description="of value and advantages below 0, in dueling networks")
    ] = 1.0
    device: Annotated[
        Literal["auto", "cpu", "cuda"],
        Meta(description="what computes: the processor, or a GPU; auto: a GPU if there is one"),
    ] = "auto"
    size: Annotated[int, Meta(ge=4, le=16, description="rows and columns of the board")] = 8
    learners: Annotated[int, Meta(ge=1, le=64, description="learn side by side")] = 3
    seed: Annotated[int, Meta(ge=0, le=2**30, description="of the first learner")] = 1
    folder: Annotated[str, Meta(description="where weights, curve and checkpoint are written")] = (
        "training/dqn"
    )
    checkpoint: Annotated[float, Meta(ge=0, description="seconds between checkpoints")] = 60.0
    test: Annotated[
        int, Meta(ge=2, description="greedy episodes of each at the end, and as many before")
    ] = 1000

    def __post_init__(self) -> None:
        if self.scale == "published":
            usual = dict(zip(self.__struct_fields__, self.__struct_defaults__, strict=True))
            for name, value in PUBLISHED.items():
                if getattr(self, name) == usual[name]:
                    force_setattr(self, name, value)


MOVES_PER_STEP: Final = 4
"""Moves of each learner for one learning step, as published."""


def architecture_of(parameters: Parameters) -> Architecture:
    view = VIEWS[parameters.view]
    convolutions = [each.split("x") for each in parameters.convolutions.split()]
    return Architecture(
        planes=view.planes(parameters.size),
        flags=view.flags,
        convolutions=tuple((int(planes), int(side)) for planes, side in convolutions),
        dense=tuple(int(units) for units in parameters.dense.split()),
        actions=view.actions,
        dueling=parameters.dueling,
        head_slope=parameters.head_slope,
    )


class Training(Resumable):
    """All that changes while networks learn."""

    def __init__(self, parameters: Parameters, *, plain: bool = False) -> None:
        """From the start; `plain`: without compiling anything."""
        self.parameters = parameters
        torch.set_num_threads(1)
        torch.use_deterministic_algorithms(True)
        self.plain = plain
        self._runs = as_it_is if plain else compiled
        count, boards = parameters.learners, parameters.boards
        self.view = VIEWS[parameters.view]
        self._look = handle(self.view.look)
        game = load_game("snake")
        settings = {"preset": "corner-8", "width": parameters.size, "height": parameters.size}
        self.settings = game.make_settings({**settings, "max_rounds": FOR_EVER})
        first = parameters.seed * STREAMS
        self.batch = Batch(game, self.settings, count * boards, first, plain=plain)
        self.architecture = architecture_of(parameters)
        self.device = device_of(parameters.device)
        seeds = [parameters.seed + at for at in range(count)]
        self.learners = Learners(self.architecture, seeds, self.device)
        self.former = self.learners.row.clone()
        self.optimizer = Optimizer(parameters.optimizer, parameters.rate, self.former)
        self.kept = Mirrored(
            {
                "row": self.learners.row,
                "former": self.former,
                "first": self.optimizer.first,
                "second": self.optimizer.second,
            }
        )
        numbers = self.view.count(parameters.size)
        self.replay = ReplayBuffer(count, parameters.memory, numbers)
        self.priorities = Priorities(count, parameters.memory, self._runs)
        self.random = np.random.default_rng(parameters.seed)
        self.now = np.zeros((count, boards, numbers), np.float32)
        self.look(self.now)
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
        return self.parameters.steps

    def notes(self) -> dict[str, Any]:
        """What a checkpoint holds beside the arrays."""
        return {"random": self.random.bit_generator.state}

    def take(self, notes: dict[str, Any]) -> None:
        self.random.bit_generator.state = notes["random"]

    def play_round(self) -> None:
        """A move on all boards, then as many learning steps as belong to it."""
        self._play()
        if self.replay.filled[0] < self.parameters.first:
            return
        for _ in range(self.parameters.boards // MOVES_PER_STEP):
            if self.done < self.parameters.steps:
                self._learn()

    def _share(self, span: float) -> float:
        """How much of this share of the steps is done; 1 at most."""
        return min(1.0, self.done / (span * self.parameters.steps))

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
        after = np.zeros_like(self.now)
        self.look(after)
        shape = self.now.shape[:2]
        places = self.replay.add(
            self.now, after, actions=actions, rewards=rewards.reshape(shape),
            ended=batch.finished.reshape(shape), barred=self._barred().reshape(shape),
        )  # fmt: skip
        if parameters.prioritized:
            self.priorities.add(places)
        if batch.finished.any():
            self._note_lengths()
            batch.reopen()
            self.look(after)
        self.now = after

    def _actions(self, headings: NDArray[np.int64]) -> NDArray[np.int64]:
        """By learner and board: mostly the best action."""
        epsilon = 1 + self._share(self.parameters.exploring) * (self.parameters.epsilon - 1)
        with torch.no_grad():
            worth = in_memory(self.learners.values(self.learners.row, self._there(self.now)))
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

    def look(self, seen: NDArray[np.float32]) -> None:
        rows = seen.reshape(len(self.batch), -1)
        self._runs(look_at_all)(self._look, self.batch.states, rows)

    def _note_lengths(self) -> None:
        finished = self.batch.finished.reshape(self.now.shape[:2])
        lengths = self.batch.states["length"].reshape(finished.shape)
        for learner in range(len(finished)):
            for length in lengths[learner, finished[learner]]:
                self.lengths[learner, self.ended[learner] % RECENT] = length
                self.ended[learner] += 1
                if self.ended[learner] >= RECENT:
                    self.best[learner] = max(self.best[learner], self.lengths[learner].mean())

    def _learn(self) -> None:
        parameters, replay = self.parameters, self.replay
        shape = parameters.learners, parameters.batch
        if parameters.prioritized:
            beta = parameters.beta + self._share(parameters.growing) * (1 - parameters.beta)
            places, weights = self.priorities.draw(self.random.random(shape), beta)
        else:
            places = self.random.integers(replay.filled[0], size=shape)
            weights = np.ones(shape, np.float32)
        errors = self._step(places, weights)
        if parameters.prioritized:
            self.priorities.correct(places, errors)
        self.counts += 1
        if self.done % parameters.renewal == 0:
            self.former.copy_(self.learners.row)
        point, rest = divmod(self.done * POINTS, parameters.steps)
        if rest < POINTS:
            self.curve[point] = np.nanmean(self.lengths, axis=1) if self.ended.all() else np.nan

    def _step(self, places: NDArray[np.int64], weights: NDArray[np.float32]) -> Any:
        """Learn from these transitions; the errors there were."""
        parameters, replay = self.parameters, self.replay
        mine = np.arange(len(places))[:, None], places
        before = self._there(replay.seen(replay.before[mine]))
        after = self._there(replay.seen(replay.after[mine]))
        discounts = parameters.discount * (1 - replay.ended[mine].astype(np.float32))
        barred = replay.barred[mine][..., None] == np.arange(self.view.actions)
        wanted = targets(
            self.learners, self.former, after, self._there(barred),
            self._there(replay.rewards[mine]), self._there(discounts), double=parameters.double,
        )  # fmt: skip
        actions = self._there(replay.actions[mine].astype(np.int64)).unsqueeze(2)
        row = self.learners.row.requires_grad_(True)
        errors = wanted - self.learners.values(row, before).gather(2, actions).squeeze(2)
        loss = loss_of(errors, self._there(weights), clips=parameters.error == "clipped")
        (gradient,) = torch.autograd.grad(loss, row)
        row.requires_grad_(False)
        last = parameters.last_rate / parameters.rate
        self.optimizer.step(row, gradient, 1 + self._share(1.0) * (last - 1))
        return in_memory(errors)

    def _there(self, array: NDArray[Any]) -> torch.Tensor:
        return torch.from_numpy(array).to(self.device)

    def moves_made(self) -> int:
        """Moves of each learner."""
        rounds = -(-self.done * MOVES_PER_STEP // self.parameters.boards)
        waits = -(-self.parameters.first // self.parameters.boards) - 1
        return (rounds + waits) * self.parameters.boards

    def arrays(self) -> dict[str, NDArray[Any]]:
        """Everything that a checkpoint holds."""
        mine = {
            "states": self.batch.states, "rounds": self.batch.rounds,
            "optimizer_steps": self.optimizer.steps, "now": self.now, "counts": self.counts,
            "lengths": self.lengths, "ended": self.ended, "best": self.best, "curve": self.curve,
        }  # fmt: skip
        return mine | self.kept.arrays() | self.replay.arrays() | self.priorities.arrays()

    def filled(self) -> None:
        self.kept.filled()

    def figures(self) -> dict[str, float]:
        """How it goes: the mean length in each learner's last episodes."""
        if not self.ended.all():
            return {}
        lengths = np.nanmean(self.lengths, axis=1)
        return {f"length {at + 1}": float(each) for at, each in enumerate(lengths)}
