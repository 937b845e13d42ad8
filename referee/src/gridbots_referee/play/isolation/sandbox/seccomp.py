"""System-call filter (seccomp) of the sandbox, as a BPF program.

The filter refuses system calls that no bot needs and that attacks on the kernel use: access to
other processes, mounts, namespaces, keys, modules, and rare sockets. All others are allowed.
"""

from __future__ import annotations

import errno
import platform
import struct
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Sequence

REFUSED: Final = {
    "ptrace": (101, 117),
    "process_vm_readv": (310, 270),
    "process_vm_writev": (311, 271),
    "process_madvise": (440, 440),
    "process_mrelease": (448, 448),
    "kcmp": (312, 272),
    "pidfd_getfd": (438, 438),
    "mount": (165, 40),
    "umount2": (166, 39),
    "pivot_root": (155, 41),
    "chroot": (161, 51),
    "open_tree": (428, 428),
    "move_mount": (429, 429),
    "fsopen": (430, 430),
    "fsconfig": (431, 431),
    "fsmount": (432, 432),
    "fspick": (433, 433),
    "mount_setattr": (442, 442),
    "open_tree_attr": (467, 467),
    "unshare": (272, 97),
    "setns": (308, 268),
    "add_key": (248, 217),
    "request_key": (249, 218),
    "keyctl": (250, 219),
    "bpf": (321, 280),
    "perf_event_open": (298, 241),
    "userfaultfd": (323, 282),
    "fanotify_init": (300, 262),
    "name_to_handle_at": (303, 264),
    "open_by_handle_at": (304, 265),
    "move_pages": (279, 239),
    "migrate_pages": (256, 238),
    "init_module": (175, 105),
    "finit_module": (313, 273),
    "delete_module": (176, 106),
    "kexec_load": (246, 104),
    "kexec_file_load": (320, 294),
    "reboot": (169, 142),
    "swapon": (167, 224),
    "swapoff": (168, 225),
    "acct": (163, 89),
    "quotactl": (179, 60),
    "quotactl_fd": (443, 443),
    "syslog": (103, 116),
    "vhangup": (153, 58),
    "settimeofday": (164, 170),
    "clock_settime": (227, 112),
    "clock_adjtime": (305, 266),
    "adjtimex": (159, 171),
    "sethostname": (170, 161),
    "setdomainname": (171, 162),
    "lookup_dcookie": (212, 18),
    "iopl": (172, None),
    "ioperm": (173, None),
    "modify_ldt": (154, None),
}
"""System calls that fail with EPERM -> their numbers on x86_64 and aarch64."""
UNKNOWN: Final = {
    "clone3": (435, 435),
    "io_uring_setup": (425, 425),
    "io_uring_enter": (426, 426),
    "io_uring_register": (427, 427),
}
"""System calls that fail with ENOSYS, so that libraries use older ones. A filter cannot see the
flags of clone3, which are in memory."""
CLONE: Final = (56, 220)
SOCKET: Final = (41, 198)
NEW_NAMESPACES: Final = 0x7E020000
"""Flags of clone that create namespaces."""
SOCKET_FAMILIES: Final = (1, 2, 10, 16)
"""Unix, IPv4, IPv6, netlink. Some other families reach beyond a network namespace."""
MACHINES: Final = {"x86_64": (0, 0xC000003E), "aarch64": (1, 0xC00000B7)}
"""Machine -> column of the table, and the kernel's constant for its architecture."""

LOAD, EQUAL, AT_LEAST, ANY_BIT, RETURN = 0x20, 0x15, 0x35, 0x45, 0x06
"""Instructions of BPF: load a word; jump if equal, at least, or a bit is set; return."""
NUMBER, ARCHITECTURE, FIRST_ARGUMENT = 0, 4, 16
"""Offsets in the data of a system call."""
ALLOW, KILL, ERROR = 0x7FFF0000, 0x80000000, 0x00050000
X32: Final = 0x40000000
"""Bit in the numbers of the second ABI of x86_64."""

LEAF: Final = 2
"""Maximum number of rules that are tried one after the other."""

Instruction = tuple[int, int, int, int]
"""Code, number of instructions to skip if true and if false, operand."""
Program = list[Instruction]


def has_filter() -> bool:
    """Whether there is a filter for this machine."""
    return platform.machine() in MACHINES


def system_call_filter() -> bytes:
    """The filter for this machine, in the format of the kernel."""
    column, architecture = MACHINES[platform.machine()]
    return b"".join(struct.pack("HBBI", *each) for each in _program(column, architecture))


def _program(column: int, architecture: int) -> Program:
    foreign = [(AT_LEAST, 0, 1, X32), _answer(KILL)] if column == 0 else []
    return [
        (LOAD, 0, 0, ARCHITECTURE),
        (EQUAL, 1, 0, architecture),
        _answer(KILL),
        (LOAD, 0, 0, NUMBER),
        *foreign,
        *_search(sorted(_rules(column).items())),
    ]


def _rules(column: int) -> dict[int, Program]:
    """The rule for each system call that is not always allowed."""
    rules = {CLONE[column]: _clone_rule(), SOCKET[column]: _socket_rule()}
    for table, code in ((REFUSED, errno.EPERM), (UNKNOWN, errno.ENOSYS)):
        for numbers in table.values():
            number = numbers[column]
            if number is not None:
                rules[number] = [_answer(ERROR | code)]
    return rules


def _search(rules: Sequence[tuple[int, Program]]) -> Program:
    """Binary search, because the kernel runs a new filter for every system call, to find those
    that are always allowed.
    """
    if len(rules) > LEAF:
        middle = len(rules) // 2
        low, high = _search(rules[:middle]), _search(rules[middle:])
        return [(AT_LEAST, len(low), 0, rules[middle][0]), *low, *high]
    found: Program = []
    for number, rule in rules:
        found += [(EQUAL, 0, len(rule), number), *rule]
    return [*found, _answer(ALLOW)]


def _clone_rule() -> Program:
    return [
        (LOAD, 0, 0, FIRST_ARGUMENT),
        (ANY_BIT, 0, 1, NEW_NAMESPACES),
        _answer(ERROR | errno.EPERM),
        _answer(ALLOW),
    ]


def _socket_rule() -> Program:
    known: Program = []
    for family in SOCKET_FAMILIES:
        known += [(EQUAL, 0, 1, family), _answer(ALLOW)]
    return [(LOAD, 0, 0, FIRST_ARGUMENT), *known, _answer(ERROR | errno.EAFNOSUPPORT)]


def _answer(action: int) -> Instruction:
    return (RETURN, 0, 0, action)
