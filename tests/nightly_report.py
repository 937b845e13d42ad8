"""Report of the long checks: a table in Markdown.

It is written anew after each check, so that a run that is cut short keeps what was found.
"""

from __future__ import annotations

import datetime
import os
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path

    import pytest


class NightlyReport:
    """Collects the outcome and the figure (`record_property("figure", ...)`) of each test."""

    def __init__(self, target: Path) -> None:
        self.target = target
        self.rows: list[str] = []
        self.chosen = 0

    def pytest_collection_finish(self, session: pytest.Session) -> None:
        self.chosen = len(session.items)

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.when == "call" or (report.when == "setup" and report.failed):
            self.rows.append(row(report))
            self.target.write_text(self.text())

    def text(self) -> str:
        commit = os.environ.get("COMMIT", "unknown")
        made = f"What `scripts/nightly` found on {today()} at commit {commit}"
        played = f"{len(self.rows)} of the {self.chosen} checks that were chosen."
        table = ["| check | figure | outcome | minutes |", "|---|---|---|---:|", *self.rows]
        return "\n".join(["# Long checks", "", f"{made}: {played}", "", *table, ""])


def row(report: pytest.TestReport) -> str:
    name = report.nodeid.rpartition("::")[2].replace("|", r"\|")
    figure = next((value for key, value in report.user_properties if key == "figure"), "")
    return f"| {name} | {figure} | {report.outcome} | {report.duration / 60:.1f} |"


def today() -> datetime.date:
    return datetime.datetime.now(datetime.UTC).date()
