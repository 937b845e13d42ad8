"""Cgroups of this machine: all processes of a bot are measured, capped, frozen and killed."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from gridbots.limits import Isolation
from gridbots_referee.play.isolation import process_tree
from gridbots_referee.play.isolation.cgroup.files import remove_leftovers
from gridbots_referee.play.isolation.cgroup.group import Cgroups, cgroups
from gridbots_referee.play.isolation.cgroup.mounts import find_places
from gridbots_referee.play.isolation.levels import program

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from gridbots_referee.play.isolation.cgroup.group import Cgroup

PLACES = find_places()
pytestmark = pytest.mark.skipif(
    not PLACES.v1 and not PLACES.v2, reason="this process may make no cgroup on this machine"
)
PATIENCE = 30.0
BOUNDED = """
import os, resource, signal, time
signal.alarm(10)
resource.setrlimit(resource.RLIMIT_CPU, (5, 5))
resource.setrlimit(resource.RLIMIT_AS, (1 << 29, 1 << 29))
"""
"""Ends after a while and uses little memory, even if the group fails."""
DAEMON = """
if os.fork() == 0:
    signal.alarm(10)
    os.setsid()
    if os.fork() == 0:
        signal.alarm(10)
        while time.process_time() < {seconds}:
            pass
        time.sleep(9)
    os._exit(0)
time.sleep(9)
"""
FORKS = """
for _ in range(12):
    if os.fork() == 0:
        signal.alarm(10)
        time.sleep(9)
