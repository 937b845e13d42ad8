"""Schedule page: the progress of a tournament, its next matches, and its expected end."""

from __future__ import annotations

import itertools
import time
from collections import Counter
from typing import TYPE_CHECKING, Any, Final, NamedTuple

import numpy as np

from gridbots.errors import GridbotsError
from gridbots_referee.show.viewer.sites.record_index import EPOCH
from gridbots_referee.tournament.formats.schedule import CYCLES, Schedule, schedule_by

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from gridbots_referee.show.viewer.sites.tournament.store_table import StoreTable, StoreView
    from gridbots_referee.tournament.formats.stages import Group
    from gridbots_referee.tournament.store.store import Store

NEXT: Final = 10
"""Number of next matches that are listed."""
RECENT: Final = 500
"""Number of latest matches that determine the pace."""
DAY: Final = 86_400.0
STILL: Final = 60.0
"""The tournament counts as stopped after this time and ten mean intervals without a match."""


class RecentPace(NamedTuple):
    per_second: float | None
    """None if no match is being played."""
    basis: str
    """The basis of the estimate."""


def schedule_page(view: StoreView) -> dict[str, Any]:
    """All data of the schedule; it needs the game of the tournament."""
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
    """The schedule as far as it is known now.

    Raises:
        GridbotsError: the game is not installed.
    """
    tournament, voids = view.summary.tournament, view.summary.voids
    return schedule_by(tournament, view.table.arrays().by_group, voids)


def _stages(view: StoreView, groups: Iterable[Group]) -> list[dict[str, Any]]:
    """Progress of each stage, for formats whose next stage depends on results."""
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
    """Matches per second, from the starting times of the latest ones."""
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
    """The first matches in playing order without a result; some are being played."""
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
    """The fixtures among these that have been played or are void."""
    marks = ", ".join("?" * len(fixtures))
    sql = (
        f"SELECT fixture FROM matches WHERE fixture IN ({marks})"  # noqa: S608  only marks
        f" UNION SELECT fixture FROM voids WHERE fixture IN ({marks})"
    )
    return {fixture for (fixture,) in store.query(sql, fixtures * 2)}
