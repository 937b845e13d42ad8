"""A bot's process is created in its cgroup, or enters it first."""

from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="only Linux has cgroups")


@pytest.fixture
def entries(tmp_path: Path) -> Iterator[list[int]]:
    """A folder as of version 2 and a file as of version 1."""
    for name in ("cgroup.procs", "tasks"):
        (tmp_path / name).touch()
    opened = [os.open(tmp_path, os.O_PATH), os.open(tmp_path / "tasks", os.O_WRONLY)]
    yield opened
    for each in opened:
        os.close(each)


def test_a_process_started_outside_a_cgroup_moves_into_it(
    tmp_path: Path, entries: list[int]
) -> None:
    from gridbots.bot.clone import enter_cgroups

    enter_cgroups(entries, is_born=False)
    assert (tmp_path / "cgroup.procs").read_text() == "0"
    assert (tmp_path / "tasks").read_text() == "0"


def test_a_process_started_in_a_cgroup_does_not_move(tmp_path: Path, entries: list[int]) -> None:
    from gridbots.bot.clone import enter_cgroups

    enter_cgroups(entries, is_born=True)
    assert not (tmp_path / "cgroup.procs").read_text()
    assert (tmp_path / "tasks").read_text() == "0"


def test_a_removed_cgroup_is_no_error(tmp_path: Path, entries: list[int]) -> None:
    from gridbots.bot.clone import enter_cgroups

    (tmp_path / "cgroup.procs").unlink()
    enter_cgroups(entries, is_born=False)
    assert (tmp_path / "tasks").read_text() == "0"
