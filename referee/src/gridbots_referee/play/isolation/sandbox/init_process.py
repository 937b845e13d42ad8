"""First process of a sandbox: it reaps orphans, and kills the processes that bots leave behind."""

from __future__ import annotations

import _socket
import os
import time

from gridbots_referee.play.isolation.sandbox.file_tree import ROOT
from gridbots_referee.play.isolation.sandbox.linux import (
    CLONE_NEWPID,
    MS_NODEV,
    MS_NOEXEC,
    MS_NOSUID,
    MS_RDONLY,
    call,
    system,
)

PR_SET_PDEATHSIG, SIGKILL, SIGCHLD = 1, 9, 17
EMPTY_SECONDS = 2.0
"""Time for the processes of a bot to end."""


def start_init() -> _socket.socket:
    """Start the init process of a process-id namespace for later children; its socket."""
    call(system.unshare(CLONE_NEWPID), "process-id namespace")
    ours, its = _socket.socketpair(_socket.AF_UNIX, _socket.SOCK_SEQPACKET, 0)
    if os.fork() == 0:
        ours.close()
        _run_init(its)
    its.close()
    if ours.recv(1) != b"1":
        raise OSError("/proc cannot be mounted")
    return ours


def _run_init(launcher: _socket.socket) -> None:
    """Kill all other processes on request; never returns."""
    system.prctl(PR_SET_PDEATHSIG, SIGKILL, 0, 0, 0)
    system.signal(SIGCHLD, 1)  # ignored: orphans are reaped by the kernel
    flags = MS_RDONLY | MS_NOSUID | MS_NODEV | MS_NOEXEC
    path = (ROOT + "/proc").encode()
    if system.mount(b"proc", path, b"proc", flags, b"subset=pid") < 0:
        os._exit(1)
    launcher.send(b"1")
    spared = set[int]()
    while request := launcher.recv(1):
        if request == b"e":
            spared = set()
        elif not spared and request in b"fz":
            spared = {min(_processes())}
        is_empty = _await_empty(spared) if request in b"ez" else _kill_all(spared)
        launcher.send(b"1" if is_empty else b"0")
    os._exit(0)


def _processes() -> set[int]:
    """All processes of the namespace except this one; {1} if there are none."""
    found = {int(name) for name in os.listdir("/proc") if name.isdigit()}  # noqa: PTH208
    return found - {1} or {1}


def _kill_all(spared: set[int]) -> bool:
    """Kill all processes of the namespace except `spared`; whether there were no others."""
    try:
        if not spared:
            os.kill(-1, SIGKILL)
            return False
        for pid in _processes() - spared:
            os.kill(pid, SIGKILL)
    except ProcessLookupError:
        return not spared
    return _processes() <= spared


def _await_empty(spared: set[int]) -> bool:
    """Kill processes until there are no others; whether that succeeds in time.

    If it fails, all processes are killed at once, because some fork too fast.
    """
    end = time.monotonic() + EMPTY_SECONDS
    while not _kill_all(spared):
        if time.monotonic() > end:
            _kill_all(set())
            return False
        time.sleep(0.0005)
    return True


def ask(init: _socket.socket, request: bytes) -> bool:
    try:
        init.send(request)
        answer = init.recv(1)
    except ConnectionError:
        answer = b""
    if not answer:
        os._exit(1)  # a namespace without its init process starts no processes
    return answer == b"1"
