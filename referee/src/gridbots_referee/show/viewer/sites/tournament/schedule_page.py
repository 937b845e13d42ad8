"""Schedule page: how far a tournament is, what comes next, and when it is likely to end."""

from __future__ import annotations

import itertools
import time
from collections import Counter
from typing import TYPE_CHECKING, Any, Final, NamedTuple

import numpy as np

from gridbots.errors import GridbotsError
from gridbots_referee.tournament.formats.schedule import CYCLES, Schedule, schedule_by

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from gridbots_referee.show.viewer.sites.tournament.store_table import StoreTable, StoreView
    from gridbots_referee.tournament.formats.stages import Group
    from gridbots_referee.tournament.store.store import Store

NEXT: Final = 10
"""Matches that are named."""
RECENT: Final = 500
"""Matches by whose times the pace is told."""
DAY: Final = 86_400.0
EPOCH: Final = 2440587.5
"""The beginning of Unix time as a Julian day."""
STILL: Final = 60.0
"""Seconds after which nothing seems to be played any more, and ten times the mean between two."""


class RecentPace(NamedTuple):
    per_second: float | None
    """None where nothing is being played."""
    basis: str
    """What it was measured by."""


def schedule_page(view: StoreView) -> dict[str, Any]:
    """All about the schedule; without its game nobody knows what is to be played."""
    done = len(view.table) + len(view.summary.voids)
    try:
        known = scheduled(view)
        groups = list(known.groups)
    except GridbotsError as error:
        return {**NOTHING, "done": done, "basis": str(error)}
    left = max(known.matches - done, 0)
    pace = pace_of(view.table, time.time())
    return {
        "done": done,
        "expected": known.matches,
        "stages": _stages(view, groups),
        "per_second": pace.per_second if left else None,
        "eta_seconds": left / pace.per_second if left and pace.per_second else None,
        "basis": _basis(view, pace) if left else "everything has been played",
        "next": list(_next(view, groups)) if left else [],
    }


NOTHING: Final[dict[str, Any]] = {
    "expected": 0, "stages": [], "per_second": None, "eta_seconds": None, "next": [],
}  # fmt: skip


def scheduled(view: StoreView) -> Schedule:
    """What should be played as far as it is known now.

    Raises:
        GridbotsError: the game is not installed.
    """
    tournament, voids = view.summary.tournament, view.summary.voids
    return schedule_by(tournament, view.table.arrays().by_group, voids)


def _stages(view: StoreView, groups: Iterable[Group]) -> list[dict[str, Any]]:
    """Progress of each stage, where results say what the next one is."""
    if view.summary.tournament.format in CYCLES:
        return []
    expected: Counter[int] = Counter()
    for group in groups:
        expected[group.stage] += len(group.pairing)
    done = np.bincount(view.table.matches["stage"], minlength=max(expected, default=0) + 1)
    return [
        {"name": f"stage {stage}", "done": int(done[stage]), "expected": count}
        for stage, count in sorted(expected.items())
    ]


def pace_of(table: StoreTable, now: float) -> RecentPace:
    """Matches per second by the latest ones: from when they were begun."""
    started = (table.matches["started"][-RECENT:] - EPOCH) * DAY
    started = np.sort(started[~np.isnan(started)])
    if len(started) < 2 or started[-1] <= started[0]:
        return RecentPace(None, "too few matches have been played")
    span = float(started[-1] - started[0])
    still = now - float(started[-1] + table.matches["seconds"][-1])
    if still > max(STILL, 10 * span / len(started)):
        return RecentPace(None, "nothing is being played")
    per_second = (len(started) - 1) / max(span, now - float(started[0]))
    return RecentPace(per_second, f"by the last {len(started)} matches")


def _basis(view: StoreView, pace: RecentPace) -> str:
    if view.summary.tournament.sprt:
        return f"{pace.basis}; it ends sooner if the test is decided"
    if view.summary.tournament.format in CYCLES:
        return pace.basis
    return f"{pace.basis}; only what is scheduled so far"


def _next(view: StoreView, groups: Iterable[Group]) -> Iterator[dict[str, Any]]:
    """The first matches in playing order that have no result; some of them are being played."""
    numbers = view.table.matches["group"]
    counts: list[int] = np.bincount(numbers[numbers >= 0]).tolist() if len(numbers) else []
    for void in view.summary.voids:
        counts += [0] * (void.group + 1 - len(counts))
        counts[void.group] += 1
    open_groups = (
        (number, group)
        for number, group in enumerate(groups, 1)
        if number >= len(counts) or counts[number] < len(group.pairing)
    )
    found = 0
    for number, group in itertools.islice(open_groups, NEXT):
        ids = [f"{number}-{shift + 1}" for shift in range(len(group.pairing))]
        over = _over(view.store, ids)
        for shift, each in enumerate(ids):
            if each not in over and found < NEXT:
                found += 1
                players = group.pairing[shift:] + group.pairing[:shift]
                yield {"players": [view.names[player] for player in players]}


def _over(store: Store, fixtures: list[str]) -> set[str]:
    """Those of these fixtures that were played, or could not be."""
    marks = ", ".join("?" * len(fixtures))
    sql = (
        f"SELECT fixture FROM matches WHERE fixture IN ({marks})"  # noqa: S608  only marks
        f" UNION SELECT fixture FROM voids WHERE fixture IN ({marks})"
    )
    return {fixture for (fixture,) in store.query(sql, fixtures * 2)}
