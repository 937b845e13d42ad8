"""Timeline: the frames of a match by number, made on demand.

It keeps the state at the start of each stretch as a keyframe, and an LRU cache of stretches of
frames.
"""

from __future__ import annotations

import threading
from collections import OrderedDict
from typing import TYPE_CHECKING, Final

from gridbots.errors import RecordError
from gridbots.game import copy_state
from gridbots.grid import NO_MOVE
from gridbots.record.plain_play import PlainPlay
from gridbots.record.replay import move_numbers, opening_of, seen_frame, with_last_moves

if TYPE_CHECKING:
    from collections.abc import Iterator

    from gridbots.game import Game, State
    from gridbots.pictures.frames import Frame
    from gridbots.record import Record

STRETCH: Final = 64
"""Number of frames that are made together."""
KEPT: Final = 6
"""Stretches in the cache."""

View = int | None
"""The seat that sees the frame; None for the true state."""


class Timeline:
    """Frame 0 is the opening, frame n the state after n rounds. It may grow while others read."""

    def __init__(self, game: Game, opening: State) -> None:
        self.game = game
        self._play = PlainPlay(game, opening)
        self._moves: list[list[int]] = []
        self._starts: list[State] = [opening]
        self._frames: OrderedDict[tuple[int, View], list[Frame]] = OrderedDict()
        self._ends: dict[tuple[int, View], Frame] = {}
        """The last frames of stretches, for games whose frames depend on all previous ones."""
        self._lock = threading.Lock()

    @property
    def last(self) -> int:
        """The number of the last frame."""
        return len(self._moves)

    def play(self, moves: list[int]) -> None:
        """Add a round."""
        self._play.step(moves)
        if (self.last + 1) % STRETCH == 0:
            self._starts.append(copy_state(self._play.record()))
        self._moves.append(moves)

    def is_living(self, seat: int) -> bool:
        """Whether a seat is in the game after the last round."""
        return bool(self._play.is_living(seat))

    def stretch(self, number: int, seat: View, last: int) -> list[Frame]:
        """The frames of a stretch, up to the one with the number `last`.

        Raises:
            RecordError: the stretch does not exist.
        """
        if not 0 <= number <= last // STRETCH:
            raise RecordError(f"expected a stretch from 0 to {last // STRETCH}, got {number}")
        count = min(STRETCH, last - number * STRETCH + 1)
        with self._lock:
            frames = self._frames.pop((number, seat), [])
            # The stretch may have grown since it was cached.
            if len(frames) < count:
                frames = self._draw(number, seat, count)
            self._frames[number, seat] = frames
            if len(self._frames) > KEPT:
                self._frames.popitem(last=False)
        return frames[:count]

    def frame(self, number: int) -> Frame:
        """One frame; faster than its stretch if it does not depend on the others.

        Raises:
            RecordError: the match has fewer rounds.
        """
        if not 0 <= number <= self.last:
            raise RecordError(f"expected a round from 0 to {self.last}, got {number}")
        if not self.game.frame_keeps:
            return self._alone(number, None)
        stretch, place = divmod(number, STRETCH)
        return self.stretch(stretch, None, self.last)[place]

    def states(self, number: int, count: int) -> Iterator[State]:
        """The states before the first `count` rounds of a stretch; the same object each time."""
        play = PlainPlay(self.game, self._starts[number])
        for moves in self._moves[number * STRETCH :][:count]:
            yield play.record()
            play.step(moves)

    def _draw(self, number: int, seat: View, count: int) -> list[Frame]:
        previous = self._before(number, seat)
        play = PlainPlay(self.game, self._starts[number])
        first = number * STRETCH
        frames = [previous := self._make_frame(play, first, seat, previous)]
        for index, moves in enumerate(self._moves[first:][: count - 1], first + 1):
            play.step(moves)
            frames.append(previous := self._make_frame(play, index, seat, previous))
        if self.game.frame_keeps and count == STRETCH:
            self._ends[number, seat] = previous
        return frames

    def _before(self, number: int, seat: View) -> Frame | None:
        """The frame before a stretch."""
        if not number:
            return None
        if not self.game.frame_keeps:
            return self._alone(number * STRETCH - 1, seat)
        for earlier in range(number):
            if (earlier, seat) not in self._ends:
                self._draw(earlier, seat, STRETCH)
        return self._ends[number - 1, seat]

    def _alone(self, number: int, seat: View) -> Frame:
        """A frame of a game whose frames depend on the previous state only."""
        first = max(number - 1, 0)
        stretch, place = divmod(first, STRETCH)
        play = PlainPlay(self.game, self._starts[stretch])
        for moves in self._moves[stretch * STRETCH :][:place]:
            play.step(moves)
        frame = self._make_frame(play, first, seat, None)
        if number > first:
            play.step(self._moves[first])
            frame = self._make_frame(play, number, seat, frame)
        return frame

    def _make_frame(
        self, play: PlainPlay, number: int, seat: View, previous: Frame | None
    ) -> Frame:
        game = self.game
        if seat is None:
            frame = game.frame(play.record(), previous)
        else:
            frame = seen_frame(game, play.record(), seat, previous)
        moves = self._moves[number - 1] if number else [NO_MOVE] * len(frame.living)
        words = [None if move == NO_MOVE else game.moves[move] for move in moves]
        return with_last_moves(game, frame, words, seat)


def timeline_of(game: Game, record: Record) -> Timeline:
    """The timeline of a record.

    Raises:
        RecordError: the record is not a record of this game.
    """
    timeline = Timeline(game, opening_of(game, record))
    for each in record.rounds:
        timeline.play(move_numbers(game, each.moves))
    return timeline
