"""Search record of an agent of Paper.io: parameters, evaluation and buffers."""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from gridbots.games.paperio.features import FEATURES
from gridbots.kernel import handle
from gridbots.search.minimax import Manner
from gridbots_minimax.learned_weights import learned_weights
from gridbots_minimax.paperio.decision import ORDER
from gridbots_minimax.paperio.judges import judge, judge_by_value
from gridbots_minimax.paperio.value_function import value_for

if TYPE_CHECKING:
    from gridbots_minimax.paperio.options import Options

WEIGHTS: Final = {
    "pure": {"land": 1.0},
    "safe": {"land": 1.0, "danger": -2.0},
    "lead": {"lead": 1.0},
}
"""What a position is worth that is not decided.

The paper's formula for safe weighs land against steps; its program takes two off for every step.
"""


def judge_for(options: Options, dtype: np.dtype[Any]) -> Any:
    """The judge of an agent, for state records of this type."""
    if not options.value:
        return judge
    value = handle(value_for(options.value, dtype))
    told = np.zeros(1, [("value", value.dtype, (1,))])
    told["value"] = value
    return functools.partial(judge_by_value, told[0])


def manner_of(judging: Any, *, averages: bool) -> Manner:
    """The search of the paper's program, all of whose best moves are equal."""
    return Manner(
        others="random" if averages else "worst",
        exact="values" if averages else "best",
        judge=judging,
        preference=ORDER,
    )


def plan_dtype(dtype: np.dtype[Any], manner: Manner) -> np.dtype[Any]:
    """For state records of this type."""
    search = manner.dtype(dtype, len(FEATURES))
    moves = search["values"].shape
    return np.dtype(
        [
            ("depth", "i8"),  # moves of its own to look ahead
            ("frozen", "i8"),  # 1: remembers of others what they had at the opening
            ("predicts", "i8"),  # 1: takes for played what it expected of others
            ("values", "f8", moves),  # of each own move, by the last finished search
            ("lines", "i8", moves),  # the replies expected to each of them
            ("search", search, (1,)),
        ]
    )


def plan_of(options: Options, dtype: np.dtype[Any], *, averages: bool) -> Any:
    """The plan of minimax or, where others count with their mean, of expectimax."""
    manner = manner_of(judge_for(options, dtype), averages=averages)
    plan = np.zeros(1, plan_dtype(dtype, manner))[0]
    plan["depth"] = options.depth
    plan["frozen"] = options.memory == "frozen"
    plan["predicts"] = options.belief == "search"
    manner.write(plan["search"][0], weights_of(options))
    return plan


def weights_of(options: Options) -> list[float]:
    """The weights of all features, in their order."""
    learned = learned_weights("paperio", FEATURES, options)
    if learned is not None:
        return learned
    weights = WEIGHTS[options.evaluates_by]
    return [weights.get(name, 0.0) for name in FEATURES]
