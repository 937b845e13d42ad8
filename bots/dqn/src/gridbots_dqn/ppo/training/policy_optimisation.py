"""Proximal policy optimisation in Snake, beyond deep Q-learning: read it from top to bottom.

The snake sees the board from its head, rotated so that it heads up (`centred_view`), and moves
left, ahead or right. A network with two dense layers gives the policy and the value of a position.
Many episodes run side by side for some rounds; then the network learns from these rounds
(`actor_critic`), which are discarded. Some episodes start with a long snake (`curriculum`). In play
the network decides alone, without search or action mask, except that illegal moves are excluded.
"""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Annotated, Any, ClassVar, Final

import numpy as np
import torch
from msgspec import Meta

from gridbots.kernel import compiled, handle
from gridbots.plugins import load_game
from gridbots.training import parameters as shared
from gridbots.training.matches import STREAMS
from gridbots.training.schedule import linear
from gridbots.training.script import Resumable
from gridbots.vector import Batch, as_it_is
from gridbots_dqn import centred_view
from gridbots_dqn.curriculum import CurriculumFraction, StartPositions
from gridbots_dqn.device import Device, device_of, in_memory
from gridbots_dqn.evaluate import CURVE_SEED, play_greedily
from gridbots_dqn.network import Architecture
from gridbots_dqn.ppo.training import actor_critic
from gridbots_dqn.ppo.training.warm_start import load_weights
from gridbots_dqn.views import VIEWS, look_at_all

if TYPE_CHECKING:
    from numpy.typing import NDArray

VIEW: Final = VIEWS[centred_view.NAME]
POINTS: Final = 50
"""Points of the learning curve."""
N_EVAL_EPISODES: Final = 200
"""Greedy episodes per point of the learning curve."""
CRITIC_UPDATES: Final = 20
"""Updates of the critic alone at the start, if the initial weights have no critic."""
CRITIC_LEARNING_RATE: Final = 2e-3


class Parameters(shared.TrainingParameters, frozen=True):
    may_change: ClassVar[tuple[str, ...]] = ("n_test_episodes",)
    size: Annotated[int, Meta(ge=4, le=16, description="rows and columns of the board")] = 8
    total_timesteps: Annotated[
        int, Meta(gt=0, description="rounds to learn from, summed over all boards")
    ] = 12_000_000
    n_envs: Annotated[
        int, Meta(ge=1, description="boards played at once; with more, a round is cheaper")
    ] = 512
    n_steps: Annotated[int, Meta(ge=2, description="rounds per board between updates")] = 32
    curriculum_fraction: CurriculumFraction = 0.5
    gamma: shared.Gamma = 0.99
    gae_lambda: Annotated[
        float, Meta(ge=0, le=1, description="lambda of generalized advantage estimation")
    ] = 0.95
    death_penalty: Annotated[
        float, Meta(ge=0, description="penalty for a collision; an apple gives 1")
    ] = 1.0
    dense: Annotated[
        str, Meta(pattern=r"^\d+( \d+)*$", description="units of each dense layer")
    ] = "512 256"
    bfloat16: Annotated[
        bool,
        Meta(
            description="multiply in half precision: three times as fast on processors with AMX, "
            "far slower on others"
        ),
    ] = True
    device: Device = "auto"
    batch_size: Annotated[int, Meta(ge=2, description="rounds in each gradient step")] = 1024
    n_epochs: Annotated[int, Meta(ge=1, description="passes over the rounds of an update")] = 2
    learning_rate: shared.LearningRate = 7e-4
    final_learning_rate: shared.FinalLearningRate = 2e-5
    ent_coef: Annotated[float, Meta(ge=0, description="entropy coefficient at the start")] = 0.01
    final_ent_coef: Annotated[float, Meta(ge=0, description="entropy coefficient at the end")] = (
        0.001
    )
    clip_range: Annotated[float, Meta(gt=0, description="clip range of the probability ratio")] = (
        0.2
    )
    vf_coef: Annotated[float, Meta(gt=0, description="coefficient of the value loss")] = 0.5
    max_grad_norm: Annotated[
        float, Meta(gt=0, description="longer gradients are scaled down to this norm")
    ] = 0.5
    init_from: Annotated[
        str,
        Meta(
            description="start from the folder of another training, or from weights of the bot "
            "ppo: a name or a .npz file"
        ),
    ] = ""
    n_test_episodes: Annotated[int, Meta(ge=0, description="greedy episodes at the end")] = 1000
    folder: shared.Folder = "training/ppo"
    checkpoint: shared.Checkpoint = 60.0


