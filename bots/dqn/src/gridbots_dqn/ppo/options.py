"""The options of ppo."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta

from gridbots.settings import Settings


class Options(Settings, frozen=True):
    weights: Annotated[
        str,
        Meta(
            description="what it has learned: ppo-8x8 or ppo-10x10; ppo-8x8-daring or "
            "ppo-10x10-daring, to which a collision costs no more than an apple; or a .npz file "
            "that a training has written; else what was learned on such a board"
        ),
    ] = ""
    mask: Annotated[
        Literal["none", "flood"],
        Meta(
            description="none: the network alone decides; flood: never a step into a region that "
            "surely cannot be left, which a flood fill finds, if there is another"
        ),
    ] = "none"
