"""Values of an analysis: what each bot would have played in a position, and what it thinks of it.

An analysis file has one JSON object per line: the head, then bots, positions and failures in any
order, as they came. Lines are only ever added.
"""

from __future__ import annotations

from typing import Annotated, Final

import msgspec
from msgspec import Meta

from gridbots.pictures.overlay import Count, Way, Word  # noqa: TC001  msgspec reads it when it runs

SCHEMA: Final = 1
"""Version of this format. A reader refuses a newer one."""
Index = Annotated[int, Meta(ge=0, le=2**31)]


class Line(msgspec.Struct, frozen=True, omit_defaults=True, tag_field="line"):
    """A line of the file."""


class AnalysisHead(Line, frozen=True, tag="analysis"):
    """Which record this belongs to."""

    schema: int
    match: str
    record: str
    """SHA-256 of the record, unpacked."""


class Examiner(Line, frozen=True, tag="bot"):
    """A bot that examines."""

    number: Index
    bot: str
    """As it was asked for."""
    package: str = ""
    time_ms: int | None = None
    """What it was told to have per move; None: the times of the record."""


class ExaminedPosition(Line, frozen=True, tag="position"):
    """What a bot has found in the position of one seat before one round."""

    bot: Index
    """Its number."""
    seat: Index
    round: Index
    move: Word = ""
    """What it would have played; "" for no move."""
    kind: str = "move"
    """Of its answer: move, illegal, pass or malformed."""
    value: float | None = None
    """Its evaluation for this seat, in its own unit."""
    exact: bool = False
    """Whether it says that the value is proven."""
    depth: Count | None = None
    nodes: Count | None = None
    pv: Annotated[tuple[Word, ...], Meta(max_length=100)] = ()
    path: tuple[Way, ...] = ()
    """Where it means to go, for the board."""
    note: str = ""
    wall_us: int | None = None


class ExaminationFailure(Line, frozen=True, tag="failure"):
    """A bot has failed in a position; it was started anew for the next one."""

    bot: Index
    seat: Index
    round: Index
    why: str


AnyLine = AnalysisHead | Examiner | ExaminedPosition | ExaminationFailure


class Analysis(msgspec.Struct, frozen=True):
    """All that an analysis file tells."""

    head: AnalysisHead
    bots: tuple[Examiner, ...] = ()
    positions: tuple[ExaminedPosition, ...] = ()
    failures: tuple[ExaminationFailure, ...] = ()

    def done(self, bot: int, seat: int) -> set[int]:
        """The rounds that need no further look."""
        lines: list[ExaminedPosition | ExaminationFailure] = [*self.positions, *self.failures]
        return {each.round for each in lines if each.bot == bot and each.seat == seat}
