"""Position of a recorded match as one seat saw it, drawn."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gridbots_referee.show.board.board import draw
from gridbots_referee.show.viewer.replay.timeline import STRETCH, timeline_of

if TYPE_CHECKING:
    from gridbots_referee.show.terminal.style import Style
    from gridbots_referee.transcript.transcript import Transcript


def position_lines(
    transcript: Transcript, number: int, style: Style, columns: int | None = None
) -> list[str]:
    """The position before a round."""
    timeline = timeline_of(transcript.game, transcript.record)
    stretch, place = divmod(number, STRETCH)
    frame = timeline.stretch(stretch, transcript.seat, timeline.last)[place]
    names = [player.name for player in transcript.record.match.players]
    return draw(frame, style, names, columns)
