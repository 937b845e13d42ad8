"""Law of visibility: states that a seat can tell apart look different to its viewers.

From a few states of the random match, many short matches are played that share some of their chance
and moves. Among states of the same round, those with the same picture must be the same to the seat.
"""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING, Any, Final, NamedTuple

import msgspec
import numpy as np

from gridbots.game import copy_state, is_over, step
from gridbots.game.chance import seed_generator
from gridbots.grid import NO_MOVE
from gridbots.record.replay import seen_frame
from gridbots.testing.expectation import LawWarning

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from gridbots.game import State
    from gridbots.pictures.frames import Frame
    from gridbots.testing.case import Case

LINES: Final = 8
"""Short matches from each state."""
ROUNDS: Final = 6
"""Rounds of a short match."""
SEATS: Final = 2
"""Seats whose view is compared."""
UNCOMPARED: Final = ("generator", "rounds")


class SeenFrame(NamedTuple):
    """What a seat sees, and how it looks."""

    place: str
    seen: State
    frame: Frame

    @property
    def look(self) -> bytes:
        """The frame without the marks of the last move, which the next round removes."""
        marks = tuple(mark for mark in self.frame.marks if mark.kind != "move")
        return msgspec.json.encode(msgspec.structs.replace(self.frame, marks=marks))


def all_that_a_seat_sees_is_shown(case: Case) -> None:
    """Warn about a field in which states differ that have the same frame."""
    found: list[tuple[list[str], str]] = []
    for seat in range(min(case.seats, SEATS)):
        for number, start in enumerate(_starts(case)):
            others = _openings(case) if number == 0 else []
            by_round: defaultdict[int, dict[bytes, SeenFrame]] = defaultdict(dict)
            for view in _views(case, [start] * LINES + others, seat):
                known = by_round[view.frame.round].setdefault(view.look, view)
                if fields := _differences(known.seen, view.seen):
                    found.append((fields, view.place))
    if found:
        fields, place = min(found, key=lambda each: len(each[0]))
        alone = dict.fromkeys(each[0] for each, _ in found if len(each) == 1)
        names = " or ".join(alone) or " and ".join(fields)
        raise LawWarning(
            f"{place}: states that differ in {names} look the same to a viewer; "
            "show them in `frame`, as marks, measures or captions"
        )


def _starts(case: Case) -> Iterator[State]:
    """The opening, and states after a third and two thirds of the random match."""
    positions = list(case.match())
    for part in range(3):
        yield positions[len(positions) * part // 3].state


def _openings(case: Case) -> list[State]:
    return [case.game.setup(case.settings, case.seed + number) for number in range(1, LINES)]


def _views(case: Case, starts: Iterable[State], seat: int) -> Iterator[SeenFrame]:
    """The views of a seat in short matches; half of them share its moves."""
    for line, start in enumerate(starts):
        state, frame = copy_state(start), None
        own, other = np.random.default_rng(line % 2), np.random.default_rng(line + 2)
        if line % 4 > 1 and "generator" in (state.dtype.names or ()):
            seed_generator(state["generator"], line)
        for _ in range(ROUNDS):
            frame = seen_frame(case.game, state, seat, frame)
            place = f"seat {seat}, round {frame.round}"
            yield SeenFrame(place, case.game.observation(state, seat), frame)
            if is_over(state):
                break
            turns = [own if each == seat else other for each in range(case.seats)]
            step(state, [_move(case, state, each, chance) for each, chance in enumerate(turns)])


def _move(case: Case, state: State, seat: int, chance: Any) -> int:
    moves, share = case.game.legal_moves(state, seat), chance.random()
    return moves[int(share * len(moves))] if moves else NO_MOVE


def _differences(one: State, other: State) -> list[str]:
    """The names of the fields that differ."""
    names = [name for name in one.dtype.names or () if name not in UNCOMPARED]
    return [name for name in names if one[name].tobytes() != other[name].tobytes()]
