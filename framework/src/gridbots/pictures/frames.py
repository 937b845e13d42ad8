"""Frames: what viewers draw, derived from records. No viewer knows a rule of any game.

A frame is a set of marks on a board. The kinds of mark are the whole vocabulary of drawing:

    block   a cell that nothing can enter
    hazard  a cell that harms who enters it
    area    ground that belongs to a seat
    trail   where a seat has been; `heading` points to where it went next
    body    a part of a seat's body, `value` counting from the head
    head    where a seat is now; `heading` is where it faces
    crash   where a seat was eliminated
    item    something to collect, worth `value`
    fog     a cell that is out of sight of the seat whose view this is
"""

from __future__ import annotations

from typing import Literal

import msgspec

Kind = Literal["block", "hazard", "area", "trail", "body", "head", "crash", "item", "fog"]


class Mark(msgspec.Struct, frozen=True, omit_defaults=True):
    row: int
    column: int
    kind: Kind
    seat: int | None = None
    heading: int | None = None
    """A direction, clockwise from up."""
    value: int | None = None


class Frame(msgspec.Struct, frozen=True):
    round: int
    """Rounds played before this picture: 0 is the opening."""
    rows: int
    columns: int
    marks: tuple[Mark, ...]
    living: tuple[bool, ...]
    scores: tuple[float, ...]
