"""Kernels: plain Python functions that numba can also compile. Verbs: kernels by type of record.

A kernel is a module-level function over numpy arrays, records and numbers, marked with `@kernel`.
Marking changes nothing: calling the function runs it as ordinary Python. `compiled(function)` gives
the same function as machine code, in which every kernel that it calls is compiled too.

A verb (`@verb`) is a function that is dispatched on the type of its first argument, a state record.
So a search can call `step(state, moves)` without naming a game, plain or compiled. `register` says
which kernels stand for the verbs; making a `Game` does that.

A kernel can be handed to other kernels, but not as it is: code that takes a function is compiled
anew in every process (measured: 0.3 s instead of 0.01 s for a loop around one decision of a bot,
even if that is kept). `handle` makes a record of it, and `call` finds it by the type of that.

Compiled code is kept on disk in a folder named by a digest of every source file that could have
gone into it (`gridbots.sources` finds them): numba itself looks only at the file of the outermost
function, and would go on playing by the old rules after a rule has changed.
"""

from __future__ import annotations

import functools
import importlib.util
import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, ParamSpec, TypeVar

from gridbots.errors import PluginError

if TYPE_CHECKING:
    import hashlib
    from collections.abc import Callable, Iterable, Mapping

P = ParamSpec("P")
R = TypeVar("R")


class Registered(NamedTuple):
    """What is known of a game by the type of its state record."""

    name: str
    moves: int
    """How many the game has."""
    verbs: Mapping[str, Callable[..., Any]]
    """Verb -> kernel."""
    own: frozenset[str]
    """The verbs that the game brings itself; the others have the default kernel."""
    features: int = 0
    """How many numbers `evaluate` weighs."""


_kernels: list[Callable[..., Any]] = []
_inlined: set[Callable[..., Any]] = set()
_verbs: dict[str, Callable[..., Any]] = {}
_games: dict[tuple[str, ...], Registered] = {}
"""By the field names of their state records."""
_plugins: set[str] = set()
"""Top-level modules of the loaded plugins."""
_handed: dict[str, Callable[..., Any]] = {}
"""Full name -> kernel, of those that have a handle."""


def kernel(function: Callable[P, R]) -> Callable[P, R]:
    """Mark a module-level function as a kernel, which numba can compile; it is unchanged.

    Kernels must not call themselves: cached recursive code can crash the process that loads it
    (numba issue 6061). Use an explicit stack. Nor may they keep only a record of an array that they
    make: compiled, `np.empty(1, ROOM)[0]` lies in memory that is free already. Hand the array to
    another kernel, and take the record there.
    """
    _kernels.append(function)
    return function


def inlined_kernel(function: Callable[P, R]) -> Callable[P, R]:
    """Mark a kernel that is compiled into each caller, instead of being called.

    For the small parts of an innermost loop: calls between kernels keep what they share in memory.
    (Measured: a search of Paper.io takes a third less time.) Each caller takes longer to compile.
    """
    _inlined.add(function)
    return kernel(function)


def is_kernel(function: object) -> bool:
    return any(function is each for each in _kernels)


def is_verb(function: object) -> bool:
    return any(function is each for each in _verbs.values())


def verb(function: Callable[P, R]) -> Callable[P, R]:
    """Make a verb: a function dispatched on the type of its first argument, a record.

    `register` says what is done for which record; the body of `function` is never run.
    """
    name = function.__name__

    @functools.wraps(function)
    def act(*args: P.args, **kwargs: P.kwargs) -> R:
        implementation: Callable[P, R] = _implementation(name, args[0])
        return implementation(*args, **kwargs)

    _verbs[name] = act
    return act


def register(fields: Iterable[str], game: Registered) -> None:
    """Register the kernels of the verbs for records with exactly these field names.

    Raises:
        PluginError: a verb is unknown, or another game has a record with the same fields.
    """
    names = tuple(fields)
    unknown = game.verbs.keys() - _verbs
    if unknown:
        raise PluginError(
            f"game {game.name!r}: expected verbs among {sorted(_verbs)}, got {sorted(unknown)}"
        )
    known = _games.setdefault(names, game)
    if known != game:
        raise PluginError(
            f"the games {known.name!r} and {game.name!r} have records with the same fields, "
            f"{', '.join(names)}: rename one field"
        )


def bind(act: Callable[P, R], state: Any) -> Callable[P, R]:
    """Resolve a verb for records like this one, so that calls need not look it up.

    Raises:
        TypeError: there is none.
    """
    return _implementation(act.__name__, state)


def offers(act: Callable[..., Any], state: Any) -> bool:
    """Whether the game of this record brings a verb of its own."""
    game = _games.get(state.dtype.names)
    return game is not None and act.__name__ in game.own


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


def move_count(state: Any) -> int:
    """How many moves the game of this record has: in compiled code a constant."""
    return _game_of("move_count", state).moves


def game_of(state: Any) -> Registered:
    """What is known of the game of a record.

    Raises:
        TypeError: it is no record of a loaded game.
    """
    return _game_of("game_of", state)


