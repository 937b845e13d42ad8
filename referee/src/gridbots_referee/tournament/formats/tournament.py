"""Tournament declaration, as users write it in a TOML file, and the fixtures it schedules."""

from __future__ import annotations

from typing import Annotated, Any, Final, Literal

import msgspec
from msgspec import Meta

from gridbots.limits import DEFAULT_ISOLATION, Isolation, LimitOptions
from gridbots.plugins import DEFAULT_GAME
from gridbots_referee.tournament.stats.sprt import Sprt  # noqa: TC001  msgspec reads the annotation


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


BENCH_AFTER: Final = 10
MAX_SEED: Final = 2**62
"""So that the seeds that follow are whole numbers of 64 bits, too."""
Format = Literal["round-robin", "gauntlet", "swiss", "knockout", "ladder"]


class Entrant(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A bot that takes part."""

    bot: str
    """A plugin name with options, or a command, as `referee run` takes it."""
    name: str
    """What people call it; unique in the tournament."""


class Openings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Where matches begin: by seeds alone, or after rounds of random or of given moves."""

    rounds: Annotated[int, Meta(ge=0)] = 0
    """Rounds of random moves that nobody is the worse for, played before bots are asked."""
    file: str = ""
    """A file with one opening per line; used from the first to the last, then again."""
    given: tuple[Opening, ...] = ()
    """Openings themselves. What the file holds is put here when a tournament is loaded, so that a
    tournament that is kept needs no file."""


class Size(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How large a tournament was before it grew."""

    bots: Annotated[int, Meta(ge=2)]
    matches: Annotated[int, Meta(ge=1)]
    """For each pairing."""


class Tournament(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Which bots play what against each other, and how often."""

    name: str
    bots: tuple[Entrant, ...]
    format: Format = "round-robin"
    game: str = DEFAULT_GAME
    settings: dict[str, Any] = {}
    """Settings of the game."""
    matches: Annotated[int, Meta(ge=1)] = 2
    """Matches for each pairing; rounded up to whole groups, so that all sit in all seats."""
    rounds: Annotated[int, Meta(ge=0)] = 0
    """Rounds of a Swiss tournament; 0: as many as it takes to find a winner."""
    seed: Annotated[int, Meta(ge=0, le=MAX_SEED)] = 1
    openings: Openings = Openings()
    time: LimitOptions = LimitOptions()
    isolation: Isolation = DEFAULT_ISOLATION
    sprt: Sprt | None = None
    """Of the first bot against the second, and nobody else: it ends as soon as this decides."""
    bench_after: Annotated[int, Meta(ge=0)] = BENCH_AFTER
    """A bot is benched when so many matches could not be played because of it; 0: never."""
    concurrency: Annotated[int, Meta(ge=0)] = 0
    """Matches at a time; 0: as many as the machine can serve fairly."""
    earlier: tuple[Size, ...] = ()
    """Its sizes before bots were added, the first one first: what was scheduled then keeps its
    numbers and openings. The store knows them; a file needs them only to rebuild a store."""
