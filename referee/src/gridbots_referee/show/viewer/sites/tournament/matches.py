"""Matches of a store: rows of the list of matches, and the boards of the wall.

A cursor records which matches the wall of a page has received.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, NamedTuple

import msgspec
import numpy as np

from gridbots_referee.show.viewer.sites import selection
from gridbots_referee.show.viewer.sites.match_analysis import number_in
from gridbots_referee.tournament.store.query import read, select_numbers

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from numpy.typing import NDArray

    from gridbots_referee.show.viewer.sites.tournament.store_table import StoreTable
    from gridbots_referee.tournament.store.query import StoredMatch, StoredPlayer
    from gridbots_referee.tournament.store.store import Store


def page(
    store: Store, table: StoreTable, query: Mapping[str, str], surprise: NDArray[Any] | None
) -> dict[str, Any]:
    """A page of the matches that a query selects.

    Raises:
        UnknownNameError: the query contains an unknown name.
        KeyError: the query contains a malformed number.
    """
    chosen = selection.selection_of(query, table, "-number")
    limit = min(max(number_in(query.get("limit") or str(selection.PAGE)), 1), selection.PAGE)
    found = selection.page_of(table, chosen, number_in(query.get("page") or "1"), limit, surprise)
    return {
        "matches": rows_of(store, table, found.rows.tolist(), surprise),
        "total": found.total,
        "page": found.page,
        "pages": found.pages,
    }


def rows_of(
    store: Store, table: StoreTable, rows: Sequence[int], surprise: NDArray[Any] | None
) -> list[dict[str, Any]]:
    """Rows of the table for the page, in this order."""
    numbers = table.matches["number"][list(rows)].tolist()
    matches = {each.number: each for each in read(store.query(*select_numbers(numbers)))}
    return [
        {
            **_row(matches[number]),
            "surprise": None if surprise is None else round(float(surprise[row]), 4),
        }
        for row, number in zip(rows, numbers, strict=True)
    ]


def _row(match: StoredMatch) -> dict[str, Any]:
    fields = msgspec.structs.asdict(match)
    shown = ("number", "stage", "rounds", "seconds", "how", "started")
    return {
        "key": str(match.number),
        **{name: fields[name] for name in shown},
        "players": list(map(_player, match.players)),
    }


def _player(player: StoredPlayer) -> dict[str, Any]:
    shown = ("name", "place", "score", "termination", "detail", "warnings", "wall_ms", "cpu_ms")
    return {name: getattr(player, name) for name in shown}


BOARDS: Final = 16
"""Boards on a wall at most."""


class Cursor(NamedTuple):
    """The matches that a page has received: live ones up to `live`, and finished ones."""

    live: int = 0
    newest: int = 0
    oldest: int = 0

    @classmethod
    def read(cls, text: str) -> Cursor:
        """Parse a cursor; malformed text gives the initial one."""
        parts = text.split("-")
        if len(parts) != 3 or not all(part.isdecimal() and len(part) < 10 for part in parts):
            return cls()
        return cls(*map(int, parts))

    def __str__(self) -> str:
        return "-".join(map(str, self))


class Boards(NamedTuple):
    """The next boards of a wall."""

    response: dict[str, Any]
    live: int
    """Number of the last live match that the page has received."""


def wall(table: StoreTable, live: Sequence[int], query: Mapping[str, str]) -> Boards:
    """The next boards: new live matches, then the latest finished matches."""
    cursor = Cursor.read(query.get("after", ""))
    asked = query.get("boards", "")
    boards = min(max(int(asked) if asked.isdecimal() and len(asked) < 4 else 1, 1), BOARDS)
    fresh = [number for number in live if number > cursor.live][:boards]
    cursor = cursor._replace(live=max([cursor.live, *fresh]))
    finished, cursor = _finished(table, cursor, boards - len(fresh))
    shown = [{"key": f"live{number}", "live": True} for number in fresh]
    shown += [{"key": str(number), "live": False} for number in finished]
    return Boards({"boards": shown, "after": str(cursor)}, cursor.live)


def _finished(table: StoreTable, cursor: Cursor, count: int) -> tuple[list[int], Cursor]:
    """Finished matches that are new to the page, newest first; else older ones in turn."""
    numbers = table.matches["number"]
    if not len(numbers) or count <= 0:
        return [], cursor
    end = len(numbers)
    newer = numbers[max(np.searchsorted(numbers, cursor.newest, "right"), end - count) :]
    if len(newer):
        # Matches in between are skipped: the wall would never catch up.
        found = newer[::-1].tolist()
        oldest = cursor.oldest or found[-1]
        return found, cursor._replace(newest=found[0], oldest=oldest)
    before = int(np.searchsorted(numbers, cursor.oldest))
    if before == 0:
        before = end
    found = numbers[max(before - count, 0) : before][::-1].tolist()
    return found, cursor._replace(oldest=found[-1])
