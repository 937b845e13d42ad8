"""Ahead-of-time compilation of bots, with marker files on disk.

A marker file means that a bot with its options has been warmed for a game and its settings. Its
name depends on everything that compiled code depends on: a changed rule or bot is warmed again, and
so is a bot in another location, or on a machine with another processor that shares the home folder.
"""

from __future__ import annotations

import functools
import hashlib
import importlib.util
import platform
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Final

from gridbots import kernel
from gridbots.bot.runner import make_bot
from gridbots.errors import UnknownNameError, nearest
from gridbots.errors.author_code import described
from gridbots.kernel.packages import local_digest
from gridbots.plugins import Installed, installed_bots, installed_games, load_bot, load_game
from gridbots.plugins.bot import Bot, Briefing, ProtocolBot
from gridbots.plugins.bot_text import parse_bot

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

PROCESSOR: Final = Path("/proc/cpuinfo")
"""Linux's description of the processors."""
KINDS: Final = ("vendor_id", "cpu family", "model", "model name", "flags", "CPU part", "Features")
"""Fields of the description that compiled code depends on."""


def compiles(plugin: Installed) -> bool:
    """Whether a bot's package requires numba, by its metadata."""
    return any(
        need.startswith("numba") or (need.startswith("gridbots") and "fast" in need)
        for need in plugin.requires
    )


def warm(name: str, options: Mapping[str, str], game_name: str, values: Mapping[str, str]) -> None:
    """Compile what a bot with these options needs for a game, and write the marker file.

    Raises:
        GridbotsError: the bot, an option, the game or a setting is unknown or invalid.
    """
    game = load_game(game_name)
    settings = game.make_settings(values)
    bot = make_bot(load_bot(name), name, game, options)
    if isinstance(bot, Bot | ProtocolBot):
        bot.warm(Briefing(game, settings, seat=0, seats=game.seats(settings)))
    mark = warm_mark(installed_bots()[name], game_name, values, options)
    code = kernel.code_home()
    for folder in (code, mark.parent):
        folder.mkdir(parents=True, exist_ok=True)
    mark.write_text(str(code), encoding="utf-8")


def is_warm(
    plugin: Installed, game: str, values: Mapping[str, str], options: Mapping[str, str]
) -> bool:
    """Whether this bot has been warmed for this game, and its compiled code still exists."""
    mark = warm_mark(plugin, game, values, options)
    return mark.exists() and Path(mark.read_text(encoding="utf-8")).is_dir()


def warm_mark(
    plugin: Installed, game: str, values: Mapping[str, str], options: Mapping[str, str]
) -> Path:
    """The file that exists once this bot has been warmed for this game.

    It holds the path of the folder with the compiled code.
    """
    brought = [plugin, *[each for each in [installed_games().get(game)] if each]]
    roots = {Path(__file__).parents[1], *(root for each in brought for root in package_roots(each))}
    asked = (plugin.name, game, sorted(values.items()), sorted(options.items()))
    depends = (local_digest(sorted(roots)), [*map(str, sorted(roots))], processor(), asked)
    key = hashlib.sha256(repr(depends).encode()).hexdigest()[:16]
    return kernel.cache_home() / "warm" / f"{plugin.name}-{key}"


@functools.cache
def processor() -> str:
    """The kind of processor of this machine, as far as known without a slow query."""
    try:
        first, _, _ = PROCESSOR.read_text(encoding="utf-8").partition("\n\n")
    except OSError:
        return f"{platform.machine()} {platform.processor()}"
    return "\n".join(line for line in first.splitlines() if line.split("\t")[0] in KINDS)


def package_roots(plugin: Installed) -> list[Path]:
    """The folder or file of the plugin's top-level package, found without importing it."""
    spec = importlib.util.find_spec(plugin.module.partition(":")[0].partition(".")[0])
    if spec is None or spec.origin is None:
        return []
    path = Path(spec.origin)
    return [path.parent if path.name == "__init__.py" else path]


def warm_installed(texts: Sequence[str], game: str | None, values: Mapping[str, str]) -> int:
    """Warm these bots, each `name` or `name:option=value,...`, for the games that they play.

    Without names, warm all bots that compile, with their default options. Return 0, or 1 if a bot
    could not be warmed.

    Raises:
        UnknownNameError: a name is not that of an installed bot.
        SettingsError: an option is not of the form name=value.
    """
    bots = installed_bots()
    asked = texts or [name for name, bot in bots.items() if compiles(bot)]
    pairs = [
        (text, each)
        for text, (name, _) in [(text, named(text, bots)) for text in asked]
        for each in ([game] if game else bots[name].games or tuple(installed_games()))
    ]
    if len(pairs) == 1:
        return int(not _is_warmed(*pairs[0], values))
    return max((_warm_apart(*pair, values) for pair in pairs), default=0)


def _warm_apart(text: str, game: str, values: Mapping[str, str]) -> int:
    """Warm a bot in a separate process, so that a crash does not affect others; its exit code."""
    settings = [word for item in values.items() for word in ("--set", "=".join(item))]
    command = [sys.executable, "-m", "gridbots", "warm", text, "--game", game, *settings]
    return subprocess.run(command, check=False).returncode


def named(text: str, bots: Mapping[str, Installed]) -> tuple[str, dict[str, str]]:
    """The name and the options of `name:option=value,...`.

    Raises:
        UnknownNameError: the name is not that of an installed bot.
        SettingsError: an option is not of the form name=value.
    """
    name = text.partition(":")[0]
    if name not in bots:
        raise UnknownNameError(f"unknown bot {name!r}; {nearest(name, bots)}")
    return parse_bot(text)


def _is_warmed(text: str, game: str, values: Mapping[str, str]) -> bool:
    """Warm one bot and report the result; a broken bot must not prevent warming the others."""
    print(f"{text} for {game} ...", end=" ", file=sys.stderr, flush=True)
    try:
        warm(*named(text, installed_bots()), game, values)
    except Exception as error:  # noqa: BLE001  every failure is reported
        print(f"failed: {described(error)}", file=sys.stderr)
        return False
    print("ready", file=sys.stderr)
    return True
