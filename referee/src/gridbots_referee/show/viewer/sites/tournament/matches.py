"""Matches of a store, as rows of the pages' tables."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec

from gridbots_referee.show.viewer.listing import selection
from gridbots_referee.show.viewer.sites.replay_requests import number_in
from gridbots_referee.tournament.store.query import read, select_numbers

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from numpy.typing import NDArray

    from gridbots_referee.show.viewer.sites.tournament.store_table import StoreTable
    from gridbots_referee.tournament.store.query import StoredMatch
    from gridbots_referee.tournament.store.store import Store


def page(
    store: Store, table: StoreTable, query: Mapping[str, str], surprise: NDArray[Any] | None
) -> dict[str, Any]:
    """A page of the matches that a query asks for.

    Raises:
        UnknownNameError: it asks for what there is not.
        KeyError: a number is none.
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
    """Rows of the table as the page shows them, in this order."""
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
    told = msgspec.structs.asdict(match)
    shown = ("number", "stage", "rounds", "seconds", "how", "started")
    return {
        "key": str(match.number),
        **{name: told[name] for name in shown},
        "players": list(map(_player, match.players)),
    }


def _player(player: Any) -> dict[str, Any]:
    shown = ("name", "place", "score", "termination", "detail", "warnings", "wall_ms", "cpu_ms")
    return {name: getattr(player, name) for name in shown}
