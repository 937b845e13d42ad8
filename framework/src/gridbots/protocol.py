"""Protocol: the lines common to all games, as pure functions without input, output or clock.

`protocol.md` is the contract. The referee formats greetings and requests and parses replies; a bot
parses lines with `Inbox` and formats replies.
"""

from __future__ import annotations

import functools
import re
import struct
from typing import TYPE_CHECKING, Any, Final, NamedTuple, TypeVar

import msgspec

from gridbots.errors import ProtocolError, SettingsError, UnknownNameError
from gridbots.grid import DIRECTIONS, NO_MOVE, column_of, index_of, row_of
from gridbots.settings import Settings, make_settings

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from gridbots.game import AnyState, Game
    from gridbots.limits import ClockKind

SettingsKind = TypeVar("SettingsKind", bound=Settings)


def greeting(
    names: Sequence[str], seat: int, timebank_ms: int, time_per_move_ms: int
) -> list[bytes]:
    """The first settings lines for a seat; those of the game follow."""
    values = {
        "player_names": ",".join(names),
        "your_bot": names[seat],
        "timebank": timebank_ms,
        "time_per_move": time_per_move_ms,
        "your_botid": seat,
    }
    return lines_of_settings(values)


def lines_of_settings(values: Mapping[str, object]) -> list[bytes]:
    """Format settings lines, one for each name and value."""
    return [f"settings {name} {value}".encode() for name, value in values.items()]


def read_settings(kind: type[SettingsKind], values: Mapping[str, object]) -> SettingsKind:
    """The settings of a game from the values of settings lines.

    Raises:
        ProtocolError: a name is unknown, or a value is wrong.
    """
    try:
        return make_settings(kind, values)
    except SettingsError as error:
        raise ProtocolError(str(error)) from None


class TimeControl(NamedTuple):
    """Time control, as sent to a seat."""

    timebank_ms: int
    time_per_move_ms: int
    clock: ClockKind = "wall"


def settings_text(game: Game, settings: Any, seat: int, seats: int, time: TimeControl) -> bytes:
    """All settings lines for a seat. Without a line `clock`, wall time is charged."""
    lines = greeting(wire_names(seats), seat, time.timebank_ms, time.time_per_move_ms)
    if time.clock != "wall":
        lines.append(f"settings clock {time.clock}".encode())
    lines += game.wire.settings_lines(settings)
    return b"".join(line + b"\n" for line in lines)


def wire_names(seats: int) -> list[str]:
    """The names of the players as bots see them, independent of which bots play."""
    return [f"player{seat}" for seat in range(seats)]


ASK_END: Final = b"ask end\n"
"""A bot writes this line to stderr to ask for the end of the match."""
FAULT: Final = b"bridge fault "
"""Begins a line on stderr in which a bridge reports a fault that costs its program only a move."""
END_LINE: Final = b"end\n"
"""The referee sends this line after the last update lines; alone if a reused bot has not asked."""
READY_LINE: Final = b"ready\n"
"""The answer of a reused bot: it is ready for the next match."""


def seed_line(seed: int) -> bytes:
    """Sent before another match of a reused bot: its random seed, 0 for none."""
    return b"seed %d\n" % seed


def read_seed(line: str) -> int:
    """Parse a `seed_line`.

    Raises:
        ProtocolError: the line is something else.
    """
    word, _, seed = line.strip().partition(" ")
    if word != "seed" or not (seed.isascii() and seed.isdecimal()):
        raise ProtocolError(f"expected the line `seed N` before another match, got {line!r}")
    return int(seed)


def action_line(bank_ms: int) -> bytes:
    return b"action move %d\n" % bank_ms


def reply_words(game: Game) -> dict[bytes, int]:
    """Vocabulary of replies: lower-case word -> move."""
    words = {word.encode(): move for move, word in enumerate(game.moves)}
    return words | {word.encode(): NO_MOVE for word in game.passes}


