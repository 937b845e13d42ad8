"""Every view of every kind of site: the rules of axe-core, the keyboard, and direct links."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from tests.viewer.accessibility.audit import faults_in_all, focused, listen, open_view
from tests.viewer.accessibility.sites import VIEWS

if TYPE_CHECKING:
    from playwright.sync_api import Page

    from gridbots_referee.show.viewer.sites.tournament.site import TournamentSite

pytestmark = [pytest.mark.browser, pytest.mark.slow]
FIRST = "A Skip to content"
EVERY = pytest.mark.parametrize("site", VIEWS, indirect=True)


def kind_of(request: pytest.FixtureRequest) -> str:
    name: str = request.node.callspec.params["site"]
    return name


@EVERY
def test_no_view_has_faults_in_any_theme_or_size(
    at_site: Page, request: pytest.FixtureRequest
) -> None:
    asked, titles, found = listen(at_site), [], []
    for view in VIEWS[kind_of(request)]:
        open_view(at_site, view)
        found += [f"{view}: {fault}" for fault in faults_in_all(at_site)]
        titles.append(at_site.title())
    assert not found, "\n".join(found)
    assert len(set(titles)) == len(titles), titles
    assert [url for url in asked if "127.0.0.1" not in url and not url.startswith("data:")] == []


@EVERY
def test_the_tab_of_the_view_that_is_shown_is_marked(
    at_site: Page, request: pytest.FixtureRequest
) -> None:
    for view in VIEWS[kind_of(request)]:
        open_view(at_site, view)
        tabs = at_site.locator("#tabs a")
        marked = at_site.locator("#tabs a[aria-current=page]")
        assert marked.count() == (1 if tabs.count() else 0), view


@EVERY
def test_the_keyboard_reaches_every_control_and_shows_the_focus(
    at_site: Page, request: pytest.FixtureRequest
) -> None:
    for view in VIEWS[kind_of(request)]:
        open_view(at_site, view)
        before, reached = -1, 0
        while (
            wanted := controls(at_site)
        ) != before:  # Some controls appear late: repeat the walk.
            before, reached = wanted, walk(at_site, view, wanted + 20)
        assert reached >= wanted, f"{view}: {reached} of {wanted} controls are reached"


def controls(page: Page) -> int:
    """The number of controls for the keyboard."""
    found: int = page.evaluate(
        """() => [...document.querySelectorAll(
            "a[href], button, select, input, summary, [tabindex='0']")]
          .filter((each) => each.checkVisibility() && each.tabIndex >= 0 && !each.disabled)
          .length"""
    )
    return found


def walk(page: Page, view: str, most: int) -> int:
    """The number of controls that the tab key reaches."""
    page.locator("#skip").focus()
    focus, reached = focused(page), 0
    while reached <= most and not (reached and focus["name"] == FIRST) and not focus["isBody"]:
        if reached:
            assert focus["isShown"], f"{view}: {focus['name']} does not show its focus"
            assert focus["isInSight"], f"{view}: {focus['name']} has the focus and is out of sight"
        reached += 1
        page.keyboard.press("Tab")
        focus = focused(page)
    assert reached <= most, f"{view}: the focus is kept by {focus['name']}"
    return reached


@pytest.mark.parametrize("site", ["record"], indirect=True)
def test_every_view_is_audited(at_site: Page) -> None:
    views = at_site.evaluate("import('./views.js').then(({ VIEWS }) => Object.keys(VIEWS))")
    assert set(views) - {"variation"} == {
        view.split("/")[0] for kind in VIEWS.values() for view in kind
    }


@pytest.mark.parametrize("site", ["store"], indirect=True)
def test_an_unknown_address_is_reported_with_a_link(at_site: Page) -> None:
    open_view(at_site, "nonsense")
    assert at_site.locator("h1").inner_text() == "There is nothing at this address"
    assert faults_in_all(at_site) == []
    at_site.locator("main").get_by_role("link", name="Overview").click()
    at_site.wait_for_selector("tbody tr")
    at_site.go_back()
    at_site.get_by_text("No view here has the address #/nonsense").wait_for()


@pytest.mark.parametrize("site", ["store"], indirect=True)
def test_skipping_to_the_content_keeps_the_view(at_site: Page) -> None:
    open_view(at_site, "ratings")
    at_site.locator("#skip").focus()
    assert focused(at_site)["name"] == FIRST
    at_site.keyboard.press("Enter")
    assert at_site.evaluate("document.activeElement.id") == "main"
    assert at_site.locator("h1").inner_text() == "Ratings over time"


@pytest.mark.parametrize("site", ["store"], indirect=True)
def test_a_view_that_a_link_has_opened_is_read_from_its_top(at_site: Page) -> None:
    open_view(at_site, "crosstable")
    at_site.locator("td a").last.click()
    at_site.wait_for_selector("main[aria-busy=false][data-address^='#/pair/']")
    assert at_site.evaluate("document.activeElement.id") == "main"
    assert at_site.title().endswith(" \N{EN DASH} autumn \N{EN DASH} gridbots")
    assert " against " in at_site.title()


@pytest.mark.parametrize("site", ["store"], indirect=True)
def test_a_tab_keeps_the_focus_during_updates(at_site: Page, site: TournamentSite) -> None:
    at_site.get_by_role("link", name="Ratings").focus()
    with at_site.expect_response("**/api/about"):
        site.stage_started(8, 30)
    at_site.get_by_text("30 of 38 matches").wait_for()
    assert focused(at_site)["name"] == "A Ratings"


@pytest.mark.parametrize("site", ["folder"], indirect=True)
def test_an_address_requested_twice_is_fetched_once(at_site: Page) -> None:
    at_site.evaluate("() => { location.hash = '#/match/1'; location.hash = '#/matches'; }")
    at_site.evaluate("() => { location.hash = '#/matches?sort=rounds'; }")
    at_site.wait_for_selector("main[aria-busy=false][data-address='#/matches?sort=rounds']")
    assert at_site.locator("h1").inner_text() == "Matches"


@pytest.mark.parametrize("site", ["record"], indirect=True)
def test_a_variation_has_no_faults(at_site: Page) -> None:
    open_view(at_site, "variation/0/5")
    assert faults_in_all(at_site) == []
