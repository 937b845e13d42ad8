"""Limits of a match, the time control among them, with the defaults of all that plays."""

from __future__ import annotations

from typing import Annotated, Final, Literal

import msgspec
from msgspec import Meta

from gridbots.settings import Settings

TIMEBANK_MS: Final = 10_000
TIME_PER_MOVE_MS: Final = 200
START_ALLOWANCE_MS: Final = 5_000


ClockKind = Literal["wall", "cpu"]
"""What a time bank is charged with: the time until the answer, or the CPU time of the bot."""
Level = Literal["none", "limits", "sandbox"]
Positive = Annotated[int, Meta(ge=1)]


class Isolation(Settings, frozen=True, omit_defaults=True):
    """Isolation of bots from each other and from the machine: the level, and its numbers."""

    level: Level = "limits"
    memory_mib: Positive = 4096
    """Data that each process of a bot may have: heap, stacks and what it maps for itself."""
    processes: Positive = 256
    """Processes and threads of a bot."""
    open_files: Annotated[int, Meta(ge=16)] = 1024
    """In each process."""
    file_size_mib: Positive = 1024
    """Of each file that is written."""
    quota_mib: Positive = 256
    """Of all files of a bot, in the sandbox."""
    network: bool = False
    """Whether a bot in the sandbox can reach the network."""
    pass_env: tuple[str, ...] = ()
    """Names of variables that bots get besides those of the short list."""


DEFAULT_ISOLATION: Final = Isolation()


class Limits(msgspec.Struct, frozen=True):
    """Time control and other limits that are in force."""

    timebank_ms: int = TIMEBANK_MS
    """Cap of the time bank, and what it starts with."""
    time_per_move_ms: int = TIME_PER_MOVE_MS
    """Added to the bank after each move."""
    start_allowance_ms: int = START_ALLOWANCE_MS
    """Free of charge before the first move, for starting up."""
    clock: ClockKind = "wall"
    margin_ms: int = 0
    """An answer that comes so much after the deadline still counts."""
    grace_ms: int = 100
    """How long a legal move may still come after a malformed line."""
    line_cap: int = 65536
    """Bytes in a line at most."""
    ask: Literal["together", "in-turn"] = "together"
    on_failure: Literal["forfeit", "no-move"] = "forfeit"
    strict: bool = False
    """Whether a malformed or illegal move is a forfeit."""
    isolation: Isolation = DEFAULT_ISOLATION
    in_process: bool = False
    """Whether the bots ran within the referee: none could be interrupted, a late move is seen when
    it comes, and nothing kept the bots apart."""
