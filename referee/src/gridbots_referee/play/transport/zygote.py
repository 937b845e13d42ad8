"""Zygotes: bots are forked from a process that has loaded them; see `gridbots.bot.zygote`.

A bot that needs compiled code starts in milliseconds instead of a second. Each plugin with its
options and settings has a zygote. It is started when it is first needed, and killed at the end of
this process; if this process is killed, its socket closes and it exits.
"""

from __future__ import annotations

import os
import select
import socket
import struct
from collections import Counter
from functools import partial
from typing import TYPE_CHECKING, Final, Self

import msgspec

from gridbots.bot.zygote import MOST_BYTES, READY, REFUSED, STAYS
from gridbots.limits import DEFAULT_ISOLATION, Isolation
from gridbots_referee.play.isolation import process_tree
from gridbots_referee.play.isolation.levels import program
from gridbots_referee.play.isolation.sandbox.file_tree import SCRATCH
from gridbots_referee.play.isolation.sandbox.sandbox import uses_bubblewrap
from gridbots_referee.play.launch import ENDS_OPTIONS, RUNNER
from gridbots_referee.play.transport.process import BotProcess

if TYPE_CHECKING:
    from collections.abc import Sequence

    from gridbots.game import Game
    from gridbots.settings import Settings
    from gridbots_referee.play.isolation.cgroup.group import Cgroup
    from gridbots_referee.play.isolation.levels import Streams
    from gridbots_referee.play.launch import Launch
    from gridbots_referee.play.stop import Stop

TIMEOUT_SECONDS: Final = 60.0
"""Timeout for a zygote to load its bot, which may include compiling, or to fork."""
REAP_SECONDS: Final = 1.0
"""Time for a killed zygote to end."""
MAX_ZYGOTES: Final = 16
"""Maximum number of zygotes; each holds its bot in memory, about 60 MB with compiled code."""
MAX_DEATHS: Final = 2
"""After this number of deaths a zygote is not started again."""

SCM_CREDENTIALS: Final = 2
CREDENTIALS: Final = struct.Struct("3i")
"""Process, user and group that sent a message, as reported by the system."""

ZygoteCommand = tuple[str, ...]
Key = tuple[ZygoteCommand, Isolation, int]
"""A command, the isolation of its bots, and the seat if each seat has its own zygote."""


class ForkRefusedError(Exception):
    """A zygote reports that this bot cannot be forked, or does not answer in time."""


class ZygoteDiedError(Exception):
    """A zygote has died, or sent an invalid answer."""


def command_for(launch: Launch, game: Game, settings: Settings) -> ZygoteCommand | None:
    """The command of a zygote for a bot; None if the bot cannot be forked."""
    if not launch.plugin or launch.needs_terminal or not process_tree.adopt_orphans():
        return None
    encoded = msgspec.json.encode(settings).decode()
    words = ("zygote", "--settings", encoded, "--game", game.name, launch.plugin)
    tail = (ENDS_OPTIONS, *launch.command) if launch.command else ()
    return (*RUNNER, *words, *launch.options, *tail)


class Zygotes:
    """The zygotes of a process that plays one match after the other."""

    def __init__(self, stop: Stop) -> None:
        self._stop = stop
        self._zygotes: dict[Key, Zygote] = {}
        """In order of last use."""
        self._deaths: Counter[Key] = Counter()
        self._given_up: set[Key] = set()

    def start(  # noqa: PLR0913, PLR0917  as for a bot that is started by its own command
        self,
        command: ZygoteCommand,
        folder: str | None,
        group: Cgroup | None = None,
        isolation: Isolation = DEFAULT_ISOLATION,
        seat: int = 0,
        seed: int = 0,
    ) -> BotProcess | None:
        """Fork a bot, with this seed unless it is 0.

        None if the bot must be started by its own command: it cannot be forked, its zygote keeps
        dying, or a stop was requested.
        """
        if isolation.level == "sandbox" and uses_bubblewrap():
            return None
        # In a sandbox, bots of one zygote could reach each other: each seat has its own.
        key = (command, isolation, seat if isolation.level == "sandbox" else 0)
        while key not in self._given_up and not self._stop:
            try:
                zygote = self._zygote(key, folder)
                zygote.await_ready()
                if zygote.stays:
                    return self._staying(zygote, folder, seed)
                # New pipes for each attempt: a bot whose zygote died may still hold the old ones.
                is_boxed = isolation.level == "sandbox"
                entries = group.entry_fds(is_boxed=is_boxed) if group else ()
                return BotProcess(
                    partial(zygote.fork, folder, entries, seed), group, zygote.kill_forked
                )
            except ForkRefusedError:
                self._given_up.add(key)
            except (ZygoteDiedError, OSError):
                self._deaths[key] += 1
                if self._deaths[key] == MAX_DEATHS:
                    self._given_up.add(key)
            self._end(key)
        return None

    def _staying(self, zygote: Zygote, folder: str | None, seed: int) -> BotProcess:
        """A bot that plays match after match, in different seats: it has no cgroup."""
        bot = zygote.take_kept(seed)
        if bot is None:
            bot = BotProcess(partial(zygote.fork, folder, (), seed))
            bot.keep = partial(zygote.keep, bot)
        return bot

    def _zygote(self, key: Key, folder: str | None) -> Zygote:
        zygote = self._zygotes.pop(key, None)
        if zygote is None:
            if len(self._zygotes) == MAX_ZYGOTES:
                self._end(next(iter(self._zygotes)))
            zygote = Zygote(key, folder, self._stop)
        self._zygotes[key] = zygote
        return zygote

    def _end(self, key: Key) -> None:
        zygote = self._zygotes.pop(key, None)
        if zygote is not None:
            zygote.end()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        for key in list(self._zygotes):
            self._end(key)
        process_tree.sweep()


