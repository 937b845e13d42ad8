"""A match as the page shows it: what it is, and its frames in stretches, made when asked for.

A film grows round by round, so that a match in play is shown by the same code as a recorded one.
States are kept at the start of each stretch; only the stretches seen last keep their frames.
"""

from __future__ import annotations

import threading
from collections import OrderedDict
from itertools import pairwise
from typing import TYPE_CHECKING, Any, Final

import msgspec

from gridbots.errors import OpeningError, RecordError, SettingsError
from gridbots.game import AnyState, PlainState, is_living, step
from gridbots.kernel import bind
from gridbots.overlay import following
from gridbots.record import TERMINATIONS
from gridbots.replay import move_numbers, opened, seen_frame
from gridbots_referee.show.events import told_in
from gridbots_referee.show.report import note_text, verdict
from gridbots_referee.show.viewer.coding import KINDS, Coded
from gridbots_referee.show.viewer.series import Series

if TYPE_CHECKING:
    from gridbots.frames import Frame
    from gridbots.game import Game, State
    from gridbots.overlay import Overlay
    from gridbots.record import Match, Record, Result, Round

STRETCH: Final = 64
"""Frames that the page asks for at a time."""
KEPT: Final = 6
"""Stretches whose frames are kept."""
EVENTS: Final = 2000
"""Events that are told; a bot can make one every round."""

Standing = tuple["Overlay | None", ...]


