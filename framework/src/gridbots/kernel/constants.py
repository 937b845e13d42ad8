"""Constants of kernels: the values in compiled code, wherever they come from.

For numba the globals of a kernel, and the variables of enclosing functions, are compile-time
constants: numbers, text, tuples, whole arrays. The sources do not determine all of them: a table
may come from a file of weights, a number from the environment or from another package. Neither do
they determine a name that a module assigns to one of two kernels.
"""

from __future__ import annotations

import enum
import functools
import hashlib
import types
from typing import TYPE_CHECKING, Any

import numpy as np

from gridbots.kernel.kernels import is_kernel

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator


@functools.cache
def constants_of(kernels: frozenset[Callable[..., Any]]) -> str:
    """Digest of the constants and the bytecode of these kernels, and of all kernels that they call.

    It is computed once per process, because compiled code does not change within a process.
    """
    left, texts = [*kernels], dict[Any, str]()
    while left:
        function = left.pop()
        if function not in texts:
            called, texts[function] = _look_at(function)
            left += called
    return hashlib.sha256("\n".join(sorted(texts.values())).encode()).hexdigest()


@functools.cache
def _look_at(function: Callable[..., Any]) -> tuple[list[Callable[..., Any]], str]:
    """The kernels that a kernel calls by name, and a text of its bytecode and constants."""
    called, parts = [], [function.__module__, function.__qualname__]
    for name, value in _named_by(function):
        called += [each for each in _flat(value) if is_kernel(each)]
        parts += [f"{name} {text}" for text in [_text_of(value)] if text]
    for code in _codes_in(function.__code__):
        parts += [*map(repr, (code.co_code, code.co_names)), _text_of(code.co_consts)]
    return called, "\n".join(parts)


def _named_by(function: Callable[..., Any]) -> Iterator[tuple[str, Any]]:
    """Names and values that a function uses: closure variables, globals, and `module.NAME`."""
    code = function.__code__
    for name, cell in zip(code.co_freevars, function.__closure__ or (), strict=True):
        yield name, cell.cell_contents
    yield "the defaults", function.__defaults__
    names = sorted({name for each in _codes_in(code) for name in each.co_names})
    for name in names:
        value = function.__globals__.get(name)
        yield name, value
        if isinstance(value, types.ModuleType | type):
            inner = vars(value)
            yield from ((f"{name}.{each}", inner[each]) for each in names if each in inner)


def _codes_in(code: types.CodeType) -> Iterator[types.CodeType]:
    """The code of a function, and of the comprehensions within."""
    yield code
    for each in code.co_consts:
        if isinstance(each, types.CodeType):
            yield from _codes_in(each)


def _flat(value: Any) -> Iterator[Any]:
    """The members of nested tuples; any other value itself."""
    if isinstance(value, tuple):
        for each in value:
            yield from _flat(each)
    else:
        yield value


def _text_of(value: Any) -> str:
    """Text of a value that compiled code may contain; otherwise empty."""
    if isinstance(value, bool | int | float | complex | str | bytes | enum.Enum):
        return repr(value)
    if isinstance(value, tuple):
        return f"({', '.join(map(_text_of, value))})"
    if isinstance(value, np.ndarray | np.generic) and not value.dtype.hasobject:
        return f"{value.dtype} {value.shape} {hashlib.sha256(value.tobytes()).hexdigest()}"
    return str(value) if isinstance(value, np.dtype) else ""
