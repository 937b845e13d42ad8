"""Live board: a match drawn in place while it is played."""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import TYPE_CHECKING, Self

from gridbots.record.replay import with_last_moves
from gridbots_referee.show.board.board import draw
from gridbots_referee.show.terminal.screen import HIDE_CURSOR, SHOW_CURSOR, Screen, fitting, up

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from gridbots.game import Game, State
    from gridbots.pictures.frames import Frame
    from gridbots_referee.play.match import LastRound, Watch


@dataclass
class Pace:
    """Slows a match down for people: at least `seconds` pass between two calls of `wait`."""

    seconds: float = 0.08
    clock: Callable[[], float] = time.monotonic
    sleep: Callable[[float], object] = time.sleep
    _due: float | None = None

    def wait(self) -> None:
        now = self.clock()
        if self._due is not None and now < self._due:
            self.sleep(self._due - now)
            now = self._due
        self._due = now + self.seconds


class Live:
    """Draws each frame in place of the previous one.

    Use it in a `with` statement, which always restores the cursor. If the terminal cannot draw in
    place, only the last frame is printed, at the end.
    """

    def __init__(
        self, names: Sequence[str], screen: Screen | None = None, pace: Pace | None = None
    ) -> None:
        self._names = names
        self._screen = screen or Screen()
        self._pace = pace or Pace()
        self._last: Frame | None = None
        self._drawn = 0
        """Lines between the start of the picture and the cursor."""

    def __enter__(self) -> Self:
        if self._screen.in_place:
            self._screen.write(HIDE_CURSOR)
        return self

    def __exit__(self, *_: object) -> None:
        if self._screen.in_place:
            self._screen.write(("\n" if self._last else "") + SHOW_CURSOR)
        elif self._last:
            self._screen.print(self._picture(self._last))

    def show(self, frame: Frame) -> None:
        self._last = frame
        if not self._screen.in_place:
            return
        self._pace.wait()
        lines = fitting(self._picture(frame, self._screen.rows), self._screen)
        self._screen.redraw(up(min(self._drawn, self._screen.rows - 1)), lines)
        self._drawn = len(lines) - 1

    def follow(self, game: Game) -> Watch:
        """A callback for the states of one match: the opening, then the state after each round."""
        frame: Frame | None = None

        def show_state(state: State, last_round: LastRound) -> None:
            nonlocal frame
            frame = game.frame(state, frame)
            last = last_round()
            moves = last.moves if last else [None] * len(frame.living)
            self.show(with_last_moves(game, frame, moves))

        return show_state

    def _picture(self, frame: Frame, rows: int | None = None) -> list[str]:
        return draw(frame, self._screen.style, self._names, self._screen.columns, rows)
