"""Standard streams of a command: always open, and errors in writing to stdout become OutputErrors.

`finish` comes last in a command that has called `prepare`.
"""

from __future__ import annotations

import io
import os
import sys
from contextlib import suppress
from typing import TYPE_CHECKING, Final

from gridbots.errors import OutputError

if TYPE_CHECKING:
    from typing import Any, TextIO

UNWRITTEN: Final = 74
"""Exit code: a result could not be written; sysexits' EX_IOERR."""
CLOSED: Final = 141
"""Exit code: the reader of the output has closed it; as for a program that SIGPIPE ended."""


class OutputClosedError(OutputError):
    """The reader of the output closed it, as in `referee bots | head`."""


class Stdout(io.FileIO):
    """Unbuffered output, whose errors are OutputErrors."""

    def write(self, data: Any, /) -> int:
        # Not an OSError, which could come from anywhere.
        try:
            return super().write(data)
        except BrokenPipeError as error:
            raise OutputClosedError("the reader of the standard output has closed it") from error
        except OSError as error:
            raise OutputError(f"cannot write to the standard output: {error.strerror}") from error


class _Stderr(io.FileIO):
    def write(self, data: Any, /) -> int:
        # Failing to print a message for people must not end the command.
        with suppress(OSError):
            return super().write(data)
        return memoryview(data).nbytes


def prepare() -> None:
    """Open streams that were closed at the start, and make errors of output OutputErrors."""
    for descriptor in range(3):
        _open_if_closed(descriptor)
    sys.stdin = sys.stdin or open(0, encoding="utf-8", closefd=False)  # noqa: SIM115  it is kept
    sys.stdout = _text(Stdout(1, "w", closefd=False), sys.stdout)
    sys.stderr = _text(_Stderr(2, "w", closefd=False), sys.stderr)


def _open_if_closed(descriptor: int) -> None:
    """Open the null device: otherwise the next opened file would become this stream."""
    try:
        os.fstat(descriptor)
    except OSError:
        # Opening takes the lowest free number, which is this one.
        os.set_inheritable(os.open(os.devnull, os.O_RDWR), True)


def _text(file: io.FileIO, before: TextIO | None) -> TextIO:
    """A stream like the former one, with characters outside its encoding as escapes."""
    return io.TextIOWrapper(
        io.BufferedWriter(file),
        encoding=before.encoding if before else "utf-8",
        errors="backslashreplace",
        line_buffering=file.isatty() or isinstance(file, _Stderr),
        write_through=bool(getattr(before, "write_through", False)),
    )


def finish() -> None:
    """Drop unwritten output: otherwise the interpreter tries again, and prints an error."""
    try:
        sys.stdout.flush()
    except OutputError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
