"""Bot of td, and its policy."""

from __future__ import annotations

import functools
import math
from typing import TYPE_CHECKING, Any, Final

from gridbots.bot.policy_bot import PolicyBot
from gridbots.grid import DIRECTIONS
from gridbots.kernel import has_numba
from gridbots.pictures.overlay import Overlay, write_overlay
from gridbots.training.weights import warn_of_other_settings
from gridbots.vector import Fitting, Remembering
from gridbots_td.best_response import respond, response_memory
from gridbots_td.decision import (
    choose,
    choose_by_memory,
    choose_by_rounds,
    choose_by_samples,
    plan_for,
    samples,
)
from gridbots_td.response_plans import response_of
from gridbots_td.rounds import goes_by_rounds
from gridbots_td.trained import memories_and_clouds, plans_of, read_trained

if TYPE_CHECKING:
    from collections.abc import Callable

    import numpy as np

    from gridbots import Briefing, Budget
    from gridbots.game import State
    from gridbots_td.options import Options
    from gridbots_td.trained import ValueFunction

AUTO: Final = ("league", "rounds", "tables")
"""What it plays by if not told: in turn, all at once, and on other boards or with more seats."""
SLOW_DEPTH: Final = 2
"""Own moves to look ahead without numba, at most."""
SHORT_OF_TIME_MS: Final = 3000
"""Without numba, it looks one move ahead once there is less in the bank than this."""


def several_for(weights: str) -> tuple[ValueFunction, ...]:
    """The value functions that go by this name: one, or one for each kind of match.

    A network without numba would be too slow.
    """
    names = AUTO if has_numba() else (AUTO[-1],)
    return tuple(read_trained(name) for name in (names if weights == "auto" else (weights,)))


def policy_for(options: Options, chooses: Callable[..., int] = choose) -> Fitting:
    """By any of the decisions: `choose` is for all matches, the others are compiled sooner."""
    several = several_for(options.weights)

    def make(dtype: np.dtype[Any]) -> Remembering:
        plans = plans_of(several, dtype, options)[0]
        if options.response:
            response = response_of(plans, dtype, options.response)[0]
            return Remembering(functools.partial(respond, response), response_memory(dtype))
        return Remembering(functools.partial(chooses, plans), memories_and_clouds(dtype))

    return Fitting(make)


class TdBot(PolicyBot):
    """Plays by weights; it says so where they were trained for other settings."""

    is_brief = True  # a move in turn takes a fifth longer, and the first answer a second less

    def __init__(self, options: Options) -> None:
        super().__init__(policy_for(options), options.seed)
        self._options = options

    def policy_for(self, briefing: Briefing) -> Fitting:
        """By the decision that such matches need, and no other: it is compiled on the clock."""
        opening = briefing.game.setup(briefing.settings, 0)
        several = several_for(self._options.weights)
        plans = plans_of(several, opening.dtype, self._options)
        plan = plans[0]["plans"][plan_for(opening)]
        chooses = choose_by_memory
        if goes_by_rounds(plan, opening):
            chooses = choose_by_rounds
        elif samples(plan, opening) and self.is_compiled:
            chooses = choose_by_samples
        return policy_for(self._options, chooses)

    def open(self, briefing: Briefing) -> None:
        super().open(briefing)
        number = plan_for(briefing.game.setup(briefing.settings, 0))
        self._plan = self.parameters["plans"][number]
        if not self.is_compiled:
            self._plan["samples"] = 0
            self._plan["depth"] = min(int(self._plan["depth"]), SLOW_DEPTH)
        self._depth = int(self._plan["depth"])
        several = several_for(self._options.weights)
        learned = several[number % len(several)]
        who, instead = f"td: {learned.name}", "it plays by the same weights"
        warn_of_other_settings(who, learned.about.settings, briefing.settings, instead)

    def choose(self, observation: State, budget: Budget) -> int:
        hurries = not self.is_compiled and budget.bank_ms < SHORT_OF_TIME_MS
        self._plan["depth"] = 1 if hurries else self._depth
        return super().choose(observation, budget)

    def send_overlay(self, observation: State, move: int) -> None:  # noqa: ARG002  it tells of all moves
        if self._options.overlay:
            write_overlay(self._thoughts())

    def _thoughts(self) -> Overlay:
        """What each move is worth, as part of the whole board; exact for the best alone."""
        values = self._plan["search"][0]["values"][: len(DIRECTIONS)].tolist()
        known = {move: value for move, value in zip(DIRECTIONS, values, strict=True)
                 if math.isfinite(value)}  # fmt: skip
        note = ", ".join(f"{move} {value:+.3f}" for move, value in known.items())
        return Overlay(value=max(known.values(), default=None), note=note)
