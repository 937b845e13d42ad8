"""Training speed of the learners of Multiplayer Snake, and a breakdown of the time."""

from __future__ import annotations

import tempfile
import time
from typing import TYPE_CHECKING, Any, Final

from measure import line, one_core

from gridbots_qlearning.training.multisnake import linear, network

if TYPE_CHECKING:
    from collections.abc import Callable

ROUNDS: Final = 3000
"""Of a training, from the end of its first match: until then, some code is compiled or loaded."""


class Watch:
    """CPU seconds spent in some functions."""

    def __init__(self) -> None:
        self.spent = 0.0

    def over(self, function: Callable[..., Any]) -> Callable[..., Any]:
        def timed(*args: Any, **kwargs: Any) -> Any:
            began = time.process_time()
            result = function(*args, **kwargs)
            self.spent += time.process_time() - began
            return result

        return timed


def learning() -> None:
    """The same opponents for both, and the network's own as well."""
    with one_core(), tempfile.TemporaryDirectory() as folder:
        training = linear.Training(linear.Parameters(folder=folder))
        report("configuration 1", training, [training.matches.batch])
        for opponents, name in (
            ("smart-greedy opportunist", "network, the same opponents"),
            ("minimax:radius=4,compactness=0.5", "network, minimax alone"),
        ):
            parameters = network.Parameters(opponents=opponents, folder=folder)
            training = network.Training(parameters)
            report(name, training, [lineup.matches.batch for lineup in training.lineups])


def report(name: str, training: Any, batches: list[Any]) -> None:
    while not training.completed:
        training.play_round()
    rules, opponents = Watch(), Watch()
    for batch in batches:
        batch.play, batch.reopen = rules.over(batch.play), rules.over(batch.reopen)
        batch.choose = opponents.over(batch.choose)
    before, began = int(training.learner["decisions"][0]), time.process_time()
    for _ in range(ROUNDS):
        training.play_round()
    spent = time.process_time() - began
    moves = int(training.learner["decisions"][0]) - before
    line(f"multisnake, {name}: learner's moves per CPU second", f"{moves / spent:,.0f}")
    line("  time in the rules", f"{100 * rules.spent / spent:.0f} %")
    line("  time in the opponents' decisions", f"{100 * opponents.spent / spent:.0f} %")
