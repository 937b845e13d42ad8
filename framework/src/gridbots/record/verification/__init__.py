"""Verification of records: what a file says is compared with the rules.

moves    the moves, replayed by the rules
times    clocks, time banks and their sums
players  why each player ended
"""

from gridbots.record.verification.moves import verify

__all__ = ["verify"]
