"""Replay in the terminal: a record stepped through with keys, or printed.

The command line calls `replay(record, game)`; with `--round N` it adds `[N]`, and with `--all`
`range(len(record.rounds) + 1)`. Round n shows the board that the bots received in round n, and
below it their answers; the last picture shows how the match ended.
"""

from __future__ import annotations

import functools
import importlib.util
import sys
import textwrap
import time
from typing import TYPE_CHECKING, Final, Protocol, TextIO

from gridbots_referee.show.board.board import beside, draw, widest_cell
from gridbots_referee.show.board.canvas import board_width
from gridbots_referee.show.board.header import GAP, sample, shown_name
from gridbots_referee.show.board.playback import HELP, Playback
from gridbots_referee.show.replay.highlights import Highlight, at, events, highlights
from gridbots_referee.show.replay.timeline import timeline_of
from gridbots_referee.show.tables.report import milliseconds
from gridbots_referee.show.tables.result_text import causes_in, verdict
from gridbots_referee.show.terminal.screen import HOME, Screen, fitting
from gridbots_referee.show.terminal.style import (
    FAINT,
    GREY,
    WARNING,
    Line,
    Span,
    Style,
    clip,
    paint,
    seat_ink,
)
from gridbots_referee.show.terminal.text import align, visible

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from gridbots.game import Game
    from gridbots.record import Record, Round

IDLE_SECONDS: Final = 0.5
"""How often the size of the terminal is checked."""
BAR_WIDTH: Final = 35


class KeySource(Protocol):
    def read(self, seconds: float) -> list[str]:
        """The keys that were pressed; waits at most `seconds` for the first one."""


def replay(
    record: Record,
    game: Game,
    numbers: Iterable[int] | None = None,
    screen: Screen | None = None,
    keyboard: TextIO | None = None,
) -> None:
    """Step through a match in the terminal, or print the rounds with these numbers.

    If the input or the output is not a terminal, all rounds are printed. `game` is the game that
    the record names (gridbots.plugins.load_game).

    Raises:
        RecordError: a round does not exist, or the moves are not moves of this game.
    """
    view = RecordView(record, game)
    screen, keyboard = screen or Screen(), keyboard or sys.stdin
    if numbers is None and _interactive(screen, keyboard):
        _take_over(view, screen, keyboard)
    else:
        print_rounds(view, screen, numbers or range(view.timeline.last + 1))


def _interactive(screen: Screen, keyboard: TextIO) -> bool:
    has_keys = importlib.util.find_spec("termios") is not None
    return has_keys and screen.in_place and keyboard.isatty()


def _take_over(view: RecordView, screen: Screen, keyboard: TextIO) -> None:
    from gridbots_referee.show.terminal.keyboard import taken_over

    try:
        with taken_over(keyboard, screen) as keys:
            step_through(view, screen, keys)
    except KeyboardInterrupt:
        return


def print_rounds(view: RecordView, screen: Screen, numbers: Iterable[int]) -> None:
    for number in numbers:
        screen.print([*view.lines(number, screen.style, screen.columns), ""])


def step_through(
    view: RecordView, screen: Screen, keys: KeySource, clock: Callable[[], float] = time.monotonic
) -> Playback:
    """Show the rounds that the user selects by keys; return the state at the end."""
    position = Playback(view.timeline.last)
    due = clock()
    while not position.has_quit:
        screen.redraw(HOME, _screenful(view, position, screen))
        wait = max(due - clock(), 0) if position.playing else IDLE_SECONDS
        for key in keys.read(wait):
            position = position.press(key, view.events)
        if not position.playing:
            due = clock()
        elif clock() >= due:
            position, due = position.tick(), clock() + 1 / position.speed
    return position


def _screenful(view: RecordView, position: Playback, screen: Screen) -> list[str]:
    style, columns = screen.style, screen.columns
    if position.helping:
        lines = align([("key", "action"), *HELP])
        return fitting([line[:columns] for line in lines], screen, ["", "? hides this help"])
    footer = ["", *_painted([_bar(position, style), _status(position)], style, columns)]
    lines = view.lines(position.frame, style, columns, screen.rows - len(footer))
    return fitting(lines, screen, footer)


def _painted(lines: Iterable[Line], style: Style, columns: int | None) -> list[str]:
    return [paint(line if columns is None else clip(line, columns), style) for line in lines]


