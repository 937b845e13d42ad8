"""Parameters of a training by deep Q-learning, and the published values."""

from __future__ import annotations

from typing import Annotated, Any, ClassVar, Final, Literal

from msgspec import Meta
from msgspec.structs import force_setattr

from gridbots.errors import SettingsError
from gridbots.training import parameters as shared
from gridbots_dqn.curriculum import CurriculumFraction
from gridbots_dqn.device import Device
from gridbots_dqn.network import Architecture
from gridbots_dqn.views import VIEWS

PUBLISHED: Final[dict[str, Any]] = {
    "total_gradient_steps": 3_000_000, "batch_size": 32, "buffer_size": 100_000,
    "learning_starts": 100_000, "target_update_interval": 10_000,
    "convolutions": "32x3 64x3 128x2 256x2", "dense": "1024 1024", "optimizer": "rmsprop",
    "learning_rate": 1e-6, "final_learning_rate": 1e-6, "exploration_fraction": 1 / 3,
    "prioritized_replay_beta_fraction": 1 / 3, "loss": "clipped", "head_slope": 0.01,
}  # fmt: skip
"""Parameters with `preset=published`."""


class Parameters(shared.TrainingParameters, frozen=True):
    may_change: ClassVar[tuple[str, ...]] = ("n_test_episodes",)
    double: Annotated[
        bool, Meta(description="double Q-learning: the online network chooses the next action")
    ] = False
    prioritized: Annotated[
        bool,
        Meta(description="prioritized replay: sample transitions with large errors more often"),
    ] = True
    dueling: Annotated[
        bool, Meta(description="dueling network: a state value plus an advantage for each action")
    ] = True
    view: Annotated[
        Literal["global-local", "global", "global-local-absolute", "global-absolute", "centred"],
        Meta(description="observation encoding, and whether actions are relative to the heading"),
    ] = "global-local"
    preset: Annotated[
        Literal["small", "published"],
        Meta(description="published: parameters left at their defaults take the published values"),
    ] = "small"
    total_gradient_steps: Annotated[int, Meta(ge=1, description="gradient steps")] = 20_000
    n_envs: Annotated[
        int,
        Meta(ge=4, le=4096, multiple_of=4, description="boards that each learner plays at once"),
    ] = 32
    train_freq: Annotated[
        int,
        Meta(ge=1, description="moves of each learner per gradient step; must divide n_envs"),
    ] = 4
    batch_size: Annotated[
        int, Meta(ge=1, le=4096, description="transitions in each gradient step")
    ] = 32
    buffer_size: Annotated[int, Meta(ge=1, description="transitions in the replay buffer")] = 50_000
    learning_starts: Annotated[
        int, Meta(ge=1, description="transitions to collect before learning starts")
    ] = 2_000
    target_update_interval: Annotated[
        int, Meta(ge=1, description="gradient steps between updates of the target network")
    ] = 500
    n_step: Annotated[
        int, Meta(ge=1, le=32, description="n-step returns: rewards of n rounds, then a value")
    ] = 1
    convolutions: Annotated[
        str, Meta(description="output planes and kernel side of each convolution, such as 16x3")
    ] = "8x3 16x3"
    dense: Annotated[str, Meta(description="units of each dense layer")] = "64 64"
    bfloat16: Annotated[
        bool, Meta(description="multiply in half precision: fast on processors that support it")
    ] = False
    optimizer: Annotated[Literal["adam", "rmsprop"], Meta(description="optimizer")] = "adam"
    learning_rate: shared.LearningRate = 1e-3
    final_learning_rate: shared.FinalLearningRate = 1e-4
    gamma: shared.Gamma = 0.99
    exploration_fraction: Annotated[
        float,
        Meta(gt=0, le=1, description="fraction of the training over which epsilon falls from 1"),
    ] = 0.1
    exploration_final_eps: shared.FinalEpsilon = 0.01
    exploration_alpha: Annotated[
        float,
        Meta(
            ge=0,
            description="over the boards, epsilon falls to epsilon ** (1 + alpha), as in Ape-X",
        ),
    ] = 0.0
    curriculum_fraction: CurriculumFraction = 0.0
    truncate_after: Annotated[
        int,
        Meta(ge=0, description="rounds without an apple that truncate an episode; 0: no limit"),
    ] = 0
    prioritized_replay_beta: Annotated[
        float,
        Meta(ge=0, le=1, description="exponent of the importance-sampling weights at the start"),
    ] = 0.4
    prioritized_replay_beta_fraction: Annotated[
        float, Meta(gt=0, le=1, description="fraction of the training over which beta rises to 1")
    ] = 1.0
    loss: Annotated[
        Literal["huber", "clipped"],
        Meta(description="Huber loss, or the square of the error clipped to -1..1, as published"),
    ] = "huber"
    head_slope: Annotated[
        float,
        Meta(ge=0, le=1, description="negative slope behind value and advantages, if dueling"),
    ] = 1.0
    device: Device = "auto"
    n_eval_episodes: Annotated[
        int,
        Meta(
            ge=0,
            description="greedy episodes per point of the learning curve; 0: the curve shows "
            "training episodes",
        ),
    ] = 0
    size: Annotated[int, Meta(ge=4, le=16, description="rows and columns of the board")] = 8
    learners: Annotated[
        int, Meta(ge=1, le=64, description="networks to train side by side, with seeds from `seed`")
    ] = 3
    folder: shared.Folder = "training/dqn"
    checkpoint: shared.Checkpoint = 60.0
    n_test_episodes: Annotated[
        int, Meta(ge=2, description="greedy episodes per learner to select by, and as many to test")
    ] = 1000

    def __post_init__(self) -> None:
        if self.n_envs % self.train_freq:
            raise SettingsError(
                f"train_freq: expected a divisor of n_envs={self.n_envs}, got {self.train_freq}"
            )
        if self.preset == "published":
            defaults = dict(zip(self.__struct_fields__, self.__struct_defaults__, strict=True))
            for name, value in PUBLISHED.items():
                if getattr(self, name) == defaults[name]:
                    force_setattr(self, name, value)


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
