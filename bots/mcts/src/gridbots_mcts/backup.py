"""Backup: add the values of a leaf to all nodes and arms on its path.

Every node holds the sum of its values for each seat. Regrets are computed from these sums: for each
other move of a seat, the mean value of the child behind it, with the moves of the others unchanged,
minus the value of the leaf.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from gridbots.kernel import call, kernel
from gridbots_mcts.tree import NO_ARMS, NO_NODE, arms_of, child_of, joint_edge

if TYPE_CHECKING:
    from gridbots.space import Record


@kernel
def back_up(search: Record, depth: int) -> None:
    """Add the values to the path of `depth` rounds; its last node may be missing."""
    for index in range(depth + 1):
        if index > 0 and search["between"][index - 1] != NO_NODE:
            count_visit(search, search["between"][index - 1])
        if search["path"][index] != NO_NODE:
            count_visit(search, search["path"][index])
    for index in range(depth):
        for seat in range(search["seats"]):
            chosen = search["chosen"][index, seat]
            if chosen != NO_ARMS:
                arm = search["arms"][chosen]
                arm["visits"] += 1
                arm["total"] += search["values"][seat]
        call(search["learn"], search, index)


@kernel
def count_visit(search: Record, number: int) -> None:
    seats = search["seats"]
    search["nodes"][number]["visits"] += 1
    for seat in range(seats):
        search["totals"][number * seats + seat] += search["values"][seat]


@kernel
def learn_no_more(search: Record, index: int) -> None:
    """UCT needs only means."""


@kernel
def add_regrets(search: Record, index: int) -> None:
    """Add the regrets of each seat at a node of the path."""
    number, seats = search["path"][index], search["seats"]
    node, joint, moves = search["nodes"][number], search["joint"], search["moves"]
    read_joint_move(search, index)
    for seat in range(seats):
        first, chosen = arms_of(node, seat, moves), search["chosen"][index, seat]
        if NO_ARMS in (first, chosen):
            continue
        for move in range(moves):
            arm = search["arms"][first + move]
            if arm["available"] > 0 and first + move != chosen:
                joint[seat] = move
                child = child_of(search, number, joint_edge(joint, seats))
                if child != NO_NODE and search["nodes"][child]["visits"] > 0:
                    mean = search["totals"][child * seats + seat] / search["nodes"][child]["visits"]
                    search["details"][first + move]["regret"] += mean - search["values"][seat]
        joint[seat] = chosen - first


@kernel
def read_joint_move(search: Record, index: int) -> None:
    """Read the joint move at this place of the path."""
    for seat in range(search["seats"]):
        search["joint"][seat] = search["moves_made"][index, seat]
