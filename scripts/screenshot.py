"""Make a picture of the page of a record: `screenshot.py RECORD OUT ROUND [PART [THEME]]`.

PART is the whole `page` or only the `board`; THEME is `dark` or `light`. It needs Chromium.
"""

from __future__ import annotations

import shutil
import sys
from pathlib import Path

from playwright.sync_api import sync_playwright

from gridbots_referee.show.viewer.server import Server
from gridbots_referee.show.viewer.sites.record_site import RecordSite

BROWSERS = ("chromium", "google-chrome", "chromium-headless-shell")
SIZE = {"width": 1200, "height": 800}
GO = """n => {
  const slider = document.querySelector('.slider');
  slider.value = n;
  slider.dispatchEvent(new Event('input'));
}"""


def main(record: str, target: str, number: str, part: str = "page", theme: str = "dark") -> None:
    program = next(filter(None, map(shutil.which, BROWSERS)), None)
    with Server(RecordSite([Path(record)])) as server, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program, args=["--no-sandbox"])
        page = browser.new_page(viewport=SIZE, color_scheme=theme, reduced_motion="reduce")
        page.goto(server.address)
        page.wait_for_selector("canvas.board[data-frame]")
        page.evaluate(GO, int(number))
        page.wait_for_selector(f"canvas.board[data-frame='{number}']")
        if part == "board":
            page.locator("canvas.board").screenshot(path=target)
        else:
            page.screenshot(path=target)
        browser.close()


main(*sys.argv[1:])
