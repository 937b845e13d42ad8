"""The code of docs/python.md runs and prints the output shown below it."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.docs.test_commands import blocks

pytestmark = pytest.mark.slow  # matches are played
PAGE = Path(__file__).parents[2] / "docs" / "python.md"


def test_the_code_of_the_page(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    names: dict[str, object] = {}
    printed = ""
    for block in blocks(PAGE):
        if block.words == ["py"]:
            exec(block.text, names)  # noqa: S102  that is what readers do
            printed = capsys.readouterr().out
        elif block.words == ["text"]:
            assert printed == block.text
