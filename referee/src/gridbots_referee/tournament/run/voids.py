"""Void matches: matches that could not be played, their suspects, and benched bots."""

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
"""Causes that name no bot: the suspect is inferred from all such matches."""


class Voids:
    """The void matches of a store, and which entrants are benched."""

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

    def classify(self, fixture: Fixture, report: Finished | Lost, tries: int) -> VoidMatch:
        """The void match of a fixture that failed in all attempts."""
        if isinstance(report, Lost):
            what = f"ended or blocked the referee's worker {tries} times; the last one {report.why}"
            return self._infer(fixture, "worker", f"{self._bots(fixture)} {what}")
        unstarted = _unstarted(report.record.result.players)
        if unstarted is None:
            return self._infer(fixture, "stopped", report.record.result.cause)
        suspect = fixture.players[unstarted]
        detail = report.record.result.players[unstarted].detail
        why = f"{self._names[suspect]} does not start: {detail}"
        return self._add(fixture, suspect, "not-started", why)

    def bench(self, fixture: Fixture) -> VoidMatch | None:
        """The void match of a fixture that is skipped because one of its bots is benched."""
        for player in fixture.players:
            if player in self._retired:
                why = f"{self._names[player]} was replaced by a new version"
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

    def _infer(self, fixture: Fixture, cause: str, why: str) -> VoidMatch:
        """The suspect is the only bot that took part in all matches that ended like this."""
        others = [set(each.players) for each in self._found if each.cause in HARMED]
        common = set(fixture.players).intersection(*others)
        if len(common) != 1:
            return self._add(fixture, None, cause, why)
        (suspect,) = common
        if others:
            why = f"{why}; only {self._names[suspect]} took part in all such matches"
        return self._add(fixture, suspect, cause, why)

    def _add(self, fixture: Fixture, suspect: int | None, cause: str, why: str) -> VoidMatch:
        void = VoidMatch(fixture.id, fixture.group, fixture.players, suspect, cause, why)  # type: ignore[arg-type]
        self._found.append(void)
        if cause != "benched":
            self._blamed[suspect] += 1
        return void

    def _bots(self, fixture: Fixture) -> str:
        return " or ".join(dict.fromkeys(self._names[player] for player in fixture.players))


def _unstarted(players: Sequence[PlayerResult]) -> int | None:
    """The seat of the bot that did not start."""
    ends = [player.termination for player in players]
    return ends.index("not-started") if "not-started" in ends else None
