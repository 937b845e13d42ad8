"""Verification of records: what a file says is compared with the rules.

rules  the moves, replayed by the rules
"""

from gridbots.verification.rules import verify

__all__ = ["verify"]
