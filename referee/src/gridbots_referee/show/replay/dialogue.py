"""Dialogue of a match: the lines that each bot received and sent, by round.

The lines come from the transcripts of the seats: the rules rebuild them, and the checksums of the
record verify them.
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
        RecordError: the rebuilt lines differ from those that were sent.
    """

    def __init__(self, game: Game, match: Match, rounds: tuple[Round, ...], result: Result) -> None:
        record = Record(match, rounds, result)
        self._seats = [Transcript(game, record, seat) for seat in range(len(match.players))]

    def settings(self) -> list[str]:
        """The lines that each seat received before the first round."""
        return [seat.settings.decode() for seat in self._seats]

    def rounds(self, first: int, states: Iterator[State]) -> list[list[dict[str, Any] | None]]:
        """Requests and answers by round and seat; `states` begins with that of round `first`."""
        return [
            [_exchange(seat.request(number, state)) for seat in self._seats]
            for number, state in enumerate(states, first)
        ]


def _exchange(request: RecordedRequest | None) -> dict[str, Any] | None:
    if request is None:
        return None
    answer = request.answer
    fields = {
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
    return {name: value for name, value in fields.items() if value not in (None, "", (), [])}
