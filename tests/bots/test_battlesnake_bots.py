"""Bots of Battlesnake: the starters, and the search of viper."""

from __future__ import annotations

import importlib.util
import itertools
import time
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest
from tests.games.battlesnake_boards import drawn

from gridbots import Briefing, Budget
from gridbots.bot import time_budget
from gridbots.bot.runner import make_policy
from gridbots.grid import DOWN, LEFT, RIGHT, UP
from gridbots.plugins import load_bot
from gridbots.vector import play_matches
from gridbots_battlesnake import GAME
from gridbots_battlesnake.bots import starters as policies
from gridbots_battlesnake.bots.viper.bot import ViperBot
from gridbots_battlesnake.bots.viper.decision import UNLIMITED, ask, choose, enough_nodes, plan_for
from gridbots_battlesnake.bots.viper.options import USUAL_NODES, ViperOptions
from gridbots_battlesnake.bots.viper.ordering import ORDER, forget, keep_replies, order_replies
from gridbots_battlesnake.bots.viper.replies import list_replies, open_moves
from gridbots_battlesnake.bots.viper.search import PLY, begin, is_decided, look_ahead, play, verdict
from gridbots_battlesnake.features import evaluate
from gridbots_battlesnake.rules import step

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
def test_moves_of_the_starters(decide: Any, board: str, moves: set[int]) -> None:
    assert decide(drawn(board), 0, list(GENERATOR)) in moves


def viper(state: State, nodes: int = 60) -> int:
    """Its choice, uncompiled."""
    return choose(plan_for(state.dtype, ViperOptions(nodes=nodes)), state, 0, GENERATOR)


def test_viper_avoids_cells_of_longer_heads() -> None:
    board = "....... ..CBA.. .....a. .....b. .....c. .....d. ......."
    assert viper(drawn(board)) == UP


def test_viper_turns_away_from_a_dead_end() -> None:
    """Down there are four cells, and its body is nine long."""
    board = "........ ........ ..BA.... ..C...a. ..DEFGbc .....Hd. .....Ie."
    assert viper(drawn(board), nodes=300) in {UP, RIGHT}


def held(state: State, weights: Any, limit: int, depth: int = 0) -> float:
    """The best guaranteed value of seat 0, by trying all moves of the others."""
    if depth > 0 and is_decided(state, 0):
        return verdict(state, 0, depth - 1)
    if depth == limit:
        return evaluate(state, 0, weights)
    ply, own = np.zeros(1, PLY)[0], np.zeros(4, "i8")
    list_replies(state, 0, limit - depth, ply)
    replying = ply["repliers"][: ply["replier_count"]]
    replies = [
        moves[:count] for moves, count in zip(ply["replies"], ply["reply_counts"], strict=True)
    ]
    values = []
    for move in own[: open_moves(state, 0, own)]:
        outcomes = []
        for joint in itertools.product(*replies[: len(replying)]):
            after, moves = state.copy(), ply["moves"].copy()
            moves[0], moves[replying] = move, joint
            play(after, moves)
            outcomes.append(held(after, weights, limit, depth + 1))
        values.append(min(outcomes))
    return max(values)


@pytest.mark.parametrize(("seats", "depth"), [(2, 3), (3, 2)])
def test_viper_skips_only_irrelevant_replies(seats: int, depth: int) -> None:
    state = GAME.setup(GAME.make_settings({"width": 7, "height": 7, "seats": seats}), 5)
    for _ in range(3):
        plan = plan_for(state.dtype, ViperOptions())
        search = plan["search"][0]
        ask(plan, state, 0)
        for limit in range(1, depth + 1):
            begin(search, 0, limit)
            assert look_ahead(search, 0, limit, nodes=10**6)
            assert search["plies"][0]["best"] == held(state, search["weights"], limit)
        step(state, [policies.eat(state, seat, GENERATOR) for seat in range(seats)])


@pytest.mark.parametrize(("seats", "rounds"), [(2, 400), (3, 100)])
def test_among_more_than_two_a_quarter_of_the_rounds_is_enough(seats: int, rounds: int) -> None:
    state = GAME.setup(GAME.make_settings({"seats": seats}), 5)
    plan = plan_for(state.dtype, ViperOptions(nodes=400))
    choose(plan, state, 0, GENERATOR)
    assert plan["search"][0]["nodes"] == rounds


def test_move_ordering_saves_rounds() -> None:
    state = GAME.setup(GAME.make_settings({"width": 7, "height": 7}), 5)
    plan = plan_for(state.dtype, ViperOptions())
    search = plan["search"][0]
    ask(plan, state, 0)
    played = []
    for knows in (False, True, False):
        if not knows:
            forget(search["order"][0])
        search["nodes"] = 0
        begin(search, 0, 4)
        assert look_ahead(search, 0, 4, nodes=10**6)
        played.append(int(search["nodes"]))
    assert played[1] < played[0]
    assert played[2] == played[0]


