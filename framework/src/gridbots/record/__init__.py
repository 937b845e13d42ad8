"""Match record: one gzipped file of JSON lines with everything that happened.

The first line is the header (`Match`), then there is one line per round (`Round`), and the last
line is the `Result`. A record can be replayed by the rules and verified.

values        match, round and result
lines         lines of a file, decompressed as a stream, with size limits
codec         encoding and decoding as JSON lines, and files
replay        replay of recorded matches
plain_play    fast play of one match in plain Python
causes        causes of elimination, in words
verification  verification of records by the rules
"""

from gridbots.record.codec import decode, encode, read, read_summary, write, write_packed
from gridbots.record.values import (
    ENDED_WELL,
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
    "ENDED_WELL",
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