def _game_of(name: str, state: Any) -> Registered:
    fields: Any = getattr(getattr(state, "dtype", None), "names", None)
    if fields is None and isinstance(state, dict):
        fields = tuple(state)
    found = _games.get(fields)
    if found is not None:
        return found
    if fields is None:
        got = type(state).__name__
        raise TypeError(f"expected a state record as first argument of {name}, got {got}")
    raise TypeError(f"expected the state record of a loaded game, got the fields {fields}")


def _implementation(name: str, state: Any) -> Callable[..., Any]:
    game = _game_of(name, state)
    found = game.verbs.get(name)
    if found is None:
        raise TypeError(f"expected {name} among the verbs of {game.name}, got a game without it")
    return found


def has_numba() -> bool:
    """Whether kernels can be compiled here."""
    return importlib.util.find_spec("numba") is not None


def compiled(function: Callable[P, R], *, brief: bool = False) -> Callable[P, R]:
    """Return the kernel as compiled code, from the cache on disk where it is there.

    The first call for each combination of argument types compiles, unless the cache has it. A brief
    kernel, which runs once for each move and searches nothing, is optimised less: it is compiled
    sooner, and somewhat slower.

    Raises:
        ModuleNotFoundError: numba is not installed (`pip install 'gridbots[fast]'`).
    """
    return _compiled(function, brief, len(_kernels) + len(_plugins) + len(_games))


@functools.cache
def _compiled(function: Callable[P, R], brief: bool, known: int) -> Callable[P, R]:  # noqa: ARG001, FBT001  part of the cache key
    numba = _numba()
    from gridbots.sources import check_importable

    check_importable(function)
    _make_callable_from_compiled_code()
    numba.config.CACHE_DIR = str(cache_folder())
    from gridbots.code_generation import BriefEntryPointCompiler, EntryPointCompiler

    compiler = BriefEntryPointCompiler if brief else EntryPointCompiler
    return numba.njit(cache=True, pipeline_class=compiler)(function)  # type: ignore[no-any-return]


def _numba() -> Any:
    try:
        import numba
    except ModuleNotFoundError as error:
        raise ModuleNotFoundError(
            "this bot needs compiled search: pip install 'gridbots[fast]'", name="numba"
        ) from error
    return numba


_jitable: set[Callable[..., Any]] = set()


def _make_callable_from_compiled_code() -> None:
    """Tell numba the type of each kernel and verb: it says what to compile for a call."""
    from numba.core.registry import cpu_target

    from gridbots.kernel_types import CallType, Registry, VerbType, kernel_type

    registry = Registry(_is_inlined, _kernel_of_verb, _kernel_of_handle)

    types: dict[Callable[..., Any], Any] = {call: CallType, **dict.fromkeys(_kernels, kernel_type)}
    types |= dict.fromkeys(_verbs.values(), VerbType)
    for function in types.keys() - _jitable:
        _jitable.add(function)
        cpu_target.typing_context.insert_global(function, types[function](function, registry))
    if move_count not in _jitable:
        _resolve_by(_resolve_move_count, move_count)
        _resolve_by(_resolve_records_like, records_like)
        _resolve_by(_resolve_record_size, record_size)
        _resolve_by(_resolve_word_of, word_of)


def _is_inlined(function: Callable[..., Any]) -> bool:
    return function in _inlined


def _kernel_of_verb(name: str, fields: Iterable[str]) -> Callable[..., Any] | None:
    game = _games.get(tuple(fields))
    return game.verbs.get(name) if game else None


def _kernel_of_handle(name: str) -> Callable[..., Any] | None:
    return _handed.get(name)


def _resolve_by(resolve: Callable[..., Any], function: Callable[..., Any]) -> None:
    """Tell numba what to compile where a function is called."""
    from numba.extending import overload

    from gridbots.code_generation import Part

    _jitable.add(function)
    options = {"pipeline_class": Part, "no_cfunc_wrapper": True}
    overload(function, jit_options=options, strict=False)(resolve)


def _resolve_records_like(state: Any, count: Any) -> Callable[..., Any]:  # noqa: ARG001  as in `make`
    """What numba asks for room for records, given the type of one."""
    import numpy as np
    from numba.np.numpy_support import as_dtype

    dtype = as_dtype(state)

    def make(state: Any, count: Any) -> Any:  # noqa: ARG001  the type says it all
        return np.empty(count, dtype)

    return make


def _resolve_record_size(state: Any) -> Callable[..., Any]:
    """What numba asks for the size of a record, given its type."""
    count = int(state.size)

    def size(state: Any) -> int:  # noqa: ARG001  the type says it all
        return count

    return size


def _resolve_word_of(state: Any, place: Any) -> Callable[..., Any]:  # noqa: ARG001  as in `load`
    """What numba asks for a word of a record."""
    from gridbots.code_generation import load_word

    def load(state: Any, place: int) -> int:
        return load_word(state, place)  # type: ignore[no-any-return]

    return load


