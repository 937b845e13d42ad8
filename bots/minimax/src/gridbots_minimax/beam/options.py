"""Options of beam."""

from __future__ import annotations

from typing import Annotated, ClassVar, Literal

from msgspec import Meta

from gridbots.settings import FormerNames, Settings

MOST_WIDTH = 64
MOST_DEPTH = 32


def amount(text: str, most: float | None = None) -> Meta:
    return Meta(ge=0, le=most, description=text)


class Options(Settings, frozen=True):
    former: ClassVar[FormerNames] = {
        "candy_decay": ("decay",),
        "candy_sum_weight": ("share",),
        "collision_penalty": ("caution",),
        "confinement_penalty": ("confinement",),
        "contested_weight": ("contested",),
        "dead_end_penalty": ("survival",),
        "death_penalty": ("death",),
        "free_space": ("room",),
        "siege_bonus": ("siege",),
        "siege_territory": ("siege_land",),
        "territory_penalty": ("crowding",),
        "territory_target": ("land",),
        "uncertain_moves": ("leeway",),
    }

    width: Annotated[
        int, Meta(ge=1, le=MOST_WIDTH, description="positions kept after each move")
    ] = 12
    depth: Annotated[int, Meta(ge=1, le=MOST_DEPTH, description="own moves to look ahead")] = 10
    model: Annotated[
        Literal["inferred", "nearest", "contested", "straight"],
        Meta(
            description="opponent model: nearest (goes to the nearest candy), contested (to the "
            "candy for which its lead is largest), straight (straight on), or inferred from the "
            "moves of each opponent"
        ),
    ] = "inferred"
    collision_penalty: Annotated[
        float, amount("cost in points of a cell that another head could enter")
    ] = 20.0
    death_penalty: Annotated[float, amount("cost of elimination in points")] = 100.0
    confinement_penalty: Annotated[float, amount("cost in points of having no free space")] = 50.0
    discount: Annotated[float, Meta(gt=0, le=1, description="discount of points per move")] = 0.97
    candy_decay: Annotated[
        float, Meta(gt=0, le=1, description="decay of a candy's value per step to it")
    ] = 0.92
    candy_sum_weight: Annotated[
        float, amount("weight of the sum of all candies, added to the best one")
    ] = 0.05
    contested_weight: Annotated[
        float, amount("weight of a candy to which another head is nearer", 1)
    ] = 0.5
    free_space: Annotated[float, amount("needed free space within reach, in own lengths")] = 2.0
    territory_penalty: Annotated[
        float, amount("cost in points of having no territory, if an opponent fits no model")
    ] = 100.0
    siege_bonus: Annotated[
        float, amount("value in points of an opponent without territory that fits no model")
    ] = 300.0
    territory_target: Annotated[float, amount("needed territory, in own lengths")] = 1.0
    siege_territory: Annotated[
        float,
        amount("territory, in its lengths, below which an opponent that fits no model is besieged"),
    ] = 3.0
    uncertain_moves: Annotated[
        int,
        Meta(
            ge=0,
            le=MOST_DEPTH,
            description="last predicted moves that territories ignore, for an opponent that fits "
            "no model",
        ),
    ] = 5
    dead_end_penalty: Annotated[
        float,
        amount("cost in points of a first move into a dead end, if an opponent fits no model"),
    ] = 100.0
    seed: Annotated[
        int, Meta(ge=0, le=2**32 - 1, description="has no effect: nothing is random")
    ] = 0
