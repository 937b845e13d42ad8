"""Speed of a game's rules: rounds per second of CPU time, plain and compiled.

A module apart from the worker, which loads games by name: kernels beside that would make compiled
code depend on everything that is installed.
"""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Any

import numpy as np

from gridbots.game import copy_state, step
from gridbots.kernel import compiled, kernel
from gridbots.record.plain_play import PlainPlay

if TYPE_CHECKING:
    from collections.abc import Callable

    from gridbots.testing.case import Case

LEAST_SECONDS = 0.3
"""Minimum CPU time of a measurement."""


def plain_speed(case: Case) -> float:
    """Rounds per second of the random match on plain states."""
    opening = case.opening()
    joint = [position.moves for position in case.match()][:-1]

    def play() -> None:
        match = PlainPlay(case.game, opening)
        for moves in joint:
            match.step(moves)

    return len(joint) * _times_per_second(play)


def compiled_speed(case: Case) -> float:
    """Rounds per second of the random match, compiled."""
    opening = case.opening()
    joint = np.array([position.moves for position in case.match()][:-1], np.int64)
    run = compiled(_play)

    def play() -> None:
        run(copy_state(opening), joint)

    return len(joint) * _times_per_second(play)


@kernel
def _play(state: Any, joint: Any) -> None:
    for number in range(joint.shape[0]):
        step(state, joint[number])


def _times_per_second(act: Callable[[], None]) -> float:
    act()  # not timed, because it may compile
    begun, times = time.process_time(), 0
    while time.process_time() < begun + LEAST_SECONDS:
        act()
        times += 1
    return times / (time.process_time() - begun)
