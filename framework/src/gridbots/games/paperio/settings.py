"""What can be set in Paper.io."""

from __future__ import annotations

from typing import Annotated, Final, Literal

from msgspec import Meta

from gridbots.settings import Settings

MOST_SEATS: Final = 6


class PaperioSettings(Settings, frozen=True):
    size: Annotated[int, Meta(ge=6, le=64, description="rows and columns of the board")] = 7
    seats: Annotated[int, Meta(ge=2, le=MOST_SEATS, description="players")] = 2
    max_rounds: Annotated[int, Meta(ge=1, le=100_000, description="length of a match")] = 70
    order: Annotated[
        Literal["simultaneous", "alternating"],
        Meta(description="all move at once, or one seat in each round, as in the CS221 program"),
    ] = "simultaneous"
    radius: Annotated[
        int, Meta(ge=0, le=64, description="how many cells a seat sees in each direction")
    ] = 2
    all_seeing: Annotated[
        str, Meta(description="numbers of the seats that see the whole board, such as 1 or 02")
    ] = ""

    def __post_init__(self) -> None:
        if self.seats > 4 and self.size < 9:
            raise ValueError(f"expected size 9 or more for {self.seats} seats, got {self.size}")
        known = "012345"[: self.seats]
        if "".join(seat for seat in known if seat in self.all_seeing) != self.all_seeing:
            raise ValueError(
                f"expected numbers among {known} in order for all_seeing, got {self.all_seeing!r}"
            )
