"""Standard streams: they are always there, and an output that cannot be written is told as such."""

from __future__ import annotations

import io
import os
import sys
from contextlib import suppress
from typing import TYPE_CHECKING

from gridbots.errors import OutputError

if TYPE_CHECKING:
    from typing import Any, TextIO


class OutputClosedError(OutputError):
    """The reader of our output has left, as in `referee bots | head`."""


class _Stdout(io.FileIO):
    def write(self, data: Any, /) -> int:
        # No OSError: that may come from anywhere.
        try:
            return super().write(data)
        except BrokenPipeError as error:
            raise OutputClosedError("the reader of the standard output has left") from error
        except OSError as error:
            raise OutputError(f"the standard output cannot be written: {error.strerror}") from error


class _Stderr(io.FileIO):
    def write(self, data: Any, /) -> int:
        # What only people want to know ends nothing.
        with suppress(OSError):
            return super().write(data)
        return memoryview(data).nbytes


def prepare() -> None:
    """Open streams that were closed at start, and have errors of output told as ours."""
    for descriptor in range(3):
        _open_if_closed(descriptor)
    sys.stdin = sys.stdin or open(0, encoding="utf-8", closefd=False)  # noqa: SIM115  it is kept
    sys.stdout = _text(_Stdout(1, "w", closefd=False), sys.stdout)
    sys.stderr = _text(_Stderr(2, "w", closefd=False), sys.stderr)


def _open_if_closed(descriptor: int) -> None:
    """Otherwise the next file that is opened would be taken for the stream."""
    try:
        os.fstat(descriptor)
    except OSError:
        # The lowest number that is free, which is this one.
        os.set_inheritable(os.open(os.devnull, os.O_RDWR), True)


def _text(file: io.FileIO, before: TextIO | None) -> TextIO:
    """A stream like the one before; what its encoding does not know is spelled out."""
    return io.TextIOWrapper(
        io.BufferedWriter(file),
        encoding=before.encoding if before else "utf-8",
        errors="backslashreplace",
        line_buffering=file.isatty() or isinstance(file, _Stderr),
    )


def finish() -> None:
    """What could not be written is dropped: the interpreter would try once more, and complain."""
    try:
        sys.stdout.flush()
    except OutputError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
