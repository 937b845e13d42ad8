"""What a seat knows and guesses of a game of partial observability.

belief           belief state: its memory, and where heads may be
information_set  the states that it cannot tell apart, as samples
"""

from gridbots.belief.belief import DEFAULT, Belief, BeliefOptions

__all__ = ["DEFAULT", "Belief", "BeliefOptions"]