def read_reply(line: bytes, words: Mapping[bytes, int]) -> int | None:
    """Parse a reply: its move, NO_MOVE for a pass, or None if the line is malformed.

    Case and trailing white space are ignored; leading white space is an error.
    """
    return words.get(line.rstrip().lower())


def reply_line(game: Game, move: int) -> bytes:
    """Format a reply: the line that names a move.

    Raises:
        UnknownNameError: the game has no such move.
    """
    if not NO_MOVE <= move < len(game.moves):
        raise UnknownNameError(f"expected a move from -1 to {len(game.moves) - 1}, got {move}")
    return (game.passes[0] if move == NO_MOVE else game.moves[move]).encode() + b"\n"


def read_count(values: Mapping[str, str], name: str, default: int) -> int:
    """Parse an integer among named values.

    Raises:
        ProtocolError: the value is not a non-negative integer, or too large for a record.
    """
    text = values.get(name)
    return default if text is None else _count(name, text)


def read_counts(values: Mapping[str, str], name: str, count: int) -> list[int]:
    """Parse a list of integers with commas between among named values.

    Raises:
        ProtocolError: their number is not `count`, or one of them is no count.
    """
    return [_count(name, part) for part in read_list(values, name, count)]


def read_list(values: Mapping[str, str], name: str, count: int) -> list[str]:
    """Split a list with commas between among named values.

    Raises:
        ProtocolError: the number of its members is not `count`.
    """
    parts = values.get(name, "").split(",")
    if len(parts) != count:
        raise ProtocolError(f"expected {count} values for {name}, got {values.get(name)!r}")
    return parts


def text_of_list(values: Iterable[object]) -> str:
    """Format a list: its members with commas between."""
    return ",".join(map(str, values))


def read_direction(word: str) -> int:
    """Parse the name of a direction.

    Raises:
        ProtocolError: there is no such direction.
    """
    if word not in DIRECTIONS:
        raise ProtocolError(f"expected a heading among {', '.join(DIRECTIONS)}, got {word!r}")
    return DIRECTIONS.index(word)


def _count(name: str, text: str) -> int:
    count = int(text) if _COUNT.fullmatch(text) else _MOST + 1
    if count > _MOST:
        raise ProtocolError(f"expected an integer from 0 to {_MOST} for {name}, got {text!r}")
    return count


_COUNT: Final = re.compile("[0-9]{1,10}")
_MOST: Final = 2**31 - 1


class Request(msgspec.Struct, frozen=True):
    """Move request to a seat, or notice of the end of the match."""

    settings: dict[str, str]
    """Name -> value, from all settings lines so far."""
    updates: dict[str, str]
    """Name -> value, from the `update game` lines since the previous request."""
    bank_ms: int
    is_end: bool = False
    """Whether the match is over: no move is requested."""

    @property
    def seat(self) -> int:
        seat = read_count(self.settings, "your_botid", 0)
        if seat >= self.seats:
            raise ProtocolError(f"expected a your_botid below {self.seats}, got {seat}")
        return seat

    @property
    def seats(self) -> int:
        return len(self.settings.get("player_names", "player0,player1").split(","))


UPDATE: Final = "update game "
"""Prefix of lines that describe the state."""
ACTION: Final = "action move "
"""Prefix of lines that request a move."""
_UPDATES: Final = re.compile(rf"^{UPDATE}([a-z_][a-z_0-9]*)(?: (.*))?\n", re.MULTILINE)


@functools.lru_cache(maxsize=4)
def _updates_in(text: str) -> dict[str, str] | None:
    """Name -> value, if these lines are updates only; otherwise None.

    Bots that share a process often receive the same lines: these are parsed once.
    """
    found = _UPDATES.findall(text)
    if len(found) != text.count("\n"):
        return None
    return {name: value.strip() for name, value in found}


