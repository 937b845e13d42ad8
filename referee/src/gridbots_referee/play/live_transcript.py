"""Live transcript: the lines between the referee and one bot, written to a file during the match.

Each line has the seconds since the start of the bot, the round, and a sign:

    >   a line to the bot
    <   a line of its stdout; <. the beginning of a line that is not complete yet
    !   a line of its stderr; !. likewise
    #   a remark of the referee

Lines are written immediately: they can be read during the match, and nothing is lost when the
referee is killed. The text of a bot is bounded, and harmless in a terminal.
"""

from __future__ import annotations

import os
import time
from typing import TYPE_CHECKING, Final

from gridbots.protocol import END_LINE
from gridbots_referee.play.seat import Seat
from gridbots_referee.play.transport.interface import C

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from pathlib import Path

    from gridbots.limits import Limits
    from gridbots.record import Note, PlayerResult
    from gridbots_referee.play.clock import Bank
    from gridbots_referee.play.match_spec import MatchSpec

ROUND_CAP: Final = 1 << 18
"""Maximum number of bytes of a bot's text in one round."""
FILE_CAP: Final = 1 << 26
"""Maximum number of bytes of a bot's text in one match."""
MODE: Final = os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_APPEND | os.O_CLOEXEC | os.O_NOFOLLOW


class TranscriptFolder:
    """Folder of live transcripts: a file for each match and seat."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.error = ""
        """Why a transcript could not be written; the match continues without it."""

    def begin(self, spec: MatchSpec, seat: int) -> LiveTranscript:
        """Begin the transcript of a seat in a match."""
        path = self.path / f"{spec.id}.seat{seat}.log"
        about = f"match {spec.id}: {spec.game.name}, seat {seat} of {len(spec.launches)}"
        return LiveTranscript(self, path, f"{about}: {spec.launches[seat].name}")


class LiveTranscript:
    """The transcript of one seat."""

    def __init__(self, folder: TranscriptFolder, path: Path, title: str) -> None:
        self._folder = folder
        self._path = path
        self._began = time.monotonic()
        self._round = "-"
        self._kept = self._kept_of_round = self._left_out = 0
        try:
            self._file = os.open(path, MODE, 0o644)
        except OSError as error:
            self._give_up(error)
        self.remark(title)

    def _give_up(self, error: OSError) -> None:
        self._file = -1
        self._folder.error = self._folder.error or f"{self._path}: {error.strerror}"

    def sent(self, number: int | None, text: bytes) -> None:
        """Record lines to the bot: of a round, or (None) of the settings or the end."""
        self._remark_left_out()
        self._round = "-" if number is None else str(number)
        self._kept_of_round = 0
        self._write(">", text.decode(errors="backslashreplace").splitlines())

    def stdout(self, data: bytes) -> None:
        self._from_bot("<", data)

    def stderr(self, data: bytes) -> None:
        self._from_bot("!", data)

    def _from_bot(self, sign: str, data: bytes) -> None:
        free = min(ROUND_CAP - self._kept_of_round, FILE_CAP - self._kept)
        kept = data[: max(free, 0)]
        self._left_out += len(data) - len(kept)
        self._kept += len(kept)
        self._kept_of_round += len(kept)
        *lines, rest = kept.decode(errors="backslashreplace").split("\n")
        self._write(sign, lines)
        if rest:
            self._write(f"{sign}.", [rest])

    def _remark_left_out(self) -> None:
        if self._left_out:
            self.remark(f"{self._left_out} more bytes from the bot were left out")
            self._left_out = 0

    def remark(self, text: str) -> None:
        self._write("#", [text])

    def _write(self, sign: str, lines: Iterable[str]) -> None:
        if self._file < 0:
            return
        start = f"{time.monotonic() - self._began:9.3f} {self._round:>5} {sign:2} "
        text = "".join(f"{start}{_harmless(line)}\n" for line in lines)
        try:
            left = memoryview(text.encode())
            while left:
                left = left[os.write(self._file, left) :]
        except OSError as error:
            os.close(self._file)
            self._give_up(error)

    def end(self, player: PlayerResult) -> None:
        """Record the end of the match for this player, and close the file."""
        self._remark_left_out()
        self.remark(f"{player.termination}: {player.detail}".removesuffix(": "))
        if self._file >= 0:
            os.close(self._file)
            self._file = -1


def _harmless(text: str) -> str:
    """Text with control characters escaped."""
    if text.isascii() and text.isprintable():
        return text
    return "".join(
        letter if letter.isprintable() else letter.encode("unicode_escape").decode()
        for letter in text
    )


class TranscribedSeat(Seat[C]):
    """A seat that writes a transcript."""

    def __init__(  # noqa: PLR0913, PLR0917  as a seat
        self,
        index: int,
        process: C,
        bank: Bank,
        limits: Limits,
        words: Mapping[bytes, int],
        transcript: LiveTranscript,
    ) -> None:
        super().__init__(index, process, bank, limits, words)
        self._transcript = transcript
        self.process.errors.tap = transcript.stderr

    def greet(self, settings: bytes) -> None:
        super().greet(settings)
        self._transcript.sent(None, settings)

    def ask(self, updates: bytes, number: int, now: int) -> bool:
        is_there = not self.has_ended
        has_gone_out = super().ask(updates, number, now)
        if is_there:
            self._transcript.sent(number, self.exchanges[-1][2])
        return has_gone_out

    def send_end(self, updates: bytes) -> None:
        super().send_end(updates)
        self._transcript.sent(None, updates + END_LINE)

    def receive(self, data: bytes, now: int) -> None:
        self._transcript.stdout(data)
        super().receive(data, now)

    def _settle(self, move: int, now: int) -> None:
        super()._settle(move, now)
        if self.failure is None:
            cpu = "" if self.cpu[-1] is None else f", CPU {self.cpu[-1] / 1000:.1f} ms"
            self._transcript.remark(f"after {(self.wall[-1] or 0) / 1000:.1f} ms{cpu}")

    def fail(self, termination: str, detail: str) -> None:
        had_failed = self.failure is not None
        super().fail(termination, detail)
        if self.failure is not None and not had_failed:
            self._transcript.remark(f"{self.failure.termination}: {self.failure.detail}")

    def take_notes(self) -> list[Note]:
        notes = super().take_notes()
        for note in notes:
            self._transcript.remark(f"{note.kind}: {note.text}")
        return notes
