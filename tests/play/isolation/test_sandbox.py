"""Sandbox: attacks that work under limits and fail in a sandbox."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from tests.play.matches import VILLAINS, command, own_children, play_match, villain

from gridbots.limits import Isolation
from gridbots_referee.play.isolation import launcher_pool, process_tree
from gridbots_referee.play.isolation.environment import prepare_environment
from gridbots_referee.play.isolation.sandbox.contents import sources
from gridbots_referee.play.isolation.sandbox.sandbox import why_no_sandbox

if TYPE_CHECKING:
    from collections.abc import Iterator

    from gridbots.limits import Level
    from gridbots.record import Record

pytestmark = pytest.mark.skipif(
    sys.platform != "linux" or bool(why_no_sandbox()),
    reason=f"no sandbox on this machine: {sys.platform == 'linux' and why_no_sandbox()}",
)

SANDBOX = Isolation(level="sandbox", quota_mib=4)
ROUNDS = 3


@pytest.fixture(autouse=True)
def no_process_is_left() -> Iterator[None]:
    yield
    assert own_children() == set()


def attack(isolation: Isolation, *words: str) -> tuple[Record, str]:
    """A match between an attacker and an honest bot; the attacker's report."""
    program = str(VILLAINS / "attackers" / "attacks.py")
    attacker = command(sys.executable, "-S", "-E", program, str(VILLAINS), *words)
    record = play_match(
        attacker, villain("_honest"), isolation=isolation, settings={"max_rounds": ROUNDS}
    )
    return record, record.result.players[0].stderr.strip()


def assert_clean(record: Record) -> None:
    assert (record.result.how, record.result.rounds) == ("rules", ROUNDS), record.result
    for player in record.result.players:
        assert player.termination == "survived", player
    notes = [note for each in record.rounds for note in each.notes]
    assert [note for note in notes if note.kind != "gap"] == []  # those are of a busy machine


def test_a_command_that_names_a_device_does_not_get_other_devices() -> None:
    named = sources(("cat", "/dev/zero", "/proc/self/maps"), network=False)
    shown = {place for _, place, _ in named}
    assert "/dev/zero" in shown
    assert not {"/dev", "/proc", f"/proc/{os.getpid()}"} & shown
    record = play_match(command("cat", "/dev/zero"), villain("_honest"), isolation=SANDBOX)
    assert record.result.players[0].termination == "output"


def test_an_option_that_names_a_file_makes_only_this_file_visible(tmp_path: Path) -> None:
    (tmp_path / "weights.npz").write_text("")
    named = sources(("cat", f"weights={tmp_path}/weights.npz", f"depth={tmp_path}"), network=False)
    shown = {place for _, place, _ in named}
    assert str(tmp_path / "weights.npz") in shown
    assert str(tmp_path) not in shown


def test_a_bot_sees_only_the_folders_of_the_python_path_for_imports(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    modules = tmp_path / "modules"
    modules.mkdir()
    secret = tmp_path / "secret"
    secret.write_text("of the user")
    monkeypatch.chdir(tmp_path)
    common = [tempfile.gettempdir(), str(Path.home()), str(tmp_path), "/"]
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join([*common, ".", "", "modules"]))
    prepare_environment()
    shown = {place for _, place, _ in sources(("true",), network=False)}
    assert str(modules) in shown
    assert not {*common, ".", ""} & shown
    assert_clean(attack(SANDBOX, "reads_file", f"@{secret}")[0])
    assert attack(SANDBOX, "reads_file", f"@{secret}")[1].startswith("cannot: FileNotFoundError")


ON_PROCESSES = [
    "kills_opponent",
    "stops_opponent",
    "renices_opponent",
    "traces_opponent",
    "traces_itself",
    "reads_memory",
    "reads_input",
    "writes_output",
    "kills_parent",
    "kills_all",
    "makes_namespace",
]


@pytest.mark.parametrize("name", ON_PROCESSES)
def test_in_a_sandbox_a_bot_can_reach_no_other_process(name: str) -> None:
    record, message = attack(SANDBOX, name)
    assert message.startswith("cannot:")
    assert_clean(record)


@pytest.mark.parametrize(
    "name", ["renices_opponent", "reads_memory", "reads_input", "kills_parent", "traces_itself"]
)
def test_under_limits_a_bot_can_reach_other_processes_of_the_user(name: str) -> None:
    """As documented: `limits` guards against accidents, not against attacks."""
    assert attack(Isolation(), name)[1].startswith("done:")


def test_in_a_sandbox_a_bot_can_write_only_to_its_own_folder(tmp_path: Path) -> None:
    places = [tmp_path, Path.home(), VILLAINS, Path.cwd(), Path("/usr"), Path("/"), Path("/dev")]
    for place in places:
        target = place / "written"
        record, message = attack(SANDBOX, "writes_file", str(target))
        assert message.startswith("cannot:"), place
        assert_clean(record)
        assert not target.exists()
    assert attack(SANDBOX, "writes_file", "mine")[1] == "done: wrote mine"


