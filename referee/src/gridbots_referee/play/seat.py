"""Seat: a player at the board, with its process, its time bank and its answer of this round."""

from __future__ import annotations

import zlib
from collections import deque
from typing import TYPE_CHECKING, Final, Generic, TypeVar

import msgspec

from gridbots.errors import ProtocolError
from gridbots.grid import NO_MOVE
from gridbots.overlay import read_overlay
from gridbots.protocol import END_LINE, action_line, read_reply
from gridbots.record import Exchange, Note
from gridbots_referee.play.clock import MICROSECOND, MILLISECOND, bank_clock
from gridbots_referee.play.started_bot import StartedBot
from gridbots_referee.play.transport.process import exit_text

if TYPE_CHECKING:
    from collections.abc import Mapping

    from gridbots.limits import Limits
    from gridbots.overlay import Overlay
    from gridbots_referee.play.clock import Bank

EXCHANGES_KEPT: Final = 12
OUTPUT_CAP: Final = 1 << 20
"""Bytes that a bot may write between two requests."""
OVERLAY_CAP: Final = 1 << 24
"""Bytes of overlays of one bot that a record of a match keeps."""
ENDS: Final = {"late", "exited", "closed"}
"""Failures that may come of a limit that a bot has hit."""
LINE_SHOWN: Final = 200
"""Characters of a line that a record quotes."""
EXIT_WAIT: Final = 500 * MILLISECOND
"""After the end of its output, how long a bot has to exit before it counts as having closed it.

A crash ends the output first, and interpreters and virtual machines take their time to exit."""


class Failure(msgspec.Struct, frozen=True):
    """Why a bot can play no further: a termination of the record, and what exactly happened."""

    termination: str
    detail: str
    round: int
    has_exited: bool = False
    """Whether the bot had ended by then."""


C = TypeVar("C", bound=StartedBot)


