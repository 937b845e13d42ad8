"""Text form of Multiplayer Snake: one letter per cell, and each snake as its cells, head first.

The field is row by row with commas between: `.` empty, `+` a candy, `*` a special candy, or the
hexadecimal number of a snake.
"""

from __future__ import annotations

import functools
import itertools
import re
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from gridbots.errors import ProtocolError, SettingsError
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
from gridbots.grid import column_of, index_of, offset, row_of
from gridbots.protocol import read_count
from gridbots.settings import make_settings

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
        lines = [
            f"settings size {settings.size}",
            f"settings max_iter {settings.max_rounds}",
            f"settings growth {settings.growth}",
            f"settings acceleration {'true' if settings.acceleration else 'false'}",
        ]
        return [line.encode() for line in lines]

    def updates(self, observation: AnyState, seat: int) -> bytes:  # noqa: ARG002  all see the same
        seats = int(observation["seats"])
        lines = [
            b"round %d" % observation["rounds"],
            b"field " + field_text(observation),
            *(b"%b %b" % (name, _listed(observation[of], seats)) for name, of in _LISTS),
        ]
        names = cell_names(int(observation["stride"]))
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
        try:
            return make_settings(MultisnakeSettings, given)
        except SettingsError as error:
            raise ProtocolError(str(error)) from None

    def read_updates(
        self,
        previous: State | None,
        settings: MultisnakeSettings,
        updates: Mapping[str, str],
    ) -> State:
        state = blank_state(settings)
        state["rounds"] = read_count(updates, "round", 0)
        for name, field in _LISTS:
            counts = _read_counts(updates.get(name.decode(), ""), name.decode(), settings.seats)
            state[field][: settings.seats] = counts
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


_LISTS: Final = ((b"points", "points"), (b"eaten", "meals"), (b"out", "eliminated"))
"""Lines with a number for each seat, and their fields in the state."""


def _listed(numbers: Any, seats: int) -> bytes:
    return ",".join([str(number) for number in numbers[:seats]]).encode()


def field_text(observation: AnyState) -> bytes:
    """The board as the value of `update game field`."""
    candies = np.frombuffer(observation["candies"], np.uint8)
    shown = np.frombuffer(observation["cells"], np.uint8) + candies
    shown += (candies > 0) * np.uint8(ABOVE)
    return bytes(_inside(WITH_COMMAS.take(shown), int(observation["side"])).tobytes()[:-1])


def _inside(padded: Any, side: int) -> Any:
    """The board within a padded one, as rows and columns."""
    return padded[: (side + 2) ** 2].reshape(side + 2, side + 2)[1:-1, 1:-1]


@functools.cache
def cell_names(stride: int) -> list[str]:
    """Row and column of each index of a padded board, with a comma between."""
    return [f"{row_of(index, stride)},{column_of(index, stride)}" for index in range(stride**2)]


def _read_counts(text: str, name: str, seats: int) -> list[int]:
    parts = text.split(",")
    if len(parts) != seats:
        raise ProtocolError(f"expected {seats} numbers for {name}, got {text!r}")
    return [read_count({name: part}, name, 0) for part in parts]


_CELL: Final = re.compile("([0-9]{1,2}),([0-9]{1,2})")


def _read_body(text: str, side: int) -> list[int]:
    """The cells of a snake, from the head on."""
    found = [_CELL.fullmatch(part) for part in text.split(";")]
    places = [(int(each[1]), int(each[2])) for each in found if each]
    if len(places) != len(found) or any(row >= side or column >= side for row, column in places):
        raise ProtocolError(f"expected cells of the board as row,column;row,column, got {text!r}")
    if not START_LENGTH <= len(places) <= MOST_LENGTH:
        raise ProtocolError(f"expected 2 to {MOST_LENGTH} cells of a snake, got {len(places)}")
    return [index_of(row, column, side + 2) for row, column in places]


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
    candies = _inside(state["candies"], side)
    for points, letter in CANDY_LETTERS.items():
        candies[letters.reshape(side, side) == ord(letter)] = points
    if field_text(state).replace(b",", b"") != letters.tobytes():
        known = "".join(SHOWN.values())
        raise ProtocolError(f"expected a field of {known} that agrees with the snakes, got {text}")
