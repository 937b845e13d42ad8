"""Text form of Battlesnake: a letter for each cell, and each snake as its cells from the head.

Rows count from the top. The field lists the cells row by row, separated by commas: `.` empty, `+`
food, `!` hazard, or the hexadecimal number of a snake. A snake hides food, and food hides a hazard.
"""

from __future__ import annotations

import functools
import itertools
import operator
import re
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from gridbots.errors import ProtocolError
from gridbots.grid import index_of
from gridbots.protocol import (
    cell_names,
    lines_of_settings,
    read_cell,
    read_count,
    read_counts,
    read_settings,
    text_of_list,
)
from gridbots_battlesnake.feeding import add_food
from gridbots_battlesnake.settings import BattlesnakeSettings, FogSettings
from gridbots_battlesnake.state import (
    CAUSES,
    UNSEEN,
    blank_state,
    cover,
    is_living,
    place_of,
)
from gridbots_battlesnake.visibility import sees

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from gridbots.game import AnyState, State

NONE: Final = "none"
"""Text of an empty list of cells."""
HIDDEN: Final = "?"
"""Text of a cell out of sight."""
COUNTS: Final = (("health", "healths"), ("length", "lengths"), ("out", "eliminated"))
"""Lines with a number for each seat, and their fields of a state."""
MOST_STACKED: Final = 60_000
"""More hazards than a cell can ever have, and few enough for a record."""


class BattlesnakeWire:
    tells_all_alike = True
    reads_plain_states = True
    settings = BattlesnakeSettings

    def settings_lines(self, settings: BattlesnakeSettings) -> list[bytes]:
        names = [name for name in settings.__struct_fields__ if name != "seats"]
        return lines_of_settings({name: getattr(settings, name) for name in names})

    def read_settings(self, values: Mapping[str, str], seats: int) -> BattlesnakeSettings:
        known = self.settings.__struct_fields__
        given: dict[str, Any] = {name: values[name] for name in known if name in values}
        return read_settings(self.settings, given | {"seats": seats})

    def updates(self, observation: AnyState, seat: int) -> bytes:  # noqa: ARG002  all see the same
        lines = "".join([f"update game {line}\n" for line in _lines(observation)])
        return lines.encode()

    def read_updates(
        self,
        previous: State | None,  # noqa: ARG002  updates are complete
        settings: BattlesnakeSettings,
        updates: Mapping[str, str],
    ) -> State:
        state = blank_state(settings)
        state["rounds"] = _read_round(updates, settings)
        for name, field in COUNTS:
            state[field][: settings.seats] = read_counts(updates, name, settings.seats)
        if np.any(state["eliminated"] > state["rounds"]):
            raise ProtocolError(
                f"expected rounds up to {state['rounds']} for out, got {updates.get('out')!r}"
            )
        _read_causes(state, updates)
        state["borders"] = read_counts(updates, "borders", 4)
        for seat in range(settings.seats):
            text = updates.get(f"snake{seat}", "")
            if (text == "") != (not is_living(state, seat)):
                raise ProtocolError(f"expected a snake{seat} unless it is out, got {text!r}")
            if text:
                _lay(state, seat, [self._read_part(part, settings) for part in text.split(";")])
        for cell in _read_cells(_listed(updates, "food"), settings):
            if state["food"][cell]:
                raise ProtocolError(f"expected each food once, got {updates['food']!r}")
            add_food(state, cell)
        for name, field in (("hazards", "hazards"), ("slime", "stored")):
            _read_stacks(state, _listed(updates, name), field, settings)
        return state

    def _read_part(self, part: str, settings: BattlesnakeSettings) -> int:
        return _read_cell(part, settings)


class FogWire(BattlesnakeWire):
    """Text form in fog: `?` marks cells and body parts out of sight."""

    tells_all_alike = False
    reads_plain_states = False
    settings = FogSettings

    def updates(self, observation: AnyState, seat: int) -> bytes:
        text = super().updates(observation, seat)
        field = field_text(observation)
        cells, stride = field.split(","), int(observation["stride"])
        for number in range(len(cells)):
            row, column = divmod(number, stride - 2)
            if not sees(observation, seat, index_of(row, column, stride)):
                cells[number] = HIDDEN
        return text.replace(f"field {field}".encode(), f"field {','.join(cells)}".encode(), 1)

    def _read_part(self, part: str, settings: BattlesnakeSettings) -> int:
        return UNSEEN if part == HIDDEN else _read_cell(part, settings)


def _lines(state: AnyState) -> Iterator[str]:
    seats, names = int(state["seats"]), part_names(int(state["stride"]), int(state["height"]))
    yield f"round {state['rounds']}"
    yield f"field {field_text(state)}"
    for name, field in COUNTS:
        yield f"{name} {text_of_list(state[field][:seats])}"
    yield f"cause {','.join([CAUSES[cause] or '-' for cause in state['causes'][:seats]])}"
    yield f"by {','.join([str(by) if by >= 0 else '-' for by in state['killers'][:seats]])}"
    yield f"borders {text_of_list(state['borders'][:4])}"
    foods = [names[cell] for cell in state["foods"][: state["food_count"]]]
    yield f"food {';'.join(foods) or NONE}"
    yield f"hazards {_stacks(state['hazards'], names)}"
    yield f"slime {_stacks(state['stored'], names)}"
    for seat in range(seats):
        if is_living(state, seat):
            # The first name is that of UNSEEN, a corner of the border.
            yield f"snake{seat} {';'.join([names[cell] for cell in _body(state, seat)])}"


