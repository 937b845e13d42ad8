"""Text form of Light Riders, exactly as on the original site.

The field is one character per cell, row by row, with commas between: `.` empty, `x` wall, and the
number of a player for its head.
"""

from __future__ import annotations

import functools
import struct
from itertools import permutations
from typing import TYPE_CHECKING, Any, Final, NamedTuple

import numpy as np

from gridbots.errors import ProtocolError
from gridbots.games.light_riders.rules import (
    HEAD,
    MOST_SEATS,
    WALL,
    LightRidersSettings,
    blank_state,
    finish,
    place_rider,
    state_dtype,
)
from gridbots.grid import COLUMN_STEPS, ROW_STEPS, capacity_for, index_of, offset
from gridbots.protocol import (
    board_within,
    letters_of_text,
    lines_of_settings,
    read_count,
    read_settings,
    text_of_board,
)

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from gridbots.game import AnyState, State

LETTERS: Final = b".x0123".ljust(256, b"?")
"""The character of each value of a cell, for bytes.translate."""
GROUND: Final = LETTERS[:HEAD]
"""The letters of cells without a rider."""
DIGITS: Final = [b"%d" % seat for seat in range(MOST_SEATS)]
VALUES: Final = bytes(LETTERS.find(letter) % 256 for letter in range(256))
"""The value of each character of a field; out of range for invalid characters."""
BETWEEN_ROWS: Final = bytes((WALL, WALL))
"""Cells of a padded board between two rows."""
NUMBER: Final = struct.Struct("=i")
OF_SEATS: Final = struct.Struct(f"={MOST_SEATS}i")


class LightRidersWire:
    tells_all_alike = True
    reads_plain_states = True

    def settings_lines(self, settings: LightRidersSettings) -> list[bytes]:
        values = {"field_width": settings.width, "field_height": settings.height}
        if settings.max_rounds > 0:
            values["max_rounds"] = settings.max_rounds
        return lines_of_settings(values)

    def updates(self, observation: AnyState, seat: int) -> bytes:  # noqa: ARG002  all see the same
        return b"update game round %d\nupdate game field %b\n" % (
            observation["rounds"],
            field_text(observation),
        )

    def read_settings(self, values: Mapping[str, str], seats: int) -> LightRidersSettings:
        """The wire does not transmit how riders are placed: any board is accepted."""
        width = read_count(values, "field_width", 16)
        height = read_count(values, "field_height", 16)
        small = width < 6 or height < 6
        given = {
            "width": width,
            "height": height,
            "seats": seats,
            "max_rounds": read_count(values, "max_rounds", 0),
            "start": "cs221" if small and seats == 2 else "riddles",
        }
        return read_settings(LightRidersSettings, given)

    def read_updates(
        self, previous: State | None, settings: LightRidersSettings, updates: Mapping[str, str]
    ) -> State:
        before = blank_state(settings) if previous is None else previous
        letters = letters_of_text(updates.get("field", ""), settings.width, settings.height)
        rounds = read_count(updates, "round", 0)
        # Of a record numpy takes a microsecond for each field: longer than all else here.
        record = bytearray(before.tobytes())
        state: State = np.frombuffer(record, before.dtype)[0]
        layout = _layout(settings.width, settings.height)
        places = _find_riders(letters, settings.seats)
        rows = layout.rows.unpack(letters.translate(VALUES))
        record[layout.board] = BETWEEN_ROWS.join(rows)
        NUMBER.pack_into(record, layout.rounds, rounds)
        if previous is None:
            _place_riders(state, places)
        else:
            _move_riders(record, layout, places)
        _write_ends(record, layout, places, rounds, settings)
        return state


def field_text(observation: AnyState) -> bytes:
    """The board as the value of `update game field`."""
    return text_of_board(observation, LETTERS)


class _Layout(NamedTuple):
    """Byte offsets in a record of what the update lines describe."""

    riders: int
    eliminated: int
    rounds: int
    headings: int
    over: int
    board: slice
    """The cells from the first one of the board to the last one."""
    rows: struct.Struct
    """Takes a field apart."""
    indices: list[int]
    """The index in `cells` of each place on a field."""
    directions: dict[int, int]
    """Directions by the difference of indices to the neighbour."""


