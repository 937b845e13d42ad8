"""Animated GIF of a match: plain colours, and only the rectangle that changes in each picture.

The format (GIF89a) and its compression (LZW, with codes of growing width) are written out here:
they take less than another package would.
"""

from __future__ import annotations

import struct
from itertools import pairwise
from typing import TYPE_CHECKING, Final

from gridbots_referee.show.pictures.pixels import PALETTE, pixels

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from gridbots.frames import Frame
    from gridbots_referee.show.pictures.pixels import Pixels

BITS: Final = 5
"""Of a colour: the palette has so many colours at most."""
MOST_CODES: Final = 4096
BLOCK: Final = 255
LAST_DELAY: Final = 200
"""Hundredths of a second that the last picture stays."""


def gif(frames: Iterable[Frame], cell: int, delay: int) -> Iterator[bytes]:
    """Chunks of a GIF; `cell` in pixels, `delay` in hundredths of a second."""
    pictures = [pixels(frame, cell) for frame in frames]
    height, width = pictures[0].shape
    yield b"GIF89a" + struct.pack("<HHBBB", width, height, 0x80 | (BITS - 1), 0, 0)
    yield b"".join(bytes(colour) for colour in PALETTE).ljust(3 << BITS, b"\0")
    yield b"\x21\xff\x0bNETSCAPE2.0\x03\x01\x00\x00\x00"  # again and again
    yield from _image(pictures[0], 0, 0, delay)
    for before, now in pairwise(pictures):
        yield from _change(before, now, delay)
    yield from _image(pictures[-1][:1, :1], 0, 0, LAST_DELAY)
    yield b"\x3b"


def _change(before: Pixels, now: Pixels, delay: int) -> Iterator[bytes]:
    """The smallest rectangle that holds all that has changed; one pixel if nothing has."""
    different = before != now
    rows, columns = different.any(axis=1).nonzero()[0], different.any(axis=0).nonzero()[0]
    top, bottom = (rows[0], rows[-1]) if rows.size else (0, 0)
    left, right = (columns[0], columns[-1]) if columns.size else (0, 0)
    yield from _image(now[top : bottom + 1, left : right + 1], int(top), int(left), delay)


def _image(picture: Pixels, top: int, left: int, delay: int) -> Iterator[bytes]:
    height, width = picture.shape
    yield b"\x21\xf9\x04" + struct.pack("<BHBB", 0x04, delay, 0, 0)
    yield b"\x2c" + struct.pack("<HHHHB", left, top, width, height, 0) + bytes([BITS])
    packed = compress(picture.tobytes())
    for start in range(0, len(packed), BLOCK):
        block = packed[start : start + BLOCK]
        yield bytes([len(block)]) + block
    yield b"\0"


def compress(data: bytes) -> bytes:
    """LZW: each code stands for a run of pixels that was seen before, and is a pixel longer."""
    clear, end = 1 << BITS, (1 << BITS) + 1
    codes = Codes()
    runs = _first_runs()
    codes.put(clear, BITS + 1)
    width, run = BITS + 1, b""
    for place in range(len(data)):
        longer = data[place - len(run) : place + 1]
        if longer in runs:
            run = longer
            continue
        codes.put(runs[run], width)
        following = len(runs) + 2
        if following < MOST_CODES:
            runs[longer] = following
            width += following == 1 << width
        else:
            codes.put(clear, width)
            runs, width = _first_runs(), BITS + 1
        run = data[place : place + 1]
    codes.put(runs[run], width)
    codes.put(end, width)
    return codes.bytes()


def _first_runs() -> dict[bytes, int]:
    return {bytes([colour]): colour for colour in range(1 << BITS)}


class Codes:
    """Numbers of some bits each, the lowest bit first."""

    def __init__(self) -> None:
        self._done = bytearray()
        self._bits = self._count = 0

    def put(self, code: int, width: int) -> None:
        self._bits |= code << self._count
        self._count += width
        while self._count >= 8:
            self._done.append(self._bits & 0xFF)
            self._bits >>= 8
            self._count -= 8

    def bytes(self) -> bytes:
        return bytes(self._done) + (bytes([self._bits]) if self._count else b"")


def evenly_spaced(last: int, most: int) -> Sequence[int]:
    """Numbers of frames from the first to the last one, so many at most, evenly spread."""
    count = min(last + 1, most)
    return [round(index * last / max(count - 1, 1)) for index in range(count)]
