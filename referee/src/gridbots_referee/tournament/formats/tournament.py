"""Tournament declaration, as users write it in a TOML file, and the fixtures it schedules."""

from __future__ import annotations

from typing import Annotated, Any, Final, Literal

import msgspec
from msgspec import Meta

from gridbots.limits import DEFAULT_ISOLATION, Isolation, LimitOptions
from gridbots.plugins import DEFAULT_GAME
from gridbots_referee.tournament.stats.sprt import Sprt  # noqa: TC001  msgspec reads the annotation


class Opening(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """Start of a match: the game's opening for a seed, then given moves."""

    seed: int
    moves: tuple[tuple[str, ...], ...] = ()
    """Joint moves, as words of the game, played before bots choose theirs."""


class Fixture(msgspec.Struct, frozen=True):
    """A match to play. The fixtures of a match group share an opening and rotate the seats."""

    id: str
    """Unique in its tournament, and the same whenever it is scheduled again."""
    stage: int
    """Counted from 1: the round of a Swiss or knockout tournament, always 1 in a round robin."""
    group: int
    """The match group, with two seats the pair; unique in its tournament."""
    opening: Opening
    players: tuple[int, ...]
    """The entrant in each seat, as an index."""


BENCH_AFTER: Final = 10
MAX_SEED: Final = 2**62
"""So that the following seeds are 64-bit integers, too."""
Format = Literal["round-robin", "gauntlet", "swiss", "knockout", "ladder"]


class Entrant(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A bot that takes part."""

    bot: str
    """A plugin name with options, or a command, as `referee run` takes it."""
    name: str
    """Display name; unique in the tournament."""


class Openings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Openings of matches: by seed alone, or with rounds of random or given moves."""

    policy: Literal["default", "round"] = "default"
    """When the next opening is used: for each match group, or for each round of all pairings, so
    that all pairings have the same openings (round robin and gauntlet)."""
    rounds: Annotated[int, Meta(ge=0)] = 0
    """Rounds of random moves that eliminate no one, played before bots choose theirs."""
    file: str = ""
    """A file with one opening per line, used in order and then from the first again."""
    given: tuple[Opening, ...] = ()
    """The openings themselves. Those of the file are copied here when a tournament is loaded, so a
    stored tournament does not need the file."""


class Size(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Size of a tournament before it was extended."""

    bots: Annotated[int, Meta(ge=2)]
    matches: Annotated[int, Meta(ge=1)]
    """For each pairing."""


class Tournament(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A tournament: its bots, its game and its matches."""

    name: str
    bots: tuple[Entrant, ...]
    format: Format = "round-robin"
    game: str = DEFAULT_GAME
    settings: dict[str, Any] = {}
    """Settings of the game."""
    matches: Annotated[int, Meta(ge=1)] = 2
    """Matches per pairing; rounded up to whole groups, so that all bots play all seats."""
    rounds: Annotated[int, Meta(ge=0)] = 0
    """Rounds of a Swiss tournament; 0: enough to find a winner."""
    seed: Annotated[int, Meta(ge=0, le=MAX_SEED)] = 1
    openings: Openings = Openings()
    time: LimitOptions = LimitOptions()
    isolation: Isolation = DEFAULT_ISOLATION
    sprt: Sprt | None = None
    """Sequential test of the first bot against the second; its decision ends the tournament."""
    bench_after: Annotated[int, Meta(ge=0)] = BENCH_AFTER
    """Void matches because of a bot after which it is benched; 0: never."""
    concurrency: Annotated[int, Meta(ge=0)] = 0
    """Matches at a time; 0: as many as the machine can play fairly."""
    earlier: tuple[Size, ...] = ()
    """Its sizes before bots were added, the oldest first: earlier fixtures keep their numbers and
    openings. They are in the store; a file needs them only to rebuild a store."""
