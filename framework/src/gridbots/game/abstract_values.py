"""Abstract values: what the static analysis knows about a value.

It raises `Distinction` where the rules may distinguish the two forms of a state.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, NamedTuple

import numpy as np

Function = Callable[..., Any]


class Place(NamedTuple):
    """A place where the rules may distinguish the two forms of a state."""

    file: str
    line: int
    what: str

    def __str__(self) -> str:
        return f"{self.file}:{self.line}: {self.what}"


class Distinction(Exception):  # noqa: N818  not an error but an answer
    def __init__(self, place: Place) -> None:
        super().__init__(str(place))
        self.place = place


def place_of(function: Function) -> tuple[str, int]:
    return function.__code__.co_filename, function.__code__.co_firstlineno


class Kind(NamedTuple):
    """An abstract value."""

    name: str
    parts: tuple[Any, ...] = ()
    """For a tuple its kinds; for an array the kind of its elements and its number of dimensions."""


SCALAR: Final = Kind("a number")
"""An integer, None or text, the same in both forms."""
NUMBER: Final = Kind("a number of the record")
"""An integer, of Python or of numpy."""
FLOAT: Final = Kind("a float")
BOOL: Final = Kind("a truth value")
VECTOR: Final = Kind("vector")
"""A row of integers outside the record: the same in both forms."""
ROWS: Final = Kind("rows")
"""A constant tuple of such rows."""
OTHER: Final = Kind("other")
"""Anything else that is the same in both forms."""
STATE: Final = Kind("a record")
NUMBERS: Final = {SCALAR, NUMBER, FLOAT, BOOL}
SAME: Final = {SCALAR, VECTOR, ROWS, OTHER}
INTEGERS: Final = {SCALAR, NUMBER}


def kind_of_number(dtype: np.dtype[Any]) -> Kind:
    return {"f": FLOAT, "b": BOOL}.get(dtype.kind, NUMBER)


def kind_of_constant(value: object) -> Kind:
    if isinstance(value, bool | np.bool_):
        return BOOL
    if isinstance(value, float):
        return FLOAT
    if isinstance(value, int | str | None):
        return SCALAR
    if isinstance(value, tuple | list) and all(type(each) is int for each in value):
        return VECTOR
    if isinstance(value, tuple) and all(kind_of_constant(each) == VECTOR for each in value):
        return ROWS
    is_row = isinstance(value, np.ndarray) and value.ndim == 1 and value.dtype.kind in "iu"
    return VECTOR if is_row else OTHER


def fits(kind: Kind, place: Kind) -> bool:
    """Whether a number of one kind can be stored as another kind without change."""
    return kind == place or (kind in INTEGERS and place in {NUMBER, FLOAT})