@functools.cache
def _layout(width: int, height: int) -> _Layout:
    fields: Any = state_dtype(capacity_for(width, height)).fields
    at = {name: place for name, (_, place, *_) in fields.items()}
    indices = [index_of(*divmod(place, width), width + 2) for place in range(width * height)]
    return _Layout(
        riders=at["riders"],
        eliminated=at["eliminated"],
        rounds=at["rounds"],
        headings=at["headings"],
        over=at["over"],
        board=slice(at["cells"] + indices[0], at["cells"] + indices[-1] + 1),
        rows=struct.Struct(f"{width}s" * height),
        indices=indices,
        directions={offset(direction, width + 2): direction for direction in range(4)},
    )


def _find_riders(letters: bytes, seats: int) -> list[int]:
    """The place of each rider's number on the field, -1 for eliminated riders."""
    if letters.translate(None, GROUND) not in _orders(seats):
        raise _not_readable(letters, seats)
    return [letters.find(digit) for digit in DIGITS[:seats]]


@functools.cache
def _orders(seats: int) -> frozenset[bytes]:
    """The possible orders of riders on a field, each at most once."""
    counts = range(seats + 1)
    orders = (each for count in counts for each in permutations(DIGITS[:seats], count))
    return frozenset(map(b"".join, orders))


def _not_readable(letters: bytes, seats: int) -> ProtocolError:
    known = LETTERS[: HEAD + seats]
    got = repr(letters.decode())
    if letters.translate(None, known):
        return ProtocolError(f"expected a field of the letters {known.decode()}, got {got}")
    return ProtocolError(f"expected each rider once on the field, got {got}")


def _heading_from_trail(state: State, seat: int, row: int, column: int) -> int:
    """Guess the heading of a rider in mid-match from the wall behind it.

    With several walls around the rider it may be wrong, but it never forbids a move to an empty
    cell.
    """
    width, height = int(state["width"]), int(state["height"])
    board = board_within(state["cells"], width, height)
    for heading, (down, right) in enumerate(zip(ROW_STEPS, COLUMN_STEPS, strict=True)):
        behind = row - down, column - right
        if 0 <= behind[0] < height and 0 <= behind[1] < width and board[behind] == WALL:
            return heading
    return int(state["headings"][seat])


def _place_riders(state: State, places: Sequence[int]) -> None:
    """Place riders without known history at their numbers."""
    for seat, place in enumerate(places):
        if place >= 0:
            row, column = divmod(place, int(state["width"]))
            place_rider(state, seat, row, column)
            if state["rounds"] > 0:
                state["headings"][seat] = _heading_from_trail(state, seat, row, column)


def _move_riders(record: bytearray, layout: _Layout, places: Sequence[int]) -> None:
    """Move riders to their numbers; a step to a neighbouring cell gives the heading."""
    riders = list(OF_SEATS.unpack_from(record, layout.riders))
    for seat, place in enumerate(places):
        if place >= 0:
            index = layout.indices[place]
            direction = layout.directions.get(index - riders[seat])
            if direction is not None:
                record[layout.headings + seat] = direction
            riders[seat] = index
    OF_SEATS.pack_into(record, layout.riders, *riders)


def _write_ends(
    record: bytearray,
    layout: _Layout,
    places: Sequence[int],
    rounds: int,
    settings: LightRidersSettings,
) -> None:
    """Write eliminations, as of this round if they are new, and whether the match is over."""
    eliminated = list(OF_SEATS.unpack_from(record, layout.eliminated))
    for seat, place in enumerate(places):
        if place < 0 and eliminated[seat] == 0:
            eliminated[seat] = max(1, rounds)
    OF_SEATS.pack_into(record, layout.eliminated, *eliminated)
    ends: Any = {
        "seats": settings.seats,
        "max_rounds": settings.max_rounds,
        "rounds": rounds,
        "eliminated": eliminated,
        "over": 0,
    }
    finish(ends)
    if ends["over"]:
        record[layout.over] = 1
