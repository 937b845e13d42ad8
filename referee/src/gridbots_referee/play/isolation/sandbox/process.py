"""Sandbox, from inside: namespaces, a file tree, and Landlock.

It runs in a launcher process, once for each seat and program. The namespaces (user, mount, network,
IPC, UTS, process ids) and the file tree are created once; the init process of the process-id
namespace kills the processes that bots leave behind. Each start needs only an empty tmpfs and a new
IPC namespace, which is cheap. Each bot then restricts itself by Landlock and a system-call filter,
permanently.
"""

from __future__ import annotations

import _socket
import ctypes
import os
import struct

from gridbots_referee.play.isolation.sandbox.file_tree import (
    SCRATCH,
    WRITABLE,
    enter_tree,
    make_tree,
    mount_overlay,
    open_trees,
)
from gridbots_referee.play.isolation.sandbox.init_process import EMPTY_SECONDS, ask, start_init
from gridbots_referee.play.isolation.sandbox.linux import (
    CLONE_NEWIPC,
    CLONE_NEWNET,
    CLONE_NEWUSER,
    MNT_DETACH,
    MS_NODEV,
    MS_NOSUID,
    call,
    mount,
    system,
)

PR_SET_SECCOMP, SECCOMP_MODE_FILTER = 22, 2
SIOCSIFFLAGS, IFF_UP, IFF_RUNNING = 0x8914, 1, 0x40

Box = tuple[
    int, int, int, tuple[tuple[str, str, bool], ...], tuple[tuple[str, bytes], ...], str, int, bytes
]
"""User, group, flags of namespaces; sources to bind (see `contents.Source`); files to write: place
and content; the folder of compiled code; quota in bytes; the system-call filter."""


class Sandbox:
    """A sandbox that this process has entered."""

    def __init__(self, referee: _socket.socket, box: Box) -> None:
        user, group, namespaces, sources, files, compiled, self._quota, program = box
        is_root = os.geteuid() == 0
        trees = open_trees(sources, user) if is_root else []
        if is_root:
            os.setgroups([])
        call(system.unshare(namespaces | CLONE_NEWUSER), "user namespace")
        referee.send(b"unshared")
        referee.recv(16)  # the referee has mapped the user
        if namespaces & CLONE_NEWNET:
            _raise_loopback()
        if is_root:
            os.setresgid(group, group, group)
            os.setresuid(user, user, user)
        else:
            trees = open_trees(sources, None)
        make_tree(trees, files)
        mount_overlay(compiled, self._quota)
        self._init = start_init()
        enter_tree()
        self._filter = _Program(program)
        self._ruleset = landlock_ruleset(compiled)
        self._has_scratch = False

    def clear(self) -> None:
        """Reset the sandbox for the next program."""
        if not ask(self._init, b"e"):
            raise OSError(f"processes of the previous bot still run after {EMPTY_SECONDS} s")
        call(system.unshare(CLONE_NEWIPC), "IPC namespace")
        self._renew_scratch()

    def do(self, request: bytes) -> bool:
        """Carry out a request; whether that was possible."""
        if request == b"renew":
            is_done = ask(self._init, b"z")
            self._renew_scratch()
            return is_done
        return ask(self._init, b"f" if request == b"kill forked" else b"k") or True

    def _renew_scratch(self) -> None:
        if self._has_scratch:
            call(system.umount2(SCRATCH.encode(), MNT_DETACH), SCRATCH)
        options = f"size={self._quota},nr_inodes={self._quota // 4096},mode=700"
        mount(b"tmpfs", SCRATCH, MS_NOSUID | MS_NODEV, options)
        self._has_scratch = True

    def confine(self) -> None:
        """Restrict this process, which is about to become a bot."""
        os.chdir(SCRATCH)
        restrict(self._ruleset)
        self._filter.install()


def _raise_loopback() -> None:
    """Let the processes of a bot communicate over a private network."""
    # struct ifreq: a name of 16 bytes, and the flags in little-endian order.
    flags = b"lo".ljust(16, b"\0") + bytes((IFF_UP | IFF_RUNNING,)).ljust(24, b"\0")
    probe = _socket.socket(_socket.AF_INET, _socket.SOCK_DGRAM)
    try:
        call(system.ioctl(probe.fileno(), SIOCSIFFLAGS, flags), "loopback")
    finally:
        probe.close()


class _Program:
    """A system-call filter in the format of the kernel."""

    def __init__(self, program: bytes) -> None:
        self._text = ctypes.create_string_buffer(program, len(program))
        self._head = _Head(len(program) // 8, ctypes.addressof(self._text))

    def install(self) -> None:
        head = ctypes.byref(self._head)
        call(system.prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, head, 0, 0), "system-call filter")


class _Head(ctypes.Structure):
    _fields_ = (("length", ctypes.c_ushort), ("program", ctypes.c_void_p))


CREATE_RULESET, ADD_RULE, RESTRICT_SELF = 444, 445, 446
WRITES_BY_ABI = (0x1FF2, 0x1FF2 | 1 << 13, 0x1FF2 | 1 << 13 | 1 << 14)
"""Rights to write, create or remove files; since ABI 2 to move, since ABI 3 to truncate."""
SCOPES = 3
"""Abstract sockets and signals, since ABI 6."""
RULESET = struct.Struct("=QQQ")
"""Handled access to files, to the network, and scopes."""
RULE = struct.Struct("=Qi")
"""Allowed access below a folder, and its file descriptor."""


def landlock_abi() -> int:
    """The version of Landlock; 0 if the system lacks it."""
    abi: int = system.syscall(CREATE_RULESET, None, 0, 1)
    return max(abi, 0)


def landlock_ruleset(compiled: str) -> int:
    """A Landlock ruleset: writing only to the tmpfs, no signals to others; -1 without Landlock."""
    abi = landlock_abi()
    if not abi:
        return -1
    writes = WRITES_BY_ABI[min(abi, 3) - 1]
    wanted = RULESET.pack(writes, 0, SCOPES)
    size = 24 if abi >= 6 else 8
    ruleset = call(system.syscall(CREATE_RULESET, wanted, size, 0), "Landlock")
    for folder in (WRITABLE, "/dev", compiled):
        number = os.open(folder, os.O_PATH | os.O_CLOEXEC)
        rule = RULE.pack(writes, number)
        call(system.syscall(ADD_RULE, ruleset, 1, rule, 0), "Landlock")
        os.close(number)
    return ruleset


def restrict(ruleset: int) -> None:
    """Restrict this process and its descendants to a ruleset, if there is one."""
    if ruleset >= 0:
        call(system.syscall(RESTRICT_SELF, ruleset, 0), "Landlock")
