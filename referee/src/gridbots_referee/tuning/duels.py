"""Compiled duels: pairs of matches between policies, as batches, in this process."""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING, Any, Final, Protocol

from gridbots.kernel import has_numba
from gridbots.vector import play_matches
from gridbots_referee.experiments.all_cores import AllCores
from gridbots_referee.experiments.compiled import policy_of
from gridbots_referee.play.launch import find_bot

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    import numpy as np
    from numpy.typing import NDArray

    from gridbots.plugins import Installed
    from gridbots.vector import Outcomes
    from gridbots_referee.play.session import Session
    from gridbots_referee.play.stop import Stop
    from gridbots_referee.tuning.search import Counts, Duel

CHUNK: Final = 128
"""Pairs that are played before anybody looks whether to stop."""
KEPT: Final = 32
"""Policies, the last ones asked for: opponents and the start are needed again and again."""


class DuelPlayer(Protocol):
    """Who plays duels."""

    def play(self, duels: Sequence[Duel]) -> tuple[Counts, ...] | None:
        """The counts of each; None if somebody stopped us before all had been played.

        Raises:
            GridbotsError: a bot cannot be played.
        """


class CompiledPlayer:
    """Plays bots whose decisions are kernels."""

    def __init__(
        self,
        session: Session,
        installed: Mapping[str, Installed],
        stop: Stop,
        concurrency: int | None = None,
    ) -> None:
        """A player of matches as the session has them, on so many cores at most."""
        self._session = session
        self._installed = installed
        self._stop = stop
        self._all_cores = AllCores(concurrency)
        self._policy = functools.lru_cache(maxsize=KEPT)(self._make_policy)

    def _make_policy(self, bot: str, player: int) -> Any:
        """The first and the second player have policies of their own, with room of their own."""
        assert player in {0, 1}  # noqa: S101  it is only part of the key
        return policy_of(
            find_bot(bot, self._session.game.name, self._installed), self._session.game
        )

    def play(self, duels: Sequence[Duel]) -> tuple[Counts, ...] | None:
        results = []
        for duel in duels:
            counts = [0] * 5
            for first in range(duel.opening, duel.opening + duel.pairs, CHUNK):
                if self._stop:
                    return None
                last = min(first + CHUNK, duel.opening + duel.pairs)
                for points in self._points(duel, range(first, last)):
                    counts[points] += 1
            results.append(tuple(counts))
        return tuple(results)

    def _points(self, duel: Duel, openings: range) -> list[int]:
        """Twice the points of the first bot in each pair."""
        policies = [self._policy(duel.first, 0), self._policy(duel.second, 1)]

        def play(numbers: range) -> Outcomes:
            return play_matches(
                self._session.game,
                self._session.settings,
                policies,
                len(numbers),
                self._session.seed,
                first=numbers.start,
                plain=not has_numba(),
            )

        numbers = range(2 * openings.start, 2 * openings.stop)
        return points_of_pairs(self._all_cores.play(play, numbers).places)


def points_of_pairs(places: NDArray[np.int64]) -> list[int]:
    """Twice the points of the first player in each two matches that follow each other."""
    first, second = places[:, 0], places[:, 1]
    halves = 2 * (first < second) + (first == second)
    points: list[int] = halves.reshape(-1, 2).sum(axis=1).tolist()
    return points
