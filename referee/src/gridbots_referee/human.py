"""human: a person plays any game with the keys of the terminal, or in the browser.

The standard streams of this process carry the protocol, and its session has no terminal. The
referee passes the path of its terminal, or of the pipes with moves from the page, in the
environment.
"""

from __future__ import annotations

import os
import select
import time
from pathlib import Path
from typing import TYPE_CHECKING, Final

from gridbots.errors import PluginError
from gridbots.grid import NO_MOVE
from gridbots.plugins.bot import Bot, BotType
from gridbots.plugins.hookspecs import hookimpl
from gridbots.protocol import wire_names

if TYPE_CHECKING:
    from collections.abc import Sequence

    from gridbots.game import Game, State
    from gridbots.pictures.frames import Frame
    from gridbots.plugins.bot import Briefing, Budget
    from gridbots.settings import Settings

NEIGHBOURS: Final = {"up": "w", "left": "a", "down": "s", "right": "d"}
"""Words of moves that have arrow keys -> the letters in the same positions (WASD)."""
NO_MOVE_KEY: Final = " "
REQUESTS: Final = 0
"""Standard input. It becomes readable while a person thinks only if the referee has moved on."""
TICK_SECONDS: Final = 1.0
"""Interval at which the clock is redrawn."""


def keys_for(words: Sequence[str]) -> dict[str, int]:
    """Key -> move: arrows and WASD; for other words their first unused letter, or a digit."""
    keys: dict[str, int] = {}
    for move, word in enumerate(words):
        if word in NEIGHBOURS:
            keys |= {word: move, NEIGHBOURS[word]: move}
    for move, word in enumerate(words):
        if word not in NEIGHBOURS:
            free = (letter for letter in f"{word}123456789" if letter not in keys)
            keys[next(free)] = move
    return keys


def hint(words: Sequence[str]) -> str:
    """A line that explains the keys."""
    keys = keys_for(words)
    hints = ["arrows or WASD"] if NEIGHBOURS.keys() & set(words) else []
    hints += [f"{key} {words[move]}" for key, move in keys.items() if words[move] not in NEIGHBOURS]
    return ", ".join([*hints, "space no move", "Ctrl-C ends the match"])


class Terminal:
    """The terminal of the referee: a screen that is redrawn in place, and keys.

    Raises:
        PluginError: it is not a terminal, or cannot be opened.
    """

    def __init__(self, path: str) -> None:
        from contextlib import ExitStack

        from gridbots_referee.show.terminal.keyboard import single_keys
        from gridbots_referee.show.terminal.screen import Screen

        try:
            self._descriptor = os.open(path, os.O_RDWR | os.O_NOCTTY)
        except OSError as error:
            raise PluginError(f"the terminal {path} cannot be opened: {error.strerror}") from None
        if not os.isatty(self._descriptor):
            raise PluginError(f"{path} is not a terminal")
        self._stack = ExitStack()
        stream = self._stack.enter_context(open(self._descriptor, "w"))  # noqa: PTH123, SIM115
        self._screen = Screen(stream)
        self._keyboard = self._stack.enter_context(single_keys(self._descriptor))
        self._drawn = 0

    def close(self) -> None:
        if self._drawn:
            self._screen.write("\n")
        self._stack.close()

    def draw(self, frame: Frame, names: Sequence[str], footer: Sequence[str]) -> None:
        """Draw a frame with lines below it, in place of the previous one."""
        from gridbots_referee.show.board.board import draw
        from gridbots_referee.show.terminal.screen import fitting, up

        screen = self._screen
        rows = screen.rows - len(footer)
        board = draw(frame, screen.style, names, screen.columns, rows)
        lines = fitting(board, screen, [line[: screen.columns] for line in footer])
        if screen.in_place:
            screen.redraw(up(min(self._drawn, screen.rows - 1)), lines)
        else:
            screen.print(lines)
        self._drawn = len(lines) - 1

    def forget_keys(self) -> None:
        """Drop keys that were pressed before the board was drawn."""
        import termios

        termios.tcflush(self._descriptor, termios.TCIFLUSH)

    def keys(self, seconds: float) -> list[str] | None:
        """Keys pressed within this time; None if the referee no longer waits for a move."""
        ready, _, _ = select.select([self._descriptor, REQUESTS], [], [], seconds)
        if REQUESTS in ready:
            return None
        return self._keyboard.read(0) if ready else []


