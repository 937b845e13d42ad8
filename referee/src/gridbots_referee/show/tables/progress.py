"""How far a series of matches is: told in place in a terminal, or as lines of a log."""

from __future__ import annotations

import sys
import time
from typing import Final

from gridbots_referee.show.tables.summary import progress

TERMINAL_SECONDS: Final = 0.2
LOG_SECONDS: Final = 10.0
"""How often it is told."""


class Progress:
    """On stderr."""

    def __init__(self, matches: int) -> None:
        self._matches = matches
        self._in_place = sys.stderr.isatty()
        self._began = time.monotonic()
        self._told = self._began

    def tell(self, done: int) -> None:
        """So many matches have been played; says so from time to time. With 0, time begins anew."""
        now = time.monotonic()
        if done == 0:
            self._began = self._told = now
        if now - self._told < (TERMINAL_SECONDS if self._in_place else LOG_SECONDS):
            return
        self._told = now
        line = progress(done, self._matches, now - self._began)
        text, end = (f"\r{line}\x1b[K", "") if self._in_place else (line, "\n")
        print(text, end=end, file=sys.stderr, flush=True)

    def end(self) -> None:
        if self._in_place:
            print("\r\x1b[K", end="", file=sys.stderr, flush=True)
