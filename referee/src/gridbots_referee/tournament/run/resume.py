"""Resuming a tournament, as it was or extended, with the same versions of its bots.

Results of a bot that has changed are not results of the same bot.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace

from gridbots.errors import SettingsError, StoreError
from gridbots_referee.play.bot_files import bot_files
from gridbots_referee.tournament.formats.growth import Growth, grow
from gridbots_referee.tournament.formats.tournament import Entrant
from gridbots_referee.tournament.formats.tournament_file import check, with_more_bots
from gridbots_referee.tournament.run.prepare import check_tournament, found_launches
from gridbots_referee.tournament.store.store import Store

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from pathlib import Path

    from gridbots_referee.tournament.formats.tournament import Tournament

REMEDY = "give another --store, or undo these changes"


def open_or_create(path: Path, declared: Tournament) -> Store:
    """A new store, or the existing store of this tournament, which may have been extended.

    Raises:
        GridbotsError: the tournament cannot be played.
        StoreError: the file contains another tournament, or cannot be used.
    """
    if not path.exists():
        try:
            return Store.create(path, check_tournament(declared))
        except StoreError:
            if not path.exists():
                raise
            # Another process has created it.
    store = Store.open(path)
    try:
        adopt(store, check_tournament(declared, store.retired()))
    except BaseException:
        store.close()
        raise
    return store


def enlarge(store: Store, bots: Sequence[str], sizes: Mapping[str, int | None]) -> None:
    """Add bots, as a command line names them, and matches or rounds; None: as before.

    Raises:
        GridbotsError: the extended tournament cannot be played, or would be another one.
    """
    declared = enlarged(store.tournament, bots, sizes)
    if declared != store.tournament:
        check_tournament(declared, store.retired())
        adopt(store, declared)


def enlarged(
    tournament: Tournament, bots: Sequence[str], sizes: Mapping[str, int | None]
) -> Tournament:
    """The tournament that `enlarge` stores.

    Raises:
        GridbotsError: the tournament is invalid.
    """
    given = {key: value for key, value in sizes.items() if value is not None}
    return check(replace(with_more_bots(tournament, bots), **given))


def adopt(store: Store, declared: Tournament) -> None:
    """Continue a store with a tournament: any one as long as no match has been played.

    Raises:
        StoreError: the store contains another one; the message lists all differences.
    """
    growth = growth_of(store, declared)
    if growth.tournament == store.tournament:
        return
    if len(store):
        store.grow(growth)
    else:
        store.declare(declared)


def growth_of(store: Store, declared: Tournament) -> Growth:
    """The tournament with which a store would continue.

    Raises:
        StoreError: it contains another tournament; the message lists all differences.
    """
    if not len(store):
        return Growth(declared, {})
    try:
        return grow(store.tournament, declared, store.played_part())
    except SettingsError as error:
        message = f"{store.path}: the store contains another tournament; {REMEDY}"
        raise StoreError(f"{message}\n  {error}") from None


SHOWN = 3
"""Changed files that an error names."""


def check_versions(store: Store, *, new_version: bool = False) -> list[str]:
    """Compare the files of all bots with the stored ones; returns the names of new versions.

    A bot that has not played yet may change. With `new_version`, a changed bot of a ladder joins as
    a new entrant, and the old version is retired.

    Raises:
        StoreError: a bot has changed.
        GridbotsError: a bot is neither installed nor an existing program.
    """
    found = [bot_files(launch) for launch in found_launches(store.tournament, store.retired())]
    stored = store.entrant_files()
    bound = {entrant for (entrant,) in store.query("SELECT DISTINCT entrant FROM seats")}
    store.keep_files(
        {
            index: files
            for index, files in enumerate(found)
            if stored[index] is None or (index not in bound and stored[index] != files)
        }
    )
    changed = [
        index
        for index, (was, now) in enumerate(zip(stored, found, strict=True))
        if was is not None and was != now and index in bound and index not in store.retired()
    ]
    if not changed:
        return []
    if not new_version or store.tournament.format != "ladder":
        raise StoreError("\n  ".join(_complaints(store, stored, found, changed)))
    return [_renew(store, index, found[index]) for index in changed]


def _complaints(
    store: Store,
    stored: Sequence[Mapping[str, str] | None],
    found: Sequence[Mapping[str, str]],
    changed: Sequence[int],
) -> list[str]:
    remedy = "undo that, or give another --store"
    if store.tournament.format == "ladder":
        remedy += ", or add them as new versions: --new-version"
    lines = [f"{store.path}: bots have changed since their first match; {remedy}"]
    for index in changed:
        what = differing_files(stored[index] or {}, found[index])
        more = f" and {len(what) - SHOWN} more" if len(what) > SHOWN else ""
        lines.append(f"{store.tournament.bots[index].name}: {', '.join(what[:SHOWN])}{more}")
    return lines


def differing_files(was: Mapping[str, str], now: Mapping[str, str]) -> list[str]:
    """Files that differ between two versions of a bot."""
    return sorted(path for path in was.keys() | now.keys() if was.get(path) != now.get(path))


def _renew(store: Store, index: int, files: Mapping[str, str]) -> str:
    """Retire an entrant, and add its new version: `name (2)`."""
    bots = store.tournament.bots
    names = {entrant.name for entrant in bots}
    base = bots[index].name.rpartition(" (")[0] or bots[index].name
    number = 2
    while f"{base} ({number})" in names:
        number += 1
    name = f"{base} ({number})"
    store.add_entrants([Entrant(bots[index].bot, name)])
    store.retire(index)
    store.keep_files({len(bots): files})
    return name
