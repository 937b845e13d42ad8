"""Fixtures: sites of all kinds, each on its own page."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from tests.viewer.accessibility.audit import settle
from tests.viewer.accessibility.sites import site_of

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from playwright.sync_api import Page

    from gridbots_referee.show.viewer.handler import Site
    from gridbots_referee.show.viewer.server import Server


@pytest.fixture
def site(request: pytest.FixtureRequest, tmp_path: Path) -> Site:
    """The site of the kind in the parameter of a test."""
    return site_of(request.param, tmp_path / "site")


@pytest.fixture
def at_site(page: Page, site: Site, serve: Callable[[Site], Server]) -> Page:
    """The page at the first view of the site, without animations."""
    page.emulate_media(reduced_motion="reduce")
    page.goto(serve(site).address)
    page.wait_for_selector("main[aria-busy=false]")
    settle(page)
    return page
