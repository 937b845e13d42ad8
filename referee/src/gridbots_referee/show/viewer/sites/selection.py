"""Selection of matches: filters, a sort key, and a page."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, NamedTuple

import msgspec
import numpy as np

from gridbots.errors import UnknownNameError, nearest
from gridbots_referee.show.viewer.sites.match_table import WORDS, MatchTable, ranks

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from numpy.typing import NDArray

    Array = NDArray[Any]

PAGE: Final = 200
"""Matches on a page at most."""
ENDINGS: Final = ("won", "drawn", "lost")
HOW: Final = ("rules", "forfeit")


class Selection(msgspec.Struct, frozen=True):
    """A filter and an order of matches; the default is all matches, newest first."""

    bot: int | None = None
    """Index of a player in the match."""
    against: int | None = None
    """Index of another player in the match."""
    seat: int | None = None
    """Seat of `bot`, from 0."""
    ending: str = ""
    """Result for `bot`: won, drawn or lost."""
    termination: str = ""
    """Termination of `bot`, or of any player if no bot is given."""
    how: str = ""
    """Ended by the rules or by forfeit."""
    game: int | None = None
    is_broken: bool = False
    """Only records that cannot be read."""
    sort: str = "number"
    is_down: bool = True


class MatchPage(NamedTuple):
    """Rows of a table."""

    rows: Array
    total: int
    page: int
    """From 1."""
    pages: int


def selection_of(query: Mapping[str, str], table: MatchTable, order: str) -> Selection:
    """The selection in the query of an address; `order` is the default sort key.

    Raises:
        UnknownNameError: a value is unknown.
    """
    sort = query.get("sort") or order
    _known("sort", sort.removeprefix("-"), KEYS)
    for name, words in (("ending", ENDINGS), ("termination", WORDS), ("how", HOW)):
        if query.get(name):
            _known(name, query[name], words)
    seat = _number("seat", query.get("seat", ""))
    return Selection(
        bot=_index("a bot", query.get("bot", ""), table.names),
        against=_index("a bot", query.get("against", ""), table.names),
        seat=None if seat is None else seat - 1,
        ending=query.get("ending", ""),
        termination=query.get("termination", ""),
        how=query.get("how", ""),
        game=_index("a game", query.get("game", ""), table.games),
        is_broken=bool(query.get("broken")),
        sort=sort.removeprefix("-"),
        is_down=sort.startswith("-"),
    )


def _known(what: str, word: str, words: Sequence[str] | Mapping[str, Any]) -> None:
    if word not in words:
        raise UnknownNameError(f"{what}: expected one of {', '.join(words)}, got {word!r}")


def _number(what: str, text: str) -> int | None:
    if not text:
        return None
    if not (text.isdecimal() and len(text) < 10 and int(text)):
        raise UnknownNameError(f"{what}: expected a number from 1, got {text!r}")
    return int(text)


def _index(what: str, name: str, names: Sequence[str]) -> int | None:
    if not name:
        return None
    if name not in names:
        raise UnknownNameError(f"expected {what}, got {name!r}; {nearest(name, names)}")
    return names.index(name)


def page_of(
    table: MatchTable, chosen: Selection, number: int, limit: int, surprise: Array | None = None
) -> MatchPage:
    """A page of the selected matches; numbers beyond the end give the last page."""
    rows = np.flatnonzero(_fits(table, chosen))
    pages = max(-(-len(rows) // limit), 1)
    number = min(max(number, 1), pages)
    key = _key(table, chosen, surprise)[rows]
    # Newest first among equals; NaN last in both directions.
    numbers = table.matches["number"][rows]
    order = np.lexsort((-numbers, -key if chosen.is_down else key))
    return MatchPage(rows[order[(number - 1) * limit : number * limit]], len(rows), number, pages)


def _fits(table: MatchTable, chosen: Selection) -> Array:
    """(m,) bool: whether each match is selected."""
    fits = table.matches["seats"] == 0 if chosen.is_broken else np.ones(len(table), bool)
    if chosen.how:
        fits = fits & (table.matches["is_forfeit"] == HOW.index(chosen.how))
    if chosen.game is not None:
        fits = fits & (table.matches["game"] == chosen.game)
    if chosen.against is not None:
        times = 1 + (chosen.against == chosen.bot)
        met = table.of_each(table.seats["player"] == chosen.against, 0, np.add)
        fits = fits & (met >= times)
    if chosen.bot is not None or chosen.termination or chosen.seat is not None or chosen.ending:
        fits = fits & _has(table, _seat_fits(table, chosen))
    return fits


def _has(table: MatchTable, seats: Array) -> Array:
    """(m,) bool: whether each match has one of these seats."""
    found = np.zeros(len(table), bool)
    found[table.seats["match"][seats]] = True
    return found


def _seat_fits(table: MatchTable, chosen: Selection) -> Array:
    seats = table.seats
    fits = np.ones(len(seats), bool)
    if chosen.bot is not None:
        fits &= seats["player"] == chosen.bot
        if chosen.seat is not None:
            fits &= seats["seat"] == chosen.seat
        if chosen.ending:
            fits &= _ended(table, chosen)
    if chosen.termination:
        fits &= seats["termination"] == WORDS.index(chosen.termination)
    return fits


def _ended(table: MatchTable, chosen: Selection) -> Array:
    """Whether each seat has the selected result, in all or against another player."""
    place, points = table.seats["place"], table.seats["points"]
    ends: dict[str, Array]
    if chosen.against is None:
        is_won = points == 1
        is_drawn = ~is_won & (place == 1) & (points > 0)
        ends = {"won": is_won, "drawn": is_drawn, "lost": ~is_won & ~is_drawn}
    else:
        theirs = np.where(table.seats["player"] == chosen.against, place, np.iinfo(np.int16).max)
        best = table.of_each(theirs, 0, np.minimum)[table.seats["match"]]
        ends = {"won": place < best, "drawn": place == best, "lost": place > best}
    return ends[chosen.ending]


def _key(table: MatchTable, chosen: Selection, surprise: Array | None) -> Array:
    if chosen.sort == "surprise" and surprise is not None:
        return surprise
    return KEYS[chosen.sort](table, chosen)


def _score(table: MatchTable, chosen: Selection) -> Array:
    score = table.seats["score"]
    if chosen.bot is not None:
        score = np.where(table.seats["player"] == chosen.bot, score, -np.inf)
    return table.of_each(score, np.nan, np.maximum)


def _players(table: MatchTable, _: Selection) -> Array:
    """By the names of the first two seats."""
    order = ranks(table.names)
    first, second = (order[table.of_seat("player", seat, -1).astype(np.int64)] for seat in range(2))
    return (first * (len(order) + 1) + second).astype(float)


def _ended_key(table: MatchTable, _: Selection) -> Array:
    """By the termination of eliminated players."""
    order = ranks(WORDS)
    order[WORDS.index("survived")] = 0
    return table.of_each(order[table.seats["termination"]], -1, np.maximum)


KEYS: Final[Mapping[str, Callable[[MatchTable, Selection], Array]]] = {
    "number": lambda table, _: table.matches["number"].astype(float),
    "started": lambda table, _: table.matches["started"],
    "rounds": lambda table, _: table.matches["rounds"].astype(float),
    "seconds": lambda table, _: table.matches["seconds"].astype(float),
    "how": lambda table, _: table.matches["is_forfeit"].astype(float),
    "game": lambda table, _: ranks(table.games)[table.matches["game"]].astype(float),
    "winner": lambda table, _: ranks(table.names)[table.winner().astype(np.int64)].astype(float),
    "score": _score,
    "players": _players,
    "ended": _ended_key,
    "surprise": lambda table, _: np.full(len(table), np.nan),
}
"""Sort keys: functions that return a value for every match."""
