"""Parameters of a training by PPO."""

from __future__ import annotations

from typing import Annotated, ClassVar, Literal

from msgspec import Meta

from gridbots.training.parameters import Checkpoint, Folder, TrainingParameters


class Parameters(TrainingParameters, frozen=True):
    may_change: ClassVar[tuple[str, ...]] = ("n_test_episodes",)
    size: Annotated[int, Meta(ge=4, le=16, description="rows and columns of the board")] = 8
    total_timesteps: Annotated[
        int, Meta(gt=0, description="rounds to learn from, summed over all boards")
    ] = 12_000_000
    n_envs: Annotated[
        int, Meta(ge=1, description="boards played at once; with more, a round is cheaper")
    ] = 512
    n_steps: Annotated[int, Meta(ge=2, description="rounds per board between updates")] = 32
    curriculum_fraction: Annotated[
        float, Meta(ge=0, le=1, description="share of episodes that start with a long snake")
    ] = 0.5
    gamma: Annotated[float, Meta(ge=0, le=1, description="discount factor per round")] = 0.99
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
    device: Annotated[
        Literal["auto", "cpu", "cuda"],
        Meta(description="processor or GPU; auto: a GPU if there is one"),
    ] = "auto"
    batch_size: Annotated[int, Meta(ge=2, description="rounds in each gradient step")] = 1024
    n_epochs: Annotated[int, Meta(ge=1, description="passes over the rounds of an update")] = 2
    learning_rate: Annotated[float, Meta(gt=0, description="learning rate at the start")] = 7e-4
    final_learning_rate: Annotated[float, Meta(gt=0, description="learning rate at the end")] = 2e-5
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
    folder: Folder = "training/ppo"
    checkpoint: Checkpoint = 60.0
