"""Void matches of a tournament: how many could not be played, because of whom and why."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gridbots_referee.show.terminal.text import align, visible
from gridbots_referee.tournament.store.summary import void_rows

if TYPE_CHECKING:
    from gridbots_referee.tournament.store.summary import TournamentSummary


def as_lines(summary: TournamentSummary, *, unicode: bool = True) -> list[str]:
    """For people; nothing where all was played."""
    if not summary.voids:
        return []
    rows = [
        (str(each["matches"]), visible(f"{each['fixture']}: {each['why']}", unicode=unicode))
        for each in void_rows(summary)
    ]
    heads = ("not played", "the first of them, and why")
    return [*align([heads, *rows], right="r"), "`referee resume --retry-void` tries them again."]
