"""Constants of kernels: the values in compiled code, wherever they come from.

For numba the globals of a kernel, and the variables of enclosing functions, are compile-time
constants: numbers, text, tuples, whole arrays, and what modules hold at any depth. The sources do
not determine all of them: a table may come from a file of weights, a number from the environment or
from another package. Neither do they determine a name that a module assigns to one of two kernels.
Helpers (`callables`) may be in packages whose sources do not count at all.
"""

from __future__ import annotations

import contextlib
import dis
import enum
import functools
import hashlib
import sys
import types
from typing import TYPE_CHECKING, Any, Final, NamedTuple

import numpy as np

from gridbots.errors import PluginError
from gridbots.kernel.callables import (
    VERSIONED,
    can_be_constant,
    functions_in,
    name_of,
    text_of_callable,
)
from gridbots.kernel.sources import top_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

LIBRARIES: Final = VERSIONED - {"gridbots"}
"""Top-level modules whose values count by their version."""
HARMLESS: Final = (
    types.ModuleType, type, types.FunctionType, types.BuiltinFunctionType, types.NoneType, np.ufunc,
    np.dtype, np.ndarray,
)  # fmt: skip
"""Types of values that are followed, or that compiled code does not contain."""
LOADS: Final = ("LOAD_GLOBAL", "LOAD_NAME", "LOAD_DEREF", "LOAD_ATTR", "LOAD_METHOD")
"""Instructions that look up a name."""


class Named(NamedTuple):
    """A value that compiled code may contain."""

    path: tuple[str, ...]
    """The global name, or one of an enclosing function, and attributes of modules."""
    value: Any
    holder: dict[str, Any]
    """Where its last name is looked up."""


class Contribution(NamedTuple):
    """What one function adds to compiled code."""

    called: list[Callable[..., Any]]
    """The functions that it calls by name, and that are compiled with it."""
    text: str
    """Its bytecode and constants."""
    constants: list[Named]


def constants_of(kernels: frozenset[Callable[..., Any]]) -> str:
    """Digest of the constants and the bytecode of these kernels, and of all that they call.

    It is computed once per process, because compiled code does not change within a process.

    Raises:
        PluginError: a constant has been assigned again since, or compiled code would contain a
            value that no digest covers.
    """
    digest, reached = _digest(kernels)
    for function in reached:
        _check_unchanged(function)
    return digest


@functools.cache
def _digest(kernels: frozenset[Callable[..., Any]]) -> tuple[str, list[Callable[..., Any]]]:
    left, texts = [*kernels], dict[Any, str]()
    while left:
        function = left.pop()
        if function not in texts:
            called, texts[function], _ = _contribution(function)
            left += called
    digest = hashlib.sha256("\n".join(sorted(texts.values())).encode()).hexdigest()
    # The framework assigns its constants once.
    return digest, [each for each in texts if top_of(each.__module__) != "gridbots"]


@functools.cache
def _contribution(function: Callable[..., Any]) -> Contribution:
    called, constants = list[Any](), list[Named]()
    parts = [name_of(function)]
    for each in sorted(_named_by(function), key=lambda each: each.path):
        called += functions_in(each.value)
        text = _text_of(each.value)
        if text:
            parts.append(f"{each.path} {text}")
            constants.append(each)
        else:
            _check_known(function, each)
    parts += map(_text_of_code, _codes_in(function.__code__))
    return Contribution(called, "\n".join(parts), constants)


def _named_by(function: Callable[..., Any]) -> Iterator[Named]:
    """The values that a function may use: its globals, closure, defaults, and what these hold.

    An attribute counts for each module and class that the function names, because a kernel may
    assign a module to a variable before it looks up the attribute.
    """
    code = function.__code__
    cells = [each.cell_contents for each in function.__closure__ or ()]
    closure = dict(zip(code.co_freevars, cells, strict=True))
    by_name = tuple((function.__kwdefaults__ or {}).items())
    given = {"the defaults": (function.__defaults__, by_name)}
    names = sorted({name for each in _codes_in(code) for name in _names_in(each)})
    globals_ = function.__globals__
    left = [Named((name,), globals_[name], globals_) for name in names if name in globals_]
    left += [Named((name,), held[name], held) for held in (closure, given) for name in held]
    seen = set()
    while left:
        named = left.pop()
        yield named
        if _has_attributes(named.value) and id(named.value) not in seen:
            seen.add(id(named.value))
            left += _held_by(named, names)