def _resolve_move_count(state: Any) -> Callable[..., Any] | None:
    """What numba asks for the number of moves, given the type of a record."""
    game = _games.get(tuple(getattr(state, "fields", ())))
    if game is None:
        return None
    moves = game.moves

    def count(state: Any) -> int:  # noqa: ARG001  the type says it all
        return moves

    return count


def cache_folder() -> Path:
    """Cache folder of compiled code, for exactly these sources, this Python, numpy and numba."""
    folder = (
        cache_home()
        / "kernels"
        / _digest_of_sources(len(_kernels), frozenset(_plugins), _choices())
    )
    folder.mkdir(parents=True, exist_ok=True)
    return folder


def _choices() -> frozenset[str]:
    """What verbs stand for in the games of plugins.

    The choices of the framework's own games stand in files that count anyway, so that it does not
    matter which of them are loaded.
    """
    choices = set()
    for fields, game in _games.items():
        kernels = [game.verbs[verb] for verb in sorted(game.own)]
        if any(each.__module__.partition(".")[0] != "gridbots" for each in kernels):
            names = [f"{each.__module__}.{each.__qualname__}" for each in kernels]
            choices.add(f"{fields} {game.moves} {sorted(game.own)} {names}")
    return frozenset(choices)


@functools.cache
def _digest_of_sources(kernels: int, plugins: frozenset[str], choices: frozenset[str]) -> str:  # noqa: ARG001  what is loaded
    from gridbots import sources

    roots = _source_roots()
    files = {Path(each.__code__.co_filename) for each in _kernels}
    total = _versions_digest()
    total.update(f"{sorted(choices)}".encode())
    for file in sources.needed(roots, filter(Path.is_file, files)):
        total.update(f"\n{_place_of(file, roots)} ".encode())
        total.update(sources.read(file).digest)
    return total.hexdigest()[:16]


def _place_of(file: Path, roots: Mapping[str, Path]) -> str:
    """The name of a file, wherever its package has been installed."""
    for top, root in roots.items():
        if file.is_relative_to(root):
            return f"{top} {file.relative_to(root)}"
    return file.name


@functools.cache
def cache_home() -> Path:
    """Cache directory: gridbots keeps there what it can make again.

    `GRIDBOTS_CACHE`, or else the user's cache directory; when that cannot be written, a temporary
    folder that only this user can enter, or the last resort, one of this process alone.
    """
    import tempfile

    shared = Path(tempfile.gettempdir()) / f"gridbots-{os.getuid()}"
    for folder in (_wanted_home(), shared):
        try:
            folder.mkdir(parents=True, exist_ok=True, mode=0o700 if folder == shared else 0o777)
            with tempfile.TemporaryFile(dir=folder):
                if folder != shared or _is_private(folder):
                    return folder
        except OSError:
            continue
    return Path(tempfile.mkdtemp(prefix="gridbots-"))


def _is_private(folder: Path) -> bool:
    """Whether nobody else could have put compiled code there: loading it runs it."""
    status = folder.lstat()
    return status.st_uid == os.getuid() and status.st_mode & 0o777 == 0o700


def _wanted_home() -> Path:
    chosen = os.environ.get("GRIDBOTS_CACHE")
    if chosen:
        return Path(chosen)
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Caches" / "gridbots"
    base = os.environ.get("XDG_CACHE_HOME")
    return (Path(base) if base else Path.home() / ".cache") / "gridbots"


def include(module: str) -> None:
    """Count the sources of a plugin among those that the cache is made for.

    So its name does not depend on which of the plugin's modules have been imported so far.
    """
    _plugins.add(module.partition(".")[0])


def _source_roots() -> dict[str, Path]:
    """By name: the top-level packages or files of the framework, all kernels and plugins."""
    roots = {"gridbots": Path(__file__).parent}
    for function in _kernels:
        top = function.__module__.partition(".")[0]
        roots[top] = _root_of(top, function.__code__.co_filename)
    roots |= {top: _root_of(top, "") for top in _plugins}
    return {top: root for top, root in sorted(roots.items()) if root != Path() and root.exists()}


def _root_of(top: str, otherwise: str) -> Path:
    """The folder of a package, or the file of a module."""
    path = Path(getattr(sys.modules.get(top), "__file__", None) or otherwise)
    return path.parent if path.name == "__init__.py" else path


def digest(roots: Iterable[Path]) -> str:
    """A name for the sources under these files and folders, with the versions that compile them."""
    import hashlib

    total = _versions_digest()
    for root in roots:
        for file in sorted(root.rglob("*.py")) if root.is_dir() else [root]:
            total.update(f"\n{file.name} ".encode())
            total.update(hashlib.sha256(file.read_bytes()).digest())
    return total.hexdigest()[:16]


def _versions_digest() -> hashlib._Hash:
    """The beginning of a digest: the versions of all that compiles."""
    import hashlib

    versions = [f"{name} {_version(name)}" for name in ("numpy", "numba")]
    return hashlib.sha256(f"{sys.implementation.cache_tag} {versions}".encode())


def _version(package: str) -> str:
    import importlib.metadata

    try:
        return importlib.metadata.version(package)
    except importlib.metadata.PackageNotFoundError:
        return "none"
