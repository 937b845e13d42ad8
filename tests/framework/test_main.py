"""`python -m gridbots`: what it says when it cannot start a bot, and warming."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from gridbots import kernel, warm
from gridbots.__main__ import CANNOT_START, main
from gridbots.installed import installed_bots

if TYPE_CHECKING:
    from pathlib import Path


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["no-such-bot"], "gridbots: unknown bot 'no-such-bot'; "),
        (["--game", "light-rider", "any"], "gridbots: unknown game 'light-rider'; did you mean"),
        (["any", "depth"], "gridbots: expected any option as name=value, got 'depth'"),
        (["any", "a=1", "a=2"], "gridbots: any option 'a' is given twice"),
        (["warm", "no-such-bot"], "gridbots: unknown bot 'no-such-bot'; "),
        (["warm", "minimax:depth"], "gridbots: expected minimax option as name=value, got 'depth'"),
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


def test_warming_goes_by_the_options_of_a_bot(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(kernel, "cache_home", lambda: tmp_path)
    plugin, asked = installed_bots()["wall-hugger"], []
    monkeypatch.setattr(warm, "make_bot", lambda *words: asked.append(words[-1]))
    assert main(["warm", "wall-hugger:a=1,b=x", "wall-hugger", "--game", "light-riders"]) == 0
    assert asked == [{"a": "1", "b": "x"}, {}]
    assert warm.warm_mark(plugin, "light-riders", {}, {"b": "x", "a": "1"}).exists()
    assert not warm.warm_mark(plugin, "light-riders", {}, {"a": "1"}).exists()
    told = capsys.readouterr().err.splitlines()
    assert told == ["wall-hugger:a=1,b=x for light-riders ... ready",
                    "wall-hugger for light-riders ... ready"]  # fmt: skip
