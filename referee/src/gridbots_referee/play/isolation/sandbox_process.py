"""Sandbox, from within: namespaces, a file tree of its own, and the first process of them.

It runs in a launcher process, once for each seat and program. User, mount, network, IPC and UTS
namespace and the file tree are made once; a process-id namespace too, whose init kills all that
bots have left. What changes with each start is cheap: an empty tmpfs and a new IPC namespace. Each
bot adds Landlock and a system-call filter, which it cannot take off.

The tree is a read-only tmpfs with what `sandbox` names bound read-only to it. The only place where
a bot can write is a tmpfs with a quota, which is its working folder, /tmp and /dev/shm.
"""

from __future__ import annotations

import _socket
import ctypes
import os
import time

CLONE_NEWNS, CLONE_NEWUTS, CLONE_NEWIPC = 0x00020000, 0x04000000, 0x08000000
CLONE_NEWUSER, CLONE_NEWPID, CLONE_NEWNET = 0x10000000, 0x20000000, 0x40000000
MS_RDONLY, MS_NOSUID, MS_NODEV, MS_NOEXEC, MS_REC, MS_PRIVATE = 1, 2, 4, 8, 0x4000, 0x40000
MNT_DETACH = 2
AT_FDCWD, AT_EMPTY_PATH, AT_RECURSIVE = -100, 0x1000, 0x8000
OPEN_TREE_CLONE, MOVE_MOUNT_F_EMPTY_PATH = 1, 4
MOUNT_ATTR_RDONLY, MOUNT_ATTR_NOSUID, MOUNT_ATTR_NODEV, MOUNT_ATTR_IDMAP = 1, 2, 4, 0x100000
OPEN_TREE, MOVE_MOUNT, MOUNT_SETATTR = 428, 429, 442
LANDLOCK_CREATE_RULESET, LANDLOCK_ADD_RULE, LANDLOCK_RESTRICT_SELF = 444, 445, 446
PIVOT_ROOT = {"x86_64": 155, "aarch64": 41}
PR_SET_SECCOMP, SECCOMP_MODE_FILTER = 22, 2
PR_SET_PDEATHSIG, SIGKILL, SIGCHLD = 1, 9, 17
SIOCSIFFLAGS, IFF_UP, IFF_RUNNING = 0x8914, 1, 0x40
ROOT = "/sys"
"""Where the tree is put together, before it becomes the root: a folder that every system has."""
WRITABLE = "/writable"
"""Holds the tmpfs of the bot. Landlock's rule is for this folder, whose mount does not change."""
SCRATCH = WRITABLE + "/tmp"  # noqa: S108  a tmpfs of the bot alone
OVERLAY = "/overlay"
"""Holds what bots add to the folder of compiled code."""
LINKS = {
    "/tmp": SCRATCH,  # noqa: S108  likewise
    "/dev/shm": SCRATCH,  # noqa: S108  likewise
    "/dev/fd": "/proc/self/fd",
    "/dev/stdin": "/proc/self/fd/0",
    "/dev/stdout": "/proc/self/fd/1",
    "/dev/stderr": "/proc/self/fd/2",
}
"""Symbolic links of the tree -> where they lead."""
WRITES_BY_ABI = (0x1FF2, 0x1FF2 | 1 << 13, 0x1FF2 | 1 << 13 | 1 << 14)
"""Rights of Landlock that write, make or remove files; since ABI 2 to move, since 3 to truncate."""
SCOPES = 3
"""Abstract sockets and signals, since ABI 6."""
EMPTY_SECONDS = 2.0
"""How long what a bot has left may take to be gone."""

Box = tuple[
    int, int, int, tuple[tuple[str, str, bool], ...], tuple[tuple[str, bytes], ...], str, int, bytes
]
"""User, group, flags of namespaces; what is bound: its path, its place in the tree, whether it is a
program's own and no part of the system; files that are written: place and content; the folder of
compiled code; quota in bytes; the system-call filter."""

system = ctypes.CDLL(None, use_errno=True)


