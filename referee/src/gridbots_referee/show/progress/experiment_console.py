"""Console of `referee experiment`: tables for people, cells for programs."""

from __future__ import annotations

import sys
from contextlib import contextmanager
from typing import TYPE_CHECKING

from gridbots_referee.show.progress.console import Console, ProgressLine
from gridbots_referee.show.tables.experiment import as_json, table, verdict_line

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from gridbots_referee.experiments.comparison import Cell, Reproduction
    from gridbots_referee.experiments.experiment import Experiment, Lineup


class ExperimentConsole(Console):
    """Observes an experiment; tables go to stdout, or to stderr if stdout carries cells."""

    @contextmanager
    def progress(self, matches: int) -> Iterator[Callable[[int], None]]:
        line = ProgressLine(matches)
        try:
            yield line.update
        finally:
            line.end()

    def lineup_finished(
        self, experiment: Experiment, lineup: Lineup, cells: Sequence[Cell]
    ) -> None:
        if self._as_json:
            for cell in cells:
                print(as_json(experiment, cell), flush=True)
        if len(experiment.lineups) > 1:
            self._print(lineup.title)
        self._print("\n".join(table(cells, experiment.z)) + "\n")

    def print_verdict(self, played: Reproduction) -> None:
        self._print(verdict_line(played.cells, played.experiment.confidence))

    def _print(self, text: str) -> None:
        print(text, file=sys.stderr if self._as_json else sys.stdout, flush=True)
