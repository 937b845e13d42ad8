"""Plays the matches of a tuning: compiled if every decision is a kernel, else by workers."""

from __future__ import annotations

import functools
import itertools
import tempfile
from contextlib import contextmanager, suppress
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, NamedTuple, Protocol

from msgspec.structs import replace

from gridbots.errors import SettingsError, VoidError
from gridbots.kernel import has_numba
from gridbots.plugins import installed_bots
from gridbots.vector import play_matches
from gridbots_referee.experiments.compiled import AllCores, policy_of
from gridbots_referee.experiments.execution import fastest_mode, why_void
from gridbots_referee.play.cores import fair_concurrency
from gridbots_referee.play.launch import find_bot
from gridbots_referee.play.session import Session
from gridbots_referee.play.warmup import warm_bots
from gridbots_referee.tournament.formats.openings import game_of, openings_of
from gridbots_referee.tournament.formats.tournament import Fixture
from gridbots_referee.tournament.run.dispatch import Backend, dispatch
from gridbots_referee.tournament.run.first_matches import FirstMatches
from gridbots_referee.tournament.run.job import Finished
from gridbots_referee.tournament.run.pool import Pool
from gridbots_referee.tournament.run.prepare import job_template, values_of
from gridbots_referee.tournament.stats.played import points_of_outcome
from gridbots_referee.tuning.tuning import tournament_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence
    from contextlib import AbstractContextManager

    import numpy as np
    from numpy.typing import NDArray

    from gridbots.limits import Isolation
    from gridbots.plugins import Installed
    from gridbots.vector import Outcomes
    from gridbots_referee.play.launch import Launch
    from gridbots_referee.play.stop import Stop
    from gridbots_referee.tournament.formats.tournament import Opening, Tournament
    from gridbots_referee.tournament.run.dispatch import Workers
    from gridbots_referee.tournament.run.job import JobTemplate, MatchJob
    from gridbots_referee.tuning.search import Counts, Duel
    from gridbots_referee.tuning.tuning import Tuning

    ClusterBackend = Callable[[Tournament, JobTemplate], AbstractContextManager[Backend]]

CHUNK: Final = 128
"""Pairs played between two checks for a request to stop."""
KEPT: Final = 32
"""Cached policies, the most recently used: opponents and the start are used repeatedly."""


class DuelPlayer(Protocol):
    """Plays duels."""

    forfeits: int
    """Matches in which a bot failed, of all duels."""

    def play(self, duels: Sequence[Duel]) -> tuple[Counts, ...] | None:
        """The counts of each duel; None if it was stopped before all had been played.

        Raises:
            GridbotsError: a bot cannot be played.
        """


class CompiledPlayer:
    """Plays bots whose decisions are kernels."""

    forfeits = 0

    def __init__(
        self,
        session: Session,
        installed: Mapping[str, Installed],
        stop: Stop,
        concurrency: int | None = None,
    ) -> None:
        """Play matches with the rules of the session, on at most `concurrency` cores."""
        self._session = session
        self._installed = installed
        self._stop = stop
        self._all_cores = AllCores(concurrency)
        self._policy = functools.lru_cache(maxsize=KEPT)(self._make_policy)

    def _make_policy(self, bot: str, player: int) -> Any:
        """The policy of a bot; the first and the second player have separate ones."""
        assert player in {0, 1}  # noqa: S101  only part of the cache key
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
    """Twice the points of the first player in each two consecutive matches."""
    first, second = places[:, 0], places[:, 1]
    halves = 2 * (first < second) + (first == second)
    points: list[int] = halves.reshape(-1, 2).sum(axis=1).tolist()
    return points


class Execution(NamedTuple):
    """How the matches of a tuning are played."""

    isolation: Isolation
    concurrency: int | None
    """Matches at a time; None: as many as the machine can play fairly."""
    cluster: ClusterBackend | None
    log: Callable[[str], None]
    keep_going: bool = False
    """Whether a bot that ends before its first answer, in its first match, does not stop it."""


@contextmanager
def player_for(tuning: Tuning, how: Execution, stop: Stop) -> Iterator[DuelPlayer]:
    """The fastest player for a tuning.

    Raises:
        GridbotsError: a bot is unknown or has wrong options.
    """
    tournament = tournament_of(tuning, Path())
    game, settings = game_of(tournament)
    with tempfile.TemporaryDirectory(prefix="gridbots-tuning-") as folder:
        template = job_template(tournament, Path(folder))
        template.isolate(how.isolation)
        launches = tuple(template.launches)
        session = Session(game, settings, tuning.seed, 1, launches, template.limits)
        if _is_compiled(tuning, how, session):
            yield CompiledPlayer(session, installed_bots(), stop, how.concurrency)
            return
        with _backend(tournament, template, how) as backend, backend.workers(stop) as workers:
            template.keep_going = how.keep_going
            yield WorkerPlayer(template, workers, openings_of(tournament), tuning.opponents, stop)


