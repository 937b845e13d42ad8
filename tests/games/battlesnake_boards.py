"""Boards of Battlesnake as text: snake 0 has letters from A on, snake 1 from a on, `*` is food."""

from __future__ import annotations

import string
from typing import TYPE_CHECKING, Any

from gridbots.grid import index_of
from gridbots_battlesnake import GAME
from gridbots_battlesnake.feeding import add_food
from gridbots_battlesnake.state import blank_state, cover, is_living, part_of

if TYPE_CHECKING:
    from gridbots.game import Game, State


def drawn(text: str, game: Game = GAME, **options: Any) -> State:
    rows = text.split()
    seats = 1 + any(letter.islower() for letter in text)
    size = {"width": len(rows[0]), "height": len(rows), "seats": seats}
    state = blank_state(game.make_settings(size | options))
    cells = {
        letter: index_of(row, column, int(state["stride"]))
        for row, line in enumerate(rows)
        for column, letter in enumerate(line)
        if letter.isalpha()
    }
    for seat, letters in enumerate((string.ascii_uppercase, string.ascii_lowercase)[:seats]):
        body = [cells[letter] for letter in letters if letter in cells]
        state["bodies"][seat, : len(body)] = body
        state["lengths"][seat], state["healths"][seat] = len(body), 100
        for cell in body:
            cover(state, cell)
    for row, line in enumerate(rows):
        for column, letter in enumerate(line):
            if letter == "*":
                add_food(state, index_of(row, column, int(state["stride"])))
    return state


def text_of(state: State) -> str:
    """The inverse, for living snakes; each cell once."""
    stride, width = int(state["stride"]), int(state["width"])
    cells = {int(cell): "*" for cell in state["foods"][: state["food_count"]]}
    for seat, letters in enumerate((string.ascii_uppercase, string.ascii_lowercase)):
        if seat < state["seats"] and is_living(state, seat):
            for part in reversed(range(int(state["lengths"][seat]))):
                cells[int(part_of(state, seat, part))] = letters[part]
    rows = [
        "".join(cells.get(index_of(row, column, stride), ".") for column in range(width))
        for row in range(int(state["height"]))
    ]
    return " ".join(rows)
