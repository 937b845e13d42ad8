"""`referee analyse`: blunders are found by any bot, nothing that was found is lost."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from typing import TYPE_CHECKING, Any

import pytest
from tests.analysis.matches import BLUNDER, SILENT, TELLER, match_with_blunder

from gridbots import record as records
from gridbots_referee.analysis.analysis_file import path_beside
from gridbots_referee.cli.failures import exit_code
from gridbots_referee.cli.group import run_command

if TYPE_CHECKING:
    from pathlib import Path

    Capture = pytest.CaptureFixture[str]


ROUNDS = 10
"""In which seat 0 has a choice; seat 1 has one more."""


@pytest.fixture
def record(tmp_path: Path) -> Path:
    return records.write(match_with_blunder(), tmp_path)


def analyse(*words: str | Path) -> int:
    return exit_code(lambda: run_command(["analyse", *map(str, words)]))


def output(capsys: Capture) -> dict[str, Any]:
    value: dict[str, Any] = json.loads(capsys.readouterr().out)
    return value


def test_a_bot_of_another_package_finds_the_blunder(record: Path, capsys: Capture) -> None:
    assert analyse(record, "--with", TELLER, "--json") == 0
    (bot,) = output(capsys)["bots"]
    seats = {each["seat"]: each for each in bot["seats"]}
    assert seats[0]["blunders"] == 1
    assert seats[1]["blunders"] == 0
    assert seats[0]["positions"] == ROUNDS
    (blunder,) = [move for move in bot["moves"] if move["verdict"] == "blunder"]
    assert (blunder["round"], blunder["seat"], blunder["played"]) == (BLUNDER, 0, "left")
    assert blunder["best"] in {"up", "right"}
    assert blunder["pv"] == [blunder["best"]]
    assert blunder["value"] > blunder["value_after"]
    assert bot["moves"].index(blunder) in bot["turning_points"]


def test_tables_are_printed_by_default(record: Path, capsys: Capture) -> None:
    assert analyse(record, "--with", TELLER, "--with", SILENT) == 0
    out = capsys.readouterr().out
    line = next(line for line in out.splitlines() if "  blunder  " in line)
    assert line.split()[:4] == [str(BLUNDER), "0", "ada", "left"]
    assert "The bot reports no values" in out
    assert analyse(record, "--markdown") == 0
    assert f"| {BLUNDER} | 0 ada | left |" in capsys.readouterr().out


def test_an_analysis_is_not_repeated(record: Path) -> None:
    path = path_beside(record)
    assert analyse(record, "--with", TELLER, "--rounds", "2-3") == 0
    first = path.read_bytes()
    assert first.count(b"position") == 6  # and the round after: its value is that of the last move
    path.write_bytes(first + b'{"line":"posi')  # it was killed
    assert analyse(record, "--with", TELLER) == 0
    second = path.read_bytes()
    assert second.startswith(first)
    assert second.count(b'"position"') == ROUNDS + ROUNDS + 1
    assert analyse(record, "--with", TELLER) == 0
    assert path.read_bytes() == second
    assert analyse(record, "--with", TELLER, "--fresh", "--rounds", "2") == 0
    assert path.read_bytes().count(b'"position"') == 4


@pytest.mark.slow
def test_workers_find_the_same(record: Path, capsys: Capture) -> None:
    assert analyse(record, "--with", TELLER, "--jobs", "2", "--json") == 0
    together = output(capsys)
    assert analyse(record, "--with", TELLER, "--fresh", "--json") == 0
    assert output(capsys) == together


@pytest.mark.parametrize(
    ("deed", "why"),
    [
        ("crash", "no idea"),
        pytest.param("hang", "no answer within 700 ms", marks=pytest.mark.slow),
    ],
)
def test_a_bot_that_fails_is_restarted(record: Path, capsys: Capture, deed: str, why: str) -> None:
    words = ["--with", f"{TELLER} {deed}", "--timeout", "700", "--seat", "0"]
    assert analyse(record, *words) == 0
    out = capsys.readouterr().out
    assert "The bot failed in seat 0, round 4: " in out
    assert why in out
    assert analyse(record, *words, "--json") == 0
    (bot,) = output(capsys)["bots"]
    assert {move["round"] for move in bot["moves"]} == set(range(ROUNDS)) - {4}
    assert [each["round"] for each in bot["failures"]] == [4]


@pytest.mark.parametrize("name", ["never_answers", "endless_bytes", "exits_at_once", "garbage"])
@pytest.mark.slow
def test_villains_are_bounded(record: Path, capsys: Capture, name: str) -> None:
    villain = SILENT.replace("_honest", name)
    words = ["--with", villain, "--with", TELLER, "--timeout", "500", "--seat", "0"]
    assert analyse(record, *words, "--json") == 0
    bad, good = output(capsys)["bots"]
    assert len(bad["failures"]) <= 3
    blunders = [move["round"] for move in good["moves"] if move["verdict"] == "blunder"]
    assert BLUNDER in blunders
    assert len(good["moves"]) == ROUNDS


@pytest.mark.slow
def test_a_killed_analysis_continues(record: Path) -> None:
    path = path_beside(record)
    main = "from gridbots_referee.cli import main; main()"
    words = [sys.executable, "-c", main, "analyse", str(record), "--jobs", "2"]
    process = subprocess.Popen([*words, "--with", TELLER], start_new_session=True)
    deadline = time.monotonic() + 60
    while (
        not path.exists() or path.read_bytes().count(b"position") < 3
    ) and process.poll() is None:
        assert time.monotonic() < deadline
        time.sleep(0.01)
    os.kill(process.pid, signal.SIGKILL)
    process.wait()
    found = path.read_bytes()
    while analyse(record, "--with", TELLER) != 0:  # its workers notice, and end
        assert time.monotonic() < deadline
        time.sleep(0.05)
    assert path.read_bytes().startswith(found[: found.rfind(b"\n") + 1])
    assert analyse(record, "--json") == 0


def test_errors_name_a_remedy(record: Path, capsys: Capture) -> None:
    for words, text in [
        ([], "no analysis yet; --with BOT makes one"),
        (["--with", "no-such-bot"], "expected an installed bot or a program"),
        (["--with", TELLER, "--seat", "7"], "--seat: expected 0 to 1, got 7"),
        (["--with", TELLER, "--rounds", "9-3"], "--rounds: expected rounds from 0 to 10"),
        (["--with", TELLER, "--rounds", "x"], "--rounds: expected A-B, A-, -B or A, got 'x'"),
        (["--json", "--markdown"], "expected --json or --markdown, got both"),
    ]:
        assert analyse(record, *words) == 2, words
        assert text in capsys.readouterr().err
    assert not path_beside(record).exists()


def test_a_file_of_another_kind_is_refused(record: Path, capsys: Capture) -> None:
    for text, why in [
        (b"garbage\n", "line 1"),
        (b'{"line":"analysis","schema":1,"match":"a","record":"b"}\n', "another record"),
        (b'{"line":"position","bot":0,"seat":0,"round":0}\n', "another record"),
    ]:
        path_beside(record).write_bytes(text)
        assert analyse(record) == 2
        errors = capsys.readouterr().err
        assert why in errors
        assert "--fresh" in errors
        assert path_beside(record).read_bytes() == text
