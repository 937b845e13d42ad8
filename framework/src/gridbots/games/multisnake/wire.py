"""Text form of Multiplayer Snake: one letter per cell, and each snake as its cells, head first.

The field is row by row with commas between: `.` empty, `+` a candy, `*` a special candy, or the
hexadecimal number of a snake.
"""

from __future__ import annotations

import itertools
from typing import TYPE_CHECKING, Final

import numpy as np

from gridbots.errors import ProtocolError
from gridbots.games.multisnake.movement import proper_length
from gridbots.games.multisnake.rules import finish
from gridbots.games.multisnake.state import (
    CANDY,
    EMPTY,
    MOST_LENGTH,
    SNAKE,
    SPECIAL,
    START_LENGTH,
    MultisnakeSettings,
    blank_state,
    cover,
)
from gridbots.grid import offset
from gridbots.protocol import (
    board_within,
    cell_names,
    lines_of_settings,
    read_cell,
    read_count,
    read_counts,
    read_settings,
    text_of_list,
)

if TYPE_CHECKING:
    from collections.abc import Mapping

    from gridbots.game import AnyState, State

CANDY_LETTERS: Final = {CANDY: "+", SPECIAL: "*"}
ABOVE: Final = 64
"""Added to the points of a candy, so that one number encodes a cell of the field."""
LETTERS: Final = {EMPTY: "."} | {SNAKE + seat: f"{seat:x}" for seat in range(16)}
SHOWN: Final = LETTERS | {ABOVE + points: letter for points, letter in CANDY_LETTERS.items()}
WITH_COMMAS: Final = np.array([f"{SHOWN.get(number, '?')},".encode() for number in range(128)])
MOST_LAYERS: Final = 200
"""Maximum number of parts of a snake on a cell; more than is possible in play."""


class MultisnakeWire:
    tells_all_alike = True
    reads_plain_states = True

    def settings_lines(self, settings: MultisnakeSettings) -> list[bytes]:
        values = {
            "size": settings.size,
            "max_iter": settings.max_rounds,
            "growth": settings.growth,
            "acceleration": "true" if settings.acceleration else "false",
        }
        return lines_of_settings(values)

    def updates(self, observation: AnyState, seat: int) -> bytes:  # noqa: ARG002  all see the same
        seats = int(observation["seats"])
        lines = [
            b"round %d" % observation["rounds"],
            b"field " + field_text(observation),
            *(
                f"{name} {text_of_list(observation[field][:seats])}".encode()
                for name, field in _LISTS
            ),
        ]
        names = cell_names(int(observation["stride"]), int(observation["side"]))
        bodies = np.asarray(observation["bodies"])
        for each in range(seats):
            if cells := bodies[each, : observation["lengths"][each]].tolist():
                text = ";".join([names[cell] for cell in cells])
                lines.append(b"snake%d %b" % (each, text.encode()))
        return b"".join([b"update game " + line + b"\n" for line in lines])

    def read_settings(self, values: Mapping[str, str], seats: int) -> MultisnakeSettings:
        defaults = MultisnakeSettings()
        given = {
            "size": read_count(values, "size", defaults.size),
            "seats": seats,
            "max_rounds": read_count(values, "max_iter", defaults.max_rounds),
            "growth": values.get("growth", defaults.growth),
            "acceleration": values.get("acceleration", "false"),
        }
        return read_settings(MultisnakeSettings, given)

    def read_updates(
        self,
        previous: State | None,
        settings: MultisnakeSettings,
        updates: Mapping[str, str],
    ) -> State:
        state = blank_state(settings)
        state["rounds"] = read_count(updates, "round", 0)
        for name, field in _LISTS:
            state[field][: settings.seats] = read_counts(updates, name, settings.seats)
        for seat in range(settings.seats):
            text = updates.get(f"snake{seat}", "")
            if (text == "") != (state["eliminated"][seat] != 0):
                raise ProtocolError(f"expected a snake{seat} unless it is eliminated, got {text!r}")
            if text:
                _lay(state, seat, _read_body(text, settings.size))
            elif previous is not None:
                state["bodies"][seat, 0] = previous["bodies"][seat, 0]
        _read_field(updates.get("field", ""), state)
        finish(state)
        return state


_LISTS: Final = (("points", "points"), ("eaten", "meals"), ("out", "eliminated"))
"""Lines with a number for each seat, and their fields in the state."""


def field_text(observation: AnyState) -> bytes:
    """The board as the value of `update game field`."""
    side = int(observation["side"])
    candies = np.frombuffer(observation["candies"], np.uint8)
    shown = np.frombuffer(observation["cells"], np.uint8) + candies
    shown += (candies > 0) * np.uint8(ABOVE)
    return bytes(board_within(WITH_COMMAS.take(shown), side, side).tobytes()[:-1])


def _read_body(text: str, side: int) -> list[int]:
    """The cells of a snake, from the head on."""
    cells = [read_cell(part, side, side) for part in text.split(";")]
    if not START_LENGTH <= len(cells) <= MOST_LENGTH:
        raise ProtocolError(f"expected 2 to {MOST_LENGTH} cells of a snake, got {len(cells)}")
    return cells


def _lay(state: State, seat: int, body: list[int]) -> None:
    """Put a snake on the board."""
    ways = {offset(direction, int(state["stride"])) for direction in range(4)}
    if any(behind - cell not in ways for cell, behind in itertools.pairwise(body)):
        raise ProtocolError(f"expected adjacent cells for snake{seat}, got a gap")
    if len(body) != proper_length(state, seat):
        raise ProtocolError(
            f"expected {proper_length(state, seat)} cells of snake{seat} after what it has eaten, "
            f"got {len(body)}"
        )
    state["bodies"][seat, : len(body)] = body
    state["lengths"][seat] = len(body)
    for cell in body:
        if state["cells"][cell] not in {EMPTY, SNAKE + seat}:
            raise ProtocolError(
                f"expected snake{seat} on cells without another snake, got an occupied cell"
            )
        if state["layers"][cell] >= MOST_LAYERS:
            raise ProtocolError(
                f"expected snake{seat} at most {MOST_LAYERS} times on one cell, got more"
            )
        cover(state, seat, cell)


def _read_field(text: str, state: State) -> None:
    """Put the candies on the board; the snakes are there and must agree with the field."""
    side = int(state["side"])
    letters = np.frombuffer(text.replace(",", "").encode(errors="replace"), np.uint8)
    if len(letters) != side**2:
        raise ProtocolError(
            f"expected a field of {side**2} cells ({side}x{side}), got {len(letters)}"
        )
    candies = board_within(state["candies"], side, side)
    for points, letter in CANDY_LETTERS.items():
        candies[letters.reshape(side, side) == ord(letter)] = points
    if field_text(state).replace(b",", b"") != letters.tobytes():
        known = "".join(SHOWN.values())
        raise ProtocolError(f"expected a field of {known} that agrees with the snakes, got {text}")
