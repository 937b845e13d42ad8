"""Parameters that trainings of value networks have in common."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from gridbots.training.parameters import Checkpoint, Folder, TrainingParameters


class Parameters(TrainingParameters, frozen=True):
    episodes: Annotated[int, Meta(ge=20, description="matches in each generation")] = 6000
    generations: Annotated[
        int,
        Meta(
            ge=1,
            description="generations: the first evaluates leaves by leaf=chance, each later one "
            "by the network of the one before",
        ),
    ] = 2
    num_simulations: Annotated[
        int, Meta(ge=1, description="simulations of the tree search in each round")
    ] = 1000
    full_size_fraction: Annotated[
        float,
        Meta(ge=0, le=1, description="share of matches on 16x16; the others are on 8x8 to 16x16"),
    ] = 0.7
    epsilon: Annotated[float, Meta(ge=0, le=1, description="share of random moves")] = 0.04
    random_opening_rounds: Annotated[
        int, Meta(ge=0, description="upper bound of random rounds at the start of a match")
    ] = 4
    positions_per_episode: Annotated[
        int, Meta(ge=1, description="random positions to learn from in each match, at most")
    ] = 48
    search_value_weight: Annotated[
        float,
        Meta(ge=0, le=1, description="weight of the search value in the target; the rest is for "
             "the outcome"),
    ] = 0.5  # fmt: skip
    n_epochs: Annotated[int, Meta(ge=1, description="epochs of each fit")] = 10
    batch_size: Annotated[int, Meta(ge=1, description="positions in each gradient step")] = 512
    learning_rate: Annotated[
        float, Meta(gt=0, description="learning rate at the start; it falls to 0")
    ] = 4e-3
    weight_decay: Annotated[float, Meta(ge=0, description="weight decay of AdamW")] = 0.01
    folder: Folder = "training/value"
    checkpoint: Checkpoint = 60.0
