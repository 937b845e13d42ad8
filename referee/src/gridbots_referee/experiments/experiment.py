"""Experiment declaration: a published table, as a value that people write as TOML."""

from __future__ import annotations

from statistics import NormalDist
from typing import Annotated, Any, Final

import msgspec
from msgspec import Meta

from gridbots.limits import TIME_PER_MOVE_MS, TIMEBANK_MS, ClockKind
from gridbots.plugins import DEFAULT_GAME
from gridbots_referee.tournament.formats.tournament import Entrant  # noqa: TC001  msgspec reads annotations

UNKNOWN: Final = float("nan")
"""A value that was not published: `nan` in TOML."""

MatchCount = Annotated[int, Meta(ge=1)]


class Publication(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Where published values are from."""

    name: str
    matches: Annotated[int, Meta(ge=0)] = 0
    """How many matches they are means of; 0: it is not told, they are taken as exact."""
    rounded: Annotated[float, Meta(ge=0)] = 0.0
    """The unit to which they are printed: 1 for 21, 0.1 for 21.4."""


class MeasureRow(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One measure of some players. Each list has a value per player, or one for a whole match."""

    measure: str
    players: tuple[str, ...] = ()
    """By name; all of the line-up if none is named."""
    paper: tuple[float, ...] = ()
    program: tuple[float, ...] = ()
    """What the published program does, where it is known; it is then the target."""
    within: tuple[float, ...] = ()
    """How far the full number of matches may lie from the target; else the sampling error says."""


class Lineup(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Bots that play against each other, and what is measured of them."""

    bots: tuple[Entrant, ...]
    rows: tuple[MeasureRow, ...]
    name: str = ""
    settings: dict[str, Any] = {}
    """Settings of the game, besides those of the experiment."""
    rotates: bool = True
    """Whether each opening is played in all rotations of the bots over the seats; else every match
    has an opening of its own and each bot the seat of its place in the list."""
    matches: MatchCount | None = None
    quick: MatchCount | None = None
    """In place of the numbers of the experiment."""
    timebank: Annotated[int, Meta(ge=1)] | None = None
    time_per_move: Annotated[int, Meta(ge=0)] | None = None
    """Milliseconds, in place of those of the experiment."""
    clock: ClockKind | None = None
    """In place of that of the experiment."""
    paper_matches: MatchCount | None = None
    program_matches: MatchCount | None = None
    """In place of the numbers of the sources."""

    @property
    def title(self) -> str:
        return self.name or ", ".join(each.name for each in self.bots)


class Experiment(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    name: Annotated[str, Meta(pattern=r"^[a-z0-9][a-z0-9_-]*$")]
    """Also that of the page with its results."""
    title: str
    lineups: tuple[Lineup, ...]
    matches: MatchCount
    """For each line-up."""
    quick: MatchCount
    """The same with --quick: enough to see that all works."""
    game: str = DEFAULT_GAME
    settings: dict[str, Any] = {}
    """Settings of the game."""
    paper: Publication | None = None
    program: Publication | None = None
    seed: Annotated[int, Meta(ge=0, le=2**63 - 1)] = 1
    confidence: Annotated[float, Meta(gt=0, lt=1)] = 0.95
    """How likely a cell is within its sampling error, if nothing but chance makes a difference."""
    timebank: Annotated[int, Meta(ge=1)] = TIMEBANK_MS
    """Milliseconds, for bots whose decision is no kernel."""
    time_per_move: Annotated[int, Meta(ge=0)] = TIME_PER_MOVE_MS
    """Milliseconds."""
    clock: ClockKind = "wall"
    notes: str = ""
    """What a reader of the results should know."""

    @property
    def certainty(self) -> float:
        """Standard errors on either side of a mean that the confidence spans."""
        return NormalDist().inv_cdf((1 + self.confidence) / 2)
