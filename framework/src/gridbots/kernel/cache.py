"""Cache of compiled code on disk, in a folder named by all that could have gone into it."""

from __future__ import annotations

import functools
import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from gridbots.kernel.kernels import known_kernels
from gridbots.kernel.verbs import registered_games

if TYPE_CHECKING:
    import hashlib
    from collections.abc import Iterable, Mapping

_plugins: set[str] = set()
"""Top-level modules of the loaded plugins."""


def known_plugins() -> frozenset[str]:
    """Top-level modules of the loaded plugins."""
    return frozenset(_plugins)


def cache_folder() -> Path:
    """Cache folder of compiled code, for exactly these sources, this Python, numpy and numba."""
    folder = (
        cache_home()
        / "kernels"
        / _digest_of_sources(len(known_kernels()), frozenset(_plugins), _choices())
    )
    folder.mkdir(parents=True, exist_ok=True)
    return folder


def _choices() -> frozenset[str]:
    """What verbs stand for in the games of plugins.

    The choices of the framework's own games stand in files that count anyway, so that it does not
    matter which of them are loaded.
    """
    choices = set()
    for fields, game in registered_games().items():
        kernels = [game.verbs[verb] for verb in sorted(game.own)]
        if any(each.__module__.partition(".")[0] != "gridbots" for each in kernels):
            names = [f"{each.__module__}.{each.__qualname__}" for each in kernels]
            choices.add(f"{fields} {game.moves} {sorted(game.own)} {names}")
    return frozenset(choices)


@functools.cache
def _digest_of_sources(kernels: int, plugins: frozenset[str], choices: frozenset[str]) -> str:  # noqa: ARG001  what is loaded
    from gridbots.kernel import sources

    roots = _source_roots()
    files = {Path(each.__code__.co_filename) for each in known_kernels()}
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
    roots = {"gridbots": Path(__file__).parents[1]}
    for function in known_kernels():
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
