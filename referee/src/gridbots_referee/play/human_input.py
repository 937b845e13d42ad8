"""Input of a human player, on its way to the bot that stands for them.

A bot has its standard streams for the protocol and a session without a terminal. So an environment
variable names where the person's input comes from: the referee's terminal, or a named pipe into
which the viewer writes moves.
"""

from __future__ import annotations

import contextlib
import os
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, Final

from gridbots.errors import SettingsError

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from gridbots_referee.play.launch import Launch

TERMINAL_VARIABLE: Final = "GRIDBOTS_TERMINAL"
"""Path of the terminal."""
PIPE_VARIABLE: Final = "GRIDBOTS_MOVE_PIPE"
"""Path of the pipe."""
STDIN: Final = 0
LINE_CAP: Final = 200
"""Bytes in a line at most: writes to a pipe of up to PIPE_BUF bytes are atomic."""


@contextlib.contextmanager
def terminal_input(launches: Sequence[Launch]) -> Iterator[None]:
    """Let the bot of a human player read the referee's terminal, and restore the terminal after.

    A bot may be killed while it waits for keys, so it cannot be left to it.

    Raises:
        SettingsError: two people would play, or standard input is no terminal.
    """
    person = _only_person(launches)
    if person is None:
        yield
        return
    if not os.isatty(STDIN):
        raise SettingsError(
            f"{person} reads keys, but standard input is no terminal; run it in one, or use --view"
        )
    import termios

    before = termios.tcgetattr(STDIN)
    os.environ[TERMINAL_VARIABLE] = os.ttyname(STDIN)
    try:
        yield
    finally:
        del os.environ[TERMINAL_VARIABLE]
        # What was typed for the match is not meant for the shell.
        termios.tcsetattr(STDIN, termios.TCSAFLUSH, before)


class MovePipe:
    """The writing end of the pipe; when it is full, moves are dropped."""

    def __init__(self, path: str) -> None:
        # Open for reading as well: writing must not wait for the bot.
        self._pipe = os.open(path, os.O_RDWR | os.O_NONBLOCK)

    def write(self, number: int, word: str) -> None:
        """Choose a move for the frame with this number of rounds."""
        line = f"{number} {word}\n".encode()
        if len(line) <= LINE_CAP:
            with contextlib.suppress(BlockingIOError):
                os.write(self._pipe, line)

    def close(self) -> None:
        os.close(self._pipe)


@contextlib.contextmanager
def browser_input(launches: Sequence[Launch]) -> Iterator[MovePipe | None]:
    """Let the bot of a human player read moves from a pipe; None if all players are bots.

    Raises:
        SettingsError: two people would play.
    """
    if _only_person(launches) is None:
        yield None
        return
    with tempfile.TemporaryDirectory(prefix="gridbots-") as folder:
        path = str(Path(folder) / "moves")
        os.mkfifo(path, 0o600)
        pipe = MovePipe(path)
        os.environ[PIPE_VARIABLE] = path
        try:
            yield pipe
        finally:
            del os.environ[PIPE_VARIABLE]
            pipe.close()


def _only_person(launches: Sequence[Launch]) -> str | None:
    """The name of the human player, if there is one."""
    people = [launch.name for launch in launches if launch.needs_terminal]
    if len(people) > 1:
        raise SettingsError(f"only one person can play in a match, not {', '.join(people)}")
    return people[0] if people else None
