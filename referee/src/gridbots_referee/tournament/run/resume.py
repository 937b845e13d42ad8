"""Resuming a tournament: the one of before, or one that has grown."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace

from gridbots.errors import SettingsError, StoreError
from gridbots_referee.tournament.formats.growth import Growth, grow
from gridbots_referee.tournament.formats.tournament_file import check, with_more_bots
from gridbots_referee.tournament.run.prepare import check_programs, check_tournament, found_launches
from gridbots_referee.tournament.store.store import Store

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from pathlib import Path

    from gridbots_referee.tournament.formats.tournament import Tournament

REMEDY = "name another --store, or undo what differs"


def open_or_create(path: Path, declared: Tournament) -> Store:
    """A new store, or the one that this tournament has already; it may have grown.

    Raises:
        GridbotsError: the tournament cannot be played.
        StoreError: the file holds another one, or cannot be used.
    """
    check_tournament(declared)
    if not path.exists():
        check_programs(found_launches(declared))
        try:
            return Store.create(path, declared)
        except StoreError:
            if not path.exists():
                raise
            # Another process has made it meanwhile.
    store = Store.open(path)
    try:
        adopt(store, declared)
    except BaseException:
        store.close()
        raise
    return store


def enlarge(store: Store, bots: Sequence[str], sizes: Mapping[str, int | None]) -> None:
    """Add bots, as a command line names them, and more matches or rounds, None meaning as before.

    Raises:
        GridbotsError: the larger tournament cannot be played, or would be another one.
    """
    declared = enlarged(store.tournament, bots, sizes)
    if declared != store.tournament:
        check_tournament(declared)
        adopt(store, declared)


def enlarged(
    tournament: Tournament, bots: Sequence[str], sizes: Mapping[str, int | None]
) -> Tournament:
    """The tournament that `enlarge` makes.

    Raises:
        GridbotsError: something is wrong with it.
    """
    told = {key: value for key, value in sizes.items() if value is not None}
    return check(replace(with_more_bots(tournament, bots), **told))


def adopt(store: Store, declared: Tournament) -> None:
    """Have a store go on with a tournament: any as long as no match has been played.

    Raises:
        StoreError: it holds another one; the message names all differences.
    """
    growth = growth_of(store, declared)
    if growth.tournament == store.tournament:
        return
    if len(store):
        store.grow(growth)
    else:
        store.declare(declared)


def growth_of(store: Store, declared: Tournament) -> Growth:
    """What a store would go on with.

    Raises:
        StoreError: it holds another tournament; the message names all differences.
    """
    if not len(store):
        return Growth(declared, {})
    try:
        return grow(store.tournament, declared, store.played_part())
    except SettingsError as error:
        told = f"{store.path}: it holds another tournament; {REMEDY}"
        raise StoreError(f"{told}\n  {error}") from None
