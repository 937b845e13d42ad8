"""Time management: what a move spends of the bank, and how slices grow."""

from __future__ import annotations

import time

import pytest

from gridbots.bot import Budget
from gridbots.time_budget import LEAST_OVERHEAD_MS, MOST, MoveClock, Spending, next_slice


def bank(milliseconds: int, increment: int = 200) -> Budget:
    return Budget(bank_ms=milliseconds, time_per_move_ms=increment, asked=0.0)


@pytest.mark.parametrize("milliseconds", [0, 1, 50, 200, 1000, 10_000, 10**6])
def test_no_move_spends_more_than_a_part_of_the_bank(milliseconds: int) -> None:
    spending = Spending().asked(bank(milliseconds))
    assert 0 <= spending.thinking_ms(bank(milliseconds)) <= MOST * milliseconds


@pytest.mark.parametrize("overhead", [0, 20, 100])
def test_the_bank_never_runs_dry(overhead: float) -> None:
    left, spending = 10_000.0, Spending()
    for _ in range(2000):
        budget = bank(int(left))
        spending = spending.asked(budget)
        thought = spending.thinking_ms(budget)
        spending = spending.answered(thought)
        left -= thought + overhead
        assert left > 1000
        left = min(left + 200, 10_000)


def test_overhead_is_learned_from_the_bank() -> None:
    spending = Spending().asked(bank(10_000)).answered(300)
    late = spending.asked(bank(9_860))
    assert late.worst_ms == pytest.approx(40)
    assert Spending().overhead_ms < late.overhead_ms < late.worst_ms
    assert spending.asked(bank(9_900)).overhead_ms >= LEAST_OVERHEAD_MS


def test_a_constant_overhead_becomes_the_mean() -> None:
    left, spending = 8_000.0, Spending(largest_bank_ms=10_000)
    for _ in range(60):
        spending = spending.asked(bank(int(left))).answered(100)
        left += 200 - (100 + 70)
    assert spending.overhead_ms == pytest.approx(70, abs=1)


def test_one_delay_does_not_end_the_thinking_of_the_moves_behind_it() -> None:
    """A second that was lost outside of the bot's own clock, with most of the bank still there."""
    left, spending, thoughts = 10_000.0, Spending(), []
    for move in range(30):
        spending = spending.asked(bank(int(left), increment=100))
        thought = spending.thinking_ms(bank(int(left), increment=100))
        thoughts.append(thought)
        spending = spending.answered(thought)
        left = min(left + 100 - thought - (1000 if move == 15 else 2), 10_000)
    assert min(thoughts[16:]) > thoughts[15] / 3
    assert left > 4_000


def test_slices_grow_at_most_twofold() -> None:
    assert next_slice(100, 0.0) == 200
    assert next_slice(100, 4.0) == 50
    assert next_slice(1, 1000.0) == 1


def test_a_clock_counts_from_the_opening_and_stops_when_asked_for_time() -> None:
    timed, patient = MoveClock(is_timed=True), MoveClock(is_timed=False)
    now = time.monotonic()
    asked = Budget(bank_ms=10_000, time_per_move_ms=100, asked=now + 1)
    thinking, latest = timed.asked(asked), patient.asked(asked)
    assert now < thinking < latest <= now + MOST * 10
    timed.answered()
