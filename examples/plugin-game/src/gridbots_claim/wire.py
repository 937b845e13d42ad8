"""claim as text.

In each round come the number of rounds played, the field row by row (`.` free, `x` block, or the
seat that has the cell) and where each walker is, counted along the field from 0:

```
update game round 3
update game field 00..x..1....
update game walkers 1,7
```
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np
from numpy.typing import NDArray

from gridbots.errors import ProtocolError, SettingsError
from gridbots.grid import column_of, index_of, row_of
from gridbots.protocol import read_count
from gridbots.settings import make_settings
from gridbots_claim.rules import CLAIMED, MOST_SEATS, ClaimSettings, blank_state

if TYPE_CHECKING:
    from collections.abc import Mapping

    from gridbots import State

Cells = NDArray[np.uint8]
"""Values of cells as rows and columns."""

LETTERS: Final = ".x0123"
"""The letter of each value of a cell."""


class ClaimWire:
    def settings_lines(self, settings: ClaimSettings) -> list[bytes]:
        return [
            b"settings field_width %d" % settings.width,
            b"settings field_height %d" % settings.height,
            b"settings blocks %d" % settings.blocks,
            b"settings max_rounds %d" % settings.max_rounds,
        ]

    def updates(self, observation: State, seat: int) -> bytes:
        field = "".join(LETTERS[value] for value in board(observation).flat)
        walkers = ",".join(str(place) for place in places(observation))
        lines = [
            f"update game round {observation['rounds']}",
            f"update game field {field}",
            f"update game walkers {walkers}",
        ]
        return "".join(f"{line}\n" for line in lines).encode()

    def read_settings(self, values: Mapping[str, str], seats: int) -> ClaimSettings:
        told = {
            "width": read_count(values, "field_width", 8),
            "height": read_count(values, "field_height", 8),
            "blocks": read_count(values, "blocks", 2),
            "seats": seats,
            "max_rounds": read_count(values, "max_rounds", 40),
        }
        try:
            return make_settings(ClaimSettings, told)
        except SettingsError as error:
            raise ProtocolError(str(error)) from None

    def read_updates(
        self,
        previous: State | None,
        settings: ClaimSettings,
        updates: Mapping[str, str],
    ) -> State:
        state = blank_state(settings)
        state["rounds"] = read_count(updates, "round", 0)
        cells = board(state)
        cells[...] = read_field(updates.get("field", ""), settings)
        for seat in range(MOST_SEATS):
            state["claims"][seat] = np.count_nonzero(cells == CLAIMED + seat)
        for seat, place in enumerate(read_walkers(updates.get("walkers", ""), settings)):
            row, column = divmod(place, settings.width)
            state["walkers"][seat] = index_of(row, column, settings.width + 2)
        return state


def board(state: State) -> Cells:
    """The cells without their border, to read and to write."""
    height, stride = int(state["height"]), int(state["stride"])
    padded: Cells = np.asarray(state["cells"])[: (height + 2) * stride].reshape(height + 2, stride)
    return padded[1:-1, 1:-1]


def places(state: State) -> list[int]:
    """Where each seat is, counted along the field."""
    stride, width = int(state["stride"]), int(state["width"])
    walkers = [int(cell) for cell in state["walkers"][: state["seats"]]]
    return [row_of(cell, stride) * width + column_of(cell, stride) for cell in walkers]


def read_field(text: str, settings: ClaimSettings) -> Cells:
    letters = LETTERS[: CLAIMED + settings.seats]
    if len(text) != settings.width * settings.height or set(text) - set(letters):
        raise ProtocolError(
            f"expected {settings.width}x{settings.height} of the letters {letters}, got {text!r}"
        )
    values = [letters.index(letter) for letter in text]
    return np.array(values, np.uint8).reshape(settings.height, settings.width)


def read_walkers(text: str, settings: ClaimSettings) -> list[int]:
    known = {str(place): place for place in range(settings.width * settings.height)}
    words = text.split(",")
    if len(words) != settings.seats or set(words) - set(known):
        raise ProtocolError(
            f"expected {settings.seats} places below {len(known)} with commas, got {text!r}"
        )
    return [known[word] for word in words]
