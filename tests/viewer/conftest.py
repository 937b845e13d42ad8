"""The page in a browser: fixtures for the tests in this folder.

Tests with the marker `browser` need Chromium and playwright; without them they are deselected, and
the summary reports it.
"""

from __future__ import annotations

import shutil
from typing import TYPE_CHECKING

import pytest

from gridbots_referee.show.viewer import connections
from gridbots_referee.show.viewer.server import Server
from gridbots_referee.show.viewer.sites.record_site import RecordSite

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from playwright.sync_api import Browser, Page

    from gridbots.record import Record
    from gridbots_referee.show.viewer.handler import Site

    Visit = Callable[..., Page]

PATIENCE_MS = 60_000
"""Time limit of a page on a busy machine."""


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """A browser for the tests of a file: matches in other files kill all child processes."""
    from playwright.sync_api import expect, sync_playwright
    from tests.conftest import BROWSERS

    program = next(filter(None, map(shutil.which, BROWSERS)))
    expect.set_options(timeout=PATIENCE_MS)
    with sync_playwright() as playwright:
        started = playwright.chromium.launch(executable_path=program, args=["--no-sandbox"])
        yield started
        started.close()


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    """A page that fails the test on any error."""
    context = browser.new_context(viewport={"width": 1100, "height": 800}, color_scheme="dark")
    context.set_default_timeout(PATIENCE_MS)
    opened = context.new_page()
    errors: list[str] = []
    opened.on("pageerror", lambda error: errors.append(str(error)))
    opened.on("console", lambda line: errors.append(line.text) if line.type == "error" else None)
    yield opened
    context.close()
    # A page reconnects to the events of a command that has ended.
    unexpected = [error for error in errors if "ERR_CONNECTION_REFUSED" not in error]
    assert unexpected == getattr(opened, "expected_errors", [])


@pytest.fixture
def serve(monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[[Site], Server]]:
    """Serves sites until the end of the test, without waiting for last requests."""
    monkeypatch.setattr(connections, "QUIET_SECONDS", 0)
    servers: list[Server] = []

    def start(site: Site) -> Server:
        server = Server(site)
        server.__enter__()
        servers.append(server)
        return server

    yield start
    for server in servers:
        server.__exit__()


@pytest.fixture
def visit(page: Page, serve: Callable[[Site], Server], tmp_path: Path) -> Visit:
    """Opens the page of these records; the match is paused in the opening."""

    def open_page(*records: Record) -> Page:
        from gridbots.record import write

        folder = tmp_path / "records"
        paths = [write(record, folder) for record in records]
        page.goto(serve(RecordSite(paths)).address)
        if len(paths) == 1:
            pause(page)
        return page

    return open_page


def pause(page: Page) -> None:
    """Pause the match, which plays when it is opened, and go to the opening."""
    page.wait_for_selector("canvas.board[data-frame]", state="attached")
    page.keyboard.press("Home")
    page.wait_for_selector("canvas.board[data-frame='0']", state="attached")
