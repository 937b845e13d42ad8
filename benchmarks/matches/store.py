"""Cost of storing 100,000 matches and of querying their results."""

from __future__ import annotations

import os
import sys
import tempfile
import time
from pathlib import Path
from typing import TYPE_CHECKING

from measure import cpu_seconds_of, line

from gridbots import record
from gridbots.game import Outcome
from gridbots.limits import Limits
from gridbots.record import Match, Player, PlayerResult, Record, Result, Round
from gridbots_referee.tournament.formats import schedule
from gridbots_referee.tournament.formats.tournament import Entrant, Fixture, Opening, Tournament
from gridbots_referee.tournament.store.store import Store

if TYPE_CHECKING:
    from collections.abc import Iterator

MATCHES = 100_000
ENTRANTS = 10
REFEREE = str(Path(sys.executable).parent / "referee")


def store() -> None:
    """A store of 100,000 matches: adding, resuming, standings, memory."""
    bots = tuple(Entrant("random", f"bot {number}") for number in range(ENTRANTS))
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "tournament.db"
        with Store.create(path, Tournament("benchmark", bots)) as made:
            add_one_by_one(made)
            add_at_once(made)
        line("size of the store, per match", f"{path.stat().st_size / MATCHES:.0f} bytes")
        resume(path)
        for command in ("standings", "crosstable", "matches"):
            spent = min(cpu_seconds_of(REFEREE, command, str(path), cwd=folder) for _ in range(3))
            claim = "< 1 s" if command == "standings" else ""
            what = "standings, with Elo" if command == "standings" else command
            line(f"CPU of referee {what}, 100,000 matches", f"{spent:.2f} s", claim)
        swiss(Path(folder) / "swiss.db", bots)


def swiss(path: Path, bots: tuple[Entrant, ...]) -> None:
    """Standings of a format whose pairings depend on all earlier results."""
    tournament = Tournament("swiss", bots, format="swiss", matches=MATCHES // (5 * ENTRANTS // 2))
    with Store.create(path, tournament) as made:
        wanted = schedule.fixtures(tournament)
        shared = record.write(played(wanted[0]), made.records)
        while wanted:
            made.add_many((fixture, played(fixture), shared) for fixture in wanted)
            wanted = schedule.fixtures(tournament, made.played())[len(made) :]
    spent = min(cpu_seconds_of(REFEREE, "standings", str(path), cwd=path.parent) for _ in range(3))
    line(f"CPU of referee standings, Swiss, {MATCHES:,} matches", f"{spent:.2f} s", "< 1 s")


def fixtures(first: int, last: int) -> Iterator[Fixture]:
    for number in range(first, last):
        group, rotation = divmod(number, 2)
        a, b = group % ENTRANTS, (group + 1 + group // ENTRANTS % (ENTRANTS - 1)) % ENTRANTS
        players = (a, b) if rotation == 0 else (b, a)
        yield Fixture(f"m{number:06}", 1, group, Opening(group), players)


def played(fixture: Fixture) -> Record:
    """A match that the first seat wins; every seventh is drawn and every ninth won on time."""
    places = (1, 1) if fixture.group % 7 == 0 else (1, 2)
    late = fixture.group % 9 == 0 and places == (1, 2)
    names = [f"bot {number}" for number in fixture.players]
    ended = ("survived", "late" if late else "eliminated")
    results = [
        PlayerResult(name, place, 30.0, end, moves=30, wall_ms=45.5, cpu_ms=20.25)
        for name, place, end in zip(names, places, ended, strict=True)
    ]
    return Record(
        Match(
            schema=record.SCHEMA,
            id=fixture.id,
            game="light-riders",
            settings={},
            seed=fixture.opening.seed,
            players=tuple(Player(name, (name,)) for name in names),
            limits=Limits(),
            started="2025-01-01T00:00:00+00:00",
        ),
        tuple(Round(("up", "up"), 0) for _ in range(30)),
        Result(
            how="forfeit" if late else "rules",
            rounds=30,
            outcome=Outcome(0 if places == (1, 2) else None, places, (30.0, 30.0)),
            players=tuple(results),
            seconds=0.1,
        ),
    )


def add_one_by_one(store: Store) -> None:
    """Add matches with a new record file each, synchronized to disk one by one."""
    count = 300
    cpu = wall = 0.0
    for fixture in fixtures(0, count):
        match = played(fixture)
        path = record.write(match, store.records)
        began = time.process_time(), time.perf_counter()
        store.add(fixture, match, path)
        cpu += time.process_time() - began[0]
        wall += time.perf_counter() - began[1]
    line("CPU to add a match, record and row on the disk", f"{cpu / count * 1e6:.0f} us")
    line("the same, wall time on this disk", f"{wall / count * 1e3:.2f} ms")


def add_at_once(store: Store) -> None:
    """Add the rest in ten transactions; they share a record file, so disk speed does not matter."""
    shared = next(store.records.iterdir())
    step = MATCHES // 10
    before = 0
    began = time.process_time()
    for first in range(0, MATCHES, step):
        wanted = fixtures(max(first, 300), first + step)
        store.add_many((fixture, played(fixture), shared) for fixture in wanted)
        before = before or resident_kib()
    spent = time.process_time() - began
    drift = (resident_kib() - before) / 1024
    line("CPU to make and add a match, 10,000 at once", f"{spent / MATCHES * 1e6:.0f} us")
    line("memory drift over 90,000 matches added", f"{drift:.2f} MiB", "< 2 MiB")


def resume(path: Path) -> None:
    """Queries at the start of a resumed tournament and of ratings."""
    with Store.open(path) as opened:
        began = time.process_time()
        ids, matches = opened.ids(), opened.played()
        spent = time.process_time() - began
        if not len(ids) == len(matches) == MATCHES:
            sys.exit(f"expected {MATCHES} matches, got {len(ids)} and {len(matches)}")
        line("CPU of ids() and played(), 100,000 matches", f"{spent:.2f} s", "< 1 s")
        began = time.process_time()
        opened.arrays()
        spent = time.process_time() - began
        line("CPU of arrays(), 100,000 matches", f"{spent:.2f} s")


def resident_kib() -> int:
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") // 1024


if __name__ == "__main__":
    store()
