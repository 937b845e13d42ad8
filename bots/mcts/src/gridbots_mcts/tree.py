"""Search tree in fixed memory: nodes, arms, and a hash table of children.

A node has a block of arms for each seat that is to move there. An arm counts how often a move was
played, and sums its values. So each seat selects by its own statistics: one seat per node in games
in turns, all seats in simultaneous rounds (decoupled selection). Children are found by their parent
and an edge: the hash of the joint move or, behind a chance node, of the outcome.

Nodes are numbered in the order of their creation, so a child comes after its parent.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np

from gridbots.game import candidates, is_to_move, move_count
from gridbots.kernel import kernel, record_size, word_of

if TYPE_CHECKING:
    from gridbots.game import State
    from gridbots.space import Record

ROOT: Final = 0
NO_NODE: Final = -1
NO_ARMS: Final = -1
"""Arms of a node that was reached at most once: it has none yet."""
OPEN_LOOP: Final = -1
"""Number of outcomes of a chance node with too many: they share one node."""

NODE: Final = np.dtype(
    [
        ("edge", "i8"),  # from the parent: hash of the joint move, or of an outcome
        ("position", "i8"),  # hash of the state without its generator; 0 for chance nodes
        ("parent", "i4"),
        ("arms", "i4"),  # index of its first arm, or NO_ARMS
        ("visits", "i4"),
        ("movers", "i4"),  # the seats that select here, one bit each
        ("outcomes", "i4"),  # of a chance node: outcomes with separate nodes, or OPEN_LOOP
    ],
    align=True,
)

ARM: Final = np.dtype(
    [
        ("visits", "i4"),
        ("available", "i4"),  # how often the move was available; 1 without hidden information
        ("total", "f8"),  # sum of values
    ]
)
"""The fields that UCT reads and writes; four moves fill one cache line."""

ARM_DETAILS: Final = np.dtype(
    [
        ("regret", "f8"),  # cumulative
        ("strategy", "f8"),  # sum of the probabilities of the move
        ("prior", "f4"),  # its evaluation, for progressive bias
        ("owner", "i4"),  # in the first arm of a node: its node
    ]
)

ARM_BYTES: Final = ARM.itemsize + ARM_DETAILS.itemsize
NODE_BYTES: Final = NODE.itemsize + 4 + 3 * 4 + 2 * 8
"""Bytes of a node, including compaction, its share of the hash table, and values of two seats."""
MIB: Final = 1 << 20

LOW: Final = (1 << 31) - 1
FACTOR: Final = 1_540_483_477
WORD: Final = (1 << 62) - 1


def sizes(memory: int, moves: int) -> tuple[int, int, int]:
    """About how many nodes, arms and slots of the hash table fit into `memory` MiB."""
    nodes = max(64, memory * MIB // (NODE_BYTES + moves * ARM_BYTES))
    return nodes, max(nodes, 32) * moves, 1 << (2 * nodes - 1).bit_length()


@kernel
def mixed(key: int, word: int) -> int:
    """Add a word to a hash without overflowing 63 bits."""
    return ((key & LOW) * FACTOR + (key >> 31)) ^ ((word ^ word >> 7) & WORD)


@kernel
def hash_of(search: Record, state: State) -> int:
    """Hash of a state without its generator, in words of eight bytes."""
    size, key = record_size(state), 1
    first, end = search["generator_begins"], search["generator_ends"]
    for place in range(0, size - 7, 8):
        if not first <= place < end:
            key = mixed(key, word_of(state, place))
    if size % 8 != 0 and size > 8:
        key = mixed(key, word_of(state, size - 8))
    return key


@kernel
def reset(search: Record, rollouts: int) -> None:
    """Empty the tree for at most `rollouts` roll-outs; unneeded parts of the table stay as is."""
    wanted, slots = 2 * min(rollouts + 1, len(search["nodes"])), 64
    while slots < wanted and slots < len(search["slots"]):
        slots *= 2
    search["slot_mask"] = slots - 1
    clear_slots(search)
    search["used"] = 0
    search["used_arms"] = 0
    search["is_full"] = 0
    add_node(search, NO_NODE, 0)


@kernel
def clear_slots(search: Record) -> None:
    slots = search["slots"]
    for slot in range(search["slot_mask"] + 1):
        slots[slot] = 0


@kernel
def slot_of(search: Record, parent: int, edge: int) -> int:
    """The slot of a child, or the free slot for it."""
    slots, nodes, mask = search["slots"], search["nodes"], search["slot_mask"]
    key = mixed(mixed(edge, parent + 1), 0)
    slot = (key ^ key >> 29) & mask
    while slots[slot] != 0:
        node = nodes[slots[slot] - 1]
        if node["edge"] == edge and node["parent"] == parent:
            break
        slot = slot + 1 & mask
    return int(slot)


@kernel
def child_of(search: Record, parent: int, edge: int) -> int:
    """The child behind an edge, or NO_NODE."""
    return int(search["slots"][slot_of(search, parent, edge)]) - 1


@kernel
def add_node(search: Record, parent: int, edge: int) -> int:
    """Add a node behind an edge; NO_NODE if the tree is full."""
    number = int(search["used"])
    if number == len(search["nodes"]) or (number + 1) * search["seats"] > len(search["totals"]):
        search["is_full"] = 1
        return NO_NODE
    if parent != NO_NODE:
        search["slots"][slot_of(search, parent, edge)] = number + 1
    node = search["nodes"][number]
    node["edge"] = edge
    node["position"] = 0
    node["parent"] = parent
    node["arms"] = NO_ARMS
    node["visits"] = 0
    node["movers"] = 0
    node["outcomes"] = 0
    for seat in range(search["seats"]):
        search["totals"][number * search["seats"] + seat] = 0.0
    search["used"] += 1
    return number


@kernel
def open_node(search: Record, number: int, state: State) -> bool:
    """Add arms to a node for all seats that can move in its state; return whether they fit."""
    node, mask, moves = search["nodes"][number], search["mask"], move_count(state)
    movers, first = 0, int(search["used_arms"])
    end = first
    for seat in range(search["seats"]):
        if is_to_move(state, seat) and candidates(state, seat, mask) > 0:
            if end + moves > len(search["arms"]):
                search["is_full"] = 1
                return False
            clear_arms(search, end, moves)
            end += moves
            movers |= 1 << seat
    if end > first:
        search["details"][first]["owner"] = number
    search["used_arms"] = end
    node["arms"] = first
    node["movers"] = movers
    return True


@kernel
def clear_arms(search: Record, first: int, moves: int) -> None:
    """Clear the arms of a seat; without hidden information, candidates are available."""
    for move in range(moves):
        arm = search["arms"][first + move]
        arm["visits"] = 0
        arm["available"] = 0 if search["is_hidden"] else search["mask"][move]
        arm["total"] = 0.0
        details = search["details"][first + move]
        details["regret"] = 0.0
        details["strategy"] = 0.0
        details["prior"] = 0.0
        details["owner"] = NO_NODE


@kernel
def arms_of(node: Record, seat: int, moves: int) -> int:
    """Index of the first arm of a seat at an open node; NO_ARMS if it does not move there."""
    movers = node["movers"]
    if node["arms"] == NO_ARMS or not movers >> seat & 1:
        return NO_ARMS
    first = int(node["arms"])
    for before in range(seat):
        first += moves * (movers >> before & 1)
    return first


@kernel
def block_size(node: Record, moves: int) -> int:
    """The number of arms of a node."""
    size, movers = 0, node["movers"]
    while movers != 0:
        size += moves * (movers & 1)
        movers >>= 1
    return size


@kernel
def joint_edge(joint: Record, seats: int) -> int:
    """The edge of a joint move."""
    edge = 1
    for seat in range(seats):
        edge = mixed(edge, joint[seat] + 2)
    return edge
