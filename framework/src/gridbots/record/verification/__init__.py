"""Verification of records by the rules.

moves    the moves, replayed by the rules
times    clocks, time banks and their sums
players  terminations of players
"""

from gridbots.record.verification.moves import verify

__all__ = ["verify"]
