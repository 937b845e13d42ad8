"""Overlay: what a bot shows of its thinking, a line on its stderr per move, drawn over the board.

    overlay {"path": [[4, 7, "urr"]], "value": 0.25, "depth": 9, "pv": ["up", "right"]}

`protocol.md` is the contract. An overlay never changes a match: the record keeps it beside the
move that it came before, and viewers draw it.
"""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Annotated, Final

import msgspec
from msgspec import Meta

from gridbots.errors import ProtocolError

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

OVERLAY: Final = b"overlay "
"""How the line begins."""
LINE_CAP: Final = 16384
"""Bytes in the line at most."""
LETTERS: Final = "urdl"
"""Of the directions, clockwise from up."""

Place = Annotated[int, Meta(ge=-1, le=32767)]
"""A row or a column; the board may be left by one."""
Steps = Annotated[str, Meta(pattern="^[urdl]*$")]
Way = tuple[Place, Place, Steps]
"""A row, a column, and the steps from there."""
Weight = Annotated[float, Meta(ge=0, le=1)]
Count = Annotated[int, Meta(ge=0, le=2**53)]
Word = Annotated[str, Meta(max_length=40)]


class Overlay(msgspec.Struct, frozen=True, omit_defaults=True):
    """What a bot thinks before a move. `cycle` and `tree` stay until they are given anew."""

    path: tuple[Way, ...] = ()
    """Where it means to go."""
    cycle: tuple[Way, ...] | None = None
    """Closed ways that it keeps to; none of them: ()."""
    tree: tuple[Way, ...] | None = None
    """Ways that branch."""
    cells: tuple[tuple[Place, Place, Weight], ...] = ()
    """Rows, columns and how much each cell matters."""
    value: float | None = None
    """Its evaluation: the more, the better for its own seat; the unit is its own."""
    depth: Count | None = None
    """Plies that it searched."""
    nodes: Count | None = None
    """Positions that it searched."""
    pv: Annotated[tuple[Word, ...], Meta(max_length=100)] = ()
    """The principal variation: the moves that it expects, its own first."""
    note: Annotated[str, Meta(max_length=200)] = ""
    """Anything else, for people."""
    exact: bool = False
    """Whether the value is proven: no longer search would change it."""


class _Told(Overlay, frozen=True, forbid_unknown_fields=True):
    """An overlay as a bot tells it: a name that is misspelt is an error."""


_decoder = msgspec.json.Decoder(_Told)
_encoder = msgspec.json.Encoder()


def read_overlay(text: bytes) -> Overlay:
    """Parse an overlay: what stands behind the word `overlay` in its line.

    Raises:
        ProtocolError: it is no overlay.
    """
    if len(text) > LINE_CAP:
        raise ProtocolError(f"expected an overlay of {LINE_CAP} bytes at most, got more")
    try:
        return Overlay(*msgspec.structs.astuple(_decoder.decode(text)))
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise ProtocolError(f"overlay: {error}") from None


def overlay_line(overlay: Overlay) -> bytes:
    return OVERLAY + _encoder.encode(overlay) + b"\n"


def write_overlay(overlay: Overlay) -> None:
    """Write an overlay to stderr; a bot in Python does so before it returns its move."""
    sys.stderr.write(overlay_line(overlay).decode())
    sys.stderr.flush()


def way(row: int, column: int, directions: Iterable[int]) -> Way:
    """A path from a cell on."""
    return (row, column, "".join(LETTERS[direction] for direction in directions))


def following(before: Overlay | None, now: Overlay | None) -> Overlay | None:
    """Carry layers over: what is drawn for a seat, with the layers that stay from before."""
    if before is None or (before.cycle is None and before.tree is None):
        return now
    now = now or Overlay()
    return msgspec.structs.replace(
        now,
        cycle=before.cycle if now.cycle is None else now.cycle,
        tree=before.tree if now.tree is None else now.tree,
    )


def drawn(told: Iterable[Sequence[Overlay | None]], seats: int) -> Iterator[list[Overlay | None]]:
    """The overlays to draw in each round, for every seat, from those that the bots sent."""
    shown: list[Overlay | None] = [None] * seats
    for each in told:
        news = each or [None] * seats
        shown = [following(*pair) for pair in zip(shown, news, strict=True)]
        yield shown
