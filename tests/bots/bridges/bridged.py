"""A bridge in a separate process, as the referee sees it: lines in, lines out, and its exit."""

from __future__ import annotations

import contextlib
import os
import select
import signal
import tempfile
import time
from typing import IO, TYPE_CHECKING, Any, Self

from gridbots.bot.runner import make_bot
from gridbots.plugins import load_bot, load_game
from gridbots.protocol import ASK_END

if TYPE_CHECKING:
    from collections.abc import Iterator

SECONDS = 20.0
"""Time limit of any step on a busy machine."""


class Bridged:
    """A forked bridge, which starts fast; it and its program end with the test."""

    def __init__(self, bot: Any) -> None:
        its_input, self._input = os.pipe()
        self._output, its_output = os.pipe()
        self.errors: IO[bytes] = tempfile.TemporaryFile()  # noqa: SIM115  closed with the bridge
        self.pid = os.fork()
        if self.pid == 0:
            os.setsid()
            for number, stream in enumerate((its_input, its_output, self.errors.fileno())):
                os.dup2(stream, number)
            os.closerange(3, 256)
            _run(bot)
        os.close(its_input)
        os.close(its_output)
        self._received = b""

    def tell(self, text: str) -> None:
        with contextlib.suppress(BrokenPipeError):  # it may have ended
            os.write(self._input, text.encode())

    def answer(self) -> str | None:
        """The next line; None at the end of its output."""
        while b"\n" not in self._received:
            if not self.receive():
                return None
        line, _, self._received = self._received.partition(b"\n")
        return line.decode()

    def receive(self) -> int:
        """Wait for more of its output; return the number of bytes."""
        assert select.select([self._output], [], [], SECONDS)[0], "no answer"
        data = os.read(self._output, 65536)
        self._received += data
        return len(data)

    def close_input(self) -> None:
        os.close(self._input)
        self._input = -1

    def exit_code(self) -> int:
        end = time.monotonic() + SECONDS
        while time.monotonic() < end:
            pid, status = os.waitpid(self.pid, os.WNOHANG)
            if pid:
                self.pid = 0
                return os.waitstatus_to_exitcode(status)
            time.sleep(0.005)
        raise AssertionError("it lives on")

    def said(self) -> str:
        """The stderr of the bridge and its program so far."""
        written = os.pread(self.errors.fileno(), 1 << 20, 0)
        return written.removeprefix(ASK_END).decode()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        if self._input >= 0:
            os.close(self._input)
        os.close(self._output)
        self.errors.close()
        if self.pid:
            with contextlib.suppress(ProcessLookupError):
                os.killpg(self.pid, signal.SIGKILL)
            os.waitpid(self.pid, 0)


def _run(bot: Any) -> None:
    """Does what `gridbots.__main__` does, in a process without pytest."""
    code = 70
    try:
        bot.run()
        code = 0
    except BaseException as error:  # noqa: BLE001  nothing may get back into pytest
        os.write(2, f"{type(error).__name__}: {error}\n".encode())
    finally:
        os._exit(code)


@contextlib.contextmanager
def bridged(name: str, game: str, **options: str) -> Iterator[Bridged]:
    """The bridge of this name with these options, in a match of this game."""
    with Bridged(make_bot(load_bot(name), name, load_game(game), options)) as bridge:
        yield bridge