"""


@pytest.fixture
def group() -> Iterator[Cgroup]:
    process_tree.adopt_orphans()
    found = cgroups().prepared(0, None, None)
    assert found is not None
    yield found
    found.kill()
    for process in started:
        process.wait()
    started.clear()
    process_tree.sweep()


started: list[subprocess.Popen[bytes]] = []


def start(group: Cgroup, program: str) -> subprocess.Popen[bytes]:
    """Start a program in a group."""

    def enter() -> None:
        for entry in group.entries:
            os.write(entry, b"0")

    started.append(
        subprocess.Popen(
            [sys.executable, "-S", "-E", "-c", BOUNDED + program],
            preexec_fn=enter,  # noqa: PLW1509  this process has no other thread
            stderr=subprocess.DEVNULL,
            start_new_session=True,
        )
    )
    return started[-1]


def wait_until(condition: Callable[[], object]) -> None:
    end = time.monotonic() + PATIENCE
    while not condition():
        assert time.monotonic() < end, "expected it sooner"
        time.sleep(0.01)


def test_cpu_time_of_a_daemon_in_its_own_session_counts(group: Cgroup) -> None:
    process = start(group, DAEMON.format(seconds=0.2))
    wait_until(lambda: group.match_cpu_time() > 150_000_000)
    assert process.pid in group.processes()
    assert len(group.processes()) == 2


def test_all_processes_of_a_group_are_killed(group: Cgroup) -> None:
    process = start(group, DAEMON.format(seconds=5))
    wait_until(lambda: len(group.processes()) == 2)
    assert group.kill()
    assert group.processes() == set()
    assert process.wait() < 0


def test_a_frozen_group_uses_no_time_until_it_thaws(group: Cgroup) -> None:
    start(group, DAEMON.format(seconds=8))
    wait_until(lambda: group.match_cpu_time() > 50_000_000)
    assert group.freeze()
    time.sleep(0.05)
    before = group.cpu_time()
    time.sleep(0.2)
    assert group.cpu_time() - before < 5_000_000
    group.thaw()
    wait_until(lambda: group.cpu_time() - before > 20_000_000)


def test_a_frozen_group_can_be_killed(group: Cgroup) -> None:
    process = start(group, DAEMON.format(seconds=5))
    wait_until(lambda: len(group.processes()) == 2)
    group.freeze()
    assert group.kill()
    assert process.wait() < 0


def test_after_a_kill_the_new_group_accepts_cloned_programs(tmp_path: Path) -> None:
    groups = cgroups()
    for _ in range(2):
        group = groups.prepared(0, None, None)
        assert group is not None
        for way_in in (group.entry_fds(is_boxed=False), group.entry_fds(is_boxed=True)):
            assert is_started_in(group, way_in, tmp_path)
        assert group.kill()
        process_tree.sweep()


def is_started_in(group: Cgroup, way_in: Sequence[int], folder: Path) -> bool:
    """Whether a program that is started in this way is in the group."""
    nothing = os.open(os.devnull, os.O_RDWR)
    streams = (nothing, nothing, nothing)
    pid = program(Isolation(), 0, ["sleep", "9"]).start(str(folder), way_in, streams)
    os.close(nothing)
    lists = [Path(each, "cgroup.procs").read_text().split() for each in group.folders]
    return all(str(pid) in listed for listed in lists)


def test_memory_above_the_cap_is_a_hit(group: Cgroup) -> None:
    if "memory" not in group.controllers:
        pytest.skip("memory is not controlled on this machine")
    group.prepare(memory=32 << 20)
    assert start(group, "x = b'x' * (1 << 27)").wait() == -9
    assert group.hits().memory == 1
    assert group.peak_memory() == 32 << 20
    group.prepare(memory=64 << 20)
    assert group.hits().memory == 0
    assert start(group, "x = b'x' * (1 << 25)").wait() == 0
    peak = group.peak_memory()
    assert peak is not None
    assert 1 << 25 < peak < 64 << 20


def test_a_fork_above_the_cap_is_a_hit(group: Cgroup) -> None:
    if "pids" not in group.controllers:
        pytest.skip("the number of processes is not controlled on this machine")
    group.prepare(processes=5)
    assert start(group, FORKS).wait() == 1
    assert len(group.processes()) == 4
    assert group.hits().processes == 1
    group.kill()
    process_tree.sweep()
    group.prepare()
    assert start(group, FORKS).wait() == 0
    assert group.hits().processes == 0


def test_a_group_serves_one_match_after_the_other(group: Cgroup) -> None:
    start(group, "while time.process_time() < 0.05: pass").wait()
    assert group.match_cpu_time() > 40_000_000
    group.prepare()
    assert group.match_cpu_time() < 1_000_000


def test_groups_of_a_killed_referee_are_removed_with_their_processes() -> None:
    referee = subprocess.run(
        [sys.executable, "-c", LEAVES_A_GROUP], capture_output=True, text=True, check=False
    )
    folders = referee.stdout.split()
    assert referee.returncode == -9
    assert folders
    assert all(Path(folder).is_dir() for folder in folders)
    remove_leftovers({*PLACES.v1.values(), *([PLACES.v2] if PLACES.v2 else [])})
    assert [folder for folder in folders if Path(folder).exists()] == []


LEAVES_A_GROUP = """
import os, signal, subprocess
from gridbots_referee.play.isolation.cgroup.group import cgroups
group = cgroups().of_seat(0)
helper = subprocess.Popen(["sleep", "10"], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
group.adopt(helper.pid)
group.freeze()
print(*group.folders, flush=True)
os.kill(os.getpid(), signal.SIGKILL)
"""


def test_the_groups_of_a_living_referee_are_kept(group: Cgroup) -> None:
    process = start(group, "time.sleep(9)")
    wait_until(lambda: process.pid in group.processes())
    Cgroups(PLACES)
    assert process.pid in group.processes()
    assert process.poll() is None


def test_a_group_that_was_removed_is_created_again() -> None:
    groups = cgroups()
    group = groups.prepared(0, None, None)
    assert group is not None
    for folder in group.folders:
        Path(folder).rmdir()
    assert groups.prepared(0, None, None) is None
    assert groups.prepared(0, None, None) is not None


def test_groups_are_gone_when_the_referee_exits() -> None:
    program = """
from gridbots_referee.play.isolation.cgroup.group import cgroups
print(*cgroups().of_seat(1).folders)
"""
    listed = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    ).stdout.split()
    assert listed
    assert [file for file in listed if os.path.exists(file)] == []  # noqa: PTH110
