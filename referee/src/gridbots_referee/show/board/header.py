"""Header above a board: the round, and each player with its score.

It is also the key to the drawing: a piece of its line stands beside each name. Measures follow the
scores.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from gridbots.command_line.columns import display_width
from gridbots.grid import RIGHT
from gridbots.pictures.frames import value_text
from gridbots_referee.show.board.glyphs import ACROSS, glyphs_for, with_number
from gridbots_referee.show.terminal.style import (
    BOLD,
    Line,
    Span,
    Style,
    badge,
    line_width,
    seat_ink,
)
from gridbots_referee.show.terminal.text import align, pad, shorten, visible, wrap

if TYPE_CHECKING:
    from collections.abc import Sequence

    from gridbots.pictures.frames import Frame

NAME_WIDTH: Final = 24
HEADER_WIDTH: Final = 56
"""A header above a narrower board may use this width before it takes another line."""
BESIDE_NAME: Final = 14
"""Columns of a player in the header in addition to its name."""
GAP: Final = Span("   ")


def header_lines(frame: Frame, style: Style, names: Sequence[str], columns: int) -> list[Line]:
    """The round and the players, in one line if they fit, else in aligned rows."""
    longest = min(NAME_WIDTH, max(columns - BESIDE_NAME, 1))
    shown = [shown_name(names, seat, style, longest) for seat in range(len(frame.living))]
    width = max(map(display_width, shown), default=0)
    players = [_player(frame, style, seat, pad(name, width)) for seat, name in enumerate(shown)]
    now = [Span(f"Round {frame.round:<4}", BOLD)]
    if frame.measures:
        measures = measure_texts(frame, unicode=style.unicode)
        rows = [[*player, GAP, Span(text)] for player, text in zip(players, measures, strict=True)]
        if max(map(line_width, rows)) <= columns:
            return [now, *rows]
        lines = [now]
        for player, text in zip(players, measures, strict=True):
            lines += [player, *([Span(f"  {part}")] for part in wrap(text, columns - 2))]
        return lines
    together = [now, *players]
    if sum(map(line_width, together)) + len(players) * len(GAP.text) <= columns:
        return [_joined(together)]
    across = max((columns + len(GAP.text)) // (line_width(players[0]) + len(GAP.text)), 1)
    return [now, *(_joined(players[at : at + across]) for at in range(0, len(players), across))]


def measure_texts(frame: Frame, *, unicode: bool) -> list[str]:
    """The measures of each seat in a line, aligned below each other."""
    columns = {
        visible(name, unicode=unicode): [
            visible(value_text(value), unicode=unicode) for value in values
        ]
        for name, values in frame.measures.items()
    }
    return align(
        [
            [f"{name} {values[seat]}" for name, values in columns.items()]
            for seat in range(len(frame.living))
        ],
        gap="   ",
    )


def _joined(pieces: Sequence[Line]) -> Line:
    first, *others = pieces
    return [*first, *(span for piece in others for span in (GAP, *piece))]


def _player(frame: Frame, style: Style, seat: int, name: str) -> Line:
    living = frame.living[seat]
    ink = seat_ink(seat, living=living)
    return [
        *sample(style, seat, living=living),
        Span(f" {name}", f"{BOLD};{ink}" if living else ink),
        Span(f" {'' if living else 'out':3}{frame.scores[seat]:5g}", ink),
    ]


def shown_name(names: Sequence[str], seat: int, style: Style, longest: int = NAME_WIDTH) -> str:
    name = names[seat] if seat < len(names) else f"seat {seat}"
    return shorten(visible(name, unicode=style.unicode), longest, unicode=style.unicode)


def sample(style: Style, seat: int, *, living: bool = True) -> Line:
    """A piece of a seat's line with its head or its crash: the key to the drawing."""
    glyphs = glyphs_for(style)
    line = Span(glyphs.line(seat, ACROSS) * 2, seat_ink(seat, living=living))
    if living:
        return [line, Span(glyphs.head(seat, RIGHT), *badge(seat))]
    return [line, Span(with_number(glyphs.crash, seat), *badge(seat))]
