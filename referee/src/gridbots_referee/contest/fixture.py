"""A match that a contest wants played, and what came of it: plain values that all of it shares."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

if TYPE_CHECKING:
    from gridbots.game import Outcome


class Opening(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """Where a match begins: the game's own opening for a seed, then moves that are given."""

    seed: int
    moves: tuple[tuple[str, ...], ...] = ()
    """Joint moves, in the game's words, that are played before the bots are asked."""


class Fixture(msgspec.Struct, frozen=True):
    """A match to be played. Fixtures of a group share an opening, the players rotate over seats."""

    id: str
    """Unique in its contest, the same whenever the contest is scheduled again."""
    stage: int
    """Counted from 1: the round of a Swiss or knockout contest, always 1 in a round robin."""
    group: int
    """Unique in its contest: the match group, with two seats the pair."""
    opening: Opening
    players: tuple[int, ...]
    """Which entrant sits in each seat, as an index into the entrants."""


class Played(msgspec.Struct, frozen=True):
    """A fixture that was played to its end."""

    id: str
    stage: int
    group: int
    players: tuple[int, ...]
    """In seat order."""
    points: tuple[float, ...]
    """In seat order: the share of the others that each player has beaten, ties counting half; with
    two seats 1, 0.5 or 0."""
    scores: tuple[float, ...] = ()
    """The game's own points, in seat order."""


def points_of(places: tuple[int, ...]) -> tuple[float, ...]:
    """Points from places: the share of the others that a player has beaten, ties half.

    A player alone has 1 if it is in place 1, else 0.
    """
    if len(places) == 1:
        return (float(places[0] == 1),)
    return tuple(
        (sum(place < other for other in places) + (places.count(place) - 1) / 2) / (len(places) - 1)
        for place in places
    )


def points_from(outcome: Outcome) -> tuple[float, ...]:
    """Points in seat order. Who plays alone has place 1 always: only the winner tells more."""
    if len(outcome.places) == 1:
        return (float(outcome.winner == 0),)
    return points_of(outcome.places)
