"""Fixed-depth search of whole rounds as a policy: the bot `MinimaxBot` as a kernel.

It decides like the bot with a depth: by alpha-beta while another rider can reach it, and once it is
separated by the longest path, whose rest it remembers from round to round.
"""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from gridbots.game import candidates
from gridbots.games.light_riders.features import FEATURES, is_alone
from gridbots.games.light_riders.rules import MOST_SEATS
from gridbots.grid import CAPACITIES, DIRECTIONS, NO_MOVE
from gridbots.kernel import kernel
from gridbots.search.core import UNLIMITED
from gridbots.search.iterative_deepening import (
    STATES_BEYOND,
    alphabeta_dtype,
    deepen,
    prepare,
    start,
)
from gridbots.search.longest_path import (
    BLOCKED,
    LONGEST_PATH,
    begin_longest_path,
    run_longest_path,
    set_start,
)
from gridbots.search.ply_stack import is_decided
from gridbots.search.tree_reuse import NEXT_ROOT
from gridbots.vector import Fitting, Remembering
from gridbots_minimax.light_riders.evaluations import evaluation_by, weights_of
from gridbots_minimax.options import MOST_DEPTH

if TYPE_CHECKING:
    from gridbots.game import State
    from gridbots.space import Array, Record
    from gridbots_minimax.light_riders.options import Options

MEMORY: Final = np.dtype(
    [
        ("longest", "i8"),  # steps of the longest known path; 0: none
        ("start", "i8"),  # its first cell
        ("way", "i1", (max(CAPACITIES),)),  # its directions
    ]
)


def policy_for(options: Options) -> Fitting | None:
    """The decision as a kernel, for a given depth."""
    if options.depth == 0 or options.nodes > 0:
        return None

    def make(dtype: np.dtype[Any]) -> Remembering:
        return Remembering(functools.partial(choose, plan_of(options, dtype)), np.zeros(1, MEMORY))

    return Fitting(make)


def plan_dtype(options: Options, dtype: np.dtype[Any]) -> np.dtype[Any]:
    """Parameters and workspace of the policy, for state records of this type."""
    search = alphabeta_dtype(
        dtype,
        len(FEATURES),
        evaluation=evaluation_by(weights_of(options, 2)),
        maxn=options.maxn,
        reuses=False,
        plies=MOST_DEPTH * MOST_SEATS,
        states=MOST_DEPTH + STATES_BEYOND,
    )
    return np.dtype(
        [
            ("depth", "i8"),  # rounds to look ahead
            ("weights", "f8", (2, len(FEATURES))),  # for two seats and for more
            ("search", search, (1,)),
            ("fill", LONGEST_PATH, (1,)),
            ("cells", "u1", (max(CAPACITIES),)),
        ]
    )


def plan_of(options: Options, dtype: np.dtype[Any]) -> Any:
    plan = np.zeros(1, plan_dtype(options, dtype))[0]
    plan["depth"] = options.depth
    plan["weights"] = [weights_of(options, seats) for seats in (2, MOST_SEATS)]
    prepare(plan["search"][0], MOST_SEATS)
    return plan


@kernel
def choose(plan: Record, observation: State, seat: int, generator: Any, memory: Record) -> int:  # noqa: ARG001  no chance
    if is_decided(observation, seat):
        return NO_MOVE
    mask = np.zeros(len(DIRECTIONS), np.uint8)
    has_choice = candidates(observation, seat, mask) > 1
    if is_alone(observation, seat):
        move = move_by_longest_path(plan, observation, seat, memory, has_choice)
    else:
        move = move_by_alphabeta(plan, observation, seat) if has_choice else NO_MOVE
    if move == NO_MOVE or not mask[move]:
        return int(np.argmax(mask))
    return int(move)


@kernel
def move_by_alphabeta(plan: Record, observation: State, seat: int) -> int:
    """The best move by alpha-beta with iterative deepening."""
    search = plan["search"][0]
    search["seats"] = observation["seats"]
    search["weights"] = plan["weights"][int(observation["seats"] > 2)]
    search["states"][NEXT_ROOT] = observation
    start(search, seat, True)
    deepen(search, UNLIMITED, plan["depth"])
    return int(search["iteration"][0]["best_move"])


@kernel
def move_by_longest_path(
    plan: Record,
    observation: State,
    seat: int,
    memory: Record,
    has_choice: bool,  # noqa: FBT001
) -> int:
    """The first step of the longest known path; if there is a choice, the path is searched."""
    fill = plan["fill"][0]
    read_path(fill, memory)
    set_start(fill, observation["riders"][seat], observation["stride"])
    if has_choice:
        search_path(plan, fill, observation["cells"])
    write_path(fill, memory)
    return int(fill["way"][0]) if fill["longest"] > 0 else NO_MOVE


@kernel
def search_path(plan: Record, fill: Record, board: Array) -> None:
    cells = plan["cells"]
    for cell in range(len(board)):
        cells[cell] = board[cell]
    cells[fill["start"]] = BLOCKED
    for limit in range(1, plan["depth"] + 1):
        begin_longest_path(fill, cells, limit)
        run_longest_path(fill, cells, UNLIMITED)
        if fill["cut_short"] == 0 or fill["longest"] >= fill["bound"]:
            break


@kernel
def read_path(fill: Record, memory: Record) -> None:
    fill["longest"] = memory["longest"]
    fill["start"] = memory["start"]
    for index in range(memory["longest"]):
        fill["way"][index] = memory["way"][index]


@kernel
def write_path(fill: Record, memory: Record) -> None:
    memory["longest"] = fill["longest"]
    memory["start"] = fill["start"]
    for index in range(fill["longest"]):
        memory["way"][index] = fill["way"][index]
