"""Codec of records as JSON lines, and record files.

Every list that goes by seats must be as long as the list of players. This is checked once, when a
record is read, and other code relies on it. `verification` compares records with the rules.
"""

from __future__ import annotations

import gzip
import os
from typing import TYPE_CHECKING, Any, Final, TypeVar

import msgspec

from gridbots.errors import RecordError
from gridbots.record.lines import lines_of_file, lines_of_text
from gridbots.record.values import SCHEMA, Match, Record, Result, Round

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sized
    from pathlib import Path


_encoder = msgspec.json.Encoder()
_decoder = msgspec.json.Decoder(Match | Round | Result)
_DAMAGE = (msgspec.DecodeError, UnicodeDecodeError, RecursionError)
"""Exceptions of the decoder for invalid lines."""
Line = Match | Round | Result
T = TypeVar("T")


def encode(record: Record) -> bytes:
    """Serialise a record, to JSON lines."""
    return _encoder.encode_lines([record.match, *record.rounds, record.result])


def decode(text: bytes) -> Record:
    """Deserialise a record.

    Raises:
        RecordError: the text is not a record; the message names the line.
    """
    return _decode_lines(lines_of_text([text]))


def _decode_lines(lines: Iterable[bytes]) -> Record:
    """A record from its lines, each decoded and checked before the next one is read."""
    parts = _Parts()
    number = 0
    for number, line in enumerate(lines, 1):
        try:
            parts.add(line)
        except RecordError as error:
            raise RecordError(f"line {number}: {error}") from None
    if parts.match is None or parts.result is None:
        raise RecordError(f"expected a match on line 1 and a result below, got {number} lines")
    return Record(parts.match, tuple(parts.rounds), parts.result)


class _Parts:
    """The parts of a record read so far."""

    def __init__(self) -> None:
        self.match: Match | None = None
        self.rounds: list[Round] = []
        self.result: Result | None = None

    def add(self, line: bytes) -> None:
        """Add a line; raise RecordError if it is damaged or in the wrong place."""
        if self.match is None:
            self._begin(_decode_line(line, Match))
        elif self.result is not None:
            raise RecordError("expected no line after the result")
        else:
            self._add_to(self.match, _decode_line(line, Round, Result))

    def _begin(self, match: Line) -> None:
        assert isinstance(match, Match)  # noqa: S101  no other kind was asked for
        check_match(match)
        self.match = match

    def _add_to(self, match: Match, decoded: Line) -> None:
        if isinstance(decoded, Result):
            check_result(match, decoded)
            self.result = decoded
        elif isinstance(decoded, Round):
            check_round(match, decoded, len(self.rounds))
            self.rounds.append(decoded)


def _decode_line(line: bytes, *kinds: type[Line]) -> Line:
    try:
        decoded = _decoder.decode(line)
    except _DAMAGE as error:
        newer = _schema_of(line)
        if newer > SCHEMA:
            raise RecordError(f"expected schema {SCHEMA} or older, got {newer}") from None
        raise RecordError(str(error)) from None
    if isinstance(decoded, Match) and decoded.schema > SCHEMA:
        raise RecordError(f"expected schema {SCHEMA} or older, got {decoded.schema}")
    if not isinstance(decoded, kinds):
        expected = " or a ".join(kind.__name__.lower() for kind in kinds)
        raise RecordError(f"expected a {expected}, got a {type(decoded).__name__.lower()}")
    return decoded


def _schema_of(line: bytes) -> int:
    class Head(msgspec.Struct):
        schema: int = 0

    try:
        return msgspec.json.decode(line, type=Head).schema
    except _DAMAGE:
        return 0


def write(record: Record, folder: Path) -> Path:
    """Write a record atomically as `<match id>.jsonl.gz`."""
    packed = gzip.compress(encode(record), compresslevel=1, mtime=0)
    return write_packed(packed, folder, record.match.id)


def write_packed(packed: bytes, folder: Path, match: str) -> Path:
    """As `write`, for a record that is already serialised and compressed."""
    path = folder / f"{match}.jsonl.gz"
    partial = path.with_name(f".{path.name}.{os.getpid()}")
    try:
        partial.write_bytes(packed)
    except FileNotFoundError:
        folder.mkdir(parents=True, exist_ok=True)
        partial.write_bytes(packed)
    partial.replace(path)
    return path


