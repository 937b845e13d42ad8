"""Bots for any game play games with very many moves, one seat or sixteen, and no settings."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pytest
from tests.framework.counting_games import GAMES

from gridbots.bot.runner import make_bot
from gridbots.game import is_over, step
from gridbots.plugins import load_bot
from gridbots.plugins.bot import Bot, Briefing, Budget
from gridbots.settings import NoSettings, make_settings
from gridbots.testing import COMPILED_LAWS, ENVIRONMENT_LAWS, LAWS, Case
from gridbots.testing.boundary_settings import boundary_settings
from gridbots.vector import play_matches

if TYPE_CHECKING:
    from gridbots.game import Game
    from gridbots.testing import Law

MANY = "counting-100-2-dice"
"""The game that is compiled."""
ALL = [
    pytest.param(name, marks=[pytest.mark.slow] * name.startswith(("counting-64", "counting-300")))
    for name in GAMES
]
"""Sixteen seats, or three hundred moves, take long."""


def random_policy(game: Game, among: str) -> object:
    kind = load_bot("random")
    assert kind.policy is not None
    return kind.policy(game, make_settings(kind.options, {"among": among}))


@pytest.mark.parametrize("law", [*LAWS, *ENVIRONMENT_LAWS], ids=lambda law: law.__name__)
@pytest.mark.parametrize("name", ALL)
def test_law(name: str, law: Law) -> None:
    law(Case(GAMES[name], NoSettings(), seed=3))


@pytest.mark.slow  # rules of its own are compiled
@pytest.mark.parametrize("law", COMPILED_LAWS, ids=lambda law: law.__name__)
def test_compiled_law(law: Law) -> None:
    pytest.importorskip("numba")
    law(Case(GAMES[MANY], NoSettings(), seed=3))


@pytest.mark.parametrize("name", GAMES)
def test_a_game_without_settings_has_one_shape(name: str) -> None:
    assert boundary_settings(GAMES[name]) == [{}]


@pytest.mark.parametrize("name", ALL)
def test_the_random_bot_plays_all_legal_moves(name: str) -> None:
    game = GAMES[name]
    bot = make_bot(load_bot("random"), "random", game, {"seed": "1"})
    assert isinstance(bot, Bot)
    bot.open(Briefing(game, NoSettings(), 0, game.seats(NoSettings())))
    budget = Budget(1000, 0, 0.0)
    opening = game.setup(NoSettings(), 1)
    chosen = {bot.choose(game.observation(opening, 0), budget) for _ in range(4000)}
    assert chosen == set(range(0, len(game.moves), 2))


@pytest.mark.parametrize("among", ["legal", "candidates"])
@pytest.mark.parametrize("name", ALL)
def test_matches_between_random_bots_end_with_the_last_round(name: str, among: str) -> None:
    game = GAMES[name]
    seats = game.seats(NoSettings())
    policies = [random_policy(game, among)] * seats
    outcomes = play_matches(game, NoSettings(), policies, 2 * seats, plain=True)
    assert set(outcomes.rounds.tolist()) == {12}
    assert outcomes.utilities.sum() == pytest.approx(0 if seats > 1 else 2 * seats)


@pytest.mark.slow
def test_compiled_matches_are_the_plain_ones() -> None:
    pytest.importorskip("numba")
    game = GAMES[MANY]
    policies = [random_policy(game, "legal")] * 2
    played = [
        play_matches(game, NoSettings(), policies, 40, plain=plain) for plain in (True, False)
    ]
    for expected, got in zip(*played, strict=True):
        assert np.array_equal(expected, got)
    assert played[0].scores.max() > 12 * 50


def test_the_rules_accept_all_moves_of_a_large_game() -> None:
    game = GAMES["counting-300-1-dice"]
    state = game.setup(NoSettings(), 1)
    while not is_over(state):
        step(state, [game.legal_moves(state, 0)[-1]])
    assert state["totals"][0] >= 12 * 299
