"""Linux system calls that Python lacks, and their numbers."""

from __future__ import annotations

import ctypes
import os

CLONE_NEWNS, CLONE_NEWUTS, CLONE_NEWIPC = 0x00020000, 0x04000000, 0x08000000
CLONE_NEWUSER, CLONE_NEWPID, CLONE_NEWNET = 0x10000000, 0x20000000, 0x40000000
MS_RDONLY, MS_NOSUID, MS_NODEV, MS_NOEXEC, MS_REC, MS_PRIVATE = 1, 2, 4, 8, 0x4000, 0x40000
MNT_DETACH = 2
AT_FDCWD, AT_EMPTY_PATH, AT_RECURSIVE = -100, 0x1000, 0x8000
MOUNT_ATTR_RDONLY, MOUNT_ATTR_NOSUID, MOUNT_ATTR_NODEV, MOUNT_ATTR_IDMAP = 1, 2, 4, 0x100000
MOUNT_SETATTR = 442

system = ctypes.CDLL(None, use_errno=True)


def call(result: int, what: str) -> int:
    """The result of a system call.

    Raises:
        OSError: it has failed.
    """
    if result < 0:
        number = ctypes.get_errno()
        raise OSError(number, f"{what}: {os.strerror(number)}")
    return result


class _MountAttributes(ctypes.Structure):
    _fields_ = tuple((name, ctypes.c_uint64) for name in ("set", "clear", "propagation", "users"))


def mount(kind: bytes, target: str, flags: int, options: str = "") -> None:
    call(system.mount(kind, target.encode(), kind, flags, options.encode()), target)


def set_attributes(tree: int, path: str, attributes: int, flags: int, users: int = 0) -> int:
    """Set attributes of a mount; the result of the system call, negative on failure."""
    wanted = _MountAttributes(attributes, 0, 0, users)
    size = ctypes.sizeof(wanted)
    number: int = system.syscall(
        MOUNT_SETATTR, tree, path.encode(), flags, ctypes.byref(wanted), size
    )
    return number
