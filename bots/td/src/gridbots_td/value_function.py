"""Value function of td, for bots that search by it."""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING, Any

from gridbots.kernel import kernel
from gridbots.vector import Fitting
from gridbots_td.bot import policy_for
from gridbots_td.decision import plan_for
from gridbots_td.features.measurement import weigh
from gridbots_td.state_value import value_function_of

if TYPE_CHECKING:
    import numpy as np

    from gridbots.game import State
    from gridbots.space import Record
    from gridbots_td.options import Options


@kernel
def margin_expected(plans: Record, state: State, seat: int) -> float:
    """In cells, as the game tells its margins; td knows parts of the board."""
    learned = value_function_of(plans["plans"][plan_for(state)])
    return float(weigh(learned, state, seat) * state["side"] * state["side"])


def value_for(options: Options) -> Fitting:
    """The value of positions as a kernel, by the weights that the bot itself plays by."""
    plays = policy_for(options)

    def make(dtype: np.dtype[Any]) -> Any:
        return functools.partial(margin_expected, plays.make(dtype).choose.args[0])

    return Fitting(make)
