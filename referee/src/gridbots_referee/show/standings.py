"""What a tournament came to: the standings, for people, programs and spreadsheets."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import msgspec

from gridbots.record import TERMINATIONS
from gridbots_referee.show.report import shown_name
from gridbots_referee.show.sheet import csv_lines
from gridbots_referee.show.text import align, visible

if TYPE_CHECKING:
    from collections.abc import Sequence

    from gridbots_referee.contest.store import Store
    from gridbots_referee.contest.tallies import SeatScore, Standing

HEADS: Final = (
    "rank", "name", "points", "matches", "won", "drawn", "lost", "score",
)  # fmt: skip


def about(store: Store, *, unicode: bool = True) -> str:
    """One line that says what was played."""
    declared = store.tournament
    told = f"{declared.name}: {declared.game}, {declared.format}, {_matches(len(store))}"
    return visible(told, unicode=unicode)


def _matches(count: int) -> str:
    return "1 match" if count == 1 else f"{count} matches"


def percent(share: float | None) -> str:
    return "-" if share is None else f"{100 * share:.1f} %"


def number(value: float) -> str:
    """Without digits that say nothing."""
    return f"{round(value, 2):g}" if value < 1e5 else f"{value:.0f}"


# For people.


def as_text(store: Store, standings: Sequence[Standing], *, unicode: bool = True) -> str:
    parts = [[about(store, unicode=unicode)], _table(standings, unicode=unicode)]
    if any(standing.matches for standing in standings):
        parts.append(_endings(standings, unicode=unicode))
    return "\n\n".join("\n".join(part) for part in parts)


def _table(standings: Sequence[Standing], *, unicode: bool) -> list[str]:
    if not standings:
        return ["No entrants."]
    seats = _seats(standings)
    heads = (*HEADS, *(f"seat {seat + 1}" for seat in range(seats) if seats > 1), "late")
    rows = [_row(standing, seats, unicode=unicode) for standing in standings]
    return align([heads, *rows], right="rl".ljust(len(heads), "r"))


def _seats(standings: Sequence[Standing]) -> int:
    return max((len(standing.seats) for standing in standings), default=0)


def _row(standing: Standing, seats: int, *, unicode: bool) -> tuple[str, ...]:
    means = [percent(seat.mean) for seat in standing.seats] or ["-"] * seats
    return (
        str(standing.rank),
        shown_name(standing.name, unicode=unicode),
        number(standing.points),
        str(standing.matches),
        str(standing.won),
        str(standing.drawn),
        str(standing.lost),
        percent(standing.score),
        *(means if seats > 1 else ()),
        str(standing.terminations.get("late", 0)),
    )


def _endings(standings: Sequence[Standing], *, unicode: bool) -> list[str]:
    """How often matches ended in each way, for each entrant."""
    found = {word for standing in standings for word in standing.terminations}
    words = [word for word in TERMINATIONS if word in found]
    rows = [
        (
            shown_name(standing.name, unicode=unicode),
            *(str(standing.terminations.get(word, 0)) for word in words),
        )
        for standing in standings
    ]
    return align([("ended", *words), *rows], right="l".ljust(1 + len(words), "r"))


# For programs.


def as_json(store: Store, standings: Sequence[Standing]) -> str:
    declared = store.tournament
    told = {
        "schema": 1,
        "tournament": declared.name,
        "game": declared.game,
        "format": declared.format,
        "matches": len(store),
        "standings": [_told(standing) for standing in standings],
    }
    return msgspec.json.encode(told).decode()


def _told(standing: Standing) -> dict[str, Any]:
    return {
        "rank": standing.rank,
        "name": standing.name,
        "bot": standing.bot,
        "points": standing.points,
        "matches": standing.matches,
        "won": standing.won,
        "drawn": standing.drawn,
        "lost": standing.lost,
        "score": standing.score,
        "late": standing.terminations.get("late", 0),
        "seats": [_seat_told(seat) for seat in standing.seats],
        "terminations": standing.terminations,
    }


def _seat_told(seat: SeatScore) -> dict[str, Any]:
    return {"matches": seat.matches, "points": seat.points, "score": seat.mean}


def as_csv(standings: Sequence[Standing]) -> str:
    seats = _seats(standings)
    heads = (
        *HEADS,
        *(f"seat_{seat + 1}" for seat in range(seats)),
        *TERMINATIONS,
    )
    rows = [
        (
            standing.rank,
            standing.name,
            standing.points,
            standing.matches,
            standing.won,
            standing.drawn,
            standing.lost,
            standing.score,
            *(seat.mean for seat in standing.seats),
            *(standing.terminations.get(word, 0) for word in TERMINATIONS),
        )
        for standing in standings
    ]
    return "\n".join(csv_lines([heads, *rows]))
