"""The limits of a match, as users ask for them: how bots are timed and judged."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from gridbots.errors import SettingsError
from gridbots.limits import (
    DEFAULT_ISOLATION,
    START_ALLOWANCE_MS,
    TIME_PER_MOVE_MS,
    TIMEBANK_MS,
    ClockKind,
    Isolation,
    Limits,
)


class LimitOptions(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The options of `referee run`, and the table `time` of a tournament file."""

    timebank: Annotated[int, Meta(ge=1)] = TIMEBANK_MS
    """Milliseconds."""
    time_per_move: Annotated[int, Meta(ge=0)] = TIME_PER_MOVE_MS
    """Milliseconds."""
    start_allowance: Annotated[int, Meta(ge=0)] = START_ALLOWANCE_MS
    """Milliseconds."""
    clock: ClockKind = "wall"
    margin: Annotated[int, Meta(ge=0)] = 0
    """Milliseconds."""
    ask: Literal["together", "in-turn"] = "together"
    on_failure: Literal["forfeit", "no-move"] = "forfeit"
    strict: bool = False
    in_process: bool = False

    def limits(self, isolation: Isolation = DEFAULT_ISOLATION) -> Limits:
        """The limits that come into force.

        Bots within the referee are asked in turn, and nothing isolates them.

        Raises:
            SettingsError: this system cannot keep them.
        """
        from gridbots_referee.play.isolation.tree_cpu import HAS_CPU_CLOCKS

        if self.clock == "cpu" and not (HAS_CPU_CLOCKS or self.in_process):
            raise SettingsError(
                "clock: expected wall, got cpu: this system does not tell the CPU time of other "
                "processes while they run; to be fair to bots, ask them in-turn"
            )
        return Limits(
            timebank_ms=self.timebank,
            time_per_move_ms=self.time_per_move,
            start_allowance_ms=self.start_allowance,
            clock=self.clock,
            margin_ms=self.margin,
            ask="in-turn" if self.in_process else self.ask,
            on_failure=self.on_failure,
            strict=self.strict,
            isolation=Isolation(level="none") if self.in_process else isolation,
            in_process=self.in_process,
        )
