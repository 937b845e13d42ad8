"""Void matches: those that could not be played, whom to suspect, and who is benched."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Final

from gridbots_referee.tournament.run.job import Lost
from gridbots_referee.tournament.stats.played import VoidMatch

if TYPE_CHECKING:
    from collections.abc import Sequence

    from gridbots.record import PlayerResult
    from gridbots_referee.tournament.formats.tournament import Fixture
    from gridbots_referee.tournament.run.job import Finished
    from gridbots_referee.tournament.store.store import Store

HARMED: Final = ("worker", "stopped")
"""Causes that do not name a bot: those of all such matches are compared."""


class Voids:
    """The void matches of a store, as they come."""

    def __init__(self, store: Store) -> None:
        self._names = [entrant.name for entrant in store.tournament.bots]
        self._bench_after = store.tournament.bench_after
        self._retired = store.retired()
        self._found = store.voids()
        self._blamed = Counter(each.suspect for each in self._found if each.cause != "benched")

    @property
    def ids(self) -> set[str]:
        return {each.id for each in self._found}

    @property
    def found(self) -> Sequence[VoidMatch]:
        return self._found

    def judge(self, fixture: Fixture, report: Finished | Lost, tries: int) -> VoidMatch:
        """What to keep of a match that was tried so often."""
        if isinstance(report, Lost):
            what = f"ended or held up the referee's worker {tries} times; the last one {report.why}"
            return self._harm(fixture, "worker", f"{self._who(fixture)} {what}")
        unstarted = _unstarted(report.record.result.players)
        if unstarted is None:
            return self._harm(fixture, "stopped", report.record.result.cause)
        suspect = fixture.players[unstarted]
        detail = report.record.result.players[unstarted].detail
        why = f"{self._names[suspect]} does not start: {detail}"
        return self._add(fixture, suspect, "not-started", why)

    def bench(self, fixture: Fixture) -> VoidMatch | None:
        """What to keep of a match that is not tried, because a bot in it is benched."""
        for player in fixture.players:
            if player in self._retired:
                why = f"{self._names[player]} has a new version, which plays in its place"
                return self._add(fixture, player, "benched", why)
            if self.is_benched(player):
                why = (
                    f"{self._names[player]} is benched: {self._blamed[player]} matches could not "
                    "be played because of it"
                )
                return self._add(fixture, player, "benched", why)
        return None

    def is_benched(self, entrant: int) -> bool:
        return 0 < self._bench_after <= self._blamed[entrant]

    def _harm(self, fixture: Fixture, cause: str, why: str) -> VoidMatch:
        """The likely cause is whoever alone was in all matches that ended like this."""
        others = [set(each.players) for each in self._found if each.cause in HARMED]
        common = set(fixture.players).intersection(*others)
        if len(common) != 1:
            return self._add(fixture, None, cause, why)
        (suspect,) = common
        told = f"{why}; {self._names[suspect]} alone was in all such matches" if others else why
        return self._add(fixture, suspect, cause, told)

    def _add(self, fixture: Fixture, suspect: int | None, cause: str, why: str) -> VoidMatch:
        void = VoidMatch(fixture.id, fixture.group, fixture.players, suspect, cause, why)  # type: ignore[arg-type]
        self._found.append(void)
        if cause != "benched":
            self._blamed[suspect] += 1
        return void

    def _who(self, fixture: Fixture) -> str:
        return " or ".join(dict.fromkeys(self._names[player] for player in fixture.players))


def _unstarted(players: Sequence[PlayerResult]) -> int | None:
    """The seat of the bot that did not start."""
    ends = [player.termination for player in players]
    return ends.index("not-started") if "not-started" in ends else None
