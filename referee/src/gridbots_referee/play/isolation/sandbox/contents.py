"""Contents of a sandbox: the files of this machine that a bot can read in it."""

from __future__ import annotations

import os
import re
import shutil
import site
import sys
import tempfile
from functools import cache, lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Final

from gridbots_referee.play.interpreters import (
    JAVA,
    JULIA,
    NODE,
    PERL,
    PHP,
    PYTHON,
    RUBY,
    interpreter_of,
    shebang_of,
)

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

SYSTEM: Final = (
    "/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64", "/libx32", "/nix/store",
    "/home/linuxbrew/.linuxbrew",
)  # fmt: skip
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

INSTALLED: Final = {
    PYTHON: ("lib*/python*/os.py", "lib*/pypy*/os.py"),
    RUBY: ("lib/ruby/*/*/rbconfig.rb",),
    PERL: ("lib*/perl5/*/strict.pm", "lib*/perl5/*/*/strict.pm", "lib*/perl5/strict.pm"),
    PHP: ("lib/php/*",),
    NODE: ("lib/node_modules/npm",),
    JULIA: ("share/julia/base",),
    JAVA: ("lib/modules", "jre/lib/rt.jar", "lib/jvm.cfg"),
}
"""Interpreter -> files of its installation, as seen from the folder above that of the program."""
HOME_KEY: Final = re.compile(r"^home\s*=\s*(/.+)$", re.MULTILINE)
"""The folder of the interpreter to which a virtual environment links."""
MOST_LINKS: Final = 8

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
            if os.access(path, os.X_OK):
                for each in (path, *map(Path, shebang_of(path)[:1])):
                    yield from _with_targets(_installation(each))
    for path in (Path(word.partition("=")[2]) for word in argv[1:]):
        if path.is_absolute() and path.is_file() and not _is_own(path):
            yield from _with_targets([path])


def _installation(program: Path, links: int = MOST_LINKS) -> Iterator[Path]:
    """Files of an interpreter outside the system: its libraries, and the targets of its links.

    Program and libraries must be there: no bot can make a folder visible that is no interpreter's.
    Of a folder that also contains other things, such as `~/.local`, only the libraries are visible.
    """
    kind, folder = interpreter_of(program.name), program.parent.parent
    if kind not in INSTALLED or not links:
        return
    if not program.is_file() or not os.access(program, os.X_OK):
        return
    yield program
    if program.is_symlink():
        target = Path(os.path.normpath(program.parent / program.readlink()))
        yield from _installation(target, links - 1)
    config = folder / "pyvenv.cfg"
    if kind == PYTHON and config.is_file():
        yield from _within(folder, [config, *folder.glob("lib*/python*")])
        if home := HOME_KEY.search(config.read_text(errors="replace")):
            yield from _installation(Path(home[1].strip(), program.name), links - 1)
    marks = [mark for pattern in INSTALLED[kind] for mark in folder.glob(pattern)]
    if marks and _is_common(folder, Path.cwd(), Path.home() / ".local"):
        libraries = [Path(folder, *mark.relative_to(folder).parts[:2]) for mark in marks]
        shared = folder.glob(f"lib/lib{re.sub('[^a-z].*', '', program.name)}*")
        yield from _within(folder, [*libraries, *shared])
    elif marks:
        yield folder


def _within(folder: Path, paths: Iterable[Path]) -> Iterator[Path]:
    """The paths without links to other folders."""
    return (path for path in paths if path.resolve().is_relative_to(folder.resolve()))


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
