"""`referee transcript` as a command."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest
from tests.cli.arena import REFEREE
from tests.transcript.talkers import KEEPER, match_of_keepers

from gridbots import record as records
from gridbots.games.light_riders import GAME
from gridbots_referee.cli.failures import exit_code
from gridbots_referee.cli.group import run_command

if TYPE_CHECKING:
    from pathlib import Path

WORDS = (("up", "pass", "north"), ("down", "left"))


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, list[bytes]]:
    """A record, and the lines that its bots were sent."""
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
    assert said[:3] == ["< up", "< (no move: `pass` or an equivalent word)", "< north"]
    assert "# malformed: north" in lines
    assert lines[0].startswith("# match test: light-riders, seat 0 of 2: keeper-0")


def test_json_has_the_same_lines(
    played: tuple[Path, list[bytes]], capsys: pytest.CaptureFixture[str]
) -> None:
    path, kept = played
    assert referee("transcript", str(path), "--seat", "1", "--json") == 0
    first, *requests, end, last = map(json.loads, capsys.readouterr().out.splitlines())
    sent = [*first["sent"], *(line for each in [*requests, end] for line in each["sent"])]
    assert end["line"] == "end"
    assert sent == kept[1].decode().splitlines()
    assert [each["answer"]["text"] for each in requests[:2]] == ["down", "left"]
    assert last["termination"] in {"survived", "eliminated"}


def test_it_writes_a_file_for_stdin(played: tuple[Path, list[bytes]], tmp_path: Path) -> None:
    path, kept = played
    target = tmp_path / "lines"
    assert referee("transcript", str(path), "--seat", "0", "--stdin-file", str(target)) == 0
    assert target.read_bytes() == kept[0]


def test_the_seats_are_listed(
    played: tuple[Path, list[bytes]], capsys: pytest.CaptureFixture[str]
) -> None:
    path, _ = played
    for words in ([], ["--seat", "2"]):
        assert referee("transcript", str(path), *words) == 2
        output = capsys.readouterr().err
        assert "expected one seat: --seat 0 (keeper-0), --seat 1 (keeper-1)" in output
    assert referee("transcript", str(path), "--seat", "0", "--round", "999") == 2
    assert "expected a round from 0 to " in capsys.readouterr().err


def test_fed_lines_stop_at_the_first_answer_that_differs(
    played: tuple[Path, list[bytes]], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    record, kept = str(played[0]), tmp_path / "kept"

    def feed(*options: str, words: str) -> tuple[int, list[str]]:
        bot = f"{sys.executable} -S -E -c '{KEEPER}' {kept} {words}"
        code = referee("transcript", record, "--seat", "1", "--feed", bot, *options)
        return code, capsys.readouterr().out.splitlines()

    code, lines = feed(words="down,left")
    assert (code, kept.read_bytes()) == (0, played[1][1])
    assert lines[-1].endswith(" answers agree with the record.")
    code, lines = feed(words="down,up")
    assert code == 1
    assert lines[0] == "Round 1: the answer of the bot differs from the record."
    assert any(line.startswith("  record: left") for line in lines)
    assert any(line.startswith("  bot:    up") for line in lines)
    assert lines[-1] == "1 of 2 answers agree with the record."
    code, lines = feed("--keep-going", "--json", words="down,up")
    assert code == 1
    assert [json.loads(line)["agrees"] for line in lines[:3]] == [True, False, True]


def test_before_a_round_it_waits_for_enter(played: tuple[Path, list[bytes]]) -> None:
    command = [str(REFEREE), "transcript", str(played[0]), "--seat", "1", "--until", "1", "--feed",
               f"{sys.executable} -S -E -c '{KEEPER}' /dev/null down,left"]  # fmt: skip
    with subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as process:
        assert process.stdin
        assert process.stderr
        output = process.stderr.readline()
        pid = int(re.findall(r"Round 1 is next. The bot is process (\d+)\.", output)[0])
        os.kill(pid, 0)  # it is there, and waits
        assert process.poll() is None
        out, _ = process.communicate("\n", timeout=60)
    assert process.returncode == 0
    assert out.endswith(" answers agree with the record.\n")
