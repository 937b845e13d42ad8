"""Compilation of kernels by numba, which is imported only when something is compiled."""

from __future__ import annotations

import functools
import importlib.util
from typing import TYPE_CHECKING, Any, ParamSpec, TypeVar

from gridbots.kernel.kernels import (
    call,
    is_inlined,
    kernel_of_handle,
    known_kernels,
    record_size,
    records_like,
    word_of,
)
from gridbots.kernel.verbs import kernel_of_verb, known_verbs, move_count, registered_games

if TYPE_CHECKING:
    from collections.abc import Callable

P = ParamSpec("P")
R = TypeVar("R")


def has_numba() -> bool:
    """Whether kernels can be compiled here."""
    return importlib.util.find_spec("numba") is not None


def compiled(function: Callable[P, R], *, brief: bool = False) -> Callable[P, R]:
    """Return the kernel as compiled code, from the cache on disk if possible.

    The first call for each combination of argument types compiles, unless the cache has the code. A
    brief kernel, which runs once per move without searching, is optimised less: it compiles faster,
    and runs somewhat slower.

    Raises:
        ModuleNotFoundError: numba is not installed (`pip install 'gridbots[fast]'`).
    """
    made = _compiled(function, brief)
    _make_callable_from_compiled_code(len(known_kernels()))
    return made


@functools.cache
def _compiled(function: Callable[P, R], brief: bool) -> Callable[P, R]:  # noqa: FBT001  part of the cache key
    numba = _numba()
    from gridbots.kernel.code_generation import BriefEntryPointCompiler, EntryPointCompiler
    from gridbots.kernel.overload_cache import OverloadCache
    from gridbots.kernel.sources import check_importable

    check_importable(function)
    compiler = BriefEntryPointCompiler if brief else EntryPointCompiler
    made = numba.njit(pipeline_class=compiler)(function)
    if not numba.config.DISABLE_JIT:
        cache = OverloadCache(function, brief=brief)
        made._cache = cache  # noqa: SLF001  numba takes no other way
        made.compile = functools.partial(cache.compile_once, made.compile)
    return made  # type: ignore[no-any-return]


def _numba() -> Any:
    try:
        import numba
    except ModuleNotFoundError as error:
        raise ModuleNotFoundError(
            "this bot needs compiled search: pip install 'gridbots[fast]'", name="numba"
        ) from error
    return numba


_jitable: set[Callable[..., Any]] = set()


@functools.cache
def _make_callable_from_compiled_code(known: int) -> None:  # noqa: ARG001  part of the cache key
    """Register the numba type of each kernel and verb, which resolves calls."""
    from numba.core.registry import cpu_target

    from gridbots.kernel.numba_types import CallType, Registry, VerbType, kernel_type

    registry = Registry(is_inlined, kernel_of_verb, kernel_of_handle)

    types: dict[Callable[..., Any], Any] = {
        call: CallType,
        **dict.fromkeys(known_kernels(), kernel_type),
    }
    types |= dict.fromkeys(known_verbs(), VerbType)
    for function in types.keys() - _jitable:
        _jitable.add(function)
        cpu_target.typing_context.insert_global(function, types[function](function, registry))
    if move_count not in _jitable:
        _resolve_by(_resolve_move_count, move_count)
        _resolve_by(_resolve_records_like, records_like)
        _resolve_by(_resolve_record_size, record_size)
        _resolve_by(_resolve_word_of, word_of)


def _resolve_by(resolve: Callable[..., Any], function: Callable[..., Any]) -> None:
    """Register the function that numba compiles for calls of another function."""
    from numba.extending import overload

    from gridbots.kernel.code_generation import PartCompiler

    _jitable.add(function)
    options = {"pipeline_class": PartCompiler, "no_cfunc_wrapper": True}
    overload(function, jit_options=options, strict=False)(resolve)


def _resolve_records_like(state: Any, count: Any) -> Callable[..., Any]:  # noqa: ARG001  as in `make`
    """Resolve `records_like` for the type of a record."""
    import numpy as np
    from numba.np.numpy_support import as_dtype

    dtype = as_dtype(state)

    def make(state: Any, count: Any) -> Any:  # noqa: ARG001  the type says it all
        return np.empty(count, dtype)

    return make


def _resolve_record_size(state: Any) -> Callable[..., Any]:
    """Resolve `record_size` for the type of a record."""
    count = int(state.size)

    def size(state: Any) -> int:  # noqa: ARG001  the type says it all
        return count

    return size


def _resolve_word_of(state: Any, place: Any) -> Callable[..., Any]:  # noqa: ARG001  as in `load`
    """Resolve `word_of` for the type of a record."""
    from gridbots.kernel.code_generation import load_word

    def load(state: Any, place: int) -> int:
        return load_word(state, place)  # type: ignore[no-any-return]

    return load


def _resolve_move_count(state: Any) -> Callable[..., Any] | None:
    """Resolve `move_count` for the type of a record."""
    game = registered_games().get(tuple(getattr(state, "fields", ())))
    if game is None:
        return None
    moves = game.moves

    def count(state: Any) -> int:  # noqa: ARG001  the type says it all
        return moves

    return count
