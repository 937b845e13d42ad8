"""Monte-Carlo tree search, for any game: the record that it works in, and its loop.

Each iteration plays from the root down the tree, every seat choosing for itself (`selection`), adds
one node, judges it (`leaves`), and adds what it is worth to all that led there (`backup`); Coulom,
"Efficient selectivity and backup operators in Monte-Carlo tree search", 2006. The state is played
anew from the root each time: no node keeps one. With more than two seats each wants its own value
high (max-n). Under hidden information iterations begin from sampled states in turn, and the tree is
that of what the seat knows (single-observer information-set search; see
`gridbots.belief.information_set`).

Nothing is allocated and nothing calls itself: a search is one record of a fixed size. Slices do not
change what it finds.
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
from gridbots_mcts.chance import (
    has_drawn,
    never_drawn,
    next_node,
    note_generator,
    note_nothing,
)
from gridbots_mcts.leaves import write_results
from gridbots_mcts.reuse import make_room
from gridbots_mcts.selection import choose_joint_move
from gridbots_mcts.tree import ARM, ARM_DETAILS, NO_ARMS, NO_NODE, NODE, ROOT, open_node, sizes

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from gridbots.space import Record

MOST_DEPTH: Final = 256
"""Rounds from the root to a leaf at most."""
MOST_SAMPLES: Final = 32
"""States that the root may stand for."""


class TreeKernels(NamedTuple):
    """What searches differ in: parts of the record's type."""

    leaf: Callable[..., None]
    """leaf(search, state): write what each seat has to `values`."""
    judge: Callable[..., None]
    """judge(search, state): write what a match that goes on is worth to each living seat."""
    evaluate: Callable[..., float]
    """evaluate(search, state, seat)."""
    select: Callable[..., int]
    """select(search, first arm, moves, visits): one of the moves in the mask."""
    learn: Callable[..., None]
    """learn(search, index): what a node of the path learns besides means."""
    priors: Callable[..., None]
    """priors(search, node, state): write what moves promise to the arms of an open node."""


NUMBERS: Final = [
    ("seat", "i8"),  # who searches
    ("seats", "i8"),
    ("moves", "i8"),  # of the game
    ("selection", "i8"),  # UCT or REGRET_MATCHING
    ("is_hidden", "i8"),
    ("is_certain", "i8"),  # 1: nothing is drawn or hidden, so a node is one position
    ("reuses", "i8"),  # 1: positions are kept, to find the next root among them
    ("rollout_rounds", "i8"),
    ("samples", "i8"),  # how many of the roots there are
    ("generator_begins", "i8"),  # where it lies in a state, in bytes
    ("generator_ends", "i8"),
    ("iterations", "i8"),
    ("rounds", "i8"),  # played in thought, those of roll-outs too
    ("used", "i8"),  # nodes
    ("used_arms", "i8"),
    ("is_full", "i8"),
    ("recycles", "i8"),  # 1: a full tree forgets what was visited least; 0: it stops
    ("slot_mask", "i8"),
    ("counts_first", "i8"),  # 1: with more than two seats only the first place counts
    ("exploration", "f8"),
    ("explorations", "f8", (2,)),  # the same, with two seats at most and with more
    ("first_play", "f8"),  # bound of a move that was never tried
    ("bias", "f8"),  # weight of progressive bias
    ("scale", "f8"),  # of evaluations
]
"""Fields of one number each."""


def search_dtype(
    dtype: np.dtype[Any],
    memory: int,
    kernels: TreeKernels,
    more: Sequence[tuple[Any, ...]] = (),
) -> np.dtype[Any]:
    """A search of states of this type, of about so many MiB; `more` are fields of kernels."""
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
            ("details", ARM_DETAILS, (arms,)),  # of each arm, too
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
    """Go on for so many iterations, or until so many more rounds have been played."""
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
    """Whether moves are chosen at a node; on the first visit, and where nothing fits, not."""
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
