"""Bot of td, its policy, and its value function for other bots."""

from __future__ import annotations

import functools
import math
from typing import TYPE_CHECKING, Any, Final

from gridbots.bot.policy_bot import PolicyBot
from gridbots.grid import DIRECTIONS
from gridbots.kernel import has_numba, kernel
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
from gridbots_td.features.measurement import weigh
from gridbots_td.response_plans import response_of
from gridbots_td.rounds import searches_rounds
from gridbots_td.state_value import value_function_of
from gridbots_td.trained import memories_and_clouds, plans_of, read_trained

if TYPE_CHECKING:
    from collections.abc import Callable

    import numpy as np

    from gridbots import Briefing, Budget
    from gridbots.game import State
    from gridbots.space import Record
    from gridbots_td.options import Options
    from gridbots_td.trained import ValueFunction

AUTO: Final = ("league", "rounds", "tables")
"""Default weights: for seats in turn, for simultaneous moves, and for all other matches."""
SLOW_DEPTH: Final = 2
"""Maximum search depth without numba, own moves."""
SHORT_OF_TIME_MS: Final = 3000
"""Without numba, the search depth is 1 if the time bank is below this."""


def value_functions_of(weights: str) -> tuple[ValueFunction, ...]:
    """The value functions of the option `weights`: one, or one for each kind of match.

    Without numba, networks would be too slow.
    """
    names = AUTO if has_numba() else (AUTO[-1],)
    return tuple(read_trained(name) for name in (names if weights == "auto" else (weights,)))


def policy_for(options: Options, chooses: Callable[..., int] = choose) -> Fitting:
    """The policy by a decision kernel: `choose` fits all matches, the others compile faster."""
    functions = value_functions_of(options.weights)

    def make(dtype: np.dtype[Any]) -> Remembering:
        plans = plans_of(functions, dtype, options)[0]
        if options.response:
            response = response_of(plans, dtype, options.response)[0]
            return Remembering(functools.partial(respond, response), response_memory(dtype))
        return Remembering(functools.partial(chooses, plans), memories_and_clouds(dtype))

    return Fitting(make)


class TdBot(PolicyBot):
    """Plays by a value function; warns if it was trained for other settings."""

    is_brief = True  # moves in turn take 20 % longer, the first answer a second less

    def __init__(self, options: Options) -> None:
        super().__init__(policy_for(options), options.seed)
        self._options = options

    def policy_for(self, briefing: Briefing) -> Fitting:
        """The policy by the decision of this kind of match: it is compiled on the clock."""
        opening = briefing.game.setup(briefing.settings, 0)
        functions = value_functions_of(self._options.weights)
        plans = plans_of(functions, opening.dtype, self._options)
        plan = plans[0]["plans"][plan_for(opening)]
        chooses = choose_by_memory
        if searches_rounds(plan, opening):
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
        functions = value_functions_of(self._options.weights)
        learned = functions[number % len(functions)]
        name, instead = f"td: {learned.name}", "it plays by the same weights"
        warn_of_other_settings(name, learned.about.settings, briefing.settings, instead)

    def choose(self, observation: State, budget: Budget) -> int:
        hurries = not self.is_compiled and budget.bank_ms < SHORT_OF_TIME_MS
        self._plan["depth"] = 1 if hurries else self._depth
        return super().choose(observation, budget)

    def send_overlay(self, observation: State, move: int) -> None:  # noqa: ARG002  it shows all moves
        if self._options.overlay:
            write_overlay(self._values())

    def _values(self) -> Overlay:
        """The values of the moves, as shares of the board; exact only for the best one."""
        values = self._plan["search"][0]["values"][: len(DIRECTIONS)].tolist()
        known = {move: value for move, value in zip(DIRECTIONS, values, strict=True)
                 if math.isfinite(value)}  # fmt: skip
        note = ", ".join(f"{move} {value:+.3f}" for move, value in known.items())
        return Overlay(value=max(known.values(), default=None), note=note)


@kernel
def expected_margin(plans: Record, state: State, seat: int) -> float:
    """The expected margin in cells; td values shares of the board."""
    learned = value_function_of(plans["plans"][plan_for(state)])
    return float(weigh(learned, state, seat) * state["side"] * state["side"])


def value_for(options: Options) -> Fitting:
    """The value of positions as a kernel, with the weights of the bot."""
    policy = policy_for(options)

    def make(dtype: np.dtype[Any]) -> Any:
        return functools.partial(expected_margin, policy.make(dtype).choose.args[0])

    return Fitting(make)
