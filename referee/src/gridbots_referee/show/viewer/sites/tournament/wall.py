"""Wall: which matches the next boards show, by a cursor that says what a page has been given."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, NamedTuple

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from gridbots_referee.show.viewer.sites.tournament.store_table import StoreTable

BOARDS: Final = 16
"""On a wall at most."""


class Cursor(NamedTuple):
    """What a page has been given: live matches up to one, and finished ones between two numbers."""

    live: int = 0
    newest: int = 0
    oldest: int = 0

    @classmethod
    def read(cls, text: str) -> Cursor:
        """A cursor from its text; the first one if it is none."""
        parts = text.split("-")
        if len(parts) != 3 or not all(part.isdecimal() and len(part) < 10 for part in parts):
            return cls()
        return cls(*map(int, parts))

    def __str__(self) -> str:
        return "-".join(map(str, self))


class Boards(NamedTuple):
    """What the next boards show."""

    told: dict[str, Any]
    live: int
    """Number of the last live match that the page was given."""


def wall(table: StoreTable, live: Sequence[int], query: Mapping[str, str]) -> Boards:
    """The next boards: live matches, by their numbers, then the latest that are finished."""
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
    """Matches newer than all that were given, the newest first; else older ones, going round."""
    numbers = table.matches["number"]
    if not len(numbers) or count <= 0:
        return [], cursor
    end = len(numbers)
    newer = numbers[max(np.searchsorted(numbers, cursor.newest, "right"), end - count) :]
    if len(newer):
        # What lies between them and those given before is left out: it would never catch up.
        found = newer[::-1].tolist()
        oldest = cursor.oldest or found[-1]
        return found, cursor._replace(newest=found[0], oldest=oldest)
    before = int(np.searchsorted(numbers, cursor.oldest))
    if before == 0:
        before = end
    found = numbers[max(before - count, 0) : before][::-1].tolist()
    return found, cursor._replace(oldest=found[-1])
