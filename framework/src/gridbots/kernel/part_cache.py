"""Bitcode cache: each kernel that other kernels call, as LLVM bitcode on disk.

An entry point is kept with all that it calls (`overload_cache`). Another one that calls the same
kernels, of another bot, or with another option, takes these from here, a part each: the code of one
kernel, with the helpers of numba that it needs, and the names of the parts that it calls.
"""

from __future__ import annotations

import contextlib
import functools
import hashlib
import os
import pickle
from collections import Counter
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from numba.core import types
from numba.core.environment import lookup_environment
from numba.core.registry import cpu_target
from numba.core.serialize import dumps

from gridbots.kernel.cache import code_folder, code_home
from gridbots.kernel.code_generation import ENVIRONMENT, KernelLibrary, announced
from gridbots.kernel.kernels import known_kernels
from gridbots.kernel.overload_cache import records_in

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from pathlib import Path

    Kernel = Callable[..., Any]
    Types = tuple[Any, ...]

DIGEST: Final = 32
"""Bytes of the digest at the start of a file, which covers the rest."""
ADDRESS: Final = "numba.dynamic.globals"
"""Prefix of the names of global variables that hold addresses of this process."""


class Part(NamedTuple):
    """Code of a kernel, for those that call it."""

    signature: Any
    entry_point: Any
    """numba finds the code by it, and never calls it."""
    library: KernelLibrary


class KeptPart(NamedTuple):
    """A part on disk."""

    code: bytes
    called: list[tuple[str, Types, str]]
    """Name, types of arguments, and digest of each kernel that it calls."""
    signature: Any
    description: Any
    environments: list[Any]
    """Its own first."""


def kernel_library(function: Kernel, args: Types) -> KernelLibrary:
    """An empty library for the code of a kernel, given the types of its arguments."""
    codegen = cpu_target.target_context.codegen()
    folder = code_folder(function, records_in(args)).name
    text = f"{folder} {name_of(function)} {args} {codegen.magic_tuple()}"
    digest = hashlib.sha256(text.encode()).hexdigest()[:16]
    return KernelLibrary(codegen, function, args, digest)


def load(library: KernelLibrary, part_of: Callable[[Kernel, Types], Part]) -> Part | None:
    """The part for an empty library, if it was kept; `part_of` finds those that it calls."""
    kept = read(place_of(library))
    if kept is None:
        return None
    kernels = kernels_by_name(len(known_kernels()))
    for name, args, digest in kept.called:
        called = part_of(kernels[name], args).library if name in kernels else None
        if called is None or called.digest != digest:
            return None
        library.add_linking_library(called)
    library.fill(kept.code, kept.environments)
    context, (own, *_) = cpu_target.target_context, kept.environments
    return Part(kept.signature, announced(context, kept.description, own, library), library)


def save(made: Any) -> None:
    """Write a compiled part to disk, unless its code is valid only in this process."""
    library: KernelLibrary = made.library
    called = [(name_of(each.kernel), each.arguments, each.digest) for each in library.called()]
    module = library.whole()
    environments = [made.environment, *environments_in(module, made.environment)]
    takes_functions = any(
        map(holds_functions, [library.arguments, *(args for _, args, _ in called)])
    )
    if takes_functions or library.must_be_prepared() or not is_lasting(module, environments):
        return
    made.fndesc.typemap = made.fndesc.calltypes = None  # as numba does: no longer needed
    kept = KeptPart(module.as_bitcode(), called, made.signature, made.fndesc, environments)
    with contextlib.suppress(OSError, pickle.PicklingError):
        write(place_of(library), dumps(tuple(kept)))


def place_of(library: KernelLibrary) -> Path:
    return code_home() / "parts" / library.digest


def read(place: Path) -> KeptPart | None:
    """Read a part; None if the file is missing or damaged."""
    try:
        content = place.read_bytes()
    except OSError:
        return None
    if hashlib.sha256(content[DIGEST:]).digest() != content[:DIGEST]:
        return None
    return KeptPart(*pickle.loads(content[DIGEST:]))  # noqa: S301  as trusted as machine code


def write(place: Path, content: bytes) -> None:
    """Write a file; other processes may write it at the same time."""
    place.parent.mkdir(parents=True, exist_ok=True)
    partial = place.with_suffix(f".{os.getpid()}")
    partial.write_bytes(hashlib.sha256(content).digest() + content)
    partial.replace(place)


def environments_in(module: Any, own: Any) -> list[Any]:
    """The environments that the code names, except its own."""
    names = [each.name for each in module.global_variables if each.name.startswith(ENVIRONMENT)]
    found = filter(None, map(lookup_environment, names))
    return [each for each in found if each is not own]


def is_lasting(module: Any, environments: list[Any]) -> bool:
    """Whether code is valid in another process."""
    holds_addresses = any(each.name.startswith(ADDRESS) for each in module.global_variables)
    return not holds_addresses and all(each.can_cache() for each in environments)


def holds_functions(given: Iterable[Any]) -> bool:
    """Whether there are functions among types: every process creates those anew."""
    return any(
        isinstance(each, types.Callable)
        or (isinstance(each, types.BaseTuple) and holds_functions(each))  # type: ignore[attr-defined]
        for each in given
    )


def name_of(function: Kernel) -> str:
    return f"{function.__module__}.{function.__qualname__}"


@functools.cache
def kernels_by_name(known: int) -> dict[str, Kernel]:  # noqa: ARG001  part of the cache key
    """All kernels whose names are theirs alone."""
    names = Counter(map(name_of, known_kernels()))
    return {name_of(each): each for each in known_kernels() if names[name_of(each)] == 1}
