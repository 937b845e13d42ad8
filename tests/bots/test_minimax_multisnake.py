"""minimax and expectimax in Multiplayer Snake."""

from __future__ import annotations

import functools
import math
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest
from tests.games.test_multisnake_laws import drawn
from tests.golden.multisnake_records import OURS, state_of
from tests.golden.recordings import kept

from gridbots import NO_MOVE, Bot, Briefing, Budget
from gridbots.bot.runner import make_bot, make_policy
from gridbots.errors import SettingsError
from gridbots.game import copy_state, step_seat
from gridbots.game.chance import GENERATOR_SIZE
from gridbots.games.multisnake import GAME
from gridbots.games.multisnake.movement import accepts
from gridbots.grid import DOWN, RIGHT, UP
from gridbots.kernel import compiled
from gridbots.plugins import installed_bots, load_bot
from gridbots.vector import fitted, generators_for, play_matches
from gridbots_minimax.multisnake.bot import draw
from gridbots_minimax.multisnake.evaluations import agent_of, is_settled, settled_value, value_of
from gridbots_minimax.multisnake.options import Options
from gridbots_minimax.multisnake.tree_search import look_ahead, plan_of

if TYPE_CHECKING:
    from gridbots.game import State


POSITIONS = kept("multisnake_agents.jsonl")


UNKNOWN = -2
"""Marks an own move that cannot be made because the match is decided before."""


def plan_for(state: State, options: Options, *, averages: bool = False) -> Any:
    return plan_of(options, state.dtype, averages=averages)


def searched(plan: Any, state: State, seat: int) -> tuple[dict[int, float], set[int]]:
    """The values of the first moves and all possible answers, UNKNOWN among them."""
    compiled(look_ahead)(plan, state, seat)
    values, chances = plan["search"][0]["values"], plan["search"][0]["plies"][0]["chances"]
    assert chances.sum() == pytest.approx(1)
    known = {move: float(values[move]) for move in OURS if not np.isnan(values[move])}
    answers = np.flatnonzero(chances).tolist()
    return known, {UNKNOWN if answer == len(chances) - 1 else answer for answer in answers}


def plain_value(  # noqa: PLR0913, PLR0917  a position in the tree
    agent: Any, state: State, seat: int, mover: int, left: int, moving: list[int]
) -> float:
    """Minimax without pruning, with this seat to move next, as in the specification."""
    if is_settled(state, seat):
        return settled_value(agent, state, seat)
    if left == 0:
        return value_of(agent, state, seat)
    moves = [move for move in OURS if accepts(state, mover, move)]
    if not moves and mover == seat:
        return -math.inf
    after = [moved(state, mover, move) for move in moves or [NO_MOVE]]
    following = [next_of(each, mover, moving) for each in after]
    left -= mover == seat
    values = [
        plain_value(agent, each, seat, who, left, moving)
        for each, who in zip(after, following, strict=True)
    ]
    return max(values) if mover == seat else min(values)


def next_of(state: State, mover: int, moving: list[int]) -> int:
    seats = int(state["seats"])
    turns = [(mover + 1 + step) % seats for step in range(seats)]
    return next(seat for seat in turns if seat in moving and state["eliminated"][seat] == 0)


def moved(state: State, seat: int, move: int) -> State:
    after = copy_state(state)
    step_seat(after, seat, move)
    return after


def exact_answers(agent: Any, state: State, seat: int, moving: list[int]) -> set[int]:
    """Best replies, one move deep, to the worst moves of a single other snake."""
    other = next_of(state, seat, moving)
    worst: dict[float, set[int]] = {}
    for move in (move for move in OURS if accepts(state, other, move)):
        after = moved(state, other, move)
        if is_settled(after, seat):
            worst.setdefault(settled_value(agent, after, seat), set()).add(UNKNOWN)
            continue
        values = {
            reply: plain_value(agent, moved(after, seat, reply), seat, other, 0, moving)
            for reply in OURS
            if accepts(after, seat, reply)
        }
        best = max(values.values(), default=-math.inf)
        replies = {reply for reply, value in values.items() if value == best} or {UNKNOWN}
        worst.setdefault(best, set()).update(replies)
    return worst[min(worst)]


DUELS = [
    position
    for position in POSITIONS
    if len(position["st"]["s"]) == 2
    and len(position["legal"]) > 0
    and position["minimax_claustrophobic_r2"]["first"] != position["agent"]
]


@pytest.mark.slow
@pytest.mark.parametrize("position", DUELS, ids=lambda position: position["id"])
def test_exact_answers_are_best_replies_to_the_worst(position: dict[str, Any]) -> None:
    state, seat = state_of(position), position["agent"]
    plan = plan_for(state, Options(depth=1, exact=True))
    moving = [other for other, *_ in position["st"]["s"]]
    _, answers = searched(plan, state, seat)
    assert answers == exact_answers(plan["agent"][0], state, seat, moving)
    _, published = searched(plan_for(state, Options(depth=1)), state, seat)
    assert answers & published


@pytest.mark.slow
@pytest.mark.parametrize("position", DUELS[:12], ids=lambda position: position["id"])
def test_pruning_does_not_change_the_value(position: dict[str, Any]) -> None:
    state, seat = state_of(position), position["agent"]
    moving = [other for other, *_ in position["st"]["s"]]
    first = next_of(state, seat, moving)
    for exact in (False, True):
        plan = plan_for(state, Options(depth=2, exact=exact))
        values, _ = searched(plan, state, seat)
        assert min(values.values()) == plain_value(plan["agent"][0], state, seat, first, 2, moving)


