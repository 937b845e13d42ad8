"""Parameters of a training by PPO, each with a sentence."""

from __future__ import annotations

from typing import Annotated, ClassVar, Literal

from msgspec import Meta

from gridbots.settings import Settings


class Parameters(Settings, frozen=True):
    passing: ClassVar[tuple[str, ...]] = ("test",)
    size: Annotated[int, Meta(ge=4, le=16, description="rows and columns of the board")] = 8
    rounds: Annotated[
        float, Meta(gt=0, description="rounds to learn from, in all copies together, in millions")
    ] = 12.0
    copies: Annotated[
        int, Meta(ge=1, description="episodes played side by side: more make each round cheaper")
    ] = 512
    horizon: Annotated[
        int, Meta(ge=2, description="rounds that each copy plays between two times of learning")
    ] = 32
    later: Annotated[
        float,
        Meta(ge=0, le=1, description="share of episodes that begin with a long snake"),
    ] = 0.5
    discount: Annotated[
        float, Meta(ge=0, le=1, description="what a reward of the next round is worth in this one")
    ] = 0.99
    trace: Annotated[
        float,
        Meta(
            ge=0,
            le=1,
            description="lambda: 0 believes the value one round later, 1 only what has come of it",
        ),
    ] = 0.95
    death: Annotated[
        float, Meta(ge=0, description="taken away for running into something; an apple gives 1")
    ] = 1.0
    dense: Annotated[
        str, Meta(pattern=r"^\d+( \d+)*$", description="units of each dense layer")
    ] = "512 256"
    bfloat16: Annotated[
        bool,
        Meta(
            description="multiply in half precision: three times as fast where the processor can "
            "(AMX), and far slower where it cannot"
        ),
    ] = True
    device: Annotated[
        Literal["auto", "cpu", "cuda"],
        Meta(description="what computes: the processor, or a GPU; auto: a GPU if there is one"),
    ] = "auto"
    batch: Annotated[
        int, Meta(ge=2, description="rounds from which one step of learning is computed")
    ] = 1024
    epochs: Annotated[int, Meta(ge=1, description="how often each round is learned from")] = 2
    rate: Annotated[float, Meta(gt=0, description="size of a step of learning, at first")] = 7e-4
    last_rate: Annotated[float, Meta(gt=0, description="the same at the end")] = 2e-5
    entropy: Annotated[float, Meta(ge=0, description="weight of staying undecided, at first")] = (
        0.01
    )
    last_entropy: Annotated[float, Meta(ge=0, description="the same at the end")] = 0.001
    clip: Annotated[
        float, Meta(gt=0, description="how far the odds of an action may move at a time")
    ] = 0.2
    critic: Annotated[float, Meta(gt=0, description="weight of the error of values")] = 0.5
    longest: Annotated[
        float, Meta(gt=0, description="a gradient that is longer is shortened to this")
    ] = 0.5
    start: Annotated[
        str,
        Meta(
            description="begin with what was learned in this folder of another training, or with "
            "weights of the bot ppo: a name, or a .npz file"
        ),
    ] = ""
    test: Annotated[int, Meta(ge=0, description="greedy episodes at the end")] = 1000
    seed: Annotated[int, Meta(ge=0, le=2**30, description="of all that is drawn")] = 1
    folder: Annotated[str, Meta(description="where everything is written")] = "training/ppo"
    checkpoint: Annotated[float, Meta(ge=0, description="seconds between checkpoints")] = 60.0
