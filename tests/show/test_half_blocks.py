"""Boards taller than the terminal: two rows per line."""

from __future__ import annotations

import re

import pytest

from gridbots.command_line.columns import display_width
from gridbots.grid import UP
from gridbots.pictures.frames import Frame, Kind, Mark
from gridbots_referee.show.board.board import draw, half_block_lines
from gridbots_referee.show.terminal.style import SEATS, Span, Style

COLOUR = Style()


def board(*marks: Mark, rows: int = 4, columns: int = 3) -> Frame:
    return Frame(7, rows, columns, marks, (True, False), (1.0, 2.0))


def stripped(line: str) -> str:
    return re.sub(r"\x1b\[[0-9;]*m", "", line).rstrip()


def test_each_letter_shows_two_cells() -> None:
    frame = board(
        Mark(0, 0, "head", 0, UP), Mark(1, 0, "trail", 0, UP), Mark(1, 2, "area", 1), rows=2
    )
    _, line, _ = half_block_lines(frame)
    first, second = SEATS[0], SEATS[1]
    assert line[1:-1] == [
        Span("▀", f"38;5;{first.bright}", f"48;5;{first.dull}"),
        Span("▀", "38;5;234", "48;5;234"),
        Span("▀", "38;5;234", f"48;5;{second.ground}"),
    ]


def test_under_the_last_row_of_an_odd_board_is_nothing() -> None:
    lines = half_block_lines(board(rows=3))
    assert len(lines) == 4
    assert {span.ground for span in lines[2][1:-1]} == {""}


@pytest.mark.parametrize("kind", ["block", "item", "crash", "fog"])
def test_every_kind_of_mark_has_its_own_colour(kind: Kind) -> None:
    lines = half_block_lines(board(Mark(0, 0, kind, 0)))
    assert lines[1][1].ink not in {"38;5;234", f"38;5;{SEATS[0].dull}"}


@pytest.mark.parametrize(("rows", "lines"), [(None, 23), (23, 23), (22, 13)])
def test_a_board_is_halved_only_where_it_does_not_fit(rows: int | None, lines: int) -> None:
    shown = draw(board(rows=20, columns=20), COLOUR, ["ada", "bob"], 80, rows)
    assert len(shown) == lines
    assert {display_width(stripped(line)) for line in shown[1:]} == ({22} if lines == 13 else {43})


@pytest.mark.parametrize(
    ("style", "columns"),
    [(Style(colour=False), 80), (Style(unicode=False), 80), (COLOUR, 20)],
    ids=["no colours", "ASCII", "too narrow"],
)
def test_without_half_blocks_the_board_stays_unchanged(style: Style, columns: int) -> None:
    frame = board(rows=20, columns=20)
    assert draw(frame, style, [], columns, 10) == draw(frame, style, [], columns)
