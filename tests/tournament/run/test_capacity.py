"""The number of concurrent matches is limited by the machine."""

from __future__ import annotations

import resource
from typing import TYPE_CHECKING

import pytest

from gridbots_referee.play.cores import cores
from gridbots_referee.tournament.run.pool import PER_CORE, capacity, free_memory

if TYPE_CHECKING:
    from pathlib import Path

GIB = 1 << 30


def write(file: Path, text: object) -> None:
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(f"{text}\n")


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """The files of a machine with 8 GiB of free memory."""
    write(tmp_path / "proc/meminfo", "MemTotal: 16777216 kB\nMemAvailable: 8388608 kB")
    return tmp_path


def test_free_memory_is_that_of_the_container(root: Path) -> None:
    assert free_memory(root) == 8 * GIB
    write(root / "sys/fs/cgroup/memory.max", "max")
    write(root / "sys/fs/cgroup/memory.current", GIB)
    assert free_memory(root) == 8 * GIB
    write(root / "sys/fs/cgroup/memory.max", 3 * GIB)
    assert free_memory(root) == 2 * GIB
    write(root / "sys/fs/cgroup/memory.current", 4 * GIB)
    assert free_memory(root) == 0
    assert free_memory(root / "nowhere") is None


def test_little_memory_allows_few_matches_but_at_least_one(root: Path) -> None:
    write(root / "proc/meminfo", "MemAvailable: 102400 kB")
    assert capacity(2, root).matches == 2
    assert capacity(2, root).why == "each needs at least 40 MiB, and 100 MiB are free"
    write(root / "proc/meminfo", "MemAvailable: 0 kB")
    assert capacity(2, root).matches == 1


def test_matches_per_core_are_limited(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(resource, "getrlimit", lambda _: (1 << 20, 1 << 20))
    write(root / "proc/meminfo", f"MemAvailable: {1 << 40} kB")
    assert capacity(2, root) == (PER_CORE * len(cores()), "at most 64 per core")
    monkeypatch.setattr(resource, "getrlimit", lambda _: (100, 100))
    assert capacity(2, root) == (18, "100 files may be open; allow more: ulimit -n 1024")
