"""Conformance laws: what holds for every game, one function per law.

    import pytest
    from gridbots.plugins import load_game
    from gridbots.testing import LAWS, Case

    @pytest.mark.parametrize("law", LAWS, ids=lambda law: law.__name__)
    def test_law(law):
        game = load_game("leap")
        law(Case(game, game.make_settings(), seed=1))

A law raises AssertionError where it does not hold.

    case           Case: a game under some settings, with a seed; its random match
    states         the opening, copies, reopening, the plain form
    rules          rounds and legal moves
    outcomes       the end of a match
    observations   what seats see
    evaluations    candidates, features times weights
    compiled       compiled code against the plain rules; these need numba
    pictures       frames
    text           update lines <-> observation
    laws           LAWS: all that need no numba
"""

from __future__ import annotations

from gridbots.testing.case import MOST_ROUNDS, Case, joint_moves
from gridbots.testing.compiled import (
    compiled_evaluations_are_the_plain_ones,
    compiled_rules_are_the_plain_rules,
)
from gridbots.testing.laws import LAWS
from gridbots.testing.observations import without_generator
from gridbots.testing.text import opening_lines

__all__ = [
    "LAWS",
    "MOST_ROUNDS",
    "Case",
    "compiled_evaluations_are_the_plain_ones",
    "compiled_rules_are_the_plain_rules",
    "joint_moves",
    "opening_lines",
    "without_generator",
]
