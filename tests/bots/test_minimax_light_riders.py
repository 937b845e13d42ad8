"""minimax and expectimax as the agents of the CS221 paper on Light Riders."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest
from tests.golden.light_riders_records import EVALUATIONS, MOVES, recorded_state
from tests.golden.recordings import kept

from gridbots import Bot, Briefing, Budget
from gridbots.bot.runner import make_bot, make_policy
from gridbots.errors import SettingsError
from gridbots.game.chance import GENERATOR_SIZE, seed_generator
from gridbots.games.light_riders import GAME
from gridbots.grid import DOWN, LEFT, NO_MOVE, RIGHT, UP, offset
from gridbots.kernel import compiled
from gridbots.plugins import load_bot
from gridbots.vector import fitted, play_matches
from gridbots_minimax.light_riders.agent import DEEPER, choose, depth_for, plan_of
from gridbots_minimax.light_riders.evaluations import PAPER
from gridbots_minimax.light_riders.options import Options

if TYPE_CHECKING:
    from gridbots.game import State

RUNNING = [position for position in kept("light_riders_cs221.jsonl") if position["end"] == [0, 0]]
MATCH = {"width": 8, "height": 8, "start": "cs221", "end": "stuck"}


def plan(*, averages: bool = False, **options: Any) -> Any:
    dtype = GAME.setup(GAME.make_settings(MATCH), 0).dtype
    return plan_of(Options(search="paper", **options), dtype, averages=averages)


def drawn(text: str, *, headings: tuple[int, int] = (RIGHT, LEFT)) -> State:
    rows = text.split()
    settings = {"width": len(rows[0]), "height": len(rows), "start": "cs221"}
    updates = {"round": "0", "field": ",".join("".join(rows))}
    state = GAME.wire.read_updates(None, GAME.make_settings(settings), updates)
    state["headings"][:2] = headings
    return state


def generator(seed: int = 1) -> Any:
    stream = np.zeros(GENERATOR_SIZE, np.int64)
    seed_generator(stream, seed)
    return stream


def bot_for(name: str, settings: dict[str, Any], **options: object) -> Bot:
    texts = {key: str(value) for key, value in options.items()}
    made = make_bot(load_bot(name), name, GAME, texts)
    assert isinstance(made, Bot)
    made.open(Briefing(GAME, GAME.make_settings(settings), 0, 2))
    return made


def plenty() -> Budget:
    return Budget(bank_ms=10**7, time_per_move_ms=0, asked=time.monotonic())


def test_the_evaluations_are_those_checked_against_the_original() -> None:
    known = {name: weights for name, weights in PAPER.items() if weights}
    assert known == EVALUATIONS


@pytest.mark.slow
def test_a_stuck_rider_counts_as_lost_in_any_match() -> None:
    state = recorded_state(RUNNING[3])
    crash = state.copy()
    crash["stuck_is_out"] = 0
    asked = plan(evaluation="attack", depth=3)
    run, stream = compiled(choose), generator()
    assert run(asked, crash, 0, stream) == run(asked, state, 0, stream)


OPEN = """
    .....
    .0.1.
    .....
"""
BLOCKED = """
    .....
    .0x1.
    .....
