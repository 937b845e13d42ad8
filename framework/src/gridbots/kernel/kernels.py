"""Kernels: the marks, handles of kernels, and what kernels may ask of records."""

from __future__ import annotations

import functools
import sys
import types
from typing import TYPE_CHECKING, Any, ParamSpec, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable, Collection

P = ParamSpec("P")
R = TypeVar("R")

_kernels: dict[Callable[..., Any], None] = {}
"""In the order of their marks."""
_inlined: set[Callable[..., Any]] = set()
_handed: dict[str, Callable[..., Any]] = {}
"""Full name -> kernel, of those that have a handle."""


def kernel(function: Callable[P, R]) -> Callable[P, R]:
    """Mark a module-level function as a kernel, which numba can compile; it is unchanged.

    Kernels must not call themselves: cached recursive code can crash the process that loads it
    (numba issue 6061). Use an explicit stack. Nor may they keep only a record of an array that they
    make: compiled, `np.empty(1, ROOM)[0]` lies in memory that is free already. Hand the array to
    another kernel, and take the record there. A loop that writes one array into a part of another
    compiles seconds sooner (measured: 3 s) than `cells[1:] = others`: with that numba compiles the
    text of an error. A field of a record is written as a whole: `state["cells"] = others`.
    """
    _kernels[function] = None
    return function


def inlined_kernel(function: Callable[P, R]) -> Callable[P, R]:
    """Mark a kernel that is compiled into each caller, instead of being called.

    For the small parts of an innermost loop: calls between kernels keep what they share in memory.
    (Measured: a search of Paper.io takes a third less time.) Each caller takes longer to compile.
    """
    _inlined.add(function)
    return kernel(function)


def is_kernel(function: object) -> bool:
    return isinstance(function, types.FunctionType) and function in _kernels


def is_inlined(function: Callable[..., Any]) -> bool:
    return function in _inlined


def known_kernels() -> Collection[Callable[..., Any]]:
    """All that have been marked so far."""
    return _kernels.keys()


def handle(function: Callable[..., Any]) -> Any:
    """A kernel as an array of one record, for kernels that take a kernel: they `call` it.

    The record's one field bears the full name of the kernel and holds nothing. So compiled code is
    made once for each kernel that it is handed, and kept like any other. For a `functools.partial`
    of a kernel and its first argument, a record, the field holds that: what it says is not
    compiled.

    Raises:
        ValueError: another function of the same name has a handle.
    """
    import numpy as np

    first = np.zeros(1, np.uint8)[0]
    if isinstance(function, functools.partial):
        (first,), function = function.args, function.func
    name = f"{function.__module__}.{function.__qualname__}"
    if _handed.setdefault(name, function) is not function:
        raise ValueError(f"expected one function of the name {name}, got another one")
    handed = np.zeros(1, [(name, first.dtype)])
    handed[name] = first
    return handed


def call(handed: Any, *args: Any) -> Any:
    """Call the kernel that a handle stands for; arguments beyond those it takes are left out."""
    (name,) = handed.dtype.names
    function = _handed[name]
    if handed.dtype[0].names is not None:
        args = (handed[0][name], *args)
    return function(*args[: function.__code__.co_argcount])


def kernel_of_handle(name: str) -> Callable[..., Any] | None:
    return _handed.get(name)


def records_like(state: Any, count: int) -> Any:
    """Allocate so many records of the type of this one, uninitialised; for kernels too."""
    import numpy as np

    return np.empty(count, state.dtype)


def record_size(state: Any) -> int:
    """How many bytes a record has: in compiled code a constant."""
    return int(state.dtype.itemsize)


def word_of(state: Any, place: int) -> int:
    """Eight bytes of a record, from a place on, as a number: for hashing, in kernels too."""
    return int.from_bytes(state.tobytes()[place : place + 8], sys.byteorder, signed=True)
