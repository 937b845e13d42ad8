"""Conformance laws that every game has to keep, one function per law.

    import pytest
    from gridbots.plugins import load_game
    from gridbots.testing import LAWS, Case

    @pytest.mark.parametrize("law", LAWS, ids=lambda law: law.__name__)
    def test_law(law):
        game = load_game("claim")
        law(Case(game, game.make_settings(), seed=1))

A law raises LawError if a game breaks it, with the place, the expected value and the actual one.
`gridbots check-game claim` tests all laws, under many settings.

laws          the laws by subject: LAWS, ENVIRONMENT_LAWS, FIRST_LAWS, COMPILED_LAWS
case          Case: a game under some settings, with a seed; its random match
expectation   LawError, LawWarning

The check of a game:

command       the command `gridbots check-game`
check         tests all laws in a worker process that may hang or crash
worker        the worker process
speed         speed of a game's rules
boundary_settings  extreme settings
plan          test plan: which laws are tested in which cases
rehearsal     search for the error of a game that a bot has run into
referee       smoke tests of the referee's commands
report        report as text and as JSON
"""

from __future__ import annotations

from gridbots.testing.case import MOST_ROUNDS, Case, Position, joint_moves
from gridbots.testing.expectation import LawError, LawWarning
from gridbots.testing.laws import COMPILED_LAWS, ENVIRONMENT_LAWS, FIRST_LAWS, LAWS, Law
from gridbots.testing.laws.damage import read_damaged
from gridbots.testing.laws.observations import without_generator
from gridbots.testing.laws.text import opening_lines

__all__ = [
    "COMPILED_LAWS",
    "ENVIRONMENT_LAWS",
    "FIRST_LAWS",
    "LAWS",
    "MOST_ROUNDS",
    "Case",
    "Law",
    "LawError",
    "LawWarning",
    "Position",
    "joint_moves",
    "opening_lines",
    "read_damaged",
    "without_generator",
]