def test_in_a_sandbox_the_files_of_others_are_not_visible(tmp_path: Path) -> None:
    secret = tmp_path / "secret"
    secret.write_text("of the user")
    assert attack(Isolation(), "reads_file", f"@{secret}")[1].startswith("done:")
    for path in (str(secret), "/etc/shadow", f"/proc/{os.getpid()}/environ", "/sys/kernel"):
        message = attack(SANDBOX, "reads_file", f"@{path}")[1]
        assert message.startswith("cannot: FileNotFoundError"), path


def test_in_a_sandbox_there_is_no_network(tmp_path: Path) -> None:
    name = f"gridbots-{tmp_path}"
    with socket.create_server(("127.0.0.1", 0)) as server, socket.socket(socket.AF_UNIX) as other:
        port = str(server.getsockname()[1])
        other.bind("\0" + name)
        other.listen()
        for words in (("connects", port), ("connects_abstract", name)):
            assert attack(Isolation(), *words)[1] == "done: connected"
            assert attack(SANDBOX, *words)[1].startswith("cannot:")
        assert attack(SANDBOX, "connects_to_itself")[1] == "done: connected"
        networked = Isolation(level="sandbox", network=True)
        assert attack(networked, "connects", port)[1] == "done: connected"


def test_in_a_sandbox_the_environment_is_clean_and_other_processes_are_not_visible(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("MINE", "of the user")
    assert "MINE" not in attack(SANDBOX, "reads_environment")[1]
    assert attack(SANDBOX, "lists_commands")[1] == "done: none"
    assert attack(Isolation(), "lists_commands")[1] == "done: some"


def test_the_folder_of_a_bot_has_a_quota_and_is_empty_in_the_next_match() -> None:
    assert attack(SANDBOX, "fills_disk", "3")[1] == "done: filled it"
    assert attack(SANDBOX, "fills_disk", "3")[1] == "done: filled it"
    record, message = attack(SANDBOX, "fills_disk", "5")
    assert message == "cannot: OSError [Errno 28] No space left on device"
    assert_clean(record)


def test_in_a_sandbox_the_limit_of_processes_is_exact_for_each_bot() -> None:
    few = Isolation(level="sandbox", processes=20)
    for _ in range(2):
        record, message = attack(few, "forks", "100")
        assert message == "done: 19"
        assert_clean(record)


@pytest.mark.parametrize("name", ["orphans_a_daemon", "fork_tree", "leaves_a_grandchild"])
def test_processes_that_a_bot_leaves_in_its_sandbox_are_killed(name: str) -> None:
    record = play_match(
        villain(name), villain("_honest"), isolation=SANDBOX, settings={"max_rounds": ROUNDS}
    )
    assert_clean(record)
    end = time.monotonic() + 60
    while (left := _processes_left()) and time.monotonic() < end:
        time.sleep(0.01)
    assert left == []


def _processes_left() -> list[int]:
    inits = [
        pid for each in launcher_pool.launcher_pids() for pid in process_tree.children_of(each)
    ]
    return [pid for init in inits for pid in process_tree.children_of(init)]


def test_a_launcher_whose_sandbox_was_killed_is_replaced() -> None:
    assert_clean(attack(SANDBOX, "lists_commands")[0])
    for each in launcher_pool.launcher_pids():
        for init in process_tree.children_of(each):
            os.kill(init, signal.SIGKILL)
    assert_clean(attack(SANDBOX, "lists_commands")[0])


def test_the_record_lists_the_measures_in_force() -> None:
    record, _ = attack(SANDBOX, "lists_commands")
    assert record.match.limits.isolation == SANDBOX
    measures = record.match.isolation.measures
    assert {"namespaces", "read-only tree", "system-call filter", "no network"} <= {*measures}


@pytest.mark.parametrize("level", ["limits", "sandbox"])
def test_a_bot_dies_with_a_referee_that_is_killed(level: Level) -> None:
    words = [sys.executable, "-c", PLAYS, level]
    with subprocess.Popen(words, stdout=subprocess.PIPE) as referee:
        assert referee.stdout
        bot = Path("/proc") / referee.stdout.readline().decode().strip()
        assert (bot / "comm").read_text() == "sleep\n"
        referee.kill()
    end = time.monotonic() + 60
    while _is_running(bot) and time.monotonic() < end:
        time.sleep(0.01)
    assert not _is_running(bot)
    process_tree.sweep()  # this process may have adopted orphans of the referee


PLAYS = """
import os, sys, time
from gridbots.limits import Isolation
from gridbots_referee.play.isolation.levels import program
streams = (os.open(os.devnull, os.O_RDWR),) * 3
started = program(Isolation(level=sys.argv[1]), 0, ["sleep", "60"])
print(started.start(None, (), streams), flush=True)
time.sleep(60)
"""


def _is_running(process: Path) -> bool:
    """Whether the process is alive and not a zombie."""
    try:
        return ") Z " not in (process / "stat").read_text()
    except OSError:
        return False
