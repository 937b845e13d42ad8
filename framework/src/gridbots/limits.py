"""Limits of a match: time control, isolation, and the rules for late or wrong answers."""

from __future__ import annotations

from typing import Annotated, Final, Literal

import msgspec
from msgspec import Meta

from gridbots.settings import Settings

TIMEBANK_MS: Final = 10_000
TIME_PER_MOVE_MS: Final = 200
START_ALLOWANCE_MS: Final = 5_000
BRIDGE_MARGIN_MS: Final = 100
"""Minimum margin of a match with a bridge, which works while the clock of its program runs."""


ClockKind = Literal["wall", "cpu"]
"""The time that a bank is charged: wall time until the answer, or the bot's CPU time."""
AskOrder = Literal["together", "in-turn"]
"""Whether the bots are asked all at once, or one by one."""
OnFailure = Literal["forfeit", "no-move"]
"""Whether a bot that fails forfeits the match, or stays in it without moving."""
Level = Literal["none", "limits", "sandbox"]
Positive = Annotated[int, Meta(ge=1)]


class Isolation(Settings, frozen=True, omit_defaults=True):
    """Isolation of bots from each other and from the machine: the level, and its limits."""

    level: Level = "limits"
    memory_mib: Positive = 4096
    """Data of each process of a bot: heap, stacks and private mappings."""
    processes: Positive = 256
    """Processes and threads of a bot."""
    open_files: Annotated[int, Meta(ge=16)] = 1024
    """Open files of each process."""
    file_size_mib: Positive = 1024
    """Size of each file that a bot writes."""
    quota_mib: Positive = 256
    """Total size of a bot's files in the sandbox."""
    network: bool = False
    """Whether a bot in the sandbox can use the network."""
    pass_env: tuple[str, ...] = ()
    """Environment variables that bots get in addition to the standard ones."""


DEFAULT_ISOLATION: Final = Isolation()


class Limits(msgspec.Struct, frozen=True):
    """The limits in force during a match, as its record stores them."""

    timebank_ms: int = TIMEBANK_MS
    time_per_move_ms: int = TIME_PER_MOVE_MS
    start_allowance_ms: int = START_ALLOWANCE_MS
    clock: ClockKind = "wall"
    margin_ms: int = 0
    grace_ms: int = 100
    """Time for a legal move after a malformed line."""
    line_cap: int = 65536
    """Maximum number of bytes in a line."""
    ask: AskOrder = "together"
    on_failure: OnFailure = "forfeit"
    strict: bool = False
    isolation: Isolation = DEFAULT_ISOLATION
    in_process: bool = False
    """Whether the bots ran inside the referee: it could not interrupt them, noticed a late move
    only when it came, and did not isolate them."""


class ArenaTime(msgspec.Struct, frozen=True):
    """Time control of the arena that a bridge's programs are written for."""

    timebank_ms: int
    time_per_move_ms: int
    is_told: bool = False
    """Whether the arena's protocol transmits the time, so that a match may use any time control."""

    @property
    def text(self) -> str:
        return f"{self.timebank_ms} ms and {self.time_per_move_ms} ms more after each move"


MS: Final = {"unit": "ms"}


class LimitOptions(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The limits that a user can choose: the options of `referee run`, and the table `time` of a
    tournament file.
    """

    timebank: Annotated[
        Positive | None, Meta(description="Time bank of each bot: initial value and cap.", extra=MS)
    ] = None
    """None: TIMEBANK_MS, or with a bridge that of its arena."""
    time_per_move: Annotated[
        Annotated[int, Meta(ge=0)] | None,
        Meta(description="Added to the bank after each move.", extra=MS),
    ] = None
    """None: TIME_PER_MOVE_MS, or with a bridge that of its arena."""
    start_allowance: Annotated[
        int, Meta(ge=0, description="Free time before the first move, for starting up.", extra=MS)
    ] = START_ALLOWANCE_MS
    margin: Annotated[
        int,
        Meta(ge=0, description="An answer that is late by less than this still counts.", extra=MS),
    ] = 0
    clock: Annotated[
        ClockKind, Meta(description="Charge the bank with wall time, or with the bot's CPU time.")
    ] = "wall"
    ask: Annotated[
        AskOrder, Meta(description="Ask all bots at once, or one by one with the others suspended.")
    ] = "together"
    on_failure: Annotated[
        OnFailure,
        Meta(description="A bot that fails loses, or stays in the match without moving."),
    ] = "forfeit"
    strict: Annotated[
        bool, Meta(description="A malformed or illegal move is a forfeit, not a warning.")
    ] = False
    in_process: Annotated[
        bool,
        Meta(
            description="Run installed bots inside the referee, for bots that you trust: faster, "
            "asked in turn, and they cannot be interrupted."
        ),
    ] = False

    def limits(self, isolation: Isolation = DEFAULT_ISOLATION) -> Limits:
        """The limits in force. Bots inside the referee are asked in turn, without isolation."""
        return Limits(
            timebank_ms=TIMEBANK_MS if self.timebank is None else self.timebank,
            time_per_move_ms=(
                TIME_PER_MOVE_MS if self.time_per_move is None else self.time_per_move
            ),
            start_allowance_ms=self.start_allowance,
            clock=self.clock,
            margin_ms=self.margin,
            ask="in-turn" if self.in_process else self.ask,
            on_failure=self.on_failure,
            strict=self.strict,
            isolation=Isolation(level="none") if self.in_process else isolation,
            in_process=self.in_process,
        )