def read_summary(path: Path) -> tuple[Match, Result]:
    """Header and result of a record; the lines between are decompressed, but not decoded.

    Raises:
        RecordError: the file cannot be read, or its first or last line is invalid.
    """
    return _read(path, _summary_of_lines)


def _summary_of_lines(lines: Iterator[bytes]) -> tuple[Match, Result]:
    first, last, number = next(lines, b""), b"", 1
    for number, last in enumerate(lines, 2):  # noqa: B007  the last one counts
        pass
    if not last:
        raise RecordError("expected a match on line 1 and a result below")
    parts = _Parts()
    for place, line in ((1, first), (number, last)):
        try:
            parts.add(line)
        except RecordError as error:
            raise RecordError(f"line {place}: {error}") from None
    if parts.match is None or parts.result is None:
        raise RecordError(f"line {number}: expected a result, got a round")
    return parts.match, parts.result


def read(path: Path) -> Record:
    """Read a record, gzipped or plain, line by line, within the limits of `lines`.

    Raises:
        RecordError: the file cannot be read or is not a record.
    """
    return _read(path, _decode_lines)


def _read(path: Path, parse: Callable[[Iterator[bytes]], T]) -> T:
    try:
        with path.open("rb") as file:
            return parse(lines_of_file(file))
    except OSError as error:
        raise RecordError(f"{path}: {error.strerror}") from None
    except RecordError as error:
        raise RecordError(f"{path}: {error}") from None


ROUND_CAP: Final = 1 << 20
"""Maximum number of rounds; each takes memory, however short its line is."""
NUMBER_CAP: Final = 1 << 63
"""Upper bound of numbers: kernels hold them in 64 bits."""


def check_match(match: Match) -> None:
    """Raise RecordError, with the name of the field, for an impossible header."""
    if not match.players:
        raise RecordError("players: expected at least one, got none")
    _check_number("seed", match.seed)
    for name, value in match.settings.items():
        _check_number(f"settings.{name}", value)
    for number, moves in enumerate(match.opening):
        _check_count(f"opening[{number}]", moves, len(match.players))


def check_round(match: Match, each: Round, number: int) -> None:
    """Raise RecordError, with the name of the field, for an impossible round, numbered from 0."""
    seats = len(match.players)
    if number >= ROUND_CAP:
        raise RecordError(f"expected at most {ROUND_CAP} rounds")
    _check_count("moves", each.moves, seats)
    for field in ("wall_us", "cpu_us", "bank_ms", "overlays"):
        values = getattr(each, field)
        if values:
            _check_count(field, values, seats)
    for index, note in enumerate(each.notes):
        _check_seat(f"notes[{index}].seat", note.seat, seats)


def check_result(match: Match, result: Result) -> None:
    """Raise RecordError, with the name of the field, for an impossible result."""
    seats = len(match.players)
    _check_count("players", result.players, seats)
    if result.outcome is not None:
        _check_count("outcome.places", result.outcome.places, seats)
        _check_count("outcome.scores", result.outcome.scores, seats)
        if result.outcome.winner is not None:
            _check_seat("outcome.winner", result.outcome.winner, seats)


def _check_count(field: str, values: Sized, seats: int) -> None:
    if len(values) != seats:
        raise RecordError(f"{field}: expected {seats}, one for each player, got {len(values)}")


def _check_seat(field: str, seat: int, seats: int) -> None:
    if not 0 <= seat < seats:
        raise RecordError(f"{field}: expected a seat from 0 to {seats - 1}, got {_short(seat)}")


def _check_number(field: str, value: Any) -> None:
    if isinstance(value, int) and not -NUMBER_CAP <= value < NUMBER_CAP:
        raise RecordError(f"{field}: expected a number of 64 bits, got {_short(value)}")


def _short(number: int) -> str:
    text = str(number)
    return text if len(text) <= 24 else f"one of {len(text)} digits"
