"""Chance nodes: what the game draws, told apart by its outcome, or not at all.

Observations have no generator, so each iteration draws its own future. Where a round has drawn
numbers, a chance node stands between a node and its children, which are told apart by the hash of
the state. Once there are more than MOST_OUTCOMES of them behind one joint move, all futures of it
share one node from then on (open loop): its statistics are means over outcomes, and the moves that
can be chosen are those of the state at hand. Under hidden information all rounds are open-loop, for
sampled states differ anyhow.
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
"""Two dice of six fit in unordered; the free cells of a board do not."""
ANY_OUTCOME: Final = 2
"""The edge of all outcomes together."""


@kernel
def note_generator(search: Record, state: State) -> None:
    """Remember where the generator of a state stands, to see whether a round draws from it."""
    generator, noted = state["generator"], search["noted"]
    for index in range(GENERATOR_SIZE):
        noted[index] = generator[index]


@kernel
def has_drawn(search: Record, state: State) -> bool:
    """Whether anything was drawn since."""
    generator, noted = state["generator"], search["noted"]
    for index in range(GENERATOR_SIZE):
        if generator[index] != noted[index]:
            return True
    return False


@kernel
def note_nothing(search: Record, state: State) -> None:
    pass


@kernel
def never_drawn(search: Record, state: State) -> bool:  # noqa: ARG001  nothing can be
    return False


@kernel
def next_node(search: Record, parent: int, state: State, depth: int) -> int:
    """The node that the joint move has led to, a new one perhaps; NO_NODE where none fits.

    A chance node between is put into the path.
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
