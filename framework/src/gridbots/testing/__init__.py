"""Conformance laws: what holds for every game, one function per law.

    import pytest
    from gridbots.plugins import load_game
    from gridbots.testing import LAWS, Case

    @pytest.mark.parametrize("law", LAWS, ids=lambda law: law.__name__)
    def test_law(law):
        game = load_game("claim")
        law(Case(game, game.make_settings(), seed=1))

A law raises LawError where a game breaks it: what was looked at, what was expected, what came.
`gridbots check-game claim` tries them all, under many settings.

The laws:

laws          LAWS, COMPILED_LAWS
case          Case: a game under some settings, with a seed; its random match
expectation   LawError
states        the opening, copies, reopening, the plain form
rules         rounds, legal moves, chance
outcomes      the end of a match
observations  what seats see
beliefs       what may be where it is not seen
evaluations   candidates, features times weights
pictures      frames
text          update lines <-> observation
damage        hostile lines and settings
environments  observations and their spaces; these need Gymnasium
records       written, read, replayed, verified
compiled      compiled code against the plain rules: COMPILED_LAWS, which need numba

The check of a game:

command       the command `gridbots check-game`
check         all laws, in a process that may hang or crash
worker        that process
plan          test plan: which laws are tried in which cases
shapes        boundary values of settings
referee       smoke tests of the referee's commands
speed         rounds per second
report        report as text and as JSON
"""

from __future__ import annotations

from gridbots.testing.case import MOST_ROUNDS, Case, Position, joint_moves
from gridbots.testing.damage import read_damaged
from gridbots.testing.expectation import LawError
from gridbots.testing.laws import COMPILED_LAWS, LAWS, Law
from gridbots.testing.observations import without_generator
from gridbots.testing.text import opening_lines

__all__ = [
    "COMPILED_LAWS",
    "LAWS",
    "MOST_ROUNDS",
    "Case",
    "Law",
    "LawError",
    "Position",
    "joint_moves",
    "opening_lines",
    "read_damaged",
    "without_generator",
]
