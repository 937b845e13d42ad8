"""Fixed opponents of the learner: installed bots, or policies."""

from __future__ import annotations

import functools
import time
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from gridbots.bot.runner import make_bot, make_policy
from gridbots.bot.seed import MOST
from gridbots.errors import PluginError, SettingsError
from gridbots.game import copy_state
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


class Opponents:
    """The opponents of a learner, with their policies. Policies are code, which is not pickled."""

    def __init__(self, chosen: Opponent | Sequence[Opponent], game: Game, seats: int) -> None:
        """`seats`: of the game, the learner's included.

        Raises:
            GridbotsError: an opponent is unknown, or the number of opponents is wrong.
        """
        self._game = game
        self._chosen = seated(chosen, seats)
        self._load()

    def _load(self) -> None:
        self.policies = [policy_of(each, self._game) for each in self._chosen]
        """By opponent: its policy; None for a bot without one."""

    def __getstate__(self) -> dict[str, Any]:
        return {"_game": self._game, "_chosen": self._chosen}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state)
        self._load()

    def __deepcopy__(self, memo: dict[int, Any]) -> Opponents:
        return self

    def expect_policies(self) -> None:
        """Check that all opponents have policies.

        Raises:
            SettingsError: one has none.
        """
        for opponent, policy in zip(self._chosen, self.policies, strict=True):
            if policy is None:
                raise SettingsError(f"expected opponents with a policy, got {opponent}")

    def at(
        self, number: int, briefing: Briefing, seeds: NDArray[np.uint64]
    ) -> SeatedPolicy | SeatedBot:
        """An opponent at a seat of one match; these seeds, an array of one, are its only chance.

        Raises:
            PluginError: it is an external program.
        """
        if self.policies[number] is None:
            return SeatedBot(str(self._chosen[number]), briefing, 1 + int(seeds[0]) % MOST)
        return SeatedPolicy(self, number, briefing, seeds)


class SeatedPolicy:
    """A policy at its seat of one match. Copies continue with its memory and its generator."""

    def __init__(
        self, opponents: Opponents, number: int, briefing: Briefing, seeds: NDArray[np.uint64]
    ) -> None:
        self._opponents, self._number, self._briefing = opponents, number, briefing
        self._generator = generators_for(seeds)[0]
        self._memories = memories_of(self._prepare(), 1)

    def _prepare(self) -> Policy:
        dtype = self._briefing.game.record_type(self._briefing.settings)
        policy = fitted(self._opponents.policies[self._number], dtype)
        self._kernel = kernel_of(policy)
        return policy

    def __getstate__(self) -> dict[str, Any]:
        return {name: value for name, value in self.__dict__.items() if name != "_kernel"}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state)
        self._prepare()

    def choose(self, observation: State) -> int:
        seat, memory = self._briefing.seat, self._memories[0]
        return int(_call(self._kernel, observation, seat, self._generator, memory))

    def close(self) -> None:
        """Do nothing: a policy holds no resources."""


def _call(kernel: Any, *args: Any) -> Any:
    """Call a kernel, or a partial of one, without excess arguments.

    Unlike `gridbots.kernel.call`, it needs no handle: a notebook may define a function again.
    """
    if isinstance(kernel, functools.partial):
        kernel, args = kernel.func, (*kernel.args, *args)
    return kernel(*args[: kernel.__code__.co_argcount])


class SeatedBot:
    """A bot in one match. A copy starts a new bot, which first replays the choices so far."""

    def __init__(self, name: str, briefing: Briefing, seed: int) -> None:
        self._name, self._briefing, self._seed = name, briefing, seed
        self._choices: list[tuple[State, int]] = []
        """Observation and move of each round in which the bot chose."""
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
