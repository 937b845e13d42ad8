"""Parameters that trainings of value networks have in common."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from gridbots.settings import Settings


class Parameters(Settings, frozen=True):
    matches: Annotated[int, Meta(ge=20, description="of each generation")] = 6000
    generations: Annotated[
        int,
        Meta(
            ge=1,
            description="the first is judged by leaf=chance, each later one by what the one "
            "before has learned",
        ),
    ] = 2
    leaves: Annotated[int, Meta(ge=1, description="of the tree search of each round")] = 1000
    usual: Annotated[
        float,
        Meta(ge=0, le=1, description="share of matches on 16x16; the others are on 8x8 to 16x16"),
    ] = 0.7
    epsilon: Annotated[float, Meta(ge=0, le=1, description="share of moves drawn at random")] = 0.04
    opening: Annotated[
        int, Meta(ge=0, description="first rounds of a match that are drawn at random, at most")
    ] = 4
    positions: Annotated[
        int, Meta(ge=1, description="of a match that are learned from, at most; drawn at random")
    ] = 48
    searched: Annotated[
        float,
        Meta(
            ge=0, le=1, description="what the value found by search counts beside the match's end"
        ),
    ] = 0.5
    epochs: Annotated[int, Meta(ge=1, description="of the fit")] = 10
    batch: Annotated[int, Meta(ge=1, description="positions per step")] = 512
    rate: Annotated[float, Meta(gt=0, description="of learning, at first; it falls to 0")] = 4e-3
    decay: Annotated[float, Meta(ge=0, description="of the weights, times the rate")] = 0.01
    seed: Annotated[int, Meta(ge=0, le=2**30, description="of all that is drawn")] = 1
    folder: Annotated[str, Meta(description="where weights and checkpoint are written")] = (
        "training/value"
    )
    checkpoint: Annotated[float, Meta(ge=0, description="seconds between checkpoints")] = 60.0
