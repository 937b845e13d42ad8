"""Binary heap that breaks ties as std::push_heap and std::pop_heap do, for the recorded games.

An entry is key * 2^16 + item. Only keys are compared. Among equal keys the order depends on how
entries move in the heap, and the moves of some solvers depend on that order. Entries move as in the
heap of the GNU C++ library: an inserted entry rises while its parent is larger. After a removal the
hole sinks to a leaf, always to the smaller child, or the right one if both are equal. The last
entry then rises from there.
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
    """Sift up: put an entry into a hole, or above it while parents are larger."""
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
    """Push an entry onto a heap of `count` entries and return the new count."""
    rise(heap, count, (int(key) << ITEM_BITS) | int(item))
    return count + 1


@kernel
def pop(heap: Entries, count: int) -> int:
    """Pop the entry with the smallest key from a heap of `count` entries and return its item."""
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
