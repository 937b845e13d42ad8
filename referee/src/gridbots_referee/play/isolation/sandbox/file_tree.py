"""File tree of a sandbox: a read-only tmpfs with read-only bind mounts.

A bot can write only to a tmpfs with a quota, which is its working folder, /tmp and /dev/shm.
"""

from __future__ import annotations

import _socket
import os

from gridbots_referee.play.isolation.sandbox.linux import (
    AT_EMPTY_PATH,
    AT_FDCWD,
    AT_RECURSIVE,
    CLONE_NEWUSER,
    MNT_DETACH,
    MOUNT_ATTR_IDMAP,
    MOUNT_ATTR_NODEV,
    MOUNT_ATTR_NOSUID,
    MOUNT_ATTR_RDONLY,
    MS_NODEV,
    MS_NOSUID,
    MS_PRIVATE,
    MS_REC,
    call,
    mount,
    set_attributes,
    system,
)

OPEN_TREE_CLONE, MOVE_MOUNT_F_EMPTY_PATH = 1, 4
OPEN_TREE, MOVE_MOUNT = 428, 429
PIVOT_ROOT = {"x86_64": 155, "aarch64": 41}
ROOT = "/sys"
"""Where the tree is assembled before it becomes the root: a folder of every system."""
WRITABLE = "/writable"
"""Contains the tmpfs of the bot. It is the folder of Landlock's rule: its mount does not change."""
SCRATCH = WRITABLE + "/tmp"  # noqa: S108  a private tmpfs
OVERLAY = "/overlay"
"""Contains the files that bots add to the folder of compiled code."""
LINKS = {
    "/tmp": SCRATCH,  # noqa: S108  as above
    "/dev/shm": SCRATCH,  # noqa: S108  as above
    "/dev/fd": "/proc/self/fd",
    "/dev/stdin": "/proc/self/fd/0",
    "/dev/stdout": "/proc/self/fd/1",
    "/dev/stderr": "/proc/self/fd/2",
}
"""Symbolic link -> target."""


def open_trees(
    sources: tuple[tuple[str, str, bool], ...], user: int | None
) -> list[tuple[int, str, bool]]:
    """Detached read-only copies of the sources: file descriptor, place, whether it is a folder.

    With `user`, that user sees root's files as its own.
    """
    users = _users_as(user) if user is not None and any(each[2] for each in sources) else -1
    found = []
    for path, place, is_own in sources:
        flags = OPEN_TREE_CLONE | os.O_CLOEXEC | AT_RECURSIVE
        tree = system.syscall(OPEN_TREE, AT_FDCWD, os.fsencode(path), flags)
        if tree < 0:
            continue  # a bot of this user could not reach it either
        is_device = path.startswith("/dev/")
        attributes = MOUNT_ATTR_NOSUID | (0 if is_device else MOUNT_ATTR_RDONLY | MOUNT_ATTR_NODEV)
        call(set_attributes(tree, "", attributes, AT_EMPTY_PATH | AT_RECURSIVE), path)
        if is_own and users >= 0:  # fails if the file system does not support it
            set_attributes(tree, "", MOUNT_ATTR_IDMAP, AT_EMPTY_PATH, users)
        found.append((tree, place, os.path.isdir(path)))  # noqa: PTH112  pathlib uses memory
    return found


def _users_as(user: int) -> int:
    """File descriptor of a user namespace that maps root to this user; -1 if impossible."""
    ours, its = _socket.socketpair(_socket.AF_UNIX, _socket.SOCK_STREAM, 0)
    pid = os.fork()
    if pid == 0:
        ours.close()  # it ends when the other end is closed
        if system.unshare(CLONE_NEWUSER) == 0:
            its.send(b"1")
            its.recv(1)
        os._exit(0)
    its.close()
    users = -1
    try:
        if ours.recv(1):
            for name in ("uid_map", "gid_map"):
                _write(f"/proc/{pid}/{name}", b"0 %d 1" % user)
            users = os.open(f"/proc/{pid}/ns/user", os.O_RDONLY | os.O_CLOEXEC)
    finally:
        ours.close()
        os.waitpid(pid, 0)
    return users


def _write(path: str, text: bytes) -> None:
    number = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_CLOEXEC, 0o644)
    os.write(number, text)
    os.close(number)


def make_tree(trees: list[tuple[int, str, bool]], files: tuple[tuple[str, bytes], ...]) -> None:
    call(system.mount(b"none", b"/", None, MS_REC | MS_PRIVATE, None), "/")
    mount(b"tmpfs", ROOT, MS_NOSUID | MS_NODEV, "size=1m,mode=755")
    for folder in ("/proc", "/dev", SCRATCH, OVERLAY):
        os.makedirs(ROOT + folder, exist_ok=True)  # noqa: PTH103  pathlib uses memory
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
        if not os.path.isdir(ROOT + place):  # noqa: PTH112  a program may be there
            os.symlink(target, ROOT + place)  # noqa: PTH211


def mount_overlay(folder: str, quota: int) -> None:
    """Let bots add private files to a folder: numba does not load code from a read-only folder.

    The files last as long as the sandbox. Without overlays the folder stays read-only.
    """
    mount(b"tmpfs", f"{ROOT}{OVERLAY}", MS_NOSUID | MS_NODEV, f"size={quota},mode=700")
    parts = {"lowerdir": folder, "upperdir": f"{OVERLAY}/upper", "workdir": f"{OVERLAY}/work"}
    for name in ("upper", "work"):
        os.mkdir(f"{ROOT}{OVERLAY}/{name}")  # noqa: PTH102
    options = ",".join(f"{name}={ROOT}{path}" for name, path in parts.items()) + ",userxattr"
    target = os.fsencode(ROOT + folder)
    system.mount(b"overlay", target, b"overlay", MS_NOSUID | MS_NODEV, os.fsencode(options))


def enter_tree() -> None:
    """Make the tree the root, and unmount the old root."""
    os.chdir(ROOT)
    call(system.syscall(PIVOT_ROOT[os.uname().machine], b".", b"."), "root")
    call(system.umount2(b".", MNT_DETACH), "old root")
    os.chdir("/")
    attributes = MOUNT_ATTR_RDONLY | MOUNT_ATTR_NOSUID | MOUNT_ATTR_NODEV
    call(set_attributes(AT_FDCWD, "/", attributes, 0), "/")
