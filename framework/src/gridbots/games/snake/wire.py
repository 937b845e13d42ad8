"""Text form of Snake: the field contains the whole snake, because each part points to the next.

The field is one character per cell, row by row, with commas between: `.` empty, `a` the apple, `0`
the head, and for every other part of the snake the first letter of the direction (u r d l) in which
the next part towards the head lies.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np

from gridbots.errors import ProtocolError
from gridbots.game import copy_state
from gridbots.games.snake.rules import finish, move_head, move_tail, steer
from gridbots.games.snake.state import APPLE, BODY, HEAD, SnakeSettings, blank_state
from gridbots.grid import DIRECTIONS, offset, opposite
from gridbots.protocol import (
    board_within,
    letters_of_text,
    lines_of_settings,
    read_count,
    read_direction,
    read_settings,
    text_of_board,
)

if TYPE_CHECKING:
    from collections.abc import Mapping

    from gridbots.game import AnyState, State

LETTERS: Final = b".?a0urdl".ljust(256, b"?")
"""The character of each value of a cell; walls are never sent."""
UNKNOWN: Final = 255
VALUES: Final = bytes(
    LETTERS.find(letter) if chr(letter) in ".a0urdl" else UNKNOWN for letter in range(256)
)
"""The value of each character of a field."""


class SnakeWire:
    tells_all_alike = True
    reads_plain_states = True

    def settings_lines(self, settings: SnakeSettings) -> list[bytes]:
        values = {
            "field_width": settings.width,
            "field_height": settings.height,
            "max_rounds": settings.max_rounds,
            "reversal": settings.reversal,
        }
        return lines_of_settings(values)

    def updates(self, observation: AnyState, seat: int) -> bytes:  # noqa: ARG002  there is one seat
        return (
            b"update game round %d\nupdate game steps %d\n"
            b"update game heading %b\nupdate game field %b\n"
        ) % (
            observation["rounds"],
            observation["steps"],
            DIRECTIONS[observation["heading"]].encode(),
            field_text(observation),
        )

    def read_settings(self, values: Mapping[str, str], seats: int) -> SnakeSettings:
        """The wire does not transmit how the snake is placed: any board is accepted."""
        if seats != 1:
            raise ProtocolError(f"expected one player, got {seats}")
        given = {
            "width": read_count(values, "field_width", 30),
            "height": read_count(values, "field_height", 30),
            "max_rounds": read_count(values, "max_rounds", 0),
            "reversal": values.get("reversal", "fatal"),
        }
        return read_settings(SnakeSettings, given)

    def read_updates(
        self,
        previous: State | None,
        settings: SnakeSettings,
        updates: Mapping[str, str],
    ) -> State:
        state = blank_state(settings)
        state["rounds"] = read_count(updates, "round", 0)
        state["steps"] = read_count(updates, "steps", 0)
        state["heading"] = read_direction(updates.get("heading", ""))
        _write_cells(
            state, letters_of_text(updates.get("field", ""), settings.width, settings.height)
        )
        _find_snake(state, previous)
        finish(state)
        return state


def field_text(observation: AnyState) -> bytes:
    """The board as the value of `update game field`."""
    return text_of_board(observation, LETTERS)


def _write_cells(state: State, letters: bytes) -> None:
    values = letters.translate(VALUES)
    full = len(letters) == letters.count(b"0") + sum(letters.count(part) for part in b"urdl")
    if UNKNOWN in values or letters.count(b"0") != 1 or letters.count(b"a") != 1 - full:
        raise ProtocolError(
            "expected a field of the letters .a0urdl with one 0 and, unless it is full, one a, "
            f"got {letters.decode()!r}"
        )
    width, height = int(state["width"]), int(state["height"])
    board = np.frombuffer(values, np.uint8).reshape(height, width)
    board_within(state["cells"], width, height)[...] = board


def _find_snake(state: State, previous: State | None) -> None:
    """Find apple, head and tail, and check that the parts of the snake are one chain."""
    raw = state["cells"].tobytes()
    state["apple"] = max(raw.find(APPLE), 0)
    state["head"] = raw.find(HEAD)
    if previous is None or not _has_gone_on(previous, state):
        _trace_snake(state, raw)


def _has_gone_on(previous: State, state: State) -> bool:
    """Whether the board follows from the previous one by a step, which gives tail and length.

    A step keeps the chain intact, so a snake of any length is read at the cost of a few cells.
    """
    head, apple = int(state["head"]), int(state["apple"])
    if head != int(previous["head"]) + offset(int(state["heading"]), int(state["stride"])):
        return False
    gone = copy_state(previous)
    grown = head == int(previous["apple"])
    steer(gone, int(state["heading"]))
    move_head(gone, head)
    if not grown:
        move_tail(gone)
    elif apple:
        gone["cells"][apple] = APPLE
    state["tail"], state["length"] = gone["tail"], gone["length"] + grown
    return bool(gone["cells"].tobytes() == state["cells"].tobytes())


def _trace_snake(state: State, raw: bytes) -> None:
    """Follow the chain of parts, on a board without a previous one."""
    cells, stride = state["cells"], int(state["stride"])
    parts = np.flatnonzero(cells >= BODY)
    state["length"] = len(parts) + 1
    state["tail"] = _tail(raw, parts.tolist(), stride, int(state["head"]))
    before_head = int(state["head"]) + offset(opposite(int(state["heading"])), stride)
    if len(parts) and raw[before_head] != BODY + state["heading"]:
        raise ProtocolError("expected the heading to be that of the part before the head")


def _tail(raw: bytes, parts: list[int], stride: int, head: int) -> int:
    """The part that no other part points to."""
    offsets = [offset(direction, stride) for direction in range(4)]
    following = {cell: cell + offsets[raw[cell] - BODY] for cell in parts}
    tails = following.keys() - set(following.values()) or {head}
    tail = here = tails.pop()
    for _ in parts:
        here = following.get(here, -1)
    if tails or here != head:
        raise ProtocolError("expected the parts of the snake as one chain that ends at its head")
    return tail
