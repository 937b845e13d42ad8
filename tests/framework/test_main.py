"""`python -m gridbots`: errors at the start of a bot, and warming."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest

from gridbots.__main__ import USAGE, run_command
from gridbots.bot import warm
from gridbots.plugins import installed_bots

if TYPE_CHECKING:
    from pathlib import Path


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["no-such-bot"], "gridbots: unknown bot 'no-such-bot'; "),
        (["--game", "light-rider", "any"], "gridbots: unknown game 'light-rider'; did you mean"),
        (["random", "depth"], "gridbots: expected random option as name=value, got 'depth'"),
        (["random", "a=1", "a=2"], "gridbots: random option 'a' is given twice"),
        (["wram", "snake"], "gridbots: unknown command 'wram'; did you mean 'warm'?"),
        (
            ["check-gme", "snake"],
            "gridbots: unknown command 'check-gme'; did you mean 'check-game'?",
        ),
        (["warm", "no-such-bot"], "gridbots: unknown bot 'no-such-bot'; "),
        (["warm", "minimax:depth"], "gridbots: expected minimax option as name=value, got 'depth'"),
        (["warm", "--set", "width"], "gridbots: expected setting as name=value, got 'width'"),
    ],
    ids=" ".join,
)
def test_an_error_is_one_line_and_an_exit_code_of_its_own(
    words: list[str], message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run_command(words) == USAGE
    captured = capsys.readouterr()
    assert captured.out == ""
    assert captured.err.startswith(message)
    assert captured.err.count("\n") == 1


def test_warming_depends_on_the_options_of_a_bot(
    cache: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    plugin, asked = installed_bots()["wall-hugger"], []
    monkeypatch.setattr(warm, "make_bot", lambda *words: asked.append(words[-1]))
    assert run_command(["warm", "wall-hugger:a=1,b=x", "--game", "light-riders"]) == 0
    assert asked == [{"a": "1", "b": "x"}]
    assert capsys.readouterr().err == "wall-hugger:a=1,b=x for light-riders ... ready\n"
    assert len([*(cache / "warm").iterdir()]) == 1
    assert warm.is_warm(plugin, "light-riders", {}, {"b": "x", "a": "1"})
    assert not warm.is_warm(plugin, "light-riders", {}, {"a": "1"})


def test_code_compiled_elsewhere_does_not_count_as_warm(
    tmp_path: Path, cache: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(warm, "make_bot", lambda *_: None)
    plugin, game = installed_bots()["wall-hugger"], "light-riders"
    assert run_command(["warm", "wall-hugger", "--game", game]) == 0
    assert warm.is_warm(plugin, game, {}, {})
    with monkeypatch.context() as elsewhere:
        elsewhere.setattr(warm, "processor", lambda: "another one")
        assert not warm.is_warm(plugin, game, {}, {})
    (root,) = warm.package_roots(plugin)
    copy = shutil.copytree(root, tmp_path / "another" / root.name)
    with monkeypatch.context() as elsewhere:
        elsewhere.setattr(warm, "package_roots", lambda _: [copy])
        assert not warm.is_warm(plugin, game, {}, {})
    (mark,) = (cache / "warm").iterdir()
    assert mark.read_text() == str(cache / "kernels")
    shutil.rmtree(cache / "kernels")
    assert not warm.is_warm(plugin, game, {}, {})


def test_each_bot_is_warmed_separately_with_its_settings(tmp_path: Path) -> None:
    """The modules loaded by one bot do not change the cache place of the next one."""
    environment = os.environ | {"GRIDBOTS_CACHE": str(tmp_path)}

    def warm_both(*bots: str) -> set[str]:
        command = [sys.executable, "-m", "gridbots", "warm", *bots, "--game", "light-riders"]
        done = subprocess.run(command, env=environment, capture_output=True, check=False)
        assert done.returncode == 0
        return {mark.read_text() for mark in (tmp_path / "warm").iterdir()}

    alone = warm_both("straight") | warm_both("wall-hugger")
    assert warm_both("straight", "wall-hugger") == alone


@pytest.mark.parametrize(
    ("words", "error"),
    [
        (["--gmae", "snake", "random"], "error: unknown option '--gmae'; did you mean '--game'?"),
        (["warm", "--sett=x"], "error: unknown option '--sett'; did you mean '--set'?"),
        (["check-game", "snake", "--zzz"], "error: unknown option '--zzz'"),
    ],
)  # fmt: skip
def test_a_mistyped_option_gets_a_suggestion(
    words: list[str], error: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as leaving:
        run_command(words)
    assert leaving.value.code == USAGE
    assert capsys.readouterr().err.splitlines()[-1].endswith(error)
