"""Launcher: a small process beside the referee that starts bots under the limits of a level.

Setting up a new process before the program runs requires a fork, and forking the referee itself
would be expensive, because it uses much memory. See `launcher_process` for the other side.
"""

from __future__ import annotations

import errno
import marshal
import os
import platform
import select
import socket
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Final

from gridbots.bot import clone
from gridbots_referee.play.isolation import launcher_process, process_tree

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from gridbots_referee.play.isolation.rlimits import Rlimits
    from gridbots_referee.play.isolation.sandbox.process import Box

    Streams = tuple[int, int, int]

TIMEOUT_SECONDS: Final = 10.0
"""Timeout for starting a program."""
REAP_SECONDS: Final = 1.0
"""Time for a killed launcher to end."""
PACKAGES: Final = [
    str(Path(str(module.__file__)).parents[module.__name__.count(".")])
    for module in (launcher_process, clone)
]
"""The folders in which the launcher finds the referee and the framework."""
PROGRAM: Final = (
    f"import sys; sys.path += {PACKAGES}; "
    "from gridbots_referee.play.isolation.launcher_process import main; main()"
)


class LauncherDiedError(Exception):
    """A launcher has died, or does not answer."""


class IsolationError(OSError):
    """This machine does not support a level of isolation."""


def has_launcher() -> bool:
    """Whether launchers work on this system."""
    return sys.platform == "linux" and platform.machine() in clone.SYSCALL_CLONE


class Launcher:
    """A started launcher. All its bots get the same environment, limits and sandbox.

    The programs can read `data` from open files; the first descriptor is FIRST_DATA.

    Raises:
        IsolationError: this machine does not support the sandbox.
        LauncherDiedError: the launcher died.
    """

    def __init__(
        self,
        environment: Mapping[str, str],
        limits: Rlimits,
        box: Box | None = None,
        data: tuple[bytes, ...] = (),
    ) -> None:
        self._socket, its = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        with its:
            self._process = subprocess.Popen(
                [sys.executable, "-I", "-S", "-c", PROGRAM],
                stdin=its.fileno(), stdout=subprocess.DEVNULL, cwd="/",
                env={**launcher_process.BIND_NOW, **environment}, start_new_session=True,
            )  # fmt: skip
        self.pid = self._process.pid
        process_tree.spared.add(self.pid)
        try:
            self._set_up(limits, box, data)
        except BaseException:
            self.end()
            raise

    def _set_up(self, limits: Rlimits, box: Box | None, data: tuple[bytes, ...]) -> None:
        self._socket.send(marshal.dumps((os.getpid(), limits, box, data)))
        answer = self._receive()
        if box and answer == b"unshared":
            _map_user(self.pid, box[0], box[1])
            self._socket.send(b"mapped")
            answer = self._receive()
        if answer != launcher_process.READY:
            raise IsolationError(errno.EPERM, answer.decode(errors="replace"))

    def start(
        self, argv: Sequence[str], folder: str | None, entries: Sequence[int], streams: Streams
    ) -> int:
        """Start a program; its process id.

        Raises:
            OSError, ValueError: it cannot be started.
            LauncherDiedError: the launcher died.
        """
        words = tuple(os.fsencode(word) for word in argv)
        if any(b"\0" in word for word in words):
            raise ValueError("embedded null byte")
        request = marshal.dumps((words, os.fsencode(folder or os.getcwd())))  # noqa: PTH109
        try:
            socket.send_fds(self._socket, [request], (*streams, *entries))
        except ConnectionError as error:
            raise LauncherDiedError(str(error)) from None
        pid, number = map(int, self._receive().split())
        if number:
            if pid > 0:
                process_tree.reap(pid, REAP_SECONDS)
            raise OSError(number, os.strerror(number))
        return pid

    def ask(self, request: bytes) -> bool:
        """Send a request to the sandbox; whether it succeeded.

        Raises:
            LauncherDiedError: the launcher has died, with all processes in its sandbox.
        """
        try:
            self._socket.send(request)
        except ConnectionError as error:
            raise LauncherDiedError(str(error)) from None
        return self._receive() == launcher_process.READY

    def _receive(self) -> bytes:
        poll = select.poll()
        poll.register(self._socket, select.POLLIN)
        if not process_tree.wait_for_answer(self.pid, poll, TIMEOUT_SECONDS):
            raise LauncherDiedError(f"stopped, or no answer within {TIMEOUT_SECONDS} s")
        try:
            answer = self._socket.recv(launcher_process.MOST_BYTES)
        except ConnectionError as error:
            raise LauncherDiedError(str(error)) from None
        if not answer:
            raise LauncherDiedError("it has died")
        return answer

    def end(self) -> None:
        """Kill the launcher and its sandbox; bots without a sandbox live on."""
        self._socket.close()
        self._process.kill()
        process_tree.spared.discard(self.pid)
        process_tree.reap(self.pid, REAP_SECONDS)  # with a deadline: a process may trace it
        self._process.returncode = 0


def _map_user(pid: int, user: int, group: int) -> None:
    """Map one user and one group into a user namespace, under the same ids."""
    try:
        if os.geteuid() != 0:
            Path(f"/proc/{pid}/setgroups").write_text("deny")
        Path(f"/proc/{pid}/uid_map").write_text(f"{user} {user} 1")
        Path(f"/proc/{pid}/gid_map").write_text(f"{group} {group} 1")
    except OSError as error:
        raise IsolationError(error.errno, f"user namespace: {error.strerror}") from None