def call(result: int, what: str) -> int:
    """What a system call returned.

    Raises:
        OSError: it has failed.
    """
    if result < 0:
        number = ctypes.get_errno()
        raise OSError(number, f"{what}: {os.strerror(number)}")
    return result


class Sandbox:
    """A sandbox that this process has entered."""

    def __init__(self, referee: _socket.socket, box: Box) -> None:
        user, group, namespaces, sources, files, compiled, self._quota, program = box
        is_root = os.geteuid() == 0
        trees = _open_trees(sources, user) if is_root else []
        if is_root:
            os.setgroups([])
        call(system.unshare(namespaces | CLONE_NEWUSER), "user namespace")
        referee.send(b"unshared")
        referee.recv(16)  # by now the referee has mapped the user
        if namespaces & CLONE_NEWNET:
            _raise_loopback()
        if is_root:
            os.setresgid(group, group, group)
            os.setresuid(user, user, user)
        else:
            trees = _open_trees(sources, None)
        _make_tree(trees, files)
        _mount_overlay(compiled, self._quota)
        self._init = _start_init()
        _enter_tree()
        self._filter = _Program(program)
        self._ruleset = _landlock(compiled)
        self._has_scratch = False

    def clear(self) -> None:
        """Make it as new, for the next program."""
        if not _ask(self._init, b"e"):
            raise OSError(f"processes of the last bot are left after {EMPTY_SECONDS} s")
        call(system.unshare(CLONE_NEWIPC), "IPC namespace")
        self._renew_scratch()

    def do(self, request: bytes) -> bool:
        """Do what is asked for; whether that was possible."""
        if request == b"renew":
            is_done = _ask(self._init, b"z")
            self._renew_scratch()
            return is_done
        return _ask(self._init, b"f" if request == b"kill forked" else b"k") or True

    def _renew_scratch(self) -> None:
        if self._has_scratch:
            call(system.umount2(SCRATCH.encode(), MNT_DETACH), SCRATCH)
        options = f"size={self._quota},nr_inodes={self._quota // 4096},mode=700"
        _mount(b"tmpfs", SCRATCH, MS_NOSUID | MS_NODEV, options)
        self._has_scratch = True

    def confine(self) -> None:
        """Take from this process, a bot soon, what it could do still."""
        os.chdir(SCRATCH)
        if self._ruleset >= 0:
            call(system.syscall(LANDLOCK_RESTRICT_SELF, self._ruleset, 0), "Landlock")
        self._filter.install()


def _raise_loopback() -> None:
    """Let the processes of a bot talk to each other over a network of nobody else."""
    # struct ifreq: a name of 16 bytes, and the flags, which begin with the low byte here.
    flags = b"lo".ljust(16, b"\0") + bytes((IFF_UP | IFF_RUNNING,)).ljust(24, b"\0")
    probe = _socket.socket(_socket.AF_INET, _socket.SOCK_DGRAM)
    try:
        call(system.ioctl(probe.fileno(), SIOCSIFFLAGS, flags), "loopback")
    finally:
        probe.close()


class _Program:
    """A system-call filter, as the kernel takes it."""

    def __init__(self, program: bytes) -> None:
        self._text = ctypes.create_string_buffer(program, len(program))
        self._head = _Head(len(program) // 8, ctypes.addressof(self._text))

    def install(self) -> None:
        head = ctypes.byref(self._head)
        call(system.prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, head, 0, 0), "system-call filter")


class _Head(ctypes.Structure):
    _fields_ = (("length", ctypes.c_ushort), ("program", ctypes.c_void_p))


class _MountAttributes(ctypes.Structure):
    _fields_ = tuple((name, ctypes.c_uint64) for name in ("set", "clear", "propagation", "users"))


class _Ruleset(ctypes.Structure):
    _fields_ = tuple((name, ctypes.c_uint64) for name in ("files", "network", "scopes"))


class _Rule(ctypes.Structure):
    _pack_ = 1
    _fields_ = (("access", ctypes.c_uint64), ("folder", ctypes.c_int32))


