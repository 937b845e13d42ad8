"""`referee transcript` as a command."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest
from tests.transcript.talkers import match_of_keepers

from gridbots import record as records
from gridbots.games.light_riders import GAME
from gridbots_referee.cli.failures import exit_code
from gridbots_referee.cli.group import run_command

if TYPE_CHECKING:
    from pathlib import Path

WORDS = (("up", "pass", "north"), ("down", "left"))


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, list[bytes]]:
    """A record, and what its bots were sent."""
    folder = tmp_path_factory.mktemp("played")
    record, kept = match_of_keepers(folder, GAME, *WORDS, settings={"width": 8, "height": 8})
    return records.write(record, folder), kept


def referee(*words: str) -> int:
    return exit_code(lambda: run_command(words))


def test_it_prints_all_lines_in_both_directions(
    played: tuple[Path, list[bytes]], capsys: pytest.CaptureFixture[str]
) -> None:
    path, kept = played
    assert referee("transcript", str(path), "--seat", "0") == 0
    lines = capsys.readouterr().out.splitlines()
    sent = [line[2:].encode() for line in lines if line.startswith("> ")]
    assert sent == kept[0].splitlines()
    said = [line for line in lines if line.startswith("< ")]
    assert said[:3] == ["< up", "< (no move: pass, or a word that means it)", "< north"]
    assert "# malformed: north" in lines
    assert lines[0].startswith("# match test: light-riders, seat 0 of 2: keeper-0")


def test_it_tells_programs_the_same(
    played: tuple[Path, list[bytes]], capsys: pytest.CaptureFixture[str]
) -> None:
    path, kept = played
    assert referee("transcript", str(path), "--seat", "1", "--json") == 0
    first, *requests, last = map(json.loads, capsys.readouterr().out.splitlines())
    sent = [*first["sent"], *(line for each in requests for line in each["sent"])]
    assert sent == kept[1].decode().splitlines()
    assert [each["answer"]["text"] for each in requests[:2]] == ["down", "left"]
    assert last["termination"] in {"survived", "eliminated"}


def test_it_writes_a_file_for_stdin(played: tuple[Path, list[bytes]], tmp_path: Path) -> None:
    path, kept = played
    target = tmp_path / "lines"
    assert referee("transcript", str(path), "--seat", "0", "--stdin-file", str(target)) == 0
    assert target.read_bytes() == kept[0]


def test_it_says_whose_lines_there_are(
    played: tuple[Path, list[bytes]], capsys: pytest.CaptureFixture[str]
) -> None:
    path, _ = played
    for words in ([], ["--seat", "2"]):
        assert referee("transcript", str(path), *words) == 2
        told = capsys.readouterr().err
        assert "say whose lines: --seat 0 (keeper-0), --seat 1 (keeper-1)" in told
    assert referee("transcript", str(path), "--seat", "0", "--round", "999") == 2
    assert "expected a round from 0 to " in capsys.readouterr().err
