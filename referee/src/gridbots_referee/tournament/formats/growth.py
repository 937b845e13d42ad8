"""Growth: extending a tournament that has begun.

Matches, bots and rounds may be added if all earlier matches keep their meaning, numbers and
openings; see `grow`. Any other change makes another tournament.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, NamedTuple

from msgspec import to_builtins
from msgspec.structs import asdict, replace

from gridbots.errors import SettingsError
from gridbots_referee.tournament.formats.openings import game_of
from gridbots_referee.tournament.formats.schedule import openings_used
from gridbots_referee.tournament.formats.tournament import Size

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from gridbots_referee.tournament.formats.tournament import Entrant, Tournament

POLICY: Final = ("bench_after", "concurrency")
"""Keys that do not affect which matches are played."""
SIZES: Final = ("bots", "matches", "rounds", "sprt", "openings")
"""Keys that may grow, in some formats."""
ADDABLE: Final[Mapping[str, tuple[str, ...]]] = {
    "round-robin": ("bots", "matches"),
    "gauntlet": ("bots", "matches"),
    "swiss": ("rounds",),
    "knockout": (),
    "ladder": ("bots",),
}
"""Keys that may grow in each format; others would change the pairings already played."""


class PlayedPart(NamedTuple):
    """The part of a tournament that has been played."""

    entrants: frozenset[int]
    """Entrants that have played."""
    groups: int
    """The number of the last match group."""


class Growth(NamedTuple):
    """A tournament to continue, perhaps extended."""

    tournament: Tournament
    replaced: Mapping[int, Entrant]
    """Index -> new entrant, in place of one that has not played."""


def grow(stored: Tournament, declared: Tournament, part: PlayedPart) -> Growth:
    """The stored tournament, extended by the declaration.

    A round robin and a gauntlet may get more matches and more bots, a Swiss tournament more rounds,
    a ladder more bots. A sequential test may become longer or stricter. A list of openings may
    become longer if not all have been used. Bots are identified by name, in any order; a bot that
    has not played may be replaced. The file of a ladder may list only newcomers.

    Raises:
        SettingsError: it declares another tournament; the message lists all differences.
    """
    replaced = _replaced(stored, declared, part)
    bots = tuple(replaced.get(place, each) for place, each in enumerate(stored.bots))
    known = {each.name for each in bots}
    added = tuple(each for each in declared.bots if each.name not in known)
    complaints = [
        *_differences(stored, declared),
        *_bot_complaints(replace(stored, bots=bots), declared),
        *_size_complaints(stored, declared, len(added)),
        *_test_complaints(stored, declared),
        *_opening_complaints(stored, declared, part),
    ]
    if complaints:
        raise SettingsError("\n  ".join(complaints))
    keys = ("matches", "rounds", "sprt", "openings", *POLICY)
    grown = replace(stored, **{key: getattr(declared, key) for key in keys}, bots=(*bots, *added))
    if added and stored.format in {"round-robin", "gauntlet"}:
        grown = replace(grown, earlier=(*stored.earlier, Size(len(bots), stored.matches)))
    return Growth(grown, replaced)


def _replaced(stored: Tournament, declared: Tournament, part: PlayedPart) -> dict[int, Entrant]:
    """New bots replace missing ones that have not played."""
    names = {each.name: each for each in declared.bots}
    free = [place for place in range(len(stored.bots)) if place not in part.entrants]
    changed = {
        place: names[stored.bots[place].name] for place in free if stored.bots[place].name in names
    }
    known = {each.name for each in stored.bots}
    newcomers = [each for each in declared.bots if each.name not in known]
    missing = [place for place in free if stored.bots[place].name not in names]
    if stored.format == "ladder":
        missing = []  # its file may list only newcomers
    changed |= dict(zip(missing, newcomers, strict=False))
    return {place: each for place, each in changed.items() if each != stored.bots[place]}


def _differences(stored: Tournament, declared: Tournament) -> Iterator[str]:
    """Differences that no format allows."""
    was, now = _meaning(stored), _meaning(declared)
    for key in sorted(was.keys() | now.keys()):
        if was.get(key) != now.get(key):
            yield f"{key}: {_shown(was.get(key))} in the store, {_shown(now.get(key))} now"


def _meaning(tournament: Tournament) -> dict[str, Any]:
    """Everything that gives matches their meaning, by dotted keys, with all settings."""
    values = to_builtins(tournament)
    _, settings = game_of(tournament)
    values["settings"] = asdict(settings)
    left_out = {"name", "earlier", *POLICY, *SIZES}
    kept = {key: each for key, each in values.items() if key not in left_out}
    openings = {key: getattr(tournament.openings, key) for key in ("policy", "rounds")}
    return dict(_flat({**kept, "openings": openings}))


def _flat(values: Mapping[str, Any], before: str = "") -> Iterator[tuple[str, Any]]:
    for key, value in values.items():
        if isinstance(value, dict):
            yield from _flat(value, f"{before}{key}.")
        else:
            yield f"{before}{key}", value


def _shown(value: Any) -> str:
    return str(value).lower() if isinstance(value, bool) else repr(value)


def _bot_complaints(stored: Tournament, declared: Tournament) -> Iterator[str]:
    now = {each.name: each.bot for each in declared.bots}
    for each in stored.bots:
        if each.name not in now:
            if stored.format != "ladder":
                yield f"bots: {each.name!r} has played but is missing now; put it back"
        elif now[each.name] != each.bot:
            yield (
                f"bots: {each.name!r} was {each.bot!r} and is {now[each.name]!r} now; "
                "give it a new name"
            )
    first = stored.bots[0]
    if stored.format == "gauntlet" and declared.bots[0] != first:
        yield f"bots: the challenger was {first.name!r} and is {declared.bots[0].name!r} now"


def _size_complaints(stored: Tournament, declared: Tournament, added: int) -> Iterator[str]:
    grows = ADDABLE[stored.format]
    if stored.format != declared.format:
        return
    if added and "bots" not in grows:
        yield f"bots: more of them would change the pairings of a {stored.format}"
    for key in ("matches", "rounds"):
        was, now = getattr(stored, key), getattr(declared, key)
        if now == was:
            continue
        place = f"{key}: {was} in the store, {now} now"
        if key not in grows:
            yield f"{place}; it is fixed in a {stored.format}, whose pairings depend on results"
        elif now < was:
            yield f"{place}; a tournament may only grow: write {key} = {was} or more"
    if declared.earlier not in {(), stored.earlier}:
        yield "earlier: expected the sizes in the store, or none"


def _test_complaints(stored: Tournament, declared: Tournament) -> Iterator[str]:
    """Changes that would make a test looser or another one."""
    was, now = stored.sprt, declared.sprt
    if was is None or now is None:
        if was != now:
            yield "sprt: " + (
                "none in the store, one now" if was is None else "one in the store, none now"
            )
        return
    for key in ("elo0", "elo1", "model"):
        if getattr(was, key) != getattr(now, key):
            yield f"sprt.{key}: {getattr(was, key)!r} in the store, {getattr(now, key)!r} now"
    for key in ("alpha", "beta"):
        if getattr(now, key) > getattr(was, key):
            yield (
                f"sprt.{key}: {getattr(was, key)!r} in the store, {getattr(now, key)!r} now; "
                "a test that has begun may become stricter, not looser"
            )


def _opening_complaints(
    stored: Tournament, declared: Tournament, part: PlayedPart
) -> Iterator[str]:
    was, now = stored.openings.given, declared.openings.given
    if was == now:
        return
    if not was or now[: len(was)] != was:
        yield "openings: they differ from those in the store; you may only append openings"
    elif openings_used(stored, part.groups) > len(was):
        yield f"openings: all {len(was)} in the store have been used, so none can be added"