def _names_in(code: types.CodeType) -> Iterator[str]:
    """The names in a piece of code, as in `config.STEP` and `getattr(config, "STEP")`."""
    yield from code.co_names
    yield from (each for each in code.co_consts if isinstance(each, str))


def _has_attributes(value: Any) -> bool:
    """Whether compiled code may look up attributes of a value whose version does not count."""
    if isinstance(value, types.ModuleType):
        is_imported = sys.modules.get(value.__name__) is value
        return not is_imported or top_of(value.__name__) not in LIBRARIES
    return isinstance(value, type) and top_of(value.__module__) not in LIBRARIES


def _held_by(named: Named, names: Iterable[str]) -> Iterator[Named]:
    """The attributes of a module or class with these names, also those that a module computes."""
    holder = vars(named.value)
    for name in names:
        if name in holder or "__getattr__" in holder:
            with contextlib.suppress(Exception):  # a module's __getattr__ may raise anything
                yield Named((*named.path, name), getattr(named.value, name), holder)


def _codes_in(code: types.CodeType) -> Iterator[types.CodeType]:
    """The code of a function, and of the functions and comprehensions within."""
    yield code
    for each in code.co_consts:
        if isinstance(each, types.CodeType):
            yield from _codes_in(each)


def _text_of_code(code: types.CodeType) -> str:
    counts = code.co_argcount, code.co_posonlyargcount, code.co_kwonlyargcount, code.co_flags
    names = code.co_names, code.co_varnames, code.co_freevars, code.co_cellvars
    return (
        f"{code.co_code!r} {code.co_exceptiontable!r} {counts} {names} {_text_of(code.co_consts)}"
    )


def _text_of(value: Any) -> str:
    """Text of a value that compiled code may contain; otherwise empty."""
    text = ""
    if isinstance(value, enum.Enum):
        text = f"{value!r} {_text_of(value.value)}"
    elif isinstance(value, bool | int | float | complex | str | bytes | slice | np.dtype):
        text = repr(value)
    elif isinstance(value, tuple):
        text = f"{getattr(value, '_fields', '')}({', '.join(map(_text_of, value))})"
    elif isinstance(value, frozenset):
        text = str(sorted(map(_text_of, value)))
    elif isinstance(value, np.ndarray | np.generic) and not value.dtype.hasobject:
        text = f"{value.dtype} {value.shape} {hashlib.sha256(value.tobytes()).hexdigest()}"
    elif isinstance(value, enum.EnumType):
        text = _text_of(tuple(value))
    elif isinstance(value, type) and issubclass(value, tuple):
        text = str([getattr(value, each, ()) for each in ("_fields", "_field_defaults")])
    else:
        text = text_of_callable(value)
    return text


def _check_known(function: Callable[..., Any], named: Named) -> None:
    """Refuse a value that compiled code would contain without a trace in the digest."""
    if isinstance(named.value, HARMLESS) or not can_be_constant(named.value):
        return
    lines = dict(_loaded_by(function))
    if all(each in lines for each in named.path):
        raise PluginError(
            f"{function.__code__.co_filename}:{lines[named.path[0]]}: {function.__qualname__} uses "
            f"{'.'.join(named.path)}, a {type(named.value).__qualname__}, and compiled code would "
            "not follow its changes: use numbers, text, tuples or numpy arrays of numbers"
        )


def _loaded_by(function: Callable[..., Any]) -> Iterator[tuple[str, int]]:
    """The names of globals and attributes that a function loads, and their lines."""
    for code in _codes_in(function.__code__):
        for each in dis.get_instructions(code):
            if each.opname.startswith(LOADS) and isinstance(each.argval, str):
                yield each.argval, (each.positions and each.positions.lineno) or 0


def _check_unchanged(function: Callable[..., Any]) -> None:
    """Refuse to mix code that was compiled before and after an assignment."""
    for path, value, holder in _contribution(function).constants:
        now = holder.get(path[-1], value)
        if now is not value and _text_of(now) != _text_of(value):
            raise PluginError(
                f"{'.'.join(path)} was assigned again after {name_of(function)} was compiled with "
                "it: assign it before the first match, or pass it in the state or the settings"
            )
