"""Reading and writing files of cgroupfs, on folders that imitate it."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from gridbots_referee.play.isolation.cgroup import group as group_module
from gridbots_referee.play.isolation.cgroup import mounts
from gridbots_referee.play.isolation.cgroup.files import group_name
from gridbots_referee.play.isolation.cgroup.group import Cgroups
from gridbots_referee.play.isolation.cgroup.mounts import Places, enable_controllers, find_places

if TYPE_CHECKING:
    from gridbots_referee.play.isolation.cgroup.group import Cgroup

MOUNTS = """\
20 1 8:1 / / rw,relatime - ext4 /dev/sda1 rw
30 20 0:26 / {root}/cpu rw,relatime shared:9 - cgroup cgroup rw,cpu,cpuacct
31 20 0:27 /docker/a\\040b {root}/memory rw,relatime - cgroup cgroup rw,memory
32 20 0:28 / {root}/systemd rw,relatime - cgroup cgroup rw,xattr,name=systemd
33 20 0:29 / {root}/unified rw,relatime - cgroup2 cgroup2 rw,nsdelegate
"""
GROUPS = """\
5:cpu,cpuacct:/users/me
4:memory:/docker/a b/inner
1:name=systemd:/users/me
0::/users/me
"""


@pytest.fixture
def proc(tmp_path: Path) -> Path:
    """The files in /proc about the cgroups of a process, and folders that imitate these cgroups."""
    for folder in ("cpu/users/me", "memory/inner", "unified/users/me"):
        (tmp_path / folder).mkdir(parents=True)
    (tmp_path / "mountinfo").write_text(MOUNTS.format(root=tmp_path))
    (tmp_path / "cgroup").write_text(GROUPS)
    return tmp_path


def test_places_are_the_groups_of_this_process_under_the_mounts(proc: Path) -> None:
    assert find_places(str(proc)) == Places(
        v1={
            "cpu": f"{proc}/cpu/users/me",
            "cpuacct": f"{proc}/cpu/users/me",
            "memory": f"{proc}/memory/inner",
        },
        v2=f"{proc}/unified/users/me",
    )


def test_after_referees_have_moved_groups_are_created_in_the_parent(proc: Path) -> None:
    (proc / "unified/users/me/gridbots-referees").mkdir()
    (proc / "cgroup").write_text("0::/users/me/gridbots-referees\n")
    assert find_places(str(proc)) == Places(v2=f"{proc}/unified/users/me")


@pytest.mark.parametrize("groups", ["", "0::/../elsewhere\n", "0::/users/nobody\n"])
def test_no_place_is_no_error(proc: Path, groups: str) -> None:
    (proc / "cgroup").write_text(groups)
    assert find_places(str(proc)) == Places()


def test_a_system_without_cgroups_has_no_groups(tmp_path: Path) -> None:
    assert find_places(str(tmp_path)) == Places()
    assert Cgroups(Places()).of_seat(0) is None


def test_a_folder_outside_cgroupfs_gives_no_group(tmp_path: Path) -> None:
    groups = Cgroups(Places(v2=str(tmp_path)))
    assert groups.of_seat(0) is None
    assert groups.of_seat(1) is None


def imitate(folder: Path, files: dict[str, str]) -> None:
    folder.mkdir()
    for name, text in files.items():
        (folder / name).write_text(text)


def v2_group(tmp_path: Path) -> tuple[Cgroup, Path]:
    (tmp_path / "cgroup.controllers").write_text("cpuset cpu memory pids\n")
    (tmp_path / "cgroup.subtree_control").write_text("cpu memory pids\n")
    folder = tmp_path / group_name(0)
    imitate(
        folder,
        {
            "cpu.stat": "usage_usec 1500\nuser_usec 1000\nsystem_usec 500\n",
            "cgroup.procs": "",
            "tasks": "",
            "cgroup.freeze": "",
            "cgroup.kill": "",
            "memory.max": "max\n",
            "memory.swap.max": "max\n",
            "memory.peak": "4096\n",
            "memory.events": "low 0\nhigh 0\nmax 7\noom 1\noom_kill 2\noom_group_kill 0\n",
            "pids.max": "max\n",
            "pids.events": "max 3\n",
        },
    )
    group = Cgroups(Places(v2=str(tmp_path))).of_seat(0)
    assert group is not None
    return group, folder


def test_version_2_is_read(tmp_path: Path) -> None:
    group, folder = v2_group(tmp_path)
    assert group.controllers == {"cpu", "memory", "pids"}
    assert group.folders == (str(folder),)
    assert group.cpu_time() == 1_500_000
    assert group.peak_memory() == 4096
    assert (group.hits().memory, group.hits().processes) == (2, 3)
    group.prepare()
    assert (group.hits().memory, group.hits().processes) == (0, 0)
    (folder / "cpu.stat").write_text("usage_usec 2500\nuser_usec 2000\n")
    assert group.match_cpu_time() == 1_000_000


def test_version_2_is_capped(tmp_path: Path) -> None:
    group, folder = v2_group(tmp_path)
    group.prepare(memory=1 << 20, processes=9)
    names = ("memory.max", "memory.swap.max", "pids.max")
    assert [(folder / name).read_text()[:7] for name in names] == ["1048576", "0ax\n", "9ax\n"]


def test_version_2_is_frozen_and_killed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    group, folder = v2_group(tmp_path)
    assert group.freeze()
    assert (folder / "cgroup.freeze").read_text() == "1"
    group.thaw()
    assert (folder / "cgroup.freeze").read_text() == "0"
    monkeypatch.setattr(group_module, "KILL_SECONDS", 0.0)
    victim = subprocess.Popen(["sleep", "9"])
    (folder / "cgroup.procs").write_text(f"{victim.pid}\n")
    assert not group.kill()  # no kernel removes dead processes from a plain file
    assert (folder / "cgroup.kill").read_text() == "1"
    assert victim.wait() == -9


def v1_group(tmp_path: Path) -> tuple[Cgroup, dict[str, Path]]:
    folders = {}
    for controller, files in {
        "cpuacct": {"cpuacct.usage": "1500\n", "cgroup.procs": "", "tasks": ""},
        "freezer": {"freezer.state": "THAWED\n", "cgroup.procs": "", "tasks": ""},
        "memory": {
            "memory.limit_in_bytes": "9223372036854771712\n",
            "memory.memsw.limit_in_bytes": "9223372036854771712\n",
            "memory.max_usage_in_bytes": "8192\n",
            "memory.oom_control": "oom_kill_disable 0\nunder_oom 0\noom_kill 4\n",
            "cgroup.procs": "",
            "tasks": "",
        },
        "pids": {"pids.max": "max\n", "pids.events": "max 5\n", "cgroup.procs": "", "tasks": ""},
    }.items():
        (tmp_path / controller).mkdir()
        folders[controller] = tmp_path / controller / group_name(0)
        imitate(folders[controller], files)
    places = Places(v1={name: str(tmp_path / name) for name in folders})
    group = Cgroups(places).of_seat(0)
    assert group is not None
    return group, folders


def test_version_1_is_read(tmp_path: Path) -> None:
    group, folders = v1_group(tmp_path)
    assert group.controllers == {"cpuacct", "freezer", "memory", "pids"}
    assert set(group.folders) == {str(folder) for folder in folders.values()}
    os.write(group.entries[0], b"0")
    assert (Path(group.folders[0]) / "tasks").read_text() == "0"
    assert group.cpu_time() == 1500
    assert group.peak_memory() == 8192
    assert (group.hits().memory, group.hits().processes) == (4, 5)


def test_version_1_is_capped(tmp_path: Path) -> None:
    group, folders = v1_group(tmp_path)
    group.prepare(memory=1 << 20, processes=9)
    for name in ("memory.limit_in_bytes", "memory.memsw.limit_in_bytes"):
        assert (folders["memory"] / name).read_text().startswith("1048576")
    assert (folders["pids"] / "pids.max").read_text().startswith("9")
    assert (folders["memory"] / "memory.max_usage_in_bytes").read_text().startswith("0")


def test_version_1_is_frozen(tmp_path: Path) -> None:
    group, folders = v1_group(tmp_path)
    assert group.freeze()
    assert (folders["freezer"] / "freezer.state").read_text().startswith("FROZEN")
    group.thaw()
    assert (folders["freezer"] / "freezer.state").read_text().startswith("THAWED")


def test_a_machine_with_both_freezes_by_version_2(tmp_path: Path) -> None:
    group, folders = v1_group(tmp_path)
    both = tmp_path / "unified"
    both.mkdir()
    imitate(
        both / group_name(0),
        {"cpu.stat": "usage_usec 0\n", "cgroup.freeze": "", "cgroup.procs": ""},
    )
    places = {name: str(folder.parent) for name, folder in folders.items()}
    found = Cgroups(Places(v1=places, v2=str(both))).of_seat(0)
    assert found is not None
    assert f"{both}/{group_name(0)}" in found.folders
    assert not any("freezer" in folder for folder in found.folders)
    assert found.freeze()
    assert (both / group_name(0) / "cgroup.freeze").read_text() == "1"
    assert found.cpu_time() == group.cpu_time()


def test_controllers_are_enabled_below(tmp_path: Path) -> None:
    (tmp_path / "cgroup.controllers").write_text("cpu pids\n")
    (tmp_path / "cgroup.subtree_control").write_text("")
    enable_controllers(str(tmp_path))
    assert (tmp_path / "cgroup.subtree_control").read_text() == "+cpu +pids"


def test_relatives_are_moved_to_a_child_group(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The kernel refuses controllers while a group has processes; a plain folder does not."""
    requests: list[str] = []

    def write(path: str, text: str) -> None:
        requests.append(f"{path.removeprefix(f'{tmp_path}/')} {text}")
        if len(requests) == 1:
            raise OSError(16, "Device or resource busy")

    monkeypatch.setattr(mounts, "write", write)
    (tmp_path / "cgroup.controllers").write_text("pids\n")
    (tmp_path / "cgroup.subtree_control").write_text("")
    (tmp_path / "cgroup.procs").write_text(f"{os.getppid()}\n")
    enable_controllers(str(tmp_path))
    assert requests == [
        "cgroup.subtree_control +pids",
        f"gridbots-referees/cgroup.procs {os.getppid()}",
        "cgroup.subtree_control +pids",
    ]


def test_other_processes_are_not_moved(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    stranger = subprocess.run(
        [sys.executable, "-S", "-c", "import os; print(os.getpid())"],
        capture_output=True,
        text=True,
        check=True,
    ).stdout.strip()
    requests: list[str] = []

    def refuse(_: str, text: str) -> None:
        requests.append(text)
        raise OSError(16, "Device or resource busy")

    monkeypatch.setattr(mounts, "write", refuse)
    (tmp_path / "cgroup.controllers").write_text("pids\n")
    (tmp_path / "cgroup.procs").write_text(f"{os.getpid()}\n{stranger}\n")
    assert enable_controllers(str(tmp_path)) == frozenset()
    assert requests == ["+pids"]
