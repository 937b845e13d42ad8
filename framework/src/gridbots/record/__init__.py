"""Match record: one gzipped file of JSON lines with everything that happened.

The first line says what was to be played (`Match`), then comes one line per round (`Round`), and
the last one says how it ended (`Result`). A record can be replayed by the rules and verified.

values        match, round and result
lines         lines of a file, unpacked as a stream, under caps
codec         to JSON lines and back, and files of them
replay        the matches that records hold, played again
plain_play    a match played as fast as plain Python goes
causes        why a seat went out, in words
verification  what a file says, compared with the rules
"""

from gridbots.record.codec import decode, encode, read, read_summary, write, write_packed
from gridbots.record.values import (
    SCHEMA,
    TERMINATIONS,
    Clock,
    Exchange,
    How,
    InForce,
    Match,
    Note,
    Player,
    PlayerResult,
    Record,
    Result,
    Round,
)

__all__ = [
    "SCHEMA",
    "TERMINATIONS",
    "Clock",
    "Exchange",
    "How",
    "InForce",
    "Match",
    "Note",
    "Player",
    "PlayerResult",
    "Record",
    "Result",
    "Round",
    "decode",
    "encode",
    "read",
    "read_summary",
    "write",
    "write_packed",
]
