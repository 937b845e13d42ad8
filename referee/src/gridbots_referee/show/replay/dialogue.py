"""Dialogue of a match: what each bot was sent in a round, and what it answered.

The lines are those of the transcripts of its seats: rebuilt by the rules and compared with the
checksums of the record.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from gridbots.record import Record
from gridbots_referee.show.tables.report import note_text
from gridbots_referee.transcript.transcript import Transcript

if TYPE_CHECKING:
    from collections.abc import Iterator

    from gridbots.game import Game, State
    from gridbots.record import Match, Result, Round
    from gridbots_referee.transcript.transcript import RecordedRequest


class MatchDialogue:
    """The dialogue of a match that has ended.

    Raises:
        RecordError: the lines are not those that were sent.
    """

    def __init__(self, game: Game, match: Match, rounds: tuple[Round, ...], result: Result) -> None:
        record = Record(match, rounds, result)
        self._seats = [Transcript(game, record, seat) for seat in range(len(match.players))]

    def settings(self) -> list[str]:
        """What each seat was sent before the first round."""
        return [seat.settings.decode() for seat in self._seats]

    def rounds(self, first: int, states: Iterator[State]) -> list[list[dict[str, Any] | None]]:
        """By round and seat, from the round that begins in the first of these states on."""
        return [
            [_told(seat.request(number, state)) for seat in self._seats]
            for number, state in enumerate(states, first)
        ]


def _told(request: RecordedRequest | None) -> dict[str, Any] | None:
    if request is None:
        return None
    answer = request.answer
    told = {
        "sent": request.text.decode(),
        "kind": answer.kind,
        "text": answer.text,
        "detail": answer.detail,
        "wrote": request.lines,
        "wall": request.wall_us,
        "cpu": request.cpu_us,
        "bank": request.bank_ms,
        "notes": [note_text(note) for note in request.notes],
        "overlay": request.overlay,
    }
    return {name: value for name, value in told.items() if value not in (None, "", (), [])}
