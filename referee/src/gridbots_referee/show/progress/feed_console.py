"""Console of `referee transcript --feed`: the answers of a bot that differ from the record."""

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
from gridbots_referee.show.progress.console import Console
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
"""Above 0, only root may attach a debugger to a process that is not its child."""


class FeedConsole(Console):
    def __init__(self, transcript: Transcript, *, as_json: bool) -> None:
        super().__init__(as_json=as_json)
        self._transcript = transcript
        self._screen = Screen()
        self._asked = 0
        self.differences = 0
        self._last = -1

    def wait(self, round_: int, pid: int, stop: Stop) -> None:
        """Let the user attach a debugger before the bot receives this round.

        Raises:
            KeyboardInterrupt: the user stopped the command.
        """
        self.log("\n".join(_how_to_attach(round_, pid)))
        ready, _, _ = select.select([sys.stdin.fileno(), stop.fileno()], [], [])
        if stop.fileno() in ready:
            raise KeyboardInterrupt
        os.read(sys.stdin.fileno(), 1 << 10)

    @contextmanager
    def waiting(self, round_: int, pid: int) -> Iterator[None]:
        """Report on stderr if the answer takes long: there is no deadline."""
        text = (
            f"Still waiting for process {pid} to answer in round {round_}. Does it end and "
            "flush its line? Ctrl-C stops, --timeout sets a deadline."
        )
        timer = threading.Timer(PATIENCE_SECONDS, print, [text], {"file": sys.stderr})
        timer.daemon = True
        timer.start()
        try:
            yield
        finally:
            timer.cancel()

    def show(self, request: RecordedRequest, fed: FedAnswer) -> bool:
        """Show an answer if it differs from the record; return whether it agrees."""
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
        yield f"Round {request.round}: the answer of the bot differs from the record."
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
            yield "  its stderr since the request:"
            yield from (f"    {visible(line)}" for line in lines[-STDERR_LINES:])
        yield ""

    def end(self, until: int | None) -> None:
        """Report how many answers agree, and whether round `until` was reached."""
        if self._as_json:
            return
        same = self._asked - self.differences
        self._screen.print([f"{same} of {self._asked} answers agree with the record."])
        if until is not None and self._last < until:
            text = f"Round {until} was not reached: --keep-going continues after a difference."
            self._screen.print([text])


def _after(wall_us: int | None) -> str:
    return "" if wall_us is None else f"  (after {wall_us / 1000:.1f} ms)"


def _how_to_attach(round_: int, pid: int) -> Iterator[str]:
    root = "sudo " if _needs_root() else ""
    yield f"Round {round_} is next. The bot is process {pid}. Attach a debugger to it, for example"
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
