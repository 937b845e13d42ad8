"""Chance to be first, by multinomial logistic regression: what a leaf of many riders is worth.

Of riders that can meet another the log-odds grow with the root of the steps that fit into their
territories, the more the more of the board is taken: early a lead in space tells next to nothing.
One that is cut off keeps what it has, so the same steps are worth more. Fitted to 14,422 positions
of 555 matches of this bot with itself (200 leaves a move, a move in 25 at random) in which three or
four riders lived: on matches that were left out the log-loss is 0.869, where every rider is given
the same chance 1.332.

Once two are left they are judged as in a duel, by `judge_duel` of the search; more by
`judge_crowd`, this regression or a network.
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
"""What this writes to."""

ROOT: Final = -0.53
ROOT_LATE: Final = 3.69
LEAST_ROOT: Final = 0.3
"""Early, where by the regression space tells nothing, for what is lost then is missing later."""
CUT_OFF: Final = -29.3
CUT_OFF_LATE: Final = 12.3
CUT_OFF_LOGARITHM: Final = 5.33
CUT_OFF_LOGARITHM_LATE: Final = 6.94


@kernel
def judge_by_chance(search: Record, state: State) -> None:
    """Write what a match that goes on is worth to each living seat, from -1 to 1."""
    living = 0
    for seat in range(search["seats"]):
        living += is_living(state, seat)
    if living == 2:
        judge_two(search, state)
    else:
        call(search["judge_crowd"], search, state)


@kernel
def judge_two(search: Record, state: State) -> None:
    """The same where two live; of a match of two nothing else need be compiled."""
    values = search["values"]
    one, other = duellists(state)
    values[one] = call(search["judge_duel"], search, state, one, other)
    values[other] = -values[one]


@kernel
def chances_by_regression(search: Record, state: State) -> None:
    """Write the chance of each living seat, from -1 to 1."""
    values, taken = search["values"], part_taken(state)
    measure_all(state, search["spaces"], search["scratch"][0])
    for seat in range(search["seats"]):
        if is_living(state, seat):
            values[seat] = log_odds_of_one(search["spaces"][seat], taken)
    write_shares(search, state)


@kernel
def write_shares(search: Record, state: State) -> None:
    """Replace the log-odds of each living seat by its share of all odds, from -1 to 1."""
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
    """Logarithm of the odds of a rider, up to what is the same for all."""
    steps = space["steps"]
    if space["in_contact"]:
        return max(LEAST_ROOT, ROOT + ROOT_LATE * taken) * math.sqrt(steps)
    by_steps = (CUT_OFF_LOGARITHM + CUT_OFF_LOGARITHM_LATE * taken) * math.log(1.0 + steps)
    return by_steps + CUT_OFF + CUT_OFF_LATE * taken
