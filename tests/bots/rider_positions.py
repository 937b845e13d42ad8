"""Positions of Light Riders, and their features counted cell by cell."""

from __future__ import annotations

from collections import deque
from typing import TYPE_CHECKING

import numpy as np

from gridbots.game import candidates, is_living, step
from gridbots.games.light_riders import GAME
from gridbots.games.light_riders.rules import EMPTY

if TYPE_CHECKING:
    from collections.abc import Iterator

    from gridbots.game import State


def positions(seed: int, width: int, height: int, seats: int = 2) -> Iterator[State]:
    """A match of moves drawn among those that do not crash."""
    random, mask = np.random.default_rng(seed), np.zeros(4, np.uint8)
    settings = GAME.make_settings({"width": width, "height": height, "seats": seats})
    state = GAME.setup(settings, seed)
    while not state["over"]:
        yield state
        moves = []
        for seat in range(seats):
            candidates(state, seat, mask)
            moves.append(int(random.choice(np.flatnonzero(mask))) if mask.any() else 0)
        step(state, moves)


def steps_from(state: State, seat: int) -> dict[int, int]:
    """By cell that can be reached: the length of the shortest way there."""
    found, queue = {}, deque([(int(state["riders"][seat]), 0)])
    stride = int(state["stride"])
    while queue:
        here, steps = queue.popleft()
        for there in (here - 1, here + 1, here - stride, here + stride):
            if state["cells"][there] == EMPTY and there not in found:
                found[there] = steps + 1
                queue.append((there, steps + 1))
    return found


def counts(state: State) -> dict[int, dict[str, int]]:
    """Territory features of each living seat for networks, without its chain."""
    ways = {
        seat: steps_from(state, seat)
        for seat in range(int(state["seats"]))
        if is_living(state, seat)
    }
    return {seat: counts_of_one(state, seat, ways) for seat in ways}


def counts_of_one(state: State, seat: int, ways: dict[int, dict[int, int]]) -> dict[str, int]:
    way, stride = ways[seat], int(state["stride"])
    others = [other for of, other in ways.items() if of != seat]
    cells = {cell for cell in way if all(way[cell] < other.get(cell, 999) for other in others)}
    free = {cell for cell in range(len(state["cells"])) if state["cells"][cell] == EMPTY}
    around = {cell: {cell - 1, cell + 1, cell - stride, cell + stride} & free for cell in cells}
    front = [cell for cell in cells if around[cell] - cells]
    colour = colour_of(int(state["riders"][seat]), stride)
    alike = sum(colour_of(cell, stride) == colour for cell in cells)
    return {
        "cells": len(cells),
        "liberties": sum(map(len, around.values())),
        "dead_ends": sum(len(each) <= 1 for each in around.values()),
        "open_cells": sum(len(each) == 4 for each in around.values()),
        "frontier": len(front),
        "frontier_wave": min([24, *(way[cell] for cell in front)]),
        "near": sum(way[cell] <= 6 for cell in cells),
        "nearer": sum(way[cell] <= 3 for cell in cells),
        "even_steps": min(2 * (len(cells) - alike), 2 * alike + 1),
    }


def colour_of(cell: int, stride: int) -> int:
    return sum(divmod(cell, stride)) % 2
