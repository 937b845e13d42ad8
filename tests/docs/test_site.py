"""The pages as a site: links lead somewhere, nothing comes from elsewhere, the search finds."""

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
    words = [sys.executable, str(root / "scripts" / "site" / "build.py"), str(target)]
    return subprocess.run(words, capture_output=True, text=True, check=False, timeout=300)


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    target = tmp_path_factory.mktemp("site") / "made"
    done = build(ROOT, target)
    assert (done.returncode, done.stderr) == (0, "")
    return target


def pages(site: Path) -> Iterator[tuple[Path, str]]:
    for page in site.rglob("*.html"):
        yield page, page.read_text()


def test_every_link_of_the_site_leads_to_a_file_of_it(site: Path) -> None:
    dead = [
        f"{page.relative_to(site)}: {link}"
        for page, text in pages(site)
        for link in re.findall(r'(?:href|src)="([^"#]+)', text)
        if "://" not in link and not (page.parent / link).is_file()
    ]
    assert dead == []


def test_nothing_is_loaded_from_elsewhere(site: Path) -> None:
    loads = re.compile(r'<(?:script|img|link|iframe)[^>]*(?:href|src)="(?:https?:)?//')
    assert [str(page) for page, text in pages(site) if loads.search(text)] == []
    assert "//" not in (site / "style.css").read_text().replace("*/", "")


def test_every_page_is_there_and_every_block_of_code(site: Path) -> None:
    for page in (ROOT / "docs").glob("*.md"):
        text = (site / "docs" / f"{page.stem}.html").read_text()
        assert text.count('<pre><code class="language-') == len(
            re.findall(r"(?m)^ *```\w", page.read_text())
        ), page


def test_what_is_wrong_with_a_page_is_told(tmp_path: Path) -> None:
    shutil.copytree(ROOT / "scripts" / "site", tmp_path / "scripts" / "site")
    contents = '[[section]]\ntitle = "All"\npages = ["README.md", "gone.md"]\n'
    (tmp_path / "scripts" / "site" / "contents.toml").write_text(contents)
    links = "[a](b.md) [c](#d) [e](#one) [f](../g.md)"
    (tmp_path / "README.md").write_text(f"# One\n\n{links}\n")
    (tmp_path / "docs").mkdir()
    (tmp_path / "docs" / "other.md").write_text("# Other\n")
    done = build(tmp_path, tmp_path / "made")
    assert done.returncode == 1
    assert done.stderr.splitlines() == [
        "README.md: b.md leads nowhere",
        "README.md: #d: there is no such heading",
        "README.md: ../g.md leads nowhere",
        "gone.md: there is no such file",
    ]
    assert (
        '<h2>More</h2><ul><li><a href="docs/other.html">Other</a>'
        in (tmp_path / "made" / "index.html").read_text()
    )


def test_a_folder_with_something_else_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / "thesis.txt").write_text("mine")
    done = build(ROOT, tmp_path)
    assert (done.returncode, (tmp_path / "thesis.txt").read_text()) == (2, "mine")


@pytest.mark.browser
def test_the_search_finds_and_leads_there(site: Path) -> None:
    from playwright.sync_api import sync_playwright
    from tests.conftest import BROWSERS

    program = next(filter(None, map(shutil.which, BROWSERS)))
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program, args=["--no-sandbox"])
        page = browser.new_page()
        asked: list[str] = []
        page.on("request", lambda request: asked.append(request.url))
        page.goto((site / "docs" / "tournaments.html").as_uri())
        page.keyboard.press("/")
        page.keyboard.type("checksum")
        found = page.locator(".found a")
        found.first.wait_for()
        found.get_by_text("The referee: Records").click()
        page.wait_for_url("**/docs/referee.html#records")
        assert page.locator("h2#records").is_visible()
        page.fill("input", "xyzzy-nothing")
        assert page.locator(".found").inner_text() == "Nothing found."
        browser.close()
    assert asked
    assert [url for url in asked if not url.startswith("file://")] == []
