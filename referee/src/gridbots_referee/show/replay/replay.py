"""Replay: all data of a match for the page, with frames in stretches that are made on demand.

It grows round by round, so that a live match is shown by the same code as a recorded one.
"""

from __future__ import annotations

from heapq import heappop, heappush
from itertools import pairwise
from typing import TYPE_CHECKING, Any, Final

import msgspec

from gridbots.errors import RecordError
from gridbots.pictures.overlay import following
from gridbots.record.causes import cause_of, wanted_moves
from gridbots.record.replay import move_numbers, opening_of_match
from gridbots_referee.show.replay.dialogue import MatchDialogue
from gridbots_referee.show.replay.highlights import highlights_of
from gridbots_referee.show.replay.measures import Series, measures
from gridbots_referee.show.replay.scene_deltas import EncodedScene, symbol_table
from gridbots_referee.show.replay.timeline import STRETCH, Timeline
from gridbots_referee.show.tables.report import note_text
from gridbots_referee.show.tables.result_text import disambiguated, endings, shown_name, verdict

if TYPE_CHECKING:
    from gridbots.game import Game
    from gridbots.pictures.frames import Frame
    from gridbots.pictures.overlay import Overlay
    from gridbots.record import Match, Record, Result, Round
    from gridbots.record.causes import Cause

LONGEST: Final = 5
"""Number of longest moves that are listed."""
EVENTS: Final = 2000
"""Events that are listed at most; a bot can cause one in every round."""

StandingOverlays = tuple["Overlay | None", ...]


