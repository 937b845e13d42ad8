"""Progress reports of a training, with an estimate of the end: for people, and as JSON lines."""

from __future__ import annotations

import json
import math
import sys
import time
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from collections.abc import Mapping

INTERVAL: Final = 5.0
"""Seconds between two lines."""


class Progress:
    """Progress of a training. Its pace is that of this process, without what was done before."""

    def __init__(self, done: int, total: int, counts: str, *, as_json: bool) -> None:
        """`counts`: what is counted, such as matches."""
        self._first = done
        self._total = total
        self._counts = counts
        self._as_json = as_json
        self._began = self._told = time.monotonic()

    def is_due(self) -> bool:
        return time.monotonic() - self._told >= INTERVAL

    def tell(self, done: int, figures: Mapping[str, float]) -> None:
        """Report that so many are done, with these figures."""
        self._told = now = time.monotonic()
        pace = max(done - self._first, 1) / max(now - self._began, 1e-9)
        left = (self._total - done) / pace
        shown = ", ".join(f"{name} {value:.1f}" for name, value in figures.items())
        say(
            f"{done:,} of {self._total:,} {self._counts}, {rate(pace)}, "
            f"about {duration(left)} left: {shown}"
        )
        if self._as_json:
            rounded = {
                name: round(value, 3) if math.isfinite(value) else None
                for name, value in figures.items()
            }
            event = {
                "done": done, "total": self._total, "per_second": round(pace, 3),
                "seconds_left": round(left, 1), **rounded,
            }  # fmt: skip
            write_event("progress", event)


def say(text: str) -> None:
    """Print a line for people."""
    print(text, file=sys.stderr, flush=True)


def write_event(event: str, values: Mapping[str, Any]) -> None:
    """Write a JSON line for programs."""
    print(json.dumps({"event": event, **values}), flush=True)


def rate(pace: float) -> str:
    return f"{pace:,.0f} a second" if pace >= 10 else f"{pace:.2g} a second"


def duration(seconds: float) -> str:
    minutes, rest = divmod(round(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    if hours:
        return f"{hours} h {minutes} min"
    return f"{minutes} min {rest} s" if minutes else f"{rest} s"
