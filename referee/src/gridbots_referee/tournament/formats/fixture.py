"""Fixtures: the matches that a tournament schedules."""

from __future__ import annotations

import msgspec


class Opening(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """Where a match begins: the game's own opening for a seed, then moves that are given."""

    seed: int
    moves: tuple[tuple[str, ...], ...] = ()
    """Joint moves, in the game's words, that are played before the bots are asked."""


class Fixture(msgspec.Struct, frozen=True):
    """A match to be played. Fixtures of a match group share an opening and rotate the seats."""

    id: str
    """Unique in its tournament, the same whenever it is scheduled again."""
    stage: int
    """Counted from 1: the round of a Swiss or knockout tournament, always 1 in a round robin."""
    group: int
    """The match group, with two seats the pair; unique in its tournament."""
    opening: Opening
    players: tuple[int, ...]
    """Which entrant sits in each seat, as an index into the entrants."""
