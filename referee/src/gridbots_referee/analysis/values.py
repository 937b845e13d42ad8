"""Values of an analysis: the move and the evaluation of each bot in each position.

An analysis file has one JSON object per line: the head, then bots, positions and failures in any
order. Lines are only appended.
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
    """Identifies the record of the analysis."""

    schema: int
    match: str
    record: str
    """SHA-256 of the record, unpacked."""


class Examiner(Line, frozen=True, tag="bot"):
    """A bot that examines positions."""

    number: Index
    bot: str
    """The bot as the user named it."""
    package: str = ""
    time_ms: int | None = None
    """Announced time per move; None: the times of the record."""


class ExaminedPosition(Line, frozen=True, tag="position"):
    """Result of a bot in the position of one seat before one round."""

    bot: Index
    """Number of the bot."""
    seat: Index
    round: Index
    move: Word = ""
    """Its move; "" for no move."""
    kind: str = "move"
    """Kind of its answer: move, illegal, pass or malformed."""
    value: float | None = None
    """Its evaluation for this seat, in its own unit."""
    exact: bool = False
    """Whether the bot reports the value as proven."""
    depth: Count | None = None
    nodes: Count | None = None
    pv: Annotated[tuple[Word, ...], Meta(max_length=100)] = ()
    path: tuple[Way, ...] = ()
    """Its intended path, for the board."""
    note: str = ""
    wall_us: int | None = None


class ExaminationFailure(Line, frozen=True, tag="failure"):
    """A failure of a bot in a position; it was restarted for the next one."""

    bot: Index
    seat: Index
    round: Index
    why: str


AnyLine = AnalysisHead | Examiner | ExaminedPosition | ExaminationFailure


class Analysis(msgspec.Struct, frozen=True):
    """The content of an analysis file."""

    head: AnalysisHead
    bots: tuple[Examiner, ...] = ()
    positions: tuple[ExaminedPosition, ...] = ()
    failures: tuple[ExaminationFailure, ...] = ()

    def examined_rounds(self, bot: int, seat: int) -> set[int]:
        """The rounds with a result or a failure."""
        lines: list[ExaminedPosition | ExaminationFailure] = [*self.positions, *self.failures]
        return {each.round for each in lines if each.bot == bot and each.seat == seat}
