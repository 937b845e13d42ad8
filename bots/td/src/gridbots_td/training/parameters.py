"""Parameters of a training of td."""

from __future__ import annotations

from typing import Annotated, ClassVar, Final, Literal

from msgspec import Meta

from gridbots.settings import FormerNames
from gridbots.training import parameters as shared
from gridbots_td.network import MAX_UNITS

FROZEN: Final = "evaluation=pure,memory=frozen,belief=last"
"""Options of the published agents."""
REFRESHED: Final = "evaluation=pure,memory=refreshed,belief=last"
"""The same with a memory that takes in what is seen."""


class Parameters(shared.TrainingParameters, frozen=True):
    former: ClassVar[FormerNames] = {
        **shared.FORMER,
        "episodes": (),
        "n_test_episodes": ("matches",),
    }
    may_change: ClassVar[tuple[str, ...]] = ("n_test_episodes",)
    features: Annotated[
        Literal["program", "paper", "dense", "tables", "network"],
        Meta(description="features of the value function; see features/layout.py"),
    ] = "tables"
    depth: Annotated[int, Meta(ge=1, le=4, description="search depth in training, own moves")] = 2
    play_depth: Annotated[
        int, Meta(ge=0, le=6, description="search depth in play, own moves; 0: as in training")
    ] = 0
    samples: Annotated[
        int,
        Meta(ge=0, le=32, description="belief states to search in play; 0: the remembered state"),
    ] = 0
    units: Annotated[int, Meta(ge=1, le=MAX_UNITS, description="hidden units of a network")] = 32
    memory: Annotated[
        Literal["refreshed", "frozen"],
        Meta(description="refreshed by what is seen, or frozen as in the CS221 program"),
    ] = "refreshed"
    size: Annotated[int, Meta(ge=3, description="rows and columns of the board")] = 7
    radius: Annotated[int, Meta(ge=1, description="cells that a seat sees in each direction")] = 2
    max_rounds: Annotated[int, Meta(ge=1, description="length of a match")] = 70
    order: Annotated[
        Literal["alternating", "simultaneous"], Meta(description="whether seats move in turn")
    ] = "alternating"
    opponents: Annotated[
        str, Meta(description="opponent mix: SHARE*BOT, separated by blanks; `self` and `older` "
                  "stand for the learner and a former version of it")
    ] = (
        f"0.1*random:among=candidates 0.1*minimax:depth=1,{FROZEN} "
        f"0.15*minimax:depth=2,{FROZEN} 0.15*minimax:depth=3,{FROZEN} "
        f"0.1*minimax:depth=1,{REFRESHED} 0.2*minimax:depth=2,{REFRESHED} "
        f"0.2*minimax:depth=3,{REFRESHED}"
    )  # fmt: skip
    episodes: Annotated[int, Meta(ge=1, description="matches to learn from, per restart")] = 6000
    restarts: Annotated[
        int, Meta(ge=1, description="trainings from other random weights; the best one is kept")
    ] = 2
    n_envs: Annotated[
        int, Meta(ge=1, description="matches played at once; weights change between rounds")
    ] = 64
    learning_rate: Annotated[float, Meta(ge=0, description="learning rate")] = 0.05
    learning_rate_decay_start: Annotated[
        float,
        Meta(
            ge=0,
            le=1,
            description="fraction of the episodes after which the learning rate falls to 0",
        ),
    ] = 0.3
    gamma: Annotated[float, Meta(ge=0, le=1, description="discount factor per own move")] = 0.97
    td_lambda: shared.TdLambda = 0.5
    exploration_initial_eps: shared.InitialEpsilon = 0.05
    exploration_final_eps: shared.FinalEpsilon = 0.02
    exploration_fraction: Annotated[
        float, Meta(ge=0, le=1, description="fraction of the episodes over which epsilon falls")
    ] = 0.7
    averaging_fraction: shared.AveragingFraction = 0.3
    init_std: Annotated[
        float, Meta(ge=0, description="standard deviation of the initial weights")
    ] = 0.01
    win_weight: Annotated[
        float,
        Meta(
            ge=0,
            le=1,
            description="weight of the win in the value of a match; the rest is for the margin",
        ),
    ] = 0.0
    snapshot_interval: Annotated[
        int, Meta(ge=1, description="matches between updates of the opponent `older`")
    ] = 2000
    full_observation: Annotated[
        bool,
        Meta(
            description="show the learner the whole board in training, for a bot that searches "
            "belief states"
        ),
    ] = False
    first_seat: Annotated[
        bool, Meta(description="learn in the first seat only, as the CS221 program does")
    ] = False
    eval_opponents: Annotated[
        str, Meta(description="opponents in validation and test matches, separated by blanks")
    ] = (
        f"random:among=candidates minimax:depth=2,{FROZEN} minimax:depth=3,{FROZEN} "
        f"minimax:depth=2,{REFRESHED} minimax:depth=3,{REFRESHED}"
    )
    n_eval_episodes: Annotated[
        int, Meta(ge=2, description="validation matches per opponent after each restart")
    ] = 200
    n_test_episodes: Annotated[
        int, Meta(ge=2, description="test matches per opponent at the end")
    ] = 2000
    folder: shared.Folder = "training/paperio"
