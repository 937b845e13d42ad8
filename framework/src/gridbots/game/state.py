"""State: one numpy record with everything about a position, including the random generator.

A copy is one assignment, a batch is an array of records, and equal states have equal bytes.
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
"""One numpy record: a complete state, or an observation."""

AnyState = Any
"""A State or a PlainState; the verbs accept both."""

Moves = Any
"""One move per seat (int64 array, or a list in plain use); NO_MOVE for a seat without one."""


def copy_state(state: State) -> State:
    # A record taken from an array shares its memory, so rules can write into it.
    copies = np.empty(1, state.dtype)
    copies[0] = state
    return copies[0]  # type: ignore[no-any-return]


@kernel
def moves_mask(state: AnyState) -> Any:
    """A mask with an entry per move of this record's game, all 0."""
    return np.zeros(move_count(state), np.uint8)


FEW: Final = 8
"""Maximum length of arrays that become lists, which are faster than memory views."""


class PlainState(dict[str, Any]):
    """A state as a dictionary, for single matches in plain Python without compiled code.

    Arrays are memory views on a record, or lists if they are short; numbers are Python numbers.
    Rules that cannot distinguish the forms (see `Game.opened`) run about three times faster on it
    than on the record, and faster still on `dict(plain)`, because look-ups in a plain dict are
    faster. `record()` returns a copy as a record, `view()` the underlying record; both accept the
    dictionary that the rules have changed.

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

    def __reduce__(self) -> tuple[type[PlainState], tuple[State]]:
        return PlainState, (self.record(),)

    def record(self, opened: Mapping[str, Any] | None = None) -> State:
        return copy_state(self.view(opened))

    def view(self, opened: Mapping[str, Any] | None = None) -> State:
        """The underlying record: it changes with further play, and must not be written to."""
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
            except (struct.error, TypeError):  # numpy's message is better
                for name, *_ in run.fields:
                    self._room[name] = values[name]
        return self._record


def as_record(state: AnyState) -> State:
    """The record of a state in either form, as `PlainState.view` gives it."""
    return state.view() if isinstance(state, PlainState) else state


class _Run(NamedTuple):
    """Adjacent fields that become numbers or lists."""

    place: int
    """Offset of the first field in bytes."""
    numbers: struct.Struct
    """Reads and writes all their numbers."""
    fields: tuple[tuple[str, int, int], ...]
    """Name, first index and end index of each field's numbers; the end is -1 for a scalar."""


class _Layout(NamedTuple):
    """Layout of the plain form of a type of records."""

    dtype: np.dtype[Any]
    blank: dict[str, Any]
    """All names in the order of the record: verbs dispatch on it."""
    runs: tuple[_Run, ...]
    views: tuple[str, ...]
    """The fields that become memory views."""


_layouts: dict[int, _Layout] = {}
"""By the identity of the type, because hashing a type is slow; the value keeps the type alive."""

FORMATS: Final = {
    "i1": "b", "i2": "h", "i4": "i", "i8": "q", "u1": "B", "u2": "H", "u4": "I", "u8": "Q",
    "f2": "e", "f4": "f", "f8": "d", "b1": "?",
}  # fmt: skip
"""numpy's types of numbers -> the letters of `struct`."""


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
    """A state of zeros, from which a game makes its openings.

    Raises:
        PluginError: a field of the record is not aligned.
    """
    check_alignment(dtype)
    return np.zeros(1, dtype)[0]  # type: ignore[no-any-return]


def new_state(dtype: np.dtype[Any], settings: Any, seed: int) -> State:
    """A state of zeros with the settings and the seed written into it, to begin an opening.

    Fields with the names of settings have their values, `stride` is that of a board of this `width`
    with a border (see `gridbots.grid`), and the generator is seeded.

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
    """Check alignment: memory views need numbers at multiples of their size.

    Raises:
        PluginError: a field of the record is not aligned.
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
