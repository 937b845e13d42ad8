"""Beliefs of a seat under partial observability.

belief           belief state: memory, and possible places of heads
information_set  the states that a seat cannot distinguish, as samples
"""

from gridbots.belief.belief import DEFAULT, Belief, BeliefOptions

__all__ = ["DEFAULT", "Belief", "BeliefOptions"]
