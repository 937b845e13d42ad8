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

laws          the laws by subject: LAWS, COMPILED_LAWS
case          Case: a game under some settings, with a seed; its random match
expectation   LawError

The check of a game:

command       the command `gridbots check-game`
check         all laws, in a process that may hang or crash
worker        that process
plan          test plan: which laws are tried in which cases
shapes        boundary values of settings
referee       smoke tests of the referee's commands
report        report as text and as JSON
"""

from __future__ import annotations

from gridbots.testing.case import MOST_ROUNDS, Case, Position, joint_moves
from gridbots.testing.expectation import LawError
from gridbots.testing.laws import COMPILED_LAWS, LAWS, Law
from gridbots.testing.laws.damage import read_damaged
from gridbots.testing.laws.observations import without_generator
from gridbots.testing.laws.text import opening_lines

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
