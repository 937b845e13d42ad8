"""Packages with bots and games: installed, listed with problems, and blocked by variables."""

from __future__ import annotations

import importlib
import json
import shutil
import sys
from textwrap import dedent
from typing import TYPE_CHECKING, Any

import pytest

from gridbots.errors import GridbotsError, PluginError, UnknownNameError
from gridbots.plugins import installed_bots, installed_games, load_bot
from gridbots_referee.cli.failures import exit_code
from gridbots_referee.cli.group import run_command
from gridbots_referee.packages import installer, inventory
from gridbots_referee.packages.inventory import checked
from gridbots_referee.play.isolation.environment import clean_environment

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    Package = Callable[..., None]

BOT = """
    from gridbots import BotType, Command, hookimpl

    @hookimpl
    def gridbots_bot():
        return BotType(summary="for a test", make=lambda game, options: Command(("true",)))
"""


@pytest.fixture
def package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Package:
    """Makes a package with bots, in a folder on the way of imports."""
    monkeypatch.delenv("GRIDBOTS_PLUGINS", raising=False)
    monkeypatch.delenv("GRIDBOTS_BLOCK_PLUGINS", raising=False)

    def make(name: str, *bots: str, text: str = BOT, folder: str = "site") -> None:
        site = tmp_path / folder
        about = site / f"{name}-1.0.dist-info"
        about.mkdir(parents=True)
        module = f"module_{name}"
        (site / f"{module}.py").write_text(dedent(text))
        (about / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: 1.0\n")
        entries = "\n".join(f"{bot} = {module}" for bot in bots)
        (about / "entry_points.txt").write_text(f"[gridbots.bots]\n{entries}\n")
        monkeypatch.syspath_prepend(site)
        monkeypatch.setenv("PYTHONPATH", str(site))
        importlib.invalidate_caches()
        monkeypatch.delitem(sys.modules, module, raising=False)

    return make


def plugin_of(package_name: str) -> inventory.Plugin:
    (found,) = [each for each in inventory.plugins() if each.package == package_name]
    return found


def test_none_keeps_only_the_plugins_of_framework_and_referee(
    package: Package, monkeypatch: pytest.MonkeyPatch
) -> None:
    package("strange", "stray")
    assert "stray" in installed_bots()
    monkeypatch.setenv("GRIDBOTS_PLUGINS", "none")
    assert list(installed_bots()) == ["human"]
    assert set(installed_games()) == {"light-riders", "multisnake", "paperio", "snake"}
    assert plugin_of("strange").state == "blocked by GRIDBOTS_PLUGINS"
    with pytest.raises(UnknownNameError, match="'stray' is installed but blocked by GRIDBOTS_PL"):
        load_bot("stray")


@pytest.mark.parametrize("name", ["stray", "strange", "Strange"])
def test_a_bot_is_allowed_or_blocked_by_its_name_or_that_of_its_package(
    name: str, package: Package, monkeypatch: pytest.MonkeyPatch
) -> None:
    package("strange", "stray")
    monkeypatch.setenv("GRIDBOTS_PLUGINS", f"{name}, other")
    assert set(installed_bots()) == {"human", "stray"}
    monkeypatch.setenv("GRIDBOTS_BLOCK_PLUGINS", name)
    assert set(installed_bots()) == {"human"}


def test_bots_get_the_variables_too(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GRIDBOTS_PLUGINS", "none")
    monkeypatch.setenv("GRIDBOTS_BLOCK_PLUGINS", "stray")
    passed = clean_environment()
    assert (passed["GRIDBOTS_PLUGINS"], passed["GRIDBOTS_BLOCK_PLUGINS"]) == ("none", "stray")


def test_two_packages_with_the_same_bot_are_reported_and_one_can_be_blocked(
    package: Package, monkeypatch: pytest.MonkeyPatch
) -> None:
    package("strange", "stray")
    package("odd", "stray")
    assert plugin_of("odd").state.startswith("not loaded: strange has a bot of the same name")
    assert plugin_of("odd").fails
    with pytest.raises(PluginError, match="or name the others in GRIDBOTS_BLOCK_PLUGINS"):
        load_bot("stray")
    monkeypatch.setenv("GRIDBOTS_BLOCK_PLUGINS", "odd")
    assert load_bot("stray").summary == "for a test"
    assert not plugin_of("strange").state


def test_a_hidden_package_is_reported(package: Package) -> None:
    package("strange", "stray", folder="behind")
    package("strange", "stray", folder="before")
    (output,) = [each for each in inventory.hidden_packages() if each.startswith("strange")]
    assert "behind is hidden by 1.0 in " in output


def test_a_broken_plugin_is_found_by_loading_it(package: Package) -> None:
    package("strange", "stray", text="raise RuntimeError('out of order')")
    (found,) = checked([plugin_of("strange")])
    assert found.fails
    assert "cannot be loaded: RuntimeError: out of order" in found.state


def test_plugins_lists_installed_plugins_and_unknown_names(
    package: Package, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    package("strange", "stray")
    monkeypatch.setenv("GRIDBOTS_BLOCK_PLUGINS", "nobody")
    assert exit_code(lambda: run_command(["plugins", "--json"])) == 0
    output: dict[str, Any] = json.loads(capsys.readouterr().out)
    assert {"stray", "snake"} <= {each["name"] for each in output["plugins"]}
    assert "GRIDBOTS_BLOCK_PLUGINS has the unknown name 'nobody'" in "".join(output["warnings"])
    assert exit_code(lambda: run_command(["plugins"])) == 0
    assert "stray " in capsys.readouterr().out


@pytest.mark.parametrize(
    ("name", "output"),
    [
        ("pair", "pair is in the package twins with twin; to remove all: referee uninstall"),
        ("gridbots-referee", "remove it with pip uninstall gridbots-referee"),
        ("snake", "snake belongs to gridbots, which runs this command"),
        ("lonley", "did you mean 'lonely'?"),
    ],
)
def test_a_package_that_cannot_be_uninstalled_is_reported(
    name: str, output: str, package: Package
) -> None:
    package("strange", "lonely")
    package("twins", "pair", "twin")
    assert installer.package_of("lonely") == installer.package_of("Strange") == "strange"
    with pytest.raises(GridbotsError) as raised:
        installer.package_of(name)
    assert output in str(raised.value)


def test_a_word_that_is_not_a_package_is_reported(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "empty").mkdir()
    (tmp_path / "bot.py").write_text("")
    for word, output in {
        "empty": "got the folder empty, which has no pyproject.toml",
        "bot.py": "got the file bot.py",
        "./none": "got the missing path ./none",
    }.items():
        assert exit_code(lambda word=word: run_command(["install", word])) == 2  # type: ignore[misc]
        assert output in capsys.readouterr().err


def test_uv_takes_the_place_of_a_missing_pip(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(importlib.util, "find_spec", lambda _: None)
    monkeypatch.setattr(shutil, "which", lambda _: "/bin/uv")
    command = ["/bin/uv", "pip", "install", "--python", sys.executable]
    assert installer._command("install") == command
    monkeypatch.setattr(shutil, "which", lambda _: None)
    with pytest.raises(PluginError, match="-m ensurepip adds pip"):
        installer._command("install")
