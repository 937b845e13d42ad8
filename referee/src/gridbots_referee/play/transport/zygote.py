"""Zygotes: bots are forked from a process that has loaded them; see `gridbots.zygote`.

A bot that needs compiled code is there in milliseconds, instead of a second. There is a zygote for
each plugin with its options under given settings. It is started when it is first needed and ends
with this process, whatever ends that: it is killed then, and its socket is at its end.
"""

from __future__ import annotations

import os
import select
import socket
import subprocess
from collections import Counter
from functools import partial
from typing import TYPE_CHECKING, Final, Self

import msgspec

from gridbots.zygote import MOST_BYTES, READY, REFUSED
from gridbots_referee.play.isolation import process_tree
from gridbots_referee.play.launch import RUNNER
from gridbots_referee.play.transport.process import BotProcess

if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    from gridbots.game import Game
    from gridbots_referee.play.isolation.cgroup.group import Cgroup
    from gridbots_referee.play.isolation.levels import Streams
    from gridbots_referee.play.launch import Launch
    from gridbots_referee.play.stop import Stop

TIMEOUT_SECONDS: Final = 60.0
"""Seconds that a zygote has to load its bot, which may have to be compiled, or to fork one."""
REAP_SECONDS: Final = 1.0
"""How long one that was killed has to end."""
MAX_ZYGOTES: Final = 16
"""At a time; each holds what its bot needs in memory, some 60 MB where that is compiled code."""
MAX_DEATHS: Final = 2
"""A zygote that has died so often is not started again."""

ZygoteCommand = tuple[str, ...]


class ForkRefusedError(Exception):
    """A zygote says that forking would not do for this bot, or takes too long to say anything."""


class ZygoteDiedError(Exception):
    """A zygote has died, or does what no zygote does."""


def command_for(launch: Launch, game: Game, settings: Any) -> ZygoteCommand | None:
    """The command of a zygote for a bot; None where only the bot's own command will do."""
    if not launch.plugin or launch.needs_terminal or not process_tree.adopt_orphans():
        return None
    told = msgspec.json.encode(settings).decode()
    words = ("zygote", "--settings", told, "--game", game.name, launch.plugin)
    return (*RUNNER, *words, *launch.options)


class Zygotes:
    """The zygotes of a process that plays matches, one at a time."""

    def __init__(self, stop: Stop) -> None:
        self._stop = stop
        self._zygotes: dict[ZygoteCommand, Zygote] = {}
        """The one that was used last comes last."""
        self._deaths: Counter[ZygoteCommand] = Counter()
        self._given_up: set[ZygoteCommand] = set()

    def start(
        self, command: ZygoteCommand, folder: str | None, group: Cgroup | None = None
    ) -> BotProcess | None:
        """Have a bot forked.

        None where it has to be started by its own command: because it cannot be forked, or because
        its zygote keeps dying, or because the match is to stop.
        """
        while command not in self._given_up and not self._stop:
            try:
                # New pipes each time: a bot whose zygote died on us may be holding the last ones.
                return BotProcess(partial(self._zygote(command, folder).fork, folder), group)
            except ForkRefusedError:
                self._given_up.add(command)
            except (ZygoteDiedError, OSError):
                self._deaths[command] += 1
                if self._deaths[command] == MAX_DEATHS:
                    self._given_up.add(command)
            self._end(command)
        return None

    def _zygote(self, command: ZygoteCommand, folder: str | None) -> Zygote:
        zygote = self._zygotes.pop(command, None)
        if zygote is None:
            if len(self._zygotes) == MAX_ZYGOTES:
                self._end(next(iter(self._zygotes)))
            zygote = Zygote(command, folder, self._stop)
        self._zygotes[command] = zygote
        return zygote

    def _end(self, command: ZygoteCommand) -> None:
        zygote = self._zygotes.pop(command, None)
        if zygote is not None:
            zygote.end()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        for command in list(self._zygotes):
            self._end(command)
        process_tree.sweep()


class Zygote:
    """A started zygote.

    Raises:
        OSError: it cannot be started.
    """

    def __init__(self, command: Sequence[str], folder: str | None, stop: Stop) -> None:
        self._stop = stop
        self._is_ready = False
        self._socket, its = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        with its:
            self._process = subprocess.Popen(
                command,
                stdin=its.fileno(),
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
                cwd=folder,
                start_new_session=True,
            )
        process_tree.spared.add(self._process.pid)

    def fork(self, folder: str | None, streams: Streams) -> int:
        """Fork a bot that has these streams; its process id.

        Raises:
            RefusedError: it cannot, and no other could.
            GoneError, OSError: it has died, or does not answer as it should.
        """
        if not self._is_ready:
            self._await_ready()
        socket.send_fds(self._socket, [os.fsencode(folder or ".")], streams)
        answer = self._receive()
        if not answer.isdigit() or not process_tree.is_child(int(answer)):
            raise ZygoteDiedError(f"expected the id of a child process, got {answer!r}")
        return int(answer)

    def _await_ready(self) -> None:
        answer = self._receive()
        if answer.startswith(REFUSED):
            raise ForkRefusedError(answer.removeprefix(REFUSED).decode(errors="replace"))
        if answer != READY:
            raise ZygoteDiedError(f"expected {READY!r}, got {answer!r}")
        self._is_ready = True

    def _receive(self) -> bytes:
        """The next message; none is empty, but what comes from a dead one is."""
        poll = select.poll()
        poll.register(self._socket, select.POLLIN)
        poll.register(self._stop.fileno(), select.POLLIN)
        if not poll.poll(1000 * TIMEOUT_SECONDS):
            raise ForkRefusedError(f"no answer within {TIMEOUT_SECONDS} s")
        if self._stop:
            raise ZygoteDiedError("interrupted by a request to stop")
        return self._socket.recv(MOST_BYTES)

    def end(self) -> None:
        """Kill it, and what it has started; the bots that it has forked live on."""
        self._socket.close()
        process_tree.spared.discard(self._process.pid)
        process_tree.kill_tree(self._process.pid)
        process_tree.reap(self._process.pid, REAP_SECONDS)
        self._process.returncode = 0  # it is reaped here, or never