class Seat(Generic[C]):
    """What the referee knows of one player.

    `waiting` is true from `ask` until the seat has settled: by a move, by a malformed answer whose
    grace is over, or by a failure.
    """

    def __init__(
        self, index: int, process: C, bank: Bank, limits: Limits, words: Mapping[bytes, int]
    ) -> None:
        self.index = index
        self.process = process
        self.clock = bank_clock(bank, limits)
        self.waiting = False
        self.until = 0
        """When `expire` is due, in ns."""
        self.move = NO_MOVE
        self.failure: Failure | None = None
        self.notes: list[tuple[str, str]] = []
        """Kind and text of what is worth telling of this round."""
        self.wall: list[int | None] = []
        """Wall time of the answer to each request, us; None if there was none."""
        self.cpu: list[int | None] = []
        """CPU time to each answer, us; since the answer before, so pondering is in it."""
        self.banks: list[int] = []
        """What the bot was told that it has at each request, ms."""
        self.overlays: list[Overlay | None] = []
        """What the bot thought before the answer to each request."""
        self.exchanges: deque[tuple[int, str, bytes]] = deque(maxlen=EXCHANGES_KEPT)
        self._words = words
        self._moves_by_line = {word + b"\n": read_reply(word, words) for word in words}
        self._grace = limits.grace_ms * MILLISECOND
        self._line_cap = limits.line_cap
        self.warnings = 0
        self.told_settings: int | None = None
        """CRC-32 of the settings lines."""
        self._round = 0
        self._left = -1
        """What is left in the bank, at the last request, in ns; how it is told."""
        self._left_ms = 0
        self._action = b""
        self._partial = b""
        self._overlay_bytes = 0
        self._bytes_received = 0
        self._malformed: tuple[bytes, int] | None = None
        self._second_answer: tuple[int, int] | None = None
        self._after_malformed = False
        self._closed = False
        self.overflow = ""
        """What it has written beyond all bounds while no move was due; it fails when one is."""
        self.has_ended = False
        """Whether its process has been seen to end."""
        self.knows_end = False
        """Whether it was told how the match ends."""

    def greet(self, settings: bytes) -> None:
        """Send the settings lines."""
        self.told_settings = zlib.crc32(settings)
        self.process.send(settings)

    def ask(self, updates: bytes, number: int, now: int) -> bool:
        """Ask for a move in this round; whether the whole request has gone out."""
        left = self.clock.bank.left
        if left != self._left:
            self._left, self._left_ms = left, left // MILLISECOND
            self._action = action_line(self._left_ms)
        text = updates + self._action
        self.banks.append(self._left_ms)
        self._round = number
        self.until = self.clock.start(now)
        self._malformed = self._second_answer = None
        self._bytes_received = 0
        self.move = NO_MOVE
        self.waiting = True
        self.exchanges.append((number, "referee", text))
        if self.overflow:
            self.fail("output", self.overflow)
            return True
        if self.has_ended:
            self.exit()
            return True
        if self._closed:
            self.until = now + EXIT_WAIT
        return self.process.send(text)

    @property
    def awaits_end(self) -> bool:
        """Whether it is to be told how the match ends."""
        return self.failure is None and not self.has_ended and self.process.asks_end()

    def tell_end(self, updates: bytes) -> None:
        """Show it the board at the end. What there is no room for is not sent."""
        self.knows_end = True
        self.process.send(updates + END_LINE)

    def excuse(self, gap: int) -> None:
        """Do not charge it for a gap, in which the referee did not run."""
        self.clock.excuse(gap)
        self.until += gap
        if self._malformed is not None:
            line, heard = self._malformed
            self._malformed = line, heard + gap
        if self._second_answer is not None:
            move, heard = self._second_answer
            self._second_answer = move, heard + gap
        text = f"{gap // MILLISECOND} ms in which the referee did not run are not charged"
        self.notes.append(("gap", text))

    def receive(self, data: bytes, now: int) -> None:
        """Take bytes from the bot's stdout."""
        self._bytes_received += len(data)
        move = self._moves_by_line.get(data)
        if move is not None and self.waiting and not self._partial and not self._after_malformed:
            self.exchanges.append((self._round, "bot", data))
            self._settle(move, now)
            return
        *lines, self._partial = (self._partial + data).split(b"\n")
        for line in lines:
            self._read_line(line, now)
        if self.waiting and self._malformed is not None and self.clock.allowance:
            self._wait_for_start(now, self._malformed[1])
        self._check_caps(lines)

    def _check_caps(self, lines: list[bytes]) -> None:
        longest = max(len(self._partial), *map(len, lines)) if lines else len(self._partial)
        if longest > self._line_cap:
            self._overflow(f"a line longer than {self._line_cap} bytes")
        elif self._bytes_received > OUTPUT_CAP:
            self._overflow(f"more than {OUTPUT_CAP} bytes of output in one round")

    def _overflow(self, detail: str) -> None:
        if self.waiting:
            self.fail("output", detail)
        else:
            self.overflow = self.overflow or detail

    def _read_line(self, line: bytes, now: int) -> None:
        self.exchanges.append((self._round, "bot", line))
        if not self.waiting:
            self._note("late line" if self._after_malformed else "extra output", line)
            return
        move = read_reply(line, self._words)
        if move is None:
            self._read_malformed(line, now)
        elif not self._after_malformed:
            self._settle(move, now)
        else:
            self._hold_second(move, line, now)

    def _read_malformed(self, line: bytes, now: int) -> None:
        """No move: perhaps chatter before one, so wait a little longer, but only once."""
        if self._malformed is None:
            self._malformed = (line, now)
            self.until = min(self.clock.deadline, now + self._grace)

    def _wait_for_start(self, now: int, heard: int) -> None:
        """Before its first move a bot may be starting up, and say so.

        It is waited for until it has read the request and falls silent, or the allowance is over.
        """
        clock, until = self.clock, now + self._grace
        latest = max(heard + self._grace, clock.asked + clock.allowance)
        until = min(until, latest) if self.process.has_read() else latest
        self.until = min(clock.deadline, until)

    def _hold_second(self, move: int, line: bytes, now: int) -> None:
        """After a malformed answer a move may still belong to that one: see if another comes."""
        if self._second_answer is None:
            self._second_answer = (move, now)
            self.until = min(self.clock.deadline, now + self._grace)
        else:
            self._note("late line", line)
            self._settle(move, now)

    def _note(self, kind: str, line: bytes) -> None:
        if not self.notes or self.notes[-1][0] != kind:
            self.notes.append((kind, quoted(line)))

    def _settle(self, move: int, now: int) -> None:
        """Take this as the answer: the clock stops, and the bank is charged."""
        self._after_malformed = False
        cpu = self.clock.take_cpu_time(self.process)
        if not self.clock.stop(now):
            self.fail_late()
            return
        self.waiting = False
        self.move = move
        self.wall.append((now - self.clock.asked) // MICROSECOND)
        self.cpu.append(cpu)
        told = self.process.take_overlay()
        self.overlays.append(None if told is None else self._read_overlay(told))

    def _read_overlay(self, told: bytes) -> Overlay | None:
        """An overlay for the record, as long as a match has room for it."""
        had_room = self._overlay_bytes <= OVERLAY_CAP
        self._overlay_bytes += len(told)
        if self._overlay_bytes > OVERLAY_CAP:
            if had_room:
                self._note("overlay", b"expected %d bytes at most in a match" % OVERLAY_CAP)
            return None
        try:
            return read_overlay(told)
        except ProtocolError as error:
            self._note("overlay", str(error).encode())
            return None

    def expire(self, now: int) -> None:
        """It is time to judge by what has come."""
        if self._second_answer is not None:
            self._settle(*self._second_answer)
        elif self._malformed is not None:
            line, heard = self._malformed
            self._settle(NO_MOVE, heard)
            self._after_malformed = True
            self._note("malformed", line)
        elif self._closed:
            self.fail("closed", "the bot closed its output")
        elif (again := self.clock.next_check(now, self.process)) is not None:
            self.until = again
        else:
            self.fail_late()

    def stop_waiting(self) -> None:
        """Wait no longer for an answer."""
        if self.waiting:
            self.waiting = False
            self.wall.append(None)
            self.cpu.append(None)
            self.overlays.append(None)

    def fail_late(self) -> None:
        self.fail("late", self.clock.late_text())

    def close_output(self, now: int) -> None:
        """The bot's stdout has ended; most bots exit right afterwards."""
        self._closed = True
        if self.waiting:
            self.until = min(self.clock.deadline, now + EXIT_WAIT)

    def exit(self) -> None:
        """The bot's process has ended: a failure if a move is due, now or at the next request."""
        self.has_ended = True
        if not self.waiting:
            return
        self.process.has_exited()
        code = self.process.exit_code
        self.fail("exited", "" if code is None else exit_text(code))

    def clear_failure(self) -> None:
        """Forget a failure that could change nothing."""
        self.failure = None

    def fail(self, termination: str, detail: str) -> None:
        self.stop_waiting()
        if self.failure is not None:
            return
        has_exited = termination == "exited"
        if termination in ENDS and (hit := self.process.limit_hit()):
            termination, detail = hit.termination, f"{hit.text}; {termination}: {detail}"
        self.failure = Failure(termination, detail, self._round, has_exited)

    def note_limits(self) -> list[Note]:
        """A note for each limit that the bot has hit, and has not failed by."""
        if self.failure is not None:
            return []
        self.notes += [("limit", text) for text in self.process.limits_hit()]
        return self.take_notes()

    def explain(self, why: str) -> None:
        """Say more about the failure."""
        if why and self.failure is not None:
            detail = f"{self.failure.detail}; {why}"
            self.failure = msgspec.structs.replace(self.failure, detail=detail)

    def take_notes(self) -> list[Note]:
        """The notes since the last call, for the record."""
        self.warnings += sum(kind != "gap" for kind, _ in self.notes)
        notes = [Note(self.index, kind, text) for kind, text in self.notes]  # type: ignore[arg-type]
        self.notes.clear()
        return notes

    def last_exchanges(self) -> tuple[Exchange, ...]:
        return tuple(
            Exchange(number, sender, quoted(line))  # type: ignore[arg-type]
            for number, sender, text in self.exchanges
            for line in text.splitlines()
        )


def quoted(line: bytes) -> str:
    """A line of a bot as text for a record: whatever came, shortened."""
    text = line[: LINE_SHOWN + 1].decode(errors="backslashreplace")
    return text if len(text) <= LINE_SHOWN else text[:LINE_SHOWN] + "..."
