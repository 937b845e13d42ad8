"""Bots of Battlesnake: what the starters keep off, and what viper sees coming."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from tests.games.battlesnake_boards import drawn

from gridbots.grid import DOWN, LEFT, RIGHT, UP
from gridbots.plugins import load_bot
from gridbots.runner import make_policy
from gridbots.vector import play_matches
from gridbots_battlesnake import GAME
from gridbots_battlesnake.bots.starters import policies
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


@pytest.mark.slow
@pytest.mark.parametrize("name", STARTERS)
def test_viper_beats_each_starter_in_duels(name: str) -> None:
    pytest.importorskip("numba")
    policies = [policy("viper", nodes="300"), policy(name, seed="1")]
    outcomes = play_matches(GAME, GAME.make_settings(), policies, matches=12, seed=3)
    assert outcomes.utilities[:, 0].mean() > 0.6


def policy(name: str, **options: str) -> Any:
    return make_policy(load_bot(name), name, GAME, options)
