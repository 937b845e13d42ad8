"""Simulates duels between bots of known strength; starts no bot."""

from __future__ import annotations

import random
from pathlib import Path
from typing import TYPE_CHECKING

from gridbots_referee.tournament.stats.elo import expected_score
from gridbots_referee.tuning.tuning import parse

if TYPE_CHECKING:
    from collections.abc import Sequence

    from gridbots_referee.tournament.stats.sprt import SprtStatus
    from gridbots_referee.tuning.runner import TuningStep
    from gridbots_referee.tuning.search import Counts, Duel
    from gridbots_referee.tuning.tuning import Tuning

BEST = (3.0, -1.0)
FILE = """
name = "simulated"
bot = "straight {a} {b}"
matches = 2000
pairs = 10
[[parameters]]
name = "a"
start = -4.0
low = -10.0
high = 10.0
[[parameters]]
name = "b"
start = 4.0
low = -10.0
high = 10.0
c_end = 0.5
[spsa]
r_end = 0.03
[confirm]
matches = 600
"""


def tuning(text: str = "", **changes: object) -> Tuning:
    """The tuning of the file above, with more at its beginning."""
    return parse(text + FILE, Path(), **changes)


def elo(bot: str) -> float:
    """A quadratic with its maximum, 400, at `BEST`; a bot without numbers has 300."""
    words = bot.split()[1:]
    distances = [(float(word) - best) ** 2 for word, best in zip(words, BEST, strict=False)]
    return 400 - 4 * sum(distances) if distances else 300.0


class SimulatedPlayer:
    """Results depend on the bots and the openings alone, as those of repeatable bots do."""

    def __init__(self, most: int = 1_000_000, failing: int = 0) -> None:
        self.forfeits, self._failing = 0, failing
        """So far, and in each call."""
        self.duels: list[Duel] = []
        self._most = most
        """Stops after this many calls."""

    def play(self, duels: Sequence[Duel]) -> tuple[Counts, ...] | None:
        if self._most == 0:
            return None
        self._most -= 1
        self.duels += duels
        self.forfeits += self._failing
        return tuple(self._counts(duel) for duel in duels)

    def _counts(self, duel: Duel) -> Counts:
        counts, score = [0] * 5, expected_score(elo(duel.first) - elo(duel.second))
        for number in range(duel.opening, duel.opening + duel.pairs):
            chance = random.Random(  # noqa: S311
                f"{duel.first} {duel.second} {number}"
            )
            counts[2 * sum(chance.random() < score for _ in range(2))] += 1
        return tuple(counts)


class NoObserver:
    def step_finished(self, step: TuningStep, *, is_new: bool) -> None: ...
    def confirming(self, bot: str, start: str) -> None: ...
    def confirmed(self, status: SprtStatus, matches: int) -> None: ...
