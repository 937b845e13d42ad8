"""Tournaments with simulated matches: results are drawn, or follow from strengths."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING, Any

from gridbots_referee.tournament.formats.schedule import fixtures
from gridbots_referee.tournament.formats.tournament import Entrant, Tournament
from gridbots_referee.tournament.stats.played import PlayedMatch, points_of_places

if TYPE_CHECKING:
    from collections.abc import Callable

    from gridbots_referee.tournament.formats.tournament import Fixture

SEATS: dict[int, dict[str, Any]] = {
    1: {"game": "snake"},
    2: {},
    3: {"game": "multisnake", "settings": {"size": 24, "seats": 3}},
    4: {"settings": {"seats": 4}},
}
"""A game for each number of seats."""


def make_tournament(
    bots: int, form: str = "round-robin", seats: int = 2, **fields: Any
) -> Tournament:
    return Tournament(
        name="test",
        bots=tuple(Entrant(f"./bot{number}", f"bot{number}") for number in range(bots)),
        format=form,  # type: ignore[arg-type]
        **{**SEATS[seats], **fields},
    )


def drawn(seed: int) -> Callable[[Fixture], tuple[float, ...]]:
    """Random points, the same for the same fixture."""

    def points(fixture: Fixture) -> tuple[float, ...]:
        chance = random.Random(f"{seed} {fixture.id}")  # noqa: S311  no secret
        return points_of_places(tuple(chance.randint(1, 3) for _ in fixture.players))

    return points


def by_number(fixture: Fixture) -> tuple[float, ...]:
    """The lower entrant is the better one."""
    return points_of_places(
        tuple(1 + sum(other < each for other in fixture.players) for each in fixture.players)
    )


def result_of(fixture: Fixture, points: Callable[[Fixture], tuple[float, ...]]) -> PlayedMatch:
    return PlayedMatch(fixture.id, fixture.stage, fixture.group, fixture.players, points(fixture))


def play_out(
    tournament: Tournament, points: Callable[[Fixture], tuple[float, ...]] = by_number
) -> tuple[list[Fixture], list[PlayedMatch]]:
    """All fixtures of a tournament, and their results."""
    played: dict[str, PlayedMatch] = {}
    while True:
        scheduled = fixtures(tournament, tuple(played.values()))
        fresh = [each for each in scheduled if each.id not in played]
        if not fresh:
            return scheduled, list(played.values())
        played.update({each.id: result_of(each, points) for each in fresh})