def bot(name: str, **options: object) -> Bot:
    made = make_bot(load_bot(name), name, GAME, {k: str(v) for k, v in options.items()})
    assert isinstance(made, Bot)
    return made


def policy(name: str, **options: object) -> Any:
    values = {option: str(value) for option, value in options.items()}
    return make_policy(load_bot(name), name, GAME, values)


def choices(name: str, state: State, **options: object) -> set[int]:
    """The moves of the agent in seat 0 with several generators."""
    act, before = fitted(policy(name, **options), state.dtype), state.tobytes()
    generators = generators_for(np.arange(12, dtype=np.uint64))
    chosen = {act(state, 0, generator) for generator in generators}
    assert state.tobytes() == before
    return chosen


HEAD_ON = """
...b....
...a....
...*....
...A....
...B....
"""


def test_expectimax_takes_the_risk_of_a_head_to_head_unless_it_is_careful() -> None:
    state = drawn(HEAD_ON)
    assert choices("expectimax", state, depth=1) == {DOWN}
    assert DOWN not in choices("expectimax", state, depth=1, careful=True)


def test_care_is_dropped_where_no_move_is_safe() -> None:
    state = drawn(
        """
        ba.
        ..A
        ..B
        """
    )
    assert choices("expectimax", state, depth=1, careful=True) <= {DOWN, RIGHT}


def test_minimax_assumes_that_the_other_has_moved() -> None:
    assert DOWN not in choices("minimax", drawn(HEAD_ON), depth=1)


def test_a_trapped_snake_does_not_move() -> None:
    state = drawn(
        """
        adeAB
        bcf..
        .hg..
        """
    )
    assert choices("minimax", state) == choices("expectimax", state) == {NO_MOVE}


def test_adaptive_is_the_expected_score() -> None:
    agent = agent_of(Options(evaluation="adaptive"), averages=False)
    state = drawn(
        """
        ba+
        AB.
        lm.
        """,
        points=(8, 6, 6),
    )
    assert value_of(agent, state, 0) == pytest.approx((8 - 1 / 24) * 2 / (1 + 3))
    step_seat(state, 0, UP)  # off the board
    assert settled_value(agent, state, 0) == pytest.approx(8 / 3)


@pytest.mark.slow
@pytest.mark.parametrize(("name", "sees"), [("expectimax", False), ("minimax", True)])
def test_a_layered_search_looks_farther_only_near_other_snakes(name: str, *, sees: bool) -> None:
    """A candy is two moves away: one move of expectimax, which replies, does not reach it."""
    state = drawn("ba.*.......\n\n.........BA")
    hungry, fed = 6 - 1 / 24, 9 - 24 / 24
    for layered in (False, True):
        options = Options(radius=1, layered=layered)
        values, _ = searched(plan_for(state, options, averages=name == "expectimax"), state, 0)
        assert max(values.values()) == pytest.approx(fed if sees or layered else hungry)


@pytest.mark.slow
def test_policies_play_matches_as_the_bots_do() -> None:
    settings = GAME.make_settings({"size": 12, "seats": 2, "max_rounds": 4})
    act = policy("minimax", radius=1), policy("expectimax", radius=1)
    outcomes = play_matches(GAME, settings, act, 2, seed=5, plain=True)
    assert outcomes.rounds.tolist() == [4, 4]
    state = GAME.setup(settings, 5)
    minimax = fitted(act[0], state.dtype)
    player = bot("minimax", radius=1, seed=7)
    player.open(Briefing(GAME, settings, 1, 2))
    played = {player.choose(copy_state(state), Budget(10_000, 200, 0.0)) for _ in range(12)}
    generators = generators_for(np.arange(12, dtype=np.uint64))
    assert played == {minimax(state, 1, generator) for generator in generators}


def test_draws_follow_the_chances() -> None:
    generator = generators_for(np.array([1], np.uint64))[0]
    assert generator.shape == (GENERATOR_SIZE,)
    drawn_moves = [draw(np.array([0.5, 0.0, 0.25, 0.25, 0.0]), generator) for _ in range(4000)]
    shares = np.bincount(drawn_moves, minlength=5) / 4000
    assert shares == pytest.approx([0.5, 0, 0.25, 0.25, 0], abs=0.03)


def test_policies_of_different_options_are_one_kernel() -> None:
    dtype = GAME.setup(GAME.make_settings(), 0).dtype
    first, second = (fitted(policy("minimax", radius=radius), dtype) for radius in (2, 4))
    assert isinstance(first, functools.partial)
    assert first.func is second.func
    assert first.args[0].dtype == second.args[0].dtype
    assert [each.args[0]["agent"][0]["radius"] for each in (first, second)] == [2, 4]


@pytest.mark.parametrize("name", ["minimax", "expectimax"])
def test_options_are_checked_and_listed(name: str) -> None:
    with pytest.raises(SettingsError, match=r"unknown option 'nodes' of \w+ in multisnake"):
        bot(name, nodes=5)
    with pytest.raises(SettingsError, match=r"multisnake: expected adaptive, auto, greedy"):
        bot(name, evaluation="chambers")
    assert installed_bots()[name].options["multisnake"] == Options.__struct_fields__
