"""Learning speed of td in Paper.io, and a breakdown of the time."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Any, Final

import numpy as np
from measure import line, one_core

from gridbots.grid import NO_MOVE
from gridbots.kernel import compiled
from gridbots.vector import choose_moves_by_observation, play_rounds, reopen_all
from gridbots_td.training.parameters import Parameters
from gridbots_td.training.td_lambda import Restart
from gridbots_td.training.trajectories import collect, learn

if TYPE_CHECKING:
    from collections.abc import Callable

EPISODES: Final = 1000
"""Learned from while the clock runs; as many go before, until it plays as it will."""
PARTS: Final = {
    "its opponents": {choose_moves_by_observation},
    "the rules": {play_rounds, reopen_all},
    "td: looking ahead": {collect},
    "td: learning": {learn},
}
"""Purposes of the compiled code of a round."""


class Clock:
    """Replaces `compiled` and measures the CPU time of each kernel."""

    def __init__(self) -> None:
        self.spent: dict[Any, float] = {}

    def __call__(self, function: Callable[..., Any]) -> Callable[..., Any]:
        code = compiled(function)

        def timed(*arguments: Any) -> Any:
            began = time.process_time()
            found = code(*arguments)
            self.spent[function] = self.spent.get(function, 0) + time.process_time() - began
            return found

        return timed


def td_learning() -> None:
    """The default training, from its start."""
    with one_core():
        current = Restart(Parameters(), 0)
        play_until(current, EPISODES)
        current.runs = clock = Clock()
        began = time.process_time()
        moves = play_until(current, 2 * EPISODES)
        spent = time.process_time() - began
    line("td learning Paper.io, own moves per CPU second", f"{moves / spent:,.0f}")
    for name, kernels in PARTS.items():
        share = sum(clock.spent.get(kernel, 0.0) for kernel in kernels) / spent
        line(f"of this in {name}", f"{100 * share:.0f} %")


def play_until(current: Restart, episodes: int) -> int:
    """Train up to `episodes` episodes in total; return the learner's moves."""
    copies, moves = np.arange(len(current.states)), 0
    while current.episodes < episodes:
        mine = current.seats.copy()
        current.play_round()
        moves += int((current.moves[copies, mine] != NO_MOVE).sum())
    return moves
