"""Battlesnake as recorded from its rules engine: into our states, and back.

The record counts levels from the bottom, and lists cells flat: column, level, column, level ...
"""

from __future__ import annotations

import itertools
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from tests.golden.recordings import golden

from gridbots.grid import DIRECTIONS, NO_MOVE, column_of, row_of
from gridbots_battlesnake.settings import BattlesnakeSettings
from gridbots_battlesnake.state import (
    CAUSES,
    NOBODY,
    blank_state,
    cell_at,
    cover,
    part_of,
)

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from gridbots.game import State

SIDES = (3, 1, 2, 0)
"""Of left, right, bottom and top, the number of our side."""


class Recorded(NamedTuple):
    header: dict[str, Any]
    rounds: list[dict[str, Any]]
    end: dict[str, Any]


def recorded_matches() -> Iterator[Recorded]:
    lines = golden("battlesnake.jsonl")
    starts = [number for number, line in enumerate(lines) if "mode" in line]
    for start, end in itertools.pairwise([*starts, len(lines)]):
        yield Recorded(lines[start], lines[start + 1 : end - 1], lines[end - 1])


def settings_for(header: dict[str, Any]) -> BattlesnakeSettings:
    return BattlesnakeSettings(
        width=header["w"],
        height=header["h"],
        seats=header["n"],
        mode=header["mode"],
        map=header["map"],
        food_chance=header["food_chance"],
        minimum_food=header["min_food"],
        hazard_damage=header["hazard_damage"],
        shrink_every=header["shrink"],
    )


def cells_of(flat: Sequence[int], state: State) -> list[int]:
    return [cell_at(state, *place) for place in zip(flat[::2], flat[1::2], strict=True)]


def recorded_state(header: dict[str, Any]) -> State:
    """The start of a recorded match."""
    state = blank_state(settings_for(header))
    for seat, (health, body) in enumerate(header["s"]):
        cells = cells_of(body, state)
        state["bodies"][seat, : len(cells)] = cells
        state["lengths"][seat] = len(cells)
        state["healths"][seat] = health
        for cell in cells:
            cover(state, cell)
    foods = cells_of(header["f"], state)
    state["foods"][: len(foods)] = foods
    state["food"][foods] = 1
    state["food_count"] = len(foods)
    lay_hazards(state, header["z"])
    return state


def lay_hazards(state: State, flat: Sequence[int]) -> None:
    for column, level, count in zip(flat[::3], flat[1::3], flat[2::3], strict=True):
        field = "hazards" if level < state["height"] else "stored"
        state[field][cell_at(state, column, level % int(state["height"]))] = count


def place(state: State, cell: int) -> list[int]:
    """Column and level."""
    stride = int(state["stride"])
    return [column_of(cell, stride), int(state["height"]) - 1 - row_of(cell, stride)]


def flat_cells(state: State, cells: Sequence[int]) -> list[int]:
    return [number for cell in cells for number in place(state, cell)]


def as_recorded(state: State) -> dict[str, Any]:
    """A state in the form of the record."""
    snakes = [snake(state, seat) for seat in range(int(state["seats"]))]
    foods = state["foods"][: state["food_count"]].tolist()
    return {
        "t": int(state["rounds"]),
        "s": snakes,
        "f": flat_cells(state, foods),
        "z": flat_hazards(state),
    }


def snake(state: State, seat: int) -> list[Any]:
    cells = [int(part_of(state, seat, part)) for part in range(int(state["lengths"][seat]))]
    told = [int(state["healths"][seat]), flat_cells(state, cells)]
    if state["eliminated"][seat] == 0:
        return told
    killer = int(state["killers"][seat])
    by = None if killer == NOBODY else killer
    return [*told, CAUSES[state["causes"][seat]], by, int(state["eliminated"][seat])]


def flat_hazards(state: State) -> list[int]:
    found = []
    for field, up in (("hazards", 0), ("stored", int(state["height"]))):
        for cell in np.flatnonzero(state[field]).tolist():
            column, level = place(state, cell)
            found.append([column, level + up, int(state[field][cell])])
    return [number for each in sorted(found) for number in each]


def move_of(word: str | None) -> int:
    return DIRECTIONS.index(word) if word in DIRECTIONS else NO_MOVE
