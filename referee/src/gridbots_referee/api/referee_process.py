"""Referee process: the program that plays for a call, as the call sees it.

It has its own session, so that Ctrl-C reaches only the caller. It exits, with all bots, at the end
of its input, also when the caller is killed.
"""

from __future__ import annotations

import contextlib
import subprocess
import sys
import tempfile
from typing import TYPE_CHECKING, Final, Self

import msgspec

from gridbots_referee.api.messages import (
    Done,
    ErrorMessage,
    LogLine,
    decode_message,
    encode,
)

if TYPE_CHECKING:
    from collections.abc import Iterator

    from gridbots_referee.api.messages import MatchCount, Request, Written

PROGRAM: Final = (sys.executable, "-P", "-m", "gridbots_referee.api.referee_program")
END_SECONDS: Final = 15.0
"""Time for the process to end its bots and exit."""
STDERR_BYTES: Final = 4000
"""Most bytes of its stderr in an error message."""


class RefereeProcess:
    """A process that carries out a request."""

    def __init__(self, request: Request) -> None:
        text = encode(request) + b"\n"
        self._errors = tempfile.TemporaryFile()  # noqa: SIM115  closed with the process
        self._process = subprocess.Popen(
            PROGRAM,
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=self._errors,
            start_new_session=True,
        )  # fmt: skip
        assert self._process.stdin and self._process.stdout  # noqa: S101, PT018  narrows
        self._stdin, self._stdout = self._process.stdin, self._process.stdout
        with contextlib.suppress(BrokenPipeError):  # it has died, as its output will show
            self._stdin.write(text)
            self._stdin.flush()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        """End the process and all bots."""
        try:
            self._close_input()
            self._process.wait(END_SECONDS)
        except subprocess.TimeoutExpired:
            pass
        finally:
            self._kill()
            self._stdout.close()
            self._errors.close()

    def _close_input(self) -> None:
        with contextlib.suppress(BrokenPipeError):
            self._stdin.close()

    def _kill(self) -> None:
        if self._process.poll() is None:
            from gridbots_referee.play.isolation.process_tree import kill_tree

            kill_tree(self._process.pid)
            self._process.wait()

    def messages(self) -> Iterator[Written | MatchCount]:
        """Its messages until everything is played; log lines go to stderr.

        Raises:
            GridbotsError: the request is invalid.
            RuntimeError: the process has failed.
        """
        for line in self._stdout:
            try:
                message = decode_message(line)
            except msgspec.DecodeError:
                break
            match message:
                case Done():
                    return
                case ErrorMessage():
                    raise message.error()
                case LogLine():
                    sys.stderr.write(f"{message.text}\n")
                case _:
                    yield message
        raise RuntimeError(
            f"the process that plays has failed; please report it:\n{self._stderr_tail()}"
        )

    def _stderr_tail(self) -> str:
        """The end of its stderr."""
        self._errors.seek(max(self._errors.seek(0, 2) - STDERR_BYTES, 0))
        return self._errors.read().decode(errors="replace").strip()
