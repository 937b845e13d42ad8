"""The commands `referee view` and `referee serve`."""

from __future__ import annotations

import socket
import urllib.request
import webbrowser
from typing import TYPE_CHECKING

import pytest
from click.testing import CliRunner
from tests.viewer.replays import record_of

from gridbots import record as records
from gridbots_referee.cli.group import cli
from gridbots_referee.show.viewer import server as servers
from gridbots_referee.show.viewer.sites.record_site import records_in

if TYPE_CHECKING:
    from pathlib import Path

    from click.testing import Result


def referee(*words: str) -> Result:
    return CliRunner().invoke(cli, words)


def test_the_records_in_a_folder_are_shown_the_newest_first(tmp_path: Path) -> None:
    for name in ("a.jsonl.gz", "c.jsonl", "b.jsonl.gz", "notes.txt"):
        (tmp_path / name).touch()
    assert [path.name for path in records_in(tmp_path)] == ["c.jsonl", "b.jsonl.gz", "a.jsonl.gz"]
    assert records_in(tmp_path / "notes.txt") == [tmp_path / "notes.txt"]


def test_a_folder_without_records_is_refused(tmp_path: Path) -> None:
    told = referee("view", str(tmp_path), "--no-browser")
    assert told.exit_code == 2
    assert "no records in" in told.stderr


def test_a_port_in_use_is_reported(tmp_path: Path) -> None:
    path = records.write(record_of("snake"), tmp_path)
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        told = referee("view", str(path), "--no-browser", "--port", str(port))
    assert told.exit_code == 2
    assert f"cannot use port {port}" in told.stderr


def test_a_file_that_is_not_a_store_is_reported(tmp_path: Path) -> None:
    told = referee("serve", str(tmp_path / "none.db"), "--no-browser")
    assert told.exit_code != 0
    assert "there is no such file" in str(told.exception)


def test_the_address_is_printed_and_the_browser_opened(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened: list[bytes] = []

    def open_browser(address: str) -> bool:
        with urllib.request.urlopen(address) as answer:  # noqa: S310  our own server
            opened.append(answer.read())
        return True

    monkeypatch.setattr(webbrowser, "open", open_browser)
    monkeypatch.setattr(servers.Server, "wait", lambda _: None)
    told = referee("view", str(records.write(record_of("snake"), tmp_path)))
    assert told.exit_code == 0
    assert told.stderr.startswith("http://127.0.0.1:")
    assert b"<title>gridbots</title>" in opened[0]


@pytest.mark.parametrize("command", ["view", "serve", "export", "run", "tournament"])
def test_the_help_names_the_page(command: str) -> None:
    told = referee(command, "--help")
    assert told.exit_code == 0
    assert ("--no-browser" in told.stdout) == (command != "export")
    assert "--html" in told.stdout or command != "export"
