"""td as a bot, for single matches, and as a policy, for matches by the thousand."""

from __future__ import annotations

import functools
import math
import os
from typing import TYPE_CHECKING, Any, Final

import msgspec
import numpy as np

from gridbots.bot import Bot
from gridbots.chance import GENERATOR_SIZE, seed_generator
from gridbots.game import is_to_move
from gridbots.grid import DIRECTIONS, NO_MOVE
from gridbots.kernel import compiled
from gridbots.overlay import Overlay, tell
from gridbots.training.shipped import warn_of_other_settings
from gridbots.vector import Fitting, Remembering
from gridbots_td.decision import choose, choose_from
from gridbots_td.minds import Mind, memories, plans_of, read_mind

if TYPE_CHECKING:
    from collections.abc import Callable

    from gridbots.bot import Briefing, Budget
    from gridbots.game import State
    from gridbots_td.options import Options

SEATS_PER_SEED: Final = 256
"""More seats than any game has: every seat of every seed draws numbers of its own."""
SHORT_OF_TIME_MS: Final = 3000
"""Without numba, it looks one move ahead once there is less in the bank than this."""


def minds_of(options: Options) -> tuple[Mind, Mind]:
    """The minds for matches in turns and for those in which all move at once."""
    mind = read_mind(options.mind)
    return mind, mind


def policy_for(options: Options) -> Fitting:
    minds = minds_of(options)

    def make(dtype: np.dtype[Any]) -> Remembering:
        both = plans_of(minds, dtype, options.depth)[0]
        return Remembering(functools.partial(choose, both), memories(dtype))

    return Fitting(make)


def as_fast_as_possible(function: Callable[..., Any]) -> tuple[Callable[..., Any], bool]:
    """A kernel, compiled where numba is installed, and whether it is."""
    try:
        return compiled(function), True
    except ModuleNotFoundError:
        return function, False


class TdBot(Bot):
    """Plays by weights; it says so where they were trained for other settings."""

    def __init__(self, options: Options) -> None:
        self._options = options
        self._minds = minds_of(options)
        self._seed = options.seed or int.from_bytes(os.urandom(4))
        self._generator = np.zeros(GENERATOR_SIZE, np.int64)

    def open(self, briefing: Briefing) -> None:
        self._prepare(briefing)
        mind = self._minds[self._which]
        wanted, instead = msgspec.to_builtins(mind.trained), "it plays by the same weights"
        warn_of_other_settings(f"td: {mind.name}", wanted, briefing.settings, instead)

    def warm(self, briefing: Briefing) -> None:
        self._prepare(briefing)
        opening = briefing.game.setup(briefing.settings, 0)
        self._decide(briefing.game.observation(opening, self._seat))

    def _prepare(self, briefing: Briefing) -> None:
        dtype = briefing.game.setup(briefing.settings, 0).dtype
        self._seat = briefing.seat
        seed_generator(self._generator, self._seed * SEATS_PER_SEED + self._seat)
        self._which = int(briefing.settings.order == "simultaneous")
        self._both = plans_of(self._minds, dtype, self._options.depth)
        self._plan = self._both[0]["plans"][self._which]
        self._depth = int(self._plan["depth"])
        self._memories = memories(dtype)
        self._observations = np.zeros(1, dtype)
        self._choose, self._is_compiled = as_fast_as_possible(choose_from)

    def choose(self, observation: State, budget: Budget) -> int:
        if not is_to_move(observation, self._seat):
            return NO_MOVE
        hurries = not self._is_compiled and budget.bank_ms < SHORT_OF_TIME_MS
        self._plan["depth"] = 1 if hurries else self._depth
        move = self._decide(observation)
        if self._options.explain:
            tell(self._thoughts())
        return move

    def _decide(self, observation: State) -> int:
        self._observations[0] = observation
        arguments = (self._both, self._memories, self._observations, self._seat, self._generator)
        return int(self._choose(*arguments))

    def _thoughts(self) -> Overlay:
        """What each move is worth, as part of the whole board; exact for the best alone."""
        values = self._plan["search"][0]["values"][: len(DIRECTIONS)].tolist()
        known = {move: value for move, value in zip(DIRECTIONS, values, strict=True)
                 if math.isfinite(value)}  # fmt: skip
        note = ", ".join(f"{move} {value:+.3f}" for move, value in known.items())
        return Overlay(value=max(known.values(), default=None), note=note)