def _mount(kind: bytes, target: str, flags: int, options: str = "") -> None:
    call(system.mount(kind, target.encode(), kind, flags, options.encode()), target)


def _set_attributes(tree: int, path: str, attributes: int, flags: int, users: int = 0) -> int:
    wanted = _MountAttributes(attributes, 0, 0, users)
    size = ctypes.sizeof(wanted)
    number: int = system.syscall(
        MOUNT_SETATTR, tree, path.encode(), flags, ctypes.byref(wanted), size
    )
    return number


def _open_trees(
    sources: tuple[tuple[str, str, bool], ...], user: int | None
) -> list[tuple[int, str, bool]]:
    """Detached copies of what is bound, read-only: descriptor, place, whether it is a folder.

    Where root's files are for another user, that one sees those of root as its own.
    """
    users = _users_as(user) if user is not None and any(each[2] for each in sources) else -1
    found = []
    for path, place, is_own in sources:
        flags = OPEN_TREE_CLONE | os.O_CLOEXEC | AT_RECURSIVE
        tree = system.syscall(OPEN_TREE, AT_FDCWD, os.fsencode(path), flags)
        if tree < 0:
            continue  # what this user cannot reach, a bot of this user cannot either
        is_device = path.startswith("/dev/")
        attributes = MOUNT_ATTR_NOSUID | (0 if is_device else MOUNT_ATTR_RDONLY | MOUNT_ATTR_NODEV)
        call(_set_attributes(tree, "", attributes, AT_EMPTY_PATH | AT_RECURSIVE), path)
        if is_own and users >= 0:  # where the file system knows no other users, they stay
            _set_attributes(tree, "", MOUNT_ATTR_IDMAP, AT_EMPTY_PATH, users)
        found.append((tree, place, os.path.isdir(path)))  # noqa: PTH112  pathlib is heavy
    return found


def _users_as(user: int) -> int:
    """A user namespace in which root is this user, as a descriptor."""
    ours, its = _socket.socketpair(_socket.AF_UNIX, _socket.SOCK_STREAM, 0)
    pid = os.fork()
    if pid == 0:
        system.unshare(CLONE_NEWUSER)
        its.send(b"1")
        its.recv(1)
        os._exit(0)
    ours.recv(1)
    for name in ("uid_map", "gid_map"):
        _write(f"/proc/{pid}/{name}", b"0 %d 1" % user)
    users = os.open(f"/proc/{pid}/ns/user", os.O_RDONLY | os.O_CLOEXEC)
    ours.send(b"1")
    os.waitpid(pid, 0)
    ours.close()
    its.close()
    return users


def _write(path: str, text: bytes) -> None:
    number = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_CLOEXEC, 0o644)
    os.write(number, text)
    os.close(number)


def _make_tree(trees: list[tuple[int, str, bool]], files: tuple[tuple[str, bytes], ...]) -> None:
    call(system.mount(b"none", b"/", None, MS_REC | MS_PRIVATE, None), "/")
    _mount(b"tmpfs", ROOT, MS_NOSUID | MS_NODEV, "size=1m,mode=755")
    for folder in ("/proc", "/dev", SCRATCH, OVERLAY):
        os.makedirs(ROOT + folder, exist_ok=True)  # noqa: PTH103  pathlib is heavy
    for tree, place, is_folder in trees:
        target = ROOT + place
        os.makedirs(target if is_folder else os.path.dirname(target), exist_ok=True)  # noqa: PTH103, PTH120
        if not is_folder:
            _write(target, b"")
        moved = system.syscall(
            MOVE_MOUNT, tree, b"", AT_FDCWD, os.fsencode(target), MOVE_MOUNT_F_EMPTY_PATH
        )
        call(moved, place)
        os.close(tree)
    for place, content in files:
        os.makedirs(ROOT + os.path.dirname(place), exist_ok=True)  # noqa: PTH103, PTH120
        _write(ROOT + place, content)
    for place, target in LINKS.items():
        if not os.path.isdir(ROOT + place):  # noqa: PTH112  a program may lie there
            os.symlink(target, ROOT + place)  # noqa: PTH211


