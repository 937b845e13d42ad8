"""The baselines of Multiplayer Snake."""

from __future__ import annotations

from typing import Any, Literal

import numpy as np
import pytest
from tests.golden.multisnake_records import state_of
from tests.golden.recordings import kept

from gridbots import NO_MOVE, Bot, Briefing, Budget, is_living, is_over, step
from gridbots.bot.runner import make_bot
from gridbots.game import PlainState, State
from gridbots.game.chance import GENERATOR_SIZE, seed_generator
from gridbots.games.multisnake import GAME
from gridbots.games.multisnake.state import EMPTY, MultisnakeSettings
from gridbots.grid import DOWN, LEFT, RIGHT, UP, offset
from gridbots.kernel import compiled
from gridbots.plugins import load_bot
from gridbots_baselines.greedy import LONGEST, Options, allow, new_keys, weigh

NAMES = ("greedy", "smart-greedy", "opportunist")
BUDGET = Budget(bank_ms=10_000, time_per_move_ms=200, asked=0.0)
POSITIONS = kept("multisnake_agents.jsonl")
RECORDED = {"smart-greedy": "smart_greedy", "opportunist": "opportunist"}


def generator(seed: int = 1) -> Any:
    numbers = np.zeros(GENERATOR_SIZE, np.int64)
    seed_generator(numbers, seed)
    return numbers


def choosing(name: str, ties: Literal["first", "random"]) -> Any:
    """The decision, uncompiled."""
    policy = load_bot(name).policy
    assert policy
    return policy(GAME, Options(ties=ties))


@pytest.mark.parametrize("envious", [0, 1])
@pytest.mark.parametrize(("seats", "candy_rate"), [(2, 0.0), (3, 1.0), (4, 9.0)])
def test_keys_are_the_least_over_all_candies(seats: int, candy_rate: float, envious: int) -> None:
    """Also if the search for candies ends early."""
    settings = MultisnakeSettings(size=13, seats=seats, candy_rate=candy_rate)
    state, chance = GAME.setup(settings, seats), np.random.default_rng(seats)
    for _ in range(40):
        for seat in filter(lambda seat: is_living(state, seat), range(seats)):
            keys, expected = new_keys(), new_keys()
            allow(state, seat, 0, keys)
            for move, key in enumerate(keys):
                expected[move] = min([key, *all_keys(state, seat, move, envious)])
            weigh(PlainState(state), seat, envious, keys)
            assert keys == expected
        options = [GAME.legal_moves(state, seat) or [NO_MOVE] for seat in range(seats)]
        step(state, [int(chance.choice(moves)) for moves in options])


def all_keys(state: State, seat: int, move: int, envious: int) -> list[int]:
    """The keys of a move for all candies; none where the move is not considered."""
    stride, head = int(state["stride"]), int(state["bodies"][seat, 0])
    if move not in GAME.legal_moves(state, seat):
        return []
    heads = [int(state["bodies"][each, 0]) for each in range(4) if state["lengths"][each] > 0]
    keys = []
    for cell in np.flatnonzero(state["candies"]).tolist():
        distance = apart(head + offset(move, stride), cell, stride)
        nearest = min(apart(other, cell, stride) for other in heads)
        keys.append(distance + envious * LONGEST * (distance - nearest))
    return keys


