"""Resuming a tournament: it must be the same one; only a ladder takes more bots."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import asdict

from gridbots.errors import StoreError
from gridbots_referee.tournament.run.prepare import check_tournament
from gridbots_referee.tournament.store.store import Store

if TYPE_CHECKING:
    from pathlib import Path

    from gridbots_referee.tournament.formats.tournament import Entrant, Tournament

FREE = {"bots", "concurrency"}
"""What may change: the bots of a ladder have rules of their own."""


def open_or_create(path: Path, declared: Tournament) -> Store:
    """A new store, or the one that this tournament has already; a ladder may have grown.

    Raises:
        GridbotsError: the tournament cannot be played.
        StoreError: the file holds another one, or cannot be used.
    """
    check_tournament(declared)
    if not path.exists():
        return Store.create(path, declared)
    store = Store.open(path)
    try:
        check_same(path, store.tournament, declared)
        store.add_entrants(new_entrants(store.tournament, declared))
    except BaseException:
        store.close()
        raise
    return store


def check_same(path: Path, stored: Tournament, declared: Tournament) -> None:
    """Refuse to resume a store with another tournament.

    Raises:
        StoreError: it differs; the message names the first key that does.
    """
    was, now = asdict(stored), asdict(declared)
    differing = [key for key in was if key not in FREE and was[key] != now[key]]
    if differing:
        key = differing[0]
        raise StoreError(
            f"{path}: it holds another tournament, with {key} {was[key]!r} instead of "
            f"{now[key]!r}; name another --store"
        )
    if stored.format != "ladder" and stored.bots != declared.bots:
        raise StoreError(
            f"{path}: expected the same bots, {_names(stored.bots)}, got {_names(declared.bots)}; "
            "only a ladder takes more"
        )
    for entrant in declared.bots:
        if any(each.name == entrant.name and each.bot != entrant.bot for each in stored.bots):
            raise StoreError(f"{path}: the bot {entrant.name!r} has changed; give it a new name")


def new_entrants(stored: Tournament, declared: Tournament) -> list[Entrant]:
    """Entrants of the file that are not yet in the store."""
    known = {entrant.name for entrant in stored.bots}
    return [entrant for entrant in declared.bots if entrant.name not in known]


def _names(bots: tuple[Entrant, ...]) -> str:
    return ", ".join(entrant.name for entrant in bots)
