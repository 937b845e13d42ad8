"""One site of each kind, and the addresses of all views on it.

A test fails for a view in `views.js` without a site here.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec
from tests.tournament.stored import fixture, tournament
from tests.viewer.replays import GAMES, LIVELY, record_of, with_players
from tests.viewer.test_live_site import live, played

from gridbots import record as records
from gridbots_referee.lobby.lobby import Lobby
from gridbots_referee.lobby.lobby_site import LobbySite
from gridbots_referee.play.human_input import MovePipes
from gridbots_referee.show.viewer.sites.live_matches import LiveMatches
from gridbots_referee.show.viewer.sites.live_site import LiveSite
from gridbots_referee.show.viewer.sites.record_site import RecordSite
from gridbots_referee.show.viewer.sites.tournament.site import TournamentSite
from gridbots_referee.tournament.stats.sprt import Sprt
from gridbots_referee.tournament.store.store import Store

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from gridbots_referee.show.viewer.handler import Site

BOTS = ("ada", "bob", "cleo", "a-name-of-some-length", "مرحبا", "🐍🐍")
MATCHES = 30


VIEWS = {
    "record": ("match/0",),
    "folder": ("matches", "match/3"),
    "live": ("match/1", "matches"),
    "human": ("match/0",),
    "lobby": ("play",),
    "test": ("sprt",),
    "store": (
        "overview",
        "wall",
        "crosstable",
        "ratings",
        "matches",
        "match/1",
        "bot/ada",
        "pair/ada/bob",
    ),
}
"""The addresses of all views, by the kind of the site."""


def site_of(kind: str, folder: Path) -> Site:
    """A site of this kind."""
    if kind == "record":
        return RecordSite([records.write(record_of("paperio", LIVELY["paperio"]), folder)])
    if kind == "folder":
        return RecordSite([records.write(record_of(name, LIVELY[name]), folder) for name in GAMES])
    if kind == "live":
        return live_site(folder)
    if kind in {"human", "lobby"}:
        return live(record_of("paperio"), 3, human=1)[1] if kind == "human" else lobby_site(folder)
    if kind == "test":
        return TournamentSite(store_in(folder, BOTS[:2], sprt=Sprt(0, 30)))
    return TournamentSite(store_in(folder, BOTS))


def lobby_site(folder: Path) -> LobbySite:
    """A lobby without matches."""
    folder.mkdir(exist_ok=True)
    return LobbySite(Lobby(folder, MovePipes(folder, 1), ["./mybot"]))


def live_site(folder: Path) -> LiveSite:
    """A site with a finished match and a live one."""
    matches, record = LiveMatches(2), record_of("light-riders")
    played(matches, record, len(record.rounds))
    matches.match_finished(record, records.write(record, folder))
    played(matches, record_of("multisnake"), 12)
    return LiveSite(matches)


def store_in(folder: Path, bots: Sequence[str], **changes: Any) -> Path:
    """The store of a round robin."""
    path = folder / "autumn.db"
    pairs = [(one, other) for one in range(len(bots)) for other in range(one)]
    folder.mkdir(parents=True, exist_ok=True)
    with Store.create(path, tournament(bots, **changes)) as store:
        for number in range(MATCHES):
            players = pairs[number % len(pairs)]
            record = record_of("light-riders", seed=1 + number)
            match = msgspec.structs.replace(record.match, id=f"m{number:03}")
            named = with_players(
                msgspec.structs.replace(record, match=match), *(bots[each] for each in players)
            )
            store.add(fixture(number, players), named, records.write(named, store.records))
    return path
