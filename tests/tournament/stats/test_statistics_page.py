"""The examples of docs/statistics.md run as written."""

from __future__ import annotations

import re
import runpy
from pathlib import Path

import pytest

from gridbots_referee.tournament.stats.played import PlayedMatch

PAGE = (Path(__file__).parents[3] / "docs" / "statistics.md").read_text()
EXAMPLES = re.findall(r"^```py\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)
PLAYED = [
    PlayedMatch("1", 1, 1, (0, 1), (1, 0)),
    PlayedMatch("2", 1, 1, (1, 0), (0.5, 0.5)),
    PlayedMatch("3", 1, 2, (0, 2), (1, 0)),
]


@pytest.mark.parametrize(
    ("example", "printed"),
    [
        pytest.param(EXAMPLES[0], "0 1500 1500 1500 2.5 3\n", id="ratings"),
        pytest.param(EXAMPLES[1], "undecided -", id="sequential test"),
    ],
)
def test_an_example(
    example: str, printed: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "example.py").write_text(example)
    runpy.run_path(str(tmp_path / "example.py"), init_globals={"played": PLAYED})
    assert capsys.readouterr().out.startswith(printed)


def test_there_are_no_other_examples() -> None:
    assert len(EXAMPLES) == 2
