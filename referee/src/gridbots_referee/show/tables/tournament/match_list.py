"""List of stored matches as text, JSON and CSV."""

from __future__ import annotations

import itertools
from typing import TYPE_CHECKING, Final

import msgspec

from gridbots.record import ENDED_WELL
from gridbots_referee.show.tables.markup import csv_lines
from gridbots_referee.show.tables.result_text import shown_name
from gridbots_referee.show.tables.tournament.standings import number
from gridbots_referee.show.terminal.text import align, visible
from gridbots_referee.tournament.store.query import match_columns, match_values

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from pathlib import Path

    from gridbots_referee.tournament.store.query import StoredMatch

TEXT_HEADS: Final = ("match", "seed", "rounds", "points", "failed", "record")


def as_text(matches: Iterable[StoredMatch], folder: Path, *, unicode: bool = True) -> str:
    """A line per match; `folder` is the folder of the records."""
    rows = [_row(match, folder, unicode=unicode) for match in matches]
    return "\n".join(align([TEXT_HEADS, *rows], right="rrr")) if rows else "No such matches."


def _row(match: StoredMatch, folder: Path, *, unicode: bool) -> tuple[str, ...]:
    names = [shown_name(player.name, unicode=unicode) for player in match.players]
    points = [
        f"{name} {number(player.points)}" for name, player in zip(names, match.players, strict=True)
    ]
    failed = [
        f"{name} {visible(player.termination)}"
        for name, player in zip(names, match.players, strict=True)
        if player.termination not in ENDED_WELL
    ]
    return (
        str(match.number),
        str(match.seed),
        str(match.rounds),
        ", ".join(points),
        ", ".join(failed) or "-",
        visible(str(folder / match.record), unicode=unicode),
    )


def as_json(match: StoredMatch, folder: Path) -> str:
    """A match as JSON; `record` is a path."""
    fields = {"schema": 1, **msgspec.structs.asdict(match), "record": str(folder / match.record)}
    return msgspec.json.encode(fields).decode()


def as_csv(matches: Iterable[StoredMatch], folder: Path) -> Iterator[str]:
    """Matches as CSV; the number of seats of the first match determines the columns."""
    matches = iter(matches)
    first = list(itertools.islice(matches, 1))
    heads = match_columns(len(first[0].players) if first else 0)
    rows = (match_values(match, folder) for match in itertools.chain(first, matches))
    return csv_lines(itertools.chain([heads], rows))
