"""The target of an attacker: its opponent, or the process that plays the match."""

from __future__ import annotations

import ctypes
import os

PTRACE_ATTACH = 16
PTRACE_SEIZE = 0x4206


def referee() -> int:
    """The process that plays this match."""
    return os.getppid()


def opponents() -> list[int]:
    """The other bots of the match: living children of the referee but for its launchers."""
    others = [pid for pid in children(referee()) if pid != os.getpid() and os.getsid(pid) == pid]
    return [pid for pid in others if is_bot(command(pid))]


def is_bot(words: bytes) -> bool:
    return bool(words) and b"launcher" not in words


def command(pid: int) -> bytes:
    """The command line of a process; empty for one that has ended and is not reaped."""
    try:
        with open(f"/proc/{pid}/cmdline", "rb") as file:
            return file.read()
    except OSError:
        return b""


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
    """Trace another process: no other can reap it until the tracer detaches or ends."""
    libc = ctypes.CDLL(None, use_errno=True)
    libc.ptrace.argtypes = (ctypes.c_long, ctypes.c_long, ctypes.c_void_p, ctypes.c_void_p)
    if libc.ptrace(request, pid, None, None) < 0:
        number = ctypes.get_errno()
        raise OSError(number, os.strerror(number))
