"""What can be set of viper."""

from __future__ import annotations

from typing import Annotated, Final

from msgspec import Meta

from gridbots.settings import Settings

MOST_DEPTH: Final = 40

Weight = Annotated[float, Meta(ge=-1000, le=1000)]


class ViperOptions(Settings, frozen=True):
    nodes: Annotated[
        int, Meta(ge=1, le=10_000_000, description="rounds played in thought for each move")
    ] = 6000
    depth: Annotated[
        int, Meta(ge=1, le=MOST_DEPTH, description="rounds that it looks ahead at most")
    ] = MOST_DEPTH
    area: Annotated[Weight, Meta(description="of a cell that it comes to first")] = 1.0
    rivals: Annotated[Weight, Meta(description="of a cell of the largest other area")] = -1.0
    lack: Annotated[Weight, Meta(description="of a part for which there is no room")] = -6.0
    lead: Annotated[Weight, Meta(description="of a part that it is longer than the longest")] = 12.0
    food: Annotated[Weight, Meta(description="of food, by how near it is")] = 15.0
    hunger: Annotated[Weight, Meta(description="of a round too few until food")] = -10.0
    danger: Annotated[Weight, Meta(description="of a head that could beat it next")] = -7.0
    prey: Annotated[Weight, Meta(description="of a head that it could beat next")] = 2.0
    others: Annotated[Weight, Meta(description="of a living other one")] = -40.0
    hazard: Annotated[Weight, Meta(description="of a hundred health that its cell costs")] = -20.0
