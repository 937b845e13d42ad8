"""Evaluation functions of Light Riders: weights by the names of features.

What is not named weighs nothing.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from gridbots.games.light_riders.features import FEATURES, OF_SPACE, SCRATCH, weighed_space
from gridbots.kernel import kernel
from gridbots.search.evaluation import OwnEvaluation
from gridbots_minimax.learned_weights import learned_weights

if TYPE_CHECKING:
    from collections.abc import Sequence

    from gridbots.game import State
    from gridbots.search.evaluation import Evaluation
    from gridbots.space import Record
    from gridbots_minimax.light_riders.options import PaperOptions

WEIGHTS: Final = {
    # The steps that can be held, less 0.3 for each blocked side of a cell of the territory
    # (four sides a cell, less its liberties). Found by logistic regression on the results of
    # matches between earlier versions, then by matches between its neighbours; from 4 to 40 the
    # weight of lead makes no difference.
    "chambers": {"territory": -1.2, "liberties": 0.3, "chain": 1.0, "lead": 13.0},
    "territory": {"territory": 1.0, "lead": 13.0},
}
"""Evaluations: weights by the names of features; what is not named weighs nothing."""

CROWD_WEIGHTS: Final = {
    # The weights fitted to two seats did worse here than these, against three wall-huggers.
    "chambers": {"liberties": 0.1, "chain": 0.07, "chain_liberties": 0.25, "lead": 13.0},
    "territory": WEIGHTS["territory"],
}
"""The same for more than two seats."""

PAPER: Final = {
    "all_direct": {"far_lanes": 1.0},
    "max_direct": {"best_lane": 1.0},
    "attack": {"near_lanes": 1.0, "nearness": 800.0},
    "block": {"near_lanes": 1.0, "bottleneck": 800.0},
    "attack_block": {"near_lanes": 1.0, "nearness": 800.0, "bottleneck": 500.0},
    "naive": {},
    "straight": {},
}
"""Those of the program behind the CS221 paper.

By the paper's formula attack, block and attack_block contain all_direct; in the program they do
not. Two evaluations are told by its text alone, and those who have them do not look ahead. Naive
gives all positions the same worth and takes any move. Straight, "an easy greedy algorithm" in the
paper, rides on in its direction while the next cell is empty, and else takes the first move to one.
"""


def weights_of(options: PaperOptions, seats: int) -> list[float]:
    """The weights of all features, in their order."""
    learned = learned_weights("light-riders", FEATURES, options)
    if learned is not None:
        return learned
    evaluation = options.evaluates_by
    ours = WEIGHTS if seats == 2 else CROWD_WEIGHTS
    weights: dict[str, float] = PAPER[evaluation] if evaluation in PAPER else ours[evaluation]
    return [weights.get(name, 0.0) for name in FEATURES]


@kernel
def by_space(search: Record, state: State, seat: int) -> float:
    """The game's evaluation without lanes, which need not be compiled then."""
    return weighed_space(state, seat, search["weights"], search["scratch"][0])


def evaluation_by(weights: Sequence[float]) -> Evaluation:
    """What a search judges by, with these weights of all features."""
    if any(weights[OF_SPACE:]):
        return "features"
    return OwnEvaluation(by_space, (("scratch", SCRATCH, (1,)),))