def apart(cell: int, other: int, stride: int) -> int:
    """Steps along rows and columns."""
    return abs(cell // stride - other // stride) + abs(cell % stride - other % stride)


@pytest.mark.parametrize("name", NAMES)
def test_the_compiled_choice_is_the_plain_one(name: str) -> None:
    pytest.importorskip("numba")
    for position in POSITIONS[::3]:
        if position["grid"] != 14:
            continue  # One record type: compiled once.
        observation, seat = state_of(position), position["agent"]
        for choose in (choosing(name, "first"), choosing(name, "random")):
            fast, plain = generator(), generator()
            expected = choose(PlainState(observation), seat, plain)
            assert compiled(choose.func)(*choose.args, observation, seat, fast) == expected
            assert fast.tolist() == plain.tolist()


def seated(name: str, settings: MultisnakeSettings, seat: int, **options: str) -> Bot:
    bot = make_bot(load_bot(name), name, GAME, options)
    assert isinstance(bot, Bot)
    bot.open(Briefing(GAME, settings, seat, settings.seats))
    return bot


def drawn(snakes: str, candies: str = "") -> State:
    """Two snakes of two cells on a board of 12x12, and candies."""
    field = [["."] * 12 for _ in range(12)]
    updates = {"points": "6,6", "eaten": "0,0", "out": "0,0", "round": "5"}
    for seat, body in enumerate(snakes.split()):
        updates[f"snake{seat}"] = body
        for cell in body.split(";"):
            row, column = map(int, cell.split(","))
            field[row][column] = str(seat)
    for cell in candies.split():
        row, column = map(int, cell.split(","))
        field[row][column] = "+"
    updates["field"] = ",".join(letter for row in field for letter in row)
    return GAME.wire.read_updates(None, MultisnakeSettings(size=12), updates)


@pytest.mark.parametrize(
    ("name", "snakes", "candies", "moves"),
    [
        pytest.param("greedy", "5,5;5,4 6,7;5,7", "5,9", {RIGHT}, id="the nearest candy"),
        pytest.param("greedy", "5,5;5,4 6,6;5,6", "5,9", {RIGHT}, id="over a snake"),
        pytest.param("smart-greedy", "5,5;5,4 6,6;5,6", "5,9", {DOWN, UP}, id="around a snake"),
        pytest.param("smart-greedy", "5,5;5,4 9,9;9,8", "", {RIGHT, DOWN, UP}, id="no candy"),
        pytest.param("opportunist", "5,5;5,4 5,9;4,9", "5,8 9,5", {DOWN}, id="the candy it wins"),
        pytest.param("smart-greedy", "5,5;5,4 5,9;4,9", "5,8 9,5", {RIGHT}, id="the nearer one"),
        pytest.param("smart-greedy", "0,0;0,1 1,0;2,0", "5,5", {NO_MOVE}, id="no way out"),
        pytest.param("greedy", "0,0;0,1 1,0;2,0", "5,5", {DOWN}, id="a way that is none"),
        pytest.param("greedy", "5,5;5,6 9,9;9,8", "5,8", {DOWN, LEFT, UP}, id="never back"),
        pytest.param("greedy", "5,5;5,6 9,9;9,8", "5,3 2,5", {LEFT}, id="the nearer of two"),
    ],
)
def test_a_choice_on_a_drawn_board(name: str, snakes: str, candies: str, moves: set[int]) -> None:
    state = drawn(snakes, candies)
    settings = MultisnakeSettings(size=12)
    played = {
        seated(name, settings, 0, ties="random", seed=str(seed)).choose(state, BUDGET)
        for seed in range(1, 30)
    }
    assert played == moves
    first = seated(name, settings, 0, seed="1").choose(state, BUDGET)
    order = [RIGHT, DOWN, LEFT, UP, NO_MOVE]
    assert first == min(moves, key=order.index) or not candies


def match(names: list[str], seed: int) -> tuple[State, list[list[int]]]:
    settings = MultisnakeSettings(size=14, seats=len(names), max_rounds=150)
    bots = [seated(name, settings, seat, seed="3") for seat, name in enumerate(names)]
    state, rounds = GAME.setup(settings, seed), []
    while not is_over(state):
        seen = GAME.observation(state, 0)
        moves = [
            bot.choose(seen, BUDGET) if is_living(state, seat) else NO_MOVE
            for seat, bot in enumerate(bots)
        ]
        for seat, move in enumerate(moves):
            if move != NO_MOVE:
                assert move in GAME.legal_moves(state, seat)
                there = state["bodies"][seat, 0] + offset(move, int(state["stride"]))
                if names[seat] in RECORDED:
                    assert state["cells"][there] in {EMPTY, 2 + seat}
        step(state, moves)
        rounds.append(moves)
    return state, rounds


def test_matches_repeat_exactly_and_greedy_bots_beat_random_ones() -> None:
    names = ["random", "greedy", "smart-greedy", "opportunist"]
    points = np.zeros(4)
    for seed in range(6):
        state, rounds = match(names, seed)
        points += state["points"][:4]
        if seed == 0:
            assert match(names, seed)[1] == rounds
    assert points[0] < min(points[2:])


def test_the_recorded_positions_include_the_important_cases() -> None:
    first, second = ([each[name] for each in POSITIONS] for name in RECORDED.values())
    assert sum(each["chosen"] is None for each in first) == 10
    assert (
        sum(each["best"] != other["best"] for each, other in zip(first, second, strict=True)) > 20
    )
