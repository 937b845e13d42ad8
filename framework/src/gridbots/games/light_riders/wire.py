"""Light Riders as text, exactly as the original site sent it.

The field is one character per cell, row by row, with commas between: `.` empty, `x` wall, and the
number of a player for its head.
"""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from gridbots.errors import ProtocolError, SettingsError
from gridbots.field_text import letters_of_text, text_of_board
from gridbots.game import copy_state
from gridbots.games.light_riders.rules import (
    HEAD,
    MOST_SEATS,
    WALL,
    LightRidersSettings,
    blank_state,
    finish,
    place_rider,
)
from gridbots.grid import COLUMN_STEPS, ROW_STEPS, index_of, offset
from gridbots.protocol import read_count
from gridbots.settings import make_settings

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from gridbots.game import AnyState, State

LETTERS: Final = b".x0123".ljust(256, b"?")
"""The character of each value of a cell, for bytes.translate."""
DIGITS: Final = [b"%d" % seat for seat in range(MOST_SEATS)]
VALUES: Final = bytes(LETTERS.find(letter) % 256 for letter in range(256))
"""The value of each character of a field; beyond those of cells, where it has none."""


class LightRidersWire:
    tells_all_alike = True
    reads_plain_states = True

    def settings_lines(self, settings: LightRidersSettings) -> list[bytes]:
        lines = [
            f"settings field_width {settings.width}",
            f"settings field_height {settings.height}",
        ]
        if settings.max_rounds > 0:
            lines.append(f"settings max_rounds {settings.max_rounds}")
        return [line.encode() for line in lines]

    def updates(self, observation: AnyState, seat: int) -> bytes:  # noqa: ARG002  all see the same
        return b"update game round %d\nupdate game field %b\n" % (
            observation["rounds"],
            field_text(observation),
        )

    def read_settings(self, values: Mapping[str, str], seats: int) -> LightRidersSettings:
        """The wire does not tell how the riders were placed: any board is taken as it comes."""
        width = read_count(values, "field_width", 16)
        height = read_count(values, "field_height", 16)
        small = width < 6 or height < 6
        told = {
            "width": width,
            "height": height,
            "seats": seats,
            "max_rounds": read_count(values, "max_rounds", 0),
            "start": "cs221" if small and seats == 2 else "riddles",
        }
        try:
            return make_settings(LightRidersSettings, told)
        except SettingsError as error:
            raise ProtocolError(str(error)) from None

    def read_updates(
        self, previous: State | None, settings: LightRidersSettings, updates: Mapping[str, str]
    ) -> State:
        state = blank_state(settings) if previous is None else copy_state(previous)
        letters = letters_of_text(updates.get("field", ""), settings.width, settings.height)
        rounds = read_count(updates, "round", 0)
        state["rounds"] = rounds
        _write_cells(state, letters, settings)
        places = _find_riders(letters, settings)
        if previous is None:
            _place_riders(state, places)
        else:
            _move_riders(state, places, settings)
        _write_ends(state, places, rounds, settings)
        return state


def field_text(observation: AnyState) -> bytes:
    """The board as the value of `update game field`."""
    return text_of_board(observation, LETTERS)


def _inside(padded: Any, width: int, height: int) -> Any:
    """The board within a padded one, as rows and columns."""
    return padded[: (width + 2) * (height + 2)].reshape(height + 2, width + 2)[1:-1, 1:-1]


def _write_cells(state: State, letters: bytes, settings: LightRidersSettings) -> None:
    known = LETTERS[: HEAD + settings.seats]
    if letters.translate(None, known):
        raise ProtocolError(
            f"expected a field of the letters {known.decode()}, got {letters.decode()!r}"
        )
    width, height = settings.width, settings.height
    values = np.frombuffer(letters.translate(VALUES), np.uint8)
    _inside(state["cells"], width, height)[...] = values.reshape(height, width)


def _find_riders(letters: bytes, settings: LightRidersSettings) -> list[int]:
    """The place of each rider's number on the field, -1 where there is none: it was eliminated."""
    digits = DIGITS[: settings.seats]
    places = [letters.find(digit) for digit in digits]
    if places != [letters.rfind(digit) for digit in digits]:
        raise ProtocolError(f"expected each rider once on the field, got {letters.decode()!r}")
    return places


def _heading_from_trail(state: State, seat: int, row: int, column: int) -> int:
    """Where a rider in mid-match may have come from: there is a wall behind it.

    With several walls around it this may be wrong, but it never forbids a move to an empty cell.
    """
    width, height = int(state["width"]), int(state["height"])
    board = _inside(state["cells"], width, height)
    for heading, (down, right) in enumerate(zip(ROW_STEPS, COLUMN_STEPS, strict=True)):
        behind = row - down, column - right
        if 0 <= behind[0] < height and 0 <= behind[1] < width and board[behind] == WALL:
            return heading
    return int(state["headings"][seat])


def _place_riders(state: State, places: Sequence[int]) -> None:
    """Put riders of whom nothing is known where their numbers stand."""
    for seat, place in enumerate(places):
        if place >= 0:
            row, column = divmod(place, int(state["width"]))
            place_rider(state, seat, row, column)
            if state["rounds"] > 0:
                state["headings"][seat] = _heading_from_trail(state, seat, row, column)


def _move_riders(state: State, places: Sequence[int], settings: LightRidersSettings) -> None:
    """Put riders where their numbers stand; where that is beside the cell before, they turned."""
    riders, stride = state["riders"], settings.width + 2
    directions = _directions(stride)
    for seat, place in enumerate(places):
        if place >= 0:
            row, column = divmod(place, settings.width)
            index = index_of(row, column, stride)
            direction = directions.get(index - int(riders[seat]))
            if direction is not None:
                state["headings"][seat] = direction
            riders[seat] = index


@functools.cache
def _directions(stride: int) -> dict[int, int]:
    """Directions by the difference of indices to the neighbour."""
    return {offset(direction, stride): direction for direction in range(4)}


def _write_ends(
    state: State, places: Sequence[int], rounds: int, settings: LightRidersSettings
) -> None:
    """Note who is out, as of this round if it was not known, and whether the match is over."""
    known = state["eliminated"].tolist()
    eliminated = [
        known[seat] if place >= 0 or known[seat] != 0 else max(1, rounds)
        for seat, place in enumerate(places)
    ]
    ends: Any = {
        "seats": settings.seats,
        "max_rounds": settings.max_rounds,
        "rounds": rounds,
        "eliminated": eliminated,
        "over": 0,
    }
    finish(ends)
    if eliminated != known[: settings.seats]:
        state["eliminated"][: settings.seats] = eliminated
    if ends["over"]:
        state["over"] = 1
