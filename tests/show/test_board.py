"""Boards in the terminal."""

from __future__ import annotations

import functools
import io
import re
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.show.show_records import random_record

from gridbots.command_line.columns import display_width
from gridbots.games.light_riders import GAME
from gridbots.grid import DOWN, LEFT, RIGHT, UP
from gridbots.pictures.frames import Frame, Mark
from gridbots.record.replay import frames, move_numbers, opening_of
from gridbots_referee.show.board.board import draw
from gridbots_referee.show.terminal.style import SEATS, Style, style_for
from gridbots_referee.show.terminal.text import align, cut, shorten, visible

if TYPE_CHECKING:
    from collections.abc import Sequence

COLOUR = Style()
MONOCHROME = Style(colour=False)
PLAIN = Style(colour=False, unicode=False)
STYLES = pytest.mark.parametrize("style", [COLOUR, MONOCHROME, PLAIN])


def small(*marks: Mark, rows: int = 4, columns: int = 5, seats: int = 2) -> Frame:
    return Frame(7, rows, columns, marks, (True,) * seats, (7.0,) * seats)


def text(lines: Sequence[str]) -> str:
    return "\n".join(line.rstrip() for line in lines)


def stripped(line: str) -> str:
    return re.sub(r"\x1b\[[0-9;]*m", "", line)


RIDE = small(
    Mark(3, 0, "trail", 0, RIGHT),
    Mark(3, 1, "trail", 0, UP),
    Mark(2, 1, "trail", 0, UP),
    Mark(1, 1, "trail", 0, LEFT),
    Mark(1, 0, "head", 0, LEFT),
    Mark(0, 4, "trail", 1, LEFT),
    Mark(0, 3, "trail", 1, DOWN),
    Mark(1, 3, "head", 1, DOWN),
)


def test_trails_follow_their_headings() -> None:
    assert (
        text(draw(RIDE, MONOCHROME, ["ada", "bob"]))
        == """\
Round 7      ━━▶0 ada        7   ══▶1 bob        7
╭───────────╮
│ · · · ╔══ │
│ ◀0┓ · ▼1· │
│ · ┃ · · · │
│ ╺━┛ · · · │
╰───────────╯"""
    )


def test_ascii_shows_the_same() -> None:
    assert (
        text(draw(RIDE, PLAIN, ["ada", "bob"]))
        == """\
Round 7      -->0 ada        7   ==>1 bob        7
+-----------+
| . . . H== |
| <0+ . v1. |
| . | . . . |
| --+ . . . |
+-----------+"""
    )


def test_a_narrow_terminal_has_one_column_per_cell() -> None:
    assert (
        text(draw(RIDE, MONOCHROME, ["ada", "bob"], columns=12))
        == """\
Round 7
━━▶0 …
══▶1 …
╭─────╮
│···╔═│
│◀┓·▼·│
│·┃···│
│╺┛···│
╰─────╯"""
    )


def test_a_too_narrow_terminal_reports_the_missing_columns() -> None:
    wide = small(rows=2, columns=64)
    lines = draw(wide, MONOCHROME, ["ada", "bob"], columns=60)
    assert text(lines[1:]) == (
        "The terminal is too narrow by 6: the board needs 66 columns,\nand it has 60."
    )


def test_a_crash_into_the_edge_is_drawn_on_the_frame() -> None:
    crash = small(Mark(1, 0, "trail", 0, LEFT), Mark(1, -1, "crash", 0, LEFT), rows=3, columns=3)
    assert text(draw(crash, COLOUR)[1:]).count("✖") == 1
    assert [stripped(line).rstrip() for line in draw(crash, MONOCHROME)[1:]] == [
        "╭───────╮",
        "│ · · · │",
        "✖0╸ · · │",
        "│ · · · │",
        "╰───────╯",
    ]


def test_two_seats_that_crash_in_one_cell_share_it() -> None:
    meeting = small(Mark(0, 1, "crash", 0, RIGHT), Mark(0, 1, "crash", 1, LEFT), rows=1, columns=3)
    assert "│ · ✖✖· │" in text(draw(meeting, MONOCHROME))


