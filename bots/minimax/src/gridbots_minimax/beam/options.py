"""Options of beam."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta

from gridbots.settings import Settings

MOST_WIDTH = 64
MOST_DEPTH = 32


class Options(Settings, frozen=True):
    width: Annotated[
        int, Meta(ge=1, le=MOST_WIDTH, description="positions that are kept after each move")
    ] = 12
    depth: Annotated[int, Meta(ge=1, le=MOST_DEPTH, description="own moves to look ahead")] = 10
    model: Annotated[
        Literal["inferred", "nearest", "contested", "straight"],
        Meta(
            description="how others are taken to move: to the nearest candy, to one that they "
            "reach before others, straight on, or as each has moved so far"
        ),
    ] = "inferred"
    caution: Annotated[
        float,
        Meta(ge=0, description="cost of a cell that another head could enter, too, in points"),
    ] = 20.0
    death: Annotated[float, Meta(ge=0, description="cost of being out, in points")] = 100.0
    confinement: Annotated[
        float, Meta(ge=0, description="cost of having no room at all, in points")
    ] = 50.0
    discount: Annotated[float, Meta(gt=0, le=1, description="of points, for each move")] = 0.97
    decay: Annotated[
        float, Meta(gt=0, le=1, description="of a candy's worth, for each step to it")
    ] = 0.92
    share: Annotated[
        float, Meta(ge=0, description="weight of all candies together beside the best one")
    ] = 0.05
    contested: Annotated[
        float, Meta(ge=0, le=1, description="share of a candy's worth where another head is nearer")
    ] = 0.5
    room: Annotated[
        float, Meta(ge=0, description="cells that it wants within reach, in lengths of its own")
    ] = 2.0
    crowding: Annotated[
        float,
        Meta(
            ge=0,
            description="cost of reaching no cell before others, in points, where one of them "
            "does not move as modelled",
        ),
    ] = 100.0
    siege: Annotated[
        float,
        Meta(
            ge=0,
            description="worth of a snake's having no such land that does not move as modelled, "
            "in points",
        ),
    ] = 300.0
    land: Annotated[
        float, Meta(ge=0, description="land that a snake wants, in lengths of its own")
    ] = 1.0
    siege_land: Annotated[
        float,
        Meta(
            ge=0,
            description="land with which a snake that does not move as modelled is not besieged, "
            "in lengths of its own",
        ),
    ] = 3.0
    leeway: Annotated[
        int,
        Meta(
            ge=0,
            le=MOST_DEPTH,
            description="last moves looked ahead that a snake which does not move as modelled may "
            "make otherwise, where land is counted",
        ),
    ] = 5
    survival: Annotated[
        float,
        Meta(
            ge=0,
            description="cost of a first move after which it finds no way to go on, in points, "
            "where there is one after another move, and a snake does not move as modelled",
        ),
    ] = 100.0
    seed: Annotated[
        int, Meta(ge=0, le=2**32 - 1, description="has no effect: nothing is drawn")
    ] = 0
