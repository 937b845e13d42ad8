"""Laws of pictures: the frame of every round can be drawn."""

from __future__ import annotations

from typing import TYPE_CHECKING, get_args

import msgspec

from gridbots.game import is_living
from gridbots.pictures.frames import Frame, Kind
from gridbots.record.replay import frames
from gridbots.testing.expectation import expect, expect_equal

if TYPE_CHECKING:
    from gridbots.pictures.frames import Mark
    from gridbots.testing.case import Case


def every_round_can_be_drawn(case: Case) -> None:
    """One frame per round, all of equal size, with marks of known kinds on the board."""
    positions = list(case.match())
    joint = [position.moves for position in positions[:-1]]
    pictures = list(frames(case.game, positions[0].state, joint))
    size = (pictures[0].rows, pictures[0].columns)
    for position, picture in zip(positions, pictures, strict=True):
        expect_equal(f"{position.place}, round of the frame", position.number, picture.round)
        expect_equal(f"{position.place}, size of the frame", size, (picture.rows, picture.columns))
        expect_equal(f"{position.place}, scores of the frame", case.seats, len(picture.scores))
        living = tuple(bool(is_living(position.state, seat)) for seat in range(case.seats))
        expect_equal(f"{position.place}, living seats of the frame", living, picture.living)
        for name, values in picture.measures.items():
            expect_equal(f"{position.place}, values of {name!r}", case.seats, len(values))
        for mark in picture.marks:
            expect_drawable(f"{position.place}", mark, picture)
        read = msgspec.json.decode(msgspec.json.encode(picture), type=Frame)
        expect_equal(f"{position.place}, the frame as JSON and back", picture, read)


def expect_drawable(what: str, mark: Mark, picture: Frame) -> None:
    """Check a mark; only a crash may lie outside the board."""
    kinds = get_args(Kind)
    expect(mark.kind in kinds, f"{what}, a mark", f"a kind among {kinds}", mark.kind)
    inside = 0 <= mark.row < picture.rows and 0 <= mark.column < picture.columns
    board = f"a cell on the board of {picture.rows} rows and {picture.columns} columns"
    expect(inside or mark.kind == "crash", f"{what}, a {mark.kind}", board, mark)
    seats = len(picture.living)
    known = mark.seat is None or 0 <= mark.seat < seats
    expect(known, f"{what}, a {mark.kind}", f"a seat below {seats}", mark)
