"""Landlock: what a bot of a sandbox takes from itself for good."""

from __future__ import annotations

import os
import struct

from gridbots_referee.play.isolation.sandbox.file_tree import WRITABLE
from gridbots_referee.play.isolation.sandbox.linux import call, system

CREATE_RULESET, ADD_RULE, RESTRICT_SELF = 444, 445, 446
WRITES_BY_ABI = (0x1FF2, 0x1FF2 | 1 << 13, 0x1FF2 | 1 << 13 | 1 << 14)
"""Rights that write, make or remove files; since ABI 2 to move, since 3 to truncate."""
SCOPES = 3
"""Abstract sockets and signals, since ABI 6."""
RULESET = struct.Struct("=QQQ")
"""What is ruled: access to files, to the network, and scopes."""
RULE = struct.Struct("=Qi")
"""What may be done beneath a folder: access, and the descriptor of the folder."""


def landlock_abi() -> int:
    """The version of Landlock; 0 without it."""
    abi: int = system.syscall(CREATE_RULESET, None, 0, 1)
    return max(abi, 0)


def landlock_ruleset(compiled: str) -> int:
    """A ruleset of Landlock: no writing but to the tmpfs, no signals to others; -1 without it."""
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
    """Hold this process, and all that it starts, to a ruleset; nothing without one."""
    if ruleset >= 0:
        call(system.syscall(RESTRICT_SELF, ruleset, 0), "Landlock")
