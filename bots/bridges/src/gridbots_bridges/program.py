"""Program of another arena: a child process, its pipes, and its exit code."""

from __future__ import annotations

import contextlib
import os
import shlex
import shutil
import signal
import subprocess
from typing import TYPE_CHECKING, Annotated, Final

from msgspec import Meta

from gridbots.errors import PluginError
from gridbots.protocol import FAULT
from gridbots.settings import Settings

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from typing import NoReturn

    from gridbots.game import Game

EXIT_SECONDS: Final = 0.5
"""Time that a program has to exit after it closes its output."""
FAREWELL_SECONDS: Final = 0.08
"""Time that a program has to exit after the match: less than the referee grants the bridge."""


class ProgramOptions(Settings, frozen=True):
    """Options of a bridge that runs a program."""

    command: Annotated[str, Meta(description="the program, with its arguments")]


def why_no_program(_: Game, options: ProgramOptions) -> str:
    """The reason why the command cannot be run; empty if it can."""
    program = shlex.split(options.command)[0]
    if shutil.which(program):
        return ""
    if os.path.isfile(program):  # noqa: PTH113  the word may not be a path
        return (
            f"expected a program, got the file {program!r}, which is not executable; run "
            "chmod +x on it, or put its interpreter in front"
        )
    return f"expected a program, got {program!r}, which was not found"


def start(
    words: Sequence[str],
    stdin: int,
    stdout: int,
    more: Mapping[str, str] | None = None,
    *,
    stderr: int | None = None,
) -> subprocess.Popen[bytes]:
    """Start a program with these streams and `more` in its environment.

    With a separate stderr it also gets a separate session.

    Raises:
        PluginError: the program cannot be started.
    """
    environment = {**os.environ, **more} if more else None
    try:
        return subprocess.Popen(
            words,
            stdin=stdin,
            stdout=stdout,
            stderr=stderr,
            bufsize=0,
            env=environment,
            start_new_session=stderr is not None,
        )
    except OSError as error:
        raise PluginError(f"cannot start {words[0]!r}: {error.strerror}") from None


def log(text: str) -> None:
    """Write a line to stderr; the report and the record of the match contain its end."""
    with contextlib.suppress(OSError):
        os.write(2, text.encode(errors="replace") + b"\n")


def report(text: str) -> None:
    """Report a fault that costs the program only a move."""
    log(FAULT.decode() + text)


class ArenaProgram:
    """A started program. It shares the bridge's stderr and process group.

    Raises:
        PluginError: the program cannot be started.
    """

    def __init__(self, words: Sequence[str]) -> None:
        self.name = words[0]
        self._process = start(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        assert self._process.stdin  # noqa: S101  narrows the type
        assert self._process.stdout  # noqa: S101  narrows the type
        self.stdin = self._process.stdin.fileno()
        self.stdout = self._process.stdout.fileno()

    def send(self, text: bytes) -> None:
        """Write to the program's stdin; ignored if the program has closed it."""
        try:
            while text:
                text = text[os.write(self.stdin, text) :]
        except OSError:
            return

    def exit_code(self, seconds: float = EXIT_SECONDS) -> int | None:
        """The exit code, minus the signal number if a signal killed it; None if it still runs."""
        try:
            return self._process.wait(seconds)
        except subprocess.TimeoutExpired:
            return None

    def say_farewell(self, text: bytes) -> None:
        """Close the program's input and give it a moment to exit; the referee ends what is left."""
        self.send(text)
        if self._process.stdin:
            self._process.stdin.close()
        self.exit_code(FAREWELL_SECONDS)


def end_like(code: int) -> NoReturn:
    """End this process with the exit code or signal of another, for the referee to see."""
    if code < 0:
        if -code != signal.SIGKILL:  # SIGKILL has no handler
            signal.signal(-code, signal.SIG_DFL)
        os.kill(os.getpid(), -code)
    os._exit(code if code >= 0 else 1)
