"""Cross table as text, JSON and CSV."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import msgspec

from gridbots.command_line.columns import display_width
from gridbots_referee.show.tables.markup import csv_lines
from gridbots_referee.show.tables.result_text import shown_name
from gridbots_referee.show.tables.tournament.standings import headline, number
from gridbots_referee.show.terminal.text import align
from gridbots_referee.tournament.stats.pairwise import CROSSTABLE_COLUMNS, crosstable_rows

if TYPE_CHECKING:
    from collections.abc import Mapping

    from gridbots_referee.tournament.stats.pairwise import Crosstable
    from gridbots_referee.tournament.store.store import Store

    Names = Mapping[int, str]
    """The names of the entrants, the best one first."""

NOTE: Final = "Each cell: points of the row against the column/matches"
FORFEITS: Final = "In brackets: matches that the row forfeited, on time or by another failure."


def as_text(
    store: Store, names: Names, met: Crosstable, *, width: int = 100, unicode: bool = True
) -> str:
    """The cross table, with won-drawn-lost if it fits into `width` columns."""
    head = headline(store.tournament, len(store), unicode=unicode)
    if not met:
        return f"{head}\n\n{'No two entrants have met.' if names else 'No entrants.'}"
    table = _table(names, met, in_full=True, unicode=unicode)
    note = f"{NOTE} won-drawn-lost."
    if max(map(display_width, table)) > width:
        table = _table(names, met, in_full=False, unicode=unicode)
        note = f"{NOTE}."
    notes = [note, *([FORFEITS] if any(each.forfeits for each in met.values()) else [])]
    return "\n".join([head, "", *table, "", *notes])


def _table(names: Names, met: Crosstable, *, in_full: bool, unicode: bool) -> list[str]:
    numbers = [str(index) for index, _ in enumerate(names, 1)]
    rows = [
        (
            head,
            shown_name(name, unicode=unicode),
            *(_cell(entrant, other, met, in_full=in_full) for other in names),
        )
        for head, (entrant, name) in zip(numbers, names.items(), strict=True)
    ]
    return align([("", "", *numbers), *rows], right="rl".ljust(2 + len(numbers), "r"))


def _cell(entrant: int, other: int, met: Crosstable, *, in_full: bool) -> str:
    found = met.get((entrant, other))
    if found is None:
        return "" if entrant == other else "-"
    cell = f"{number(found.points)}/{found.matches}"
    if in_full:
        cell += f" {found.won}-{found.drawn}-{found.lost}"
    return f"{cell} ({found.forfeits})" if found.forfeits else cell


def as_json(store: Store, names: Names, met: Crosstable) -> str:
    fields = {
        "schema": 1,
        "tournament": store.tournament.name,
        "matches": len(store),
        "entrants": list(names.values()),
        "encounters": [
            dict(zip(CROSSTABLE_COLUMNS, row, strict=True)) for row in crosstable_rows(names, met)
        ],
    }
    return msgspec.json.encode(fields).decode()


def as_csv(names: Names, met: Crosstable) -> str:
    return "\n".join(csv_lines([CROSSTABLE_COLUMNS, *crosstable_rows(names, met)]))
