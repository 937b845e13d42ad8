"""How an agent searches Paper.io, as a record that compiled code takes and works in."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import numpy as np

from gridbots.game import MOST_MOVES
from gridbots.games.paperio.features import FEATURES
from gridbots.games.paperio.moving import has_choice
from gridbots.games.paperio.rules import margin
from gridbots.games.paperio.settings import MOST_SEATS
from gridbots.grid import DOWN, LEFT, NO_MOVE, RIGHT, UP
from gridbots.kernel import kernel
from gridbots.search.expectimax import NOBODY, search_dtype
from gridbots_minimax.options import evaluation_of

if TYPE_CHECKING:
    from gridbots.game import State
    from gridbots_minimax.options import Options

ORDER: Final = (LEFT, RIGHT, UP, DOWN)
"""In which order the program tries moves; means are sums in this order."""

WEIGHTS: Final = {
    "pure": {"land": 1.0},
    "safe": {"land": 1.0, "danger": -2.0},
    "lead": {"lead": 1.0},
}
"""What a position is worth that is not decided.

The paper's formula for safe weighs land against steps; its program takes two off for every step.
"""

MOST_PLIES: Final = 12 * MOST_SEATS
"""Choices that a search may look ahead."""


@kernel
def judge(state: State, seat: int, mover: int, rounds: int, left: int) -> float:  # noqa: ARG001
    """As in the CS221 program: a match counts its margin, and who has no move is lost.

    That is infinitely bad: worse than to be out, which costs the whole board.
    """
    if state["over"] != 0 or state["eliminated"][seat] != 0:
        return margin(state, seat)
    if left > 0 and mover != NOBODY and not has_choice(state, mover):
        return -np.inf if mover == seat else np.inf
    return np.nan


def plan_dtype(dtype: np.dtype[Any]) -> np.dtype[Any]:
    """For state records of this type."""
    search = search_dtype(dtype, MOST_SEATS, len(FEATURES), judge, plies=MOST_PLIES)
    return np.dtype(
        [
            ("depth", "i8"),  # moves of its own to look ahead
            ("frozen", "i8"),  # 1: remembers of others what they had at the opening
            ("predicts", "i8"),  # 1: takes for played what it expected of others
            ("values", "f8", (MOST_MOVES,)),  # of each own move, by the last finished search
            ("replies", "i8", (MOST_MOVES, MOST_SEATS)),  # expected after each of them
            ("search", search, (1,)),
        ]
    )


def plan_of(options: Options, dtype: np.dtype[Any], *, averages: bool) -> Any:
    """The plan of minimax or, where others count with their mean, of expectimax."""
    plan = np.zeros(1, plan_dtype(dtype))[0]
    plan["depth"] = options.depth
    plan["frozen"] = options.memory == "frozen"
    plan["predicts"] = options.belief == "search"
    search = plan["search"][0]
    search["averages"] = averages
    search["cuts"] = not averages
    search["among"] = -1
    search["order"] = NO_MOVE
    search["order"][: len(ORDER)] = ORDER
    weights = WEIGHTS[evaluation_of("paperio", options)]
    search["weights"] = [weights.get(name, 0.0) for name in FEATURES]
    return plan
