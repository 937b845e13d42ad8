"""Progress reports of a training, with the time left: as text on stderr, and as JSON lines."""

from __future__ import annotations

import json
import math
import sys
import time
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from collections.abc import Mapping

INTERVAL: Final = 5.0
"""Seconds between two reports."""


class Progress:
    """Progress of a training; its pace does not count what an earlier process completed."""

    def __init__(self, completed: int, total: int, unit: str, *, as_json: bool) -> None:
        """`unit`: what is counted, such as matches."""
        self._first = completed
        self._total = total
        self._unit = unit
        self._as_json = as_json
        self._began = self._reported = time.monotonic()

    def is_due(self) -> bool:
        return time.monotonic() - self._reported >= INTERVAL

    def report(self, completed: int, figures: Mapping[str, float]) -> None:
        self._reported = now = time.monotonic()
        pace = max(completed - self._first, 1) / max(now - self._began, 1e-9)
        left = (self._total - completed) / pace
        shown = ", ".join(f"{name} {value:.1f}" for name, value in figures.items())
        say(
            f"{completed:,} of {self._total:,} {self._unit}, {rate(pace)}, "
            f"about {duration(left)} left: {shown}"
        )
        if self._as_json:
            rounded = {
                name: round(value, 3) if math.isfinite(value) else None
                for name, value in figures.items()
            }
            event = {
                "done": completed, "total": self._total, "per_second": round(pace, 3),
                "seconds_left": round(left, 1), **rounded,
            }  # fmt: skip
            write_event("progress", event)


def say(text: str) -> None:
    """Print a line to stderr."""
    print(text, file=sys.stderr, flush=True)


def write_event(event: str, values: Mapping[str, Any]) -> None:
    """Print a JSON line to stdout."""
    print(json.dumps({"event": event, **values}), flush=True)


def rate(pace: float) -> str:
    return f"{pace:,.0f} a second" if pace >= 10 else f"{pace:.2g} a second"


def duration(seconds: float) -> str:
    minutes, rest = divmod(round(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    if hours:
        return f"{hours} h {minutes} min"
    return f"{minutes} min {rest} s" if minutes else f"{rest} s"
