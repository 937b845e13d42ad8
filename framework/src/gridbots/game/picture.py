"""Frames of states: from a game's board and, for what it does not show, from the state's fields."""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from gridbots.game.outcome import whole
from gridbots.game.verbs import is_living, score
from gridbots.pictures.frames import Frame, Mark, Value, value_text

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from numpy.typing import NDArray

    from gridbots.game.board import Board
    from gridbots.game.state import State

ALWAYS_SHOWN: Final = (
    "generator", "seats", "rounds", "max_rounds", "width", "height", "stride", "scores",
    "eliminated",
)  # fmt: skip
"""Fields that viewers show in their own way, or that do not change during a match."""
PER_SEAT: Final = ("scores", "eliminated")
"""Fields that tell how long the arrays with an entry for each seat are."""
MOST: Final = 12
"""Maximum length of an array that is shown as text."""


def frame_of(  # noqa: PLR0913  the parts of a frame, which are all optional
    state: State,
    previous: Frame | None = None,
    *,
    board: Board | None = None,
    size: tuple[int, int] = (0, 0),
    marks: Iterable[Mark] = (),
    captions: Iterable[str] = (),
    measures: Mapping[str, Sequence[Any] | NDArray[Any]] | None = None,
    seats: int | None = None,
) -> Frame:
    """The frame of a state, for a game's own `frame`.

    Args:
        state: The state or observation.
        previous: The previous frame; the cells that differ from it are marked as the last move.
            Leave it out if the marks show the moves anyway, such as heads with a direction.
        board: The board, whose marks are drawn below the others.
        size: Rows and columns, if there is no `board`; none for a game that is not on a board.
        marks: Further marks.
        captions: Lines of text below the board.
        measures: The value of each seat, by the name of the measure; arrays are shown as text.
        seats: The number of seats, if the record has neither `seats` nor an array `scores`.
    """
    count = seats_in(state, _capacity(state)) if seats is None else seats
    rows, columns = board.size(state) if board else size
    drawn = [*(board.marks(state) if board else ()), *marks]
    return Frame(
        round=int(state["rounds"]),
        rows=int(rows),
        columns=int(columns),
        marks=(*drawn, *_changes(previous, drawn)),
        living=tuple(bool(is_living(state, seat)) for seat in range(count)),
        scores=tuple(whole(score(state, seat)) for seat in range(count)),
        captions=tuple(str(line) for line in captions),
        measures={
            name: tuple(_plain(values[seat]) for seat in range(count))
            for name, values in (measures or {}).items()
        },
    )


def default_frame(
    state: State, previous: Frame | None, board: Board | None, seats: int, constants: Sequence[str]
) -> Frame:
    """The frame of a game without its own: its board, and the other fields of the record as text.

    An array as long as `scores` or `eliminated` is a measure of each seat; one with an entry for
    each cell is written into the cells, unless the entry is 0. `constants` are not shown.
    """
    seats, measures = seats_in(state, seats), {}
    shown = {*ALWAYS_SHOWN, *constants, *((board.cells, board.heads) if board else ())}
    words, texts = [], defaultdict[int, list[str]](list)
    size = state[board.cells].size if board else -1
    for name in state.dtype.names or ():
        values = np.asarray(state[name])
        if name in shown or values.dtype.names:
            continue
        for_seats = values.ndim and len(values) == _capacity(state)
        rows = [row.ravel() for row in values[:seats]] if for_seats else [values.ravel()]
        if rows[0].size == size:
            for row in rows:
                for index in np.flatnonzero(row).tolist():
                    texts[index].append(_text(row[index : index + 1]))
        elif rows[0].size <= MOST and for_seats:
            measures[name] = [_text(row) for row in rows]
        elif rows[0].size <= MOST:
            words.append(f"{name} {_text(rows[0])}")
    return frame_of(
        state,
        previous,
        board=board,
        marks=_in_cells(board, state, texts) if board else (),
        captions=[", ".join(words)] if words else [],
        measures=measures,
        seats=seats,
    )


def _in_cells(board: Board, state: State, texts: Mapping[int, list[str]]) -> Iterator[Mark]:
    columns = board.size(state)[1]
    for number, index in enumerate(board.indices(state)):
        if index in texts:
            yield Mark(*divmod(number, columns), "text", text="/".join(texts[index]))


def seats_in(state: State, otherwise: int) -> int:
    """The number of seats of a record."""
    return int(state["seats"]) if "seats" in (state.dtype.names or ()) else otherwise


def _capacity(state: State) -> int:
    """The length of the arrays that have an entry for each seat; 0 if it is unknown."""
    found = [np.asarray(state[name]) for name in PER_SEAT if name in (state.dtype.names or ())]
    return next((len(values) for values in found if values.ndim), 0)


def _plain(value: Any) -> Value:
    """A value without numpy's types, which are not written as JSON; an array as text."""
    if isinstance(value, np.ndarray):
        return _text(value.ravel())
    return value.item() if isinstance(value, np.generic) else value  # type: ignore[no-any-return]


def _text(values: Any) -> str:
    return " ".join(value_text(_plain(value)) for value in values)


def _changes(previous: Frame | None, marks: Sequence[Mark]) -> Iterator[Mark]:
    """Marks for the cells that the last move changed."""
    if previous is None:
        return
    old = [mark for mark in previous.marks if mark.kind not in {"move", "fog"}]
    before, now = set(old), set(marks)
    gone = [mark for mark in old if mark not in now]
    come = [mark for mark in marks if mark not in before]
    seats = {(mark.row, mark.column): mark.seat for mark in (*gone, *come)}
    yield from (Mark(row, column, "move", seat) for (row, column), seat in seats.items())
