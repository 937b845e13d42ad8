"""Why a bot says nothing: whether it waits for input, computes, or has not even read.

Linux tells in which system call a process waits. One that is waiting to read its standard input
when there is nothing in it will say no more until it is told more.
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
"""Number of the system call read."""
STDIN: Final = "0x0"
BUSY_US: Final = 20_000
"""CPU time since the last look above which a bot is computing."""
LAST_WORDS_SECONDS: Final = 1.0
"""How long a bot may take to say something when its input has ended."""


class Silence(msgspec.Struct, frozen=True):
    """What was seen of a bot that did not answer, and what it said when its input was closed."""

    unread: int
    """Bytes of its input that it had not read."""
    waited: bool
    """Whether it was waiting for input."""
    cpu_us: int
    """CPU time that it had used since the request."""
    partial: bytes
    """What came before the end of its input, without an end of line."""
    late: bytes
    """What came only when its input was closed."""
    answers_in_terminal: bool | None = None
    """Whether it answers where its output is a terminal; None if that was not tried."""


def waits_for_input(process: BotProcess) -> bool:
    """Whether one of its processes is reading an empty input; False where nobody can know."""
    if process.unread_bytes():
        return False
    return any(_reads_input(pid) for pid in (process.pid, *descendants_of(process.pid)))


def is_running(process: BotProcess) -> bool:
    """Whether a thread of the bot runs, or would if it had a core."""
    pids = (process.pid, *descendants_of(process.pid))
    return any("R" in _states(pid) for pid in pids)


def _states(pid: int) -> set[str]:
    """The states of the threads of a process, as ps shows them."""
    return {stat.rpartition(")")[2].split()[0] for stat in _told_of_threads(pid, "stat")}


def _reads_input(pid: int) -> bool:
    """Whether a thread of a process does; a virtual machine does not read in its first one."""
    return any(call.split()[:2] == [READ, STDIN] for call in _told_of_threads(pid, "syscall"))


def _told_of_threads(pid: int, name: str) -> Iterator[str]:
    """What /proc has in a file of each thread; nothing of those that have ended meanwhile."""
    threads: list[Path] = []
    with contextlib.suppress(OSError):
        threads = list(Path(f"/proc/{pid}/task").iterdir())
    for thread in threads:
        with contextlib.suppress(OSError):
            yield (thread / name).read_text(errors="replace")


def last_words(process: BotProcess) -> bytes:
    """Close the input of a bot, and read what it says then."""
    process.close_input()
    end, said = time.monotonic() + LAST_WORDS_SECONDS, b""
    while (left := end - time.monotonic()) > 0:
        process.drain_errors()
        if not select.select([process.stdout], [], [], left)[0]:
            break
        data = process.read_output()
        if data == b"":
            break
        said += data or b""
    return said


TERMINAL_SECONDS: Final = 3.0
"""How long an answer is waited for."""


def answers_in_terminal(argv: Sequence[str], text: bytes) -> bool:
    """Whether a program answers while its input is open, if it writes to a terminal."""
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
