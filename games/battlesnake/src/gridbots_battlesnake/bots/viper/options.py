"""What can be set of viper."""

from __future__ import annotations

from typing import Annotated, Final

from msgspec import Meta

from gridbots.settings import Settings
from gridbots_battlesnake.features import WEIGHTS

MOST_DEPTH: Final = 40

DEEP: Final = WEIGHTS | {
    "rivals": -1.0, "lack": -6.0, "squeeze": 0.0, "lead": 12.0, "food": 15.0, "hunger": -10.0,
    "danger": -7.0, "prey": 2.0,
}  # fmt: skip
"""What each feature is worth where a search looks far ahead: the game's own weights, tuned for few
rounds ahead, lose to these there (docs/results/battlesnake_weights.md)."""

Weight = Annotated[float, Meta(ge=-1000, le=1000)]


def means(text: str) -> Meta:
    return Meta(description=text)


class ViperOptions(Settings, frozen=True):
    nodes: Annotated[
        int,
        Meta(
            ge=1,
            le=10_000_000,
            description="rounds played in thought for each move, a quarter among more than two",
        ),
    ] = 96_000
    depth: Annotated[
        int, Meta(ge=1, le=MOST_DEPTH, description="rounds that it looks ahead at most")
    ] = MOST_DEPTH
    area: Annotated[Weight, means("of a cell that it comes to first")] = DEEP["area"]
    rivals: Annotated[Weight, means("of a cell of the largest other area")] = DEEP["rivals"]
    lack: Annotated[Weight, means("of a part for which there is no room")] = DEEP["lack"]
    squeeze: Annotated[Weight, means("of a part of another without room")] = DEEP["squeeze"]
    lead: Annotated[Weight, means("of a part that it is longer than the longest")] = DEEP["lead"]
    food: Annotated[Weight, means("of food, by how near it is")] = DEEP["food"]
    hunger: Annotated[Weight, means("of a round too few until food")] = DEEP["hunger"]
    danger: Annotated[Weight, means("of a head that could beat it next")] = DEEP["danger"]
    prey: Annotated[Weight, means("of a head that it could beat next")] = DEEP["prey"]
    others: Annotated[Weight, means("of a living other one")] = DEEP["others"]
    hazard: Annotated[Weight, means("of a hundred health that its cell costs")] = DEEP["hazard"]