def _mount_overlay(folder: str, quota: int) -> None:
    """Let bots add to a folder what nobody else gets: code is not loaded from where none can be
    compiled. It lasts as long as the sandbox; where overlays are not to be had, it stays read-only.
    """
    _mount(b"tmpfs", f"{ROOT}{OVERLAY}", MS_NOSUID | MS_NODEV, f"size={quota},mode=700")
    parts = {"lowerdir": folder, "upperdir": f"{OVERLAY}/upper", "workdir": f"{OVERLAY}/work"}
    for name in ("upper", "work"):
        os.mkdir(f"{ROOT}{OVERLAY}/{name}")  # noqa: PTH102
    options = ",".join(f"{name}={ROOT}{path}" for name, path in parts.items()) + ",userxattr"
    target = os.fsencode(ROOT + folder)
    system.mount(b"overlay", target, b"overlay", MS_NOSUID | MS_NODEV, os.fsencode(options))


def _start_init() -> _socket.socket:
    """Start the init of a process-id namespace, in which bots are from now on; its socket."""
    call(system.unshare(CLONE_NEWPID), "process-id namespace")
    ours, its = _socket.socketpair(_socket.AF_UNIX, _socket.SOCK_SEQPACKET, 0)
    if os.fork() == 0:
        ours.close()
        _be_init(its)
    its.close()
    if ours.recv(1) != b"1":
        raise OSError("/proc cannot be mounted")
    return ours


def _be_init(launcher: _socket.socket) -> None:
    """Kill all other processes when asked to; never returns."""
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
    """All processes of the namespace but this one; there is one at least."""
    found = {int(name) for name in os.listdir("/proc") if name.isdigit()}  # noqa: PTH208
    return found - {1} or {1}


def _kill_all(spared: set[int]) -> bool:
    """Kill all processes of the namespace but one; whether there were no others."""
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
    """Kill all processes until there are no others; whether that is so in time.

    If not, none is spared: what forks faster than it can be found is killed in one stroke.
    """
    end = time.monotonic() + EMPTY_SECONDS
    while not _kill_all(spared):
        if time.monotonic() > end:
            _kill_all(set())
            return False
        time.sleep(0.0005)
    return True


def _ask(init: _socket.socket, request: bytes) -> bool:
    try:
        init.send(request)
        answer = init.recv(1)
    except ConnectionError:
        answer = b""
    if not answer:
        os._exit(1)  # without its init a namespace starts nothing any more
    return answer == b"1"


def _enter_tree() -> None:
    """Make the tree the root, and let go of the old one."""
    os.chdir(ROOT)
    call(system.syscall(PIVOT_ROOT[os.uname().machine], b".", b"."), "root")
    call(system.umount2(b".", MNT_DETACH), "old root")
    os.chdir("/")
    attributes = MOUNT_ATTR_RDONLY | MOUNT_ATTR_NOSUID | MOUNT_ATTR_NODEV
    call(_set_attributes(AT_FDCWD, "/", attributes, 0), "/")


def landlock_abi() -> int:
    """The version of Landlock; 0 without it."""
    abi: int = system.syscall(LANDLOCK_CREATE_RULESET, None, 0, 1)
    return max(abi, 0)


def _landlock(compiled: str) -> int:
    """A ruleset of Landlock: no writing but to the tmpfs, no signals to others; -1 without it."""
    abi = landlock_abi()
    if not abi:
        return -1
    writes = WRITES_BY_ABI[min(abi, 3) - 1]
    wanted = _Ruleset(writes, 0, SCOPES)
    size = 24 if abi >= 6 else 8
    ruleset = call(
        system.syscall(LANDLOCK_CREATE_RULESET, ctypes.byref(wanted), size, 0), "Landlock"
    )
    for folder in (WRITABLE, "/dev", compiled):
        number = os.open(folder, os.O_PATH | os.O_CLOEXEC)
        rule = _Rule(writes, number)
        call(system.syscall(LANDLOCK_ADD_RULE, ruleset, 1, ctypes.byref(rule), 0), "Landlock")
        os.close(number)
    return ruleset