class Inbox:
    """Input buffer of a bot: collects lines until a request is complete."""

    def __init__(self) -> None:
        self._settings: dict[str, str] = {}
        self._updates: dict[str, str] = {}

    def read(self, line: str) -> Request | None:
        """Read one line; return the request that it completes, if any. Ignore unknown lines."""
        if line.startswith(UPDATE):  # the fast path: most lines are updates
            key, _, rest = line[len(UPDATE) :].partition(" ")
            if key.isidentifier():
                self._updates[key] = rest.strip()
                return None
        if line.startswith(ACTION) and (bank := line[len(ACTION) :].rstrip()).isdecimal():
            return self._request(_count("action move", bank))
        match line.rstrip().split(maxsplit=3):
            case ["update", "game", name, *value]:
                self._updates[name] = " ".join(value)
            case ["action", "move", bank]:
                return self._request(_count("action move", bank))
            case ["end"]:
                return self._request(0, is_end=True)
            case ["settings", name, *value]:
                self._settings[name] = " ".join(value)
        return None

    def read_lines(self, text: str) -> list[Request]:
        """Read complete lines; return the requests that they complete."""
        last = text.rfind("\n", 0, -1) + 1
        if updates := _updates_in(text[:last]):
            self._updates |= updates
            text = text[last:]
        requests = [self.read(line) for line in text.split("\n")[:-1]]
        return [request for request in requests if request is not None]

    def _request(self, bank_ms: int, *, is_end: bool = False) -> Request:
        request = Request(dict(self._settings), self._updates, bank_ms, is_end)
        self._updates = {}
        return request


def settings_of(game: Game, request: Request) -> Any:
    """The game's settings, as far as the protocol transmits them."""
    return game.wire.read_settings(request.settings, request.seats)


def text_of_board(state: AnyState, letters: bytes) -> bytes:
    """Text of a padded board whose cells are one letter each, row by row, with commas between.

    `letters` maps each of the 256 values of a cell to its letter.
    """
    rows, commas = _layout(state["width"], state["height"])
    text = commas.copy()
    text[::2] = b"".join(rows.unpack_from(state["cells"])).translate(letters)
    return bytes(text)


@functools.cache
def _layout(width: int, height: int) -> tuple[struct.Struct, bytearray]:
    """Layout of the rows in a padded board, and the text without its letters."""
    rows = struct.Struct(f"{width + 3}x" + f"{width}s2x" * height)
    return rows, bytearray(b"," * (2 * width * height - 1))


def letters_of_text(text: str, width: int, height: int) -> bytes:
    """The letters of a `text_of_board`.

    Raises:
        ProtocolError: their number is not that of the board's cells.
    """
    letters = text.encode(errors="replace").translate(None, b",")
    if len(letters) != width * height:
        raise ProtocolError(
            f"expected a field of {width * height} cells ({width}x{height}), got {len(letters)}"
        )
    return letters


def board_within(padded: Any, width: int, height: int) -> Any:
    """The board within a padded one, as rows and columns."""
    return padded[: (width + 2) * (height + 2)].reshape(height + 2, width + 2)[1:-1, 1:-1]


@functools.cache
def cell_names(stride: int, height: int) -> list[str]:
    """Row and column of each index of a padded board, with a comma between."""
    cells = range(stride * (height + 2))
    return [f"{row_of(cell, stride)},{column_of(cell, stride)}" for cell in cells]


def read_cell(text: str, width: int, height: int) -> int:
    """Parse a cell, `row,column`, as an index of a padded board.

    Raises:
        ProtocolError: it is malformed or not on the board.
    """
    found = _CELL.fullmatch(text)
    row, column = (int(found[1]), int(found[2])) if found else (height, width)
    if row >= height or column >= width:
        raise ProtocolError(f"expected cells of the board as row,column, got {text!r}")
    return index_of(row, column, width + 2)


_CELL: Final = re.compile("([0-9]{1,2}),([0-9]{1,2})")
