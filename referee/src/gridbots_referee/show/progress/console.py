"""Consoles: text for people on stderr, events for programs on stdout, and progress lines."""

from __future__ import annotations

import sys
import time
from typing import TYPE_CHECKING, Final, Self

from gridbots_referee.show.tables.match_events import SCHEMA, line
from gridbots_referee.show.terminal.screen import USUAL_SIZE, Screen
from gridbots_referee.show.terminal.text import cut, duration, visible_lines

if TYPE_CHECKING:
    from collections.abc import Mapping

TERMINAL_SECONDS: Final = 0.2
LOG_SECONDS: Final = 10.0
"""How often progress is shown: in place in a terminal, or as lines of a log."""
MATCHES: Final = "matches"


class Console:
    """Base of the consoles of all commands."""

    def __init__(self, *, as_json: bool, quiet: bool = False) -> None:
        self._as_json = as_json
        self._quiet = quiet
        self._has_warned = False

    def log(self, text: str) -> None:
        """Print text for people to stderr, unless the console is quiet."""
        if not self._quiet:
            print(visible_lines(text), file=sys.stderr, flush=True)

    def warn(self, text: str) -> None:
        self.log(text)

    def warn_of_match(self, warning: str) -> None:
        """Warn once that something on this machine distorts the times of matches."""
        if warning and not self._has_warned:
            self._has_warned = True
            self.warn(f"Warning: {warning}.")

    def emit(self, event: str, fields: Mapping[str, object]) -> None:
        """Print an event for programs to stdout."""
        self.print_event({"event": event, "schema": SCHEMA, **fields})

    def print_event(self, event: dict[str, object]) -> None:
        if self._as_json:
            print(line(event), flush=True)


class StatusLine:
    """Progress of a long command: updated in place in a terminal, or as lines of a log."""

    def __init__(self) -> None:
        self._in_place = sys.stderr.isatty()
        self._shown = time.monotonic()

    def show(self, text: str) -> None:
        """Show a line of text, unless another one was shown just before."""
        now = time.monotonic()
        if now - self._shown < (TERMINAL_SECONDS if self._in_place else LOG_SECONDS):
            return
        self._shown = now
        self._print(text)

    def _print(self, text: str) -> None:
        if self._in_place:
            text = f"\r{cut(text, (Screen(sys.stderr).columns or USUAL_SIZE.columns) - 1)}\x1b[K"
        print(text, end="" if self._in_place else "\n", file=sys.stderr, flush=True)

    def end(self) -> None:
        """Remove the line from the terminal."""
        if self._in_place:
            print("\r\x1b[K", end="", file=sys.stderr, flush=True)


class ProgressLine(StatusLine):
    """How much is done, at what rate, and the time left."""

    def __init__(self, total: int, what: str = MATCHES) -> None:
        super().__init__()
        self._total = total
        self._what = what
        self._began = self._shown

    def restart(self) -> None:
        """Measure the rate from now on."""
        self._began = self._shown = time.monotonic()

    def update(self, done: int, total: int | None = None, note: str = "") -> None:
        """Show how many are done, followed by a note; 0 restarts the clock."""
        if done == 0:
            self.restart()
        total = self._total if total is None else total
        text = progress_line(done, total, time.monotonic() - self._began, self._what)
        self.show(f"{text}  {note}" if note else text)


def progress_line(done: int, total: int, seconds: float, what: str = MATCHES) -> str:
    """The progress of a series: `  34 of 100   34 %   5.2 matches/s   13 s left`."""
    share = 100 * done // total if total else 100
    text = f"{done:{len(str(total))}} of {total}  {share:3} %"
    if done == 0 or seconds <= 0:
        return text
    return (
        f"{text}  {_rate(done / seconds, what)}  {duration((total - done) * seconds / done)} left"
    )


def _rate(per_second: float, what: str) -> str:
    if per_second >= 1:
        return f"{per_second:.1f} {what}/s"
    return f"{60 * per_second:.1f} {what}/min"


class StageLine(StatusLine):
    """The current stage of a long command; a terminal shows each new stage at once."""

    def update(self, stage: str, progress: str) -> None:
        """Show a stage, and how far it has got; a new stage has no progress."""
        if self._in_place and not progress:
            self._print(f"{stage} ...")
        else:
            self.show(f"{stage}{progress} ...")

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.end()
