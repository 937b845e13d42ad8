"""Settings of Battlesnake."""

from __future__ import annotations

from typing import Annotated, Final, Literal

from msgspec import Meta

from gridbots.settings import Settings

MODES: Final = ("standard", "solo", "wrapped", "royale", "constrictor", "wrapped_constrictor")
MAPS: Final = (
    "standard", "empty", "royale", "hz_columns", "hz_inner_wall", "hz_rings", "sinkholes",
    "hz_hazard_pits", "healing_pools", "snail_mode",
)  # fmt: skip
MAP_SIZES: Final = {
    "sinkholes": (7, 11, 19),
    "healing_pools": (7, 11, 19),
    "hz_hazard_pits": (11,),
}
"""Sides of the square boards that a map requires; the other maps fit any board."""
MOST_SIDE: Final = 25
MOST_SEATS: Final = 16
MOST_ROUNDS: Final = 1_000_000
SMALLEST_FIXED: Final = 7
SMALLEST_SPREAD: Final = 11
MOST_FIXED: Final = 8
"""Most seats with fixed starts on a square board; see `opening`."""


class BattlesnakeSettings(Settings, frozen=True):
    width: Annotated[int, Meta(ge=3, le=MOST_SIDE, description="columns of the board")] = 11
    height: Annotated[int, Meta(ge=3, le=MOST_SIDE, description="rows of the board")] = 11
    seats: Annotated[int, Meta(ge=1, le=MOST_SEATS, description="snakes")] = 2
    mode: Annotated[
        Literal["standard", "solo", "wrapped", "royale", "constrictor", "wrapped_constrictor"],
        Meta(description="ruleset, with its name in the API"),
    ] = "standard"
    map: Annotated[
        Literal[
            "standard", "empty", "royale", "hz_columns", "hz_inner_wall", "hz_rings", "sinkholes",
            "hz_hazard_pits", "healing_pools", "snail_mode",
        ],
        Meta(description="map of hazards, with its name in the API; empty: no food either"),
    ] = "standard"  # fmt: skip
    food_chance: Annotated[
        int, Meta(ge=0, le=100, description="one more food appears in (this - 1) of 100 rounds")
    ] = 15
    minimum_food: Annotated[
        int, Meta(ge=0, le=100, description="minimum amount of food on the board")
    ] = 1
    hazard_damage: Annotated[
        int, Meta(ge=-100, le=100, description="health lost in a hazard; a negative value heals")
    ] = 14
    shrink_every: Annotated[
        int, Meta(ge=1, le=10_000, description="rounds until a side shrinks, or a map changes")
    ] = 25
    max_rounds: Annotated[
        int, Meta(ge=1, le=MOST_ROUNDS, description="rounds after which the match ends")
    ] = 5000

    def __post_init__(self) -> None:
        is_square = self.width == self.height
        sizes = MAP_SIZES.get(self.map, ())
        if sizes and not (is_square and self.width in sizes):
            known = ", ".join(f"{size}x{size}" for size in sizes)
            raise ValueError(
                f"expected a board of {known} for the map {self.map}, "
                f"got {self.width}x{self.height}"
            )
        if self.seats > self.most_seats():
            raise ValueError(
                f"expected at most {self.most_seats()} seats on {self.width}x{self.height} "
                f"with the map {self.map}, got {self.seats}"
            )

    def most_seats(self) -> int:
        """The number of starts."""
        if self.map == "hz_hazard_pits":
            return 4
        if self.width == self.height >= SMALLEST_SPREAD:
            return MOST_SEATS
        chequered = (self.width * self.height + 1) // 2
        middle = (self.width - 1) // 2 + (self.height - 1) // 2
        starts = chequered - (middle % 2 == 0)
        if self.width == self.height:
            # Below 7x7 the original refuses more; larger boards have eight fixed starts.
            starts = max(starts, MOST_FIXED) if self.width >= SMALLEST_FIXED else min(starts, 8)
        return min(starts, MOST_SEATS)


class FogSettings(BattlesnakeSettings, frozen=True):
    """Settings of Battlesnake in fog, where seats see different boards."""

    vision: Annotated[
        int, Meta(ge=1, le=MOST_SIDE, description="cells that a snake sees in each direction")
    ] = 3
