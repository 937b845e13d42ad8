"""Time management: the share of the bank for a move, and the growth of slices."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

import pytest
from msgspec.structs import replace

from gridbots.bot import time_budget
from gridbots.bot.time_budget import (
    CALM,
    CHANGED,
    DROPPED,
    LEAST_OVERHEAD_MS,
    MOST,
    MOST_REFILLED,
    RESERVE,
    MoveClock,
    Spending,
    Stability,
    next_slice,
)
from gridbots.plugins.bot import Budget

if TYPE_CHECKING:
    from gridbots.limits import ClockKind


def bank(milliseconds: int, increment: int = 200) -> Budget:
    return Budget(bank_ms=milliseconds, time_per_move_ms=increment, asked=0.0)


@pytest.mark.parametrize("milliseconds", [0, 1, 50, 200, 1000, 10_000, 10**6])
def test_no_move_spends_more_than_a_part_of_the_bank(milliseconds: int) -> None:
    spending = Spending().asked(bank(milliseconds))
    most = MOST if milliseconds >= 1000 else MOST_REFILLED
    assert 0 <= spending.thinking_ms(bank(milliseconds)) <= most * milliseconds


@pytest.mark.parametrize("milliseconds", [0, 1, 50, 200, 1000, 10_000, 10**6])
def test_no_move_spends_more_than_a_quarter_of_time_that_is_not_refilled(milliseconds: int) -> None:
    fuller = Spending().asked(bank(milliseconds + 200))
    for spending, increment in ((fuller, 200), (Spending().asked(bank(milliseconds, 0)), 0)):
        thought = spending.thinking_ms(bank(milliseconds, increment), 100.0)
        assert 0 <= thought <= MOST * milliseconds


@pytest.mark.parametrize(
    ("milliseconds", "spent"), [(20, 5), (50, 30), (100, 70), (500, 350), (5000, 3500)]
)
def test_most_of_a_fixed_time_per_move_is_spent(milliseconds: int, spent: float) -> None:
    budget, spending = bank(milliseconds, increment=milliseconds), Spending()
    for _ in range(20):
        spending = spending.asked(budget)
        thought = spending.thinking_ms(budget)
        assert thought == pytest.approx(max(spent - spending.worst_ms, 0.0))
        spending = spending.answered(thought)


@pytest.mark.parametrize("overhead", [2, 20, 60])
def test_free_time_leaves_a_full_bank_almost_full(overhead: int) -> None:
    left, spending = 10_000.0, Spending()
    for _ in range(200):
        budget = bank(int(left))
        spending = spending.asked(budget)
        free = spending.free_ms(budget)
        spending = spending.answered(free)
        left = min(left + 200 - free - overhead, 10_000)
        assert left >= 10_000 - max(overhead, 10)
    assert free >= 200 - 2 * max(overhead, 10)
    assert spending.free_ms(bank(9_000)) == 0.0


@pytest.mark.parametrize("capacity", [150, 200, 300, 400, 1000])
def test_a_small_bank_is_spent_down_to_the_increment(capacity: int) -> None:
    left, spending = float(capacity), Spending()
    for _ in range(200):
        budget = bank(int(left), increment=100)
        spending = spending.asked(budget)
        thought = spending.thinking_ms(budget)
        assert thought + 3 < left
        spending = spending.answered(thought)
        left = min(left + 100 - thought - 3, capacity)
    assert thought > 70


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


def test_one_delay_does_not_stop_later_moves_from_thinking() -> None:
    """A second lost outside the bot's own clock, with most of the bank left."""
    left, spending, thoughts = 10_000.0, Spending(), []
    for move in range(30):
        spending = spending.asked(bank(int(left), increment=100))
        thought = spending.thinking_ms(bank(int(left), increment=100))
        thoughts.append(thought)
        spending = spending.answered(thought)
        left = min(left + 100 - thought - (1000 if move == 15 else 2), 10_000)
    assert min(thoughts[16:]) > thoughts[15] / 3
    assert left > 4_000


@pytest.mark.parametrize("urgencies", [(CALM, 2.0, CALM, 3.0), (4.0,), (2.0,)])
def test_an_occasionally_unsure_search_spends_three_quarters_of_a_bank(
    urgencies: tuple[float, ...],
) -> None:
    left, spending = 10_000.0, Spending()
    for move in range(45):
        budget = bank(int(left), increment=100)
        spending = spending.asked(budget)
        thought = spending.thinking_ms(budget, urgencies[move % len(urgencies)])
        spending = spending.answered(thought)
        left = min(left + 100 - thought - 3, 10_000)
        assert left > RESERVE * 10_000
    assert left < 2500


def test_the_most_urgent_move_takes_no_more_than_its_share_of_the_bank() -> None:
    for milliseconds, most in ((0, MOST), (50, MOST_REFILLED), (1000, MOST), (10_000, MOST)):
        spending = Spending().asked(bank(milliseconds))
        assert spending.thinking_ms(bank(milliseconds), 100.0) <= most * milliseconds


def searched(*found: tuple[int, float], scale: float = 1.0) -> float:
    """The urgency of a move after iterations with these moves and values, following a calm one."""
    stability = Stability()
    for depth, value in enumerate((3.0, 3.0, 4.0, 3.0, 4.0), 1):
        stability.urgency(depth, 0, scale * value)
    stability.begin()
    urgency = CALM
    for depth, (move, value) in enumerate(found, 1):
        urgency = stability.urgency(depth, move, scale * value)
    return urgency


@pytest.mark.parametrize("scale", [1.0, 0.001, 1000.0])
def test_a_move_is_urgent_when_the_best_move_changes_or_the_value_drops(scale: float) -> None:
    calm = searched((0, 4.0), (0, 4.0), (0, 4.0), (0, 4.0), scale=scale)
    changed = searched((0, 4.0), (0, 4.0), (0, 4.0), (1, 4.0), scale=scale)
    dropped = searched((0, 4.0), (0, 4.0), (0, 4.0), (0, -4.0), scale=scale)
    assert calm == CALM
    assert changed == pytest.approx(CALM + CHANGED)
    assert dropped == pytest.approx(CALM + DROPPED)


def test_results_of_the_first_iterations_are_not_trusted() -> None:
    assert searched((0, 4.0)) == searched((1, -40.0)) == CALM


def test_a_change_is_forgotten_as_deeper_iterations_confirm_it() -> None:
    moves = [(0, 4.0), (0, 4.0), (1, 4.0)]
    assert searched(*moves) > searched(*moves, (1, 4.0)) > searched(*moves, *[(1, 4.0)] * 5) > CALM


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


class TwoClocks:
    """A scripted machine on which CPU time passes more slowly than wall time."""

    wall, used = 100.0, 1.0

    def monotonic(self) -> float:
        return self.wall

    def process_time(self) -> float:
        return self.used


@pytest.mark.parametrize("kind", ["wall", "cpu"])
def test_plans_are_in_the_time_that_is_charged(
    monkeypatch: pytest.MonkeyPatch, kind: ClockKind
) -> None:
    machine = TwoClocks()
    monkeypatch.setattr(time_budget, "time", machine)
    clock = MoveClock(is_timed=True, clock=kind)
    deadline = clock.asked(replace(bank(1000, 100), asked=clock.now()))
    assert 0.08 <= deadline - clock.now() <= 0.25
    machine.wall += 10.0
    machine.used += 0.01
    assert (clock.now() >= deadline) == (kind == "wall")
