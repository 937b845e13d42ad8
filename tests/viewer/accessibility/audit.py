"""Accessibility audit: the rules of axe-core, and checks beyond them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from axe_playwright_python.base import AXE_SCRIPT

if TYPE_CHECKING:
    from playwright.sync_api import Page

SIZES = {"desktop": (1440, 900), "phone": (390, 844)}
THEMES = ("dark", "light")
RUN = """async () => {
  const found = await axe.run(document, { resultTypes: ["violations"] });
  return found.violations.flatMap(({ id, nodes }) =>
    nodes.map((node) => `${id}: ${node.html.slice(0, 150)}: ${node.failureSummary}`));
}"""
WIDER = """() => document.documentElement.scrollWidth > innerWidth
  ? [...document.querySelectorAll("body *")]
      .filter((each) => each.getBoundingClientRect().right > innerWidth + 1)
      .map((each) => `${each.tagName}.${each.className}`).slice(0, 5)
  : []"""


def violations(page: Page) -> list[str]:
    """Violations of the rules of axe-core: contrast, names, roles, landmarks, order of headings."""
    if not page.evaluate("Boolean(window.axe)"):
        page.evaluate(AXE_SCRIPT)
    found: list[str] = page.evaluate(RUN)
    return found


def faults(page: Page) -> list[str]:
    """All faults of the open view in its current state."""
    heads = page.locator("h1").all_inner_texts()
    return [
        *violations(page),
        *(f"wider than the screen: {each}" for each in page.evaluate(WIDER)),
        *([] if len(heads) == 1 else [f"expected one h1, got {heads}"]),
    ]


def faults_in_all(page: Page) -> list[str]:
    """Faults in both themes and in both sizes."""
    found = []
    for theme in THEMES:
        page.emulate_media(color_scheme=theme)  # type: ignore[arg-type]
        for size, (width, height) in SIZES.items():
            page.set_viewport_size({"width": width, "height": height})
            settle(page)
            found += [f"{theme}, {size}: {fault}" for fault in faults(page)]
    return found


def open_view(page: Page, view: str) -> None:
    """Go to a view, and wait for its contents."""
    page.evaluate("view => { location.hash = `#/${view}`; }", view)
    page.wait_for_function(
        "view => document.querySelector('main').dataset.address === `#/${view}`", arg=view
    )
    page.wait_for_selector("main[aria-busy=false]")
    if view.startswith(("match/", "variation/")):
        page.wait_for_selector("canvas.board[data-frame]")
        page.keyboard.press("End")  # with an elimination
    settle(page)


def settle(page: Page) -> None:
    """Wait until changes are drawn."""
    page.evaluate(
        "() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))"
    )


def listen(page: Page) -> list[str]:
    """The addresses of all requests from now on."""
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    return asked


def focused(page: Page) -> dict[str, Any]:
    """The name of the focused element, and whether its focus is visible."""
    found: dict[str, Any] = page.evaluate(
        """() => {
          const it = document.activeElement;
          const style = getComputedStyle(it);
          const box = it.getBoundingClientRect();
          return {
            name: `${it.tagName} ${it.getAttribute("aria-label") || it.textContent.slice(0, 40)}`,
            isShown: it === document.body ||
              (style.outlineStyle !== "none" && parseFloat(style.outlineWidth) >= 2),
            isInSight: it === document.body ||
              (box.width > 0 && box.right > 0 && box.left < innerWidth),
            isBody: it === document.body,
          };
        }"""
    )
    return found
