"""Iterative deepening of alpha-beta, as kernels for `search.alphabeta` and policies.

`alphabeta_dtype` is the type of the search record, and `prepare` initialises it. `start` begins
from the state written to index NEXT_ROOT, `deepen` continues in slices, and `iteration` in the
record has the current results.
"""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from gridbots.grid import NO_MOVE
from gridbots.kernel import kernel
from gridbots.search.backup import seat_values_field, settle_for_all, take_for_itself, take_value
from gridbots.search.core import (
    begin,
    nothing_known,
    play_in_rounds,
    run,
    settle_value,
)
from gridbots.search.evaluation import evaluated
from gridbots.search.move_ordering import (
    ROOT_PATH,
    by_history,
    forget_hash_moves,
    forget_history,
    ordering_dtype,
    store_best,
)
from gridbots.search.ply_stack import (
    DECISIVE,
    EVERYBODY,
    FIRST,
    NOBODY,
    Kernels,
    all_rounds,
    by_utility,
    moves_of,
    search_dtype,
    with_bytes,
)
from gridbots.search.transposition_table import (
    TRANSPOSITION,
    TRANSPOSITION_SLOTS,
    probe,
    store_all,
)
from gridbots.search.tree_reuse import NEXT_ROOT, path_to_next_root

if TYPE_CHECKING:
    from gridbots.search.evaluation import Evaluation
    from gridbots.space import Record

    Records = np.ndarray[Any, np.dtype[np.void]]

PLIES: Final = 512
STATES_BEYOND: Final = 2
"""Additional states besides those of the deepest iteration and one for each of its rounds."""

ITERATION: Final = np.dtype(
    [
        ("limit", "i8"),  # rounds that this iteration, or the last finished one, looks ahead
        ("open", "i8"),  # 1: an iteration is under way
        ("deepest", "i8"),  # rounds that may be looked ahead
        ("seat", "i8"),  # the seat that searched last, or NOBODY
        ("starts", "i8"),  # how many searches were started: the table forgets those of others
        ("nodes", "i8"),  # of finished iterations, since the start
        ("best", "f8"),  # value of the last finished iteration
        ("best_move", "i8"),  # its move, NO_MOVE before there is one
    ]
)

# How to start.
GO_ON: Final = 0
FOLLOW: Final = 1
"""Keep what was learned, if the position follows from the last."""
AFRESH: Final = 2

ONE_MORE: Final = -1
"""In place of a depth: a single iteration."""


@functools.cache
def alphabeta_dtype(  # noqa: PLR0913  what a search is made for
    dtype: np.dtype[Any],
    weights: int,
    *,
    evaluation: Evaluation = "auto",
    transpositions: bool = False,
    maxn: bool = False,
    reuses: bool = True,
    plies: int = PLIES,
    states: int = PLIES + STATES_BEYOND,
) -> np.dtype[Any]:
    """Type of a search of states of this type, with this many weights; see `evaluation`."""
    moves = moves_of(dtype)
    evaluate, more = evaluated(dtype, weights, evaluation)
    kernels = Kernels(
        play=play_in_rounds,
        terminal_value=by_utility,
        horizon=all_rounds,
        evaluate=evaluate,
        order_moves=by_history,
        probe=probe if transpositions else nothing_known,
        store=store_all if transpositions else store_best,
        settle=settle_for_all if maxn else settle_value,
        take=take_for_itself if maxn else take_value,
    )
    more += [
        ("iteration", ITERATION, (1,)),
        ("ordering", ordering_dtype(plies + 1, moves), (1,)),
    ]
    if transpositions:
        more.append(("transpositions", TRANSPOSITION, (TRANSPOSITION_SLOTS,)))
    if maxn:
        more.append(seat_values_field(plies))
    if not reuses:
        more.append(("raw", "i1", (1, 1)))  # Nothing is compared where each start is afresh.
    made = search_dtype(dtype, weights, moves, kernels, plies=plies, states=states, more=more)
    return with_bytes(made) if reuses else made


def prepare(search: Record, seats: int) -> None:
    """Initialise a search record of zeros, except the weights and the position."""
    search["seats"] = seats
    search["among"] = EVERYBODY
    search["exact"] = FIRST
    search["by_number"] = 1
    search["ply"] = NOBODY
    search["iteration"]["seat"] = NOBODY
    limits = len(search["plies"]) // seats, len(search["states"]) - STATES_BEYOND
    search["iteration"]["deepest"] = min(limits)


@kernel
def start(search: Record, seat: int, afresh: bool) -> None:  # noqa: FBT001  for compiled code
    """Search from the next root for this seat.

    With `afresh`, earlier searches affect neither the result nor the number of nodes.
    """
    iteration, tables = search["iteration"][0], search["ordering"][0]
    path = 0
    if iteration["seat"] == seat and not afresh:
        path = path_to_next_root(search)
    if path == 0 and (iteration["seat"] >= 0 or afresh):
        forget_hash_moves(tables)
    if afresh:
        forget_history(tables)
    tables["root_path"] = path if path != 0 else ROOT_PATH
    search["states"][0] = search["states"][NEXT_ROOT]
    search["seat"] = seat
    search["nodes"] = 0
    iteration["starts"] += 1
    iteration["seat"] = seat
    iteration["nodes"] = 0
    iteration["limit"] = 0
    iteration["open"] = 0
    iteration["best"] = 0.0
    iteration["best_move"] = NO_MOVE


@kernel
def deepen(search: Record, nodes: int, depth: int) -> bool:
    """Go on, one iteration after the other, until `nodes` more rounds have been played.

    Returns:
        Whether nothing is left to find up to this depth.
    """
    iteration = search["iteration"][0]
    stop = nodes_of(search) + nodes
    while depth == ONE_MORE or (
        not is_exhausted(search) and iteration["limit"] - iteration["open"] < depth
    ):
        if not iterate(search, stop - nodes_of(search)):
            return False
        if depth == ONE_MORE:
            break
    return True


@kernel
def is_exhausted(search: Record) -> bool:
    """Whether looking deeper than the last iteration, which is finished, would change nothing."""
    iteration = search["iteration"][0]
    if iteration["open"] or iteration["limit"] == 0:
        return False
    is_settled = search["cut_short"] == 0 or abs(iteration["best"]) > DECISIVE / 2
    return bool(is_settled or iteration["limit"] == iteration["deepest"])


@kernel
def nodes_of(search: Record) -> int:
    """Rounds played since the start."""
    iteration = search["iteration"][0]
    return int(iteration["nodes"] + (search["nodes"] if iteration["open"] else 0))


@kernel
def iterate(search: Record, nodes: int) -> bool:
    """Go on with the iteration, or a deeper one, until `nodes` more rounds have been played.

    Returns:
        Whether it is finished: then `best` and `best_move` are the result.
    """
    iteration = search["iteration"][0]
    if not iteration["open"]:
        iteration["open"] = 1
        iteration["limit"] += 1
        begin(search, iteration["limit"])
    if not run(search, nodes):
        return False
    iteration["open"] = 0
    iteration["nodes"] += search["nodes"]
    iteration["best"] = search["result"]
    iteration["best_move"] = search["plies"][0]["best_move"]
    return True


@kernel
def carry_on(searches: Records, seat: int, how: int, nodes: int, depth: int) -> bool:
    """Deepen a search; start it first, unless `how` is GO_ON.

    Called from Python: there a record takes longer to pass than an array of one.
    """
    search = searches[0]
    if how != GO_ON:
        start(search, seat, how == AFRESH)
    return deepen(search, nodes, depth)
