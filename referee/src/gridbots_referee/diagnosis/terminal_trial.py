"""Terminal trial: whether a bot answers at once where its standard output is a terminal.

Most languages flush each line to a terminal, and not to a pipe. So a bot that answers there, and
on a pipe only when its input ends, does not flush; one that does not answer there either reads to
the end of its input.
"""

from __future__ import annotations

import contextlib
import os
import select
import signal
import subprocess
import tempfile
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Sequence

SECONDS: Final = 3.0
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
    if not select.select([master], [], [], SECONDS)[0]:
        return False
    try:
        return bool(os.read(master, 1))
    except OSError:  # the program has ended
        return False
