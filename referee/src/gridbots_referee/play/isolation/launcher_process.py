"""Launcher process: starts bots for a referee, as the referee's own children.

It is started by `launcher`, and imports almost nothing: its memory determines the cost of each
fork. Its stdin is a socket (`SOCK_SEQPACKET`). The first message (`Setup`) applies to all bots; the
answer is READY or an error message. Each further message (`Request`) starts a bot; its ancillary
data are the bot's stdin, stdout and stderr, then file descriptors for its cgroups (see
`gridbots.bot.clone`). The answer is a process id and an errno, which is 0 on success. A request
without streams is for the sandbox; the answer is READY or FAILED. The process ends when the other
end of the socket is closed. It is killed when the referee ends, because a bot may have stopped it.

Resource limits, environment and signals are set once, here, and inherited. The rest is done in each
child. Children are cloned with CLONE_PARENT: their parent is the referee, which waits for them and
whose death kills them.
"""

from __future__ import annotations

import _socket
import ctypes
import gc
import marshal
import os
import resource
import sys

from gridbots.bot.clone import MOST_ENTRIES, STREAMS, clone_sibling, enter_cgroups, system

TYPE_CHECKING = False
if TYPE_CHECKING:
    from gridbots_referee.play.isolation.sandbox.process import Box, Sandbox

READY = b"ready"
FAILED = b"failed"
KILL, KILL_FORKED, RENEW = b"kill", b"kill forked", b"renew"
"""Requests to a sandbox: kill all processes; kill all but the first one, a zygote; reset the
sandbox for the next bot."""
SIGKILL, MOST_SIGNALS = 9, 64
PR_SET_PDEATHSIG, PR_SET_NO_NEW_PRIVS = 1, 38
MOST_BYTES = 1 << 17
"""Maximum size of a message."""
EIO = 5
FIRST_DATA = 10
"""File descriptor of the first of the files with data for the programs."""
BIND_NOW = {"LD_BIND_NOW": "launcher"}
"""Makes the dynamic linker resolve C functions at start, not in each child."""

# Marshalled tuples: modules for better formats would use memory.
Setup = tuple[int, tuple[tuple[int, int], ...], "Box | None", tuple[bytes, ...]]
"""Process id of the referee; resource -> limit; the sandbox, if any; data for the programs."""
Request = tuple[tuple[bytes, ...], bytes]
"""Words of the command; working folder."""


def main() -> None:
    gc.disable()
    for name, value in BIND_NOW.items():
        if os.environ.get(name) == value:  # otherwise the user has set it for bots
            del os.environ[name]
    referee = _socket.socket(fileno=os.dup(0))
    with open(os.devnull) as nothing:  # noqa: PTH123  pathlib uses memory
        os.dup2(nothing.fileno(), 0)
    setup: Setup = marshal.loads(referee.recv(MOST_BYTES))  # noqa: S302  from the referee
    parent, limits, box, data = setup
    try:
        sandbox = _enter(referee, box) if box else None
        _prepare(limits)
        held = _open_data(data)
    except OSError as error:
        referee.send(str(error.strerror or error).encode(errors="replace"))
        return
    system.prctl(PR_SET_PDEATHSIG, SIGKILL, 0, 0, 0)  # only now: new credentials clear it
    if os.getppid() != parent:
        return
    referee.send(READY)
    _serve(referee, _Starter(0 if sandbox else parent, sandbox, held), sandbox)


def _enter(referee: _socket.socket, box: Box) -> Sandbox:
    from gridbots_referee.play.isolation.sandbox.process import Sandbox

    return Sandbox(referee, box)


def _prepare(limits: tuple[tuple[int, int], ...]) -> None:
    """Set the limits and signals that bots inherit."""
    for kind, value in limits:
        resource.setrlimit(kind, (value, value))
    system.prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0)
    # Bots would inherit ignored signals, such as those of Python or nohup.
    for number in range(1, MOST_SIGNALS + 1):
        system.signal(number, 0)


def _open_data(data: tuple[bytes, ...]) -> range:
    """Write data to open files; their file descriptors."""
    held = range(FIRST_DATA, FIRST_DATA + len(data))
    for number, text in zip(held, data):  # noqa: B905  as many by construction
        made = os.memfd_create("data")
        os.write(made, text)
        os.dup2(made, number, inheritable=False)
        os.close(made)
    return held


def _serve(referee: _socket.socket, starter: _Starter, sandbox: Sandbox | None) -> None:
    """Answer requests; the process ends when the referee has ended."""
    size = _socket.CMSG_SPACE(4 * (STREAMS + MOST_ENTRIES))
    while True:
        request, ancillary, _, _ = referee.recvmsg(MOST_BYTES, size, _socket.MSG_CMSG_CLOEXEC)
        if not request:
            os._exit(0)
        if not ancillary:
            referee.send(READY if sandbox and sandbox.do(request) else FAILED)
            continue
        numbers = ancillary[0][2]
        streams = [
            int.from_bytes(numbers[at : at + 4], sys.byteorder) for at in range(0, len(numbers), 4)
        ]
        words, folder = marshal.loads(request)  # noqa: S302  likewise
        referee.send(b"%d %d" % starter.start(words, folder, streams))
        for number in streams:
            os.close(number)


class _Starter:
    """Starts programs as children of the referee."""

    def __init__(self, parent: int, sandbox: Sandbox | None, held: range) -> None:
        self._parent = parent
        """The parent's process id as seen by children: 0 in a process-id namespace."""
        self._sandbox = sandbox
        self._held = held

    def start(self, words: tuple[bytes, ...], folder: bytes, streams: list[int]) -> tuple[int, int]:
        """Start a program: its process id, and an errno, 0 on success."""
        try:
            if self._sandbox:
                self._sandbox.clear()
        except OSError as error:
            return -1, error.errno or EIO
        reader, writer = os.pipe()
        pid, is_born = clone_sibling(streams[STREAMS:])
        if pid == 0:
            enter_cgroups(streams[STREAMS:], is_born=is_born)
            self._become(words, folder, streams, writer)
        failed = ctypes.get_errno() if pid < 0 else 0
        os.close(writer)
        error_number = os.read(reader, 16)
        os.close(reader)
        return pid, failed or int(error_number or 0)

    def _become(
        self, words: tuple[bytes, ...], folder: bytes, streams: list[int], writer: int
    ) -> None:
        """Make this child the program; on failure tell the errno and exit."""
        try:
            os.setsid()
            system.prctl(PR_SET_PDEATHSIG, SIGKILL, 0, 0, 0)
            if os.getppid() == self._parent:  # else it has died already
                for number in range(STREAMS):
                    os.dup2(streams[number], number)
                if self._sandbox:
                    self._sandbox.confine()
                else:
                    os.chdir(folder)
                for number in self._held:  # reopened: each is read from its beginning
                    os.dup2(os.open(f"/proc/self/fd/{number}", os.O_RDONLY), number)
                execute = os.execv if b"/" in words[0] else os.execvp
                execute(words[0], words)
        except OSError as error:
            os.write(writer, b"%d" % (error.errno or EIO))
        os._exit(127)
