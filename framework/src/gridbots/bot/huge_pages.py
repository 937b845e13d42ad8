"""Transparent huge pages: gathers the memory of a process, so that each fork has less to do.

A fork copies the table of pages, and a process that ends goes through its own: for the small pages
of a zygote that is more work than most of its bots have with a match.
"""

from __future__ import annotations

import ctypes
import re
from pathlib import Path
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Iterator

MADV_COLLAPSE: Final = 25
HUGE_PAGE: Final = 1 << 21
_ANONYMOUS: Final = re.compile(r"([0-9a-f]+)-([0-9a-f]+) rw-p 00000000 00:00 0 +(?:\[heap])?\n")


def collapse_pages() -> int:
    """Collapse the pages in use into huge ones, where the system can (Linux 6.1, x86-64).

    Returns:
        How many parts of the memory have huge pages now.
    """
    collapsed = 0
    for first, last in _anonymous_memory():
        begin = -(-first // HUGE_PAGE) * HUGE_PAGE
        whole = (last - begin) // HUGE_PAGE * HUGE_PAGE
        if whole > 0:
            address, length = ctypes.c_void_p(begin), ctypes.c_size_t(whole)
            collapsed += ctypes.pythonapi.madvise(address, length, MADV_COLLAPSE) == 0
    return collapsed


def _anonymous_memory() -> Iterator[tuple[int, int]]:
    """First and last address of each part of memory that stands for no file and is written to."""
    for line in Path("/proc/self/maps").read_text().splitlines(keepends=True):
        if found := _ANONYMOUS.match(line):
            yield int(found[1], 16), int(found[2], 16)
