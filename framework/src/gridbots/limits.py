"""Limits of a match, the time control among them, with the defaults of all that plays."""

from __future__ import annotations

from typing import Final, Literal

import msgspec

TIMEBANK_MS: Final = 10_000
TIME_PER_MOVE_MS: Final = 200
START_ALLOWANCE_MS: Final = 5_000


class Limits(msgspec.Struct, frozen=True):
    """Time control and other limits that are in force."""

    timebank_ms: int = TIMEBANK_MS
    """Cap of the time bank, and what it starts with."""
    time_per_move_ms: int = TIME_PER_MOVE_MS
    """Added to the bank after each move."""
    start_allowance_ms: int = START_ALLOWANCE_MS
    """Free of charge before the first move, for starting up."""
    clock: Literal["wall", "cpu"] = "wall"
    """What the bank is charged with: the time until the answer, or the CPU time of the bot."""
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
    in_process: bool = False
    """Whether the bots ran within the referee: none could be interrupted, a late move is seen when
    it comes, and nothing kept the bots apart."""
