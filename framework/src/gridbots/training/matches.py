"""Matches of a training: many copies side by side, a generator for each seat, and opponents."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import numpy as np

from gridbots.bot.runner import make_policy
from gridbots.errors import SettingsError
from gridbots.kernel import compiled
from gridbots.plugins import installed_bots, load_bot
from gridbots.plugins.bot_text import parse_bot, without_best
from gridbots.vector import Batch, Remembering, as_it_is, generators_for

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from gridbots.game import Game
    from gridbots.vector import Outcomes, Policy

STREAMS: Final = 1 << 32
"""Seeds of openings, and of generators, per seed of a training."""
PARTS: Final = 1 << 20
"""Seeds per part of a training."""
GENERATORS: Final = 1 << 63
"""Seeds of generators start here; those of openings are below."""
TEST_SEED: Final = 1_000_000_007
"""Seed of test matches; no training uses it."""


class Matches:
    """Vectorised matches: copies of a game, with a generator for each seat of each copy."""

    def __init__(  # noqa: PLR0913  game, size and seed of a batch
        self,
        game: Game,
        settings: Any,
        n_envs: int,
        seed: int,
        part: int = 0,
        *,
        plain: bool = False,
    ) -> None:
        """`part`: numbers the kinds of matches of a training; `plain`: without compiling."""
        self.runs = as_it_is if plain else compiled
        first, seats = seed * STREAMS + part * PARTS, game.seats(settings)
        self.batch = Batch(game, settings, n_envs, first, plain=plain)
        seeds = np.uint64(GENERATORS + first) + np.arange(seats * n_envs, dtype=np.uint64)
        self.generators = generators_for(seeds).reshape(seats, n_envs, -1)

    def choose(self, policy: Policy, seat: int) -> None:
        """Write the moves of a seat that plays by a policy."""
        self.batch.choose(policy, seat, self.generators[seat])

    def arrays(self, part: int | None = None) -> dict[str, NDArray[Any]]:
        """Arrays of a checkpoint."""
        mine = {
            "states": self.batch.states, "rounds": self.batch.rounds, "generators": self.generators
        }  # fmt: skip
        return mine if part is None else {f"{name}_{part}": mine[name] for name in mine}


class EpisodeCounter:
    """Assigns a fixed number of matches to the environments of a batch."""

    def __init__(self, total: int, n_envs: int) -> None:
        self.total = total
        self.numbers = np.arange(n_envs)
        """By environment: the number of its match; -1 if no matches are left."""
        self.begun = np.array([n_envs])

    @property
    def completed(self) -> int:
        """Number of matches that have ended."""
        return int(self.begun[0] - (self.numbers >= 0).sum())

    def arrays(self) -> dict[str, NDArray[Any]]:
        return {"numbers": self.numbers, "begun": self.begun}

    def begin_next(self, ended: NDArray[np.bool_]) -> NDArray[np.bool_]:
        """Assign the next matches to environments; return those that start one."""
        for at in np.flatnonzero(ended):
            left = self.begun[0] < self.total
            self.numbers[at] = self.begun[0] if left else -1
            self.begun[0] += left
        return ended & (self.numbers >= 0)


def policy_of(bot: str, game: Game) -> Policy:
    """The policy of an installed bot, written as for `referee run`: `NAME:OPTION=VALUE,...`.

    Raises:
        GridbotsError: the bot is unknown, or its options do not fit.
        SettingsError: it has no policy.
    """
    name, options = parse_bot(without_best(bot, game.name, installed_bots()))
    policy = make_policy(load_bot(name), name, game, options)
    if policy is None:
        raise SettingsError(f"expected a bot that has a policy for {game.name}, got {bot}")
    return policy


def opponent(bot: str, game: Game) -> Policy:
    """The policy of a bot without a memory: checkpoints hold no memories of opponents.

    Raises:
        GridbotsError: the bot is unknown, or its options do not fit.
        SettingsError: it has no policy, or one with a memory.
    """
    policy = policy_of(bot, game)
    if isinstance(policy, Remembering):
        raise SettingsError(f"expected an opponent without a memory, got {bot}")
    return policy


def opponents_of(bots: str, game: Game) -> list[Policy]:
    """The policies of bots that are separated by blanks."""
    return [opponent(each, game) for each in bots.split()]


def results_of(outcomes: Outcomes) -> dict[str, list[float]]:
    """By seat: sole wins in percent, and the mean score."""
    first = outcomes.places == 1
    alone = first & (first.sum(axis=1, keepdims=True) == 1)
    return {
        "win %": [round(100 * float(each), 1) for each in alone.mean(axis=0)],
        "score": [round(float(each), 1) for each in outcomes.scores.mean(axis=0)],
    }


def percentages(utilities: NDArray[Any]) -> dict[str, float]:
    """Wins, draws and losses in percent."""
    counts = [
        100 * float((utilities == each).mean()) if len(utilities) else 0.0 for each in (1, 0, -1)
    ]
    return dict(zip(("win %", "draw %", "loss %"), counts, strict=True))
