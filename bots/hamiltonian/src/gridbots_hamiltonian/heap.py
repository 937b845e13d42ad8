"""Binary heap that breaks ties as std::push_heap and std::pop_heap do, for the recorded games.

An entry is key * 2^16 + item. Keys alone are compared: which of equal keys leaves first follows
from how entries move, and the moves of some solvers follow from that. Entries move as in the heap
of the GNU C++ library: an insertion rises while its parent is larger; after a removal the hole
sinks to a leaf, always to the smaller child and to the right one of equals, and the last entry
rises from there.
"""

from __future__ import annotations

from typing import Any, Final

from gridbots.kernel import kernel

ITEM_BITS: Final = 16
ITEMS: Final = (1 << ITEM_BITS) - 1

Entries = Any
"""int64 array."""


@kernel
def rise(heap: Entries, hole: int, entry: int) -> None:
    """Sift up: put an entry into a hole, or above it as far as parents are larger."""
    least = entry | ITEMS
    while hole > 0:
        parent = (hole - 1) >> 1
        if heap[parent] <= least:
            break
        heap[hole] = heap[parent]
        hole = parent
    heap[hole] = entry


@kernel
def push(heap: Entries, count: int, key: int, item: int) -> int:
    """Push an entry; `count` others are there, and the new count is returned."""
    rise(heap, count, (int(key) << ITEM_BITS) | int(item))
    return count + 1


@kernel
def pop(heap: Entries, count: int) -> int:
    """Pop the entry with the smallest key, and return its item; count - 1 are left."""
    item = heap[0] & ITEMS
    left = count - 1
    hole = 0
    child = 2
    while child < left:
        if heap[child] > heap[child - 1] | ITEMS:
            child -= 1
        heap[hole] = heap[child]
        hole = child
        child = 2 * hole + 2
    if child == left:  # The last parent has a left child only.
        heap[hole] = heap[child - 1]
        hole = child - 1
    if left > 0:
        rise(heap, hole, heap[left])
    return item  # type: ignore[no-any-return]
