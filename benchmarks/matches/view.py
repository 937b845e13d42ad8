"""The page in a browser: time to open a long match, speed of scrubbing, and memory."""

from __future__ import annotations

import random
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

from measure import line

if TYPE_CHECKING:
    from playwright.sync_api import Page

REFEREE = str(Path(sys.executable).parent / "referee")
ROUNDS = 50_000
DRAGS = 300
BROWSERS = (
    "chromium",
    "chromium-browser",
    "google-chrome",
    "google-chrome-stable",
    "chromium-headless-shell",
)
SET = """n => {
  const slider = document.querySelector('.slider');
  slider.value = n;
  slider.dispatchEvent(new Event('input'));
}"""
DRAWN = "n => document.querySelector('canvas.board').dataset.frame === String(n)"


def view() -> None:
    """A Snake record of 50,000 rounds in Chromium."""
    program = next(filter(None, map(shutil.which, BROWSERS)), None)
    if program is None:
        line("a page in Chromium", "not measured: there is no Chromium")
        return
    from playwright.sync_api import sync_playwright

    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        play(Path(folder))
        browser = playwright.chromium.launch(executable_path=program, args=["--no-sandbox"])
        page = browser.new_page()
        began = time.monotonic()
        with subprocess.Popen(
            [REFEREE, "view", folder, "--no-browser"], stderr=subprocess.PIPE, text=True
        ) as process:
            assert process.stderr is not None  # noqa: S101  a pipe was asked for
            page.goto(process.stderr.readline().strip())
            page.wait_for_selector("canvas.board[data-frame]")
            line("a record of 50,000 rounds opens, s", f"{time.monotonic() - began:.2f}", "< 2")
            line("CPU of the command until then, s", f"{cpu_seconds(process.pid):.2f}")
            scrub(page)
            process.terminate()
        browser.close()


def play(folder: Path) -> None:
    settings = ["--set", "preset=classic-30", "--set", f"max_rounds={ROUNDS}"]
    words = ["zig-zag", "--game", "snake", *settings, "--seed", "3", "--in-process", "--quiet"]
    subprocess.run([REFEREE, "run", *words, "--out", str(folder)], check=True)


def scrub(page: Page) -> None:
    """Drag to random rounds as fast as they are drawn."""
    rng = random.Random(1)  # noqa: S311  places, no secrets
    times = [drag(page, rng.randrange(ROUNDS)) for _ in range(DRAGS)]
    line("a drag to any round until it is drawn, median ms", milliseconds(statistics.median(times)))
    line("the slowest of 300 drags, ms", milliseconds(max(times)))
    steps = [drag(page, ROUNDS // 2 + step) for step in range(DRAGS)]
    line("a step until it is drawn, median ms", milliseconds(statistics.median(steps)))
    heap: Any = page.evaluate("() => performance.memory.usedJSHeapSize")
    line("memory of the page's scripts after that, MB", f"{heap / 1e6:.1f}")


def milliseconds(seconds: float) -> str:
    return f"{1000 * seconds:.0f}"


def cpu_seconds(pid: int) -> float:
    """CPU time of a running process, from its clock in Linux."""
    return time.clock_gettime(~pid << 3 | 2)


def drag(page: Page, number: int) -> float:
    began = time.monotonic()
    page.evaluate(SET, number)
    while not page.evaluate(DRAWN, number):
        pass
    return time.monotonic() - began
