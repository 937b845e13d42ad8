"""Parameters of a training of td."""

from __future__ import annotations

from typing import Annotated, ClassVar, Final, Literal

from msgspec import Meta

from gridbots.settings import Settings
from gridbots_td.network import MOST_UNITS

FROZEN: Final = "evaluation=pure,memory=frozen,belief=last"
"""Options of the published agents."""
REFRESHED: Final = "evaluation=pure,memory=refreshed,belief=last"
"""The same with a memory that is worth its name."""


class Parameters(Settings, frozen=True):
    """All that the weights depend on."""

    seed: Annotated[int, Meta(ge=0, le=2**30, description="of all chance")] = 1
    features: Annotated[
        Literal["program", "paper", "dense", "tables", "network"],
        Meta(description="what is looked at; see features/layout.py"),
    ] = "tables"
    depth: Annotated[
        int, Meta(ge=1, le=4, description="own moves that it looks ahead in training")
    ] = 2
    plays: Annotated[
        int, Meta(ge=0, le=6, description="own moves that it looks ahead later; 0: as in training")
    ] = 0
    samples: Annotated[
        int,
        Meta(ge=0, le=32, description="states that may be which it searches later; 0: the one that "
             "it remembers"),
    ] = 0  # fmt: skip
    units: Annotated[int, Meta(ge=1, le=MOST_UNITS, description="hidden units of a network")] = 32
    memory: Annotated[
        Literal["refreshed", "frozen"],
        Meta(description="by what is seen, or as in the CS221 program"),
    ] = "refreshed"
    size: Annotated[int, Meta(ge=3, description="rows and columns of the board")] = 7
    radius: Annotated[int, Meta(ge=1, description="cells that a seat sees in each direction")] = 2
    max_rounds: Annotated[int, Meta(ge=1, description="length of a match")] = 70
    order: Annotated[
        Literal["alternating", "simultaneous"], Meta(description="whether seats move in turn")
    ] = "alternating"
    opponents: Annotated[
        str, Meta(description="who it plays, as SHARE*BOT, separated by blanks")
    ] = (
        f"0.1*random:among=candidates 0.1*minimax:depth=1,{FROZEN} "
        f"0.15*minimax:depth=2,{FROZEN} 0.15*minimax:depth=3,{FROZEN} "
        f"0.1*minimax:depth=1,{REFRESHED} 0.2*minimax:depth=2,{REFRESHED} "
        f"0.2*minimax:depth=3,{REFRESHED}"
    )
    episodes: Annotated[int, Meta(ge=1, description="matches to learn from, per restart")] = 6000
    restarts: Annotated[int, Meta(ge=1, description="how often to begin anew")] = 2
    copies: Annotated[
        int, Meta(ge=1, description="matches played at a time; weights change between rounds")
    ] = 64
    rate: Annotated[float, Meta(ge=0, description="step size")] = 0.05
    steady: Annotated[
        float,
        Meta(ge=0, le=1, description="part of the episodes with the full rate; then it falls to 0"),
    ] = 0.3
    gamma: Annotated[float, Meta(ge=0, le=1, description="discount of an own move")] = 0.97
    trace: Annotated[
        float, Meta(ge=0, le=1, description="lambda: how far a return looks beyond the next value")
    ] = 0.5
    epsilon: Annotated[
        float, Meta(ge=0, le=1, description="share of moves that explore, at first")
    ] = 0.05
    epsilon_end: Annotated[float, Meta(ge=0, le=1, description="the same, at last")] = 0.02
    falling: Annotated[
        float, Meta(ge=0, le=1, description="part of the episodes in which that falls")
    ] = 0.7
    averaging: Annotated[
        float,
        Meta(
            ge=0, le=1, description="part of the episodes, at the end, whose weights are averaged"
        ),
    ] = 0.3
    spread: Annotated[
        float, Meta(ge=0, description="standard deviation of the weights at the start")
    ] = 0.01
    prize: Annotated[
        float,
        Meta(ge=0, le=1, description="part of a match's worth that is for winning it, by however "
             "little; the rest is for the margin"),
    ] = 0.0  # fmt: skip
    generation: Annotated[
        int, Meta(ge=1, description="matches after which the older self, an opponent, is renewed")
    ] = 2000
    sees_all: Annotated[
        bool,
        Meta(description="learn what whole positions are worth: the learner sees the whole board "
             "in training, for a bot that searches states that may be"),
    ] = False  # fmt: skip
    first_seat: Annotated[
        bool, Meta(description="learn in the first seat only, as the CS221 program does")
    ] = False
    examiners: Annotated[
        str, Meta(description="whom it plays for validation, and at the end, separated by blanks")
    ] = (
        f"random:among=candidates minimax:depth=2,{FROZEN} minimax:depth=3,{FROZEN} "
        f"minimax:depth=2,{REFRESHED} minimax:depth=3,{REFRESHED}"
    )
    validation: Annotated[
        int, Meta(ge=2, description="matches with each of them after each restart")
    ] = 200
    matches: Annotated[
        int, Meta(ge=2, description="matches with each of them at the end, for the figures")
    ] = 2000
    folder: Annotated[str, Meta(description="where weights, curve and checkpoint are written")] = (
        "training/paperio"
    )
    checkpoint: Annotated[float, Meta(ge=0, description="seconds between checkpoints")] = 20.0
    passing: ClassVar[tuple[str, ...]] = ("matches",)
