"""The text of a padded board whose cells are one letter each, with commas between."""

from __future__ import annotations

import functools
import struct
from typing import TYPE_CHECKING

from gridbots.errors import ProtocolError

if TYPE_CHECKING:
    from gridbots.game import AnyState


def text_of_board(state: AnyState, letters: bytes) -> bytes:
    """The cells row by row; `letters` has the letter of each of the 256 values of a cell."""
    rows, commas = _layout(state["width"], state["height"])
    text = commas.copy()
    text[::2] = b"".join(rows.unpack_from(state["cells"])).translate(letters)
    return bytes(text)


@functools.cache
def _layout(width: int, height: int) -> tuple[struct.Struct, bytearray]:
    """Where the rows lie in a padded board, and the text without its letters."""
    rows = struct.Struct(f"{width + 3}x" + f"{width}s2x" * height)
    return rows, bytearray(b"," * (2 * width * height - 1))


def letters_of_text(text: str, width: int, height: int) -> bytes:
    """The letters of such a text.

    Raises:
        ProtocolError: they are not as many as the board has cells.
    """
    letters = text.encode(errors="replace").translate(None, b",")
    if len(letters) != width * height:
        raise ProtocolError(
            f"expected a field of {width * height} cells ({width}x{height}), got {len(letters)}"
        )
    return letters
