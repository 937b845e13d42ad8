"""Options and settings of all tests."""

from __future__ import annotations

import gc
import importlib.util
import os
import shutil
import signal
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import settings
from tests.golden import recordings
from tests.nightly_report import NightlyReport
from tests.scheduling import Scheduling
from tests.temporary_folder import use_own_temporary_folder

from gridbots_referee.play.isolation.environment import prepare_environment

if TYPE_CHECKING:
    from collections.abc import Iterator

prepare_environment()  # before anything imports numpy
# No example database and no deadline: a run depends on the sources alone, not on the machine.
settings.register_profile("gridbots", derandomize=True, deadline=None, database=None)
settings.load_profile("gridbots")
os.environ["GRIDBOTS_CONFIG"] = ""  # nor on what its user likes


BROWSERS = (
    "chromium-headless-shell",  # takes a third less CPU time than one that could open windows
    "chromium",
    "chromium-browser",
    "google-chrome",
    "google-chrome-stable",
)
"""Commands of browsers that the tests can drive."""


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--golden", type=Path, metavar="DIR", help="folder to take golden files from (tests/golden)"
    )
    parser.addoption("--write-golden", action="store_true", help="write the golden files anew")
    parser.addoption("--slow", action="store_true", help="run the slow tests too")
    parser.addoption("--nightly", action="store_true", help="run the long statistical checks too")
    parser.addoption(
        "--report", type=Path, metavar="FILE", help="write what the nightly checks found here"
    )


def pytest_configure(config: pytest.Config) -> None:
    is_worker = hasattr(config, "workerinput")
    if not is_worker:  # workers have that of the process that starts them
        use_own_temporary_folder(config)
    if folder := config.getoption("--golden"):
        recordings.choose(folder.resolve())
    if not is_worker and (target := config.getoption("--report")):
        config.pluginmanager.register(NightlyReport(target))


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> Scheduling | None:
    return Scheduling(config, log) if config.getoption("dist") == "loadfile" else None


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_auto_num_workers() -> int:
    """One more than the number of cores, because tests of clocks and leftovers sometimes wait."""
    return (os.cpu_count() or 1) + 1


def pytest_collection_finish() -> None:
    """Objects of the collected tests live to the end; the garbage collector can ignore them."""
    gc.freeze()


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    for item in items:
        if item.get_closest_marker("browser"):
            item.add_marker("slow")
    for marker in ("slow", "nightly"):
        if not config.getoption(f"--{marker}"):
            deselect(marker, config, items)
    if missing_for_browser():
        deselect("browser", config, items)
    if not has_torch():
        deselect("torch", config, items)
    if not has_atheris():
        deselect("atheris", config, items)


def deselect(marker: str, config: pytest.Config, items: list[pytest.Item]) -> None:
    marked = [item for item in items if item.get_closest_marker(marker)]
    config.hook.pytest_deselected(items=marked)
    items[:] = [item for item in items if not item.get_closest_marker(marker)]


def missing_for_browser() -> str:
    """The missing requirements of browser tests; an empty text if nothing is missing."""
    if not any(map(shutil.which, BROWSERS)):
        return "Chromium"
    return "" if importlib.util.find_spec("playwright") else "playwright"


def has_torch() -> bool:
    return importlib.util.find_spec("torch") is not None


def has_atheris() -> bool:
    return importlib.util.find_spec("atheris") is not None


def pytest_report_header(config: pytest.Config) -> list[str]:
    lines = []
    if missing := missing_for_browser():
        lines.append(f"browser: {missing} is missing, tests in a browser are left out")
    if not has_torch():
        lines.append("torch: it is missing, tests of training networks are left out")
    if config.getoption("--nightly") and not has_atheris():
        lines.append("atheris: it is missing, the coverage-guided run of fuzz targets is left out")
    return lines


@pytest.fixture
def writes_golden(request: pytest.FixtureRequest) -> bool:
    """Whether to rewrite the golden files."""
    return bool(request.config.getoption("--write-golden"))


@pytest.fixture
def hangups() -> Iterator[None]:
    """Hangups have their default action, although `nohup` may have started the tests."""
    before = signal.signal(signal.SIGHUP, signal.SIG_DFL)
    yield
    signal.signal(signal.SIGHUP, before)
