"""The bot `minimax`: its choices and its use of time."""

from __future__ import annotations

import time
from typing import Any

import pytest

from gridbots import Bot, Briefing, Budget
from gridbots.bot.runner import make_bot
from gridbots.game import State, is_over, step
from gridbots.games.light_riders import GAME
from gridbots.grid import DOWN, LEFT, NO_MOVE, RIGHT
from gridbots.plugins import load_bot

pytestmark = pytest.mark.slow  # it compiles for seconds


def plenty() -> Budget:
    return Budget(bank_ms=10**7, time_per_move_ms=0, asked=time.monotonic())


def bot_for(values: dict[str, Any], seat: int = 0, **options: object) -> Bot:
    settings = GAME.make_settings(values)
    made = make_bot(load_bot("minimax"), "minimax", GAME, {k: str(v) for k, v in options.items()})
    assert isinstance(made, Bot)
    made.open(Briefing(GAME, settings, seat, GAME.seats(settings)))
    return made


def drawn(text: str) -> tuple[State, dict[str, Any]]:
    rows = text.split()
    values = {"width": len(rows[0]), "height": len(rows), "start": "cs221"}
    updates = {"round": "0", "field": ",".join("".join(rows))}
    return GAME.wire.read_updates(None, GAME.make_settings(values), updates), values


def choice(text: str, seat: int = 0, **options: object) -> int:
    state, values = drawn(text)
    return bot_for(values, seat, **(options or {"nodes": 500})).choose(state, plenty())


def played_to_the_end(values: dict[str, Any], seed: int, **options: object) -> list[list[int]]:
    settings = GAME.make_settings(values)
    state = GAME.setup(settings, seed)
    bots = [bot_for(values, seat, **options) for seat in range(GAME.seats(settings))]
    history = []
    while not is_over(state):
        moves = []
        for seat, bot in enumerate(bots):
            seen = GAME.observation(state, seat)
            safe = safe_moves(state, seat)
            move = bot.choose(seen, plenty())
            assert not safe or move in safe
            moves.append(move)
        step(state, moves)
        history.append(moves)
    return history


def safe_moves(state: State, seat: int) -> list[int]:
    """Moves to empty cells."""
    steps = (-int(state["stride"]), 1, int(state["stride"]), -1)
    here = int(state["riders"][seat])
    if state["eliminated"][seat]:
        return []
    return [move for move in range(4) if state["cells"][here + steps[move]] == 0]


@pytest.mark.parametrize(
    "values",
    [
        {},
        {"width": 4, "height": 4, "start": "cs221"},
        {"width": 7, "height": 9},
        {"width": 24, "height": 30},
        {"width": 64, "height": 64},
        {"width": 12, "height": 12, "seats": 4},
        {"width": 6, "height": 6, "end": "stuck"},
    ],
    ids=str,
)
def test_it_plays_any_board_and_never_crashes_needlessly(values: dict[str, Any]) -> None:
    assert len(played_to_the_end(values, 1, nodes=20)) > 0


def test_among_four_it_can_search_by_maxn() -> None:
    values = {"width": 8, "height": 8, "seats": 4}
    assert played_to_the_end(values, 2, nodes=30, maxn="true") != []


@pytest.mark.parametrize("options", [{"nodes": 300}, {"depth": 3}], ids=str)
def test_with_fixed_nodes_or_depth_it_plays_the_same_match_again(options: dict[str, int]) -> None:
    values = {"width": 10, "height": 8}
    assert played_to_the_end(values, 4, **options) == played_to_the_end(values, 4, **options)


def test_it_closes_the_only_way_out() -> None:
    assert (
        choice("""
            x1xxx
            x..0.
            xx...
        """)
        == LEFT
    )


def test_once_separated_it_takes_the_larger_side() -> None:
    assert (
        choice("""
            ...x..xx
            ...0..xx
            ...x..x1
            ...x..x.
        """)
        == LEFT
    )


def test_without_a_way_out_it_still_answers() -> None:
    state, values = drawn("""
        0x..
        xx..
        ..1.
    """)
    assert bot_for(values, 0, nodes=100).choose(state, plenty()) in range(4)


def test_an_eliminated_rider_does_not_move() -> None:
    state, values = drawn("""
        xx..
        xx..
        ..1.
    """)
    assert bot_for(values, 0).choose(state, plenty()) == NO_MOVE


def test_in_a_lost_position_it_survives_as_long_as_possible() -> None:
    assert (
        choice("""
            0.xx......
            .xx.......
            .x........
            .x......1.
        """)
        == DOWN
    )


def test_a_forced_move_is_played_without_a_search() -> None:
    state, values = drawn("""
        0.....
        x.....
        x....1
    """)
    bot = bot_for(values, 0, nodes=10**12)
    assert bot.choose(state, plenty()) == RIGHT


def test_with_an_empty_bank_it_answers_at_once() -> None:
    state, values = drawn("0..... ...... .....1")
    budget = Budget(bank_ms=0, time_per_move_ms=0, asked=time.monotonic())
    assert bot_for(values).choose(state, budget) in {RIGHT, DOWN}


def test_after_a_slow_start_the_first_move_is_still_searched() -> None:
    state, values = drawn("""
        0.xx......
        .xx.......
        .x........
        .x......1.
    """)
    bot = bot_for(values)
    late = Budget(bank_ms=100, time_per_move_ms=0, asked=time.monotonic() - 100)
    assert bot.choose(state, late) == DOWN
