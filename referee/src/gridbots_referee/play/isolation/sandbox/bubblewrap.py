"""Bubblewrap: sandboxes on systems where the referee may not create namespaces.

Some systems allow only a few programs to create user namespaces (AppArmor on Ubuntu). There, each
bot is started by Bubblewrap, with the same file tree and the same system-call filter. MISSING lists
what such a sandbox lacks. Bots cannot be forked from a zygote: they would be children of its init
process.
"""

from __future__ import annotations

import os
import shutil
from functools import cache
from typing import TYPE_CHECKING, Final

from gridbots_referee.play.isolation.environment import clean_environment
from gridbots_referee.play.isolation.launcher import Launcher, LauncherDiedError, has_launcher
from gridbots_referee.play.isolation.launcher_process import FIRST_DATA
from gridbots_referee.play.isolation.rlimits import MIB
from gridbots_referee.play.isolation.sandbox.contents import files, sources
from gridbots_referee.play.isolation.sandbox.file_tree import LINKS, SCRATCH
from gridbots_referee.play.isolation.sandbox.seccomp import has_filter, system_call_filter

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from gridbots.limits import Isolation

PROGRAM: Final = "bwrap"
OWN_PROCESSES: Final = 2
"""Number of Bubblewrap's processes that count as the bot's."""
MISSING: Final = ("Landlock", "quota of the number of files", "space for compiled code")
"""Measures that other sandboxes have."""
NAMESPACES: Final = ("user", "pid", "ipc", "uts")
MESSAGE_CAP: Final = 4096
"""Maximum number of bytes of an error message."""


def wrapped(isolation: Isolation, argv: Sequence[str]) -> tuple[str, ...]:
    """The command that starts a program in a sandbox."""
    return (PROGRAM, *_options(isolation, argv), "--", *argv)


def data() -> tuple[bytes, ...]:
    """The contents of the files that it reads: the filter, then files for the tree."""
    return (system_call_filter(), *(content for _, content in _files()))


def _files() -> tuple[tuple[str, bytes], ...]:
    return files(os.geteuid(), os.getegid())


def _options(isolation: Isolation, argv: Sequence[str]) -> Iterator[str]:
    yield "--die-with-parent"
    for name in NAMESPACES:
        yield f"--unshare-{name}"
    if not isolation.network:
        yield "--unshare-net"
    yield from ("--proc", "/proc")
    places = []
    for path, place, _ in sources(argv, network=isolation.network):
        yield from ("--dev-bind" if path.startswith("/dev/") else "--ro-bind-try", path, place)
        places.append(place)
    for number, (place, _) in enumerate(_files(), FIRST_DATA + 1):
        yield from ("--ro-bind-data", str(number), place)
    yield from ("--perms", "0700", "--size", str(isolation.quota_mib * MIB), "--tmpfs", SCRATCH)
    for place, target in LINKS.items():
        if not any(f"{each}/".startswith(f"{place}/") for each in places):  # a program in /tmp
            yield from ("--symlink", target, place)
    for place in ("/proc", "/"):  # root could write to /proc/sys
        yield from ("--remount-ro", place)
    yield from ("--chdir", SCRATCH, "--seccomp", str(FIRST_DATA))


@cache
def why_no_bubblewrap() -> str:
    """Why Bubblewrap cannot make sandboxes here; empty if it can."""
    from gridbots.limits import Isolation

    if not (has_launcher() and has_filter()):
        return "Bubblewrap is not supported on this system"
    if shutil.which(PROGRAM) is None:
        return f"Bubblewrap ({PROGRAM}) is not installed"
    try:
        return _try(wrapped(Isolation(level="sandbox"), ["true"]))
    except (OSError, LauncherDiedError) as error:
        return f"Bubblewrap: {error}"


def _try(argv: Sequence[str]) -> str:
    """Why a command fails; empty if it succeeds."""
    nothing = os.open(os.devnull, os.O_RDWR)
    reader, writer = os.pipe()
    launcher = Launcher(clean_environment(), (), data=data())
    try:
        pid = launcher.start(argv, "/", (), (nothing, nothing, writer))
        os.close(writer)
        message = os.read(reader, MESSAGE_CAP).decode(errors="replace").strip()
        _, status = os.waitpid(pid, 0)
    finally:
        launcher.end()
        os.close(nothing)
        os.close(reader)
    return (message or "Bubblewrap failed") if status else ""
