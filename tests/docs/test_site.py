"""The documentation site: links have targets, no resource is external, the search works."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from collections.abc import Iterator

ROOT = Path(__file__).parents[2]
pytestmark = pytest.mark.slow  # all pages are built


def build(root: Path, target: Path) -> subprocess.CompletedProcess[str]:
    options = ["--quiet", "--fail-on-warning", "--conf-dir", str(root / "scripts" / "site")]
    words = [sys.executable, "-m", "sphinx", *options, str(root), str(target)]
    return subprocess.run(words, capture_output=True, text=True, check=False, timeout=300)


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    target = tmp_path_factory.mktemp("site") / "made"
    done = build(ROOT, target)
    assert (done.returncode, done.stderr) == (0, "")
    return target


def pages(site: Path) -> Iterator[tuple[Path, str]]:
    for page in site.rglob("*.html"):
        if "_static" not in page.parts:
            yield page, page.read_text()


def test_every_link_of_the_site_leads_to_a_file_of_it(site: Path) -> None:
    dead = [
        f"{page.relative_to(site)}: {link}"
        for page, text in pages(site)
        for link in re.findall(r'(?:href|src)="([^"#?]+)', text)
        if ":" not in link and not (page.parent / link).exists()
    ]
    assert dead == []


def test_nothing_is_loaded_from_elsewhere(site: Path) -> None:
    loads = re.compile(r'<(?:script|img|link|iframe)[^>]*(?:href|src)="(?:https?:)?//')
    assert [str(page) for page, text in pages(site) if loads.search(text)] == []


def test_the_site_has_every_page(site: Path) -> None:
    for page in (ROOT / "docs").rglob("*.md"):
        assert (site / page.relative_to(ROOT)).with_suffix(".html").exists(), page
    assert 'url=README.html"' in (site / "index.html").read_text()


def test_a_dead_link_fails_the_build(tmp_path: Path) -> None:
    shutil.copytree(ROOT / "scripts" / "site", tmp_path / "scripts" / "site")
    (tmp_path / "scripts" / "site" / "contents.md").write_text("")
    (tmp_path / "README.md").write_text("# One\n\n[a](b.md) [c](#d) [e](#one)\n")
    done = build(tmp_path, tmp_path / "made")
    assert done.returncode == 1
    assert "README.md:3: WARNING" in done.stderr
    assert "b.md" in done.stderr
    assert "'d'" in done.stderr
    assert "'one'" not in done.stderr


@pytest.mark.browser
def test_the_search_finds_a_page(site: Path) -> None:
    from playwright.sync_api import sync_playwright
    from tests.conftest import BROWSERS

    program = next(filter(None, map(shutil.which, BROWSERS)))
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program, args=["--no-sandbox"])
        page = browser.new_page()
        requests: list[str] = []
        page.on("request", lambda request: requests.append(request.url))
        page.goto((site / "docs" / "tournaments.html").as_uri())
        page.fill("input[name=q]", "checksum")
        page.keyboard.press("Enter")
        page.get_by_role("link", name="The referee").first.click()
        page.wait_for_url("**/docs/referee.html*")
        browser.close()
    assert [url for url in requests if not url.startswith("file://")] == []