class Replay:
    """The frames of a match; frame 0 is the opening, frame n is the state after n rounds.

    One thread may add rounds while others read stretches.

    Raises:
        RecordError: the match is not a match of this game.
    """

    def __init__(self, game: Game, match: Match) -> None:
        self.match = match
        self._game = game
        opening = opening_of_match(game, match)
        self.seats = len(match.players)
        self._timeline = Timeline(game, opening)
        self._living = [True] * self.seats
        self._causes: list[Cause | None] = [None] * self.seats
        self._wanted: list[str | None] = []
        self._names = disambiguated([shown_name(player.name) for player in match.players])
        self._rounds: list[Round] = []
        self._known_moves: dict[tuple[str | None, ...], list[int]] = {}
        self._standing: list[StandingOverlays] = [(None,) * self.seats]
        """For each stretch, the overlays that are valid at its start."""
        self._now: StandingOverlays = self._standing[0]
        self._events: list[dict[str, Any]] = []
        self._left_out = 0
        self.result: Result | None = None
        self.series = Series(self.seats)
        self._dialogue: MatchDialogue | None = None
        self._measures: dict[str, Any] | None = None
        self._longest: list[tuple[int, int, int]] = []
        """The LONGEST moves: wall time in us, minus the round, and the seat."""
        self._shape = game.frame(opening, None)

    @property
    def last(self) -> int:
        """The number of the last frame."""
        return len(self._rounds)

    # Growing.

    def add(self, each: Round) -> None:
        """Add a round.

        Raises:
            RecordError: it is not a round of this game.
        """
        if len(each.moves) != self.seats or len(each.overlays) not in {0, self.seats}:
            raise RecordError(
                f"round {self.last}: expected {self.seats} moves, got {len(each.moves)}"
            )
        moves = self._known_moves.get(each.moves)
        if moves is None:
            moves = self._known_moves[each.moves] = move_numbers(self._game, each.moves)
        number = self.last
        for happening in highlights_of(each):
            if happening.notable:
                self._add_event(number, happening.seat, happening.text, happening.kind)
        self._timeline.play(moves)
        self._wanted = wanted_moves(each)
        self._note_eliminations(number + 1)
        if each.overlays or any(self._now):
            new = each.overlays or (None,) * self.seats
            self._now = tuple(map(following, self._now, new))
        self.series.add(each)
        self._note_long_moves(number, each)
        if (number + 1) % STRETCH == 0:
            self._standing.append(self._now)
        self._rounds.append(each)

    def _note_long_moves(self, number: int, each: Round) -> None:
        for seat, wall in enumerate(each.wall_us):
            if wall is not None and (len(self._longest) < LONGEST or wall > self._longest[0][0]):
                heappush(self._longest, (wall, -number, seat))
                if len(self._longest) > LONGEST:
                    heappop(self._longest)

    def _note_eliminations(self, number: int) -> None:
        for seat in range(self.seats):
            if self._living[seat] and not self._timeline.is_living(seat):
                self._living[seat] = False
                self._add_event(number, seat, self._cause(number, seat).words(self._names), "out")

    def _cause(self, number: int, seat: int) -> Cause:
        """The cause of an elimination in the round before a frame."""
        before, after = self._timeline.frame(number - 1), self._timeline.frame(number)
        cause = cause_of(before, after, seat, self._wanted)
        self._causes[seat] = cause
        return cause

    def _add_event(self, number: int, seat: int, text: str, kind: str) -> None:
        if not 0 <= seat < self.seats:
            raise RecordError(f"round {number}: expected a seat below {self.seats}, got {seat}")
        if len(self._events) < EVENTS:
            self._events.append({"frame": number, "seat": seat, "text": text, "kind": kind})
        else:
            self._left_out += 1

    def end(self, result: Result) -> None:
        """End the match.

        Raises:
            RecordError: the result has other players.
        """
        if len(result.players) != self.seats:
            raise RecordError(f"expected {self.seats} results, got {len(result.players)}")
        self.result = result

    # Data for the page.

    def about(self) -> dict[str, Any]:
        """All data except the frames."""
        match, shape = self.match, self._shape
        return {
            "id": match.id,
            "game": match.game,
            "title": self._game.title,
            "hidden": self._game.hidden,
            "moves": self._game.moves,
            "symbols": symbol_table(self.seats),
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
            "longest": [{"frame": -late, "seat": seat} for _, late, seat in self._longest],
            "series": self.series.as_dict(),
            "how": self.result.how if self.result else None,
            "verdict": verdict(self.result, self._causes) if self.result else "",
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
            **(self._ending(self.result, seat) if self.result else {}),
        }

    def _ending(self, result: Result, seat: int) -> dict[str, Any]:
        """How the match ended for a seat."""
        fields: dict[str, Any] = msgspec.to_builtins(result.players[seat])
        return {**fields, "ended": endings(result, self._causes)[seat]}

    def stretch(self, number: int, seat: int | None = None) -> dict[str, Any]:
        """The frames of a stretch as seen by a seat; None shows the true state.

        Raises:
            RecordError: the stretch or the seat does not exist.
        """
        last = self.last
        if seat is not None and not 0 <= seat < self.seats:
            raise RecordError(f"expected a seat below {self.seats}, got {seat}")
        coded = [EncodedScene(frame) for frame in self._timeline.stretch(number, seat, last)]
        start = number * STRETCH
        return {
            "start": start,
            "whole": coded[0].whole(),
            "changes": [now.since(before) for before, now in pairwise(coded)],
            "rounds": [self._round(index) for index in range(start, min(start + STRETCH, last))],
            "standing": self._standing[number],
        }

    def measures(self) -> dict[str, Any]:
        """Score and territory over a match that has ended.

        Raises:
            RecordError: the match has not ended.
        """
        if self.result is None:
            raise RecordError("score and territory are available after the end of the match")
        if self._measures is None:
            self._measures = measures(self._timeline)
        return self._measures

    def dialogue(self, number: int) -> dict[str, Any]:
        """Requests and answers in the rounds of a stretch of a match that has ended.

        Raises:
            RecordError: the stretch does not exist, the match has not ended, or its lines differ
                from those that were sent.
        """
        if self.result is None:
            raise RecordError("the lines sent to bots are available after the end of the match")
        if not 0 <= number <= self.last // STRETCH:
            raise RecordError(f"expected a stretch up to {self.last // STRETCH}, got {number}")
        if self._dialogue is None:
            rounds = tuple(self._rounds)
            self._dialogue = MatchDialogue(self._game, self.match, rounds, self.result)
        states = self._timeline.states(number, STRETCH)
        return {
            "start": number * STRETCH,
            "settings": self._dialogue.settings(),
            "rounds": self._dialogue.rounds(number * STRETCH, states),
        }

    def frame(self, number: int) -> Frame:
        """The frame after `number` rounds.

        Raises:
            RecordError: the match has fewer rounds.
        """
        return self._timeline.frame(number)

    def _round(self, number: int) -> dict[str, Any]:
        each = self._rounds[number]
        fields = {
            "moves": each.moves,
            "wall": each.wall_us,
            "cpu": each.cpu_us,
            "bank": each.bank_ms,
            "notes": [{"seat": note.seat, "text": note_text(note)} for note in each.notes],
            "overlays": each.overlays,
        }
        return {name: value for name, value in fields.items() if value}


def replay_of(game: Game, record: Record) -> Replay:
    """The replay of a record.

    Raises:
        RecordError: the record is not a record of this game.
    """
    replay = Replay(game, record.match)
    for each in record.rounds:
        replay.add(each)
    replay.end(record.result)
    return replay
