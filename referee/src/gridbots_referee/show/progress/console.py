"""Progress line: what is done, its rate and the time left; in place, or as lines of a log."""

from __future__ import annotations

import sys
import time
from typing import Final, Self

from gridbots_referee.show.terminal.text import duration

TERMINAL_SECONDS: Final = 0.2
LOG_SECONDS: Final = 10.0
"""How often it is told."""
MATCHES: Final = "matches"


class ProgressLine:
    """On stderr."""

    def __init__(self, total: int, what: str = MATCHES) -> None:
        self._total = total
        self._what = what
        self._in_place = sys.stderr.isatty()
        self._began = time.monotonic()
        self._shown = self._began

    def update(self, done: int) -> None:
        """Update the number of them that are done; 0 restarts the clock."""
        now = time.monotonic()
        if done == 0:
            self._began = self._shown = now
        if now - self._shown < (TERMINAL_SECONDS if self._in_place else LOG_SECONDS):
            return
        self._shown = now
        line = progress_line(done, self._total, now - self._began, self._what)
        text, end = (f"\r{line}\x1b[K", "") if self._in_place else (line, "\n")
        print(text, end=end, file=sys.stderr, flush=True)

    def end(self) -> None:
        if self._in_place:
            print("\r\x1b[K", end="", file=sys.stderr, flush=True)


def progress_line(done: int, total: int, seconds: float, what: str = MATCHES) -> str:
    """How far a series is: `  34 of 100   34 %   5.2 matches/s   13 s left`."""
    share = 100 * done // total if total else 100
    line = f"{done:{len(str(total))}} of {total}  {share:3} %"
    if done == 0 or seconds <= 0:
        return line
    return (
        f"{line}  {_rate(done / seconds, what)}  {duration((total - done) * seconds / done)} left"
    )


def _rate(per_second: float, what: str) -> str:
    if per_second >= 1:
        return f"{per_second:.1f} {what}/s"
    return f"{60 * per_second:.1f} {what}/min"


class StageLine:
    """Shown in a terminal only."""

    def __init__(self) -> None:
        self._is_shown = sys.stderr.isatty()

    def show(self, stage: str) -> None:
        if self._is_shown:
            sys.stderr.write(f"\r{stage} ...\x1b[K")
            sys.stderr.flush()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        if self._is_shown:
            sys.stderr.write("\r\x1b[K")
            sys.stderr.flush()
