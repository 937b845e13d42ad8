"""Sphinx configuration of the documentation site, which shows the Markdown pages as they are."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from sphinx.application import Sphinx

project = "gridbots"
extensions = ["myst_parser"]
html_theme = "furo"
html_title = "gridbots"
root_doc = "README"
include_patterns = [
    "*.md", "docs/**.md", "bots/*/README.md", "games/*/*.md", "examples/**.md",
    "tests/villains/README.md", "tests/golden/README.md",
]  # fmt: skip
myst_heading_anchors = 4
html_extra_path = ["index.html"]  # leads to README.html
html_show_sourcelink = html_copy_source = False

CONTENTS = (Path(__file__).parent / "contents.md").read_text()


def add_contents(_: Sphinx, name: str, source: list[str]) -> None:
    """Add the table of contents to the root page, which stays readable without it."""
    if name == root_doc:
        source[0] += CONTENTS


def setup(app: Sphinx) -> None:
    app.connect("source-read", add_contents)
