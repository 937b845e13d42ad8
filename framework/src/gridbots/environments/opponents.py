"""Fixed opponents of the learner: installed bots, or policies."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from gridbots.bot.runner import make_bot, make_policy
from gridbots.bot.seed import MOST
from gridbots.errors import PluginError, SettingsError
from gridbots.game import copy_state
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
    return make_policy(load_bot(name), name, game, options)


def bot_of(opponent: str, game: Game, seed: int) -> Bot:
    """A new bot.

    Raises:
        PluginError: the bot is an external program.
    """
    name, options = parse_bot(without_best(opponent, game.name, installed_bots()))
    bot = make_bot(load_bot(name), name, game, options, seed)
    if not isinstance(bot, Bot):
        raise PluginError(f"{name} is an external program: it cannot play in an environment")
    return bot


def opponent_at(
    opponent: Opponent, briefing: Briefing, seeds: NDArray[np.uint64]
) -> SeatedPolicy | SeatedBot:
    """An opponent at its seat of one match; it draws all chance from these seeds, an array of one.

    Raises:
        GridbotsError: the opponent is unknown, or cannot play here.
    """
    policy = policy_of(opponent, briefing.game)
    if policy is None:
        return SeatedBot(str(opponent), briefing, 1 + int(seeds[0]) % MOST)
    return SeatedPolicy(opponent, policy, briefing, seeds)


class SeatedPolicy:
    """A policy at its seat of one match. Copies continue with its memory and its generator."""

    def __init__(
        self, opponent: Opponent, policy: Policy, briefing: Briefing, seeds: NDArray[np.uint64]
    ) -> None:
        self._opponent = opponent
        self._briefing = briefing
        self._generator = generators_for(seeds)[0]
        self._memories = memories_of(self._prepare(policy), 1)

    def _prepare(self, policy: Policy) -> Policy:
        briefing = self._briefing
        suited = fitted(policy, briefing.game.record_type(briefing.settings))
        self._handed = handle(kernel_of(suited))
        return suited

    def __getstate__(self) -> dict[str, Any]:
        return {name: value for name, value in self.__dict__.items() if name != "_handed"}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state)
        self._prepare(policy_of(self._opponent, self._briefing.game))

    def choose(self, observation: State) -> int:
        seat, memory = self._briefing.seat, self._memories[0]
        return int(call(self._handed, observation, seat, self._generator, memory))

    def close(self) -> None:
        """Do nothing: a policy holds no resources."""


class SeatedBot:
    """A bot at its seat of one match. A copy begins with a new bot, which chooses again first."""

    def __init__(self, name: str, briefing: Briefing, seed: int) -> None:
        self._name, self._briefing, self._seed = name, briefing, seed
        self._choices: list[tuple[State, int]] = []
        """The observations of the match so far, and the moves."""
        self._bot: Bot | None = self._open()

    def _open(self) -> Bot:
        bot = bot_of(self._name, self._briefing.game, self._seed)
        bot.open(self._briefing)
        return bot

    def __getstate__(self) -> dict[str, Any]:
        return {**self.__dict__, "_bot": None}

    def choose(self, observation: State) -> int:
        if self._bot is None:
            self._bot = self._open()
            self._repeat(self._bot)
        move = _choice(self._bot, observation)
        self._choices.append((copy_state(observation), move))
        return move

    def _repeat(self, bot: Bot) -> None:
        for number, (observation, move) in enumerate(self._choices, 1):
            if (again := _choice(bot, observation)) != move:
                raise PluginError(
                    f"{self._name} cannot play on in a copy of the environment: its choice number "
                    f"{number} was {move}, and is now {again}; use a bot, or options, whose moves "
                    "depend on neither the clock nor unseeded chance"
                )

    def close(self) -> None:
        if self._bot is not None:
            self._bot.close()


def _choice(bot: Bot, observation: State) -> int:
    # The bot may write into its observation. It receives a time bank, but no clock runs here.
    return int(bot.choose(copy_state(observation), Budget(TIMEBANK_MS, 0, time.monotonic())))
