"""Cache of compiled code on disk, in folders named by everything that the code depends on."""

from __future__ import annotations

import functools
import hashlib
import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

from gridbots.kernel.kernels import kernel_of_handle, known_kernels
from gridbots.kernel.verbs import registered_games
from gridbots.kernel.versions import versions_digest

if TYPE_CHECKING:
    from collections.abc import Callable, Container, Iterable, Mapping


def code_home() -> Path:
    """The folder that holds the folders of compiled code."""
    return cache_home() / "kernels"


def code_folder(function: Callable[..., Any], records: Iterable[Iterable[str]] = ()) -> Path:
    """Cache folder for the compiled code of a kernel, given records with fields of these names.

    Its name depends on the sources of the packages of the kernel, of the kernels passed to it and
    of the games of the records; on the packages that these import; on the kernels of verbs in these
    games; on the values that kernels name, and on the helpers that they call; on extensions of
    numba; and on the versions of Python, numpy and numba. It does not depend on other loaded code.

    Raises:
        PluginError: see `constants_of`.
    """
    from gridbots.kernel.callables import extensions
    from gridbots.kernel.constants import constants_of

    kernels, games = {function}, set()
    for fields in map(tuple, records):
        if fields in registered_games():
            games.add(fields)
            kernels |= {*registered_games()[fields].verbs.values()}
        handed = kernel_of_handle(fields[0]) if len(fields) == 1 else None
        kernels |= {handed} if handed else set()
    tops = frozenset({"gridbots", *map(_top_of, kernels)})
    files, digest = _sources_of(tops, len(known_kernels()))
    added, extended = extensions()
    constants = constants_of(frozenset(kernels) | added)
    total = hashlib.sha256(f"{digest} {_choices(games, files)} {constants} {extended}".encode())
    return code_home() / total.hexdigest()[:16]


def _top_of(function: Callable[..., Any]) -> str:
    return function.__module__.partition(".")[0]


@functools.cache
def _sources_of(
    tops: frozenset[str],
    known: int,  # noqa: ARG001  what is loaded
) -> tuple[Container[Path], str]:
    """The source files that code of these top-level modules can depend on, and their digest."""
    from gridbots.kernel import sources

    roots = _source_roots()
    kernels: dict[str, set[Path]] = {}
    for each in known_kernels():
        kernels.setdefault(_top_of(each), set()).add(Path(each.__code__.co_filename))
    files = [each for each in sources.needed(roots, tops, kernels) if each.is_file()]
    total = versions_digest()
    for file in files:
        total.update(f"\n{_place_of(file, roots)} ".encode())
        total.update(sources.read(file).digest)
    return frozenset(files), total.hexdigest()


def _choices(games: Container[tuple[str, ...]], files: Container[Path]) -> list[str]:
    """Kernels of verbs in these games, and in those of plugins whose kernels are in these files.

    The framework's own games are in files that count in any case, so that it does not matter which
    of them are loaded.
    """
    choices = []
    for fields, game in registered_games().items():
        kernels = [game.verbs[verb] for verb in sorted(game.own)]
        others = [each for each in kernels if _top_of(each) != "gridbots"]
        if fields in games or any(Path(each.__code__.co_filename) in files for each in others):
            names = [f"{each.__module__}.{each.__qualname__}" for each in kernels]
            choices.append(f"{fields} {game.moves} {sorted(game.own)} {names}")
    return sorted(choices)


def _place_of(file: Path, roots: Mapping[str, Path]) -> str:
    """The name of a file, independent of the location of its package."""
    for top, root in roots.items():
        if file.is_relative_to(root):
            return f"{top} {file.relative_to(root)}"
    return file.name


@functools.cache
def cache_home() -> Path:
    """Cache directory, for files that gridbots can make again.

    It is `GRIDBOTS_CACHE`, or the user's cache directory; if that is not writable, a temporary
    folder that only this user can enter; or, as a last resort, one for this process alone.
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
    """Whether only this user can write to a folder: loading compiled code runs it."""
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


def _source_roots() -> dict[str, Path]:
    """By name: the top-level packages or files of the framework and of all kernels."""
    roots = {"gridbots": Path(__file__).parents[1]}
    files = {_top_of(each): each.__code__.co_filename for each in known_kernels()}
    roots |= {top: _root_of(top, file) for top, file in files.items()}
    return {top: root for top, root in sorted(roots.items()) if root != Path() and root.exists()}


def _root_of(top: str, otherwise: str) -> Path:
    """The folder of a package, or the file of a module."""
    path = Path(getattr(sys.modules.get(top), "__file__", None) or otherwise)
    return path.parent if path.name == "__init__.py" else path
