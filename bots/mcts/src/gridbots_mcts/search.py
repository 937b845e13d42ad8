"""Monte-Carlo tree search for any game: the record of a search, and its loop.

Each iteration plays from the root down the tree, where every seat selects its own move
(`selection`), adds one node, computes its value (`leaves`) and adds the value to the path
(`backup`); Coulom, "Efficient selectivity and backup operators in Monte-Carlo tree search", 2006.
Each iteration replays the state from the root; nodes hold no states. With more than two seats each
seat maximises its own value (max-n). Under hidden information iterations start from sampled states
in turn, and the tree is that of the seat's information (single-observer information-set search; see
`gridbots.belief.information_set`).

If a round has used random numbers, a chance node lies between a node and its children, which are
distinguished by the hash of the state. Once a joint move has more than MOST_OUTCOMES children, all
its futures share one node (open loop): its statistics are means over outcomes, and the available
moves are those of the current state. Under hidden information all rounds are open-loop, because
sampled states differ.

A search is one record of a fixed size, without allocation or recursion. Slicing a search does not
change its result.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, NamedTuple

import numpy as np

from gridbots.game import is_over, step
from gridbots.game.chance import GENERATOR_SIZE
from gridbots.kernel import call, game_of, handle, kernel
from gridbots.search.ply_stack import MOST_SEATS
from gridbots.search.rollout import reseed_for, rollout_dtype
from gridbots_mcts.backup import back_up
from gridbots_mcts.leaves import write_results
from gridbots_mcts.reuse import make_room
from gridbots_mcts.selection import choose_joint_move
from gridbots_mcts.tree import (
    ARM,
    ARM_DETAILS,
    NO_ARMS,
    NO_NODE,
    NODE,
    OPEN_LOOP,
    ROOT,
    add_node,
    child_of,
    hash_of,
    joint_edge,
    open_node,
    sizes,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

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


MOST_DEPTH: Final = 256
"""Most rounds from the root to a leaf."""
MOST_SAMPLES: Final = 32
"""Most sampled states of the root."""


class TreeKernels(NamedTuple):
    """Kernels in which searches differ; they are part of the record's type."""

    leaf: Callable[..., None]
    """leaf(search, state): write the value for each seat to `values`."""
    estimate: Callable[..., None]
    """estimate(search, state): write the value of an unfinished match for each living seat."""
    evaluate: Callable[..., float]
    """evaluate(search, state, seat)."""
    select: Callable[..., int]
    """select(search, first arm, moves, visits): one of the moves in the mask."""
    learn: Callable[..., None]
    """learn(search, index): update a node of the path beyond its means."""
    priors: Callable[..., None]
    """priors(search, node, state): write the priors of moves to the arms of an open node."""


NUMBERS: Final = [
    ("seat", "i8"),  # the searching seat
    ("seats", "i8"),
    ("moves", "i8"),  # of the game
    ("selection", "i8"),  # UCT or REGRET_MATCHING
    ("is_hidden", "i8"),
    ("is_certain", "i8"),  # 1: no chance and nothing hidden, so a node is one position
    ("reuses", "i8"),  # 1: positions are stored, to find the next root among them
    ("rollout_rounds", "i8"),
    ("samples", "i8"),  # number of roots
    ("generator_begins", "i8"),  # its place in a state, in bytes
    ("generator_ends", "i8"),
    ("iterations", "i8"),
    ("rounds", "i8"),  # simulated rounds, including those of roll-outs
    ("used", "i8"),  # nodes
    ("used_arms", "i8"),
    ("is_full", "i8"),
    ("recycles", "i8"),  # 1: a full tree drops its least visited nodes; 0: it stops growing
    ("slot_mask", "i8"),
    ("counts_first", "i8"),  # 1: with more than two seats only the first place counts
    ("exploration", "f8"),
    ("explorations", "f8", (2,)),  # the same for at most two seats, and for more
    ("first_play", "f8"),  # bound of an untried move
    ("bias", "f8"),  # weight of progressive bias
    ("scale", "f8"),  # of evaluations
]
"""Fields with one number each."""


