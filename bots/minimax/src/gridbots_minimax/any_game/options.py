"""Options of minimax and expectimax in games that have no part of their own."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta

from gridbots_minimax.options import TimedOptions


class SampledOptions(TimedOptions, frozen=True):
    """Of expectimax."""

    evaluation: Annotated[
        Literal["auto", "features", "lead", "rollouts"],
        Meta(
            description="features (the game's own, by its weights), lead (in score) or rollouts "
            "(the mean result of a few random ones); auto: the first of these that the game has"
        ),
    ] = "auto"
    samples: Annotated[
        int,
        Meta(
            ge=1,
            le=64,
            description="where something is drawn or hidden: states searched for each move, the "
            "mean of which counts",
        ),
    ] = 4

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.depth > 0 and self.nodes > 0:
            raise ValueError(f"expected depth or nodes, got depth={self.depth},nodes={self.nodes}")


class Options(SampledOptions, frozen=True):
    """Of minimax."""

    maxn: Annotated[
        bool,
        Meta(
            description="take every seat for itself (max-n), not all others against this one "
            "(paranoid); for more than two seats"
        ),
    ] = False
    transpositions: Annotated[
        bool,
        Meta(
            description="search positions that are reached in several ways once; where nothing "
            "is drawn or hidden, and not with maxn"
        ),
    ] = True
