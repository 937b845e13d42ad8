"""Chance nodes, or open loop.

Observations have no generator, so each iteration draws its own future. If a round has used random
numbers, a chance node lies between a node and its children, which are distinguished by the hash of
the state. Once a joint move has more than MOST_OUTCOMES children, all its futures share one node
(open loop): its statistics are means over outcomes, and the available moves are those of the
current state. Under hidden information all rounds are open-loop, because sampled states differ.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from gridbots.game.chance import GENERATOR_SIZE
from gridbots.kernel import call, kernel
from gridbots_mcts.tree import NO_NODE, OPEN_LOOP, add_node, child_of, hash_of, joint_edge

if TYPE_CHECKING:
    from gridbots.game import State
    from gridbots.space import Record

MOST_OUTCOMES: Final = 16
"""The outcomes of two unordered dice do not exceed it much; the free cells of a board do."""
ANY_OUTCOME: Final = 2
"""The edge that all outcomes share."""


@kernel
def note_generator(search: Record, state: State) -> None:
    """Save the generator of a state, to detect whether a round draws from it."""
    generator, noted = state["generator"], search["noted"]
    for index in range(GENERATOR_SIZE):
        noted[index] = generator[index]


@kernel
def has_drawn(search: Record, state: State) -> bool:
    """Whether the generator has been used since it was saved."""
    generator, noted = state["generator"], search["noted"]
    for index in range(GENERATOR_SIZE):
        if generator[index] != noted[index]:
            return True
    return False


@kernel
def note_nothing(search: Record, state: State) -> None:
    pass


@kernel
def never_drawn(search: Record, state: State) -> bool:  # noqa: ARG001  the game has no chance
    return False


@kernel
def next_node(search: Record, parent: int, state: State, depth: int) -> int:
    """The node that the joint move leads to, created if necessary; NO_NODE if the tree is full.

    A chance node in between is added to the path.
    """
    edge = joint_edge(search["rollout"][0]["joint"], search["seats"])
    child = child_or_new(search, parent, edge, state)
    if child == NO_NODE or search["is_hidden"] or not call(search["drawn"], search, state):
        return child
    search["between"][depth] = child
    chance_node = search["nodes"][child]
    outcome = ANY_OUTCOME
    if chance_node["outcomes"] != OPEN_LOOP:
        outcome = hash_of(search, state)
        found = child_of(search, child, outcome)
        if found != NO_NODE:
            return found
        chance_node["outcomes"] += 1
        if chance_node["outcomes"] > MOST_OUTCOMES:
            chance_node["outcomes"] = OPEN_LOOP
            outcome = ANY_OUTCOME
    return child_or_new(search, child, outcome, state)


@kernel
def child_or_new(search: Record, parent: int, edge: int, state: State) -> int:
    child = child_of(search, parent, edge)
    if child == NO_NODE:
        child = add_node(search, parent, edge)
        if child != NO_NODE and search["reuses"]:
            search["nodes"][child]["position"] = hash_of(search, state)
    return child
