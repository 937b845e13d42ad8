"""Standings table as text, JSON and CSV, with void matches."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

import msgspec

from gridbots.record import TERMINATIONS
from gridbots_referee.show.tables.markup import csv_lines
from gridbots_referee.show.tables.result_text import shown_name
from gridbots_referee.show.terminal.text import align, visible
from gridbots_referee.tournament.formats.standings import deciding
from gridbots_referee.tournament.store.summary import standings_rows, summary_dict, void_rows

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from gridbots_referee.tournament.formats.tournament import Tournament
    from gridbots_referee.tournament.stats.score_rate import ScoreRate
    from gridbots_referee.tournament.store.summary import EntrantSummary, TournamentSummary

TIE_BREAKS: Final = {
    "meeting_points": "meetings",
    "stage": "stage",
    "buchholz": "Buchholz",
    "sonneborn_berger": "Sonneborn-Berger",
    "direct": "direct",
    "game_score": "game score",
}
"""Tie-break fields of `Standing` and their column heads."""
ALWAYS: Final = ("meeting_points", "stage")


def headline(tournament: Tournament, matches: int, *, unicode: bool = True) -> str:
    """One line: the tournament, its game and format, and the number of matches."""
    kind = f"{tournament.game}, {tournament.format}"
    return visible(f"{tournament.name}: {kind}, {_matches(matches)}", unicode=unicode)


def _matches(count: int) -> str:
    return "1 match" if count == 1 else f"{count} matches"


def percent(share: float | None) -> str:
    return "-" if share is None else f"{100 * share:.1f} %"


def number(value: float) -> str:
    """A number with at most two decimals."""
    return f"{round(value, 2):g}" if abs(value) < 1e5 else f"{value:.0f}"


def signed(elo: float) -> str:
    """An Elo difference in whole points, with its sign."""
    return f"{round(elo):+d}"


# For people.


class Column(NamedTuple):
    head: str
    text: Callable[[EntrantSummary], str]


def as_text(summary: TournamentSummary, *, unicode: bool = True) -> str:
    parts = [[headline(summary.tournament, summary.matches, unicode=unicode)]]
    if not summary.rows:
        parts.append(["No entrants."])
    else:
        columns = list(_columns(summary, unicode=unicode))
        rows = [[column.text(row) for column in columns] for row in summary.rows]
        heads = [column.head for column in columns]
        parts.append(align([heads, *rows], right="rl".ljust(len(heads), "r")))
    if summary.matches:
        parts.append(_endings(summary, unicode=unicode))
    if summary.voids:
        parts.append(void_lines(summary, unicode=unicode))
    return "\n\n".join("\n".join(part) for part in parts)


def _columns(summary: TournamentSummary, *, unicode: bool) -> Iterator[Column]:
    yield Column("place", lambda row: str(row.standing.place))
    yield Column("name", lambda row: shown_name(row.entrant.name, unicode=unicode))
    yield Column("points", lambda row: number(row.standing.points))
    yield Column("matches", lambda row: str(row.standing.matches))
    yield Column("W-D-L", lambda row: f"{row.tally.won}-{row.tally.drawn}-{row.tally.lost}")
    yield Column("forfeits", lambda row: str(row.tally.forfeits))
    yield Column("score", lambda row: percent(row.score_rates.overall.mean))
    if summary.seats not in {0, 2}:
        yield Column("95 %", lambda row: _interval(row.score_rates.overall))
    yield from _tie_breaks(summary)
    yield from _strengths(summary)
    for seat in range(summary.seats if summary.seats > 1 else 0):
        yield Column(f"seat {seat + 1}", _of_seat(seat))


def _interval(share: ScoreRate) -> str:
    return f"{100 * share.low:.1f} to {100 * share.high:.1f}" if share.matches else "-"


def _tie_breaks(summary: TournamentSummary) -> Iterator[Column]:
    """Columns of the tie-breaks that were decisive."""
    standings = [row.standing for row in summary.rows]
    fields = [field for field in summary.ranked_by if field in TIE_BREAKS]
    shown = {*deciding(standings, summary.ranked_by), *ALWAYS}
    for field in fields:
        if field in shown:
            yield Column(TIE_BREAKS[field], _of_standing(field))
    if any(standing.byes for standing in standings):
        yield Column("byes", _of_standing("byes"))


def _of_standing(field: str) -> Callable[[EntrantSummary], str]:
    return lambda row: number(getattr(row.standing, field))


def _of_seat(seat: int) -> Callable[[EntrantSummary], str]:
    return lambda row: percent(row.score_rates.seats[seat].mean)


def _strengths(summary: TournamentSummary) -> Iterator[Column]:
    if any(row.rating for row in summary.rows):
        yield Column("Elo", lambda row: signed(row.rating.elo) if row.rating else "-")
        yield Column("95 %", _elo_interval)
        yield Column("LOS", lambda row: percent(row.los_next))
    if any(row.skill for row in summary.rows):
        yield Column("OpenSkill", lambda row: f"{row.skill.ordinal:.1f}" if row.skill else "-")


def _elo_interval(row: EntrantSummary) -> str:
    return f"{signed(row.rating.low)} to {signed(row.rating.high)}" if row.rating else "-"


def _endings(summary: TournamentSummary, *, unicode: bool) -> list[str]:
    """The number of terminations of each kind, by entrant."""
    found = {word for row in summary.rows for word in row.tally.terminations}
    words = [word for word in TERMINATIONS if word in found]
    rows = [
        (
            shown_name(row.entrant.name, unicode=unicode),
            *(str(row.tally.terminations.get(word, 0)) for word in words),
        )
        for row in summary.rows
    ]
    return align([("ended", *words), *rows], right="l".ljust(1 + len(words), "r"))


# For programs.


def as_json(summary: TournamentSummary, warning: str = "") -> str:
    fields = {"schema": 1, **summary_dict(summary), "warning": warning}
    return msgspec.json.encode(fields).decode()


def as_csv(summary: TournamentSummary) -> str:
    found = standings_rows(summary)
    heads = list(found[0]) if found else []
    return "\n".join(csv_lines([heads, *(list(each.values()) for each in found)]))


def void_lines(summary: TournamentSummary, *, unicode: bool = True) -> list[str]:
    """Void matches as lines of text; empty if there are none."""
    if not summary.voids:
        return []
    rows = [
        (str(each["matches"]), visible(f"{each['fixture']}: {each['why']}", unicode=unicode))
        for each in void_rows(summary)
    ]
    heads = ("not played", "first match, and the reason")
    return [*align([heads, *rows], right="r"), "`referee resume --retry-void` plays them again."]
