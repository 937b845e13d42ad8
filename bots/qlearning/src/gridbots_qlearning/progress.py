"""Tells people how far a training is, and when it will be done; or programs, as JSON lines."""

from __future__ import annotations

import json
import sys
import time
from typing import Any, Final

INTERVAL: Final = 5.0
"""Seconds between two lines."""


class Progress:
    def __init__(self, done: int, total: int, what: str, *, as_json: bool) -> None:
        self._first = done
        self._total = total
        self._what = what
        self._as_json = as_json
        self._began = self._told = time.monotonic()

    def is_due(self) -> bool:
        return time.monotonic() - self._told >= INTERVAL

    def tell(self, done: int, **figures: float) -> None:
        """So many are done, and this is how it goes."""
        self._told = now = time.monotonic()
        elapsed = now - self._began
        left = elapsed / max(done - self._first, 1) * (self._total - done)
        if self._as_json:
            rounded = {name: round(value, 3) for name, value in figures.items()}
            event = {"done": done, "total": self._total, "seconds_left": round(left, 1), **rounded}
            write_event("progress", event)
            return
        shown = ", ".join(f"{name} {value:.1f}" for name, value in figures.items())
        text = f"{done:,} of {self._total:,} {self._what}, about {duration(left)} left"
        print(f"{text}: {shown}", file=sys.stderr, flush=True)


def write_event(event: str, values: dict[str, Any]) -> None:
    """One JSON line on stdout."""
    print(json.dumps({"event": event, **values}), flush=True)


def duration(seconds: float) -> str:
    minutes, rest = divmod(round(seconds), 60)
    return f"{minutes} min {rest} s" if minutes else f"{rest} s"
