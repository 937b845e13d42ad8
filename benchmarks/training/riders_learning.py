"""Speed of learning weights for Light Riders, and the share of the rules."""

from __future__ import annotations

import tempfile
import time
from typing import TYPE_CHECKING, Any, Final

from measure import line, one_core

from gridbots_qlearning.training.light_riders import linear
from gridbots_td.training import weights

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

ROUNDS: Final = 200
"""Of a training; as many go before, until it plays as it will."""


def riders_learning() -> None:
    """What `riders-large` of qlearning learned, and the weights of minimax:evaluation=learned."""
    with one_core(), tempfile.TemporaryDirectory() as folder:
        sight = linear.Training(linear.Parameters(folder=folder))
        batches = [matchup.matches.batch for matchup in sight.matchups]
        report("riders-large", sight, batches, lambda: int(sight.learner["decisions"][0]))
        training = weights.Training(weights.Parameters(folder=folder))
        learned = training.learners
        report("weights", training, [training.batch], lambda: int(learned["positions"][0]))


def report(name: str, training: Any, batches: Iterable[Any], count: Callable[[], int]) -> None:
    play(training)
    spent_in_rules = [0.0]

    def timed(act: Callable[..., None]) -> Callable[..., None]:
        def run(*arguments: Any) -> None:
            began = time.process_time()
            act(*arguments)
            spent_in_rules[0] += time.process_time() - began

        return run

    for batch in batches:
        batch.play, batch.reopen = timed(batch.play), timed(batch.reopen)
    before, began = count(), time.process_time()
    play(training)
    spent = time.process_time() - began
    steps = (count() - before) / spent
    line(f"light riders, {name}: positions learned from per CPU second", f"{steps:,.0f}")
    line("  time in the rules", f"{100 * spent_in_rules[0] / spent:.1f} %")


def play(training: Any) -> None:
    for _ in range(ROUNDS):
        training.play_round()
