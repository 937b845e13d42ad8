"""Matches in notebooks."""

from __future__ import annotations

from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

import pytest
from tests.viewer.replays import record_of

from gridbots import record as records
from gridbots.errors import RecordError
from gridbots.record import Record
from gridbots_referee.jupyter import load_ipython_extension, show

if TYPE_CHECKING:
    from pathlib import Path

    from playwright.sync_api import Page


def test_a_match_is_a_frame_isolated_from_the_notebook(tmp_path: Path) -> None:
    shown = show(records.write(record_of("snake"), tmp_path), height=500)
    html = shown._repr_html_()
    assert html.startswith('<iframe sandbox="allow-scripts" ')
    assert 'height="500"' in html
    assert html.count("<") == html.count(">") == 2
    assert repr(shown).startswith("snake: ")


def test_a_value_that_is_not_a_record_is_refused(tmp_path: Path) -> None:
    with pytest.raises(RecordError, match="No such file"):
        show(str(tmp_path / "nothing"))


def test_records_show_themselves_after_the_extension_was_loaded() -> None:
    known: dict[type, Any] = {}
    formatter = SimpleNamespace(for_type=known.__setitem__)
    display = SimpleNamespace(formatters={"text/html": formatter})
    load_ipython_extension(SimpleNamespace(display_formatter=display))
    assert known[Record](record_of("snake")) == show(record_of("snake"))._repr_html_()


@pytest.mark.browser
def test_a_frame_in_a_notebook_draws_the_match(page: Page, tmp_path: Path) -> None:
    path = tmp_path / "notebook.html"
    path.write_text(f"<!doctype html><body>{show(record_of('snake'))._repr_html_()}")
    page.goto(path.as_uri())
    page.frame_locator("iframe").locator("canvas.board[data-frame]").wait_for()
