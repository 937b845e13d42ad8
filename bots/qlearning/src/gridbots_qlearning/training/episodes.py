"""Training episodes: many matches at a time, with a generator for each seat of each."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import numpy as np

from gridbots.errors import SettingsError
from gridbots.kernel import compiled
from gridbots.plugins import load_game
from gridbots.training.opponents import policy_of
from gridbots.vector import Batch, Remembering, as_it_is, generators_for

if TYPE_CHECKING:
    from collections.abc import Mapping

    from numpy.typing import NDArray

    from gridbots.game import Game
    from gridbots.vector import Outcomes, Policy

STREAMS: Final = 1 << 32
"""So many seeds of openings, and of generators, belong to each seed of a training."""
PARTS: Final = 1 << 20
"""So many of them belong to each part of a training."""
GENERATORS: Final = 1 << 63
"""Generators have seeds from here on, openings those below."""
TEST_SEED: Final = 1_000_000_007
"""Of the matches that weights are tested in; none of them is trained with."""


class Matches:
    """Vectorised matches: copies of a game, side by side."""

    def __init__(  # noqa: PLR0913  what is played, how often, by which chance, and how
        self,
        game: str,
        settings: Mapping[str, Any],
        copies: int,
        seed: int,
        part: int = 0,
        *,
        plain: bool = False,
    ) -> None:
        """`part`: which of a training's kinds of matches; `plain`: without compiling anything."""
        self.runs = as_it_is if plain else compiled
        rules = load_game(game)
        checked = rules.make_settings(settings)
        first, seats = seed * STREAMS + part * PARTS, rules.seats(checked)
        self.batch = Batch(rules, checked, copies, first, plain=plain)
        seeds = np.uint64(GENERATORS + first) + np.arange(seats * copies, dtype=np.uint64)
        self.generators = generators_for(seeds).reshape(seats, copies, -1)

    def choose(self, policy: Policy, seat: int) -> None:
        """Write this seat's moves by a policy."""
        self.batch.choose(policy, seat, self.generators[seat])

    def arrays(self, part: int | None = None) -> dict[str, NDArray[Any]]:
        """What a checkpoint holds of them."""
        mine = {
            "states": self.batch.states, "rounds": self.batch.rounds, "generators": self.generators
        }  # fmt: skip
        return mine if part is None else {f"{name}_{part}": mine[name] for name in mine}


class Trials:
    """Which of a given number of matches each copy plays."""

    def __init__(self, total: int, copies: int) -> None:
        self.total = total
        self.numbers = np.arange(copies)
        """By copy; -1: none, there are no more."""
        self.begun = np.array([copies])

    @property
    def done(self) -> int:
        """How many have ended."""
        return int(self.begun[0] - (self.numbers >= 0).sum())

    def arrays(self) -> dict[str, NDArray[Any]]:
        return {"numbers": self.numbers, "begun": self.begun}

    def begin_next(self, ended: NDArray[np.bool_]) -> NDArray[np.bool_]:
        """The next ones in these copies: which copies open one; the others rest."""
        for at in np.flatnonzero(ended):
            left = self.begun[0] < self.total
            self.numbers[at] = self.begun[0] if left else -1
            self.begun[0] += left
        return ended & (self.numbers >= 0)


def opponent(bot: str, game: Game) -> Policy:
    """Training opponent: the policy of a bot.

    Raises:
        GridbotsError: it is unknown, or its options do not fit.
        SettingsError: it has no policy, or one that remembers, which no checkpoint would hold.
    """
    policy = policy_of(bot, game)
    if isinstance(policy, Remembering):
        raise SettingsError(f"expected an opponent that remembers nothing, got {bot}")
    return policy


def opponents_of(bots: str, game: Game) -> list[Policy]:
    """One policy for each of these, which are separated by blanks."""
    return [opponent(each, game) for each in bots.split()]


def reached(outcomes: Outcomes) -> dict[str, list[float]]:
    """By seat: matches won alone, in percent, and the mean score."""
    first = outcomes.places == 1
    alone = first & (first.sum(axis=1, keepdims=True) == 1)
    return {
        "win %": [round(100 * float(each), 1) for each in alone.mean(axis=0)],
        "score": [round(float(each), 1) for each in outcomes.scores.mean(axis=0)],
    }


def shares(utilities: NDArray[Any]) -> dict[str, float]:
    """Won, drawn and lost, in percent."""
    counts = [
        100 * float((utilities == each).mean()) if len(utilities) else 0.0 for each in (1, 0, -1)
    ]
    return dict(zip(("win %", "draw %", "loss %"), counts, strict=True))
