"""Levels of isolation: the environment and limits of a bot, and the end of its processes."""

from __future__ import annotations

import json
import os
import resource
import signal
import sys
from typing import TYPE_CHECKING, Any

import pytest
from tests.play.matches import command, play_match, villain

from gridbots.bot import clone
from gridbots.limits import Isolation
from gridbots_referee.play.isolation import launcher_pool
from gridbots_referee.play.isolation.environment import PATHS, prepare_environment
from gridbots_referee.play.isolation.levels import program

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

TELLS_ITSELF = """
import json, os, resource, signal
status = dict(line.split(":", 1) for line in open("/proc/self/status"))
print(json.dumps({
    "session": os.getsid(0) == os.getpid(),
    "no new privileges": int(status["NoNewPrivs"]),
    "limits": {name: resource.getrlimit(getattr(resource, name))
               for name in ("RLIMIT_DATA", "RLIMIT_NOFILE", "RLIMIT_FSIZE", "RLIMIT_CORE")},
    "environment": dict(os.environ), "folder": os.getcwd(),
    "ignored": int(status["SigIgn"], 16), "blocked": int(status["SigBlk"], 16),
    "files": sorted(map(int, os.listdir("/proc/self/fd")))[:-1],
}))
"""


def run_at(level: Isolation, argv: Sequence[str], folder: Path) -> tuple[bytes, int]:
    """The output and the exit code of a program at a level."""
    reader, writer = os.pipe()
    nothing = os.open(os.devnull, os.O_RDWR)
    try:
        pid = program(level, 0, argv).start(str(folder), (), (nothing, writer, nothing))
    finally:
        os.close(writer)
        os.close(nothing)
    with os.fdopen(reader, "rb") as output:
        text = output.read()
    return text, os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])


def report_of_bot(level: Isolation, folder: Path) -> dict[str, Any]:
    # Without -I Python would unset nothing; with it, it ignores what the test's user has set.
    words = (sys.executable, "-I", "-S", "-c", f"import signal\n{TELLS_ITSELF}")
    report: dict[str, Any] = json.loads(run_at(level, words, folder)[0])
    return report


def test_under_limits_a_bot_has_the_limits_of_its_level_and_a_clean_environment(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("MINE", "of the user")
    monkeypatch.setenv("WANTED", "by the bot")
    monkeypatch.setenv("LC_TIME", "C")
    level = Isolation(memory_mib=500, open_files=100, file_size_mib=3, pass_env=("WANTED",))
    report = report_of_bot(level, tmp_path)
    assert report["session"]
    assert report["no new privileges"] == 1
    assert report["limits"] == {
        "RLIMIT_DATA": [500 << 20] * 2,
        "RLIMIT_NOFILE": [100] * 2,
        "RLIMIT_FSIZE": [3 << 20] * 2,
        "RLIMIT_CORE": [0, 0],
    }
    assert report["folder"] == str(tmp_path)
    assert report["files"] == [0, 1, 2]
    assert "MINE" not in report["environment"]
    assert report["environment"].items() >= {"WANTED": "by the bot", "LC_TIME": "C"}.items()
    assert report["environment"]["OMP_NUM_THREADS"] == "1"
    assert report["blocked"] == 0


@pytest.mark.parametrize("level", ["none", "limits"])
def test_a_bot_in_its_own_folder_finds_relative_paths_of_variables(
    level: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    for name in PATHS:
        monkeypatch.setenv(name, "my:folder")
    monkeypatch.setenv("PYTHONPATH", "modules::/usr/more")
    (tmp_path / "own").mkdir()
    prepare_environment()
    report = report_of_bot(Isolation(level=level), tmp_path / "own")["environment"]
    assert report["PYTHONPATH"] == f"{tmp_path}/modules:/usr/more"
    assert {report[name] for name in PATHS} == {f"{tmp_path}/my:folder"}


def test_at_level_none_a_bot_has_the_environment_of_the_referee(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("MINE", "of the user")
    report = report_of_bot(Isolation(level="none"), tmp_path)
    assert report["session"]
    assert report["environment"]["MINE"] == "of the user"
    assert report["limits"]["RLIMIT_DATA"] == list(resource.getrlimit(resource.RLIMIT_DATA))


@pytest.mark.parametrize("level", ["none", "limits"])
def test_a_program_that_cannot_be_started_gives_the_same_error_at_all_levels(
    level: Any, tmp_path: Path
) -> None:
    (tmp_path / "text").write_text("no program")
    for words, why in (
        (["./no-such-program"], "No such file or directory"),
        (["no-such-program"], "No such file or directory"),
        ([str(tmp_path)], "Permission denied"),
        ([str(tmp_path / "text")], "Permission denied"),
        (["a\0b"], "embedded null byte"),
    ):
        record = play_match(villain("_honest"), command(*words), isolation=Isolation(level=level))
        assert record.result.how == "void"
        assert record.result.players[1].detail == f"{words[0]}: {why}"


def test_a_launcher_that_was_killed_is_replaced(tmp_path: Path) -> None:
    level = Isolation(open_files=64)
    run_at(level, ["/bin/true"], tmp_path)
    (pid,) = [each.pid for key, each in launcher_pool._launchers.items() if level in key]
    os.kill(pid, signal.SIGKILL)
    assert run_at(level, ["/bin/echo", "there"], tmp_path) == (b"there\n", 0)


def test_without_a_launcher_the_limits_of_every_unix_are_in_force(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(clone, "SYSCALL_CLONE", {})
    monkeypatch.setenv("MINE", "of the user")
    report = report_of_bot(Isolation(open_files=100), tmp_path)
    assert (report["session"], report["limits"]["RLIMIT_NOFILE"]) == (True, [100, 100])
    assert "MINE" not in report["environment"]
    record = play_match(villain("_honest"), villain("_honest"), settings={"max_rounds": 1})
    missing = set(record.match.isolation.missing)
    assert missing >= {"no new privileges", "parent-death signal"}
