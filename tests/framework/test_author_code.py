"""Errors are traced to the deepest line of a game or bot."""

from __future__ import annotations

import importlib
import re
import sys
from typing import TYPE_CHECKING

import pytest

from gridbots.errors import GameError, SettingsError
from gridbots.errors.author_code import (
    described,
    game_errors,
    is_author_code,
    note_plugin,
    plugin_of,
)

if TYPE_CHECKING:
    from pathlib import Path


@pytest.fixture
def installed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A plugin and a library that it calls, in the same folder of installed packages."""
    packages = tmp_path / "site-packages"
    packages.mkdir()
    (packages / "stranger_library.py").write_text(
        "def fail():\n    raise ValueError('deep\\nest')\n"
    )
    plugin = packages / "stranger_game.py"
    plugin.write_text("import stranger_library\n\n\ndef step():\n    stranger_library.fail()\n")
    monkeypatch.syspath_prepend(str(packages))
    monkeypatch.setattr("gridbots.errors.author_code._plugins", {})
    monkeypatch.delitem(sys.modules, "stranger_game", raising=False)
    return plugin


def test_the_line_of_an_installed_plugin_is_named_and_not_that_of_a_library(
    installed: Path,
) -> None:
    step = importlib.import_module("stranger_game").step
    with pytest.raises(ValueError) as caught:  # noqa: PT011  the message is checked below
        step()
    assert re.fullmatch(rf"ValueError: deep \({__file__}:\d+: step\(\)\)", described(caught.value))
    note_plugin("game 'stranger'", "stranger_game.sub:plugin")
    assert plugin_of(str(installed)) == "game 'stranger'"
    line = f"{installed}:5: stranger_library.fail()"
    assert described(caught.value) == f"ValueError: deep ({line})"


def test_a_package_without_an_init_file_and_one_with_two_plugins_are_named(installed: Path) -> None:
    inner = installed.with_name("stranger_games") / "claim.py"
    inner.parent.mkdir()
    inner.write_text("def step():\n    raise ValueError\n")
    importlib.invalidate_caches()
    for what in ("game 'claim'", "bot 'claimer'", "game 'claim'"):
        note_plugin(what, "stranger_games.claim")
    assert plugin_of(str(inner)) == "game 'claim' or bot 'claimer'"
    error = re.escape(f"game 'claim': ValueError ({inner}:2: ")
    with pytest.raises(GameError, match=error), game_errors("claim"):
        importlib.import_module("stranger_games.claim").step()


def test_games_of_the_framework_are_author_code_and_its_other_parts_are_not() -> None:
    from gridbots import settings
    from gridbots.games.light_riders import rules

    assert is_author_code(str(rules.__file__))
    assert not is_author_code(str(settings.__file__))
    assert not is_author_code(str(pytest.__file__))
    assert not is_author_code(str(importlib.__file__))
    assert not is_author_code("<string>")


def test_errors_of_a_game_name_it_and_others_pass() -> None:
    line = r"test_author_code.py:\d+: "
    with (
        pytest.raises(GameError, match=f"game 'go': ValueError: substring not found .*{line}"),
        game_errors("go"),
    ):
        "a".index("b")
    with pytest.raises(GameError, match=r"game 'go': SystemExit: 9 "), game_errors("go"):
        sys.exit(9)
    with pytest.raises(SettingsError), game_errors("go"):
        raise SettingsError("a setting")
