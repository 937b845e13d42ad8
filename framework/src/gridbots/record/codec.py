"""Codec of records: to JSON lines and back, and files of them."""

from __future__ import annotations

import gzip
import os
import zlib
from typing import TYPE_CHECKING, TypeVar

import msgspec

from gridbots.errors import RecordError
from gridbots.record.values import SCHEMA, Match, Record, Result, Round

if TYPE_CHECKING:
    from pathlib import Path

_encoder = msgspec.json.Encoder()
_decoder = msgspec.json.Decoder(Match | Round | Result)
_DAMAGE = (msgspec.DecodeError, UnicodeDecodeError, RecursionError)
"""What the decoder raises on a line that is not what it should be."""
L = TypeVar("L", Match, Round, Result)


def encode(record: Record) -> bytes:
    """Serialise a record, to JSON lines."""
    return _encoder.encode_lines([record.match, *record.rounds, record.result])


def decode(text: bytes) -> Record:
    """Deserialise a record.

    Raises:
        RecordError: the text is not a record; the message names the line.
    """
    texts = text.splitlines()
    if len(texts) < 2:
        raise RecordError(f"expected a match on line 1 and a result below, got {len(texts)} lines")
    match = _decode_line(1, texts[0], Match)
    rounds = [_decode_line(number, line, Round) for number, line in enumerate(texts[1:-1], 2)]
    return Record(match, tuple(rounds), _decode_line(len(texts), texts[-1], Result))


def _decode_line(number: int, line: bytes, kind: type[L]) -> L:
    try:
        decoded = _decoder.decode(line)
    except _DAMAGE as error:
        newer = _schema_of(line)
        if number == 1 and newer > SCHEMA:
            raise RecordError(f"expected schema {SCHEMA} or older, got {newer}") from None
        raise RecordError(f"line {number}: {error}") from None
    if isinstance(decoded, Match) and decoded.schema > SCHEMA:
        raise RecordError(f"expected schema {SCHEMA} or older, got {decoded.schema}")
    if not isinstance(decoded, kind):
        expected, got = (each.__name__.lower() for each in (kind, type(decoded)))
        raise RecordError(f"line {number}: expected a {expected}, got a {got}")
    return decoded


def _schema_of(line: bytes) -> int:
    class Head(msgspec.Struct):
        schema: int = 0

    try:
        return msgspec.json.decode(line, type=Head).schema
    except _DAMAGE:
        return 0


def write(record: Record, folder: Path) -> Path:
    """Write a record as `<match id>.jsonl.gz`, atomically: it is there whole or not at all."""
    packed = gzip.compress(encode(record), compresslevel=1, mtime=0)
    return write_packed(packed, folder, record.match.id)


def write_packed(packed: bytes, folder: Path, match: str) -> Path:
    """Like `write`, for a record that is serialised and compressed already."""
    path = folder / f"{match}.jsonl.gz"
    partial = path.with_name(f".{path.name}.{os.getpid()}")
    try:
        partial.write_bytes(packed)
    except FileNotFoundError:
        folder.mkdir(parents=True, exist_ok=True)
        partial.write_bytes(packed)
    partial.replace(path)
    return path


def read(path: Path) -> Record:
    """Read a record, gzipped or plain.

    Raises:
        RecordError: the file cannot be read or is no record.
    """
    try:
        data = path.read_bytes()
        return decode(gzip.decompress(data) if data[:2] == b"\x1f\x8b" else data)
    except (OSError, EOFError, zlib.error) as error:
        raise RecordError(f"{path}: {error}") from None
    except RecordError as error:
        raise RecordError(f"{path}: {error}") from None
