"""Tree reuse from move to move, and compaction of a full tree.

The next root is found by its position: joint moves, chance and the moves of others in games in
turns all lead to a node with the current state, if the tree contains one. Nodes that are not below
it are dropped, and the rest is compacted.

A full tree is reduced to half its size by dropping the least visited nodes.
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
    """Make the node with the state of the first root the root; return whether it was found."""
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
    """Drop the least visited nodes until half of the tree is free."""
    least, nodes, arms = 2, len(search["nodes"]) // 2, len(search["arms"]) // 2
    while search["used"] > nodes or search["used_arms"] > arms:
        keep_subtree(search, ROOT, least)
        least *= 2


@kernel
def keep_subtree(search: Record, root: int, least: int) -> None:
    """Keep only the nodes below `root` with at least `least` visits."""
    number_anew(search, root, least)
    move_arms(search)
    move_nodes(search)
    search["is_full"] = 0


@kernel
def number_anew(search: Record, root: int, least: int) -> None:
    """Write the new number of each node; NO_NODE if it is dropped."""
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
    """Compact the blocks of arms, which keep the order in which nodes were opened."""
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
    """Move nodes to their new numbers and rebuild the hash table."""
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
