"""Launcher: a small process beside the referee that starts bots under the limits of a level.

The referee itself could not: what has to be done in a new process before the program runs would
need a fork of the referee, whose memory makes that dear. See `launcher_process`, the other side.
"""

from __future__ import annotations

import contextlib
import marshal
import os
import platform
import select
import socket
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Final

from gridbots_referee.play.isolation import launcher_process, process_tree
from gridbots_referee.play.isolation.environment import clean_environment
from gridbots_referee.play.isolation.rlimits import Rlimits, rlimits

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from gridbots.limits import Isolation

    Streams = tuple[int, int, int]

TIMEOUT_SECONDS: Final = 10.0
"""How long a launcher may take to start a program."""
ATTEMPTS: Final = 3
"""How often a start is tried whose launcher dies."""
MAX_LAUNCHERS: Final = 4
"""At a time, in one process: those of the levels and environments that were used last."""


class LauncherDiedError(Exception):
    """A launcher has died, or does not answer."""


def has_launcher() -> bool:
    """Whether a launcher runs on this system."""
    return sys.platform == "linux" and platform.machine() in launcher_process.SYSCALL_CLONE


class Launcher:
    """A started launcher; all its bots get this environment and these limits."""

    def __init__(self, environment: Mapping[str, str], limits: Rlimits) -> None:
        self._socket, its = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        words = [sys.executable, "-I", "-S", str(Path(launcher_process.__file__))]
        with its:
            self._process = subprocess.Popen(
                words, stdin=its.fileno(), stdout=subprocess.DEVNULL, cwd="/", env=environment,
                start_new_session=True,
            )  # fmt: skip
        self.pid = self._process.pid
        process_tree.spared.add(self.pid)
        self._socket.send(marshal.dumps((os.getpid(), limits)))

    def start(self, argv: Sequence[str], folder: str | None, streams: Streams) -> int:
        """Start a program; its process id.

        Raises:
            OSError, ValueError: it cannot be started.
            LauncherDiedError: the launcher cannot start anything.
        """
        words = tuple(os.fsencode(word) for word in argv)
        if any(b"\0" in word for word in words):
            raise ValueError("embedded null byte")
        request = marshal.dumps((words, os.fsencode(folder or os.getcwd())))  # noqa: PTH109
        try:
            socket.send_fds(self._socket, [request], streams)
            pid, number = self._receive()
        except (BrokenPipeError, ConnectionError) as error:
            raise LauncherDiedError(str(error)) from None
        if number:
            if pid > 0:
                os.waitpid(pid, 0)
            raise OSError(number, os.strerror(number))
        return pid

    def _receive(self) -> tuple[int, int]:
        poll = select.poll()
        poll.register(self._socket, select.POLLIN)
        if not poll.poll(1000 * TIMEOUT_SECONDS):
            raise LauncherDiedError(f"no answer within {TIMEOUT_SECONDS} s")
        answer = self._socket.recv(launcher_process.MOST_BYTES)
        if not answer:
            raise LauncherDiedError("it has died")
        pid, number = answer.split()
        return int(pid), int(number)

    def end(self) -> None:
        """Kill it; the bots that it has started live on."""
        self._socket.close()
        self._process.kill()
        self._process.wait()
        process_tree.spared.discard(self.pid)


_launchers: dict[object, Launcher] = {}
"""Those of this process, by what they were started with; the one that was used last comes last."""


def start_limited(
    isolation: Isolation, argv: Sequence[str], folder: str | None, streams: Streams
) -> int:
    """Start a program under the limits of a level; its process id.

    Raises:
        OSError, ValueError: it cannot be started.
    """
    for _ in range(ATTEMPTS):
        key, launcher = _launcher(isolation)
        try:
            return launcher.start(argv, folder, streams)
        except LauncherDiedError:
            _launchers.pop(key).end()
    raise OSError(f"the launcher died {ATTEMPTS} times")


def _launcher(isolation: Isolation) -> tuple[object, Launcher]:
    environment = clean_environment(isolation.pass_env)
    key = (os.getpid(), isolation, tuple(environment.items()))
    launcher = _launchers.pop(key, None)
    if launcher is None:
        if len(_launchers) == MAX_LAUNCHERS:
            _launchers.pop(next(iter(_launchers))).end()
        launcher = Launcher(environment, rlimits(isolation))
    _launchers[key] = launcher
    return key, launcher


def launcher_pids() -> set[int]:
    """Process ids of the launchers of this process."""
    return {launcher.pid for launcher in _launchers.values()}


def end_launchers() -> None:
    """End all launchers of this process; they are started again when they are needed."""
    while _launchers:
        with contextlib.suppress(OSError):
            _launchers.popitem()[1].end()
