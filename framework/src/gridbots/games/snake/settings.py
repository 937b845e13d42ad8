"""Settings of Snake, with the presets of the published programs."""

from __future__ import annotations

from typing import Annotated, Any, Final, Literal

from msgspec import Meta
from msgspec.structs import force_setattr

from gridbots.settings import Settings

SMALLEST: Final = 4
LARGEST: Final = 60
MOST_ROUNDS: Final = 2**31 - 1
"""What a record has room for."""

PRESETS: Final[dict[str, dict[str, Any]]] = {
    "classic-30": {"width": 30, "height": 30, "start": "anywhere", "reversal": "fatal"},
    "corner-8": {
        "width": 8, "height": 8, "start": "corner", "reversal": "ignored", "max_rounds": 5000,
    },
}  # fmt: skip
"""What each preset says; without max_rounds it is the square of the number of cells."""

Side = Annotated[int, Meta(ge=0, le=LARGEST)]


class SnakeSettings(Settings, frozen=True):
    """What is not given is filled in from the preset: the fields of settings are never 0."""

    preset: Annotated[
        Literal["classic-30", "corner-8"],
        Meta(description="the defaults of all other settings, as in the published programs"),
    ] = "classic-30"
    width: Annotated[Side, Meta(description="columns of the board, 4..60; 0: of the preset")] = 0
    height: Annotated[Side, Meta(description="rows of the board, 4..60; 0: of the preset")] = 0
    start: Annotated[
        Literal["preset", "anywhere", "corner"],
        Meta(description="anywhere: length 1 in any cell; corner: length 4 in the top left"),
    ] = "preset"
    reversal: Annotated[
        Literal["preset", "fatal", "ignored"],
        Meta(description="turning back is a collision, or no step is made"),
    ] = "preset"
    max_rounds: Annotated[
        int,
        Meta(ge=0, le=MOST_ROUNDS, description="rounds after which it ends; 0: as published"),
    ] = 0

    def __post_init__(self) -> None:
        for name, value in PRESETS[self.preset].items():
            if getattr(self, name) in {0, "preset"}:
                force_setattr(self, name, value)
        if self.max_rounds == 0:
            force_setattr(self, "max_rounds", (self.width * self.height) ** 2)
        if min(self.width, self.height) < SMALLEST:
            raise ValueError(
                f"expected sides of {SMALLEST}..{LARGEST} cells, got {self.width}x{self.height}"
            )
