"""Clocks: which answers are in time, to the nanosecond, and the charge to the bank."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec
import pytest
from tests.play.matches import play_match, villain

from gridbots.errors import SettingsError
from gridbots.games.light_riders import GAME
from gridbots.limits import LimitOptions, Limits
from gridbots.record import Clock
from gridbots.record.replay import settings_in, settings_sent
from gridbots.record.verification import verify
from gridbots_referee.play.clock import (
    CPU_CHECK,
    MICROSECOND,
    MILLISECOND,
    SECOND,
    Bank,
    bank_clock,
)
from gridbots_referee.play.launch import match_limits
from gridbots_referee.play.transport import usage

if TYPE_CHECKING:
    from gridbots.record import Record
    from gridbots_referee.play.launch import Launch

LIMITS = {"timebank_ms": 100, "time_per_move_ms": 20, "start_allowance_ms": 0}
SHORT = {"max_rounds": 6}


class ScriptedProcess:
    """A process with this CPU time, in us, at each call."""

    def __init__(self, *used: int | None) -> None:
        self._used = list(used)

    def take_cpu_time(self) -> int | None:
        return self._used.pop(0)


def clock_of(left: int = 100 * MILLISECOND, **changes: Any) -> Any:
    limits = Limits(**{**LIMITS, **changes})
    return bank_clock(Bank(left, limits.time_per_move_ms * MILLISECOND, 100 * MILLISECOND), limits)


@pytest.mark.parametrize("margin", [0, 5])
@pytest.mark.parametrize("asked", [0, 1, 123_456_789_012_345_678])
@pytest.mark.parametrize("left", [1, 999, 20 * MILLISECOND, 100 * MILLISECOND])
def test_an_answer_at_the_deadline_or_later_is_late(left: int, asked: int, margin: int) -> None:
    clock = clock_of(left, margin_ms=margin)
    deadline = asked + left + margin * MILLISECOND
    assert clock.start(asked) == clock.deadline == deadline
    assert not clock.stop(deadline)
    assert not clock.stop(deadline + 1)
    assert clock.stop(deadline - 1)
    assert clock.bank.left == 20 * MILLISECOND + (not margin)


def test_the_margin_forgives_late_answers_but_adds_no_time() -> None:
    clock = clock_of(margin_ms=5)
    clock.start(0)
    assert clock.stop(103 * MILLISECOND)
    assert clock.bank.left == 20 * MILLISECOND
    assert clock.start(0) == 25 * MILLISECOND
    assert clock.late_text() == "no move within 20 ms and a margin of 5 ms"


@pytest.mark.parametrize(
    ("kind", "within"),
    [("wall", "150 ms"), ("cpu", "6500 ms, the limit for 150 ms of CPU time")],
)
def test_the_failure_of_a_slow_start_names_the_option_for_more_time(kind: str, within: str) -> None:
    clock = clock_of(start_allowance_ms=50, clock=kind)
    clock.start(0)
    assert clock.late_text() == (
        f"no move within {within}, 50 ms of them to start up; --start-allowance sets more"
    )
    assert clock.stop(MILLISECOND)
    clock.start(0)
    assert "--start-allowance" not in clock.late_text()


def test_cpu_time_is_charged_independently_of_wall_time() -> None:
    clock = clock_of(clock="cpu")
    bot = ScriptedProcess(30_000, 10_000, 5_000)
    assert clock.start(0) == CPU_CHECK
    assert clock.next_check(CPU_CHECK, bot) == 2 * CPU_CHECK
    assert clock.next_check(2 * SECOND, bot) == 2 * SECOND + CPU_CHECK
    assert clock.take_cpu_time(bot) == 45_000
    assert clock.stop(3 * SECOND)
    assert clock.bank.left == 75 * MILLISECOND


@pytest.mark.parametrize(("used", "in_time"), [(99_999, True), (100_000, False)])
def test_cpu_time_has_an_exact_limit(used: int, *, in_time: bool) -> None:
    clock = clock_of(clock="cpu")
    clock.start(0)
    assert (clock.next_check(MICROSECOND, ScriptedProcess(used)) is not None) is in_time
    assert clock.stop(MICROSECOND) is in_time
    if not in_time:
        assert clock.late_text() == "no move within 100 ms of CPU time"


def test_a_bot_that_sleeps_is_late_at_the_wall_time_limit() -> None:
    clock = clock_of(clock="cpu")
    clock.start(0)
    limit = 6 * SECOND  # ten times 100 ms, and 5 s
    assert clock.next_check(limit - 1, ScriptedProcess(None)) == limit
    assert clock.next_check(limit, ScriptedProcess(0)) is None
    assert not clock.stop(limit)
    assert clock.late_text() == ("no move within 6000 ms, the limit for 100 ms of CPU time")


def test_the_start_allowance_also_applies_to_cpu_time() -> None:
    clock = clock_of(clock="cpu", start_allowance_ms=50)
    clock.start(0)
    clock.take_cpu_time(ScriptedProcess(60_000))
    assert clock.stop(MILLISECOND)
    assert clock.bank.left == 100 * MILLISECOND
    clock.start(0)
    clock.take_cpu_time(ScriptedProcess(60_000))
    assert clock.stop(MILLISECOND)
    assert clock.bank.left == 60 * MILLISECOND


def test_sleeping_costs_nothing_with_the_cpu_clock() -> None:
    limits: dict[str, Any] = {"timebank_ms": 30, "time_per_move_ms": 30}
    record = play_match(
        villain("thinks", "60"), villain("_honest"), settings=SHORT, clock="cpu", **limits
    )
    assert record.result.how == "rules"
    assert record.match.limits.clock == "cpu"
    assert b"settings clock cpu" in settings_sent(GAME, record, 0, settings_in(GAME, record))
    assert verify(GAME, record) == []


@pytest.mark.parametrize("ask", ["together", "in-turn"])
def test_spinning_is_late_with_the_cpu_clock(ask: str) -> None:
    limits: dict[str, Any] = {"timebank_ms": 60, "time_per_move_ms": 20, "start_allowance_ms": 200}
    record = play_match(
        villain("_honest"), villain("spins", "5000"), settings=SHORT, clock="cpu", ask=ask, **limits
    )
    assert record.result.how == "forfeit"
    assert record.result.players[1].termination == "late"
    assert record.result.players[1].detail == (
        "no move within 260 ms of CPU time, 200 ms of them to start up; --start-allowance sets more"
    )


def test_a_system_that_cannot_measure_cpu_time_refuses_the_cpu_clock(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    assert match_limits(LimitOptions(clock="cpu", margin=3)).margin_ms == 3
    monkeypatch.setattr(usage, "HAS_CPU_CLOCKS", False)
    assert match_limits(LimitOptions(clock="cpu", in_process=True)).clock == "cpu"
    with pytest.raises(SettingsError, match="expected wall, got cpu: this system cannot measure"):
        match_limits(LimitOptions(clock="cpu"))


NEAR = "answers_near_the_deadline"
TIGHT: dict[str, Any] = {"timebank_ms": 30, "time_per_move_ms": 30}
VERDICTS = 1000


def near_the_deadline(offset_us: int) -> tuple[Launch, Launch]:
    """A bot that answers at this time, and one with unlimited time."""
    patient = msgspec.structs.replace(villain("_honest"), clock=Clock(10_000, 10_000))
    return villain(NEAR, f"{offset_us}"), patient


def was_disturbed(record: Record) -> bool:
    """Whether the bot near its deadline, or the referee, had to wait for a core."""
    latency = record.result.most_latency_ms
    return bool(record.result.players[0].stderr) or latency is None or latency > 0.2


def stolen_time() -> int:
    """Time that the host gave to other guests, in hundredths of a second."""
    return int(Path("/proc/stat").read_text().split(maxsplit=9)[8])


@pytest.mark.nightly
def test_an_answer_a_millisecond_before_the_deadline_is_in_time(record_property: Any) -> None:
    in_time = disturbed = 0
    while in_time < VERDICTS and disturbed < VERDICTS // 10:
        stolen = stolen_time()
        record = play_match(
            *near_the_deadline(-1000), settings={"max_rounds": 30}, seed=in_time, **TIGHT
        )
        in_time += record.result.players[0].moves
        if record.result.players[0].termination == "late":
            assert was_disturbed(record) or stolen_time() > stolen
            disturbed += 1
    record_property("figure", f"{in_time} in time, {disturbed} late that were kept from a core")
    if in_time < VERDICTS:
        pytest.skip(f"the machine is too busy: {disturbed} answers were kept from a core")


@pytest.mark.nightly
def test_an_answer_a_millisecond_after_the_deadline_is_late(record_property: Any) -> None:
    for seed in range(VERDICTS // 2):
        record = play_match(*near_the_deadline(1000), seed=seed, start_allowance_ms=100, **TIGHT)
        assert record.result.players[0].termination == "late"
    record_property("figure", f"{VERDICTS // 2} of {VERDICTS // 2} late")
