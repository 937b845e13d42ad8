"""What td takes positions to be worth, for bots that search by it."""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING, Any

import numpy as np

from gridbots.games.paperio.state import EVERYBODY
from gridbots.kernel import kernel
from gridbots.vector import Fitting
from gridbots_td.features import mind_dtype, weigh
from gridbots_td.minds import fill_mind
from gridbots_td.player import minds_of

if TYPE_CHECKING:
    from gridbots.game import State
    from gridbots.space import Record
    from gridbots_td.options import Options


@kernel
def margin_expected(both: Record, state: State, seat: int) -> float:
    """In cells, as the game tells its margins; minds know parts of the board."""
    mind = both["minds"][int(state["mover"] == EVERYBODY)]
    return float(weigh(mind, state, seat) * state["side"] * state["side"])


def value_for(options: Options) -> Fitting:
    """The value of positions as a kernel, for matches in turns and for those all at once."""

    def make(dtype: np.dtype[Any]) -> Any:
        mind = mind_dtype(dtype["owners"].shape[0])
        both = np.zeros(1, [("minds", mind, (2,))])[0]
        for at, each in enumerate(minds_of(options)):
            fill_mind(both["minds"][at], each, turns=at == 0)
        return functools.partial(margin_expected, both)

    return Fitting(make)
