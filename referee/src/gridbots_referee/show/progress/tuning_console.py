"""Output of `referee tune` while it plays: progress for people, events for programs."""

from __future__ import annotations

import sys
import time
from typing import TYPE_CHECKING, Any, Final

import msgspec

from gridbots_referee.show.progress.console import LOG_SECONDS, TERMINAL_SECONDS
from gridbots_referee.show.progress.console import progress_line as progress_text
from gridbots_referee.show.tables.tuning import evidence_text, result_lines
from gridbots_referee.tuning.parameters import value_texts

if TYPE_CHECKING:
    from gridbots_referee.tournament.stats.sprt import SprtStatus
    from gridbots_referee.tuning.runner import Tuned, TuningStep
    from gridbots_referee.tuning.tuning import Tuning

SCHEMA: Final = 1
"""Version of the events."""


class TuningConsole:
    """Observes a tuning; text for people goes to stderr, the result to stdout."""

    def __init__(self, tuning: Tuning, *, as_json: bool, quiet: bool) -> None:
        self._tuning = tuning
        self._as_json = as_json
        self._quiet = quiet
        self._in_place = sys.stderr.isatty()
        self._began = self._shown = time.monotonic()
        self._before = 0
        """Matches of earlier runs."""

    def log(self, text: str) -> None:
        if not self._quiet:
            self._clear()
            print(text, file=sys.stderr, flush=True)

    def step_finished(self, step: TuningStep, *, is_new: bool) -> None:
        if not is_new:
            self._before = step.matches
            self._began = time.monotonic()
            return
        self._event("step", msgspec.structs.asdict(step))
        done, total = step.matches - self._before, self._tuning.matches - self._before
        values = value_texts(self._tuning.parameters, step.values)
        now = " ".join(f"{name} {value}" for name, value in values.items())
        self._progress(f"{progress_text(done, total, time.monotonic() - self._began)}  {now}")

    def confirming(self, bot: str, start: str) -> None:
        self.log(f"Confirming: {bot} against {start}")

    def confirmed(self, status: SprtStatus, matches: int) -> None:
        told = {name: getattr(status, name) for name in ("state", "llr", "lower", "upper")}
        self._event("confirmation", {"matches": matches, **told})
        self._progress(f"{matches} matches  {evidence_text(status)}")

    def print_result(self, tuned: Tuned) -> None:
        self._clear()
        if self._as_json:
            estimate = tuned.status and msgspec.to_builtins(tuned.status)
            told = {"bot": tuned.bot, "start": tuned.start, "values": tuned.values}
            self._event("tuned", {**told, "state": tuned.state, "status": estimate})
        elif not self._quiet:
            print("\n".join(result_lines(tuned)))

    def _event(self, name: str, values: dict[str, Any]) -> None:
        if self._as_json:
            event = {"event": name, "schema": SCHEMA, **values}
            print(msgspec.json.encode(event).decode(), flush=True)

    def _progress(self, text: str) -> None:
        now = time.monotonic()
        wait = TERMINAL_SECONDS if self._in_place else LOG_SECONDS
        if self._quiet or now - self._shown < wait:
            return
        self._shown = now
        before, after = ("\r", "\x1b[K") if self._in_place else ("", "\n")
        print(f"{before}{text}", end=after, file=sys.stderr, flush=True)

    def _clear(self) -> None:
        if self._in_place and not self._quiet:
            print("\r\x1b[K", end="", file=sys.stderr, flush=True)
