"""Tree reuse from move to move, and room in a tree that is full.

The next root is found by its position: the joint move that was played, what was drawn, and in games
in turns the moves of the others, all lead to a node whose state is that at hand, or the tree knows
nothing of it. What is not below it is thrown away, and the rest moved together.

A tree that is full is made half empty by leaving out what was visited least.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from gridbots.kernel import kernel
from gridbots_mcts.tree import (
    NO_ARMS,
    NO_NODE,
    ROOT,
    block_size,
    clear_slots,
    hash_of,
    slot_of,
)

if TYPE_CHECKING:
    from gridbots.space import Record


@kernel
def follow(search: Record) -> bool:
    """Make the node of the first root's state the root, if there is one; whether there is."""
    position, best = hash_of(search, search["roots"][0]), NO_NODE
    nodes = search["nodes"]
    for number in range(1, search["used"]):
        node = nodes[number]
        is_same = node["position"] == position and node["arms"] != NO_ARMS
        if is_same and (best == NO_NODE or node["visits"] > nodes[best]["visits"]):
            best = number
    if best == NO_NODE:
        return False
    keep_subtree(search, best, 0)
    return True


@kernel
def make_room(search: Record) -> None:
    """Leave out what was visited least, until half of the tree is free."""
    least, nodes, arms = 2, len(search["nodes"]) // 2, len(search["arms"]) // 2
    while search["used"] > nodes or search["used_arms"] > arms:
        keep_subtree(search, ROOT, least)
        least *= 2


@kernel
def keep_subtree(search: Record, root: int, least: int) -> None:
    """Keep what lies below a node and was visited so often at least."""
    number_anew(search, root, least)
    move_arms(search)
    move_nodes(search)
    search["is_full"] = 0


@kernel
def number_anew(search: Record, root: int, least: int) -> None:
    """Say of each node what its number will be; NO_NODE if it is left out."""
    nodes, moved, count = search["nodes"], search["moved"], 0
    for number in range(search["used"]):
        moved[number] = NO_NODE
        node = nodes[number]
        is_kept = number == root
        if number > root:
            is_kept = moved[node["parent"]] != NO_NODE and node["visits"] >= least
        if is_kept:
            moved[number] = count
            count += 1


@kernel
def move_arms(search: Record) -> None:
    """Blocks of arms lie in the order in which nodes were opened: that is kept."""
    nodes, arms, moved = search["nodes"], search["arms"], search["moved"]
    details = search["details"]
    block, free = 0, 0
    while block < search["used_arms"]:
        owner = details[block]["owner"]
        length = block_size(nodes[owner], search["moves"])
        if moved[owner] != NO_NODE:
            for index in range(length):
                arms[free + index] = arms[block + index]
                details[free + index] = details[block + index]
            details[free]["owner"] = moved[owner]
            nodes[owner]["arms"] = free
            free += length
        block += length
    search["used_arms"] = free


@kernel
def move_nodes(search: Record) -> None:
    """Move nodes to their new numbers, and make the hash table anew."""
    nodes, moved, totals, seats = (
        search["nodes"],
        search["moved"],
        search["totals"],
        search["seats"],
    )
    clear_slots(search)
    count = 0
    for number in range(search["used"]):
        if moved[number] == NO_NODE:
            continue
        parent = nodes[number]["parent"]
        nodes[count] = nodes[number]
        for seat in range(seats):
            totals[count * seats + seat] = totals[number * seats + seat]
        is_root = count == ROOT
        nodes[count]["parent"] = NO_NODE if is_root else moved[parent]
        if not is_root:
            edge, moved_parent = nodes[count]["edge"], int(nodes[count]["parent"])
            search["slots"][slot_of(search, moved_parent, edge)] = count + 1
        count += 1
    search["used"] = count