class Training(Resumable):
    """State of a training."""

    def __init__(self, parameters: Parameters, *, plain: bool = False) -> None:
        """`plain`: without compiling anything."""
        torch.set_num_threads(1)
        torch.use_deterministic_algorithms(mode=True)
        self.device = device_of(parameters.device)
        self.parameters = parameters
        self.plain = plain
        self._runs = as_it_is if plain else compiled
        self._look = handle(VIEW.look)
        self.game = load_game("snake")
        self.settings = self.game.make_settings(
            {"preset": "corner-8", "width": parameters.size, "height": parameters.size}
        )
        n_envs, area = parameters.n_envs, parameters.size**2
        self.batch = Batch(self.game, self.settings, n_envs, parameters.seed * STREAMS, plain=plain)
        self.start_positions = StartPositions(self.batch.states[0], area, shortest=area // 6)
        self.architecture = architecture_of(parameters)
        self.network = actor_critic.ActorCritic(
            self.architecture,
            np.repeat(centred_view.scales(parameters.size), VIEW.planes(parameters.size)[1] ** 2),
            parameters.seed,
            halves=parameters.bfloat16,
            device=self.device,
        )
        has_critic = not parameters.init_from or load_weights(self.network, parameters.init_from)
        self.critic_updates = 0 if has_critic else CRITIC_UPDATES
        """Updates of the critic alone, at the start."""
        self.adam = actor_critic.Adam(self.network.weights, parameters.max_grad_norm)
        self.rollout = actor_critic.Rollout(
            parameters.n_steps, n_envs, VIEW.count(parameters.size), self.device
        )
        self.is_late_start = np.zeros(n_envs, np.bool_)
        self.counts = np.zeros(1, np.int64)
        """Updates completed."""
        self.recent = np.full(1024, np.nan)
        """Final lengths of the latest complete episodes, with exploration; a ring."""
        self.episodes = np.zeros(1, np.int64)
        self.curve = np.full((POINTS, 4), np.nan)
        """By point: rounds, exploring length, greedy length, % of full boards."""
        self.seconds = 0.0
        """Processor time spent in the environment: rounds, views and openings."""

    @property
    def total(self) -> int:
        each = self.parameters.n_envs * self.parameters.n_steps
        return max(1, round(self.parameters.total_timesteps / each)) * each

    @property
    def completed(self) -> int:
        return int(self.counts[0]) * self.parameters.n_envs * self.parameters.n_steps

    def finite(self) -> list[NDArray[Any]]:
        return list(self.network.arrays().values())

    def arrays(self) -> dict[str, NDArray[Any]]:
        return {
            **self.network.arrays(),
            **self.adam.arrays(),
            **self.start_positions.arrays(),
            "states": self.batch.states,
            "copies": self.batch.rounds,
            "is_late_start": self.is_late_start,
            "counts": self.counts,
            "recent": self.recent,
            "episodes": self.episodes,
            "curve": self.curve,
        }

    def notes(self) -> dict[str, Any]:
        return {"seconds": self.seconds}

    def restore_notes(self, notes: dict[str, Any]) -> None:
        self.seconds = notes["seconds"]

    def arrays_restored(self) -> None:
        self.network.upload()
        self.adam.upload()

    def play_round(self) -> None:
        """Play some rounds on all boards, and learn from them."""
        parameters, share = self.parameters, self.completed / self.total
        random = np.random.default_rng((parameters.seed, int(self.counts[0])))
        self.play(random)
        advantages = self.rollout.advantages(parameters.gamma, parameters.gae_lambda)
        critic_only = int(self.counts[0]) < self.critic_updates
        rate = linear(parameters.learning_rate, parameters.final_learning_rate, share)
        hyperparameters = actor_critic.Hyperparameters(
            batch_size=parameters.batch_size,
            n_epochs=parameters.n_epochs,
            clip_range=parameters.clip_range,
            vf_coef=parameters.vf_coef,
            ent_coef=linear(parameters.ent_coef, parameters.final_ent_coef, share),
            learning_rate=CRITIC_LEARNING_RATE if critic_only else rate,
            critic_only=critic_only,
        )
        actor_critic.learn(
            self.network, self.adam, self.rollout, advantages, hyperparameters, random
        )
        self.counts += 1
        self.add_point(share)

    def play(self, random: np.random.Generator) -> None:
        rollout, before = self.rollout, self.batch.states.copy()
        with torch.no_grad():
            for at in range(self.parameters.n_steps):
                logits, values = self.network(self.look(at))
                rollout.values[at] = in_memory(values)
                uniform = random.random(len(values))
                self._runs(actor_critic.sample_actions)(
                    in_memory(logits), uniform, rollout.actions[at], rollout.log_probs[at]
                )
                self.act(at, random)
            rollout.values[-1] = in_memory(self.network(self.look(-1))[1])
        if self.parameters.curriculum_fraction:
            self.start_positions.keep(before[~rollout.ended.any(axis=0)], random)

    def look(self, at: int) -> torch.Tensor:
        began = time.process_time()
        self._runs(look_at_all)(self._look, self.batch.states, self.rollout.seen[at])
        self.seconds += time.process_time() - began
        return self.rollout.upload(at)

    def act(self, at: int, random: np.random.Generator) -> None:
        """Play a round with the sampled actions, and record the results."""
        began = time.process_time()
        batch, rollout = self.batch, self.rollout
        states, lengths = batch.states, batch.states["length"].copy()
        batch.moves[:, 0] = (states["heading"] + rollout.actions[at] - 1) % 4
        batch.play()
        rollout.rewards[at] = (
            states["length"] - lengths - self.parameters.death_penalty * states["dead"]
        )
        rollout.ended[at] = batch.finished
        self.record_lengths(states["length"][batch.finished & ~self.is_late_start])
        self.reopen(random)
        self.seconds += time.process_time() - began

    def record_lengths(self, lengths: NDArray[np.int32]) -> None:
        places = (self.episodes[0] + np.arange(len(lengths))) % len(self.recent)
        self.recent[places] = lengths
        self.episodes += len(lengths)

    def reopen(self, random: np.random.Generator) -> None:
        finished = self.batch.finished
        self.batch.reopen()
        late = finished & (random.random(len(finished)) < self.parameters.curriculum_fraction)
        self.start_positions.begin(self.batch.states, np.flatnonzero(late), random)
        self.is_late_start[finished] = late[finished] & bool(self.start_positions.counts.any())

    def add_point(self, share: float) -> None:
        """Add a point to the learning curve if one is due."""
        point = int(self.completed / self.total * POINTS) - 1
        if point <= int(share * POINTS) - 1:
            return
        greedy = self.measure(self.logits, N_EVAL_EPISODES, CURVE_SEED)
        length, full = greedy["length"], greedy["full %"]
        self.curve[point] = self.completed / 1e6, self.length(), length, full

    def length(self) -> float:
        """Mean length of the latest complete episodes, with exploration."""
        known = self.recent[~np.isnan(self.recent)]
        return float(known.mean()) if len(known) else float("nan")

    def logits(self, seen: NDArray[np.float32]) -> Any:
        with torch.no_grad():
            return in_memory(self.network(torch.from_numpy(seen).to(self.device))[0])

    def measure(self, values: Any, episodes: int, seed: int) -> dict[str, float]:
        """Figures of greedy episodes."""
        return play_greedily(
            self.game, self.settings, VIEW, values, episodes, seed, plain=self.plain
        ).figures()

    def figures(self) -> dict[str, float]:
        points = self.curve[~np.isnan(self.curve[:, 0])]
        exploring = {"length exploring": self.length()}
        if not len(points):
            return exploring
        return exploring | {"greedy": float(points[-1, 2]), "full %": float(points[-1, 3])}


def architecture_of(parameters: Parameters) -> Architecture:
    return Architecture(
        planes=centred_view.planes(parameters.size),
        flags=0,
        convolutions=(),
        dense=tuple(int(units) for units in parameters.dense.split()),
        actions=VIEW.actions,
        slope=0.0,
    )
