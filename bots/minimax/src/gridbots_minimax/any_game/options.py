"""Options of minimax and expectimax in games without a package of their own."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta

from gridbots_minimax.options import TimedOptions


class SampledOptions(TimedOptions, frozen=True):
    """Options of expectimax."""

    evaluation: Annotated[
        Literal["auto", "features", "lead", "rollouts"],
        Meta(
            description="features (the game's own, with its weights), lead (in score) or rollouts "
            "(the mean result of random roll-outs); auto: the first of these that the game has"
        ),
    ] = "auto"
    samples: Annotated[
        int,
        Meta(
            ge=1,
            le=64,
            description="with chance or hidden information: states searched for each move; their "
            "values are averaged",
        ),
    ] = 4

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.depth > 0 and self.nodes > 0:
            raise ValueError(f"expected depth or nodes, got depth={self.depth},nodes={self.nodes}")


class Options(SampledOptions, frozen=True):
    """Options of minimax."""

    maxn: Annotated[
        bool,
        Meta(
            description="with more than two seats: every seat maximises its own value (max-n), "
            "instead of all others playing against this one (paranoid)"
        ),
    ] = False
    transpositions: Annotated[
        bool,
        Meta(
            description="search a position only once, even if several lines reach it; no effect "
            "with chance, hidden information or maxn"
        ),
    ] = True
