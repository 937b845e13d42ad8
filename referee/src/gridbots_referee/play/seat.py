"""Seat: one player of a match, with its bot, its time bank and its answer in this round."""

from __future__ import annotations

import zlib
from collections import deque
from typing import TYPE_CHECKING, Final, Generic

import msgspec

from gridbots.errors import ProtocolError
from gridbots.grid import NO_MOVE
from gridbots.pictures.overlay import read_overlay
from gridbots.protocol import END_LINE, action_line, read_reply
from gridbots.record import Exchange, Note
from gridbots_referee.play.clock import MICROSECOND, MILLISECOND, bank_clock
from gridbots_referee.play.isolation.process_tree import exit_text
from gridbots_referee.play.transport.interface import C

if TYPE_CHECKING:
    from collections.abc import Mapping

    from gridbots.limits import Limits
    from gridbots.pictures.overlay import Overlay
    from gridbots.record.values import NoteKind
    from gridbots_referee.play.clock import Bank

EXCHANGES_KEPT: Final = 12
OUTPUT_CAP: Final = 1 << 20
"""Maximum number of bytes that a bot may write between two requests."""
OVERLAY_CAP: Final = 1 << 24
"""Maximum number of bytes of overlays that a record keeps of one bot."""
ENDS: Final = {"late", "exited", "closed"}
"""Failures whose cause may be a limit that the bot hit."""
LINE_SHOWN: Final = 200
"""Number of characters that a record quotes of a line."""
EXIT_WAIT: Final = 500 * MILLISECOND
"""Time to exit after the end of the output. A bot that is still alive then has closed its output.

A crash ends the output first; interpreters and virtual machines need some time to exit."""


class Failure(msgspec.Struct, frozen=True):
    """Why a bot cannot continue: the termination for the record, and a description."""

    termination: str
    detail: str
    round: int
    has_exited: bool = False
    """Whether the bot had exited before the referee ended it."""


