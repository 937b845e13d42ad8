"""Input of a human player, on its way to the bot that stands for them.

A bot has its standard streams for the protocol and a session without a terminal. So an environment
variable names where a person's input comes from: the referee's terminal, or a folder of named pipes
into which the viewer writes moves.
"""

from __future__ import annotations

import contextlib
import functools
import os
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, Final

from gridbots.errors import SettingsError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from gridbots_referee.play.launch import Launch

TERMINAL_VARIABLE: Final = "GRIDBOTS_TERMINAL"
"""Path of the terminal."""
PIPES_VARIABLE: Final = "GRIDBOTS_MOVE_PIPES"
"""Path of the folder of pipes, each named by its seat."""
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


class MovePipes:
    """The writing ends of pipes in a folder, one for each seat; what does not fit is dropped."""

    def __init__(self, folder: Path, seats: int) -> None:
        self._pipes: list[int] = []
        for seat in range(seats):
            os.mkfifo(folder / str(seat), 0o600)
            # Open for reading as well: writing must not wait for the bot.
            self._pipes.append(os.open(folder / str(seat), os.O_RDWR | os.O_NONBLOCK))

    def writer(self, seat: int) -> Callable[[int, str], None]:
        """Writes moves for this seat: the number of the round and a word, empty for no move."""
        return functools.partial(self._write, self._pipes[seat])

    def _write(self, pipe: int, number: int, word: str) -> None:
        line = f"{number} {word}\n".encode()
        if len(line) <= LINE_CAP:
            with contextlib.suppress(BlockingIOError):
                os.write(pipe, line)

    def drain(self) -> None:
        """Drop what nobody has read: it was for the match before."""
        for pipe in self._pipes:
            with contextlib.suppress(BlockingIOError):
                while os.read(pipe, 65536):
                    pass

    def close(self) -> None:
        for pipe in self._pipes:
            os.close(pipe)


@contextlib.contextmanager
def browser_input(seats: int) -> Iterator[MovePipes]:
    """Let the bots of people read moves from pipes."""
    with tempfile.TemporaryDirectory(prefix="gridbots-") as folder:
        pipes = MovePipes(Path(folder), seats)
        os.environ[PIPES_VARIABLE] = folder
        try:
            yield pipes
        finally:
            del os.environ[PIPES_VARIABLE]
            pipes.close()


def _only_person(launches: Sequence[Launch]) -> str | None:
    """The name of the human player, if there is one."""
    people = [launch.name for launch in launches if launch.needs_terminal]
    if len(people) > 1:
        raise SettingsError(
            f"expected one person at the terminal, got {', '.join(people)}; with --view each plays "
            f"in a page of their own"
        )
    return people[0] if people else None
