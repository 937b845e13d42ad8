"""What can be set of viper."""

from __future__ import annotations

from typing import Annotated, Final

from msgspec import Meta

from gridbots.settings import Settings
from gridbots_battlesnake.features import WEIGHTS

MOST_DEPTH: Final = 40
USUAL_NODES: Final = 96_000
"""Where none are set, but in duels by the clock."""

Weight = Annotated[float, Meta(ge=-1000, le=1000)]


def means(text: str) -> Meta:
    return Meta(description=text)


class ViperOptions(Settings, frozen=True):
    nodes: Annotated[
        int,
        Meta(
            ge=0,
            le=10_000_000,
            description="rounds played in thought for each move, a quarter among more than two; "
            "0: in a duel by the clock, else as with 96,000",
        ),
    ] = 0
    depth: Annotated[
        int, Meta(ge=1, le=MOST_DEPTH, description="rounds that it looks ahead at most")
    ] = MOST_DEPTH
    area: Annotated[Weight, means("of a cell that it comes to first")] = WEIGHTS["area"]
    rivals: Annotated[Weight, means("of a cell of the largest other area")] = WEIGHTS["rivals"]
    lack: Annotated[Weight, means("of a part for which there is no room")] = WEIGHTS["lack"]
    squeeze: Annotated[Weight, means("of a part of another without room")] = WEIGHTS["squeeze"]
    lead: Annotated[Weight, means("of a part that it is longer than the longest")] = WEIGHTS["lead"]
    food: Annotated[Weight, means("of food, by how near it is")] = WEIGHTS["food"]
    hunger: Annotated[Weight, means("of a round too few until food")] = WEIGHTS["hunger"]
    danger: Annotated[Weight, means("of a head that could beat it next")] = WEIGHTS["danger"]
    prey: Annotated[Weight, means("of a head that it could beat next")] = WEIGHTS["prey"]
    others: Annotated[Weight, means("of a living other one")] = WEIGHTS["others"]
    hazard: Annotated[Weight, means("of a hundred health that its cell costs")] = WEIGHTS["hazard"]

    @property
    def is_timed(self) -> bool:
        return self.nodes == 0
