"""Laws of pictures: every round can be drawn."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from gridbots.frames import Frame
from gridbots.game import is_living
from gridbots.replay import frames

if TYPE_CHECKING:
    from gridbots.testing.case import Case


def every_round_can_be_drawn(case: Case) -> None:
    states, joint = zip(*case.match(), strict=True)
    pictures = list(frames(case.game, states[0], joint[:-1]))
    assert [picture.round for picture in pictures] == list(range(len(states)))
    size = (pictures[0].rows, pictures[0].columns)
    for picture, state in zip(pictures, states, strict=True):
        assert (picture.rows, picture.columns) == size
        assert len(picture.living) == len(picture.scores) == case.seats
        assert picture.living == tuple(is_living(state, seat) for seat in range(case.seats))
        heads = [mark.seat for mark in picture.marks if mark.kind == "head"]
        assert sorted(seat for seat in heads if seat is not None) == [
            seat for seat, living in enumerate(picture.living) if living
        ]
        for mark in picture.marks:
            inside = 0 <= mark.row < picture.rows and 0 <= mark.column < picture.columns
            assert inside or mark.kind == "crash"
        assert msgspec.json.decode(msgspec.json.encode(picture), type=Frame) == picture