def test_blocks_items_areas_and_bodies() -> None:
    everything = small(
        Mark(0, 0, "block"),
        Mark(0, 2, "item"),
        Mark(0, 3, "item", value=5),
        Mark(1, 0, "area", 0),
        Mark(1, 1, "area", 1),
        Mark(3, 3, "head", 1, RIGHT),
        Mark(3, 1, "body", 1, value=2),
        Mark(3, 2, "body", 1, value=1),
        Mark(2, 1, "body", 1, value=3),
    )
    assert (
        text(draw(everything, MONOCHROME)[1:])
        == """\
╭───────────╮
│ ██· ◆ ◆5· │
│ ░░▒▒· · · │
│ · ║ · · · │
│ · ╚═══▶1· │
╰───────────╯"""
    )


def test_an_eliminated_seat_is_marked_and_dimmed() -> None:
    frame = Frame(41, 1, 3, (Mark(0, 0, "trail", 1, RIGHT),), (True, False), (41, 39))
    header = draw(frame, COLOUR, ["ada", "bob"])[0]
    assert stripped(header) == "Round 41     ━━▶0 ada       41   ══✖1 bob out   39"
    assert "\x1b[38;5;136m══" in header
    assert "\x1b[38;5;136m══" in draw(frame, COLOUR)[2]


@STYLES
def test_sixteen_seats_differ_in_colour_and_number(style: Style) -> None:
    heads = [Mark(row, 0, "head", row, UP) for row in range(16)]
    rows = draw(small(*heads, rows=16, columns=1, seats=16), style)[-17:-1]
    assert len(set(rows)) == 16
    assert [stripped(row).split()[1][1] for row in rows] == list("0123456789ABCDEF")
    assert len({colours.bright for colours in SEATS}) == 16


def test_an_area_stays_visible_behind_a_trail() -> None:
    frame = small(Mark(0, 0, "area", 0), Mark(0, 0, "trail", 1, RIGHT))
    assert "\x1b[38;5;214;48;5;24m══" in "".join(draw(frame, COLOUR))


def test_without_names_players_are_called_by_their_seats() -> None:
    assert "seat 1" in draw(small(), PLAIN)[0]


def test_escape_sequences_in_names_are_spelled_out() -> None:
    lines = draw(small(), MONOCHROME, ["\x1b[2J\x07evil", "r\u202eenod"])
    assert "\\x1b[2J\\x07evil" in lines[1]
    assert "r\\u202eenod" in text(lines)
    assert all(line.isprintable() for line in lines)


def test_long_names_keep_both_ends() -> None:
    names = ["python3 -S bots/one/first.py", "python3 -S bots/one/second.py"]
    assert "python3…ts/one/second.py " in text(draw(small(), MONOCHROME, names))
    assert "pytho...ts/one/second.py " in text(draw(small(), PLAIN, names))


@functools.cache
def last_frame(seed: int, seats: int) -> Frame:
    record = random_record(seed, seats)
    rounds = [move_numbers(GAME, each.moves) for each in record.rounds]
    *_, last = frames(GAME, opening_of(GAME, record), rounds)
    return last


@STYLES
@given(
    seed=st.integers(0, 5),
    seats=st.sampled_from([2, 4]),
    columns=st.none() | st.integers(1, 120),
    names=st.lists(st.text(), max_size=4),
)
def test_all_lines_are_equally_wide_and_fit(
    style: Style, seed: int, seats: int, columns: int | None, names: list[str]
) -> None:
    lines = [stripped(line) for line in draw(last_frame(seed, seats), style, names, columns)]
    assert len({display_width(line) for line in lines}) == 1
    assert columns is None or display_width(lines[0]) <= columns
    assert all(line.isprintable() for line in lines)
    assert style.unicode or all(line.isascii() for line in lines)


@STYLES
def test_four_seats_are_drawn_in_four_ways(style: Style) -> None:
    marks = [Mark(row, 0, "trail", row, RIGHT) for row in range(4)]
    rows = draw(small(*marks, rows=4, columns=2, seats=4), style)[-5:-1]
    assert len(set(rows)) == 4


def stream(encoding: str, *, terminal: bool = True) -> io.TextIOWrapper:
    wrapper = io.TextIOWrapper(io.BytesIO(), encoding=encoding)
    wrapper.isatty = lambda: terminal  # type: ignore[method-assign]
    return wrapper


