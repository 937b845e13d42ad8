"""Input of a human player, passed to the bot `human`.

The standard streams of a bot carry the protocol, and its session has no terminal. An environment
variable therefore names the source of the input: the referee's terminal, or a folder of named pipes
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
"""Path of the folder of pipes; each pipe is named after its seat."""
STDIN: Final = 0
LINE_CAP: Final = 200
"""Maximum number of bytes in a line: writes of up to PIPE_BUF bytes are atomic."""


@contextlib.contextmanager
def terminal_input(launches: Sequence[Launch]) -> Iterator[None]:
    """Let the bot of a human player read the referee's terminal, and restore the terminal after.

    The bot cannot restore it, because it may be killed while it waits for keys.

    Raises:
        SettingsError: there are two people, or standard input is not a terminal.
    """
    person = _only_person(launches)
    if person is None:
        yield
        return
    if not os.isatty(STDIN):
        raise SettingsError(
            f"{person} reads keys, but standard input is not a terminal; use a terminal, or --view"
        )
    import termios

    before = termios.tcgetattr(STDIN)
    os.environ[TERMINAL_VARIABLE] = os.ttyname(STDIN)
    try:
        yield
    finally:
        del os.environ[TERMINAL_VARIABLE]
        # Keys typed during the match are not meant for the shell.
        termios.tcsetattr(STDIN, termios.TCSAFLUSH, before)


class MovePipes:
    """The write ends of pipes in a folder, one for each seat; what does not fit is dropped."""

    def __init__(self, folder: Path, seats: int) -> None:
        self._pipes: list[int] = []
        for seat in range(seats):
            os.mkfifo(folder / str(seat), 0o600)
            # Also open for reading: writing must not wait for the bot.
            self._pipes.append(os.open(folder / str(seat), os.O_RDWR | os.O_NONBLOCK))

    def writer(self, seat: int) -> Callable[[int, str], None]:
        """A function that writes moves for this seat: round number and word, empty for no move."""
        return functools.partial(self._write, self._pipes[seat])

    def _write(self, pipe: int, number: int, word: str) -> None:
        line = f"{number} {word}\n".encode()
        if len(line) <= LINE_CAP:
            with contextlib.suppress(BlockingIOError):
                os.write(pipe, line)

    def drain(self) -> None:
        """Drop unread input of the previous match."""
        for pipe in self._pipes:
            with contextlib.suppress(BlockingIOError):
                while os.read(pipe, 65536):
                    pass

    def close(self) -> None:
        for pipe in self._pipes:
            os.close(pipe)


@contextlib.contextmanager
def browser_input(seats: int) -> Iterator[MovePipes]:
    """Let the bots of human players read moves from pipes."""
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
            f"expected one person at the terminal, got {', '.join(people)}; with --view, each "
            "person has a page"
        )
    return people[0] if people else None
