"""Small tournaments for tests of stores; their matches are not played."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from gridbots import record
from gridbots.game import Outcome
from gridbots.limits import Limits
from gridbots.record import SCHEMA, Match, Player, PlayerResult, Record, Result, Round
from gridbots_referee.tournament.formats.tournament import Entrant, Fixture, Opening, Tournament
from gridbots_referee.tournament.store.store import Store

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

NAMES = ("ada", "bob", "cleo", "dan")


def tournament(names: Sequence[str] = NAMES, **changes: Any) -> Tournament:
    bots = tuple(Entrant(f"{name}:depth=4", name) for name in names)
    return Tournament("autumn", bots, **changes)


def name_of(entrant: int) -> str:
    return NAMES[entrant] if entrant < len(NAMES) else f"bot {entrant}"


def fixture(number: int, players: tuple[int, ...] = (0, 1), **changes: Any) -> Fixture:
    values = {"stage": 1, "group": number // 2, "opening": Opening(number // 2), **changes}
    return Fixture(id=f"m{number:03}", players=players, **values)


def played(
    fixture: Fixture,
    places: tuple[int, ...] = (1, 2),
    terminations: tuple[str, ...] = (),
    **changes: Any,
) -> Record:
    """The record of a fixture that ended with these places."""
    ended = terminations or tuple("survived" if place == 1 else "eliminated" for place in places)
    late = [each for each in ended if each not in {"survived", "eliminated"}]
    winner = places.index(1) if places.count(1) == 1 else None
    values: dict[str, Any] = {
        "how": "forfeit" if late else "rules",
        "rounds": 3,
        "outcome": Outcome(winner, places, tuple(10.0 - place for place in places)),
        "players": tuple(map(_player, fixture.players, places, ended)),
        "seconds": 0.25,
    }
    match = Match(
        schema=SCHEMA,
        id=fixture.id,
        game="light-riders",
        settings={},
        seed=fixture.opening.seed,
        players=tuple(
            Player(name_of(each), ("bot",), f"{name_of(each)}:depth=4") for each in fixture.players
        ),
        limits=Limits(),
        started="2025-03-01T12:00:00.000+00:00",
        load=0.5,
    )
    return Record(match, (Round(("up",) * len(places), 7),) * 3, Result(**{**values, **changes}))


def _player(entrant: int, place: int, termination: str) -> PlayerResult:
    return PlayerResult(
        name=name_of(entrant),
        place=place,
        score=10.0 - place,
        termination=termination,
        detail="no answer after 200 ms" if termination == "late" else "",
        warnings=entrant,
        moves=3,
        wall_ms=4.5,
        cpu_ms=2.25,
        most_wall_ms=2.5,
        most_cpu_ms=None,
        bank_left_ms=9876,
    )


def add(store: Store, fixture: Fixture, match: Record | None = None) -> bool:
    """Write the record of a match and add it."""
    match = match or played(fixture)
    return store.add(fixture, match, record.write(match, store.records))


MATCHES: tuple[tuple[tuple[int, int], tuple[int, int], tuple[str, str]], ...] = (
    ((0, 1), (1, 2), ("survived", "eliminated")),
    ((1, 0), (1, 1), ("eliminated", "eliminated")),
    ((0, 2), (1, 2), ("survived", "late")),
    ((2, 0), (2, 1), ("late", "survived")),
    ((1, 2), (2, 1), ("exited", "survived")),
    ((2, 1), (1, 2), ("survived", "eliminated")),
)
"""Players, places and terminations: bot 0 has 3.5 points, 1 has 0.5, 2 has 2, 3 has not played."""


def autumn(path: Path, names: Sequence[str] = NAMES) -> Path:
    """A store of MATCHES."""
    with Store.create(path, tournament(names)) as store:
        for number, (players, places, ended) in enumerate(MATCHES):
            one = fixture(number, players)
            add(store, one, played(one, places, ended))
    return path
