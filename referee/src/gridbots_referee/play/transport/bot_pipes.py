"""Pipes between the referee and a bot's process: non-blocking, with bounded buffers."""

from __future__ import annotations

import array
import errno
import fcntl
import os
import termios
from typing import TYPE_CHECKING, Final

from gridbots_referee.play.transport.stderr import StderrBuffer

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from gridbots_referee.play.isolation.levels import Streams

CHUNK: Final = 65536


class BotPipes:
    """The referee's ends of a bot's stdin, stdout and stderr.

    `start` gets the other ends and returns the id of the process.
    """

    def __init__(self, start: Callable[[Streams], int]) -> None:
        (its_stdin, self.stdin), (self.stdout, its_stdout), (self.stderr, its_stderr) = _pipes()
        try:
            self.pid = start((its_stdin, its_stdout, its_stderr))
        except BaseException:
            _close(self.stdin, self.stdout, self.stderr)
            raise
        finally:
            _close(its_stdin, its_stdout, its_stderr)
        self.errors = StderrBuffer()
        self._unsent = b""
        self._is_input_closed = False

    def send(self, text: bytes) -> bool:
        """Write to the bot's stdin; whether all of it was written."""
        if self._unsent:
            self._unsent += text
            return self.send_rest()
        try:
            written = os.write(self.stdin, text)
        except OSError as error:
            # A bot that has closed its input may still be playing.
            if error.errno == errno.EAGAIN:
                self._unsent = text
            return error.errno != errno.EAGAIN
        if written == len(text):
            return True
        self._unsent = text[written:]
        return False

    def send_rest(self) -> bool:
        """Write what did not fit into the pipe before; whether all of it was written."""
        text, self._unsent = self._unsent, b""
        return self.send(text) if text else True

    def has_read(self) -> bool:
        return not self._unsent and self.unread_bytes() == 0

    def unread_bytes(self) -> int | None:
        """Bytes that the bot has not read yet; None if the system does not report them."""
        count = array.array("i", [0])
        try:
            fcntl.ioctl(self.stdin, termios.FIONREAD, count)
        except OSError:
            return None
        return count[0]

    def read_output(self) -> bytes | None:
        """Bytes from stdout: b"" at its end, None if there are none yet."""
        try:
            return os.read(self.stdout, CHUNK)
        except BlockingIOError:
            return None
        except OSError:
            return b""

    def drain_errors(self) -> bool:
        """Read what is available on stderr; whether the stream is still open."""
        try:
            data = os.read(self.stderr, CHUNK)
        except BlockingIOError:
            return True
        except OSError:
            return False
        self.errors.feed(data)
        return bool(data)

    def close_input(self) -> None:
        """Close the bot's stdin."""
        if not self._is_input_closed:
            self._is_input_closed = True
            os.close(self.stdin)

    def close_pipes(self) -> None:
        self.close_input()
        _close(self.stdout, self.stderr)


def _pipes() -> Iterator[tuple[int, int]]:
    """A bot's stdin, stdout and stderr: read and write ends; the referee's ends do not block."""
    for ours in (1, 0, 0):
        pipe = os.pipe()
        os.set_blocking(pipe[ours], False)
        yield pipe


def _close(*numbers: int) -> None:
    for number in numbers:
        os.close(number)
