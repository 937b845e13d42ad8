"""Output of `referee transcript --feed`: where a bot answers otherwise than the record."""

from __future__ import annotations

import json
import os
import select
import sys
import threading
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Final

from gridbots_referee.show.board.position import position_lines
from gridbots_referee.show.tables.transcript import answer_text
from gridbots_referee.show.terminal.screen import Screen
from gridbots_referee.show.terminal.text import visible

if TYPE_CHECKING:
    from collections.abc import Iterator

    from gridbots_referee.play.stop import Stop
    from gridbots_referee.transcript.feed import FedAnswer
    from gridbots_referee.transcript.transcript import RecordedRequest, Transcript

STDERR_LINES: Final = 20
PATIENCE_SECONDS: Final = 10.0
PTRACE_SCOPE: Final = Path("/proc/sys/kernel/yama/ptrace_scope")
"""Above 0, only root may attach a debugger to a process that it has not started."""


class FeedConsole:
    def __init__(self, transcript: Transcript, *, as_json: bool) -> None:
        self._transcript = transcript
        self._as_json = as_json
        self._screen = Screen()
        self._asked = 0
        self.differences = 0
        self._last = -1

    def wait(self, round_: int, pid: int, stop: Stop) -> None:
        """Let a debugger be attached before the bot is sent this round.

        Raises:
            KeyboardInterrupt: the user has asked to stop.
        """
        print("\n".join(_how_to_attach(round_, pid)), file=sys.stderr, flush=True)
        ready, _, _ = select.select([sys.stdin.fileno(), stop.fileno()], [], [])
        if stop.fileno() in ready:
            raise KeyboardInterrupt
        os.read(sys.stdin.fileno(), 1 << 10)

    @contextmanager
    def waiting(self, round_: int, pid: int) -> Iterator[None]:
        """Say what is waited for when an answer takes long: nothing else ends that."""
        text = (
            f"Still waiting for process {pid} to answer in round {round_}. Does it end its line, "
            "and flush it? Ctrl-C stops, --timeout sets a deadline."
        )
        timer = threading.Timer(PATIENCE_SECONDS, print, [text], {"file": sys.stderr})
        timer.daemon = True
        timer.start()
        try:
            yield
        finally:
            timer.cancel()

    def show(self, request: RecordedRequest, fed: FedAnswer) -> bool:
        """Take in an answer, and show it where it differs; whether it agrees."""
        self._asked += 1
        self._last = request.round
        agrees = fed.answer.agrees(request.answer)
        self.differences += not agrees
        if self._as_json:
            print(json.dumps(_json(request, fed, agrees=agrees)), flush=True)
        elif not agrees:
            self._screen.print(list(self._difference(request, fed)))
        return agrees

    def _difference(self, request: RecordedRequest, fed: FedAnswer) -> Iterator[str]:
        style, columns = self._screen.style, self._screen.columns
        yield f"Round {request.round}: the bot answers otherwise than the record."
        yield ""
        yield from position_lines(self._transcript, request.round, style, columns)
        yield ""
        yield f"  record: {answer_text(request.answer)}{_after(request.wall_us)}"
        if request.answer.detail:
            yield f"          {visible(request.answer.detail)}"
        yield f"  bot:    {answer_text(fed.answer)}{_after(fed.wall_us)}"
        if fed.answer.detail:
            yield f"          {visible(fed.answer.detail)}"
        lines = fed.stderr.decode(errors="backslashreplace").splitlines()
        if lines:
            yield "  its stderr since it was asked:"
            yield from (f"    {visible(line)}" for line in lines[-STDERR_LINES:])
        yield ""

    def end(self, until: int | None) -> None:
        """Say how many answers agree, and whether round `until` was come to."""
        if self._as_json:
            return
        same = self._asked - self.differences
        self._screen.print([f"{same} of {self._asked} answers agree with the record."])
        if until is not None and self._last < until:
            text = f"Round {until} was not come to: --keep-going feeds on after a difference."
            self._screen.print([text])


def _after(wall_us: int | None) -> str:
    return "" if wall_us is None else f"  (after {wall_us / 1000:.1f} ms)"


def _how_to_attach(round_: int, pid: int) -> Iterator[str]:
    root = "sudo " if _needs_root() else ""
    yield f"Round {round_} is next. The bot is process {pid}. Attach a debugger to it, such as"
    yield f"  {root}gdb -p {pid}               for C, C++ and Rust"
    yield f"  {root}dlv attach {pid}           for Go"
    yield f"  {root}py-spy dump --pid {pid}    for Python"
    yield f"  {root}python3 -m pdb -p {pid}    for Python 3.14 and later"
    yield "and press Enter here to send it the round. There is no deadline."


def _needs_root() -> bool:
    try:
        return PTRACE_SCOPE.read_text().strip() != "0" and os.geteuid() != 0
    except OSError:
        return False


def _json(request: RecordedRequest, fed: FedAnswer, *, agrees: bool) -> dict[str, object]:
    return {
        "round": request.round,
        "agrees": agrees,
        "record": request.answer._asdict(),
        "bot": fed.answer._asdict(),
        "record_wall_us": request.wall_us,
        "bot_wall_us": fed.wall_us,
        "stderr": fed.stderr.decode(errors="backslashreplace"),
    }
