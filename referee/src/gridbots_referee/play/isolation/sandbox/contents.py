"""File tree of a sandbox: what of this machine a bot finds in it, read-only."""

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
"""What programs need of the settings of the system; and each /etc/java*."""
NETWORK: Final = ("/etc/resolv.conf", "/etc/hosts", "/etc/services", "/etc/ssl")
"""The same for those that may use the network."""

OWN: Final = ("/dev", "/proc", "/sys")
"""Places of which a sandbox has its own, or none, whatever a command names."""

Source = tuple[str, str, bool]
"""A path, its place in the tree, and whether it is a program's own and no part of the system."""


def sources(argv: Sequence[str], *, network: bool) -> tuple[Source, ...]:
    """What is bound for a program."""
    return _sources(tuple(argv), network, os.environ.get("PYTHONPATH", ""))


@lru_cache
def _sources(argv: tuple[str, ...], network: bool, path: str) -> tuple[Source, ...]:  # noqa: FBT001  part of the cache key
    shared = _system(network=network)
    own = [*map(str, _python(path)), *map(str, _program(argv))]
    return tuple((path, path, path not in shared) for path in _outermost([*shared, *own]))


def files(user: int, group: int) -> tuple[tuple[str, bytes], ...]:
    """Files that are written into the tree."""
    return (
        ("/etc/passwd", b"bot:x:%d:%d::/tmp:/bin/sh\n" % (user, group)),
        ("/etc/group", b"bot:x:%d:\n" % group),
    )


def _system(*, network: bool) -> list[str]:
    settings = [*SETTINGS, *map(str, Path("/etc").glob("java*")), *(NETWORK if network else ())]
    return [path for path in (*SYSTEM, *settings, *DEVICES) if os.path.exists(path)]  # noqa: PTH110


@cache
def _python(path: str) -> tuple[Path, ...]:
    """Where this Python, its packages and the compiled code of bots lie.

    Of PYTHONPATH there is no folder that holds much else; in `.pth` files stands what is installed.
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
    """Where the compiled code of bots lies."""
    from gridbots.kernel import cache_home

    return cache_home().resolve()


def _program(argv: Sequence[str]) -> Iterator[Path]:
    """What the words of a command name, and what lies beside it; of options the file alone."""
    program = shutil.which(argv[0])
    for path in map(Path, (program or argv[0], *argv[1:])):
        if path.is_absolute() and path.exists() and not _is_own(path):
            yield from _with_targets([_what_is_shown(path)])
            yield from _with_targets([_what_is_shown(path.resolve())])
    for path in (Path(word.partition("=")[2]) for word in argv[1:]):
        if path.is_absolute() and path.is_file() and not _is_own(path):
            yield from _with_targets([path])


def _is_own(path: Path) -> bool:
    return any(path.is_relative_to(place) for place in OWN)


def _what_is_shown(path: Path) -> Path:
    """A folder itself; of a file the folder that it lies in, unless much else lies there."""
    if path.is_dir():
        return path
    return path if _is_common(path.parent) else path.parent


def _is_common(folder: Path, *more: Path) -> bool:
    """Whether this is a home folder, one for temporary files, one of `more`, or one above them."""
    kept = folder.resolve()
    common = (Path.home(), Path(tempfile.gettempdir()), *more)
    return any(each.resolve().is_relative_to(kept) for each in common)


def _with_targets(paths: Iterable[Path]) -> Iterator[Path]:
    for path in paths:
        yield path
        yield path.resolve()


def _outermost(paths: Iterable[str]) -> list[str]:
    """The paths but for those that lie within another one."""
    kept: list[str] = []
    for path in sorted({os.path.normpath(path) for path in paths}):
        if not any(path.startswith(f"{above.rstrip('/')}/") for above in kept):
            kept.append(path)
    return kept
