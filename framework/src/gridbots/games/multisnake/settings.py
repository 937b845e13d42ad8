"""What can be set in Multiplayer Snake."""

from __future__ import annotations

from typing import Annotated, Final, Literal

from msgspec import Meta

from gridbots.kernel import kernel
from gridbots.settings import Settings

SMALLEST_SQUARE: Final = 3
"""Side of a starting square: a head with a cell on each side."""
MOST_ROUNDS: Final = 10**6


class MultisnakeSettings(Settings, frozen=True):
    size: Annotated[int, Meta(ge=12, le=64, description="rows and columns of the board")] = 20
    seats: Annotated[int, Meta(ge=2, le=16, description="snakes")] = 2
    candy_rate: Annotated[
        float, Meta(ge=0, le=20, description="at first 2 * (this, rounded down) + 1 candies")
    ] = 1.0
    max_rounds: Annotated[
        int, Meta(ge=1, le=MOST_ROUNDS, description="rounds after which the match ends")
    ] = 1000
    growth: Annotated[
        Literal["program", "paper"],
        Meta(description="program: a cell for every 3 points; paper: for every second candy"),
    ] = "program"
    acceleration: Annotated[
        bool, Meta(description="whether a snake may go two cells and leave a candy behind")
    ] = False

    def __post_init__(self) -> None:
        smallest = SMALLEST_SQUARE * squares_across(self.seats)
        if self.size < smallest:
            raise ValueError(
                f"expected a size of at least {smallest} for {self.seats} seats, got {self.size}"
            )


@kernel
def squares_across(seats: int) -> int:
    """Into how many squares the board is divided in either direction; no two snakes share one."""
    root = 1
    while root * root < seats:
        root += 1
    return root * root
