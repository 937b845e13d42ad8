"""A state: one numpy record that is the whole of a game, its random generator included.

A copy is one assignment, a batch an array of records; equal states are equal bytes.
"""

from __future__ import annotations

import functools
import zlib
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from gridbots.errors import PluginError
from gridbots.kernel import kernel, move_count

if TYPE_CHECKING:
    from collections.abc import Mapping

State = np.void
"""One numpy record: the whole of a game, or what a seat sees of it."""

AnyState = Any
"""A State, or a PlainState: the verbs take both."""

Moves = Any
"""One move per seat (int64 array, or a list in plain use); NO_MOVE where a seat gives none."""


def copy_state(state: State) -> State:
    # A record taken out of an array lives in that array's memory, so rules can write into it.
    room = np.empty(1, state.dtype)
    room[0] = state
    return room[0]  # type: ignore[no-any-return]


@kernel
def moves_mask(state: AnyState) -> Any:
    """Room for a mark per move of the game of this record, all 0."""
    return np.zeros(move_count(state), np.uint8)


FEW: Final = 8
"""Numbers in an array that is opened as a list: it is read and written faster than a view."""


class PlainState(dict[str, Any]):
    """A state opened for plain Python, for playing single matches fast without compiled code.

    Arrays are memory views on a record, or lists where they are short; numbers are Python numbers.
    The verbs run on it about three times faster than on the record itself, and faster still on
    `dict(plain)`, since Python looks up names best in a mere dictionary. `record()` gives the
    record back; `close(opened)` does so after play went on in such a dictionary.

    Raises:
        PluginError: a field of the record is not aligned.
    """

    def __init__(self, state: State) -> None:
        check_alignment(state.dtype)
        self.dtype = state.dtype
        self._room = np.empty(1, state.dtype)
        self._room[0] = state
        names = state.dtype.names or ()
        super().__init__({name: _opened(self._room[name][0]) for name in names})

    def record(self) -> State:
        """A copy as a record."""
        return self.close(self)

    def close(self, opened: Mapping[str, Any]) -> State:
        """A copy, as a record, of a dictionary that was made from this."""
        for name, value in opened.items():
            if not isinstance(value, memoryview):
                self._room[name] = value
        return copy_state(self._room[0])


def _opened(value: Any) -> Any:
    if not isinstance(value, np.ndarray):
        return value.item()
    if value.ndim == 1 and value.size <= FEW:
        return value.tolist()
    return value.data


def empty_state(dtype: np.dtype[Any]) -> State:
    """A state of zeros: where a game makes its records.

    Raises:
        PluginError: a field of the record is not aligned.
    """
    check_alignment(dtype)
    return np.zeros(1, dtype)[0]  # type: ignore[no-any-return]


@functools.cache
def check_alignment(dtype: np.dtype[Any]) -> None:
    """Plain Python cannot read a view of numbers that do not lie at a multiple of their size.

    Raises:
        PluginError: such a field is among those of a record.
    """
    for name, (kind, place, *_) in (dtype.fields or {}).items():
        if place % kind.base.alignment != 0:
            raise PluginError(
                f"expected every field of a game's record at a multiple of the size of its numbers "
                f"(list the fields with the widest numbers first), got {name!r}, of "
                f"{kind.base.itemsize} bytes each, at {place}"
            )


def checksum(state: State) -> int:
    return zlib.crc32(state.tobytes())
