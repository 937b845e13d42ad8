"""The well-behaved part of every villain: hear the protocol, name a move that does not crash.

Started as a script it is an honest bot, a sound opponent for any villain.
"""

from __future__ import annotations

import os
import signal
import sys

TYPE_CHECKING = False  # as in typing, whose import would cost more than all the rest of a villain
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

LIFETIME = 30  # seconds; a referee that forgets to kill a villain is rid of it after this
MISDEED_ROUND = 3  # the first round is 0
WORDS = ("up", "right", "down", "left")
STEPS = ((-1, 0), (0, 1), (1, 0), (0, -1))  # (rows, columns), in the order of WORDS


class Observation:
    """The data received from the referee so far, filled in line by line."""

    def __init__(self) -> None:
        self.seat = 0
        self.width = 16
        self.height = 16
        self.round_number = 0
        self.cells: list[str] = []  # row-major; "." is empty, digits are heads
        self.head: tuple[int, int] | None = None  # (row, column)
        self.heading = 0  # index into WORDS

    def hear(self, line: str) -> bool:
        """Take in one line; true if it asks for a move."""
        match line.split():
            case ["settings", "your_botid", value]:
                self.seat = int(value)
            case ["settings", "field_width", value]:
                self.width = int(value)
            case ["settings", "field_height", value]:
                self.height = int(value)
            case ["update", "game", "round", value]:
                self.round_number = int(value)
            case ["update", "game", "field", value]:
                self._see(value.split(","))
            case ["action", "move", *_]:
                return True
        return False

    def _see(self, cells: list[str]) -> None:
        row, column = divmod(cells.index(str(self.seat)), self.width)
        if self.head is None:
            self.heading = 1 if 2 * column < self.width else 3
        elif self.head != (row, column):
            self.heading = STEPS.index((row - self.head[0], column - self.head[1]))
        self.cells = cells
        self.head = (row, column)

    def _cell(self, row: int, column: int) -> str:
        inside = 0 <= row < self.height and 0 <= column < self.width
        return self.cells[row * self.width + column] if inside else "x"

    def _ahead(self, direction: int) -> tuple[int, int]:
        assert self.head is not None, "expected a field before the first request, got none"
        rows, columns = STEPS[direction]
        return self.head[0] + rows, self.head[1] + columns

    def is_free(self, direction: int) -> bool:
        return self._cell(*self._ahead(direction)) == "."

    def is_contested(self, direction: int) -> bool:
        """Could another rider step on the same cell in this round?"""
        row, column = self._ahead(direction)
        around = (self._cell(row + rows, column + columns) for rows, columns in STEPS)
        return any(cell.isdigit() and cell != str(self.seat) for cell in around)

    def is_trapped(self) -> bool:
        return not any(self.is_free(direction) for direction in range(4))

    def straight(self) -> str:
        return WORDS[self.heading]

    def opposite(self) -> str:
        return WORDS[(self.heading + 2) % 4]

    def turn(self) -> str:
        """A turn to a free cell, if there is one: the track shows whether the referee took it."""
        sides = [(self.heading + quarter) % 4 for quarter in (1, 3)]
        return next((WORDS[side] for side in sides if self.is_free(side)), "pass")

    def safe_move(self) -> str:
        """Straight on, else right, else left; cells that another rider may enter come last."""
        forward = [(self.heading + quarter) % 4 for quarter in (0, 1, 3)]
        free = sorted(filter(self.is_free, forward), key=self.is_contested)
        return WORDS[free[0]] if free else "pass"


def live_at_most(seconds: int = LIFETIME) -> None:
    """Die of SIGALRM then, whatever else happens; forked children need their own call."""
    signal.signal(signal.SIGALRM, signal.SIG_DFL)
    signal.alarm(seconds)


def requests() -> Iterator[Observation]:
    """The observation, brought up to date, at each request for a move until the end of input."""
    live_at_most()
    observation = Observation()
    for line in sys.stdin:
        if observation.hear(line):
            yield observation


def write(data: bytes) -> None:
    """Write all of it to standard output, unbuffered."""
    rest = memoryview(data)
    while rest:
        rest = rest[os.write(1, rest) :]


def answer(word: str) -> None:
    write(word.encode() + b"\n")


def play(misdeed: Callable[[Observation], None] | None = None) -> None:
    """Play well to the end of input, except that the misdeed takes the place of one answer."""
    for observation in requests():
        if misdeed and observation.round_number == MISDEED_ROUND:
            misdeed(observation)
        else:
            answer(observation.safe_move())


if __name__ == "__main__":
    play()
