"""Overlay: plans and evaluation of a bot for a move, one line on its stderr, drawn over the board.

    overlay {"path": [[4, 7, "urr"]], "value": 0.25, "depth": 9, "pv": ["up", "right"]}

`protocol.md` is the contract. An overlay never changes a match. The record keeps it beside the move
that follows it, and viewers draw it.
"""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Annotated, Final

import msgspec
from msgspec import Meta

from gridbots.errors import ProtocolError

if TYPE_CHECKING:
    from collections.abc import Iterable

OVERLAY: Final = b"overlay "
"""Prefix of the line."""
LINE_CAP: Final = 16384
"""Maximum number of bytes in the line."""
LETTERS: Final = "urdl"
"""Letters of the directions, clockwise from up."""

Place = Annotated[int, Meta(ge=-1, le=32767)]
"""A row or a column; may be one cell off the board."""
Steps = Annotated[str, Meta(pattern="^[urdl]*$")]
Way = tuple[Place, Place, Steps]
"""A row, a column, and the steps from there."""
Weight = Annotated[float, Meta(ge=0, le=1)]
Count = Annotated[int, Meta(ge=0, le=2**53)]
Word = Annotated[str, Meta(max_length=40)]


class Overlay(msgspec.Struct, frozen=True, omit_defaults=True):
    """Overlay of one move. `cycle` and `tree` stay until the bot sends new ones."""

    path: tuple[Way, ...] = ()
    """The planned path."""
    cycle: tuple[Way, ...] | None = None
    """Closed paths that the bot follows; () removes them."""
    tree: tuple[Way, ...] | None = None
    """Branching paths."""
    cells: tuple[tuple[Place, Place, Weight], ...] = ()
    """Row, column and weight of cells."""
    value: float | None = None
    """Evaluation: higher is better for the bot's own seat; the unit is the bot's choice."""
    depth: Count | None = None
    """Depth of the search in plies."""
    nodes: Count | None = None
    """Number of positions searched."""
    pv: Annotated[tuple[Word, ...], Meta(max_length=100)] = ()
    """Principal variation: the expected moves, starting with its own."""
    note: Annotated[str, Meta(max_length=200)] = ""
    """Free text for viewers."""
    exact: bool = False
    """Whether the value is proven: a longer search would not change it."""


class _Sent(Overlay, frozen=True, forbid_unknown_fields=True):
    """An overlay as sent by a bot: unknown names are errors."""


_decoder = msgspec.json.Decoder(_Sent)
_encoder = msgspec.json.Encoder()


def read_overlay(text: bytes) -> Overlay:
    """Parse an overlay: the part of the line after the word `overlay`.

    Raises:
        ProtocolError: it is not an overlay.
    """
    if len(text) > LINE_CAP:
        raise ProtocolError(f"expected an overlay of at most {LINE_CAP} bytes, got more")
    try:
        return Overlay(*msgspec.structs.astuple(_decoder.decode(text)))
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise ProtocolError(f"overlay: {error}") from None


def overlay_line(overlay: Overlay) -> bytes:
    return OVERLAY + _encoder.encode(overlay) + b"\n"


def write_overlay(overlay: Overlay) -> None:
    """Write an overlay to stderr; a bot in Python calls this before it returns its move."""
    sys.stderr.write(overlay_line(overlay).decode())
    sys.stderr.flush()


def way(row: int, column: int, directions: Iterable[int]) -> Way:
    """A path that starts at a cell."""
    return (row, column, "".join(LETTERS[direction] for direction in directions))


def following(before: Overlay | None, now: Overlay | None) -> Overlay | None:
    """The overlay to draw for a seat, including layers that stay from the previous one."""
    if before is None or (before.cycle is None and before.tree is None):
        return now
    now = now or Overlay()
    return msgspec.structs.replace(
        now,
        cycle=before.cycle if now.cycle is None else now.cycle,
        tree=before.tree if now.tree is None else now.tree,
    )