@pytest.mark.parametrize(
    ("encoding", "terminal", "environment", "expected"),
    [
        ("utf-8", True, {}, COLOUR),
        ("utf-8", True, {"NO_COLOR": "1"}, MONOCHROME),
        ("utf-8", True, {"NO_COLOR": ""}, COLOUR),
        ("utf-8", False, {}, MONOCHROME),
        ("ascii", True, {}, Style(colour=True, unicode=False)),
        ("latin-1", False, {}, PLAIN),
        ("utf-8", True, {"TERM": "dumb"}, PLAIN),
    ],
)
def test_the_style_is_what_the_stream_can_show(
    encoding: str, *, terminal: bool, environment: dict[str, str], expected: Style
) -> None:
    assert style_for(stream(encoding, terminal=terminal), environment) == expected


@given(st.text())
def test_visible_text_is_harmless(wild: str) -> None:
    assert visible(wild).isprintable()
    assert visible(wild, unicode=False).isascii()


@given(st.text(), st.integers(0, 30), st.booleans())
def test_cut_text_fits(wild: str, width: int, unicode: bool) -> None:  # noqa: FBT001
    assert display_width(cut(visible(wild), width, unicode=unicode)) <= width
    assert display_width(shorten(visible(wild), width + 1, unicode=unicode)) <= width + 1


def test_tables_line_up_with_wide_letters() -> None:
    rows = [("name", "n"), ("日本", "12"), ("a", "3")]
    assert align(rows, right=" r") == ["name   n", "日本  12", "a      3"]


def test_drawing_does_not_import_rich() -> None:
    code = "import sys, gridbots_referee.show.board.board; sys.exit('rich' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


CHESS = Frame(
    3, 3, 4,
    (
        Mark(0, 0, "piece", 0, text="K"),
        Mark(1, 1, "piece", 1, value=3),
        Mark(2, 0, "text", text="2048"),
        Mark(2, 3, "text", 1, text="harbour"),
        Mark(0, 2, "move", 0),
    ),
    (True, True), (1, 2),
    ("Black moves.", "There are seven stones left in the bag, and five in the middle of it."),
    {"health": (90, 80.5), "hand": ("3 3 5", None)},
)  # fmt: skip


def test_pieces_words_measures_and_captions_are_shown() -> None:
    shown = text(draw(CHESS, MONOCHROME, ["ada", "bob"]))
    assert (
        shown
        == """\
Round 3
━━▶0 ada        1   health 90     hand 3 3 5
══▶1 bob        2   health 80.5   hand -
╭─────────────────────────────╮
│ K0     ·      ·     <·      │
│ ·      ●1x3   ·      ·      │
│ 2048   ·      ·      harbo… │
╰─────────────────────────────╯
Black moves.
There are seven stones left in the bag, and five in the
middle of it."""
    )
    assert all(len(line) <= 30 for line in draw(CHESS, MONOCHROME, ["ada", "bob"], columns=30))
    assert any("\x1b[4;" in line or ";4m" in line for line in draw(CHESS, COLOUR))


def test_a_game_without_a_board_shows_its_text() -> None:
    dice = Frame(4, 0, 0, (), (True, True), (0, 1), ("Bid: 3 fives",), {"dice": ("1 2", None)})
    for rows in (None, 2):
        shown = text(draw(dice, PLAIN, ["ada", "bob"], rows=rows)).splitlines()
        assert shown == [
            "Round 4",
            "-->0 ada        0   dice 1 2",
            "==>1 bob        1   dice -",
            "Bid: 3 fives",
        ]


def test_measures_and_captions_lose_nothing_in_a_narrow_terminal() -> None:
    measures = {"dice": ("1 2 3 4 5", "6 6"), "last move": ("3x5", "doubt")}
    dice = Frame(4, 0, 0, (), (True, True), (0, 1), ("賭けは五が三つです",), measures)
    for columns in (40, 20, 12):
        lines = list(map(stripped, draw(dice, COLOUR, ["ada", "bob"], columns=columns)))
        assert max(map(display_width, lines)) <= columns
        words = "".join("".join(lines).split())
        assert all(word in words for word in ("12345", "66", "doubt", "賭けは五が三つです"))


@STYLES
def test_texts_of_a_game_cannot_control_the_terminal(style: Style) -> None:
    bad = "\x1b[2J\r\n"
    mark = Mark(0, 0, "text", text=bad)
    frame = Frame(4, 1, 1, (mark,), (True,), (0,), (bad,), {bad: (bad,)})
    lines = [stripped(line) for line in draw(frame, style)]
    assert all(line.isprintable() for line in lines)
    assert any("\\x1b[2J" in line for line in lines)
