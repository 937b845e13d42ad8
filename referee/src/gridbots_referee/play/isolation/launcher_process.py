"""Launcher process: starts bots for a referee, as the referee's own children.

It is run by `launcher`, and imports next to nothing: what it holds in memory is what each fork
costs. Its stdin is a socket (`SOCK_SEQPACKET`). The first message says what holds for all bots
(`Setup`), and is answered by READY, or by what failed. Each one after that asks for a bot
(`Request`), with its stdin, stdout and stderr as ancillary data, and behind them the ways into its
cgroups (`gridbots.bot.clone`). The answer is a process id and the errno of what failed, 0 if all
went well. A request without streams is for the sandbox, and answered by READY or FAILED. The
process ends when the other end of the socket is closed, whatever closes it, and is killed when the
referee ends: a bot may have stopped it.

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

from gridbots.bot.clone import MOST_ENTRIES, STREAMS, clone_sibling, enter_cgroups, system

TYPE_CHECKING = False
if TYPE_CHECKING:
    from gridbots_referee.play.isolation.sandbox.process import Box, Sandbox

READY = b"ready"
FAILED = b"failed"
KILL, KILL_FORKED, RENEW = b"kill", b"kill forked", b"renew"
"""Requests of a sandbox: kill all that runs there; all but what was started first, a zygote; make
the sandbox as new for its next bot."""
SIGKILL, MOST_SIGNALS = 9, 64
PR_SET_PDEATHSIG, PR_SET_NO_NEW_PRIVS = 1, 38
MOST_BYTES = 1 << 17
"""Of a message."""
EIO = 5
FIRST_DATA = 10
"""Number of the first of the files that hold texts for what is started."""
BIND_NOW = {"LD_BIND_NOW": "launcher"}
"""A variable by which names of C functions are looked up at start, and not anew in each child."""

# Tuples, marshalled: the modules of better formats would be heavy here.
Setup = tuple[int, tuple[tuple[int, int], ...], "Box | None", tuple[bytes, ...]]
"""Process id of the referee; resource -> limit; the sandbox, if there is to be one; texts that what
it starts finds in open files."""
Request = tuple[tuple[bytes, ...], bytes]
"""Words of the command; working folder, empty for that of the launcher."""


def main() -> None:
    gc.disable()
    for name, value in BIND_NOW.items():
        if os.environ.get(name) == value:  # else it is the user's, and meant for bots
            del os.environ[name]
    referee = _socket.socket(fileno=os.dup(0))
    with open(os.devnull) as nothing:  # noqa: PTH123  pathlib is heavy
        os.dup2(nothing.fileno(), 0)
    setup: Setup = marshal.loads(referee.recv(MOST_BYTES))  # noqa: S302  from the referee
    parent, limits, box, data = setup
    try:
        sandbox = _enter(referee, box) if box else None
        _prepare(limits)
        held = _hold(data)
    except OSError as error:
        referee.send(str(error.strerror or error).encode(errors="replace"))
        return
    system.prctl(PR_SET_PDEATHSIG, SIGKILL, 0, 0, 0)  # not before: new credentials clear it
    if os.getppid() != parent:
        return
    referee.send(READY)
    _serve(referee, _Starter(0 if sandbox else parent, sandbox, held), sandbox)


def _enter(referee: _socket.socket, box: Box) -> Sandbox:
    from gridbots_referee.play.isolation.sandbox.process import Sandbox

    return Sandbox(referee, box)


def _prepare(limits: tuple[tuple[int, int], ...]) -> None:
    """Set what bots inherit."""
    for kind, value in limits:
        resource.setrlimit(kind, (value, value))
    system.prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0)
    # What is ignored here, by Python or by who started the referee with nohup, bots would ignore.
    for number in range(1, MOST_SIGNALS + 1):
        system.signal(number, 0)


def _hold(data: tuple[bytes, ...]) -> range:
    """Put texts into files that are open; their numbers."""
    held = range(FIRST_DATA, FIRST_DATA + len(data))
    for number, text in zip(held, data):  # noqa: B905  as many by construction
        made = os.memfd_create("data")
        os.write(made, text)
        os.dup2(made, number, inheritable=False)
        os.close(made)
    return held


def _serve(referee: _socket.socket, starter: _Starter, sandbox: Sandbox | None) -> None:
    """Answer requests; the process ends when the referee has gone."""
    room = _socket.CMSG_SPACE(4 * (STREAMS + MOST_ENTRIES))
    while True:
        request, ancillary, _, _ = referee.recvmsg(MOST_BYTES, room, _socket.MSG_CMSG_CLOEXEC)
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
        """As children see it: 0 in a process-id namespace of their own."""
        self._sandbox = sandbox
        self._held = held

    def start(self, words: tuple[bytes, ...], folder: bytes, streams: list[int]) -> tuple[int, int]:
        """Start a program: its process id, and the errno of what failed."""
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
        told = os.read(reader, 16)
        os.close(reader)
        return pid, failed or int(told or 0)

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
                for number in self._held:  # opened anew, each is read from its beginning
                    os.dup2(os.open(f"/proc/self/fd/{number}", os.O_RDONLY), number)
                execute = os.execv if b"/" in words[0] else os.execvp
                execute(words[0], words)
        except OSError as error:
            os.write(writer, b"%d" % (error.errno or EIO))
        os._exit(127)
