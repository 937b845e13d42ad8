"""Board: the field with the cells, and their meaning; it gives a game its text and pictures."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from gridbots.errors import PluginError, ProtocolError
from gridbots.grid import column_of, index_of, row_of
from gridbots.pictures.frames import Kind, Mark

if TYPE_CHECKING:
    from collections.abc import Iterator

    from gridbots.game.state import State

EMPTY: Final = "."
BLOCK: Final = "x"
ITEM: Final = "*"


@dataclass(frozen=True)
class Board:
    """The cells of a record, for games without their own text and pictures.

    The field with the cells has rows and columns; or it has one dimension, with the fields `width`
    and `height`, and the field `stride` if the board has a border (see `gridbots.grid`).
    """

    letters: str
    """The letter of each value of a cell: `.` empty, `x` a block, `*` an item, a digit for the
    property of that seat. Other letters are drawn as they are."""
    cells: str = "cells"
    """The name of the field."""
    digits: Kind = "area"
    """The kind of mark for the property of a seat."""
    heads: str = ""
    """The name of the field with the cell of each seat's head (-1: none), if the game has one."""

    def size(self, state: State) -> tuple[int, int]:
        """Rows and columns."""
        if state[self.cells].ndim == 2:
            rows, columns = state[self.cells].shape
            return rows, columns
        return int(state["height"]), int(state["width"])

    def text(self, state: State) -> str:
        """The letters, row by row, with commas between."""
        return ",".join(self._letters(state))

    def _letters(self, state: State) -> list[str]:
        """The letter of each cell.

        Raises:
            PluginError: a cell has no letter.
        """
        cells = state[self.cells].ravel()
        try:
            return [self.letters[cells[index]] for index in self.indices(state)]
        except IndexError:
            raise PluginError(
                f"expected values below {len(self.letters)} in {self.cells}, one for each of the "
                f"letters {self.letters!r} of the Board, got {cells.max()}"
            ) from None

    def read(self, text: str, state: State) -> None:
        """Write the cells of a text into a state.

        Raises:
            ProtocolError: the text is not that of a board of this size.
        """
        letters, indices = text.split(","), list(self.indices(state))
        if len(letters) != len(indices) or not {*letters} <= {*self.letters}:
            raise ProtocolError(
                f"expected {len(indices)} cells of the letters {self.letters}, got {text!r}"
            )
        cells = state[self.cells].reshape(-1)
        for index, letter in zip(indices, letters, strict=True):
            cells[index] = self.letters.index(letter)

    def check_heads(self, state: State) -> None:
        """Raise ProtocolError if a head is not on a cell."""
        most = state[self.cells].size
        if not all(-1 <= cell < most for cell in state[self.heads].tolist()):
            raise ProtocolError(
                f"expected {self.heads} as cells below {most}, or -1, got {state[self.heads]}"
            )

    def marks(self, state: State) -> Iterator[Mark]:
        _, columns = self.size(state)
        for number, letter in enumerate(self._letters(state)):
            if mark := self._mark(*divmod(number, columns), letter):
                yield mark
        heads = state[self.heads].tolist() if self.heads else []
        seats = int(state["seats"]) if "seats" in (state.dtype.names or ()) else len(heads)
        for seat, cell in enumerate(heads[:seats]):
            if cell >= 0:
                yield Mark(*self._place(state, cell), "head", seat)

    def _mark(self, row: int, column: int, letter: str) -> Mark | None:
        if letter == EMPTY:
            return None
        if letter.isdecimal():
            return Mark(row, column, self.digits, int(letter))
        kinds: dict[str, Kind] = {BLOCK: "block", ITEM: "item"}
        if letter in kinds:
            return Mark(row, column, kinds[letter])
        return Mark(row, column, "text", text=letter)

    def indices(self, state: State) -> Iterator[int]:
        """The indices of the cells, row by row."""
        rows, columns = self.size(state)
        if "stride" not in (state.dtype.names or ()):
            return iter(range(rows * columns))
        stride = int(state["stride"])
        return (index_of(row, column, stride) for row in range(rows) for column in range(columns))

    def _place(self, state: State, cell: int) -> tuple[int, int]:
        if "stride" in (state.dtype.names or ()):
            return row_of(cell, int(state["stride"])), column_of(cell, int(state["stride"]))
        return divmod(cell, self.size(state)[1])