"""


def test_straight_rides_on_until_something_is_in_the_way() -> None:
    asked, stream = plan(evaluation="straight"), generator()
    assert choose(asked, drawn(OPEN), 0, stream) == RIGHT
    assert choose(asked, drawn(OPEN, headings=(DOWN, LEFT)), 0, stream) == DOWN
    assert choose(asked, drawn(BLOCKED), 0, stream) == UP


def test_naive_makes_any_move_to_an_empty_cell() -> None:
    asked, stream = plan(evaluation="naive"), generator()
    seen = {choose(asked, drawn(BLOCKED), 0, stream) for _ in range(40)}
    assert seen == {UP, DOWN, LEFT}


@pytest.mark.parametrize("evaluation", ["naive", "attack_block"])
def test_without_an_empty_neighbour_it_still_answers(evaluation: Any) -> None:
    state = drawn("0x... xx... ....1")
    assert choose(plan(evaluation=evaluation, depth=1), state, 0, generator()) in range(4)


def test_near_another_head_it_looks_farther() -> None:
    state, asked = drawn("0...... ....... ..1...."), plan(depth=3, near=4)
    assert depth_for(asked, state, 0) == 3 + DEEPER
    assert depth_for(plan(depth=3, near=3), state, 0) == 3
    assert depth_for(plan(depth=3), state, 0) == 3
    state["eliminated"][1] = 1
    assert depth_for(asked, state, 0) == 3


@pytest.mark.slow  # it compiles a search of its own
def test_expectimax_assumes_random_moves_of_the_other() -> None:
    run, stream = compiled(choose), generator()
    minimax, expectimax = (plan(depth=2, averages=averages) for averages in (False, True))
    differing = [
        position["id"]
        for position in RUNNING
        if run(minimax, recorded_state(position), 0, stream)
        != run(expectimax, recorded_state(position), 0, stream)
    ]
    assert 0 < len(differing) < len(RUNNING) / 2


@pytest.mark.slow  # it compiles a search of its own
@pytest.mark.parametrize("name", ["minimax", "expectimax"])
def test_the_bot_plays_like_its_policy_in_a_batch(name: str) -> None:
    options = {"evaluation": "attack", "depth": 2}
    if name == "minimax":
        options["search"] = "paper"
    bot, stream = bot_for(name, MATCH, **options), generator()
    asked = make_policy(load_bot(name), name, GAME, {k: str(v) for k, v in options.items()})
    asked = fitted(asked, GAME.setup(GAME.make_settings(MATCH), 0).dtype)
    for seed in range(5):
        state = GAME.setup(GAME.make_settings(MATCH), seed)
        assert bot.choose(state, plenty()) == asked(state, 0, stream)


@pytest.mark.slow
def test_matches_between_policies_are_the_same_plain_and_compiled() -> None:
    kind, settings = load_bot("minimax"), GAME.make_settings({**MATCH, "width": 4, "height": 4})
    texts = {"search": "paper", "depth": "1"}
    policies = [make_policy(kind, "minimax", GAME, {**texts, "evaluation": name})
                for name in ("attack_block", "naive")]  # fmt: skip
    whole, plain = (play_matches(GAME, settings, policies, 4, plain=plain) for plain in (0, 1))  # type: ignore[arg-type]
    assert np.array_equal(whole.rounds, plain.rounds)
    assert np.array_equal(whole.places, plain.places)


@pytest.mark.slow  # it compiles a search of its own
def test_without_a_depth_it_is_limited_by_nodes() -> None:
    state = GAME.setup(GAME.make_settings(MATCH), 3)
    deep = bot_for("minimax", MATCH, search="paper", nodes=3000).choose(state, plenty())
    assert deep in {MOVES[move] for move in range(4)}
    assert make_policy(load_bot("minimax"), "minimax", GAME, {"search": "paper"}) is None


@pytest.mark.slow  # it compiles a search of its own
def test_an_eliminated_rider_does_not_move() -> None:
    state = drawn("xx... xx... ....1")
    assert bot_for("minimax", MATCH, search="paper").choose(state, plenty()) == NO_MOVE


@pytest.mark.parametrize(
    ("options", "expected"),
    [
        ({"evaluation": "naive"}, "search=paper with evaluation=naive"),
        ({"ties": "random"}, "search=paper with ties=random"),
        ({"search": "paper", "maxn": "true"}, "search=rounds with maxn"),
        ({"search": "paper", "near": 3}, "a depth, and no nodes, with near=3"),
        ({"search": "paper", "evaluation": "greedy"}, "evaluation"),
    ],
)
def test_options_without_effect_are_refused(options: dict[str, Any], expected: str) -> None:
    with pytest.raises(SettingsError, match=expected):
        bot_for("minimax", MATCH, **options)


@pytest.mark.slow  # it compiles a search of its own
def test_it_never_rides_into_a_wall_needlessly() -> None:
    asked, stream, run = plan(depth=2), generator(), compiled(choose)
    for position in RUNNING[:40]:
        state = recorded_state(position)
        move = run(asked, state, position["me"], stream)
        there = state["riders"][position["me"]] + offset(move, int(state["stride"]))
        assert state["cells"][there] == 0
