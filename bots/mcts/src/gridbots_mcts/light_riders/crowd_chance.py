"""Probability to be first, by multinomial logistic regression: leaf evaluation of many riders.

The log-odds of a rider in contact with others grow with the square root of the steps that fit into
its territory, and with the share of the board that is taken: early in a match, a lead in space says
little. A rider that is cut off keeps its space, so the same steps weigh more. The coefficients were
fitted to 14,422 positions with three or four living riders, from 555 self-play matches (200 leaves
per move, one move in 25 random). The log-loss on held-out matches is 0.869; equal probabilities
would give 1.332.

With two riders left, `evaluate_duel` of the search evaluates, with more `evaluate_crowd`: this
regression or a network.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any, Final

from gridbots.game import is_living
from gridbots.games.light_riders.all_riders import ALL_SPACE, measure_all
from gridbots.games.light_riders.features import duellists
from gridbots.kernel import call, kernel
from gridbots_mcts.light_riders.win_chance import part_taken

if TYPE_CHECKING:
    from gridbots.game import State
    from gridbots.space import Record

FIELDS: Final[tuple[tuple[Any, ...], ...]] = (("spaces", *ALL_SPACE),)
"""Fields that a search needs for it."""

ROOT: Final = -0.53
ROOT_LATE: Final = 3.69
MIN_ROOT: Final = 0.3
"""Lower bound early in a match, where the regression would ignore space that is missed later."""
CUT_OFF: Final = -29.3
CUT_OFF_LATE: Final = 12.3
CUT_OFF_LOGARITHM: Final = 5.33
CUT_OFF_LOGARITHM_LATE: Final = 6.94


@kernel
def evaluate_by_chance(search: Record, state: State) -> None:
    """Write the value of an unfinished match for each living seat, from -1 to 1."""
    living = 0
    for seat in range(search["seats"]):
        living += is_living(state, seat)
    if living == 2:
        evaluate_two(search, state)
    else:
        call(search["evaluate_crowd"], search, state)


@kernel
def evaluate_two(search: Record, state: State) -> None:
    """The same with two living seats; a match of two compiles nothing else."""
    values = search["values"]
    one, other = duellists(state)
    values[one] = call(search["evaluate_duel"], search, state, one, other)
    values[other] = -values[one]


@kernel
def chances_by_regression(search: Record, state: State) -> None:
    """Write the value of each living seat, from -1 to 1."""
    values, taken = search["values"], part_taken(state)
    measure_all(state, search["spaces"], search["scratch"][0])
    for seat in range(search["seats"]):
        if is_living(state, seat):
            values[seat] = log_odds_of_one(search["spaces"][seat], taken)
    write_shares(search, state)


@kernel
def write_shares(search: Record, state: State) -> None:
    """Softmax: replace the log-odds of the living seats by values from -1 to 1."""
    values, greatest, total = search["values"], -math.inf, 0.0
    for seat in range(search["seats"]):
        if is_living(state, seat):
            greatest = max(greatest, values[seat])
    for seat in range(search["seats"]):
        if is_living(state, seat):
            values[seat] = math.exp(values[seat] - greatest)
            total += values[seat]
    for seat in range(search["seats"]):
        if is_living(state, seat):
            values[seat] = 2.0 * values[seat] / total - 1.0


@kernel
def log_odds_of_one(space: Record, taken: float) -> float:
    """Log-odds of a rider, up to a constant that is the same for all."""
    steps = space["steps"]
    if space["in_contact"]:
        return max(MIN_ROOT, ROOT + ROOT_LATE * taken) * math.sqrt(steps)
    by_steps = (CUT_OFF_LOGARITHM + CUT_OFF_LOGARITHM_LATE * taken) * math.log(1.0 + steps)
    return by_steps + CUT_OFF + CUT_OFF_LATE * taken
