"""Console of `referee run`: text for people, or events for programs."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Self

from gridbots_referee.show.board.live import Live
from gridbots_referee.show.progress.console import Console, ProgressLine
from gridbots_referee.show.tables import match_events as events
from gridbots_referee.show.tables.report import report, stderr_of
from gridbots_referee.show.tables.result_text import causes_in, endings, verdict
from gridbots_referee.show.tables.summary import Summary
from gridbots_referee.show.terminal.screen import Screen
from gridbots_referee.show.terminal.text import visible

if TYPE_CHECKING:
    from pathlib import Path

    from gridbots.record import Record
    from gridbots_referee.play.match import Watch
    from gridbots_referee.play.match_spec import MatchSpec


class MatchConsole(Console):
    """Observes matches; text for people goes to stdout, or to stderr if stdout carries events."""

    def __init__(
        self, matches: int, *, as_json: bool, quiet: bool, watch: bool, stderr: bool = False
    ) -> None:
        super().__init__(as_json=as_json, quiet=quiet)
        self._matches = matches
        self._screen = Screen(sys.stderr if as_json else sys.stdout)
        self._watch = watch and not quiet
        self._stderr = stderr
        """Whether the stderr of all bots is shown, and not only of those that failed."""
        self._live: Live | None = None
        self._summary = Summary()
        self._done = 0
        self.played = 0
        """Matches with an outcome."""
        self._folder: Path | None = None
        self._progress = ProgressLine(matches)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._end_live()
        if self._matches > 1 and self._done and not self._quiet:
            self._progress.end()
            self._screen.write(self._summary.text(unicode=self._screen.style.unicode))
            if self._folder:
                self._screen.write(f"\nRecords: {visible(str(self._folder))}\n")

    def match_started(self, spec: MatchSpec) -> Watch | None:
        """A match is about to begin; return the callback that watches it."""
        self.print_event(events.match_started(spec))
        if not self._watch:
            return None
        self._live = Live([launch.name for launch in spec.launches], self._screen)
        self._live.__enter__()
        return self._live.follow(spec.game)

    def _end_live(self) -> None:
        if self._live:
            self._live.__exit__(None, None, None)
            self._live = None

    def match_finished(self, record: Record, path: Path | None) -> None:
        """A match has ended; `path` is its record, if it could be written."""
        self._end_live()
        self._done += 1
        self.played += record.result.outcome is not None
        self.warn_of_match(record.result.warning)
        self._folder = path.parent if path else self._folder
        if self._as_json:
            ended = endings(record.result, causes_in(record))
            self.print_event(events.match_finished(record, path, ended))
        if self._matches == 1 and not self._quiet:
            unicode = self._screen.style.unicode
            self._screen.write(report(record, path, unicode=unicode, stderr=self._stderr))
        elif self._matches > 1:
            self._summary.add(record)
            if not self._quiet:
                self._progress.update(self._done)
            if record.result.cause:
                self.log(f"Match {self._done}: {verdict(record.result)}")
            if self._stderr:
                self.log("\n".join([f"Match {self._done}:", *stderr_of(record, failures=True)]))
