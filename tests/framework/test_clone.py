"""A bot's process is born in its cgroup, or enters it before anything else."""

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


def test_what_was_not_born_in_a_cgroup_moves_there(tmp_path: Path, entries: list[int]) -> None:
    from gridbots.bot.clone import enter_cgroups

    enter_cgroups(entries, is_born=False)
    assert (tmp_path / "cgroup.procs").read_text() == "0"
    assert (tmp_path / "tasks").read_text() == "0"


def test_what_was_born_in_a_cgroup_need_not_move(tmp_path: Path, entries: list[int]) -> None:
    from gridbots.bot.clone import enter_cgroups

    enter_cgroups(entries, is_born=True)
    assert not (tmp_path / "cgroup.procs").read_text()
    assert (tmp_path / "tasks").read_text() == "0"


def test_a_cgroup_that_has_gone_is_no_error(tmp_path: Path, entries: list[int]) -> None:
    from gridbots.bot.clone import enter_cgroups

    (tmp_path / "cgroup.procs").unlink()
    enter_cgroups(entries, is_born=False)
    assert (tmp_path / "tasks").read_text() == "0"