class Film:
    """The pictures of a match; number 0 is the opening, number n is after n rounds.

    One thread may add rounds while others ask for stretches.

    Raises:
        RecordError: the match is not one of this game.
    """

    def __init__(self, game: Game, match: Match) -> None:
        self.match = match
        self._game = game
        try:
            settings = game.make_settings(match.settings)
            opening = opened(game, settings, match.seed, match.opening)
        except (SettingsError, OpeningError) as error:
            raise RecordError(str(error)) from None
        self.seats = game.seats(settings)
        if len(match.players) != self.seats:
            raise RecordError(f"expected {self.seats} players, got {len(match.players)}")
        self._kept = PlainState(opening)
        self._state = dict(self._kept)
        self._step = bind(step, self._state)
        self._is_living = bind(is_living, self._state)
        self._living = [True] * self.seats
        self._rounds: list[Round] = []
        self._moves: list[list[int]] = []
        self._known_moves: dict[tuple[str | None, ...], list[int]] = {}
        self._starts: list[State] = [opening]
        self._standing: list[Standing] = [(None,) * self.seats]
        """Of each stretch, the overlays that come from before it."""
        self._now: Standing = self._standing[0]
        self._events: list[dict[str, Any]] = []
        self._left_out = 0
        self.result: Result | None = None
        self.series = Series(self.seats)
        self._lock = threading.Lock()
        self._views: OrderedDict[tuple[int, int | None], list[Frame]] = OrderedDict()
        self._ends: dict[tuple[int, int | None], Frame] = {}
        """The last frames of stretches, in games whose pictures keep something."""
        self._shape = game.frame(opening, None)

    @property
    def last(self) -> int:
        """The number of the last frame."""
        return len(self._rounds)

    # Growing.

    def add(self, each: Round) -> None:
        """One more round.

        Raises:
            RecordError: it is not one of this game.
        """
        if len(each.moves) != self.seats or len(each.overlays) not in {0, self.seats}:
            raise RecordError(
                f"round {self.last}: expected {self.seats} moves, got {len(each.moves)}"
            )
        moves = self._known_moves.get(each.moves)
        if moves is None:
            moves = self._known_moves[each.moves] = move_numbers(self._game, each.moves)
        number = len(self._moves)
        for happening in told_in(each):
            if happening.notable:
                self._tell(number, happening.seat, happening.text, happening.kind)
        self._step(self._state, moves)
        self._see_who_is_out(number + 1)
        if each.overlays or any(self._now):
            told = each.overlays or (None,) * self.seats
            self._now = tuple(map(following, self._now, told))
        self.series.add(each)
        self._moves.append(moves)
        if (number + 1) % STRETCH == 0:
            self._starts.append(self._kept.close(self._state))
            self._standing.append(self._now)
        self._rounds.append(each)

    def _see_who_is_out(self, number: int) -> None:
        for seat in range(self.seats):
            if self._living[seat] and not self._is_living(self._state, seat):
                self._living[seat] = False
                self._tell(number, seat, "is out", "out")

    def _tell(self, number: int, seat: int, text: str, kind: str) -> None:
        if not 0 <= seat < self.seats:
            raise RecordError(f"round {number}: expected a seat below {self.seats}, got {seat}")
        if len(self._events) < EVENTS:
            self._events.append({"frame": number, "seat": seat, "text": text, "kind": kind})
        else:
            self._left_out += 1

    def end(self, result: Result) -> None:
        """It is over.

        Raises:
            RecordError: the result has other players.
        """
        if len(result.players) != self.seats:
            raise RecordError(f"expected {self.seats} results, got {len(result.players)}")
        self.result = result

    # What the page asks for.

    def about(self) -> dict[str, Any]:
        """All but the frames."""
        match, shape = self.match, self._shape
        return {
            "id": match.id,
            "game": match.game,
            "title": self._game.title,
            "hidden": self._game.hidden,
            "moves": self._game.moves,
            "kinds": KINDS,
            "rows": shape.rows,
            "columns": shape.columns,
            "last": self.last,
            "stretch": STRETCH,
            "seed": match.seed,
            "settings": match.settings,
            "started": match.started,
            "limits": match.limits,
            "players": [self._player(seat) for seat in range(self.seats)],
            "events": self._events,
            "events_left_out": self._left_out,
            "series": self.series.told(),
            "how": self.result.how if self.result else None,
            "verdict": verdict(self.result) if self.result else "",
        }

    def _player(self, seat: int) -> dict[str, Any]:
        player = self.match.players[seat]
        clock = player.clock or self.match.limits
        return {
            "name": player.name,
            "bot": player.bot,
            "package": player.package,
            "timebank_ms": clock.timebank_ms,
            "time_per_move_ms": clock.time_per_move_ms,
            **(_ending(self.result, seat) if self.result else {}),
        }

    def stretch(self, number: int, seat: int | None = None) -> dict[str, Any]:
        """So many frames, as far as there are: `seat` says whose view it is, None for the truth.

        Raises:
            RecordError: there is no such stretch or seat.
        """
        last = self.last
        if not 0 <= number <= last // STRETCH:
            raise RecordError(f"expected a stretch from 0 to {last // STRETCH}, got {number}")
        if seat is not None and not 0 <= seat < self.seats:
            raise RecordError(f"expected a seat below {self.seats}, got {seat}")
        start = number * STRETCH
        count = min(STRETCH, last - start + 1)
        with self._lock:
            frames = self._view(number, seat, count)
        coded = [Coded(frame) for frame in frames]
        return {
            "start": start,
            "whole": coded[0].whole(),
            "changes": [now.since(before) for before, now in pairwise(coded)],
            "rounds": [self._round(index) for index in range(start, min(start + count, last))],
            "standing": self._standing[number],
        }

    def frame(self, number: int) -> Frame:
        """The picture after so many rounds.

        Raises:
            RecordError: the match has fewer rounds.
        """
        if not 0 <= number <= self.last:
            raise RecordError(f"expected a round from 0 to {self.last}, got {number}")
        if not self._game.frame_keeps:
            return self._alone(number, None)
        stretch, place = divmod(number, STRETCH)
        with self._lock:
            return self._view(stretch, None, min(STRETCH, self.last - number + place + 1))[place]

    def _round(self, number: int) -> dict[str, Any]:
        each = self._rounds[number]
        told = {
            "moves": each.moves,
            "wall": each.wall_us,
            "cpu": each.cpu_us,
            "bank": each.bank_ms,
            "notes": [{"seat": note.seat, "text": note_text(note)} for note in each.notes],
            "overlays": each.overlays,
        }
        return {name: value for name, value in told.items() if value}

    def _view(self, number: int, seat: int | None, count: int) -> list[Frame]:
        """The frames of a stretch, perhaps longer than when it was asked for before."""
        key = (number, seat)
        frames = self._views.pop(key, [])
        if len(frames) < count:
            frames = self._draw(number, seat, count)
        self._views[key] = frames
        if len(self._views) > KEPT:
            self._views.popitem(last=False)
        return frames[:count]

    def _draw(self, number: int, seat: int | None, count: int) -> list[Frame]:
        previous = self._before(number, seat)
        plain = PlainState(self._starts[number])
        frames = []
        for moves in [*self._moves[number * STRETCH :][: count - 1], None]:
            previous = self._picture(plain, seat, previous)
            frames.append(previous)
            if moves:
                step(plain, moves)
        if self._game.frame_keeps and count == STRETCH:
            self._ends[number, seat] = frames[-1]
        return frames

    def _before(self, number: int, seat: int | None) -> Frame | None:
        """The frame before a stretch."""
        if not number:
            return None
        if self._game.frame_keeps:
            for earlier in range(number):
                if (earlier, seat) not in self._ends:
                    self._draw(earlier, seat, STRETCH)
            return self._ends[number - 1, seat]
        return self._alone(number * STRETCH - 1, seat)

    def _alone(self, number: int, seat: int | None) -> Frame:
        """A frame of a game whose pictures need no more than the one before."""
        first = max(number - 1, 0)
        stretch, place = divmod(first, STRETCH)
        plain = PlainState(self._starts[stretch])
        for moves in self._moves[stretch * STRETCH :][:place]:
            step(plain, moves)
        before = self._picture(plain, seat, None)
        if number == first:
            return before
        step(plain, self._moves[first])
        return self._picture(plain, seat, before)

    def _picture(self, plain: AnyState, seat: int | None, previous: Frame | None) -> Frame:
        if seat is None:
            return self._game.frame(plain, previous)
        return seen_frame(self._game, plain, seat, previous)


def _ending(result: Result, seat: int) -> dict[str, Any]:
    """How the match ended for a seat."""
    told: dict[str, Any] = msgspec.to_builtins(result.players[seat])
    told["ended"] = TERMINATIONS.get(told["termination"], told["termination"])
    return told


def film_of(game: Game, record: Record) -> Film:
    """The film of a record.

    Raises:
        RecordError: it is not a record of this game.
    """
    film = Film(game, record.match)
    for each in record.rounds:
        film.add(each)
    film.end(record.result)
    return film
