"""Console of `referee tournament`: progress for people, events for programs."""

from __future__ import annotations

import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING, Final, Self

from msgspec import to_builtins

from gridbots_referee.play.cores import OVERLOADED, load_per_core
from gridbots_referee.show.progress.console import Console, progress_line
from gridbots_referee.show.tables import match_events as events
from gridbots_referee.show.tables.result_text import failed, shown_name
from gridbots_referee.show.tables.sprt import evidence_text
from gridbots_referee.show.tables.tournament import standings
from gridbots_referee.show.terminal.screen import HIDE_CURSOR, SHOW_CURSOR, Screen, fitting, up
from gridbots_referee.show.terminal.text import align, plural, visible, visible_lines
from gridbots_referee.tournament.stats.played import points_of_outcome
from gridbots_referee.tournament.stats.scoreboard import Scoreboard
from gridbots_referee.tournament.stats.sprt import FIRST
from gridbots_referee.tournament.store.summary import summarise, summary_dict

if TYPE_CHECKING:
    from collections.abc import Sequence

    from gridbots_referee.tournament.formats.tournament import Fixture
    from gridbots_referee.tournament.run.job import Finished
    from gridbots_referee.tournament.stats.played import PlayedMatch, VoidMatch
    from gridbots_referee.tournament.stats.sprt import RunningSprt, SprtStatus
    from gridbots_referee.tournament.store.store import Store

TERMINAL_SECONDS: Final = 0.5
LOG_SECONDS: Final = 30.0
"""How often progress is shown: in place in a terminal, or as lines of a log."""
SHOWN: Final = 15
"""Entrants in the running standings."""
COLUMNS: Final = ("", "name", "points", "matches", "W-D-L", "forfeits", "score", "Elo")


