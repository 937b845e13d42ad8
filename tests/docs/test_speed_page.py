"""The page of speeds has a section for each part and keeps those that are not measured again."""

from __future__ import annotations

import importlib.util
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[2]
ORDER = ["move", "start", "view"]


def speed_page() -> Any:
    place = ROOT / "benchmarks" / "speed_page.py"
    spec = importlib.util.spec_from_file_location("speed_page", place)
    assert spec
    assert spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_a_part_takes_the_place_of_its_section() -> None:
    pages, page = speed_page(), ""
    for part, about, figure in (("start", "one", "3 ms"), ("move", "two", "5 us")):
        page = pages.with_part(page, part, about, [("cost", figure, "")], ORDER)
    assert list(pages.sections_of(page)) == ["move", "start"]
    changed = pages.with_part(page, "start", "three", [("cost", "4 ms", "<= 5 ms")], ORDER)
    before, after = pages.sections_of(page), pages.sections_of(changed)
    assert after["move"] == before["move"]
    assert "3 ms" in before["start"]
    assert after["start"].startswith("three.")
    assert "| cost | 4 ms | <= 5 ms |" in after["start"]
    assert "3 ms" not in after["start"]


def test_the_page_has_all_existing_parts() -> None:
    page = (ROOT / "docs" / "results" / "speed.md").read_text("utf-8")
    programs = (ROOT / "benchmarks").rglob("*.py")
    functions = {line for path in programs for line in path.read_text("utf-8").splitlines()}
    for part in speed_page().sections_of(page):
        assert f"def {part}() -> None:" in functions
