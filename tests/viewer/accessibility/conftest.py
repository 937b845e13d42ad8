"""Sites of all kinds for the tests in this folder, each in a page of its own."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from tests.viewer.accessibility.audit import settle
from tests.viewer.accessibility.sites import site_of

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from playwright.sync_api import Page

    from gridbots_referee.show.viewer.server import Server, Site


@pytest.fixture
def site(request: pytest.FixtureRequest, tmp_path: Path) -> Site:
    """The site of the kind that a test names as its parameter."""
    return site_of(request.param, tmp_path / "site")


@pytest.fixture
def at_site(page: Page, site: Site, serve: Callable[[Site], Server]) -> Page:
    """The page, at the first view of the site; nothing in it moves."""
    page.emulate_media(reduced_motion="reduce")
    page.goto(serve(site).address)
    page.wait_for_selector("main[aria-busy=false]")
    settle(page)
    return page
