"""Contents of a sandbox: the files of this machine that a bot can read in it."""

from __future__ import annotations

import os
import shutil
import site
import sys
import tempfile
from functools import cache, lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

SYSTEM: Final = ("/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64", "/libx32", "/nix/store")
DEVICES: Final = ("/dev/null", "/dev/zero", "/dev/full", "/dev/random", "/dev/urandom")
SETTINGS: Final = (
    "/etc/alternatives",
    "/etc/ld.so.cache",
    "/etc/ld.so.conf",
    "/etc/ld.so.conf.d",
    "/etc/localtime",
    "/etc/timezone",
    "/etc/mono",
    "/etc/nsswitch.conf",
)
"""System settings that programs need, in addition to /etc/java*."""
NETWORK: Final = ("/etc/resolv.conf", "/etc/hosts", "/etc/services", "/etc/ssl")
"""Settings that programs with network access need."""

OWN: Final = ("/dev", "/proc", "/sys")
"""Folders that a sandbox replaces or lacks, even if a command names them."""

Source = tuple[str, str, bool]
"""A path, its place in the tree, and whether it belongs to the program, not to the system."""


def sources(argv: Sequence[str], *, network: bool) -> tuple[Source, ...]:
    """The paths to bind for a program."""
    return _sources(tuple(argv), network, os.environ.get("PYTHONPATH", ""))


@lru_cache
def _sources(argv: tuple[str, ...], network: bool, path: str) -> tuple[Source, ...]:  # noqa: FBT001  part of the cache key
    shared = _system(network=network)
    own = [*map(str, _python(path)), *map(str, _program(argv))]
    return tuple((path, path, path not in shared) for path in _outermost([*shared, *own]))


def files(user: int, group: int) -> tuple[tuple[str, bytes], ...]:
    """Files to write into the tree."""
    return (
        ("/etc/passwd", b"bot:x:%d:%d::/tmp:/bin/sh\n" % (user, group)),
        ("/etc/group", b"bot:x:%d:\n" % group),
    )


def _system(*, network: bool) -> list[str]:
    settings = [*SETTINGS, *map(str, Path("/etc").glob("java*")), *(NETWORK if network else ())]
    return [path for path in (*SYSTEM, *settings, *DEVICES) if os.path.exists(path)]  # noqa: PTH110


@cache
def _python(path: str) -> tuple[Path, ...]:
    """The folders of this Python, its packages and the compiled code of bots.

    Common folders in PYTHONPATH, such as the home folder, are left out. `.pth` files list packages
    that are installed in development mode.
    """
    named = [Path(each) for each in path.split(os.pathsep) if each.startswith("/")]
    places = [each for each in named if not _is_common(each, Path.cwd())]
    for folder in site.getsitepackages():
        for listed in Path(folder).glob("*.pth"):
            lines = listed.read_text(errors="replace").splitlines()
            places += [Path(line) for line in lines if line.startswith("/")]
    found = [Path(sys.prefix), Path(sys.base_prefix), *(each for each in places if each.is_dir())]
    return (*_with_targets(found), compiled_code())


@cache
def compiled_code() -> Path:
    """The folder of the compiled code of bots."""
    from gridbots.kernel import cache_home

    return cache_home().resolve()


def _program(argv: Sequence[str]) -> Iterator[Path]:
    """The paths that the words of a command name, with their folders; of options only the file."""
    program = shutil.which(argv[0])
    for path in map(Path, (program or argv[0], *argv[1:])):
        if path.is_absolute() and path.exists() and not _is_own(path):
            yield from _with_targets([_shown(path)])
            yield from _with_targets([_shown(path.resolve())])
    for path in (Path(word.partition("=")[2]) for word in argv[1:]):
        if path.is_absolute() and path.is_file() and not _is_own(path):
            yield from _with_targets([path])


def _is_own(path: Path) -> bool:
    return any(path.is_relative_to(place) for place in OWN)


def _shown(path: Path) -> Path:
    """A folder itself; for a file its folder, unless that is a common one."""
    if path.is_dir():
        return path
    return path if _is_common(path.parent) else path.parent


def _is_common(folder: Path, *more: Path) -> bool:
    """Whether this is the home folder, the temporary folder, one of `more`, or a parent of one."""
    kept = folder.resolve()
    common = (Path.home(), Path(tempfile.gettempdir()), *more)
    return any(each.resolve().is_relative_to(kept) for each in common)


def _with_targets(paths: Iterable[Path]) -> Iterator[Path]:
    for path in paths:
        yield path
        yield path.resolve()


def _outermost(paths: Iterable[str]) -> list[str]:
    """The paths without those inside other ones."""
    kept: list[str] = []
    for path in sorted({os.path.normpath(path) for path in paths}):
        if not any(path.startswith(f"{above.rstrip('/')}/") for above in kept):
            kept.append(path)
    return kept
