"""The frames of a recorded match by number, made when they are asked for."""

from __future__ import annotations

from collections import OrderedDict
from typing import TYPE_CHECKING, Final

from gridbots.errors import RecordError
from gridbots.game import copy_state, step
from gridbots.replay import move_numbers, opening_of

if TYPE_CHECKING:
    from gridbots.frames import Frame
    from gridbots.game import Game, State
    from gridbots.record import Record

STRETCH: Final = 32
"""Rounds between two states that are kept: to go back costs at most so many rounds."""
KEPT: Final = 8
"""Stretches whose frames are kept."""


class Timeline:
    """The pictures of a match: number 0 is the opening, number n is after n rounds.

    States are kept every STRETCH rounds, frames only of the stretches seen last.
    """

    def __init__(self, game: Game, record: Record) -> None:
        self._game = game
        self._rounds = record.rounds
        state = opening_of(game, record)
        self._starts: list[tuple[State, Frame]] = [(state, game.frame(state, None))]
        self._frames: OrderedDict[int, list[Frame]] = OrderedDict()

    @property
    def last(self) -> int:
        return len(self._rounds)

    def frame(self, number: int) -> Frame:
        """The picture after so many rounds.

        Raises:
            RecordError: the match has fewer rounds.
        """
        if not 0 <= number <= self.last:
            raise RecordError(f"expected a round from 0 to {self.last}, got {number}")
        stretch, place = divmod(number, STRETCH)
        while len(self._starts) <= stretch:
            self._stretch(len(self._starts) - 1)
        return self._stretch(stretch)[place]

    def _stretch(self, stretch: int) -> list[Frame]:
        frames = self._frames.pop(stretch, None) or self._play(stretch)
        self._frames[stretch] = frames
        if len(self._frames) > KEPT:
            self._frames.popitem(last=False)
        return frames

    def _play(self, stretch: int) -> list[Frame]:
        """The frames of a stretch; keeps the start of the next one."""
        start, frame = self._starts[stretch]
        state, frames = copy_state(start), [frame]
        for each in self._rounds[stretch * STRETCH :][:STRETCH]:
            step(state, move_numbers(self._game, each.moves))
            frame = self._game.frame(state, frame)
            frames.append(frame)
        if len(frames) > STRETCH and stretch + 1 == len(self._starts):
            self._starts.append((state, frames[STRETCH]))
        return frames[:STRETCH]
