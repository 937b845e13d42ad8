"""The pages of a tournament of 100,000 matches: first view, refresh, sorting, memory."""

from __future__ import annotations

import datetime
import random
import statistics
import tempfile
import time
from pathlib import Path
from typing import Final

import msgspec
from matches.store import resident_kib
from measure import line

from gridbots import record
from gridbots.game import Outcome
from gridbots.limits import Limits
from gridbots.record import Match, Player, PlayerResult, Record, Result, Round
from gridbots_referee.show.viewer.sites.tournament.site import TournamentSite
from gridbots_referee.tournament.formats.tournament import Entrant, Fixture, Opening, Tournament
from gridbots_referee.tournament.store.store import Store

MATCHES = 100_000
BOTS = 20
BEGAN = datetime.datetime(2025, 1, 1, tzinfo=datetime.UTC)
ENDINGS = (*("eliminated",) * 12, "late", "exited")
REFRESHED: Final = {
    "standings": {},
    "crosstable": {},
    "ratings": {},
    "matches": {},
    "matches of a bot, sorted by rounds": {"bot": "bot 7", "sort": "-rounds", "page": "50"},
    "matches sorted by surprise": {"sort": "-surprise"},
}
"""Views and their queries."""


def synthetic(path: Path, matches: int = MATCHES) -> None:
    """A store of made-up matches: bot 0 is the weakest. All share one record file."""
    bots = tuple(Entrant("random", f"bot {number}") for number in range(BOTS))
    pairs = BOTS * (BOTS - 1) // 2
    tournament = Tournament("synthetic", bots, matches=2 * -(-matches // (2 * pairs)))
    with Store.create(path, tournament) as made:
        add(made, 0, matches)


def add(store: Store, first: int, last: int) -> None:
    """The matches from `first` on, 10,000 in a transaction."""
    shared = record.write(played(fixture(0)), store.records)
    for begin in range(first, last, 10_000):
        wanted = map(fixture, range(begin, min(begin + 10_000, last)))
        store.add_many((each, played(each), shared) for each in wanted)


def fixture(number: int) -> Fixture:
    group, shift = divmod(number, 2)
    one, step = group % BOTS, 1 + group // BOTS % (BOTS - 1)
    players = (one, (one + step) % BOTS)
    return Fixture(f"{group + 1}-{shift + 1}", 1, group + 1, Opening(group),
                   players[::-1] if shift else players)  # fmt: skip


def played(fixture: Fixture) -> Record:
    """A match; the better bot wins in proportion to its strength, and a tenth is drawn."""
    chance = random.Random(fixture.id)  # noqa: S311  results, no secrets
    one, other = fixture.players
    edge = 1 / (1 + 10 ** ((other - one) / BOTS))
    drawn, first_wins = chance.random() < 0.1, chance.random() < edge
    places = (1, 1) if drawn else (1, 2) if first_wins else (2, 1)
    rounds = chance.randrange(10, 120)
    started = BEGAN + datetime.timedelta(milliseconds=37 * 2 * fixture.group)
    lost = chance.choice(ENDINGS)
    names = [f"bot {number}" for number in fixture.players]
    return Record(
        Match(
            schema=record.SCHEMA,
            id=fixture.id,
            game="light-riders",
            settings={},
            seed=fixture.opening.seed,
            players=tuple(Player(name, (name,)) for name in names),
            limits=Limits(),
            started=started.isoformat(timespec="milliseconds"),
        ),
        (Round(("up", "up"), 0),),
        Result(
            how="rules" if drawn or lost == "eliminated" else "forfeit",
            rounds=rounds,
            outcome=Outcome(
                None if drawn else places.index(1), places, (2.0 - places[0], 2.0 - places[1])
            ),
            players=tuple(
                PlayerResult(
                    name=name,
                    place=place,
                    score=2.0 - place,
                    termination="survived"
                    if place == 1 and not drawn
                    else "eliminated"
                    if drawn
                    else lost,
                    moves=rounds,
                    wall_ms=chance.random() * rounds,
                    most_wall_ms=chance.random() * 9,
                )
                for name, place in zip(names, places, strict=True)
            ),
            seconds=rounds / 1000,
        ),
    )


def broadcast() -> None:
    """A site of 100,000 matches: its views, first and after more matches."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "synthetic.db"
        synthetic(path)
        first_views(path)
        refreshes(path)
        hour(path)


def first_views(path: Path) -> None:
    """First views of a new server; CPU time, in one thread."""
    for name in ("standings", "matches", "crosstable"):
        seconds = min(_timed(TournamentSite(path), name) for _ in range(3))
        line(f"CPU, first view of the {name}, {MATCHES:,} matches", f"{seconds:.2f} s", "< 1 s")


def refreshes(path: Path) -> None:
    """Refreshes, each after ten more matches."""
    site = TournamentSite(path)
    last = MATCHES
    for name, query in REFRESHED.items():
        times = [_timed(site, name.partition(" ")[0], query)]
        for _ in range(5):
            with Store.open(path) as store:
                add(store, last, last + 10)
            last += 10
            times.append(_timed(site, name.partition(" ")[0], query))
        line(f"CPU, refresh of {name}", f"{statistics.median(times[1:]):.3f} s", "< 0.2 s")


def _timed(site: TournamentSite, name: str, query: dict[str, str] | None = None) -> float:
    began = time.process_time()
    msgspec.json.encode(site.get(name.split("/"), query or {}))
    return time.process_time() - began


def hour(path: Path) -> None:
    """An hour of a tournament with 10 matches per second, whose page is refreshed 60 times."""
    site = TournamentSite(path)
    matches, refreshes = 36_000, 60
    step = matches // refreshes
    with Store.open(path, read_only=True) as store:
        first = len(store)
    before = 0
    for refresh in range(refreshes):
        with Store.open(path) as store:
            add(store, first + refresh * step, first + (refresh + 1) * step)
        for name in ("about", "standings", "matches", "crosstable", "ratings", "schedule"):
            site.get([name], {})
        site.get(["bot", "bot 7"], {})
        if refresh == refreshes // 10:
            before = resident_kib()
    drift = (resident_kib() - before) / 1024
    line(
        "memory drift of the page over the last 54 minutes of an hour",
        f"{drift:.1f} MiB",
        "< 16 MiB",
    )


if __name__ == "__main__":
    broadcast()
