"""Options and settings of all tests."""

from __future__ import annotations

import pytest
from hypothesis import settings

# No example database and no deadline: a run depends on the sources alone, not on the machine.
settings.register_profile("gridbots", derandomize=True, deadline=None, database=None)
settings.load_profile("gridbots")


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--golden", action="store_true", help="write the golden files anew")
    parser.addoption("--nightly", action="store_true", help="run the long statistical checks too")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    if config.getoption("--nightly"):
        return
    skip = pytest.mark.skip(reason="a long check: run with --nightly")
    for item in items:
        if item.get_closest_marker("nightly"):
            item.add_marker(skip)


@pytest.fixture
def golden(request: pytest.FixtureRequest) -> bool:
    """Whether golden files are to be written anew."""
    return bool(request.config.getoption("--golden"))
