"""Territories of Battlesnake, by bitboards, against a search cell by cell."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from hypothesis import given, settings
from tests.games.battlesnake_boards import drawn
from tests.games.battlesnake_positions import positions

from gridbots_battlesnake.movement import next_cell
from gridbots_battlesnake.state import WALL, head_of, is_living, part_of
from gridbots_battlesnake.territory import FAR, SHARE_OF_HAZARD, WORK, spread

if TYPE_CHECKING:
    from gridbots.game import State


def territories(state: State) -> tuple[list[float], list[int]]:
    """Cells that each seat reaches first, and steps to its nearest food among them."""
    work = np.full(1, 77, WORK)[0]  # its old content must not matter
    spread(state, work)
    seats = int(state["seats"])
    return list(work["areas"][:seats]), list(work["food_steps"][:seats])


def cell_by_cell(state: State) -> tuple[list[float], list[int]]:
    """The same, from one cell to the next."""
    frees, heads = frees_of(state), seats_by_length(state)
    owners = {int(head_of(state, seat)): seat for seat in heads}
    fronts = {seat: [int(head_of(state, seat))] for seat in heads}
    areas, steps = [0.0] * int(state["seats"]), [FAR] * int(state["seats"])
    wave = 0
    while any(fronts.values()):
        wave += 1
        reached: dict[int, int] = {}
        contested = set()
        for seat in heads:
            new = []
            for there in ways_on(state, fronts[seat]):
                owner = reached.get(there, seat)
                if owner != seat and state["lengths"][owner] == state["lengths"][seat]:
                    contested.add(there)
                elif there not in reached | owners and frees.get(there, 0) <= wave:
                    reached[there] = seat
                    new.append(there)
                    if state["food"][there]:
                        steps[seat] = min(steps[seat], wave)
            fronts[seat] = new
        owners |= reached
        for there in reached.keys() - contested:
            areas[reached[there]] += value(state, there)
    return areas, steps


def frees_of(state: State) -> dict[int, int]:
    """Rounds until no body part covers a cell."""
    frees: dict[int, int] = {}
    for seat in range(int(state["seats"])):
        if is_living(state, seat):
            length = int(state["lengths"][seat])
            frees |= {int(part_of(state, seat, n)): length - n for n in range(length - 1, 0, -1)}
    return frees


def seats_by_length(state: State) -> list[int]:
    seats = range(int(state["seats"]))
    seen = [seat for seat in seats if is_living(state, seat) and head_of(state, seat)]
    return sorted(seen, key=lambda seat: -int(state["lengths"][seat]))


def ways_on(state: State, cells: list[int]) -> list[int]:
    reached = [int(next_cell(state, cell, move)) for cell in cells for move in range(4)]
    return [there for there in reached if state["cells"][there] != WALL]


def value(state: State, cell: int) -> float:
    is_costly = state["hazard_damage"] > 0 and state["hazards"][cell] > 0
    return SHARE_OF_HAZARD if is_costly else 1.0


@given(positions())
@settings(max_examples=40)
def test_a_wave_of_bitboards_reaches_the_same_cells_as_a_search_by_cell(state: State) -> None:
    assert territories(state) == cell_by_cell(state)


def test_cells_reached_together_by_equally_long_snakes_belong_to_none() -> None:
    equal, _ = territories(drawn("....... CBA.abc ......."))
    longer, _ = territories(drawn("........ DCBA.abc ........"))
    assert (equal, longer) == ([8.0, 8.0], [14.0, 8.0])
