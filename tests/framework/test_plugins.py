"""Plugins: listed without importing, loaded one at a time, broken ones kept apart.

Each test writes the packages that it needs; what is installed besides plays no part, but in the
one test that what we ship is found.
"""

from __future__ import annotations

import importlib
import sys
import textwrap
from textwrap import dedent
from typing import TYPE_CHECKING

import pytest

from gridbots.bot.runner import make_bot
from gridbots.errors import PluginError, UnknownNameError
from gridbots.games import light_riders
from gridbots.plugins import hooks_of, installed_bots, installed_games, load_bot, load_game
from gridbots.plugins.bot import BotType, Command

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    Install = Callable[..., None]

BOT = """
    from gridbots.plugins.bot import BotType, Command
    from gridbots.plugins.hookspecs import hookimpl

    @hookimpl
    def gridbots_bot():
        return BotType(summary="for a test", make=lambda game, options: Command(("true",)))
"""


@pytest.fixture
def install(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Install:
    """Installs a package of one module, named in an entry of the same name."""
    monkeypatch.syspath_prepend(tmp_path)

    def install(name: str, text: str, *, group: str = "gridbots.bots", more: str = "") -> None:
        module = f"plugin_{name.replace('-', '_')}"
        (tmp_path / f"{module}.py").write_text(dedent(text))
        about = tmp_path / f"{module}-1.2.dist-info"
        about.mkdir()
        metadata = f"Metadata-Version: 2.1\nName: {name}-package\nVersion: 1.2\n"
        (about / "METADATA").write_text(f"{metadata}Summary: about {name}\nRequires-Dist: numba\n")
        entries = f"[{group}]\n{name} = {module}\n{dedent(more)}"
        (about / "entry_points.txt").write_text(entries)
        importlib.invalidate_caches()
        monkeypatch.delitem(sys.modules, module, raising=False)

    return install


def test_shipped_plugins_are_found() -> None:
    game = installed_games()["light-riders"]
    assert (game.module, game.package) == ("gridbots.games.light_riders", "gridbots")
    assert load_game("light-riders") is light_riders.GAME


def test_a_bot_is_listed_without_importing_it(install: Install) -> None:
    more = """
        [gridbots.bots.lister.games]
        light-riders = plugin_lister:Options
        snake = plugin_lister
        [gridbots.bots.lister.start_allowance]
        20000 = plugin_lister
        soon = plugin_lister
    """
    text = """
        raise RuntimeError('imported')
        from gridbots.settings import Settings

        class Seeded(Settings, frozen=True):
            width: int = 3

        class Options(Seeded, frozen=True):
            kind: ClassVar[int] = 3
            depth: Annotated[int, Meta(ge=0)] = 2
    """
    install("lister", textwrap.dedent(text), more=more)
    bot = installed_bots()["lister"]
    assert (bot.name, bot.module, bot.package, bot.version) == (
        "lister",
        "plugin_lister",
        "lister-package",
        "1.2",
    )
    assert bot.summary == "about lister"
    assert bot.games == ("light-riders", "snake")
    assert bot.options == {"light-riders": ("width", "depth"), "snake": ()}
    assert bot.requires == ("numba",)
    assert bot.start_allowance_ms == 20_000
    assert "plugin_lister" not in sys.modules


def test_the_chosen_bot_is_loaded_and_no_other(install: Install) -> None:
    install("chosen", BOT)
    install("other", BOT)
    kind = load_bot("chosen")
    assert isinstance(kind, BotType)
    assert make_bot(kind, "lister", light_riders.GAME, {}) == Command(("true",))
    assert "plugin_other" not in sys.modules


BROKEN = {
    "raises": ("raise RuntimeError('no luck')", "RuntimeError: no luck"),
    "leaves": ("raise SystemExit(3)", "SystemExit: 3"),
    "syntax": ("def", "SyntaxError"),
    "needs-more": ("import a_module_that_is_not_there", "ModuleNotFoundError: No module named"),
    "empty": ("", "expected a function gridbots_bot marked @hookimpl in"),
    "unmarked": ("def gridbots_bot():\n    return 1\n", "expected a function gridbots_bot marked"),
    "misspelt": (BOT.replace("gridbots_bot", "gridbots_bott"), "unknown hook 'gridbots_bott'"),
    "wrong-hook": (
        BOT.replace("gridbots_bot", "gridbots_game"),
        "expected a function gridbots_bot",
    ),
    "returns-none": (BOT.replace("return BotType", "BotType"), "expected a BotType from the bot"),
    "hook-raises": (BOT.replace("return", "1 / 0; return"), "ZeroDivisionError: division by zero"),
}


@pytest.mark.parametrize("name", BROKEN)
def test_a_broken_bot_affects_no_other_bot(name: str, install: Install) -> None:
    text, message = BROKEN[name]
    install(name, text)
    install("sound", BOT)
    assert {name, "sound"} <= set(installed_bots())
    with pytest.raises(PluginError) as caught:
        load_bot(name)
    assert f"the bot {name!r} of {name}-package" in str(caught.value)
    assert message in str(caught.value)
    assert isinstance(load_bot("sound"), BotType)
    assert load_game("light-riders") is light_riders.GAME


def test_a_bot_that_hides_another_is_refused(install: Install) -> None:
    install("straight", BOT)
    assert "straight" in installed_bots()
    expected = "several packages provide the bot 'straight': straight-package, gridbots-baselines; "
    with pytest.raises(PluginError, match=expected):
        load_bot("straight")


def test_a_package_that_cannot_be_read_is_named(install: Install, tmp_path: Path) -> None:
    install("damaged", BOT)
    (tmp_path / "plugin_damaged-1.2.dist-info" / "entry_points.txt").write_bytes(b"\xff")
    with pytest.raises(PluginError, match=r"the package damaged-package in .* cannot be read: "):
        installed_bots()


def test_a_game_has_the_name_of_its_entry(install: Install) -> None:
    text = "from gridbots.games.light_riders import gridbots_game"
    install("renamed", text, group="gridbots.games")
    with pytest.raises(PluginError, match="name of its entry point 'renamed', got 'light-riders'"):
        load_game("renamed")


def test_an_unknown_name_names_the_nearest(install: Install) -> None:
    install("wall-flower", BOT)
    with pytest.raises(UnknownNameError, match="unknown bot 'wallflower'; did you mean 'wall-flo"):
        load_bot("wallflower")
    with pytest.raises(UnknownNameError, match="unknown game 'lightriders'; did you mean 'light-r"):
        load_game("lightriders")


@pytest.mark.parametrize("path", ["./mine", "mine.py"])
def test_a_path_is_not_a_name(path: str) -> None:
    with pytest.raises(UnknownNameError, match=rf"installed game, got the path '{path}'; install"):
        load_game(path)


def test_an_object_can_be_a_plugin() -> None:
    assert hooks_of(light_riders, "gridbots_game").gridbots_game() is light_riders.GAME
    with pytest.raises(PluginError, match="expected a function gridbots_bot marked @hookimpl in"):
        hooks_of(light_riders, "gridbots_bot")


def test_a_bot_that_is_installed_while_this_process_runs_is_found(install: Install) -> None:
    assert "late" not in installed_bots()
    install("late", BOT)
    assert "late" in installed_bots()
    assert load_bot("late").summary == "for a test"


def test_metadata_of_a_package_are_read_once(monkeypatch: pytest.MonkeyPatch) -> None:
    before = installed_bots()
    monkeypatch.setattr("importlib.metadata.PathDistribution.read_text", None)
    assert installed_bots() == before
