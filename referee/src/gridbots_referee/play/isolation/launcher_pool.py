"""Launchers of this process: started when they are first needed, and kept for later matches."""

from __future__ import annotations

import atexit
import contextlib
import errno
import os
import shutil
from typing import TYPE_CHECKING, Final

import msgspec

from gridbots_referee.play.isolation.environment import clean_environment
from gridbots_referee.play.isolation.launcher import Launcher, LauncherDiedError
from gridbots_referee.play.isolation.launcher_process import KILL, KILL_FORKED, RENEW
from gridbots_referee.play.isolation.rlimits import rlimits
from gridbots_referee.play.isolation.sandbox import bubblewrap
from gridbots_referee.play.isolation.sandbox.contents import sources
from gridbots_referee.play.isolation.sandbox.sandbox import (
    box_for,
    sandbox_environment,
    uses_bubblewrap,
)

if TYPE_CHECKING:
    from collections.abc import Sequence

    from gridbots.limits import Isolation
    from gridbots_referee.play.isolation.launcher import Streams

ATTEMPTS: Final = 3
"""Number of attempts to start a program if the launcher dies."""
MAX_LAUNCHERS: Final = 32
"""Maximum number of launchers in one process. Each uses about 10 MB."""

_launchers: dict[tuple[object, ...], Launcher] = {}
"""Keys: process id and start parameters. In order of last use."""


class Isolated:
    """The program of one seat, which a launcher starts at a level; see `levels.BotProgram`.

    A zygote has a sandbox for itself and its bots; other programs of a seat share one.
    """

    def __init__(
        self, isolation: Isolation, seat: int, argv: Sequence[str], *, is_zygote: bool = False
    ) -> None:
        self._isolation = isolation
        self._argv = tuple(argv)
        is_sandbox = isolation.level == "sandbox"
        self._is_wrapped = is_sandbox and uses_bubblewrap()
        self.is_boxed = is_sandbox and not self._is_wrapped
        environment = clean_environment(isolation.pass_env)
        self._environment = sandbox_environment(environment) if is_sandbox else environment
        alone = self._argv if is_zygote else ()
        shown = sources(argv, network=isolation.network) if self.is_boxed else ()
        place = (seat, alone, shown) if self.is_boxed else None
        self._key = (os.getpid(), isolation, place, tuple(self._environment.items()))

    def start(self, folder: str | None, entries: Sequence[int], streams: Streams) -> int:
        argv = self._wrapped() if self._is_wrapped else self._argv
        for _ in range(ATTEMPTS):
            try:
                return self._launcher().start(argv, folder, entries, streams)
            except LauncherDiedError:
                self._end()
        raise OSError(f"the launcher died {ATTEMPTS} times")

    def _wrapped(self) -> tuple[str, ...]:
        """The command wrapped in Bubblewrap, which does not report a missing program itself.

        Raises:
            FileNotFoundError: there is no such program.
        """
        if shutil.which(self._argv[0], path=self._environment.get("PATH")) is None:
            raise FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT))
        return bubblewrap.wrapped(self._isolation, self._argv)

    def kill_all(self) -> None:
        self._ask(KILL)

    def kill_forked(self) -> None:
        self._ask(KILL_FORKED)

    def renew(self) -> bool:
        return self._ask(RENEW)

    def _ask(self, request: bytes) -> bool:
        launcher = _launchers.get(self._key)
        try:
            return launcher is not None and launcher.ask(request)
        except LauncherDiedError:
            self._end()
            return False

    def _launcher(self) -> Launcher:
        launcher = _launchers.pop(self._key, None)
        if launcher is None:
            if len(_launchers) == MAX_LAUNCHERS:
                _launchers.pop(next(iter(_launchers))).end()
            launcher = self._new_launcher()
        _launchers[self._key] = launcher
        return launcher

    def _new_launcher(self) -> Launcher:
        if self._is_wrapped:  # the user's processes count until the namespaces exist
            limits = rlimits(msgspec.structs.replace(self._isolation, level="limits"))
            return Launcher(self._environment, limits, data=bubblewrap.data())
        box = box_for(self._isolation, self._argv) if self.is_boxed else None
        return Launcher(self._environment, rlimits(self._isolation), box)

    def _end(self) -> None:
        launcher = _launchers.pop(self._key, None)
        if launcher:
            launcher.end()


def launcher_pids() -> set[int]:
    """Process ids of the launchers of this process."""
    return {launcher.pid for launcher in _launchers.values()}


def end_launchers() -> None:
    """End all launchers of this process; they are restarted when they are needed."""
    for key in list(_launchers):
        launcher = _launchers.pop(key)
        if key[0] == os.getpid():  # a forked process also has its parent's launchers in the table
            with contextlib.suppress(OSError):
                launcher.end()


atexit.register(end_launchers)
