"""Parameters of a training by deep Q-learning, each with a sentence; and the published ones."""

from __future__ import annotations

from typing import Annotated, Any, ClassVar, Final, Literal

from msgspec import Meta
from msgspec.structs import force_setattr

from gridbots.errors import SettingsError
from gridbots.settings import Settings
from gridbots_dqn.network import Architecture
from gridbots_dqn.views import VIEWS

PUBLISHED: Final[dict[str, Any]] = {
    "steps": 3_000_000, "batch": 32, "memory": 100_000, "first": 100_000,
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
        Literal["global-local", "global", "global-local-absolute", "global-absolute", "centred"],
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
    moves: Annotated[
        int, Meta(ge=1, description="of each learner for one learning step; divides its boards")
    ] = 4
    batch: Annotated[int, Meta(ge=1, le=4096, description="transitions per learning step")] = 32
    memory: Annotated[int, Meta(ge=1, description="transitions that are remembered")] = 50_000
    first: Annotated[int, Meta(ge=1, description="of which there must be so many to learn")] = 2_000
    renewal: Annotated[
        int, Meta(ge=1, description="learning steps after which the former weights are renewed")
    ] = 500
    ahead: Annotated[
        int, Meta(ge=1, le=32, description="n of n-step returns: rewards of n rounds, then a value")
    ] = 1
    convolutions: Annotated[
        str, Meta(description="planes out and side of the kernel of each, as 16x3")
    ] = "8x3 16x3"
    dense: Annotated[str, Meta(description="units of each dense layer")] = "64 64"
    bfloat16: Annotated[
        bool, Meta(description="multiply in half precision: fast where the processor can do that")
    ] = False
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
    spread: Annotated[
        float,
        Meta(
            ge=0, description="over the boards epsilon falls to epsilon ** (1 + this); 0: it is one"
        ),
    ] = 0.0
    later: Annotated[
        float, Meta(ge=0, le=1, description="share of episodes that begin with a long snake")
    ] = 0.0
    patience: Annotated[
        int, Meta(ge=0, description="rounds without an apple that break an episode off; 0: none do")
    ] = 0
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
    watched: Annotated[
        int,
        Meta(
            ge=0,
            description="greedy episodes at each point of the curve; 0: it shows episodes "
            "of the training",
        ),
    ] = 0
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
        if self.boards % self.moves:
            raise SettingsError(
                f"moves: expected a divisor of boards={self.boards}, got {self.moves}"
            )
        if self.scale == "published":
            usual = dict(zip(self.__struct_fields__, self.__struct_defaults__, strict=True))
            for name, value in PUBLISHED.items():
                if getattr(self, name) == usual[name]:
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
