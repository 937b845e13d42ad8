"""Boards for tests of searches: drawn as text, or played at random."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING, Any

import numpy as np

from gridbots.game import candidates, copy_state, is_over, is_to_move, moves_mask, step
from gridbots.games.light_riders import GAME
from gridbots.grid import NO_MOVE, capacity_for, index_of, offset

if TYPE_CHECKING:
    from gridbots.game import Game, State
    from gridbots.games.light_riders.rules import LightRidersSettings
    from gridbots.space import Array


def drawn(text: str) -> State:
    """The state of a drawn board: `.` empty, `x` wall, a number for each head."""
    rows = text.split()
    updates = {"round": "1", "field": ",".join("".join(rows))}
    return GAME.wire.read_updates(None, settings_for(rows, text), updates)


def settings_for(rows: list[str], text: str) -> LightRidersSettings:
    seats = 4 if "2" in text or "3" in text else 2
    start = "cs221" if seats == 2 else "riddles"
    values = {"width": len(rows[0]), "height": len(rows), "seats": seats, "start": start}
    settings: LightRidersSettings = GAME.make_settings(values)
    return settings


def padded(text: str) -> tuple[Array, list[int], int]:
    """Cells, heads in the order of their numbers (-1: missing) and stride of a drawn board."""
    rows = text.split()
    stride = len(rows[0]) + 2
    cells = np.ones(capacity_for(len(rows[0]), len(rows)), np.uint8)
    heads = [-1, -1, -1, -1]
    for row, letters in enumerate(rows):
        for column, letter in enumerate(letters):
            index = index_of(row, column, stride)
            cells[index] = letter != "."
            if letter.isdigit():
                heads[int(letter)] = index
    return cells, heads, stride


def played(settings: dict[str, Any], seed: int, rounds: int, game: Game = GAME) -> State:
    """A position after this many random rounds of candidates, or fewer if the match ends."""
    chooser = random.Random(seed)  # noqa: S311  no secret
    state = game.setup(game.make_settings(settings), seed)
    for _ in range(rounds):
        after = copy_state(state)
        step(after, [random_move(state, seat, chooser) for seat in range(int(state["seats"]))])
        if is_over(after):
            break
        state = after
    state["generator"] = 0
    return state


def random_move(state: State, seat: int, chooser: random.Random) -> int:
    choices = candidate_moves(state, seat)
    return chooser.choice(choices) if choices else NO_MOVE


def candidate_moves(state: State, seat: int) -> list[int]:
    mask = moves_mask(state)
    if is_to_move(state, seat):
        candidates(state, seat, mask)
    return np.flatnonzero(mask).tolist()


def longest_way(cells: Array, here: int, stride: int) -> int:
    """Steps of the longest path from here, by brute force: for small boards."""
    longest = 0
    for there in (here + offset(direction, stride) for direction in range(4)):
        if cells[there] == 0:
            cells[there] = 1
            longest = max(longest, 1 + longest_way(cells, there, stride))
            cells[there] = 0
    return longest
