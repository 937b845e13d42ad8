"""Sizes of the boards on which value networks have learned."""

from __future__ import annotations

from typing import Final

from gridbots.kernel import kernel

LEAST_SIDE: Final = 8
MOST_SIDE: Final = 16
"""Rows and columns."""


@kernel
def is_known(width: int, height: int) -> bool:
    shorter, longer = min(width, height), max(width, height)
    return bool(shorter >= LEAST_SIDE and longer <= MOST_SIDE)
