"""Positions of recorded matches as one seat saw them, and the comparison of two bots in them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gridbots_referee.show.board.board import draw
from gridbots_referee.show.replay.timeline import STRETCH, timeline_of
from gridbots_referee.show.tables.comparison import decision_lines, summary_lines
from gridbots_referee.show.terminal.screen import Screen
from gridbots_referee.show.terminal.text import visible

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from gridbots_referee.show.terminal.style import Style
    from gridbots_referee.transcript.comparison import ComparedPosition
    from gridbots_referee.transcript.transcript import Transcript


def position_lines(
    transcript: Transcript, number: int, style: Style, columns: int | None = None
) -> list[str]:
    """The position before a round, as lines for the terminal."""
    timeline = timeline_of(transcript.game, transcript.record)
    stretch, place = divmod(number, STRETCH)
    frame = timeline.stretch(stretch, transcript.seat, timeline.last)[place]
    names = [player.name for player in transcript.record.match.players]
    return draw(frame, style, names, columns)


def print_comparison(
    names: Sequence[str],
    sources: Sequence[tuple[Path, Transcript]],
    positions: Sequence[ComparedPosition],
    shown: Sequence[ComparedPosition],
) -> None:
    screen = Screen()
    screen.print(list(summary_lines(names, positions)))
    for position in shown:
        path, transcript = sources[position.source]
        place = f"{path}, seat {transcript.seat}, round {position.round} of {position.rounds}"
        board = position_lines(transcript, position.round, screen.style, screen.columns)
        screen.print(["", visible(place), "", *board, "", *decision_lines(position)])
