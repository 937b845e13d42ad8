"""Text form of Paper.io: the board as a seat sees it, and public facts about all seats.

A cell is the number of its owner, `.` for a free cell or `?` for an unseen one, followed by the
numbers of all seats with a trail there: `.`, `0`, `.1`, `?0`, `1023`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from gridbots.errors import ProtocolError
from gridbots.games.paperio.rules import finish
from gridbots.games.paperio.state import (
    EVERYBODY,
    FREE,
    MOST_SEATS,
    OUTSIDE,
    OWNED,
    UNSEEN,
    PaperioSettings,
    blank_state,
    head_position,
)
from gridbots.grid import DIRECTIONS, NO_MOVE, index_of
from gridbots.protocol import (
    lines_of_settings,
    read_count,
    read_counts,
    read_direction,
    read_list,
    read_settings,
    text_of_list,
)

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from gridbots.game import State

NO_OWNER: Final = "."
NOT_SEEN: Final = "?"
DIGITS: Final = "012345"
TRAILS: Final = tuple(
    "".join(DIGITS[seat] for seat in range(MOST_SEATS) if seats >> seat & 1)
    for seats in range(1 << MOST_SEATS)
)
"""The numbers of the seats in each set."""
TOKENS: Final = tuple(
    [owner + trails for trails in TRAILS] for owner in (NOT_SEEN, NO_OWNER, *DIGITS)
)
"""The text of a cell by its value and trails; what is free and seen has the value of OUTSIDE."""
SEEN: Final = bytes(OUTSIDE if value == FREE else value for value in range(256))
"""For bytes.translate."""
SETS: Final = {text: seats for seats, text in enumerate(TRAILS)}


class PaperioWire:
    def settings_lines(self, settings: PaperioSettings) -> list[bytes]:
        values: dict[str, object] = {
            "field_width": settings.size,
            "field_height": settings.size,
            "max_rounds": settings.max_rounds,
            "order": settings.order,
            "radius": settings.radius,
        }
        if settings.all_seeing:
            values["all_seeing"] = settings.all_seeing
        return lines_of_settings(values)

    def updates(self, observation: State, seat: int) -> bytes:
        seats, side = int(observation["seats"]), int(observation["side"])
        out = observation["eliminated"][:seats].tolist()
        heads, headings = observation["heads"].tolist(), observation["headings"].tolist()
        values = {
            "round": str(observation["rounds"]),
            "mover": str(observation["mover"]),
            "out": text_of_list(out),
            "heads": text_of_list(
                NOT_SEEN if gone else _place(cell, side)
                for cell, gone in zip(heads, out, strict=False)
            ),
            "headings": text_of_list(
                NOT_SEEN if gone or heading == NO_MOVE else DIRECTIONS[heading]
                for heading, gone in zip(headings, out, strict=False)
            ),
            "field": _field(observation, seat),
        }
        if observation["mover"] == EVERYBODY:
            del values["mover"]
        return "".join(f"update game {name} {text}\n" for name, text in values.items()).encode()

    def read_settings(self, values: Mapping[str, str], seats: int) -> PaperioSettings:
        width = read_count(values, "field_width", 7)
        if read_count(values, "field_height", width) != width:
            raise ProtocolError(f"expected a square field, got {values}")
        given = {
            "size": width,
            "seats": seats,
            "max_rounds": read_count(values, "max_rounds", 70),
            "order": values.get("order", "simultaneous"),
            "radius": read_count(values, "radius", 2),
            "all_seeing": values.get("all_seeing", ""),
        }
        return read_settings(PaperioSettings, given)

    def read_updates(
        self,
        previous: State | None,  # noqa: ARG002  updates are complete
        settings: PaperioSettings,
        updates: Mapping[str, str],
    ) -> State:
        state = blank_state(settings)
        state["rounds"] = read_count(updates, "round", 0)
        if settings.order == "alternating":
            state["mover"] = _number(updates.get("mover", ""), settings.seats, "mover")
        state["eliminated"][: settings.seats] = read_counts(updates, "out", settings.seats)
        for seat, text in enumerate(read_list(updates, "heads", settings.seats)):
            state["heads"][seat] = _read_place(text, settings.size)
        for seat, text in enumerate(read_list(updates, "headings", settings.seats)):
            state["headings"][seat] = NO_MOVE if text == NOT_SEEN else read_direction(text)
        _read_field(state, read_list(updates, "field", settings.size**2))
        finish(state)
        return state


def _place(cell: int, side: int) -> str:
    """The number of a head's cell, row by row from 0; its neighbours are one and `side` away."""
    row, column = divmod(cell, side + 2)
    return NOT_SEEN if cell == UNSEEN else str((row - 1) * side + column - 1)


def _field(state: State, seat: int) -> str:
    side, stride = int(state["side"]), int(state["stride"])
    owners, trails = bytes(state["owners"]), bytes(state["trails"])
    top, left, bottom, right = _sight(state, seat)
    cells: list[str] = []
    for row in range(side):
        start = index_of(row, 0, stride)
        begin, end = (start + left, start + right) if top <= row < bottom else (start, start)
        owned = owners[start:begin] + owners[begin:end].translate(SEEN) + owners[end : start + side]
        lying = trails[start : start + side]
        cells += [TOKENS[owner][trail] for owner, trail in zip(owned, lying, strict=True)]
    return ",".join(cells)


def _sight(state: State, seat: int) -> tuple[int, int, int, int]:
    """The rows and columns that a seat sees: top, left, bottom, right, the last two excluded."""
    side, radius = int(state["side"]), int(state["radius"])
    if state["all_seeing"] >> seat & 1:
        return 0, 0, side, side
    row, column = head_position(state, seat)
    starts = (max(row - radius, 0), max(column - radius, 0))
    return *starts, min(row + radius + 1, side), min(column + radius + 1, side)


def _number(text: str, bound: int, what: str) -> int:
    number = read_count({what: text}, what, 0)
    if number >= bound:
        raise ProtocolError(f"expected a number below {bound} for {what}, got {text!r}")
    return number


def _read_place(text: str, side: int) -> int:
    if text == NOT_SEEN:
        return UNSEEN
    row, column = divmod(_number(text, side**2, "heads"), side)
    return index_of(row, column, side + 2)


def _read_field(state: State, cells: Sequence[str]) -> None:
    side, stride, seats = (int(state[name]) for name in ("side", "stride", "seats"))
    known = {NO_OWNER: FREE, NOT_SEEN: FREE} | {DIGITS[seat]: OWNED + seat for seat in range(seats)}
    for place, text in enumerate(cells):
        owner, trails = known.get(text[:1]), SETS.get(text[1:])
        if owner is None or trails is None or trails >> seats:
            raise ProtocolError(f"expected cells such as '.', '0' or '?01', got {text!r}")
        cell = index_of(place // side, place % side, stride)
        state["owners"][cell] = owner
        state["trails"][cell] = trails
        if owner >= OWNED:
            state["areas"][owner - OWNED] += 1
        for seat in range(seats):
            state["trail_lengths"][seat] += trails >> seat & 1
