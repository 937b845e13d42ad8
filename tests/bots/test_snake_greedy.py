"""The greedy baseline for Snake."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from gridbots import Bot, Briefing, Budget
from gridbots.bot.runner import make_bot
from gridbots.game import State, is_living, is_over, step
from gridbots.game.chance import GENERATOR_SIZE, seed_generator
from gridbots.games.snake import GAME
from gridbots.games.snake.rules import is_open
from gridbots.grid import DIRECTIONS, DOWN, LEFT, NO_MOVE, RIGHT
from gridbots.kernel import compiled
from gridbots.plugins import load_bot
from gridbots_baselines.greedy import choose_in_snake

BUDGET = Budget(bank_ms=10_000, time_per_move_ms=200, asked=0.0)


def drawn(board: str, heading: int) -> State:
    rows = board.split()
    settings = GAME.make_settings({"width": len(rows[0]), "height": len(rows)})
    updates = {"heading": DIRECTIONS[heading], "field": "".join(rows)}
    return GAME.wire.read_updates(None, settings, updates)


def generator(seed: int) -> Any:
    numbers = np.zeros(GENERATOR_SIZE, np.int64)
    seed_generator(numbers, seed)
    return numbers


def greedy(settings: Any, seed: int) -> Bot:
    bot = make_bot(load_bot("greedy"), "greedy", GAME, {"seed": str(seed)})
    assert isinstance(bot, Bot)
    bot.open(Briefing(GAME, settings, 0, 1))
    return bot


def choices(board: str, heading: int) -> set[int]:
    state, chance = drawn(board, heading), generator(1)
    return {choose_in_snake(state, 0, chance) for _ in range(60)}


@pytest.mark.parametrize(
    ("board", "heading", "moves"),
    [
        pytest.param("..... r0..a ..... .....", RIGHT, {RIGHT}, id="straight to the apple"),
        pytest.param("..... r0... ..... ...a.", RIGHT, {RIGHT, DOWN}, id="either of two ways"),
        pytest.param("..... .rd.. a0l.. .....", LEFT, {LEFT}, id="onto the apple"),
        pytest.param("....a rrd.. u0l.. .....", LEFT, {DOWN}, id="not into itself"),
        pytest.param("a0l.. ..u.. ..u.. .....", LEFT, {LEFT}, id="along the edge"),
        pytest.param(
            """
            0l...
            ru...
            ....a
            .....
            """, LEFT, {NO_MOVE}, id="nothing where nothing is survived",
        ),
        pytest.param(
            """
            .dlll
            .0..u
            .a...
            .....
            """, DOWN, {DOWN}, id="past its own body",
        ),
        pytest.param(
            """
            .....
            .dll.
            .0au.
            ...u.
            """, DOWN, {RIGHT}, id="round its own corner",
        ),
    ],
)  # fmt: skip
def test_the_free_cell_nearest_to_the_apple_is_chosen(
    board: str, heading: int, moves: set[int]
) -> None:
    assert choices(board, heading) == moves


def test_it_turns_away_from_its_body() -> None:
    assert choices("a.... rrrrd .0lll .....", LEFT) == {LEFT}
    assert choices("..a.. rrrrd ..0ll .....", LEFT) == {LEFT, DOWN}


def test_it_plays_a_game_and_dies_only_without_a_free_cell() -> None:
    settings = GAME.make_settings({"width": 8, "height": 8})
    scores = []
    for seed in range(5):
        state, bot = GAME.setup(settings, seed), greedy(settings, seed + 1)
        while not is_over(state):
            move = bot.choose(GAME.observation(state, 0), BUDGET)
            shut_in = not any(is_open(state, each) for each in range(4))
            step(state, [move])
            assert is_living(state, 0) or shut_in
        scores.append(int(state["length"]))
    assert min(scores) > 8


def test_the_same_seed_repeats_the_same_moves() -> None:
    settings = GAME.make_settings({"width": 20, "height": 20})
    state = GAME.setup(settings, 3)
    moves = [
        [greedy(settings, seed).choose(state, BUDGET) for seed in range(1, 30)] for _ in range(2)
    ]
    assert moves[0] == moves[1]


def test_compiled_decisions_are_the_same() -> None:
    pytest.importorskip("numba")
    fast = compiled(choose_in_snake)
    state = GAME.setup(GAME.make_settings({"width": 8, "height": 8}), 4)
    ours, theirs = generator(7), generator(7)
    while not is_over(state):
        move = choose_in_snake(state, 0, ours)
        assert fast(state, 0, theirs) == move
        step(state, [move])
