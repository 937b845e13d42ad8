"""Timing of animations: which rounds are shown, and for how long each."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Sequence

FASTEST: Final = 50
"""Pictures per second: browsers show faster GIFs slowly."""
HELD: Final = 3.0
"""Seconds that the last picture stays."""


def evenly_spaced(last: int, most: int) -> Sequence[int]:
    """Numbers of frames from the first to the last one, so many at most, evenly spread."""
    count = min(last + 1, most)
    return [round(index * last / max(count - 1, 1)) for index in range(count)]


def durations(count: int, rate: float) -> list[int]:
    """Milliseconds of each picture, in whole hundredths of a second, which a GIF counts in.

    What is rounded off one picture goes to the next one: the whole takes as long as it should.
    """
    ends = [round(100 * number / rate) for number in range(count)]
    return [*(10 * (end - start) for start, end in pairwise(ends)), round(1000 * HELD)]