def _body(state: AnyState, seat: int) -> list[int]:
    """The cells of a snake, from the head."""
    ring, first = np.asarray(state["bodies"])[seat], place_of(state, seat, 0)
    length = int(state["lengths"][seat])
    cells: list[int] = ring[first : first + length].tolist()
    across: list[int] = ring[: length - len(cells)].tolist()
    return cells + across


def _stacks(counts: Any, names: list[str]) -> str:
    """The cells with hazards, as row,column,count."""
    found = np.frombuffer(counts, np.uint16)
    cells = found.nonzero()[0].tolist()
    return ";".join([f"{names[cell]},{found[cell]}" for cell in cells]) or NONE


@functools.cache
def part_names(stride: int, height: int) -> list[str]:
    """Text of each index of a padded board; UNSEEN is its first."""
    return [HIDDEN, *cell_names(stride, height)[1:]]


def field_text(state: AnyState) -> str:
    """The board, as the value of `update game field`."""
    stride, height = int(state["stride"]), int(state["height"])
    letters = ["."] * (stride * (height + 2))
    for cell in np.frombuffer(state["hazards"], np.uint16).nonzero()[0].tolist():
        letters[cell] = "!"
    for cell in state["foods"][: state["food_count"]]:
        letters[cell] = "+"
    for seat in range(int(state["seats"])):
        if is_living(state, seat):
            for cell in _body(state, seat):
                letters[cell] = f"{seat:x}"  # UNSEEN is off the board
    return ",".join(_on_board(stride, height)(letters))


@functools.cache
def _on_board(stride: int, height: int) -> Callable[[list[str]], tuple[str, ...]]:
    """A getter of the cells on the board, row by row, from a list for the padded board."""
    ends = [(index_of(row, 0, stride), index_of(row, stride - 2, stride)) for row in range(height)]
    cells = itertools.chain.from_iterable(itertools.starmap(range, ends))
    return operator.itemgetter(*cells)


def _read_round(updates: Mapping[str, str], settings: BattlesnakeSettings) -> int:
    number = read_count(updates, "round", 0)
    if number > settings.max_rounds:
        raise ProtocolError(f"expected a round up to {settings.max_rounds}, got {number}")
    return number


def _read_causes(state: State, updates: Mapping[str, str]) -> None:
    seats = int(state["seats"])
    causes, killers = (updates.get(name, "").split(",") for name in ("cause", "by"))
    known = ["-", *CAUSES[1:]]
    others = ["-", *map(str, range(seats))]
    if len(causes) != seats or not {*causes} <= {*known}:
        raise ProtocolError(f"expected {seats} of {', '.join(known)} as cause, got {causes}")
    if len(killers) != seats or not {*killers} <= {*others}:
        raise ProtocolError(f"expected {seats} of {', '.join(others)} after by, got {killers}")
    for seat in range(seats):
        state["causes"][seat] = known.index(causes[seat])
        state["killers"][seat] = others.index(killers[seat]) - 1
        if (state["causes"][seat] == 0) != (state["eliminated"][seat] == 0):
            raise ProtocolError(
                f"expected a cause for exactly the players that are out, got {causes}"
            )


def _listed(updates: Mapping[str, str], name: str) -> str:
    text = updates.get(name, NONE)
    return "" if text == NONE else text


_STACK: Final = re.compile("([0-9]{1,2},[0-9]{1,2}),([0-9]{1,5})")


def _read_cells(text: str, settings: BattlesnakeSettings) -> Iterator[int]:
    for part in filter(None, text.split(";")):
        yield _read_cell(part, settings)


def _read_cell(text: str, settings: BattlesnakeSettings) -> int:
    return read_cell(text, settings.width, settings.height)


def _read_stacks(state: State, text: str, field: str, settings: BattlesnakeSettings) -> None:
    for part in filter(None, text.split(";")):
        found = _STACK.fullmatch(part)
        if not found or not 0 < int(found[2]) <= MOST_STACKED:
            raise ProtocolError(f"expected hazards as row,column,count, got {part!r}")
        for cell in _read_cells(found[1], settings):
            state[field][cell] = int(found[2])


def _lay(state: State, seat: int, cells: list[int]) -> None:
    """Place a snake on the board."""
    if len(cells) != state["lengths"][seat] or not 1 < len(cells) < state["bodies"].shape[1]:
        raise ProtocolError(
            f"expected {state['lengths'][seat]} cells of snake{seat}, at least 2, got {len(cells)}"
        )
    for part, cell in enumerate(cells):
        state["bodies"][seat, place_of(state, seat, part)] = cell
        cover(state, cell)
