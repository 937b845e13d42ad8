"""Frames, which viewers draw. They are derived from records, so viewers do not need the rules.

A frame is a set of marks on a board. The kinds of mark are:

    block   a cell that nothing can enter
    hazard  a cell that harms a seat that enters it
    area    land that belongs to a seat
    trail   where a seat has been; `heading` is the direction of its next step
    body    a part of a seat's body, `value` counting from the head
    head    where a seat is now; `heading` is the direction that it faces
    crash   where a seat was eliminated
    item    something to collect, with `value` points
    fog     a cell out of sight of the viewing seat
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
    """Rounds played so far; 0 for the opening."""
    rows: int
    columns: int
    marks: tuple[Mark, ...]
    living: tuple[bool, ...]
    scores: tuple[float, ...]
