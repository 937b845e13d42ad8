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
    result = referee("view", str(tmp_path), "--no-browser")
    assert result.exit_code == 2
    assert "no records in" in result.stderr


def test_a_port_in_use_is_reported(tmp_path: Path) -> None:
    path = records.write(record_of("snake"), tmp_path)
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        result = referee("view", str(path), "--no-browser", "--port", str(port))
    assert result.exit_code == 2
    assert f"cannot use port {port}" in result.stderr


def test_a_file_that_is_not_a_store_is_reported(tmp_path: Path) -> None:
    result = referee("serve", str(tmp_path / "none.db"), "--no-browser")
    assert result.exit_code != 0
    assert "there is no such file" in str(result.exception)


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
    result = referee("view", str(records.write(record_of("snake"), tmp_path)))
    assert result.exit_code == 0
    assert result.stderr.startswith("http://127.0.0.1:")
    assert b"<title>gridbots</title>" in opened[0]


@pytest.mark.parametrize("command", ["view", "serve", "export", "run", "tournament"])
def test_the_help_names_the_page(command: str) -> None:
    result = referee(command, "--help")
    assert result.exit_code == 0
    assert ("--no-browser" in result.stdout) == (command != "export")
    assert "--html" in result.stdout or command != "export"
