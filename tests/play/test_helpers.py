"""Bots with several processes: the usage of helpers counts as that of the bot."""

from __future__ import annotations

import shlex
import sys
from typing import TYPE_CHECKING, Any

import pytest
from tests.play.matches import command, own_children, play_match, villain

from gridbots.limits import Isolation
from gridbots_referee.play.isolation.cgroup.group import Cgroups, cgroups
from gridbots_referee.play.isolation.cgroup.mounts import Places
from gridbots_referee.play.transport import pipes
from gridbots_referee.play.transport.usage import HAS_CPU_CLOCKS

if TYPE_CHECKING:
    from collections.abc import Iterator

    from gridbots.record import Record
    from gridbots_referee.play.launch import Launch

HAS_CGROUPS = cgroups().of_seat(0) is not None
needs_cgroups = pytest.mark.skipif(
    not HAS_CGROUPS, reason="this process may make no cgroup on this machine"
)
pytestmark = pytest.mark.skipif(not HAS_CPU_CLOCKS, reason="this system tells no such time")
PATIENT: dict[str, Any] = {
    "timebank_ms": 5000,
    "start_allowance_ms": 5000,
    "settings": {"width": 6, "height": 6},
}


@pytest.fixture(autouse=True)
def no_process_is_left() -> Iterator[None]:
    yield
    assert own_children() == set()


@pytest.fixture
def without_cgroups(monkeypatch: pytest.MonkeyPatch) -> None:
    none = Cgroups(Places())
    monkeypatch.setattr(pipes, "cgroups", lambda: none)


def behind_a_shell(bot: Launch) -> Launch:
    """The shell waits for the bot; as the last command of the script it would be replaced by it."""
    return command("/bin/sh", "-c", f"{shlex.join(bot.argv)}; true")


@needs_cgroups
def test_a_bot_behind_a_shell_script_shows_its_cpu_time_at_each_move() -> None:
    record = play_match(behind_a_shell(villain("spins", "20")), villain("_honest"), **PATIENT)
    shell, honest = record.result.players
    assert record.result.how == "rules"
    assert least_cpu_ms(record, 0) >= 15
    assert shell.median_cpu_ms is not None
    assert shell.median_cpu_ms >= 19
    assert shell.cpu_ms is not None
    assert shell.cpu_ms >= 20 * shell.moves
    assert honest.median_cpu_ms is not None
    assert honest.median_cpu_ms < 15
    assert not shell.cpu_is_partial


def least_cpu_ms(record: Record, seat: int) -> float:
    """The smallest CPU time of a move."""
    return min(each.cpu_us[seat] or 0 for each in record.rounds) / 1000


@pytest.mark.usefixtures("without_cgroups")
def test_without_cgroups_the_tree_is_summed_and_the_sum_is_marked_as_partial() -> None:
    record = play_match(behind_a_shell(villain("spins", "20")), villain("_honest"), **PATIENT)
    shell, honest = record.result.players
    assert least_cpu_ms(record, 0) >= 15
    assert shell.cpu_ms is not None
    assert shell.cpu_ms >= 20 * shell.moves
    assert shell.cpu_is_partial
    assert honest.cpu_is_partial
    assert shell.peak_memory_mib is not None


@pytest.mark.slow
@pytest.mark.usefixtures("without_cgroups")
def test_without_cgroups_the_last_known_time_of_killed_helpers_counts() -> None:
    record = play_match(villain("spinning_helpers"), villain("spins", "20"), **PATIENT)
    moves = sum(each.cpu_us[0] or 0 for each in record.rounds) / 1000
    used = record.result.players[0].cpu_ms
    assert used is not None
    assert used >= moves - 0.1


@needs_cgroups
@pytest.mark.parametrize("ask", ["together", pytest.param("in-turn", marks=pytest.mark.slow)])
def test_helpers_in_other_sessions_are_counted_and_share_the_weight_of_the_bot(ask: str) -> None:
    record = play_match(villain("spinning_helpers"), villain("spins", "20"), ask=ask, **PATIENT)
    spinner, honest = record.result.players
    assert record.result.how == "rules"
    assert honest.termination in {"survived", "eliminated"}
    assert spinner.cpu_ms is not None
    assert honest.cpu_ms is not None
    if ask == "together":
        assert spinner.cpu_ms > honest.cpu_ms / 2


CRASHES_AND_SPINS = """
import os, resource, sys
if os.fork() == 0:
    os.closerange(0, 3)
    os.setsid()
    resource.setrlimit(resource.RLIMIT_CPU, (5, 5))
    while True:
        pass
for line in sys.stdin:
    if line.startswith("action"):
        print("up", flush=True)
"""


@pytest.mark.slow
@needs_cgroups
def test_in_turn_the_helpers_of_an_eliminated_bot_are_also_suspended() -> None:
    spinner = command(sys.executable, "-S", "-E", "-c", CRASHES_AND_SPINS)
    bots = (*[villain("spins", "20")] * 3, spinner)
    record = play_match(*bots, ask="in-turn", **{**PATIENT, "settings": {"width": 8, "height": 8}})
    *honest, crashed = record.result.players
    assert crashed.termination == "eliminated"
    assert crashed.moves < min(player.moves for player in honest)
    assert crashed.cpu_ms is not None
    assert crashed.cpu_ms < sum(player.cpu_ms or 0 for player in honest) / 2


@needs_cgroups
def test_the_peak_of_memory_is_that_of_the_match() -> None:
    record = play_match(villain("eats_memory", "64"), villain("_honest"), **PATIENT)
    hungry, honest = record.result.players
    assert hungry.peak_memory_mib is not None
    assert honest.peak_memory_mib is not None
    assert hungry.peak_memory_mib > 64
    assert honest.peak_memory_mib < 40
    again = play_match(villain("_honest"), villain("_honest")).result.players[0]
    assert again.peak_memory_mib is not None
    assert again.peak_memory_mib < 40


@needs_cgroups
def test_the_record_lists_what_cgroups_provide() -> None:
    record = play_match(villain("_honest"), villain("_honest"))
    assert "cgroup" in record.match.isolation.measures
    bare = play_match(villain("_honest"), villain("_honest"), isolation=Isolation(level="none"))
    assert bare.match.isolation.measures == ("session", "cgroup")
