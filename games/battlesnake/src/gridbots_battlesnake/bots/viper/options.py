"""Options of viper."""

from __future__ import annotations

from typing import Annotated, Final

from msgspec import Meta

from gridbots.settings import Settings
from gridbots_battlesnake.features import WEIGHTS

MOST_DEPTH: Final = 40
USUAL_NODES: Final = 96_000
"""Nodes if the option is 0, except in duels with a clock."""

Weight = Annotated[float, Meta(ge=-1000, le=1000)]


def weight_of(text: str) -> Meta:
    return Meta(description=f"weight of {text}")


class ViperOptions(Settings, frozen=True):
    nodes: Annotated[
        int,
        Meta(
            ge=0,
            le=10_000_000,
            description="simulated rounds for each move, a quarter of that with more than two "
            "snakes; 0: limited by the clock in duels, otherwise 96,000",
        ),
    ] = 0
    depth: Annotated[int, Meta(ge=1, le=MOST_DEPTH, description="maximum rounds to look ahead")] = (
        MOST_DEPTH
    )
    area: Annotated[Weight, weight_of("a cell that it reaches first")] = WEIGHTS["area"]
    rivals: Annotated[Weight, weight_of("a cell of the largest other area")] = WEIGHTS["rivals"]
    lack: Annotated[Weight, weight_of("a body part beyond its area")] = WEIGHTS["lack"]
    squeeze: Annotated[Weight, weight_of("another snake's body part beyond that snake's area")] = (
        WEIGHTS["squeeze"]
    )
    lead: Annotated[Weight, weight_of("a part more than the longest other snake")] = WEIGHTS["lead"]
    food: Annotated[Weight, weight_of("the nearness of food")] = WEIGHTS["food"]
    hunger: Annotated[Weight, weight_of("a round missing to reach food")] = WEIGHTS["hunger"]
    danger: Annotated[Weight, weight_of("a head that could beat it next round")] = WEIGHTS["danger"]
    prey: Annotated[Weight, weight_of("a head that it could beat next round")] = WEIGHTS["prey"]
    others: Annotated[Weight, weight_of("a living other snake")] = WEIGHTS["others"]
    hazard: Annotated[Weight, weight_of("100 health lost in its cell")] = WEIGHTS["hazard"]

    @property
    def is_timed(self) -> bool:
        return self.nodes == 0
