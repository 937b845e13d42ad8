"""Warm-up: the code of plugin bots is compiled before any clock runs."""

from __future__ import annotations

import subprocess
from typing import TYPE_CHECKING, Final

from gridbots.bot.warm import compiles, is_warm
from gridbots.plugins import installed_bots, load_game
from gridbots.testing.rehearsal import refuse_broken_game
from gridbots_referee.play.cores import cores
from gridbots_referee.play.isolation.process_tree import exit_text
from gridbots_referee.play.launch import RUNNER

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from gridbots.plugins import Installed
    from gridbots_referee.play.launch import Launch

ENDED: Final = -1
"""In place of an exit code: a bot that cannot be warmed up always casts doubt on the game."""
SECONDS: Final = 1800.0
"""Timeout for compiling one bot, on a slow and busy machine."""


def cold_bots(
    launches: Sequence[Launch],
    installed: Mapping[str, Installed],
    game: str,
    values: Mapping[str, str],
) -> list[str]:
    """The plugin bots, with their options, that would compile while their clocks run."""
    kinds = {(launch.plugin, launch.options) for launch in launches if launch.plugin}
    return [
        f"{name}:{','.join(words)}" if words else name
        for name, words in sorted(kinds)
        if compiles(installed[name])
        and not is_warm(installed[name], game, values, _options_of(words))
    ]


def _options_of(words: Sequence[str]) -> dict[str, str]:
    """Options by name; the bot checks them."""
    return {name: value for name, _, value in (word.partition("=") for word in words)}


def warm_up(bot: str, game: str, values: Mapping[str, str]) -> str | None:
    """Compile the code of a bot in a separate process; the error message, if it fails."""
    settings = [word for key, value in values.items() for word in ("--set", f"{key}={value}")]
    command = [*RUNNER, "warm", bot, "--game", game, *settings]
    try:
        done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=SECONDS)
    except subprocess.TimeoutExpired:
        return f"{bot}: not compiled within {SECONDS:g} s"
    ended = exit_text(done.returncode) if done.returncode < 0 else ""
    return f"{done.stderr.strip()} {ended}".strip() if done.returncode else None


def warm_all(bots: Sequence[str], game: str, values: Mapping[str, str]) -> dict[str, str]:
    """Warm up several bots in parallel, one on each core; bot -> error message."""
    if not bots:
        return {}
    from concurrent.futures import ThreadPoolExecutor

    with ThreadPoolExecutor(len(cores())) as pool:
        problems = pool.map(lambda bot: warm_up(bot, game, values), bots)
        return {bot: problem for bot, problem in zip(bots, problems, strict=True) if problem}


def warm_bots(
    launches: Sequence[Launch], game: str, values: Mapping[str, str], log: Callable[[str], None]
) -> None:
    """Warm up the bots that are cold, and log it: it can take a minute.

    Raises:
        GameError: the game cannot be compiled.
    """
    if not any(launch.plugin for launch in launches):
        return
    cold = cold_bots(launches, installed_bots(), game, values)
    for bot in cold:
        log(f"Compiling {bot} for {game} (once) ...")
    for bot, problem in warm_all(cold, game, values).items():
        refuse_broken_game(load_game(game), values, problem, ENDED)
        log(f"{bot} was not compiled; it will compile while its clock runs.\n{problem}")
