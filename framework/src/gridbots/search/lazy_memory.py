"""Lazily committed memory, for searches that allocate much and use little of it."""

from __future__ import annotations

import mmap
from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from gridbots.space import Array


def zeros(count: int, dtype: np.dtype[Any]) -> Array:
    """An array of zeros, like numpy's, whose memory is committed on first access.

    numpy may clear memory that was freed before. In a match of one second, a forked bot would spend
    much of its time clearing tables of which it needs only a few entries.
    """
    if count == 0:
        return np.zeros(0, dtype)
    private = mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS
    return np.frombuffer(mmap.mmap(-1, count * dtype.itemsize, flags=private), dtype)
