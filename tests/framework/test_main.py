"""`python -m gridbots`: what it says when it cannot start a bot."""

from __future__ import annotations

import pytest

from gridbots.__main__ import CANNOT_START, main
from gridbots.installed import installed_bots


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["no-such-bot"], "gridbots: unknown bot 'no-such-bot'; "),
        (["--game", "light-rider", "any"], "gridbots: unknown game 'light-rider'; did you mean"),
        (["any", "depth"], "gridbots: expected any option as name=value, got 'depth'"),
        (["any", "a=1", "a=2"], "gridbots: any option 'a' is given twice"),
        (["warm", "no-such-bot"], "gridbots: unknown bot 'no-such-bot'; "),
        (["warm", "--set", "width"], "gridbots: expected setting as name=value, got 'width'"),
    ],
    ids=" ".join,
)
def test_an_error_is_one_line_and_an_exit_code_of_its_own(
    words: list[str], message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert "any" not in installed_bots()
    assert main(words) == CANNOT_START
    captured = capsys.readouterr()
    assert captured.out == ""
    assert captured.err.startswith(message)
    assert captured.err.count("\n") == 1
