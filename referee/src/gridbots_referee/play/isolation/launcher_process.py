"""Launcher process: starts bots for a referee, as the referee's own children.

It is run as a file by `launcher`, and imports next to nothing: what it holds in memory is what each
fork costs. Its stdin is a socket (`SOCK_SEQPACKET`). The first message says what holds for all bots
(`Setup`); each one after that asks for a bot (`Request`), with its stdin, stdout and stderr as
ancillary data. The answer is a process id and the errno of what failed, 0 if all went well. It ends
when the other end of the socket is closed, whatever closes that.

What a process inherits is set once, here: resource limits, environment, signals. The rest is done
in each child. They are cloned with CLONE_PARENT: to the system the referee is their parent, which
waits for them and whose death kills them.
"""

from __future__ import annotations

import _socket
import ctypes
import gc
import marshal
import os
import resource
import sys

CLONE_PARENT = 0x8000
SIGPIPE, SIGXFSZ, SIGKILL, SIGCHLD = 13, 25, 9, 17
PR_SET_PDEATHSIG, PR_SET_NO_NEW_PRIVS = 1, 38
MOST_BYTES = 1 << 17
"""Of a message."""
STREAMS = 3
SYSCALL_CLONE = {"x86_64": 56, "aarch64": 220, "riscv64": 220}
"""Machine -> number of the system call, of those whose arguments are in the order that we know."""

# Tuples, marshalled: the modules of better formats would be heavy here.
Setup = tuple[int, tuple[tuple[int, int], ...]]
"""Process id of the referee; resource -> limit."""
Request = tuple[tuple[bytes, ...], bytes]
"""Words of the command; working folder, empty for that of the launcher."""

system = ctypes.PyDLL(None, use_errno=True)


def main() -> None:
    gc.disable()
    referee = _socket.socket(fileno=os.dup(0))
    with open(os.devnull) as nothing:  # noqa: PTH123  pathlib is heavy
        os.dup2(nothing.fileno(), 0)
    parent, limits = marshal.loads(referee.recv(MOST_BYTES))  # noqa: S302  from the referee
    _prepare(limits)
    clone = SYSCALL_CLONE[os.uname().machine]
    while True:
        request, streams = _receive(referee)
        words, folder = marshal.loads(request)  # noqa: S302  likewise
        referee.send(b"%d %d" % _start(clone, parent, words, folder, streams))
        for number in streams:
            os.close(number)


def _prepare(limits: tuple[tuple[int, int], ...]) -> None:
    """Set what bots inherit."""
    for kind, value in limits:
        resource.setrlimit(kind, (value, value))
    system.prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0)
    for number in (SIGPIPE, SIGXFSZ):  # Python ignores them, and so would what it starts
        system.signal(number, 0)


def _receive(referee: _socket.socket) -> tuple[bytes, list[int]]:
    """A request and its streams; the process ends when the referee has gone."""
    room = _socket.CMSG_SPACE(4 * STREAMS)
    text, ancillary, _, _ = referee.recvmsg(MOST_BYTES, room, _socket.MSG_CMSG_CLOEXEC)
    if not ancillary:
        os._exit(0)
    numbers = ancillary[0][2]
    return text, [int.from_bytes(numbers[at : at + 4], sys.byteorder) for at in (0, 4, 8)]


def _start(
    clone: int, parent: int, words: tuple[bytes, ...], folder: bytes, streams: list[int]
) -> tuple[int, int]:
    """Start a program: its process id, and the errno of what failed."""
    reader, writer = os.pipe()
    pid = system.syscall(clone, CLONE_PARENT | SIGCHLD, 0, 0, 0, 0)
    if pid == 0:
        _become(parent, words, folder, streams, writer)
    failed = ctypes.get_errno() if pid < 0 else 0
    os.close(writer)
    told = os.read(reader, 16)
    os.close(reader)
    return pid, failed or int(told or 0)


def _become(
    parent: int, words: tuple[bytes, ...], folder: bytes, streams: list[int], writer: int
) -> None:
    """Make this child the program; on failure tell the errno and exit."""
    try:
        os.setsid()
        system.prctl(PR_SET_PDEATHSIG, SIGKILL, 0, 0, 0)
        if os.getppid() == parent:  # else it has died already
            for number in range(STREAMS):
                os.dup2(streams[number], number)
            if folder:
                os.chdir(folder)
            os.execvp(words[0], words)  # noqa: S606  a bot is a program
    except OSError as error:
        os.write(writer, b"%d" % (error.errno or 0))
    os._exit(127)


if __name__ == "__main__":
    main()
