"""Lines of a record file, plain or gzipped, decompressed as a stream with size limits.

Records may come from untrusted sources, and two megabytes of gzip may hold gigabytes. So lines are
decompressed one at a time, and reading stops at the limits.
"""

from __future__ import annotations

import zlib
from typing import TYPE_CHECKING, BinaryIO, Final

from gridbots.errors import RecordError

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

TEXT_CAP: Final = 256 << 20
"""Maximum number of bytes of a record's text, far more than any game needs."""
LINE_CAP: Final = 4 << 20
"""Maximum number of bytes in a line; overlays need most of it."""
CHUNK: Final = 1 << 16
GZIP: Final = b"\x1f\x8b"
"""First bytes of a gzipped file."""
GZIP_FORMAT: Final = 16 + zlib.MAX_WBITS
"""Makes zlib read gzip's header, and check the length and checksum at the end."""


def lines_of_file(file: BinaryIO) -> Iterator[bytes]:
    """The lines of a record, without line ends.

    Raises:
        RecordError: the file is damaged, or exceeds a limit.
    """
    first = file.read(CHUNK)
    chunks = _chunks(first, file)
    return lines_of_text(_unpacked(chunks) if first.startswith(GZIP) else chunks)


def _chunks(first: bytes, file: BinaryIO) -> Iterator[bytes]:
    yield first
    while chunk := file.read(CHUNK):
        yield chunk


def _unpacked(chunks: Iterator[bytes]) -> Iterator[bytes]:
    unpacker = zlib.decompressobj(GZIP_FORMAT)
    try:
        for chunk in chunks:
            yield from _unpacked_chunk(unpacker, chunk)
            if unpacker.eof:
                break
    except zlib.error as error:
        raise RecordError(f"damaged gzip data: {error}") from None
    if not unpacker.eof:
        raise RecordError("truncated gzip data: copy the whole file again")
    if unpacker.unused_data or next(chunks, b""):
        raise RecordError("expected one gzip member, got more data after it")


def _unpacked_chunk(unpacker: zlib._Decompress, packed: bytes) -> Iterator[bytes]:
    text = unpacker.decompress(packed, CHUNK)
    yield text
    # A full chunk of text may have more behind it that is in the unpacker already.
    while len(text) == CHUNK or unpacker.unconsumed_tail:
        text = unpacker.decompress(unpacker.unconsumed_tail, CHUNK)
        yield text


def lines_of_text(chunks: Iterable[bytes]) -> Iterator[bytes]:
    """The lines of a text in chunks, without line ends.

    Raises:
        RecordError: the text exceeds a limit.
    """
    rest, total, number = b"", 0, 1
    for chunk in chunks:
        total += len(chunk)
        if total > TEXT_CAP:
            raise RecordError(f"expected at most {TEXT_CAP >> 20} MiB of text")
        *lines, rest = (rest + chunk).split(b"\n")
        for line in lines:
            _check_length(line, number)
            yield line
            number += 1
        _check_length(rest, number)
    if rest:
        yield rest


def _check_length(line: bytes, number: int) -> None:
    if len(line) > LINE_CAP:
        raise RecordError(f"line {number}: expected {LINE_CAP >> 20} MiB at most")
