"""Protocol adapter: the loop around a bot. Lines on stdin, one move on stdout per request."""

from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING, Any

from gridbots.bot.seed import with_seed
from gridbots.bot.time_budget import reading
from gridbots.command_line.streams import Stdout
from gridbots.errors import PluginError, UnknownNameError
from gridbots.game import copy_state
from gridbots.plugins.bot import Bot, Briefing, Budget, Command, ProtocolBot, checked_move
from gridbots.plugins.needs import unmet
from gridbots.protocol import (
    ASK_END,
    READY_LINE,
    Inbox,
    Request,
    read_count,
    read_seed,
    reply_line,
    settings_of,
)
from gridbots.settings import make_settings

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping
    from typing import NoReturn

    from _typeshed import SupportsWrite

    from gridbots.game import Game, State
    from gridbots.limits import ClockKind
    from gridbots.plugins.bot import BotType, Entry
    from gridbots.vector import Policy


def make_bot(
    kind: BotType, name: str, game: Game, options: Mapping[str, str], seed: int = 0
) -> Bot | ProtocolBot | Command:
    """Make a bot of this type for a game; the seed is used if its options give none.

    Raises:
        SettingsError: an option is unknown or has a bad value.
        UnknownNameError: the bot does not play this game.
        PluginError: it has neither `make` nor `policy`.
    """
    seeded = with_seed(entry_of(kind, name, game).options, options, seed)
    entry, checked = entry_with_options(kind, name, game, seeded)
    if entry.make is not None:
        return entry.make(game, checked)
    from gridbots.bot.policy_bot import PolicyBot

    policy = entry.policy(game, checked) if entry.policy else None
    if policy is None:
        raise PluginError(f"the bot {name} has neither make= nor a policy for {game.name}")
    return PolicyBot(policy, getattr(checked, "seed", 0), plain=entry.plain, opened=entry.opened)


def make_policy(kind: BotType, name: str, game: Game, options: Mapping[str, str]) -> Policy | None:
    """The policy of this type of bot, a kernel; None if it has none for these options.

    Raises:
        SettingsError: an option is unknown or has a bad value.
        UnknownNameError: the bot does not play this game.
    """
    entry, checked = entry_with_options(kind, name, game, options)
    return entry.policy(game, checked) if entry.policy else None


def entry_of(kind: BotType, name: str, game: Game) -> Entry:
    """The entry by which this type of bot plays a game.

    Raises:
        UnknownNameError: it does not play this game.
    """
    entry = kind.entry(game.name)
    if entry is None:
        raise UnknownNameError(f"{name} plays {', '.join(kind.plays)}, got {game.name}")
    return entry


def entry_with_options(
    kind: BotType, name: str, game: Game, options: Mapping[str, str]
) -> tuple[Entry, Any]:
    """The entry by which this type of bot plays a game, and its checked options.

    Raises:
        SettingsError: an option is unknown or has a bad value.
        UnknownNameError: the bot does not play this game, or not with these options.
    """
    entry = entry_of(kind, name, game)
    if lacking := unmet(entry.needs, game):
        raise UnknownNameError(f"{name} cannot play {game.name}: expected {lacking}")
    owner = f"{name} in {game.name}" if kind.entries else name
    checked = make_settings(entry.options, options, "option", owner)
    if entry.refusal and (why := entry.refusal(game, checked)):
        raise UnknownNameError(f"{name} cannot play {game.name}: {why}")
    return entry, checked


def replace_process(command: Command) -> NoReturn:
    """Replace this process by the program of a bot (exec).

    Raises:
        PluginError: there is no such program, or it cannot be run.
    """
    program = command.argv[0]
    try:
        os.execvp(program, command.argv)  # noqa: S606  the program that the plugin names
    except OSError as error:
        raise PluginError(f"cannot start {program!r}: {error.strerror}") from None


def play_on_pipes(
    bot: Bot | ProtocolBot, game: Game, make: Callable[[int], Any] | None = None
) -> None:
    """Play on this process's stdin and stdout until the end of input.

    Output that the bot prints goes to stderr, because only moves may reach the referee. The
    connection to the referee stays open until the process ends.

    Args:
        bot: plays the first match.
        game: the game.
        make: makes another such bot with a seed, for further matches; None for a single match.
    """
    if isinstance(bot, ProtocolBot):
        bot.run()
        return
    with (
        open(0, encoding="utf-8", errors="replace", closefd=False) as lines,
        Stdout(os.dup(1), "w", closefd=False) as replies,
    ):
        os.dup2(2, 1)
        if make and bot.stays:
            play_on(bot, make, game, lines, replies)
        else:
            play(bot, game, lines, replies)


def play_on(
    bot: Bot,
    make: Callable[[int], Bot],
    game: Game,
    lines: Iterator[str],
    replies: SupportsWrite[bytes],
) -> None:
    """Play match after match, each with a new bot, until the end of input."""
    while play(bot, game, lines, replies):
        replies.write(READY_LINE)
        line = next(lines, "")
        if not line:
            break
        bot = make(read_seed(line))


def play(bot: Bot, game: Game, lines: Iterable[str], replies: SupportsWrite[bytes]) -> bool:
    """Answer each request of a match; return whether a line reported its end."""
    player = ProtocolAdapter(bot, game)
    for line in lines:
        reply = player.read(line)
        if reply is not None:
            replies.write(reply)
        elif player.knows_end:
            break
    bot.close()
    return player.knows_end


class ProtocolAdapter:
    """Protocol adapter of a bot: reads lines, answers move requests, and reports the end.

    It keeps the last observation, because some games send differences.
    """

    def __init__(self, bot: Bot, game: Game) -> None:
        self._bot = bot
        self._game = game
        self._sees_end = type(bot).see_end is not Bot.see_end
        self.knows_end = False
        """Whether a line has reported the end of the match."""
        self._inbox = Inbox()
        self._observation: State | None = None
        self._is_open = False

    def read(self, line: str) -> bytes | None:
        """Read one line; return the reply if it completes a move request."""
        request = self._inbox.read(line)
        if request is None:
            return None
        if request.is_end:
            self.knows_end = True
            if self._is_open and self._sees_end:
                self._bot.see_end(self._observe(request))
            return None
        if not self._is_open:
            self._open(request)
        return reply_line(self._game, self._choose(request))

    def _open(self, first: Request) -> None:
        self._is_open = True
        self._settings = settings_of(self._game, first)
        self._time_per_move_ms = read_count(first.settings, "time_per_move", 0)
        clock: ClockKind = "cpu" if first.settings.get("clock") == "cpu" else "wall"
        self._now = reading(clock)
        self._bot.open(Briefing(self._game, self._settings, first.seat, first.seats, clock))
        if self._sees_end:
            sys.stderr.write(ASK_END.decode())
            sys.stderr.flush()

    def _choose(self, request: Request) -> int:
        budget = Budget(request.bank_ms, self._time_per_move_ms, self._now())
        return checked_move(self._game, self._bot.choose(self._observe(request), budget))

    def _observe(self, request: Request) -> State:
        """The new observation, which the bot may keep."""
        self._observation = self._game.wire.read_updates(
            self._observation, self._settings, request.updates
        )
        return copy_state(self._observation)
