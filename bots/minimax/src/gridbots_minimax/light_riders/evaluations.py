"""Evaluation functions of Light Riders: weights by the names of features; the default is 0."""

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
    # The steps that can be held, minus 0.3 for each blocked side of a cell of the territory
    # (four sides a cell, minus its liberties). Found by logistic regression on the results of
    # matches between earlier versions, then by matches between neighbouring weights. The weight
    # of lead makes no difference from 4 to 40.
    "chambers": {"territory": -1.2, "liberties": 0.3, "chain": 1.0, "lead": 13.0},
    "territory": {"territory": 1.0, "lead": 13.0},
}
"""Evaluations for two seats."""

CROWD_WEIGHTS: Final = {
    # Against three wall-huggers the weights for two seats did worse than these.
    "chambers": {"liberties": 0.1, "chain": 0.07, "chain_liberties": 0.25, "lead": 13.0},
    "territory": WEIGHTS["territory"],
}
"""Evaluations for more than two seats."""

PAPER: Final = {
    "all_direct": {"far_lanes": 1.0},
    "max_direct": {"best_lane": 1.0},
    "attack": {"near_lanes": 1.0, "nearness": 800.0},
    "block": {"near_lanes": 1.0, "bottleneck": 800.0},
    "attack_block": {"near_lanes": 1.0, "nearness": 800.0, "bottleneck": 500.0},
    "naive": {},
    "straight": {},
}
"""Evaluations of the program behind the CS221 paper.

In the paper's formula attack, block and attack_block contain all_direct; in the program they do
not. Two evaluations are described only in the paper's text, and their agents do not look ahead.
naive gives all positions the same value and chooses any move. straight, "an easy greedy algorithm"
in the paper, rides straight on while the next cell is empty, and else to the first empty cell.
"""


def weights_of(options: PaperOptions, seats: int) -> list[float]:
    """The weights of all features, in their order."""
    learned = learned_weights("light-riders", FEATURES, options)
    if learned is not None:
        return learned
    evaluation = options.evaluation_name
    ours = WEIGHTS if seats == 2 else CROWD_WEIGHTS
    weights: dict[str, float] = PAPER[evaluation] if evaluation in PAPER else ours[evaluation]
    return [weights.get(name, 0.0) for name in FEATURES]


@kernel
def by_space(search: Record, state: State, seat: int) -> float:
    """The game's evaluation without lanes, whose code then need not be compiled."""
    return weighed_space(state, seat, search["weights"], search["scratch"][0])


def evaluation_by(weights: Sequence[float]) -> Evaluation:
    """The evaluation of a search with these weights of all features."""
    if any(weights[OF_SPACE:]):
        return "features"
    return OwnEvaluation(by_space, (("scratch", SCRATCH, (1,)),))