def _is_compiled(tuning: Tuning, how: Execution, session: Session) -> bool:
    """Whether matches are played compiled, which allows only the game's own openings."""
    is_plain = not (tuning.openings.rounds or tuning.openings.given or how.cluster)
    return is_plain and fastest_mode(session) == "compiled"


@contextmanager
def _backend(tournament: Tournament, template: JobTemplate, how: Execution) -> Iterator[Backend]:
    """The workers; bots that would compile on their clocks are compiled now."""
    if how.cluster:
        if how.concurrency:
            raise SettingsError("--concurrency and --cluster are mutually exclusive")
        with how.cluster(tournament, template) as backend:
            yield backend
        return
    # The first bot is the start; other parameter values compile the same code.
    warm_bots(template.launches[:1], tournament.game, values_of(tournament), how.log)
    size = how.concurrency or fair_concurrency(template.seats, template.limits)
    yield Backend(template, partial(Pool, size))


SEATINGS: Final = ((0, 1), (1, 0))
"""Bots of a duel in seat order, in the two matches of a pair."""


class WorkerPlayer:
    """Plays duels of any bots by workers; records are deleted."""

    def __init__(
        self,
        template: JobTemplate,
        workers: Workers,
        opening: Callable[[int], Opening],
        opponents: Sequence[str],
        stop: Stop,
    ) -> None:
        """Play duels; all bots but the opponents are the tuned one."""
        self._template = template
        self._workers = workers
        self._opening = opening
        self._installed = installed_bots()
        self._opponents = opponents
        self._stop = stop
        self._numbers = itertools.count(1)
        self.forfeits = 0
        self._first_matches = FirstMatches(keep_going=template.keep_going)

    def play(self, duels: Sequence[Duel]) -> tuple[Counts, ...] | None:
        counted = _Matches(duels)
        for batch in dispatch(self._workers, self._jobs(duels, counted), lambda: bool(self._stop)):
            for failure in batch.failed:
                report = failure.report
                if isinstance(report, Finished):
                    self._check(report)
                why = why_void(report.record) if isinstance(report, Finished) else report.why
                bots = " against ".join(launch.name for launch in failure.job.launches)
                raise VoidError(f"{bots} cannot be played: {why}")
            for fixture, finished in batch.finished:
                self._check(finished)
                counted.add(fixture, finished)
                self.forfeits += finished.record.result.how == "forfeit"
        return counted.counts if counted.are_complete else None

    def _check(self, finished: Finished) -> None:
        players = finished.record.result.players
        bots = [each.name if each.name in self._opponents else "" for each in players]
        self._first_matches.check(players, bots)

    def _jobs(self, duels: Sequence[Duel], counted: _Matches) -> Iterator[MatchJob]:
        for number, duel in enumerate(duels):
            launches = [self._launch(bot) for bot in (duel.first, duel.second)]
            for pair in range(duel.pairs):
                opening = self._opening(duel.opening + pair)
                for players in SEATINGS:
                    name = f"{next(self._numbers):08}"
                    fixture = Fixture(name, 1, duel.opening + pair, opening, players)
                    counted.expect(fixture, number)
                    seated = tuple(launches[player] for player in players)
                    yield replace(self._template.job(fixture), launches=seated)

    def _launch(self, bot: str) -> Launch:
        return replace(find_bot(bot, self._template.game, self._installed), name=bot)


class _Matches:
    """Counts of duels, updated as matches finish."""

    def __init__(self, duels: Sequence[Duel]) -> None:
        self._counts = [[0] * 5 for _ in duels]
        self._pairs = [duel.pairs for duel in duels]
        self._duels: dict[str, int] = {}
        """Fixture id -> the number of its duel, of matches that are not finished."""
        self._halves: dict[tuple[int, int], float] = {}
        """(Duel, match group) -> points of the first bot in the first finished match."""

    def expect(self, fixture: Fixture, duel: int) -> None:
        self._duels[fixture.id] = duel

    def add(self, fixture: Fixture, finished: Finished) -> None:
        """Count a match; its record is removed."""
        with suppress(OSError):
            Path(finished.path).unlink()
        outcome = finished.record.result.outcome
        assert outcome is not None  # noqa: S101  dispatch yields no others
        points = points_of_outcome(outcome)[fixture.players.index(0)]
        duel = self._duels.pop(fixture.id)
        key = (duel, fixture.group)
        if key in self._halves:
            self._counts[duel][round(2 * (self._halves.pop(key) + points))] += 1
        else:
            self._halves[key] = points

    @property
    def are_complete(self) -> bool:
        return list(map(sum, self._counts)) == self._pairs

    @property
    def counts(self) -> tuple[Counts, ...]:
        return tuple(tuple(counts) for counts in self._counts)