def _bar(position: Playback, style: Style) -> Line:
    """The position within the match as a bar."""
    past, here, coming = "━●─" if style.unicode else "=o-"
    filled = (BAR_WIDTH - 1) * position.frame // max(position.last, 1)
    return [
        Span(past * filled + here),
        Span(coming * (BAR_WIDTH - 1 - filled), FAINT),
        Span(f"  {position.frame} of {position.last}"),
    ]


def _status(position: Playback) -> Line:
    if position.typed:
        return [Span(f"go to round {position.typed}_   Enter")]
    state = "playing" if position.playing else "paused"
    rate = f"{position.speed} {'round' if position.speed == 1 else 'rounds'}/s"
    return [Span(f"{state}, {rate}   "), Span("? help   q quit", GREY)]


class RecordView:
    """A record as text: per round the board, the answers of the players, and the events."""

    def __init__(self, record: Record, game: Game) -> None:
        self.timeline = timeline_of(game, record)
        self._record = record
        self._names = [player.name for player in record.match.players]
        self._find_events = functools.cache(lambda: events(record, self.timeline))

    def events(self) -> list[int]:
        """Numbers of the frames with events; the first call replays the whole match."""
        return self._find_events()

    def lines(
        self, number: int, style: Style, columns: int | None = None, rows: int | None = None
    ) -> list[str]:
        """A round as lines for the terminal, in at most `rows` lines if possible.

        The answers of the players are below the board, or beside it if the terminal is too low.
        """
        frame, below = self.timeline.frame(number), self._below(number, style, columns)
        lines = [
            *draw(frame, style, self._names, columns),
            "",
            *_painted(below, style, columns),
        ]
        if rows is None or len(lines) <= rows:
            return lines
        if columns is not None:
            left = columns - board_width(frame, widest_cell(frame)) - len(GAP.text)
            panel = self._below(number, style, left, named=False)
            if whole := beside(frame, style, self._names, panel, (columns, rows)):
                return [paint(line, style) for line in whole]
        board = draw(frame, style, self._names, columns, rows - len(below) - 1)
        return [*board, "", *_painted(below, style, columns)]

    def _below(
        self, number: int, style: Style, columns: int | None, *, named: bool = True
    ) -> list[Line]:
        """The answers of the players, or the verdict at the end; then the events."""
        at_end = number == self.timeline.last
        below = self._end(style, columns) if at_end else self._moves(number, style, named=named)
        found = highlights(self._record, self.timeline, number)
        return below + [self._happening(happening, style) for happening in found]

    def _end(self, style: Style, columns: int | None) -> list[Line]:
        text = verdict(self._record.result, causes_in(self._record), unicode=style.unicode)
        return [
            [Span(line)] for line in textwrap.wrap(text, 80 if columns is None else max(columns, 1))
        ]

    def _moves(self, number: int, style: Style, *, named: bool) -> list[Line]:
        """A table of the answers; without names it is narrow."""
        each, living = self._record.rounds[number], self.timeline.frame(number).living
        rows = [
            (
                shown_name(self._names, seat, style) * named,
                *_answer(each, seat, living=living[seat]),
            )
            for seat in range(len(each.moves))
        ]
        header, *lines = align([("", "move", "wall ms", "CPU ms", "bank ms"), *rows], right="llrrr")
        return [
            [Span(f"     {header}", GREY)],
            *(
                [*sample(style, seat, living=living[seat]), Span(f" {line}", seat_ink(seat))]
                for seat, line in enumerate(lines)
            ),
        ]

    def _happening(self, happening: Highlight, style: Style) -> Line:
        name = shown_name(self._names, happening.seat, style)
        text = visible(happening.text, unicode=style.unicode)
        return [Span("! ", WARNING), Span(f"{name}: {text}")]


def _answer(each: Round, seat: int, *, living: bool) -> tuple[str, str, str, str]:
    """The move of a seat in a round, and its times."""
    wall, cpu, bank = at(each.wall_us, seat), at(each.cpu_us, seat), at(each.bank_ms, seat)
    # A seat without a time was not asked for a move.
    missing = "out" if not living else "-" if wall is None else "no move"
    move = each.moves[seat] or missing
    return (visible(move), _times(wall), _times(cpu), "-" if bank is None else f"{bank}")


def _times(microseconds: int | None) -> str:
    return "-" if microseconds is None else milliseconds(microseconds / 1000)
