"""Belief model of Paper.io: the cells out of sight, and their changes."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np

from gridbots.game import BeliefModel
from gridbots.game.chance import GENERATOR_SIZE
from gridbots.game.outcome import is_in_play
from gridbots.games.paperio.capture import sole_owner
from gridbots.games.paperio.opening import setup
from gridbots.games.paperio.state import EVERYBODY, FREE, OUTSIDE, OWNED
from gridbots.games.paperio.visibility import sees
from gridbots.grid import UP
from gridbots.kernel import kernel

EVERY_SEAT: Final = 0xFF
"""All seats, a bit each."""

if TYPE_CHECKING:
    from collections.abc import Sequence

    from gridbots.game import State
    from gridbots.games.paperio.state import PaperioSettings


def opening(settings: PaperioSettings) -> State:
    """All seats start in fixed places; the first request reveals which seat moves first."""
    state = setup(settings, 0)
    state["generator"] = [0] * GENERATOR_SIZE
    return state


def cells(state: State) -> Sequence[int]:
    return np.flatnonzero(state["owners"] != OUTSIDE).tolist()


def head(state: State, seat: int) -> int:
    return int(state["heads"][seat])


@kernel
def put_head(state: State, seat: int, cell: int) -> None:
    """Place a head in a cell and remove its own trail there. The unknown heading is set to up."""
    state["heads"][seat] = cell
    state["headings"][seat] = UP
    state["trail_lengths"][seat] -= state["trails"][cell] >> seat & 1
    state["trails"][cell] &= EVERY_SEAT & ~(1 << seat)


@kernel
def may_stand(state: State, cell: int) -> bool:
    return bool(state["owners"][cell] != OUTSIDE)


def moves_between(before: State, after: State, seat: int) -> tuple[int, int]:  # noqa: ARG001
    """One per round; with alternating turns, one in as many rounds as there are seats."""
    rounds = int(after["rounds"]) - int(before["rounds"])
    if after["mover"] == EVERYBODY:
        return rounds, rounds
    seats = int(after["seats"])
    living = sum(is_in_play(after, each) for each in range(seats))
    return rounds // seats, -(-rounds // living)


@kernel
def recall(observation: State, memory: State, seat: int) -> None:
    """Land and trails of living seats, as last seen.

    Lost own land belongs to the only other seat; with several others it has no owner in the memory.
    """
    owners, trails = observation["owners"], observation["trails"]
    theirs = living_others(observation, seat)
    taker = sole_owner(theirs)
    for cell in range(observation["stride"] * observation["stride"]):
        if owners[cell] != OUTSIDE and not sees(observation, seat, cell):
            trails[cell] |= memory["trails"][cell] & theirs
            if owners[cell] != OWNED + seat:
                owner = int(memory["owners"][cell])
                if owner == OWNED + seat:
                    owner = FREE if taker == EVERYBODY else OWNED + taker
                is_theirs = owner >= OWNED and theirs >> (owner - OWNED) & 1
                owners[cell] = owner if is_theirs else FREE
            if owners[cell] >= OWNED:
                trails[cell] &= EVERY_SEAT & ~(1 << int(owners[cell] - OWNED))
    count(observation)


@kernel
def living_others(state: State, seat: int) -> int:
    others = 0
    for other in range(state["seats"]):
        if other != seat and is_in_play(state, other):
            others |= 1 << other
    return others


@kernel
def freeze(observation: State, start: State, seat: int) -> None:
    """Others own their land of the opening, except cells that are our own now."""
    owners = observation["owners"]
    for cell in range(observation["stride"] * observation["stride"]):
        if owners[cell] != OUTSIDE and owners[cell] != OWNED + seat:
            owner = start["owners"][cell]
            owners[cell] = FREE if owner == OWNED + seat else owner
    count(observation)


@kernel
def count(state: State) -> None:
    """Count land and trails anew."""
    for seat in range(state["seats"]):
        area, length = 0, 0
        for cell in range(state["stride"] * state["stride"]):
            area += state["owners"][cell] == OWNED + seat
            length += state["trails"][cell] >> seat & 1
        state["areas"][seat] = area
        state["trail_lengths"][seat] = length


BELIEF_MODEL: Final = BeliefModel(
    opening=opening,
    cells=cells,
    sees=sees,
    head=head,
    put_head=put_head,
    may_stand=may_stand,
    moves_between=moves_between,
    recall=recall,
    freeze=freeze,
)
