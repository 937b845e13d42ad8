"""Played matches, and the points of their players: the input of all statistics."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

import msgspec

if TYPE_CHECKING:
    from gridbots.game import Outcome

VoidCause = Literal["not-started", "worker", "stopped", "benched"]


class PlayedMatch(msgspec.Struct, frozen=True):
    """A played fixture, and the points of its players."""

    id: str
    stage: int
    group: int
    players: tuple[int, ...]
    """In seat order."""
    points: tuple[float, ...]
    """In seat order: the share of opponents that each player has beaten, ties counting half; with
    two seats 1, 0.5 or 0."""
    scores: tuple[float, ...] = ()
    """The game's own points, in seat order."""
    forfeited: tuple[bool, ...] = ()
    """Whether each player forfeited, in seat order."""


class VoidMatch(msgspec.Struct, frozen=True):
    """A fixture that could not be played in several attempts; statistics ignore it."""

    id: str
    group: int
    players: tuple[int, ...]
    """In seat order."""
    suspect: int | None
    """The entrant that is the known or likely cause; None if unknown."""
    cause: VoidCause
    why: str
    """The reason, as text."""

    @property
    def walkover(self) -> tuple[float, ...]:
        """Points for formats that need a winner of each meeting: the suspect loses."""
        return points_of_places(tuple(1 + (player == self.suspect) for player in self.players))


def points_of_places(places: tuple[int, ...]) -> tuple[float, ...]:
    """Points from places: the share of opponents that a player has beaten, ties counting half.

    A single player has 1 point in place 1, else 0.
    """
    if len(places) == 1:
        return (float(places[0] == 1),)
    return tuple(
        (sum(place < other for other in places) + (places.count(place) - 1) / 2) / (len(places) - 1)
        for place in places
    )


def points_of_outcome(outcome: Outcome) -> tuple[float, ...]:
    """Points in seat order. A single player, always in place 1, has 1 point if it is the winner."""
    if len(outcome.places) == 1:
        return (float(outcome.winner == 0),)
    return points_of_places(outcome.places)