def test_a_search_does_not_depend_on_earlier_ones() -> None:
    settings = GAME.make_settings({"width": 7, "height": 7})
    other, state = (GAME.setup(settings, seed) for seed in (4, 5))
    used, fresh = (plan_for(state.dtype, ViperOptions(nodes=300)) for _ in range(2))
    choose(used, other, 0, GENERATOR)
    for plan in (used, fresh):
        ask(plan, state, 0)
    for name in ("own_keys", "reply_keys", "good", "killers"):
        assert (used["search"][0]["order"][0][name] == fresh["search"][0]["order"][0][name]).all()
    assert used["search"][0]["plies"][0]["key"] == fresh["search"][0]["plies"][0]["key"]


def test_the_best_joint_reply_is_tried_first_again() -> None:
    order, ply = np.zeros(1, ORDER)[0], np.zeros(1, PLY)[0]
    ply["own"], ply["own_count"], ply["replier_count"] = [0, 1, 2, 3], 4, 3
    ply["repliers"], ply["replies"], ply["reply_counts"] = [5, 1, 2], [0, 1, 2, 3], [4, 4, 2]
    ply["moves"][[5, 1, 2]] = [3, 2, 1]
    keep_replies(order, ply, 0)
    ply["own_at"] = 1
    order_replies(order, ply)
    assert ply["replies"][:, 0].tolist() == [0, 0, 0]
    ply["own_at"] = 0
    order_replies(order, ply)
    assert ply["replies"].tolist() == [[3, 1, 2, 0], [2, 1, 0, 3], [1, 0, 2, 3]]


DUEL = "....... ..CBA.. .....a. .....b. .....c. .....d. ......."
FEW = ViperOptions(nodes=50)


def answer(state: State, options: ViperOptions, bank_ms: int) -> int:
    """Its answer in a match, uncompiled."""
    bot = ViperBot(options)
    bot.open(Briefing(GAME, GAME.make_settings({"width": 7, "height": 7}), 0, 2))
    return bot.choose(state, Budget(bank_ms, 0, time.monotonic()))


def test_in_a_match_viper_plays_its_policy_and_stops_in_time(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(importlib.util, "find_spec", lambda _: None)  # plain: no compiling
    state = drawn(DUEL)
    assert answer(state, ViperOptions(nodes=90), 600_000) == viper(state, nodes=90)
    assert answer(state, ViperOptions(nodes=10_000_000), 400) == UP
    assert answer(state, ViperOptions(), 400) == UP


@pytest.mark.parametrize(
    ("nodes", "timed", "expected"),
    [
        (800, False, [800, 800, 200, 200]),
        (0, False, [USUAL_NODES, USUAL_NODES, USUAL_NODES // 4, USUAL_NODES // 4]),
        (0, True, [USUAL_NODES, UNLIMITED, USUAL_NODES // 4, USUAL_NODES // 4]),
    ],
)
def test_nodes_depend_on_the_living_snakes(nodes: int, timed: bool, expected: list[int]) -> None:  # noqa: FBT001
    options, dtype = ViperOptions(nodes=nodes), GAME.setup(GAME.make_settings({}), 0).dtype
    plan = plan_for(dtype, options, timed=timed)
    assert [enough_nodes(plan, living) for living in (1, 2, 3, 4)] == expected


class ScriptedClock:
    """Each reading of the clock takes ten milliseconds."""

    def __init__(self) -> None:
        self.now = 100.0

    def monotonic(self) -> float:
        self.now += 0.01
        return self.now


def test_with_a_clock_a_duel_is_limited_only_by_time(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(importlib.util, "find_spec", lambda _: None)  # plain: no compiling
    state, settings = drawn(DUEL), GAME.make_settings({"width": 7, "height": 7})
    played = []
    for options, bank_ms in ((ViperOptions(), 1000), (ViperOptions(), 4000), (FEW, 4000)):
        clock, bot = ScriptedClock(), ViperBot(options)
        monkeypatch.setattr(time_budget, "time", clock)
        bot.open(Briefing(GAME, settings, 0, 2))
        bot.choose(state, Budget(bank_ms, 0, clock.now))
        played.append(int(bot._plans[0]["search"][0]["nodes"]))
    assert played[1] > played[0] > FEW.nodes
    assert played[2] == FEW.nodes


@pytest.mark.slow
@pytest.mark.parametrize("name", STARTERS)
def test_viper_beats_each_starter_in_duels(name: str) -> None:
    pytest.importorskip("numba")
    policies = [policy("viper", nodes="300"), policy(name, seed="1")]
    outcomes = play_matches(GAME, GAME.make_settings(), policies, matches=12, seed=3)
    assert outcomes.utilities[:, 0].mean() > 0.6


def policy(name: str, **options: str) -> Any:
    return make_policy(load_bot(name), name, GAME, options)
