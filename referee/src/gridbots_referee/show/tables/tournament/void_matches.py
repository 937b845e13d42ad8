"""Void matches of a tournament: how many could not be played, because of whom and why."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from gridbots_referee.show.terminal.text import align, visible

if TYPE_CHECKING:
    from gridbots_referee.tournament.stats.played import VoidMatch
    from gridbots_referee.tournament.store.summary import TournamentSummary


def as_list(summary: TournamentSummary) -> list[dict[str, Any]]:
    """For programs: an item for each suspect and cause, with the first match as the example."""
    groups: dict[tuple[int | None, str], list[VoidMatch]] = {}
    for void in summary.voids:
        groups.setdefault((void.suspect, void.cause), []).append(void)
    bots = summary.tournament.bots
    return [
        {
            "suspect": None if suspect is None else bots[suspect].name,
            "cause": cause,
            "matches": len(voids),
            "fixture": voids[0].id,
            "why": voids[0].why,
        }
        for (suspect, cause), voids in groups.items()
    ]


def as_lines(summary: TournamentSummary, *, unicode: bool = True) -> list[str]:
    """For people; nothing where all was played."""
    if not summary.voids:
        return []
    rows = [
        (str(each["matches"]), visible(f"{each['fixture']}: {each['why']}", unicode=unicode))
        for each in as_list(summary)
    ]
    heads = ("not played", "the first of them, and why")
    return [*align([heads, *rows], right="r"), "`referee resume --retry-void` tries them again."]
