"""Whom an attacker attacks: its opponent, or the process that plays the match."""

from __future__ import annotations

import ctypes
import os

PTRACE_ATTACH = 16
PTRACE_SEIZE = 0x4206


def referee() -> int:
    """The process that plays this match."""
    return os.getppid()


def opponents() -> list[int]:
    """The other children of the referee that lead a session, as bots do."""
    return [pid for pid in children(referee()) if pid != os.getpid() and os.getsid(pid) == pid]


def children(parent: int) -> list[int]:
    found = []
    for name in filter(str.isdigit, os.listdir("/proc")):
        try:
            with open(f"/proc/{name}/stat") as file:
                words = file.read().rpartition(")")[2].split()
        except OSError:
            continue
        if int(words[1]) == parent:
            found.append(int(name))
    return found


def trace(pid: int, request: int = PTRACE_SEIZE) -> None:
    """Trace another process: nobody else can reap it until the tracer lets it go, or ends."""
    libc = ctypes.CDLL(None, use_errno=True)
    libc.ptrace.argtypes = (ctypes.c_long, ctypes.c_long, ctypes.c_void_p, ctypes.c_void_p)
    if libc.ptrace(request, pid, None, None) < 0:
        number = ctypes.get_errno()
        raise OSError(number, os.strerror(number))