class HumanBot(Bot):
    def __init__(self, game: Game, terminal: Terminal) -> None:
        self._game = game
        self._terminal = terminal
        self._keys = {**keys_for(game.moves), NO_MOVE_KEY: NO_MOVE}
        self._frame: Frame | None = None

    def open(self, briefing: Briefing) -> None:
        self._seat = briefing.seat
        self._names = wire_names(briefing.seats)
        self._names[self._seat] = "you"

    def choose(self, observation: State, budget: Budget) -> int:
        """The move that the person chooses; keys of illegal moves are refused."""
        self._frame = self._game.frame(observation, self._frame)
        allowed = {*self._game.legal_moves(observation, self._seat), NO_MOVE}
        self._terminal.forget_keys()
        message = ""
        while True:
            self._terminal.draw(self._frame, self._names, self._footer(budget, message))
            pressed = self._terminal.keys(TICK_SECONDS)
            if pressed is None:
                return NO_MOVE
            for key in pressed:
                move = self._keys.get(key.lower())
                if move in allowed:
                    return move
                message = "" if move is None else f"{self._game.moves[move]} is not legal here"

    def _footer(self, budget: Budget, message: str) -> list[str]:
        left = max(0, int(budget.bank_ms / 1000 - (time.monotonic() - budget.asked)))
        return [
            f"Your move. {left // 60}:{left % 60:02} left. {message}".rstrip(),
            hint(self._game.moves),
        ]

    def close(self) -> None:
        self._terminal.close()


class BrowserBot(Bot):
    """Plays the moves that a person chooses on the page, which also draws the board."""

    def __init__(self, game: Game, folder: Path) -> None:
        self._game = game
        self._folder = folder
        self._pipe = -1
        self._rest = b""
        self._asked = -1
        """Number of requests before this one."""

    def open(self, briefing: Briefing) -> None:
        path = self._folder / str(briefing.seat)
        try:
            self._pipe = os.open(path, os.O_RDWR | os.O_NONBLOCK)
        except OSError as error:
            raise PluginError(
                f"the pipe for moves, {path}, cannot be opened: {error.strerror}"
            ) from None

    def choose(self, observation: State, budget: Budget) -> int:  # noqa: ARG002  the page shows the board
        """The first word for this request: a move, or no move."""
        self._asked += 1
        while True:
            ready, _, _ = select.select([self._pipe, REQUESTS], [], [])
            if REQUESTS in ready:
                return NO_MOVE
            for line in self._lines():
                number, _, word = line.partition(" ")
                if number == str(self._asked):
                    moves = self._game.moves
                    return moves.index(word) if word in moves else NO_MOVE

    def _lines(self) -> list[str]:
        *lines, self._rest = (self._rest + os.read(self._pipe, 4096)).split(b"\n")
        return [line.decode(errors="replace") for line in lines]

    def close(self) -> None:
        if self._pipe >= 0:
            os.close(self._pipe)


def make(game: Game, options: Settings) -> Bot:  # noqa: ARG001  there are no options
    from gridbots_referee.play.human_input import PIPES_VARIABLE, TERMINAL_VARIABLE

    if folder := os.environ.get(PIPES_VARIABLE):
        return BrowserBot(game, Path(folder))
    return HumanBot(game, Terminal(os.environ.get(TERMINAL_VARIABLE) or os.ctermid()))


@hookimpl
def gridbots_bot() -> BotType:
    return BotType(
        summary="a person plays with the keys of the terminal, or in the browser", make=make
    )
