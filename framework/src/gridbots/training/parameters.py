"""Parameters that every training has, and the former names of training parameters."""

from __future__ import annotations

from typing import Annotated, ClassVar, Final

from msgspec import Meta

from gridbots.settings import FormerNames, Settings

Seed = Annotated[int, Meta(ge=0, le=2**30, description="seed of all random choices")]
Folder = Annotated[str, Meta(description="folder for weights, learning curve and checkpoint")]
Checkpoint = Annotated[float, Meta(ge=0, description="seconds between checkpoints")]

# Parameters of several trainings.
Episodes = Annotated[int, Meta(ge=1, description="matches to learn from")]
NEnvs = Annotated[int, Meta(ge=1, le=4096, description="matches played at once")]
LearningRate = Annotated[float, Meta(gt=0, description="learning rate at the start")]
FinalLearningRate = Annotated[float, Meta(gt=0, description="learning rate at the end")]
Gamma = Annotated[float, Meta(ge=0, le=1, description="discount factor per round")]
TdLambda = Annotated[float, Meta(ge=0, le=1, description="lambda of TD(lambda)")]
Epsilon = Annotated[float, Meta(ge=0, le=1, description="share of random moves")]
InitialEpsilon = Annotated[
    float, Meta(ge=0, le=1, description="initial epsilon: share of random moves")
]
FinalEpsilon = Annotated[
    float, Meta(ge=0, le=1, description="final epsilon: share of random moves")
]
AveragingFraction = Annotated[
    float, Meta(ge=0, le=1, description="final fraction of the training to average weights over")
]

FORMER: Final[FormerNames] = {
    "preset": ("scale",), "episodes": ("matches", "trials"), "total_gradient_steps": ("steps",),
    "total_timesteps": ("rounds",), "n_envs": ("boards", "copies"), "n_steps": ("horizon",),
    "n_step": ("ahead",), "train_freq": ("moves",), "batch_size": ("batch",),
    "buffer_size": ("memory",), "learning_starts": ("first",),
    "target_update_interval": ("renewal",), "n_epochs": ("epochs",),
    "learning_rate": ("rate", "step"), "final_learning_rate": ("last_rate", "last_step"),
    "learning_rate_decay_start": ("steady",), "gamma": ("discount",), "gae_lambda": ("trace",),
    "td_lambda": ("trace",), "exploration_fraction": ("exploring", "falling"),
    "exploration_initial_eps": ("epsilon",),
    "exploration_final_eps": ("epsilon", "epsilon_end", "last_epsilon"),
    "exploration_alpha": ("spread",), "prioritized_replay_beta": ("beta",),
    "prioritized_replay_beta_fraction": ("growing",), "loss": ("error",), "clip_range": ("clip",),
    "ent_coef": ("entropy",), "final_ent_coef": ("last_entropy",), "vf_coef": ("critic",),
    "max_grad_norm": ("longest",), "weight_decay": ("decay",),
    "averaging_fraction": ("averaged", "averaging"), "init_from": ("start",),
    "init_std": ("spread",), "curriculum_fraction": ("later",), "truncate_after": ("patience",),
    "stop_after_rounds": ("stop",), "n_eval_episodes": ("watched", "validation"),
    "n_test_episodes": ("test",), "eval_opponents": ("examiners",), "opponent": ("teacher",),
    "opponents": ("teachers",), "snapshot_interval": ("generation",), "league_size": ("league",),
    "full_observation": ("sees_all",), "play_depth": ("plays",), "win_weight": ("prize",),
    "win_reward": ("win",), "draw_reward": ("draw",), "loss_reward": ("loss",),
    "terminal_reward": ("bonus",), "death_penalty": ("death",), "elimination_reward": ("ousted",),
    "pressure_reward": ("pressure",), "min_next_value": ("floor",), "greedy_episodes": ("last",),
    "table_size": ("slots",), "ablation": ("blind",), "window_fraction": ("memory",),
    "prior_variance": ("prior",), "rounds_per_episode": ("rounds",), "sample_chance": ("futures",),
    "num_simulations": ("leaves",), "full_size_fraction": ("usual",),
    "random_opening_rounds": ("opening",), "positions_per_episode": ("positions",),
    "search_value_weight": ("searched",),
}  # fmt: skip
"""Parameter -> its former names: a command that uses one is refused with the present name."""


class TrainingParameters(Settings, frozen=True):
    """Base of the parameters of a training."""

    former: ClassVar[FormerNames] = FORMER
    may_change: ClassVar[tuple[str, ...]] = ()
    """Parameters that may change when a training resumes, besides `folder` and `checkpoint`."""
    seed: Seed = 1
    folder: Folder = "training"
    checkpoint: Checkpoint = 20.0