class Zygote:
    """A started zygote.

    Raises:
        OSError: it cannot be started.
    """

    def __init__(self, key: Key, folder: str | None, stop: Stop) -> None:
        command, isolation, seat = key
        self._stop = stop
        self._is_ready = False
        self.stays = False
        """Whether its bots play match after match."""
        self._kept: list[BotProcess] = []
        """Bots that are ready for another match."""
        self._socket, its = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        self._socket.setsockopt(socket.SOL_SOCKET, socket.SO_PASSCRED, 1)
        self._program = program(isolation, seat, command, is_zygote=True)
        nothing = os.open(os.devnull, os.O_RDWR)
        try:
            with its:
                self.pid = self._program.start(folder, (), (its.fileno(), nothing, nothing))
        finally:
            os.close(nothing)
        self._is_boxed = self._program.is_boxed
        self.kill_forked = self._program.kill_forked if self._is_boxed else None
        """Kills a forked bot with all its processes; None if these must be searched for."""
        process_tree.spared.add(self.pid)

    def fork(self, folder: str | None, entries: Sequence[int], seed: int, streams: Streams) -> int:
        """Fork a bot that enters these cgroups and has these streams; its process id.

        Raises:
            ForkRefusedError: the bot cannot be forked.
            ZygoteDiedError, OSError: the zygote has died, or sent an invalid answer.
        """
        if self._is_boxed and not self._program.renew():
            raise ZygoteDiedError("its sandbox cannot be reused")
        home = SCRATCH if self._is_boxed else folder or os.getcwd()  # noqa: PTH109
        socket.send_fds(self._socket, [os.fsencode(home), b"\0%d" % seed], (*streams, *entries))
        answer, pid = self._receive()
        if not answer.isdigit() or not process_tree.is_child(pid):
            raise ZygoteDiedError(f"expected the id of a child process, got {answer!r}")
        return pid

    def await_ready(self) -> None:
        """Wait until the zygote has loaded its bot; raises as `fork`."""
        if self._is_ready:
            return
        answer, _ = self._receive()
        if answer.startswith(REFUSED):
            raise ForkRefusedError(answer.removeprefix(REFUSED).decode(errors="replace"))
        if answer not in {READY, STAYS}:
            raise ZygoteDiedError(f"expected {READY!r} or {STAYS!r}, got {answer!r}")
        self._is_ready = True
        # In a sandbox each match has a new folder, which a bot that stays would not see.
        self.stays = answer == STAYS and not self._is_boxed

    def keep(self, bot: BotProcess) -> bool:
        """Keep a bot that is ready for another match; False if this zygote has ended."""
        if self._socket.fileno() < 0:
            return False
        process_tree.spared.add(bot.pid)
        self._kept.append(bot)
        return True

    def take_kept(self, seed: int) -> BotProcess | None:
        """A bot that was kept, with a new seed; None if there is none."""
        while self._kept:
            bot = self._kept.pop()
            process_tree.spared.discard(bot.pid)
            if not bot.has_exited():
                bot.renew(seed)
                return bot
            bot.end(REAP_SECONDS)
        return None

    def _receive(self) -> tuple[bytes, int]:
        """The next message and the id of its sender; a message is empty if the zygote has died."""
        poll = select.poll()
        poll.register(self._socket, select.POLLIN)
        poll.register(self._stop.fileno(), select.POLLIN)
        if not process_tree.wait_for_answer(self.pid, poll, TIMEOUT_SECONDS):
            if process_tree.is_stopped(self.pid):
                raise ZygoteDiedError("it was stopped")
            raise ForkRefusedError(f"no answer within {TIMEOUT_SECONDS} s")
        if self._stop:
            raise ZygoteDiedError("interrupted by a request to stop")
        text, ancillary, _, _ = self._socket.recvmsg(MOST_BYTES, CREDENTIALS.size + 64)
        credentials = [data for _, kind, data in ancillary if kind == SCM_CREDENTIALS]
        return text, CREDENTIALS.unpack(credentials[0])[0] if credentials else 0

    def end(self) -> None:
        """Kill the zygote and the bots that it keeps; the bots of a match live on."""
        for bot in self._kept:
            process_tree.spared.discard(bot.pid)
            bot.kill()
            bot.end(REAP_SECONDS)
        self._socket.close()
        process_tree.spared.discard(self.pid)
        if self._is_boxed:
            self._program.kill_all()
        process_tree.kill_tree(self.pid)
        process_tree.reap(self.pid, REAP_SECONDS)
