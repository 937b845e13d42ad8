"""Fixed opponents of the learner: installed bots, or policies."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from gridbots.bot.runner import make_bot, make_policy
from gridbots.errors import PluginError, SettingsError
from gridbots.kernel import call, handle
from gridbots.limits import TIMEBANK_MS
from gridbots.plugins import installed_bots, load_bot
from gridbots.plugins.bot import Bot, Briefing, Budget
from gridbots.plugins.bot_text import parse_bot, without_best
from gridbots.vector import Fitting, Remembering, fitted, generators_for, kernel_of, memories_of

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from gridbots.game import Game, State
    from gridbots.vector import Policy

Opponent = str | Callable[..., int] | Remembering | Fitting
"""An installed bot with options (`random:seed=3`), or a policy (see `gridbots.vector`)."""


def seated(opponents: Opponent | Sequence[Opponent], seats: int) -> list[Opponent]:
    """One opponent for each seat but the learner's; a single one plays all of them.

    Raises:
        SettingsError: the number of opponents is wrong.
    """
    wanted = seats - 1
    if isinstance(opponents, str | Remembering | Fitting) or callable(opponents):
        return [opponents] * wanted
    if len(opponents) == 1:
        return list(opponents) * wanted
    if len(opponents) != wanted:
        raise SettingsError(f"expected {wanted} opponents, got {len(opponents)}")
    return list(opponents)


def policy_of(opponent: Opponent, game: Game) -> Policy | None:
    """The policy of an opponent; None for a bot without one."""
    if not isinstance(opponent, str):
        return opponent
    name, options = parse_bot(without_best(opponent, game.name, installed_bots()))
    kind = load_bot(name)
    return make_policy(kind, name, game, options)


def bot_of(opponent: str, game: Game) -> Bot:
    """A new bot.

    Raises:
        PluginError: the bot is an external program.
    """
    name, options = parse_bot(without_best(opponent, game.name, installed_bots()))
    bot = make_bot(load_bot(name), name, game, options)
    if not isinstance(bot, Bot):
        raise PluginError(f"{name} is an external program: it cannot play in an environment")
    return bot


class Seated:
    """An opponent at its seat of one match."""

    def __init__(self, opponent: Opponent, briefing: Briefing, seeds: NDArray[np.uint64]) -> None:
        self._seat = briefing.seat
        dtype = briefing.game.setup(briefing.settings, 0).dtype
        self._policy = fitted(policy_of(opponent, briefing.game), dtype)
        self._memories = memories_of(self._policy, 1)
        self._generator = generators_for(seeds)[0]
        if self._policy is not None:
            self._handed = handle(kernel_of(self._policy))
        else:
            self._bot = bot_of(str(opponent), briefing.game)
            self._bot.open(briefing)

    def choose(self, observation: State) -> int:
        if self._policy is not None:
            memory = self._memories[0]
            return int(call(self._handed, observation, self._seat, self._generator, memory))
        # The bot receives a time bank, but no clock runs here.
        return int(self._bot.choose(observation, Budget(TIMEBANK_MS, 0, time.monotonic())))

    def close(self) -> None:
        if self._policy is None:
            self._bot.close()
