"""Limits that bots hit: they explain a failure; without a failure they are a warning."""

from __future__ import annotations

import signal
import tempfile
from typing import TYPE_CHECKING, Any

import pytest
from tests.play.matches import own_children, play_match, villain

from gridbots.games.light_riders import GAME
from gridbots.limits import Isolation
from gridbots.record.verification import verify
from gridbots_referee.play.isolation.cgroup.group import Hits, cgroups
from gridbots_referee.play.isolation.limit_hits import NO_HITS, cause
from gridbots_referee.play.isolation.sandbox.sandbox import why_no_sandbox

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from gridbots.record import PlayerResult, Record

GROUP = cgroups().of_seat(0)
CONTROLLERS = GROUP.controllers if GROUP else frozenset()
counts_processes = pytest.mark.skipif(
    "pids" not in CONTROLLERS, reason="this process may not limit processes on this machine"
)
caps_memory = pytest.mark.skipif(
    "memory" not in CONTROLLERS, reason="this process may not cap memory on this machine"
)
needs_sandbox = pytest.mark.skipif(bool(why_no_sandbox()), reason="no sandbox on this machine")
BOXED = [
    pytest.param("limits"),
    pytest.param("sandbox", marks=needs_sandbox),
]
PATIENT: dict[str, Any] = {"timebank_ms": 5000, "start_allowance_ms": 5000}


@pytest.fixture(autouse=True)
def no_process_is_left() -> Iterator[None]:
    yield
    assert own_children() == set()


def play_limited(name: str, *words: str, **limits: Any) -> tuple[Record, PlayerResult]:
    isolation = Isolation(**limits)
    record = play_match(villain(name, *words), villain("_honest"), isolation=isolation, **PATIENT)
    assert verify(GAME, record) == []
    assert record.result.players[1].termination in {"survived", "eliminated"}
    return record, record.result.players[0]


def assert_forfeit(record: Record, player: PlayerResult, termination: str, *texts: str) -> None:
    assert record.result.how == "forfeit"
    assert player.termination == termination, player.detail
    for text in texts:
        assert text in player.detail


@counts_processes
@pytest.mark.parametrize("level", BOXED)
def test_a_bot_that_dies_of_a_refused_fork_fails_with_processes(level: str) -> None:
    record, player = play_limited("forks_at_will", "100", level=level, processes=20)
    assert_forfeit(record, player, "processes", "limit of 20 processes", "exit code 1")
    assert player.exit_status == "exit code 1"


@counts_processes
def test_a_refused_fork_that_a_bot_survives_is_a_warning() -> None:
    record, player = play_limited("forks_at_will", "100", "survives", processes=20)
    assert record.result.how == "rules"
    assert player.warnings == 1
    notes = [note for each in record.rounds for note in each.notes]
    (note,) = [note for note in notes if note.kind == "limit"]
    assert note.seat == 0
    assert note.text == "a fork was refused at the limit of 20 processes"


@counts_processes
def test_the_next_match_begins_without_hits() -> None:
    play_limited("forks_at_will", "100", processes=20)
    record, player = play_limited("forks_at_will", "10", processes=20)
    assert record.result.how == "rules"
    assert player.warnings == 0


def test_processes_without_memory_limit_are_killed_by_the_group() -> None:
    record, player = play_limited("forks_at_will", "40", level="none", processes=20)
    assert record.result.how == "rules"
    assert player.warnings == 0


@caps_memory
def test_helpers_that_use_too_much_memory_together_fail_with_memory() -> None:
    """Each process is below its limit, but the group counts their memory together."""
    record, player = play_limited("eats_memory", "100", "3", memory_mib=200)
    assert_forfeit(record, player, "memory", "limit of 200 MiB")
    assert player.peak_memory_mib == 200


def test_a_bot_that_uses_too_much_memory_fails_with_memory() -> None:
    record, player = play_limited("eats_memory", "512", memory_mib=100)
    assert_forfeit(record, player, "memory", "limit of 100 MiB")


@pytest.mark.parametrize("level", BOXED)
def test_a_bot_that_writes_too_large_a_file_fails_with_disk(level: str) -> None:
    record, player = play_limited("fills_the_disk", "20", level=level, file_size_mib=4)
    assert_forfeit(record, player, "disk", "limit of 4 MiB")


@needs_sandbox
def test_a_bot_that_fills_its_quota_fails_with_disk() -> None:
    record, player = play_limited("fills_the_disk", "20", level="sandbox", quota_mib=4)
    assert_forfeit(record, player, "disk", "quota of 4 MiB")


def test_written_files_are_removed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    record, _ = play_limited("fills_the_disk", "4", level="none", file_size_mib=1)
    assert record.result.how == "rules"
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("level", ["none", *BOXED])
def test_a_bot_without_free_file_descriptors_plays_on(level: str) -> None:
    record, player = play_limited("opens_all_descriptors", level=level)
    assert record.result.how == "rules"
    assert player.warnings == 0


@pytest.mark.parametrize(
    ("code", "stderr", "termination"),
    [
        (1, b"Traceback\nMemoryError\n", "memory"),
        (1, b"MemoryError\nValueError: 3\n", None),
        (-6, b"terminate called\n  what():  std::bad_alloc", "memory"),
        (1, b"RuntimeError: can't start new thread\n", "processes"),
        (1, b"OSError: [Errno 28] No space left on device\n", "disk"),
        (-signal.SIGXFSZ, b"", "disk"),
        (-signal.SIGKILL, b"", None),
        (0, b"MemoryError", None),
        (None, b"MemoryError", None),
    ],
)
def test_the_cause_is_inferred_from_the_exit_of_a_bot(
    code: int | None, stderr: bytes, termination: str | None
) -> None:
    found = cause(Isolation(), NO_HITS, code, stderr)
    assert (found and found.termination) == termination
    assert cause(Isolation(level="none"), NO_HITS, code, stderr) is None


def test_the_counts_of_the_kernel_have_precedence() -> None:
    found = cause(Isolation(processes=9), Hits(processes=2), 1, b"MemoryError")
    assert found is not None
    assert found.text == "2 forks were refused at the limit of 9 processes"