class TournamentConsole(Console):
    """Observes a tournament: progress goes to stderr, the final table or the events to stdout."""

    def __init__(
        self, names: Sequence[str], *, as_json: bool, quiet: bool, plays_here: bool = True
    ) -> None:
        super().__init__(as_json=as_json, quiet=quiet)
        self._names = names
        self._screen = Screen(sys.stderr)
        self._board = Scoreboard(len(names))
        self._total = self._before = self._done = 0
        self._began = self._shown = time.monotonic()
        self._drawn = 0
        """Lines between the start of the picture and the cursor."""
        self._checks_load = plays_here
        self._test: RunningSprt | None = None
        self.note = ""
        """A line below the progress."""

    def __enter__(self) -> Self:
        if self._in_place:
            self._screen.write(HIDE_CURSOR)
        return self

    def __exit__(self, *_: object) -> None:
        if self._in_place:
            # The final table replaces the running one.
            self._screen.redraw(up(self._drawn), [self._progress()])
            self._screen.write("\n" + SHOW_CURSOR)

    @property
    def _in_place(self) -> bool:
        return self._screen.in_place and not self._quiet

    def follow(self, test: RunningSprt) -> None:
        """Also show the evidence of the test that these matches belong to."""
        self._test = test
        self.note = evidence(test.status, unicode=self._screen.style.unicode)

    def log(self, text: str) -> None:
        if not self._quiet:
            self._screen.write(f"{visible_lines(text)}\n")

    def count_played(self, played: Sequence[PlayedMatch]) -> None:
        """Count the matches of earlier runs."""
        for each in played:
            self._board.add(each.players, each.points, each.forfeited)

    def stage_started(self, todo: int, done: int) -> None:
        if not self._total:  # Compiling the bots does not count for the rate.
            self._began = time.monotonic()
        self._total, self._before = todo + done, done - self._done
        self.emit("matches_expected", {"expected": self._total, "played": done})

    def match_finished(self, fixture: Fixture, finished: Finished) -> None:
        self._done += 1
        self.warn_of_match(finished.record.result.warning)
        outcome = finished.record.result.outcome
        if outcome:
            points = points_of_outcome(outcome)
            forfeited = list(map(failed, finished.record.result.players))
            self._board.add(fixture.players, points, forfeited)
            if self._test:
                self._add_evidence(self._test, fixture, points)
        if self._as_json:
            event = events.match_finished(finished.record, Path(finished.path))
            extra = {"fixture": fixture.id, "stage": fixture.stage, "group": fixture.group}
            self.print_event({**event, **extra})

    def match_void(self, fixture: Fixture, void: VoidMatch) -> None:
        self._done += 1
        if void.cause != "benched":
            self.warn(f"Match {fixture.id} could not be played: {visible(void.why)}.")
        fields = {"fixture": fixture.id, "suspect": self._suspect(void)}
        self.emit("match_void", {**fields, "cause": void.cause, "why": void.why})

    def _suspect(self, void: VoidMatch) -> str | None:
        return None if void.suspect is None else self._names[void.suspect]

    def _add_evidence(self, test: RunningSprt, fixture: Fixture, points: tuple[float, ...]) -> None:
        if not test.add(fixture.group, points[fixture.players.index(FIRST)]):
            return
        self.note = evidence(test.status, unicode=self._screen.style.unicode)
        self.emit("evidence", {"pairs": test.counts, **to_builtins(test.status)})

    def print_result(self, store: Store) -> None:
        """Print the table of `referee standings` after the last match, or after an interruption."""
        found = summarise(store)
        fields = {"store": str(store.path), "played": found.matches}
        self.emit("tournament_finished", {**fields, **summary_dict(found)})
        if not self._quiet:
            screen = self._screen if self._as_json else Screen(sys.stdout)
            unicode = screen.style.unicode
            parts = [standings.as_text(found, unicode=unicode)]
            if self._test:
                parts.append(conclusion(self._names, self._test.status, unicode=unicode))
            parts.append(f"Store: {store.path}   Records: {store.records}\n")
            screen.write("\n\n".join(parts))

    def interrupted(self, played: int, command: Sequence[str], line: str) -> None:
        """Report the progress and the command that continues the tournament."""
        fields = {"played": played, "expected": self._total, "command": ["referee", *command]}
        self.emit("interrupted", fields)
        far = f"after {played} of {self._total} matches" if self._total else "before it began"
        self.log(f"\nInterrupted {far}. To continue:{line}")

    def heartbeat(self) -> None:
        now = time.monotonic()
        if now - self._shown < (TERMINAL_SECONDS if self._screen.in_place else LOG_SECONDS):
            return
        self._shown = now
        self._warn_of_load()
        self._emit_progress()
        if self._in_place:
            self._draw()
        elif not self._quiet:
            self.log(self._progress() + (f"  {self.note}" if self.note else ""))

    def _warn_of_load(self) -> None:
        if self._checks_load and load_per_core() > OVERLOADED:
            self._checks_load = False
            self.warn(
                f"Warning: the load is {load_per_core():.1f} per core: times are not reliable."
            )

    def warn(self, text: str) -> None:
        """Print text above the progress."""
        self.log(f"\n{text}" if self._in_place else text)
        self._drawn = 0

    def _emit_progress(self) -> None:
        self.emit(
            "progress",
            {
                "played": self._before + self._done,
                "expected": self._total,
                "per_second": round(self._done / max(time.monotonic() - self._began, 1e-9), 3),
                "standings": [
                    {
                        "name": self._names[entrant],
                        "points": self._board.scores[entrant].points,
                        "matches": self._board.scores[entrant].matches,
                        "forfeits": self._board.scores[entrant].forfeits,
                    }
                    for entrant in self._board.ranking()
                ],
            },
        )

    def _progress(self) -> str:
        """The rate does not count matches of earlier runs."""
        left = self._total - self._before
        line = progress_line(self._done, left, time.monotonic() - self._began)
        return f"{line}  ({self._before} before)" if self._before else line

    def _draw(self) -> None:
        lines = [self._progress(), *([self.note] if self.note else []), *self._table()]
        lines = fitting(lines, self._screen)
        self._screen.redraw(up(self._drawn), lines)
        self._drawn = len(lines) - 1

    def _table(self) -> list[str]:
        """The leaders so far; `referee standings` adds intervals."""
        unicode, elo = self._screen.style.unicode, self._board.elo()
        rows = [
            (
                str(place),
                shown_name(self._names[entrant], unicode=unicode),
                standings.number(score.points),
                str(score.matches),
                f"{score.won}-{score.drawn}-{score.lost}",
                str(score.forfeits),
                standings.percent(score.mean),
                standings.signed(elo[entrant]) if elo else "",
            )
            for place, entrant in enumerate(self._board.ranking()[:SHOWN], 1)
            for score in [self._board.scores[entrant]]
        ]
        columns = len(COLUMNS) if elo else len(COLUMNS) - 1
        return align([row[:columns] for row in (COLUMNS, *rows)], right="rlrrrrrr"[:columns])


def evidence(status: SprtStatus, *, unicode: bool) -> str:
    """The evidence of a test: `LLR 1.23 (-2.94 to 2.94), Elo +5.1 ± 8.0, 420 pairs`."""
    return f"{evidence_text(status, unicode=unicode)}, {plural(status.estimate.pairs, 'pair')}"


def conclusion(names: Sequence[str], status: SprtStatus, *, unicode: bool = True) -> str:
    """The conclusion of a test, in a sentence."""
    first, second = (shown_name(name) for name in names)
    means = {
        "accepted": f"Accepted: {first} is stronger than {second} by elo1 rather than by elo0.",
        "rejected": f"Rejected: {first} is stronger than {second} by elo0 rather than by elo1.",
        "undecided": "Undecided: the evidence does not suffice yet.",
    }
    return f"{means[status.state]}\n{evidence(status, unicode=unicode)}"
