"""The loop around a bot: lines on stdin, one move on stdout per request."""

from __future__ import annotations

import os
import time
from typing import TYPE_CHECKING, BinaryIO

from gridbots.bot import Bot, Briefing, Budget, Command
from gridbots.errors import PluginError, UnknownNameError
from gridbots.game import copy_state
from gridbots.protocol import Inbox, Request, read_count, reply_line, settings_of
from gridbots.settings import make_settings

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from typing import NoReturn

    from gridbots.bot import BotType
    from gridbots.game import Game, State


def make_bot(kind: BotType, name: str, game: Game, options: Mapping[str, str]) -> Bot | Command:
    """A bot of this kind for a game.

    Raises:
        SettingsError: an option is unknown or has a bad value.
        UnknownNameError: the bot does not play this game.
    """
    checked = make_settings(kind.options, options, f"{name} option")
    if kind.games and game.name not in kind.games:
        raise UnknownNameError(f"{name} plays {', '.join(kind.games)}, got {game.name}")
    return kind.make(game, checked)


def replace_process(command: Command) -> NoReturn:
    """Run the program of a bot in the place of this one.

    Raises:
        PluginError: there is no such program, or it cannot be run.
    """
    program = command.argv[0]
    try:
        os.execvp(program, command.argv)  # noqa: S606  the program that the plugin names
    except OSError as error:
        raise PluginError(f"cannot start {program!r}: {error.strerror}") from None


def play_on_pipes(bot: Bot, game: Game) -> None:
    """Play on this process's stdin and stdout until the end of input.

    What the bot prints goes to stderr: nothing but moves must reach the referee.
    """
    with (
        open(0, encoding="utf-8", errors="replace", closefd=False) as lines,
        os.fdopen(os.dup(1), "wb", buffering=0) as replies,
    ):
        os.dup2(2, 1)
        play(bot, game, lines, replies)


def play(bot: Bot, game: Game, lines: Iterable[str], replies: BinaryIO) -> None:
    """Answer each request among the lines."""
    inbox = Inbox()
    player: _Player | None = None
    for line in lines:
        request = inbox.read(line)
        if request is not None:
            player = player or _Player(bot, game, request)
            replies.write(reply_line(game, player.choose(request)))
    bot.close()


class _Player:
    """A bot at its seat, with the observation before: some games are told in differences."""

    def __init__(self, bot: Bot, game: Game, first: Request) -> None:
        self._bot = bot
        self._game = game
        self._settings = settings_of(game, first)
        self._time_per_move_ms = read_count(first.settings, "time_per_move", 0)
        self._observation: State | None = None
        bot.open(Briefing(game, self._settings, first.seat, first.seats))

    def choose(self, request: Request) -> int:
        asked = time.monotonic()
        self._observation = self._game.wire.read_updates(
            self._observation, self._settings, request.updates
        )
        budget = Budget(request.bank_ms, self._time_per_move_ms, asked)
        return int(self._bot.choose(copy_state(self._observation), budget))
