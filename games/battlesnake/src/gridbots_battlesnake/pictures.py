"""Battlesnake as frames: heads, bodies, food, hazards, and crashes for one round; health."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from gridbots.grid import column_of, row_of
from gridbots.pictures.frames import Frame, Mark
from gridbots_battlesnake.movement import heading
from gridbots_battlesnake.rules import score
from gridbots_battlesnake.state import CAUSES, NOBODY, UNSEEN, head_of, part_of

if TYPE_CHECKING:
    from gridbots.game import State


def frame(state: State, previous: Frame | None) -> Frame:
    seats, rounds = int(state["seats"]), int(state["rounds"])
    gone = [int(value) for value in state["eliminated"][:seats]]
    hazards = np.flatnonzero(state["hazards"]).tolist()
    foods = state["foods"][: state["food_count"]].tolist()
    marks = [Mark(*_place(state, cell), "hazard") for cell in hazards]
    marks += [Mark(*_place(state, cell), "item", value=1) for cell in foods]
    for seat in range(seats):
        if gone[seat] == 0:
            marks += _snake(state, seat)
        elif gone[seat] == rounds and previous is not None:
            marks.append(Mark(*_place(state, int(head_of(state, seat))), "crash", seat))
    return Frame(
        round=rounds,
        rows=int(state["height"]),
        columns=int(state["width"]),
        marks=tuple(marks),
        living=tuple(value == 0 for value in gone),
        scores=tuple(int(score(state, seat)) for seat in range(seats)),
        measures={
            "health": tuple(int(value) for value in state["healths"][:seats]),
            **({"eliminated by": _causes(state, seats)} if any(gone) else {}),
        },
    )


def _causes(state: State, seats: int) -> tuple[str | None, ...]:
    """The cause of each elimination, and the seat that a snake ran into."""
    causes, killers = state["causes"][:seats].tolist(), state["killers"][:seats].tolist()
    return tuple(
        (f"{CAUSES[cause]} with {killer}" if killer != NOBODY else CAUSES[cause]) or None
        for cause, killer in zip(causes, killers, strict=True)
    )


def _place(state: State, cell: int) -> tuple[int, int]:
    stride = int(state["stride"])
    return row_of(cell, stride), column_of(cell, stride)


def _snake(state: State, seat: int) -> list[Mark]:
    """Marks for its cells, each once: several parts may be in the last one."""
    parts = (int(part_of(state, seat, part)) for part in range(int(state["lengths"][seat])))
    cells = [cell for cell in parts if cell != UNSEEN]
    if not cells:
        return []
    is_whole = int(head_of(state, seat)) != UNSEEN
    body = [
        Mark(*_place(state, cell), "body", seat, value=number)
        for number, cell in enumerate(dict.fromkeys(cells))
        if number > 0 or not is_whole
    ]
    if not is_whole:
        return body
    return [*body, Mark(*_place(state, cells[0]), "head", seat, int(heading(state, seat)))]
