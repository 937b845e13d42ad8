"""Kernels: marks and handles, and properties of records for kernels."""

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
"""All kernels, in order of definition."""
_inlined: set[Callable[..., Any]] = set()
_handed: dict[str, Callable[..., Any]] = {}
"""Full name -> kernel, of those that have a handle."""


def kernel(function: Callable[P, R]) -> Callable[P, R]:
    """Mark a module-level function as a kernel, which numba can compile; it is unchanged.

    Kernels must not be recursive: cached recursive code can crash the process that loads it (numba
    issue 6061). Use an explicit stack. They must not keep only a record of a new array: in compiled
    code the memory of `np.empty(1, WORKSPACE)[0]` is already free. Pass the array to another
    kernel, and take the record there. A loop that copies an array into a part of another compiles
    seconds faster (measured: 3 s) than `cells[1:] = others`, for which numba compiles the text of
    an error. Assign a field of a record as a whole: `state["cells"] = others`.

    Globals are constants in compiled code: numbers, text, tuples and arrays, also of modules. After
    a change of one, or of an `@njit` helper, the next process compiles again. They must not change
    while a process runs.
    """
    _kernels[function] = None
    return function


def inlined_kernel(function: Callable[P, R]) -> Callable[P, R]:
    """Mark a kernel that is inlined into each caller.

    For the small parts of an innermost loop, since calls between kernels keep shared values in
    memory (measured: a search of Paper.io takes a third less time). Callers compile more slowly.
    """
    _inlined.add(function)
    return kernel(function)


def is_kernel(function: object) -> bool:
    return isinstance(function, types.FunctionType) and function in _kernels


def is_inlined(function: Callable[..., Any]) -> bool:
    return function in _inlined


def known_kernels() -> Collection[Callable[..., Any]]:
    """All kernels defined so far."""
    return _kernels.keys()


def handle(function: Callable[..., Any]) -> Any:
    """A kernel as an array of one record, for kernels that take a kernel: they `call` it.

    The single field of the record is named after the kernel and is empty. So code is compiled once
    for each kernel passed to it, and kept like any other. For a `functools.partial` of a kernel and
    its first argument, a record, the field contains that record, whose values are not compiled in.

    Raises:
        ValueError: another function of the same name has a handle.
    """
    import numpy as np

    first = np.zeros(1, np.uint8)[0]
    if isinstance(function, functools.partial):
        (first,), function = function.args, function.func
    name = f"{function.__module__}.{function.__qualname__}"
    if _handed.setdefault(name, function) is not function:
        raise ValueError(f"expected one function named {name}, got another one")
    handed = np.zeros(1, [(name, first.dtype)])
    handed[name] = first
    return handed


def call(handed: Any, *args: Any) -> Any:
    """Call the kernel of a handle, without excess arguments."""
    (name,) = handed.dtype.names
    function = _handed[name]
    if handed.dtype[0].names is not None:
        args = (handed[0][name], *args)
    return function(*args[: function.__code__.co_argcount])


def kernel_of_handle(name: str) -> Callable[..., Any] | None:
    return _handed.get(name)


def records_like(state: Any, count: int) -> Any:
    """Allocate `count` uninitialised records of the type of this one; also for kernels."""
    import numpy as np

    return np.empty(count, state.dtype)


def record_size(state: Any) -> int:
    """The size of a record in bytes, a constant in compiled code."""
    return int(state.dtype.itemsize)


def word_of(state: Any, place: int) -> int:
    """Eight bytes of a record at an offset, as a number, for hashing; also for kernels."""
    return int.from_bytes(state.tobytes()[place : place + 8], sys.byteorder, signed=True)
