"""Frames, which viewers draw. They are derived from records, so viewers do not need the rules.

A frame is a set of marks on a board, and text for what is not on a board: captions, and measures of
each seat, such as its hand, health or bid. A game without a board has no rows and no columns. The
kinds of mark are:

    block   a cell that nothing can enter
    hazard  a cell that harms a seat that enters it
    area    land that belongs to a seat
    trail   where a seat has been; `heading` is the direction of its next step
    body    a part of a seat's body, `value` counting from the head
    head    where a seat is now; `heading` is the direction that it faces
    crash   where a seat was eliminated
    item    something to collect, with `value` points
    piece   a piece or a stack of `value` pieces; `text` is its letter or symbol
    text    a letter, a number or a short word, `text`
    move    a cell that the last move changed
    fog     a cell out of sight of the viewing seat
"""

from __future__ import annotations

from collections.abc import Mapping  # noqa: TC003  msgspec reads the annotation
from typing import Literal

import msgspec

Kind = Literal[
    "block", "hazard", "area", "trail", "body", "head", "crash", "item",
    "piece", "text", "move", "fog",
]  # fmt: skip
Value = float | str | None
"""The value of a measure; None: it has no value, or the viewing seat does not know it."""


class Mark(msgspec.Struct, frozen=True, omit_defaults=True):
    row: int
    column: int
    kind: Kind
    seat: int | None = None
    heading: int | None = None
    """A direction, clockwise from up."""
    value: int | None = None
    text: str = ""
    """Up to six letters fit into a cell; viewers shorten longer texts."""


class Frame(msgspec.Struct, frozen=True, omit_defaults=True):
    round: int
    """Rounds played so far; 0 for the opening."""
    rows: int
    columns: int
    marks: tuple[Mark, ...]
    living: tuple[bool, ...]
    scores: tuple[float, ...]
    captions: tuple[str, ...] = ()
    """Lines of text below the board."""
    measures: Mapping[str, tuple[Value, ...]] = {}
    """The value of each seat, by the name of the measure."""


def value_text(value: Value) -> str:
    """A value of a measure, or a score, as text."""
    if value is None:
        return "-"
    return value if isinstance(value, str) else f"{value:.10g}"