def search_dtype(
    dtype: np.dtype[Any],
    memory: int,
    kernels: TreeKernels,
    more: Sequence[tuple[Any, ...]] = (),
) -> np.dtype[Any]:
    """The record of a search of such states, of about `memory` MiB, plus the fields in `more`."""
    game = game_of(np.zeros(1, dtype)[0])
    nodes, arms, slots = sizes(memory, game.moves)
    draws = "generator" in (dtype.names or ())
    chance = {
        "reseed": reseed_for(dtype),
        "note": note_generator if draws else note_nothing,
        "drawn": has_drawn if draws else never_drawn,
    }
    return np.dtype(
        [
            *NUMBERS,
            ("weights", "f8", (max(1, game.features),)),
            ("values", "f8", (MOST_SEATS,)),  # of the last leaf
            ("generator", "i8", (GENERATOR_SIZE,)),
            ("noted", "i8", (GENERATOR_SIZE,)),
            ("joint", "i8", (MOST_SEATS,)),
            ("path", "i8", (MOST_DEPTH + 1,)),  # nodes
            ("between", "i8", (MOST_DEPTH + 1,)),  # the chance nodes behind them, or NO_NODE
            ("chosen", "i8", (MOST_DEPTH + 1, MOST_SEATS)),  # arms
            ("moves_made", "i2", (MOST_DEPTH + 1, MOST_SEATS)),
            ("nodes", NODE, (nodes,)),
            ("totals", "f8", (2 * nodes,)),  # by node and seat
            ("arms", ARM, (arms,)),
            ("details", ARM_DETAILS, (arms,)),  # by arm
            ("slots", "i4", (slots,)),  # numbers of nodes from 1, by hash; 0: free
            ("moved", "i4", (nodes,)),  # where compaction puts each node
            ("roots", dtype, (MOST_SAMPLES,)),
            ("rollout", rollout_dtype(dtype), (1,)),
            ("probe", dtype, (1,)),
            ("mask", "u1", (game.moves,)),
            *more,
            *((name, handle(each).dtype, (1,)) for name, each in chance.items()),
            *((name, handle(each).dtype, (1,)) for name, each in kernels._asdict().items()),
        ],
        align=True,
    )


@kernel
def run(search: Record, iterations: int, rounds: int) -> None:
    """Run more iterations, up to these numbers of iterations and simulated rounds."""
    stop, last = search["iterations"] + iterations, search["rounds"] + rounds
    while search["iterations"] < stop and search["rounds"] < last:
        if search["is_full"] and search["recycles"]:
            make_room(search)
        iterate(search)
        search["iterations"] += 1


@kernel
def iterate(search: Record) -> None:
    states, root = search["rollout"][0]["states"], search["iterations"] % search["samples"]
    states[0] = search["roots"][root]
    state, number, depth = states[0], ROOT, 0
    call(search["reseed"], state, search["generator"])
    search["path"][0] = ROOT
    while True:
        if is_over(state):
            write_results(search, state)
            break
        if not goes_on(search, number, state, depth):
            call(search["leaf"], search, state)
            break
        choose_joint_move(search, number, state, depth)
        keep_joint_move(search, depth)
        call(search["note"], search, state)
        step(state, search["rollout"][0]["joint"])
        search["rounds"] += 1
        search["between"][depth] = NO_NODE
        number = next_node(search, number, state, depth)
        depth += 1
        search["path"][depth] = number
    back_up(search, depth)


@kernel
def goes_on(search: Record, number: int, state: Record, depth: int) -> bool:
    """Whether moves are selected at a node: not on its first visit or if the tree is full."""
    if number == NO_NODE or depth == MOST_DEPTH:
        return False
    node = search["nodes"][number]
    if node["arms"] != NO_ARMS:
        return True
    if node["visits"] == 0 and number != ROOT:
        return False
    if not open_node(search, number, state):
        return False
    call(search["priors"], search, number, state)
    return True


@kernel
def keep_joint_move(search: Record, depth: int) -> None:
    for seat in range(search["seats"]):
        search["moves_made"][depth, seat] = search["rollout"][0]["joint"][seat]
