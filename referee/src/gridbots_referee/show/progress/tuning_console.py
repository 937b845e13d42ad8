"""Console of `referee tune`: progress for people, events for programs."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from gridbots_referee.show.progress.console import Console, ProgressLine
from gridbots_referee.show.tables.sprt import evidence_text
from gridbots_referee.show.tables.tuning import result_lines
from gridbots_referee.tuning.parameters import value_texts

if TYPE_CHECKING:
    from gridbots_referee.tournament.stats.sprt import SprtStatus
    from gridbots_referee.tuning.runner import Tuned, TuningStep
    from gridbots_referee.tuning.tuning import Tuning


class TuningConsole(Console):
    """Observes a tuning; text for people goes to stderr, the result to stdout."""

    def __init__(self, tuning: Tuning, *, as_json: bool, quiet: bool) -> None:
        super().__init__(as_json=as_json, quiet=quiet)
        self._tuning = tuning
        self._line = ProgressLine(tuning.matches)
        self._before = 0
        """Matches of earlier runs."""

    def log(self, text: str) -> None:
        self._clear()
        super().log(text)

    def step_finished(self, step: TuningStep, *, is_new: bool) -> None:
        if not is_new:
            self._before = step.matches
            self._line.restart()
            return
        self.emit("step", msgspec.structs.asdict(step))
        values = value_texts(self._tuning.parameters, step.values)
        if not self._quiet:
            done, total = step.matches - self._before, self._tuning.matches - self._before
            self._line.update(
                done, total, " ".join(f"{name} {value}" for name, value in values.items())
            )

    def confirming(self, bot: str, start: str) -> None:
        self.log(f"Confirming: {bot} against {start}")

    def confirmed(self, status: SprtStatus, matches: int) -> None:
        evidence = {name: getattr(status, name) for name in ("state", "llr", "lower", "upper")}
        self.emit("confirmation", {"matches": matches, **evidence})
        if not self._quiet:
            self._line.show(f"{matches} matches  {evidence_text(status)}")

    def print_result(self, tuned: Tuned) -> None:
        self._clear()
        if self._as_json:
            status = tuned.status and msgspec.to_builtins(tuned.status)
            bots = {"bot": tuned.bot, "start": tuned.start, "values": tuned.values}
            counts = {"matches": tuned.matches, "forfeits": tuned.forfeits}
            self.emit("tuned", {**bots, **counts, "state": tuned.state, "status": status})
        elif not self._quiet:
            print("\n".join(result_lines(tuned)))

    def _clear(self) -> None:
        if not self._quiet:
            self._line.end()
