"""A state: one numpy record that is the whole of a game, its random generator included.

A copy is one assignment, a batch an array of records; equal states are equal bytes.
"""

from __future__ import annotations

import functools
import math
import struct
import zlib
from typing import TYPE_CHECKING, Any, Final, NamedTuple

import numpy as np

from gridbots.errors import PluginError
from gridbots.game.chance import seed_generator
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
    Rules that cannot tell (`Game.opened` knows) run on it about three times faster than on the
    record itself, and faster still on `dict(plain)`: Python looks up names best in a mere
    dictionary. `record()` gives a copy as a record, `view()` the record under it; both take the
    dictionary in which play went on.

    Raises:
        PluginError: a field of the record is not aligned.
    """

    def __init__(self, state: State) -> None:
        self.dtype = state.dtype
        self._layout = layout = _layout_of(state.dtype)
        self._room = np.empty(1, state.dtype)
        self._room[0] = state
        self._record: State = self._room[0]
        self._bytes = self._room.view(np.uint8).data
        super().__init__(layout.blank)
        for run in layout.runs:
            values = run.numbers.unpack_from(self._bytes, run.place)
            for name, first, end in run.fields:
                self[name] = values[first] if end < 0 else list(values[first:end])
        for name in layout.views:
            self[name] = self._record[name].data

    def record(self, opened: Mapping[str, Any] | None = None) -> State:
        return copy_state(self.view(opened))

    def view(self, opened: Mapping[str, Any] | None = None) -> State:
        """The record as it is now: it changes as play goes on, and must not be written to."""
        values: Mapping[str, Any] = self if opened is None else opened
        for run in self._layout.runs:
            numbers: list[Any] = []
            for name, _, end in run.fields:
                if end < 0:
                    numbers.append(values[name])
                else:
                    numbers += values[name]
            try:
                run.numbers.pack_into(self._bytes, run.place, *numbers)
            except (struct.error, TypeError):  # numpy says better what does not fit
                for name, *_ in run.fields:
                    self._room[name] = values[name]
        return self._record


def as_record(state: AnyState) -> State:
    """The record of a state in either form, as `PlainState.view` gives it."""
    return state.view() if isinstance(state, PlainState) else state


class _Run(NamedTuple):
    """Neighbouring fields that are opened as numbers or lists."""

    place: int
    """Where the first one lies, in bytes."""
    numbers: struct.Struct
    """Reads and writes all their numbers."""
    fields: tuple[tuple[str, int, int], ...]
    """Of each its name and which of the numbers are its: the first and the end, -1 for just one."""


class _Layout(NamedTuple):
    """How records of a type are opened."""

    dtype: np.dtype[Any]
    blank: dict[str, Any]
    """All names in the order of the record: verbs are dispatched on it."""
    runs: tuple[_Run, ...]
    views: tuple[str, ...]
    """The fields that are opened as memory views."""


_layouts: dict[int, _Layout] = {}
"""By the identity of the type, which is kept with it: hashing one takes longer than all else."""

FORMATS: Final = {
    "i1": "b", "i2": "h", "i4": "i", "i8": "q", "u1": "B", "u2": "H", "u4": "I", "u8": "Q",
    "f2": "e", "f4": "f", "f8": "d", "b1": "?",
}  # fmt: skip
"""Of numpy's types of numbers, the letters that `struct` has for them."""


def _layout_of(dtype: np.dtype[Any]) -> _Layout:
    found = _layouts.get(id(dtype))
    if found is None:
        check_alignment(dtype)
        found = _layouts[id(dtype)] = _layout(dtype)
    return found


def _layout(dtype: np.dtype[Any]) -> _Layout:
    runs: list[tuple[int, str, list[tuple[str, int, int]]]] = []
    views: list[str] = []
    end, count = -1, 0
    for name in dtype.names or ():
        kind, place = dtype[name], dtype.fields[name][1] if dtype.fields else 0
        size = math.prod(kind.shape)
        if kind.ndim > 1 or size > FEW:
            views.append(name)
            continue
        if place != end:
            runs.append((place, "=", []))
            count = 0
        start, text, fields = runs[-1]
        fields.append((name, count, count + size if kind.shape else -1))
        runs[-1] = (start, text + f"{size}{FORMATS[kind.base.str[1:]]}", fields)
        end, count = place + kind.itemsize, count + size
    made = tuple(_Run(place, struct.Struct(text), tuple(each)) for place, text, each in runs)
    return _Layout(dtype, dict.fromkeys(dtype.names or ()), made, tuple(views))


def empty_state(dtype: np.dtype[Any]) -> State:
    """A state of zeros: where a game makes its records.

    Raises:
        PluginError: a field of the record is not aligned.
    """
    check_alignment(dtype)
    return np.zeros(1, dtype)[0]  # type: ignore[no-any-return]


def new_state(dtype: np.dtype[Any], settings: Any, seed: int) -> State:
    """A state of zeros in which stands what the settings and the seed say: to begin an opening.

    The fields with the names of settings have their values, `stride` is that of a board of such a
    `width` with a border (see `gridbots.grid`), and the generator is seeded.

    Raises:
        PluginError: a field of the record is not aligned.
    """
    state = empty_state(dtype)
    for name in {*(dtype.names or ())} & {*settings.__struct_fields__}:
        state[name] = getattr(settings, name)
    if "stride" in (dtype.names or ()):
        state["stride"] = settings.width + 2
    if "generator" in (dtype.names or ()):
        seed_generator(state["generator"], seed)
    return state


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
