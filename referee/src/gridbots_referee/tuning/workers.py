"""Duels played by workers, of this machine or of a cluster: each match in a process."""

from __future__ import annotations

import itertools
from collections import Counter
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Final, NamedTuple

from msgspec.structs import replace

from gridbots.errors import PluginError
from gridbots_referee.play.launch import find_bot
from gridbots_referee.tournament.formats.tournament import Fixture
from gridbots_referee.tournament.run.job import Finished, Lost
from gridbots_referee.tournament.run.runner import ATTEMPTS, POLL_SECONDS
from gridbots_referee.tournament.stats.played import points_of_outcome

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from gridbots.plugins import Installed
    from gridbots_referee.play.launch import Launch
    from gridbots_referee.play.stop import Stop
    from gridbots_referee.tournament.formats.tournament import Opening
    from gridbots_referee.tournament.run.job import MatchJob, Report
    from gridbots_referee.tournament.run.runner import JobTemplate, Workers
    from gridbots_referee.tuning.search import Counts, Duel

SEATINGS: Final = ((0, 1), (1, 0))
"""Of the bots of a duel, in the two matches of a pair."""


class _Place(NamedTuple):
    """Where a match counts."""

    duel: int
    pair: int
    half: int


class WorkerPlayer:
    """Plays duels of any bots; records are thrown away."""

    def __init__(
        self,
        template: JobTemplate,
        workers: Workers,
        opening: Callable[[int], Opening],
        installed: Mapping[str, Installed],
        stop: Stop,
    ) -> None:
        self._template = template
        self._workers = workers
        self._opening = opening
        self._installed = installed
        self._stop = stop
        self._numbers = itertools.count(1)

    def play(self, duels: Sequence[Duel]) -> tuple[Counts, ...] | None:
        counted = _Matches(duels)
        left, tries = self._jobs(duels), Counter[str]()
        held: dict[str, tuple[MatchJob, _Place]] = {}
        self._submit(left, held)
        while held and not self._stop:
            for report in self._workers.collect(POLL_SECONDS):
                job, place = held[report.fixture]
                points = _points(report)
                if points is not None:
                    del held[report.fixture]
                    counted.add(place, points[SEATINGS[place.half].index(0)])
                elif not self._stop:
                    self._retry(job, report, tries)
            self._submit(left, held)
        return None if held else counted.counts

    def _submit(
        self,
        left: Iterator[tuple[MatchJob, _Place]],
        held: dict[str, tuple[MatchJob, _Place]],
    ) -> None:
        for job, place in itertools.islice(left, max(self._workers.free_slots, 0)):
            held[job.fixture.id] = job, place
            self._workers.submit(job)

    def _jobs(self, duels: Sequence[Duel]) -> Iterator[tuple[MatchJob, _Place]]:
        for number, duel in enumerate(duels):
            launches = [self._launch(bot) for bot in (duel.first, duel.second)]
            for pair in range(duel.pairs):
                opening = self._opening(duel.opening + pair)
                for half, players in enumerate(SEATINGS):
                    name = f"{next(self._numbers):08}"
                    fixture = Fixture(name, 1, duel.opening + pair, opening, players)
                    seated = tuple(launches[player] for player in players)
                    job = replace(self._template.job(fixture), launches=seated)
                    yield job, _Place(number, pair, half)

    def _launch(self, bot: str) -> Launch:
        return replace(find_bot(bot, self._template.game, self._installed), name=bot)

    def _retry(self, job: MatchJob, report: Report, tries: Counter[str]) -> None:
        """A match that came to no outcome is given out again, a few times.

        Raises:
            PluginError: it has been tried often enough.
        """
        tries[job.fixture.id] += report.tries if isinstance(report, Lost) else 1
        if tries[job.fixture.id] >= ATTEMPTS or (isinstance(report, Lost) and report.is_final):
            bots = " against ".join(launch.name for launch in job.launches)
            raise PluginError(f"{bots} cannot be played: {_why(report)}")
        self._workers.submit(job)


class _Matches:
    """The matches of some duels, as they come in."""

    def __init__(self, duels: Sequence[Duel]) -> None:
        self._counts = [[0] * 5 for _ in duels]
        self._halves: dict[tuple[int, int], float] = {}

    def add(self, place: _Place, points: float) -> None:
        """Count a match in which the first bot of its duel had so many points."""
        key = (place.duel, place.pair)
        if key in self._halves:
            self._counts[place.duel][round(2 * (self._halves.pop(key) + points))] += 1
        else:
            self._halves[key] = points

    @property
    def counts(self) -> tuple[Counts, ...]:
        return tuple(tuple(counts) for counts in self._counts)


def _points(report: Report) -> tuple[float, ...] | None:
    """In seat order; None if the match came to no outcome. Its record is removed."""
    if not isinstance(report, Finished):
        return None
    with suppress(OSError):
        Path(report.path).unlink()
    outcome = report.record.result.outcome
    return None if outcome is None else points_of_outcome(outcome)


def _why(report: Report) -> str:
    if not isinstance(report, Finished):
        return report.why
    result = report.record.result
    return result.cause or "; ".join(
        f"{player.name} did not start: {player.detail}"
        for player in result.players
        if player.termination == "not-started"
    )
