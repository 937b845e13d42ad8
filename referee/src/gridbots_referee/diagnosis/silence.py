"""Why a bot gives no answer: it waits for input, it computes, or it does not read its input.

Linux shows the system call in which a process waits. A bot that waits to read an empty standard
input will not write anything until more input comes.
"""

from __future__ import annotations

import contextlib
import os
import select
import signal
import subprocess
import tempfile
import time
from pathlib import Path
from typing import TYPE_CHECKING, Final

import msgspec

from gridbots_referee.play.isolation.process_tree import descendants_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from gridbots_referee.play.transport.process import BotProcess


READ: Final = {"x86_64": "0", "aarch64": "63"}.get(os.uname().machine, "0")
"""Number of the system call `read`."""
STDIN: Final = "0x0"
BUSY_US: Final = 20_000
"""A bot with more CPU time than this since the last look is computing."""
OUTPUT_SECONDS: Final = 1.0
"""Wait for output after the end of the input."""


class Silence(msgspec.Struct, frozen=True):
    """Observations of a bot that did not answer, and its output after its input was closed."""

    unread: int
    """Unread bytes of its input."""
    waited: bool
    """Whether it was waiting for input."""
    cpu_us: int
    """CPU time since the request."""
    partial: bytes
    """Output before the end of its input, without a line feed."""
    late: bytes
    """Output after its input was closed."""
    answers_in_terminal: bool | None = None
    """Whether it answers if its output is a terminal; None if not tested."""


def waits_for_input(process: BotProcess) -> bool:
    """Whether one of its processes is reading an empty input; False if that is unknown."""
    if process.unread_bytes():
        return False
    return any(_reads_input(pid) for pid in (process.pid, *descendants_of(process.pid)))


def is_running(process: BotProcess) -> bool:
    """Whether a thread of the bot is running or ready to run."""
    pids = (process.pid, *descendants_of(process.pid))
    return any("R" in _states(pid) for pid in pids)


def _states(pid: int) -> set[str]:
    """The states of the threads of a process, as in ps."""
    return {stat.rpartition(")")[2].split()[0] for stat in _thread_files(pid, "stat")}


def _reads_input(pid: int) -> bool:
    """Whether any thread of a process reads its input; a virtual machine may use any."""
    return any(call.split()[:2] == [READ, STDIN] for call in _thread_files(pid, "syscall"))


def _thread_files(pid: int, name: str) -> Iterator[str]:
    """The text of a file in /proc for each thread that still exists."""
    threads: list[Path] = []
    with contextlib.suppress(OSError):
        threads = list(Path(f"/proc/{pid}/task").iterdir())
    for thread in threads:
        with contextlib.suppress(OSError):
            yield (thread / name).read_text(errors="replace")


def output_after_input(process: BotProcess) -> bytes:
    """Close the input of a bot, and read its further output."""
    process.close_input()
    end, output = time.monotonic() + OUTPUT_SECONDS, b""
    while (left := end - time.monotonic()) > 0:
        process.drain_errors()
        if not select.select([process.stdout], [], [], left)[0]:
            break
        data = process.read_output()
        if data == b"":
            break
        output += data or b""
    return output


TERMINAL_SECONDS: Final = 3.0
"""Wait for an answer in a terminal."""


def answers_in_terminal(argv: Sequence[str], text: bytes) -> bool:
    """Whether a program answers while its input is open, if its output is a terminal.

    Most languages flush each line to a terminal, but not to a pipe. So a bot that answers only in a
    terminal does not flush; one that does not answer there either reads to the end of its input.
    """
    try:
        master, slave = os.openpty()
    except OSError:
        return False
    with tempfile.TemporaryDirectory() as folder, os.fdopen(master, "rb", 0):
        try:
            process = subprocess.Popen(
                argv,
                stdin=subprocess.PIPE,
                stdout=slave,
                stderr=subprocess.DEVNULL,
                cwd=folder,
                start_new_session=True,
            )
        except OSError:
            return False
        finally:
            os.close(slave)
        try:
            return _is_heard(process, text, master)
        finally:
            with contextlib.suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)
            with contextlib.suppress(BrokenPipeError):
                process.communicate()


def _is_heard(process: subprocess.Popen[bytes], text: bytes, master: int) -> bool:
    assert process.stdin is not None  # noqa: S101  narrows the type
    with contextlib.suppress(BrokenPipeError):
        process.stdin.write(text)
        process.stdin.flush()
    if not select.select([master], [], [], TERMINAL_SECONDS)[0]:
        return False
    try:
        return bool(os.read(master, 1))
    except OSError:  # the program has ended
        return False
