"""Columns that grow together: amortised arrays, a few bytes per row."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Mapping

    from numpy.typing import ArrayLike, NDArray


class Columns:
    """Named columns of one length."""

    def __init__(self, kinds: Mapping[str, Any]) -> None:
        self._room = {name: np.empty(0, kind) for name, kind in kinds.items()}
        self._length = 0

    def __len__(self) -> int:
        return self._length

    def __getitem__(self, name: str) -> NDArray[Any]:
        """A column as far as it is filled; it stays as it is when rows are added."""
        return self._room[name][: self._length]

    def extend(self, values: Mapping[str, ArrayLike]) -> None:
        """Add rows; a column that is not given is left to be filled by the caller."""
        count = len(np.atleast_1d(next(iter(values.values()))))
        self._reserve(self._length + count)
        for name, column in values.items():
            self._room[name][self._length : self._length + count] = column
        self._length += count

    def _reserve(self, length: int) -> None:
        for name, column in self._room.items():
            if len(column) < length:
                larger = np.zeros(max(length, len(column) * 3 // 2), column.dtype)
                larger[: self._length] = column[: self._length]
                self._room[name] = larger
