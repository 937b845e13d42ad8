"""Analysis file: it lies next to its record, grows line by line, and survives a crash.

Each line is written by one system call, so several processes can append to the file. A killed
process leaves at most one incomplete line, the last one, which readers ignore.
"""

from __future__ import annotations

import fcntl
import hashlib
import os
from contextlib import contextmanager
from typing import TYPE_CHECKING, Final

import msgspec

from gridbots import record as records
from gridbots.errors import RecordError
from gridbots_referee.analysis.values import (
    SCHEMA,
    Analysis,
    AnalysisHead,
    AnyLine,
    ExaminationFailure,
    ExaminedPosition,
    Examiner,
)

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from pathlib import Path

    from gridbots.record import Record

SUFFIX: Final = ".analysis"
CAP: Final = 64 << 20
"""Maximum size in bytes. A bot adds a few hundred bytes for each position."""
REMEDY: Final = "move it away, or start again with --fresh"
_decode = msgspec.json.Decoder(AnyLine).decode
_encode = msgspec.json.Encoder().encode
_DAMAGE: Final = (msgspec.DecodeError, UnicodeDecodeError, RecursionError)


def path_beside(record: Path) -> Path:
    """The path of the analysis of a record."""
    name = record.name.removesuffix(".gz").removesuffix(".jsonl")
    return record.with_name(name + SUFFIX)


def head_of(record: Record) -> AnalysisHead:
    digest = hashlib.sha256(records.encode(record)).hexdigest()
    return AnalysisHead(SCHEMA, record.match.id, digest)


def read_analysis(path: Path, record: Record) -> Analysis:
    """The analysis of a record; empty if there is no file.

    Raises:
        RecordError: the file is damaged, or belongs to another record.
    """
    head = head_of(record)
    try:
        with path.open("rb") as file:
            text = file.read(CAP + 1)
    except FileNotFoundError:
        return Analysis(head)
    except OSError as error:
        raise RecordError(f"{path}: {error.strerror}") from None
    if len(text) > CAP:
        raise RecordError(f"{path}: expected at most {CAP >> 20} MiB; {REMEDY}")
    try:
        return _analysis(text, record, head)
    except RecordError as error:
        raise RecordError(f"{path}: {error}; {REMEDY}") from None


def _analysis(text: bytes, record: Record, head: AnalysisHead) -> Analysis:
    *lines, _ = text.split(b"\n")  # an incomplete line follows the last line end
    if not lines:
        return Analysis(head)
    decoded = [_line(number, line) for number, line in enumerate(lines, 1)]
    if decoded[0] != head:
        raise RecordError("it belongs to another record")
    found = Analysis(
        head,
        tuple(each for each in decoded if isinstance(each, Examiner)),
        tuple(each for each in decoded if isinstance(each, ExaminedPosition)),
        tuple(each for each in decoded if isinstance(each, ExaminationFailure)),
    )
    _check(found, record)
    return found


def _line(number: int, line: bytes) -> AnyLine:
    try:
        decoded: AnyLine = _decode(line)
    except _DAMAGE as error:
        raise RecordError(f"line {number}: {error}") from None
    return decoded


def _check(analysis: Analysis, record: Record) -> None:
    """Refuse numbers of unknown bots, seats and rounds."""
    seats, rounds = len(record.match.players), len(record.rounds)
    if [bot.number for bot in analysis.bots] != list(range(len(analysis.bots))):
        raise RecordError("expected bots numbered from 0 in order")
    lines: list[ExaminedPosition | ExaminationFailure] = [*analysis.positions, *analysis.failures]
    for each in lines:
        if each.bot >= len(analysis.bots) or each.seat >= seats or each.round >= rounds:
            raise RecordError(
                f"expected a bot below {len(analysis.bots)}, a seat below {seats} and a round "
                f"below {rounds}, got {each.bot}, {each.seat} and {each.round}"
            )


class AnalysisWriter:
    """Appends lines to an analysis file, for `opened_analysis` or a worker."""

    def __init__(self, path: Path) -> None:
        self._file = os.open(path, os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o666)

    def add(self, *lines: AnyLine) -> None:
        os.write(self._file, b"".join(_encode(line) + b"\n" for line in lines))

    def close(self) -> None:
        os.close(self._file)


@contextmanager
def opened_analysis(
    path: Path, record: Record, *, fresh: bool = False
) -> Iterator[tuple[Analysis, AnalysisWriter]]:
    """The analysis of a record and a writer for it, locked against other commands.

    Raises:
        RecordError: the file cannot be read or written, or another command has locked it.
    """
    try:
        lock = os.open(path, os.O_RDWR | os.O_CREAT, 0o666)
    except OSError as error:
        raise RecordError(f"{path}: {error.strerror}") from None
    try:
        _lock(lock, path)
        if fresh:
            os.ftruncate(lock, 0)
        analysis = read_analysis(path, record)
        _cut_broken_line(lock)
        writer = AnalysisWriter(path)
        try:
            if os.fstat(lock).st_size == 0:
                writer.add(analysis.head)
            yield analysis, writer
        finally:
            writer.close()
            _remove_if_bare(path, analysis.head)
    finally:
        os.close(lock)


def _lock(lock: int, path: Path) -> None:
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        raise RecordError(f"{path}: another command is analysing this record") from None


def _cut_broken_line(file: int) -> None:
    """Cut off the last line if it is incomplete."""
    text = os.pread(file, CAP, 0)
    os.ftruncate(file, text.rfind(b"\n") + 1)


def _remove_if_bare(path: Path, head: AnalysisHead) -> None:
    """Remove the file if it only has a head."""
    if path.stat().st_size <= len(_encode(head)) + 1:
        path.unlink()


def registered(
    analysis: Analysis, writer: AnalysisWriter, wanted: Iterable[tuple[str, str, int | None]]
) -> list[Examiner]:
    """The bots with these names, packages and times; new ones are added to the analysis."""
    bots, found = list(analysis.bots), []
    for bot, package, time_ms in wanted:
        known = [each for each in bots if (each.bot, each.package, each.time_ms) ==
                 (bot, package, time_ms)]  # fmt: skip
        if not known:
            known = [Examiner(len(bots), bot, package, time_ms)]
            bots += known
            writer.add(known[0])
        found.append(known[0])
    return found
