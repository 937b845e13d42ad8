"""Report of the long checks: a table in Markdown.

It is written anew after each check, so that a run that is cut short keeps what was found, and a run
of some checks keeps the rows of the others.
"""

from __future__ import annotations

import datetime
import os
import re
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from pathlib import Path

    import pytest

ABOUT: Final = """\
# Long checks

What `scripts/nightly` found, each check on its day and at its commit. `scripts/nightly -k WORD`
runs some of them again and keeps the other rows.

| check | figure | outcome | minutes | day | commit |
|---|---|---|---:|---|---|
"""


class NightlyReport:
    """Collects the outcome and the figure (`record_property("figure", ...)`) of each test."""

    def __init__(self, target: Path) -> None:
        self.target = target
        self.rows = rows_of(target.read_text()) if target.exists() else {}
        self.ran: set[str] = set()

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.when == "call" or (report.when == "setup" and report.failed):
            name = name_of(report)
            self.ran.add(name)
            self.rows[name] = row(report)
            self.write()

    def pytest_sessionfinish(self, session: pytest.Session, exitstatus: int) -> None:
        """A run of all checks, to its end, leaves no row of one that is there no more."""
        option = session.config.option
        if exitstatus in {0, 1} and not (option.keyword or option.file_or_dir):
            self.rows = {name: line for name, line in self.rows.items() if name in self.ran}
            self.write()

    def write(self) -> None:
        self.target.write_text(ABOUT + "".join(f"{line}\n" for line in self.rows.values()))


def rows_of(page: str) -> dict[str, str]:
    """The rows of a page, by the check; of a page with other columns there are none."""
    if ABOUT.splitlines()[-2] not in page:
        return {}
    rows = re.finditer(r"^\| (test_.*?) \| .*$", page, re.MULTILINE)
    return {each[1]: each[0] for each in rows}


def name_of(report: pytest.TestReport) -> str:
    return report.nodeid.rpartition("::")[2].replace("|", r"\|")


def row(report: pytest.TestReport) -> str:
    figure = next((value for key, value in report.user_properties if key == "figure"), "")
    commit, minutes = os.environ.get("COMMIT", "unknown"), f"{report.duration / 60:.1f}"
    cells = name_of(report), str(figure), report.outcome, minutes, str(today()), commit
    return f"| {' | '.join(cells)} |"


def today() -> datetime.date:
    return datetime.datetime.now(datetime.UTC).date()
