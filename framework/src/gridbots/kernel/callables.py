"""Callables of compiled code: the Python functions behind kernels, helpers and extensions of numba.

A helper is what numba compiles besides kernels: a function marked `@njit`, `@vectorize`, `@stencil`
and so on, in any package. An extension is an overload or an intrinsic, which numba finds by its own
registries: Python that runs while other code is compiled.
"""

from __future__ import annotations

import itertools
import operator
import sys
from types import FunctionType
from typing import TYPE_CHECKING, Any, Final

from gridbots.kernel.kernels import is_kernel
from gridbots.kernel.packages import data_under, root_of, stamp
from gridbots.kernel.sources import files_under, read, top_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

VERSIONED: Final = frozenset({*sys.stdlib_module_names, "numba", "numpy", "gridbots"})
"""Top-level modules that count by their version, or by their sources."""
FUNCTION: Final = (
    "py_func",  # @njit
    "_dispatcher.py_func",  # @vectorize
    "gufunc_builder.py_func",
    "kernel_ir.func_id.func",  # @stencil
    "_pyfunc",  # @cfunc
    "_defn",  # @intrinsic
)
"""Attributes of numba's objects that hold the Python function."""
OPTIONS: Final = (
    "targetoptions", "locals", "_dispatcher.targetoptions", "gufunc_builder.signature",
    "gufunc_builder.targetoptions", "options", "mode", "neighborhood", "_sig",
)  # fmt: skip
"""Attributes with what else the compiled code depends on."""
EXTENDS: Final = ("_overload_func", "_definition_func")
"""Attributes of numba's templates that hold the function of an overload or an intrinsic."""

_extensions: dict[int, tuple[frozenset[FunctionType], str]] = {}
"""By the number of everything that is registered, which only grows."""


def name_of(function: Callable[..., Any]) -> str:
    return f"{function.__module__}.{function.__qualname__}"


def functions_in(value: Any) -> list[FunctionType]:
    """The Python functions that are compiled where compiled code uses a value."""
    if isinstance(value, tuple):
        return [function for each in value for function in functions_in(each)]
    if isinstance(value, FunctionType):
        is_followed = is_kernel(value) or top_of(value.__module__ or "") not in VERSIONED
        return [value] if is_followed else []
    if is_jitclass(value):
        return functions_in(_methods(value))
    if not is_of_numba(value):
        return []
    _ignore_own_cache(value)
    return [each for each in _found(value, FUNCTION) if isinstance(each, FunctionType)]


def text_of_callable(value: Any) -> str:
    """Text of a function, with the compiler options and types given to numba for it."""
    names = [*map(name_of, functions_in(value))]
    if is_jitclass(value):
        return f"{names} {[*value.class_type.struct.items()]}"
    if not is_of_numba(value):
        return " ".join(names)
    from numba.core.types import Type

    if isinstance(value, Type):
        return str(value)
    signatures = [] if getattr(value, "_can_compile", True) else [*value.overloads]
    signatures += value.types if getattr(value, "_frozen", False) else []
    return f"{names} {[*map(_option, _found(value, OPTIONS))]} {signatures}"


def can_be_constant(value: Any) -> bool:
    """Whether numba can compile this value into code as more than an address in this process."""
    from numba import typeof
    from numba.core import errors, types
    from numba.core.registry import cpu_target

    cpu_target.target_context.refresh()
    try:
        found = typeof(value)
        cpu_target.target_context._get_constants.find((found,))  # noqa: SLF001  no other way to ask
    except (errors.NumbaError, NotImplementedError, TypeError, ValueError):
        return False
    return not isinstance(found, types.ExternalFunctionPointer)


def is_jitclass(value: Any) -> bool:
    return isinstance(value, type) and hasattr(vars(value).get("class_type"), "jit_methods")


def is_of_numba(value: Any) -> bool:
    return not isinstance(value, type) and top_of(type(value).__module__) == "numba"


def _methods(jitclass: Any) -> tuple[Any, ...]:
    made = jitclass.class_type
    properties = [each for both in made.jit_props.values() for each in both.values()]
    return (*made.jit_methods.values(), *made.jit_static_methods.values(), *properties)


def _ignore_own_cache(helper: Any) -> None:
    """Compile a helper for this process, not from numba's cache, which checks only its own file."""
    hits = getattr(helper, "_cache_hits", None)
    if hits is None or not hasattr(helper, "recompile"):
        return
    from numba.core.caching import NullCache

    helper._cache = NullCache()  # noqa: SLF001  numba takes no other way
    if hits:
        hits.clear()
        helper.recompile()


def _found(value: Any, paths: tuple[str, ...]) -> Iterator[Any]:
    for each in paths:
        try:
            yield operator.attrgetter(each)(value)
        except AttributeError:
            continue


def _option(value: Any) -> str:
    """Text of an option without addresses and without the order of sets."""
    if isinstance(value, dict):
        return str(sorted((str(key), _option(each)) for key, each in value.items()))
    if isinstance(value, set | frozenset):
        return str(sorted(map(str, value)))
    return getattr(value, "__qualname__", None) or str(value)


def extensions() -> tuple[frozenset[FunctionType], str]:
    """The functions of all extensions by other packages, and a digest of these packages.

    They count for all code, because numba finds them by types. Few packages have any.
    """
    from numba.core import entrypoints, imputils
    from numba.core.typing.templates import builtin_registry as typing

    entrypoints.init_all()
    lowering = imputils.builtin_registry
    templates = typing.functions, typing.attributes
    lowered = (
        lowering.functions, lowering.getattrs, lowering.setattrs, lowering.casts,
        lowering.constants,
    )  # fmt: skip
    count = sum(map(len, (*templates, *lowered)))
    if count not in _extensions:
        _extensions[count] = _by_others(itertools.chain(*templates), itertools.chain(*lowered))
    return _extensions[count]


def _by_others(
    templates: Iterable[Any], lowered: Iterable[Any]
) -> tuple[frozenset[FunctionType], str]:
    made = [next(_found(each, EXTENDS), each) for each in templates]
    made += [each[0] for each in lowered]
    foreign = [each for each in made if top_of(each.__module__ or "abc") not in VERSIONED]
    tops = sorted({top_of(each.__module__) for each in foreign})
    roots = [*filter(None, map(root_of, tops))]
    sources = [(file.name, read(file).digest) for root in roots for file in files_under(root)]
    data = [stamp(file) for root in roots for file in data_under(root)]
    functions = frozenset(each for each in foreign if isinstance(each, FunctionType))
    return functions, str((sources, data)) if foreign else ""
