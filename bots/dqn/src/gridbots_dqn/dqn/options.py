"""The options of dqn."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from gridbots.settings import Settings


class Options(Settings, frozen=True):
    weights: Annotated[
        str,
        Meta(
            description="what it has learned: dqn-8x8 or, in fewer moves, dqn-8x8-small (both on "
            "8x8); or a .npz file that a training has written"
        ),
    ] = "dqn-8x8"
