"""Sandbox by Bubblewrap, for systems on which the referee may not create namespaces."""

from __future__ import annotations

import os
import socket
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from tests.play.isolation.test_sandbox import (
    ON_PROCESSES,
    ROUNDS,
    SANDBOX,
    assert_clean,
    attack,
    no_process_is_left,
)
from tests.play.matches import VILLAINS, command, play_match, villain

from gridbots.errors import SettingsError
from gridbots.limits import Isolation
from gridbots_referee.play.isolation.sandbox import bubblewrap, sandbox
from gridbots_referee.play.isolation.sandbox.bubblewrap import MISSING, why_no_bubblewrap

if TYPE_CHECKING:
    from gridbots.record import Record

pytestmark = pytest.mark.skipif(
    sys.platform != "linux" or bool(why_no_bubblewrap()),
    reason=f"no Bubblewrap on this machine: {sys.platform == 'linux' and why_no_bubblewrap()}",
)
REFUSED = "user namespace: not permitted"
__all__ = ["no_process_is_left"]  # a fixture


@pytest.fixture(autouse=True)
def no_own_namespaces(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sandbox, "why_not_by_own_calls", lambda: REFUSED)


def is_by_bubblewrap(record: Record) -> bool:
    in_force = record.match.isolation
    limits_processes = "rlimit of processes" in in_force.measures
    is_told = "Bubblewrap" in in_force.measures and set(MISSING) <= set(in_force.missing)
    return is_told and limits_processes == (os.geteuid() != 0)  # the system lets root have any


@pytest.mark.parametrize("name", sorted({*ON_PROCESSES} - {"kills_parent"}))
def test_a_bot_can_reach_no_other_process(name: str) -> None:
    record, message = attack(SANDBOX, name)
    assert message.startswith("cannot:")
    assert_clean(record)
    assert is_by_bubblewrap(record)


def test_a_bot_can_signal_only_the_init_process_of_its_own_namespace() -> None:
    record, message = attack(SANDBOX, "kills_parent")
    assert message == "done: could signal it"
    assert_clean(record)


def test_a_bot_can_write_only_to_its_own_folder(tmp_path: Path) -> None:
    for place in (tmp_path, Path.home(), VILLAINS, Path("/"), Path("/dev"), Path("/proc/sys")):
        target = place / "written"
        record, message = attack(SANDBOX, "writes_file", str(target))
        assert message.startswith("cannot:"), place
        assert_clean(record)
        assert not target.exists()
    assert attack(SANDBOX, "writes_file", "mine")[1] == "done: wrote mine"
    assert attack(SANDBOX, "reads_file", "mine")[1].startswith("cannot: FileNotFoundError")


def test_the_files_of_others_are_not_visible(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    secret = tmp_path / "secret"
    secret.write_text("of the user")
    for path in (str(secret), "/etc/shadow", f"/proc/{os.getpid()}/environ", "/sys/kernel"):
        message = attack(SANDBOX, "reads_file", f"@{path}")[1]
        assert message.startswith("cannot: FileNotFoundError"), path
    monkeypatch.setenv("MINE", "of the user")
    assert "MINE" not in attack(SANDBOX, "reads_environment")[1]
    assert attack(SANDBOX, "lists_commands")[1] == "done: none"


def test_there_is_no_network_unless_the_user_allows_it() -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:
        port = str(server.getsockname()[1])
        assert attack(SANDBOX, "connects", port)[1].startswith("cannot:")
        networked = Isolation(level="sandbox", network=True)
        assert attack(networked, "connects", port)[1] == "done: connected"


def test_the_folder_of_a_bot_has_a_quota() -> None:
    assert attack(SANDBOX, "fills_disk", "3")[1] == "done: filled it"
    record, message = attack(SANDBOX, "fills_disk", "5")
    assert message == "cannot: OSError [Errno 28] No space left on device"
    assert_clean(record)


def test_processes_left_behind_die_with_the_sandbox() -> None:
    record = play_match(
        villain("leaves_a_grandchild"),
        villain("_honest"),
        isolation=SANDBOX,
        settings={"max_rounds": ROUNDS},
    )
    assert_clean(record)


def test_a_missing_program_is_reported_as_not_started() -> None:
    record = play_match(command("/nowhere/bot"), villain("_honest"), isolation=SANDBOX)
    assert (record.result.how, record.result.players[0].termination) == ("void", "not-started")
    assert "No such file" in record.result.players[0].detail


def test_without_either_method_the_sandbox_is_refused_with_both_reasons(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(bubblewrap, "PROGRAM", "no-such-program")
    monkeypatch.setattr(sandbox, "why_no_bubblewrap", why_no_bubblewrap.__wrapped__)
    with pytest.raises(SettingsError, match=rf"{REFUSED}; Bubblewrap .* is not installed; "):
        sandbox.check_isolation(SANDBOX)
