"""Constants of kernels: the values that compiled code keeps, wherever they have come from.

What a kernel names and is no kernel is compiled into it as it is when that happens: a number, a
text, a tuple, a whole array. Sources do not tell all of them: a table may have been read from a
file of weights, a number may come from the environment or from another package.
"""

from __future__ import annotations

import enum
import functools
import hashlib
import types
from typing import TYPE_CHECKING, Any

import numpy as np

from gridbots.kernel.kernels import known_kernels

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator


@functools.cache
def constants_of(kernels: frozenset[Callable[..., Any]]) -> str:
    """A digest of the constants of these kernels, and of all that they call by a name.

    They are looked at once per process: what has been compiled in it stays as it was.
    """
    known = {*map(id, known_kernels())}
    left, seen, told = [*kernels], {*map(id, kernels)}, []
    while left:
        function = left.pop()
        for name, value in _named_by(function):
            called = [each for each in _flat(value) if id(each) in known - seen]
            left += called
            seen |= {*map(id, called)}
            if text := _text_of(value):
                told.append(f"{function.__module__}.{function.__qualname__} {name} {text}\n")
    return hashlib.sha256("".join(sorted(told)).encode()).hexdigest()


def _named_by(function: Callable[..., Any]) -> Iterator[tuple[str, Any]]:
    """What a function names: of the functions around it, globals, and `module.NAME` in these."""
    code = function.__code__
    for name, cell in zip(code.co_freevars, function.__closure__ or (), strict=True):
        yield name, cell.cell_contents
    yield "the defaults", function.__defaults__
    names = sorted({*_names_in(code)})
    for name in names:
        value = function.__globals__.get(name)
        yield name, value
        if isinstance(value, types.ModuleType | type):
            inner = vars(value)
            yield from ((f"{name}.{each}", inner[each]) for each in names if each in inner)


def _names_in(code: types.CodeType) -> Iterator[str]:
    """All names, also those within comprehensions."""
    yield from code.co_names
    for each in code.co_consts:
        if isinstance(each, types.CodeType):
            yield from _names_in(each)


def _flat(value: Any) -> Iterator[Any]:
    """What is in a tuple, and in tuples within; else the value."""
    if isinstance(value, tuple):
        for each in value:
            yield from _flat(each)
    else:
        yield value


def _text_of(value: Any) -> str:
    """What a value is, if it is one that code is made of; else nothing."""
    if isinstance(value, bool | int | float | complex | str | bytes | enum.Enum):
        return repr(value)
    if isinstance(value, tuple):
        return f"({', '.join(map(_text_of, value))})"
    if isinstance(value, np.ndarray | np.generic) and not value.dtype.hasobject:
        return f"{value.dtype} {value.shape} {hashlib.sha256(value.tobytes()).hexdigest()}"
    return str(value) if isinstance(value, np.dtype) else ""
