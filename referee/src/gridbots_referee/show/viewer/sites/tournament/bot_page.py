"""Page of a bot: rating over time, opponents, losses, best and worst matches."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import numpy as np

from gridbots.errors import UnknownNameError, nearest
from gridbots.record import TERMINATIONS
from gridbots_referee.show.viewer.sites.tournament import matches
from gridbots_referee.tournament.stats.pairwise import crosstable
from gridbots_referee.tournament.store.summary import summary_dict

if TYPE_CHECKING:
    from gridbots_referee.show.viewer.sites.tournament.store_table import StoreView
    from gridbots_referee.tournament.store.store import Store

SHOWN: Final = 8
"""Number of best and worst matches, and of openings."""
USE: Final = """
SELECT entrant, SUM(moves), SUM(wall_ms), SUM(cpu_ms), MAX(most_wall_ms), MAX(most_cpu_ms),
    SUM(warnings) FROM seats WHERE match > ? AND match <= ? GROUP BY entrant
"""
OPENINGS: Final = """
SELECT opening, seed, COUNT(*), SUM(points) FROM seats JOIN matches ON match = number
WHERE entrant = ? GROUP BY opening, seed ORDER BY COUNT(*) DESC, MIN(number) LIMIT ?
"""


class TimeUse:
    """Time use of all entrants, summed up as matches are added."""

    def __init__(self) -> None:
        self._last = 0
        self._sums: dict[int, tuple[float, ...]] = {}

    def update(self, store: Store, last: int) -> None:
        """Add the matches up to this number; a smaller number than before means another store."""
        if last < self._last:
            self._last, self._sums = 0, {}
        for entrant, *values in store.query(USE, (self._last, last)):
            new = [value or 0 for value in values]
            old = self._sums.get(entrant, (0,) * len(new))
            moves, wall, cpu, warnings = (new[at] + old[at] for at in (0, 1, 2, 5))
            most = (max(new[at], old[at]) for at in (3, 4))
            self._sums[entrant] = (moves, wall, cpu, *most, warnings)
        self._last = last

    def of(self, entrant: int) -> dict[str, Any]:
        moves, wall, cpu, most_wall, most_cpu, warnings = self._sums.get(entrant, (0,) * 6)
        return {
            "moves": moves,
            "mean_wall_ms": wall / moves if moves else None,
            "most_wall_ms": most_wall if moves else None,
            "mean_cpu_ms": cpu / moves if cpu else None,
            "most_cpu_ms": most_cpu or None,
            "warnings": warnings,
        }


def page_of_bot(
    view: StoreView, curves: dict[str, Any], time_use: TimeUse, name: str
) -> dict[str, Any]:
    """All data of a bot.

    Raises:
        UnknownNameError: no bot has this name.
    """
    if name not in view.names:
        raise UnknownNameError(f"expected a bot, got {name!r}; {nearest(name, view.names)}")
    entrant = view.names.index(name)
    row = next(each for each in view.summary.rows if each.standing.entrant == entrant)
    rows = {row["name"]: row for row in summary_dict(view.summary)["standings"]}
    time_use.update(view.store, int(view.table.matches["number"][-1]) if len(view.table) else 0)
    best, worst = _best_and_worst(view, entrant)
    return {
        "name": name,
        "bot": view.summary.tournament.bots[entrant].bot,
        "standing": rows[name],
        "rating": _rating(curves, entrant),
        "opponents": _opponents(view, entrant, rows),
        "seats": [{"seat": seat, **each} for seat, each in enumerate(rows[name]["seats"])],
        "openings": _openings(view, entrant),
        "losses": [
            {"cause": TERMINATIONS.get(word, word), "termination": word, "matches": matches}
            for word, matches in row.tally.losses.items()
        ],
        "terminations": rows[name]["terminations"],
        "best": matches.rows_of(view.store, view.table, best, view.surprise),
        "worst": matches.rows_of(view.store, view.table, worst, view.surprise),
        "time": {**time_use.of(entrant), "late": rows[name]["late"]},
    }


def _rating(curves: dict[str, Any], entrant: int) -> dict[str, Any]:
    unit, counts, line = curves["unit"], curves["matches"], curves["lines"][entrant]
    return {"unit": unit, "matches": counts, "line": line, "low": None, "high": None}


def _opponents(
    view: StoreView, entrant: int, rows: dict[str, dict[str, Any]]
) -> list[dict[str, Any]]:
    """Results against each opponent, best opponent first."""
    met = crosstable(view.table.arrays(), len(view.names))
    return [
        {
            "name": view.names[other],
            "elo": rows[view.names[other]]["elo"],
            **met[entrant, other].as_dict(),
        }
        for other in view.order
        if (entrant, other) in met
    ]


def _openings(view: StoreView, entrant: int) -> list[dict[str, Any]]:
    """Results by opening, if the tournament lists its openings: random ones rarely repeat."""
    if not view.summary.tournament.openings.given:
        return []
    return [
        {
            "name": f"seed {seed}" if opening == "[]" else _moves(opening),
            "matches": count,
            "points": points,
            "score": points / count,
        }
        for opening, seed, count, points in view.store.query(OPENINGS, (entrant, SHOWN))
    ]


def _moves(opening: str) -> str:
    """Joint moves in JSON as text: commas between seats, semicolons between rounds."""
    rounds = [each.split('"')[1::2] for each in opening[1:-1].split("],")]
    return "; ".join(", ".join(words) for words in rounds)


def _best_and_worst(view: StoreView, entrant: int) -> tuple[list[int], list[int]]:
    """Rows of its best and worst matches, by surprise if there are ratings, else by score."""
    seats = view.table.seats
    its = np.flatnonzero(seats["player"] == entrant)
    rows, points = seats["match"][its], seats["points"][its]
    if view.surprise is None:
        order = np.lexsort((-rows, -seats["score"][its]))
        return rows[order[:SHOWN]].tolist(), rows[order[::-1][:SHOWN]].tolist()
    surprise = view.surprise[rows]
    found = []
    for chosen in (points == 1, points == 0):
        order = np.lexsort((-rows[chosen], -surprise[chosen]))
        found.append(rows[chosen][order[:SHOWN]].tolist())
    return found[0], found[1]
