"""Bots of Battlesnake: what the starters keep off, and what viper sees coming."""

from __future__ import annotations

import importlib.util
import time
from typing import TYPE_CHECKING, Any

import pytest
from tests.games.battlesnake_boards import drawn

from gridbots.bot import Briefing, Budget
from gridbots.bot.runner import make_policy
from gridbots.grid import DOWN, LEFT, RIGHT, UP
from gridbots.plugins import load_bot
from gridbots.vector import play_matches
from gridbots_battlesnake import GAME
from gridbots_battlesnake.bots.starters import policies
from gridbots_battlesnake.bots.viper.bot import ViperBot
from gridbots_battlesnake.bots.viper.decision import choose, plan_for
from gridbots_battlesnake.bots.viper.options import ViperOptions

if TYPE_CHECKING:
    from gridbots.game import State

STARTERS = ("drifter", "head-hunter", "hungry", "tail-chaser")
GENERATOR = [12345] * 6


@pytest.mark.parametrize(
    ("decide", "board", "moves"),
    [
        pytest.param(policies.drift, "... .AB ..C", {UP, LEFT, DOWN}, id="not into its neck"),
        pytest.param(policies.drift, "DEF CBA .a. .b. .c.", {DOWN}, id="a tail with more behind"),
        pytest.param(policies.eat, "....* A.... B.... C.... .....", {UP, RIGHT}, id="to food"),
        pytest.param(policies.chase_tail, "..... .BA.. .CD.. .....", {DOWN}, id="after its tail"),
        pytest.param(policies.hunt_heads, "..... A..a. B..b. C..c. D....", {RIGHT}, id="to a head"),
    ],
)
def test_what_starters_do(decide: Any, board: str, moves: set[int]) -> None:
    assert decide(drawn(board), 0, list(GENERATOR)) in moves


def viper(state: State, nodes: int = 60) -> int:
    """What it chooses, in plain Python."""
    return choose(plan_for(state.dtype, ViperOptions(nodes=nodes)), state, 0, GENERATOR)


def test_viper_does_not_go_where_a_longer_head_may_come() -> None:
    board = "....... ..CBA.. .....a. .....b. .....c. .....d. ......."
    assert viper(drawn(board)) == UP


def test_viper_turns_away_from_a_dead_end() -> None:
    """Down there are four cells, and its body is nine long."""
    board = "........ ........ ..BA.... ..C...a. ..DEFGbc .....Hd. .....Ie."
    assert viper(drawn(board), nodes=300) in {UP, RIGHT}


def answer(state: State, options: ViperOptions, bank_ms: int) -> int:
    """What it answers in a match, in plain Python."""
    bot = ViperBot(options)
    bot.open(Briefing(GAME, GAME.make_settings({"width": 7, "height": 7}), 0, 2))
    return bot.choose(state, Budget(bank_ms, 0, time.monotonic()))


def test_in_a_match_viper_plays_by_its_policy_and_stops_while_there_is_time(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(importlib.util, "find_spec", lambda _: None)  # plain: no compiling
    state = drawn("....... ..CBA.. .....a. .....b. .....c. .....d. .......")
    assert answer(state, ViperOptions(nodes=90), 600_000) == viper(state, nodes=90)
    assert answer(state, ViperOptions(nodes=10_000_000), 400) == UP


@pytest.mark.slow
@pytest.mark.parametrize("name", STARTERS)
def test_viper_beats_each_starter_in_duels(name: str) -> None:
    pytest.importorskip("numba")
    policies = [policy("viper", nodes="300"), policy(name, seed="1")]
    outcomes = play_matches(GAME, GAME.make_settings(), policies, matches=12, seed=3)
    assert outcomes.utilities[:, 0].mean() > 0.6


def policy(name: str, **options: str) -> Any:
    return make_policy(load_bot(name), name, GAME, options)