class Seat(Generic[C]):
    """One player of a match.

    `waiting` is true from `ask` until the answer is settled: by a move, by a malformed answer after
    its grace period, or by a failure.
    """

    def __init__(
        self, index: int, process: C, bank: Bank, limits: Limits, words: Mapping[bytes, int]
    ) -> None:
        self.index = index
        self.process = process
        self.clock = bank_clock(bank, limits)
        self.waiting = False
        self.until = 0
        """When to call `expire`, in ns."""
        self.move = NO_MOVE
        self.failure: Failure | None = None
        self.notes: list[Note] = []
        """Notes on this round."""
        self.wall: list[int | None] = []
        """Wall time of the answer to each request, in us; None without an answer."""
        self.cpu: list[int | None] = []
        """CPU time since the previous answer, in us; it includes pondering."""
        self.banks: list[int] = []
        """Time bank in each request, in ms."""
        self.overlays: list[Overlay | None] = []
        """The last overlay before the answer to each request."""
        self.exchanges: deque[tuple[int, str, bytes]] = deque(maxlen=EXCHANGES_KEPT)
        self._words = words
        self._moves_by_line = {word + b"\n": read_reply(word, words) for word in words}
        self._grace = limits.grace_ms * MILLISECOND
        self._line_cap = limits.line_cap
        self.warnings = 0
        self.settings_checksum: int | None = None
        """CRC-32 of the settings lines."""
        self._round = 0
        self._left = -1
        """Time bank in the last request, in ns."""
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
        """Why the bot fails at the next request: it wrote too much while no move was due."""
        self.has_ended = False
        """Whether the end of its process has been noticed."""
        self.knows_end = False
        """Whether the bot was sent the end of the match."""

    def greet(self, settings: bytes) -> None:
        """Send the settings lines."""
        self.settings_checksum = zlib.crc32(settings)
        self.process.send(settings)

    def ask(self, updates: bytes, number: int, now: int) -> bool:
        """Request a move; whether the whole request was written."""
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
        """Whether to send the bot the end of the match."""
        return self.failure is None and not self.has_ended and self.process.asks_end()

    def send_end(self, updates: bytes) -> None:
        """Send the board at the end of the match; what does not fit into the pipe is dropped."""
        self.knows_end = True
        self.process.send(updates + END_LINE)

    @property
    def has_answered(self) -> bool:
        """Whether the bot has written a line."""
        return any(sender == "bot" for _, sender, _ in self.exchanges)

    def excuse(self, gap: int) -> None:
        """Do not charge the bot for a gap, in which the referee did not run."""
        self.clock.excuse(gap)
        self.until += gap
        if self._malformed is not None:
            line, heard = self._malformed
            self._malformed = line, heard + gap
        if self._second_answer is not None:
            move, heard = self._second_answer
            self._second_answer = move, heard + gap
        text = f"{gap // MILLISECOND} ms in which the referee did not run are not charged"
        self.notes.append(Note(self.index, "gap", text))

    def receive(self, data: bytes, now: int) -> None:
        """Process bytes from the bot's stdout."""
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
        """Process a line that is no move. A move may follow it, so wait a grace period, once."""
        if self._malformed is None:
            self._malformed = (line, now)
            self.until = min(self.clock.deadline, now + self._grace)

    def _wait_for_start(self, now: int, heard: int) -> None:
        """Extend the wait before the first move: a bot may print messages while it starts up.

        The wait ends when the bot has read the request and is silent for a grace period, or when
        the start allowance is used up.
        """
        clock, until = self.clock, now + self._grace
        latest = max(heard + self._grace, clock.asked + clock.allowance)
        until = min(until, latest) if self.process.has_read() else latest
        self.until = min(clock.deadline, until)

    def _hold_second(self, move: int, line: bytes, now: int) -> None:
        """Hold back a move after a malformed answer: it may be the late part of that answer.

        Another move within the grace period replaces it.
        """
        if self._second_answer is None:
            self._second_answer = (move, now)
            self.until = min(self.clock.deadline, now + self._grace)
        else:
            self._note("late line", line)
            self._settle(move, now)

    def _note(self, kind: NoteKind, line: bytes) -> None:
        if not self.notes or self.notes[-1].kind != kind:
            self.notes.append(Note(self.index, kind, quoted(line)))

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
        text = self.process.take_overlay()
        self.overlays.append(None if text is None else self._read_overlay(text))
        if fault := self.process.errors.take_fault():
            self._note("fault", fault)

    def _read_overlay(self, text: bytes) -> Overlay | None:
        """Read an overlay for the record; None if it is wrong, or beyond the cap of a match."""
        was_full = self._overlay_bytes > OVERLAY_CAP
        self._overlay_bytes += len(text)
        if self._overlay_bytes > OVERLAY_CAP:
            if not was_full:
                self._note("overlay", b"expected at most %d bytes in a match" % OVERLAY_CAP)
            return None
        try:
            return read_overlay(text)
        except ProtocolError as error:
            self._note("overlay", str(error).encode())
            return None

    def expire(self, now: int) -> None:
        """Settle the answer with what has been received by `until`."""
        if self._second_answer is not None:
            self._settle(*self._second_answer)
        elif self._malformed is not None:
            line, heard = self._malformed
            self._settle(NO_MOVE, heard)
            self._after_malformed = True
            self._note("malformed", line)
        elif self._closed:
            self.fail("closed", "the bot closed its output")
        elif (check := self.clock.next_check(now, self.process)) is not None:
            self.until = check
        else:
            self.fail_late()

    def stop_waiting(self) -> None:
        """Stop waiting for an answer."""
        if self.waiting:
            self.waiting = False
            self.wall.append(None)
            self.cpu.append(None)
            self.overlays.append(None)

    def fail_late(self) -> None:
        self.fail("late", self.clock.late_text())

    def close_output(self, now: int) -> None:
        """Note that the bot's stdout has ended; most bots exit right afterwards."""
        self._closed = True
        if self.waiting:
            self.until = min(self.clock.deadline, now + EXIT_WAIT)

    def exit(self) -> None:
        """Note that the process has ended: a failure as soon as a move is due."""
        self.has_ended = True
        if not self.waiting:
            return
        self.process.has_exited()
        code = self.process.exit_code
        self.fail("exited", "" if code is None else exit_text(code))

    def clear_failure(self) -> None:
        """Forget a failure that cannot change the outcome."""
        self.failure = None

    def fail(self, termination: str, detail: str) -> None:
        self.stop_waiting()
        if self.failure is not None:
            return
        has_exited = termination == "exited"
        if termination in ENDS and (hit := self.process.limit_hit()):
            termination, detail = hit.termination, f"{hit.text}; {termination}: {detail}"
        self.failure = Failure(termination, detail, self._round, has_exited)

    def limit_notes(self) -> list[Note]:
        """A note for each limit that the bot hit without failing."""
        if self.failure is not None:
            return []
        self.notes += [Note(self.index, "limit", text) for text in self.process.limits_hit()]
        return self.take_notes()

    def explain(self, why: str) -> None:
        """Add to the description of the failure."""
        if why and self.failure is not None:
            detail = f"{self.failure.detail}; {why}"
            self.failure = msgspec.structs.replace(self.failure, detail=detail)

    def take_notes(self) -> list[Note]:
        """The notes since the last call."""
        notes, self.notes = self.notes, []
        self.warnings += sum(note.kind != "gap" for note in notes)
        return notes

    def last_exchanges(self) -> tuple[Exchange, ...]:
        return tuple(
            Exchange(number, sender, quoted(line))  # type: ignore[arg-type]
            for number, sender, text in self.exchanges
            for line in text.splitlines()
        )


def quoted(line: bytes) -> str:
    """A line of a bot as text for a record, shortened."""
    text = line[: LINE_SHOWN + 1].decode(errors="backslashreplace")
    return text if len(text) <= LINE_SHOWN else text[:LINE_SHOWN] + "..."
