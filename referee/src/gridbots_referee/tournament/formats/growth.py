"""Growth: what may be added to a tournament of which matches have been played.

Matches, bots and rounds may be added as far as all matches of before keep their meaning, numbers
and openings; the docstring of `Growth` says when. Everything else makes another tournament.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, NamedTuple

from msgspec import to_builtins
from msgspec.structs import asdict, replace

from gridbots.errors import SettingsError
from gridbots_referee.tournament.formats.openings import game_of
from gridbots_referee.tournament.formats.tournament import Size

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from gridbots_referee.tournament.formats.tournament import Entrant, Tournament

POLICY: Final = ("bench_after", "concurrency")
"""How matches are played, and not which."""
SIZES: Final = ("bots", "matches", "rounds", "sprt", "openings")
"""What may grow, in some formats."""
ADDABLE: Final[Mapping[str, tuple[str, ...]]] = {
    "round-robin": ("bots", "matches"),
    "gauntlet": ("bots", "matches"),
    "swiss": ("rounds",),
    "knockout": (),
    "ladder": ("bots",),
}
"""What can be added in each format: anything else would change who has met whom."""


class PlayedPart(NamedTuple):
    """What has been played."""

    entrants: frozenset[int]
    """Those who have."""
    groups: int
    """The number of the last match group."""


class Growth(NamedTuple):
    """A tournament that goes on, perhaps a larger one."""

    tournament: Tournament
    replaced: Mapping[int, Entrant]
    """Entrants that take the places of those who had played nothing."""


def grow(stored: Tournament, declared: Tournament, part: PlayedPart) -> Growth:
    """The tournament with what the declaration adds.

    In a round robin and in a gauntlet more matches and more bots can be played; in a Swiss
    tournament more rounds; in a ladder more bots. A sequential test may be longer or stricter. A
    list of openings of which not all have been used may be longer. Bots are known by their names,
    in any order; who has not played may be another one. A ladder's file may name newcomers alone.

    Raises:
        SettingsError: the declaration is of another tournament; the message names all differences.
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
    """Whoever is new takes the place of one who is missing and has not played."""
    names = {each.name: each for each in declared.bots}
    free = [place for place in range(len(stored.bots)) if place not in part.entrants]
    changed = {
        place: names[stored.bots[place].name] for place in free if stored.bots[place].name in names
    }
    known = {each.name for each in stored.bots}
    newcomers = [each for each in declared.bots if each.name not in known]
    missing = [place for place in free if stored.bots[place].name not in names]
    if stored.format == "ladder":
        missing = []  # its file may name newcomers alone
    changed |= dict(zip(missing, newcomers, strict=False))
    return {place: each for place, each in changed.items() if each != stored.bots[place]}


def _differences(stored: Tournament, declared: Tournament) -> Iterator[str]:
    """What makes it another tournament, whatever the format."""
    was, now = _meaning(stored), _meaning(declared)
    for key in sorted(was.keys() | now.keys()):
        if was.get(key) != now.get(key):
            yield f"{key}: {_shown(was.get(key))} in the store, {_shown(now.get(key))} now"


def _meaning(tournament: Tournament) -> dict[str, Any]:
    """All that matches mean, by dotted keys; settings with those that are not named."""
    values = to_builtins(tournament)
    _, settings = game_of(tournament)
    values["settings"] = asdict(settings)
    left_out = {"name", "earlier", *POLICY, *SIZES}
    told = {key: each for key, each in values.items() if key not in left_out}
    return dict(_flat({**told, "openings": {"rounds": tournament.openings.rounds}}))


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
                yield f"bots: {each.name!r} has played, and is left out now; put it back"
        elif now[each.name] != each.bot:
            yield (
                f"bots: {each.name!r} was {each.bot!r}, and is {now[each.name]!r} now; "
                "give it a new name"
            )
    first = stored.bots[0]
    if stored.format == "gauntlet" and declared.bots[0] != first:
        yield f"bots: the challenger was {first.name!r}, and is {declared.bots[0].name!r} now"


def _size_complaints(stored: Tournament, declared: Tournament, added: int) -> Iterator[str]:
    grows = ADDABLE[stored.format]
    if stored.format != declared.format:
        return
    if added and "bots" not in grows:
        yield f"bots: more of them would change who meets whom in a {stored.format}"
    for key in ("matches", "rounds"):
        was, now = getattr(stored, key), getattr(declared, key)
        if now == was:
            continue
        place = f"{key}: {was} in the store, {now} now"
        if key not in grows:
            yield f"{place}; in a {stored.format} results say who meets whom, so it is fixed"
        elif now < was:
            yield f"{place}; a tournament may grow, not shrink: write {key} = {was} or more"
    if declared.earlier not in {(), stored.earlier}:
        yield "earlier: expected the sizes that the store knows, or none"


def _test_complaints(stored: Tournament, declared: Tournament) -> Iterator[str]:
    """A stricter test would have gone the same way so far; another one would not."""
    was, now = stored.sprt, declared.sprt
    if was is None or now is None:
        if was != now:
            yield f"sprt: {'none' if was is None else 'one'} in the store, unlike now"
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
        yield "openings: others than in the store; more may come at the end only"
    elif part.groups > len(was):
        yield f"openings: all {len(was)} in the store have been used, and then again from the first"
