"""Every command with every bad input: one line, and nothing is written."""

from __future__ import annotations

import errno
import gzip
import os
import sys
from typing import TYPE_CHECKING

import pytest
from tests.play.matches import VILLAINS

from gridbots_referee.cli.commands import COMMANDS
from gridbots_referee.cli.failures import exit_code
from gridbots_referee.cli.group import run_command

if TYPE_CHECKING:
    from pathlib import Path

HONEST = f"{sys.executable} -S -E {VILLAINS}/_honest.py"
BOTS = [HONEST, HONEST]
WORDS = [
    ["verify", "@"],
    ["verify", "--json", "@"],
    ["replay", "--all", "@"],
    ["transcript", "@", "--seat", "0"],
    ["analyse", "@"],
    ["analyse", "@", "--with", "straight"],
    ["compare", "straight", "straight", "--records", "@"],
    ["transcript", "@", "--stdin-file", "new.lines"],
    ["export", "@", "--svg", "new.svg"],
    ["export", "@", "--html", "new.html", "--gif", "new.gif"],
    ["export", "@", "--apng", "new.png", "--png", "new"],
    ["standings", "@"],
    ["standings", "--json", "@"],
    ["crosstable", "@"],
    ["matches", "--csv", "@"],
    ["serve", "@", "--no-browser"],
    ["resume", "@"],
    ["audit", "@"],
    ["tournament", "@"],
    ["tournament", "--bots", ",".join(BOTS), "--store", "@"],
    ["sprt", *BOTS, "--store", "@"],
    ["gate", *BOTS, "--store", "@"],
    ["tune", "@"],
    ["experiment", "@"],
    ["bots", "@"],
    ["games", "@"],
    ["check", "straight", "--game", "@"],
    ["install", "./@"],
    ["uninstall", "@"],
    ["plugins", "@"],
    ["new", "bot", "--language", "c", "--game", "@"],
    ["openings", "--set", "@"],
    ["completion", "@"],
    ["config", "@"],
    ["isolation", "@"],
    ["run", *BOTS, "--set", "@"],
    ["run", *BOTS, "--out", "text/@"],
    ["run", *BOTS, "--log", "text/@"],
    ["play", "--no-browser", "--out", "text/@"],
]
"""`@` is where the bad input stands."""
DEEP = b"a = " + b"[" * 2000 + b"]" * 2000
INPUTS = {
    "empty": b"",
    "binary": bytes(range(256)) * 40,
    "text": b"hello\nworld\n",
    "truncated gzip": gzip.compress(bytes(range(256)) * 40)[:200],
    "damaged gzip": b"\x1f\x8b" + bytes(100),
    "deep JSON": b"[" * 100_000,
    "deep TOML": DEEP,
    "5,000 digits": b"seed = " + b"9" * 5000,
    "5,000 digits of JSON": b'{"line":"match","schema":' + b"9" * 5000 + b"}\n{}",
    "no database": b"SQLite format 3\x00" + bytes(2000),
}
ELSEWHERE = {
    "folder": ".",
    "nothing": "none",
    "device": "/dev/null",
    "below a file": "empty/none",
    "FIFO": "fifo",
}


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with all bad inputs; it is the current one."""
    for name, data in INPUTS.items():
        (tmp_path / name).write_bytes(data)
    os.mkfifo(tmp_path / "fifo")
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("GRIDBOTS_TRACEBACK", raising=False)
    return tmp_path


@pytest.mark.parametrize("words", WORDS, ids=lambda words: words[0])
def test_a_bad_input_is_one_line(
    words: list[str], here: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    before = sorted(here.iterdir())
    # Bots take time to find; other commands meet all inputs.
    inputs = ["binary", "no database"] if HONEST in " ".join(words) else list(INPUTS)
    for name in [*inputs, *ELSEWHERE.values()]:
        if name == "none" and "--store" in words:
            continue  # a new store
        given = [word.replace("@", name) for word in words]
        code = exit_code(lambda given=given: run_command(given))  # type: ignore[misc]
        out, errors = capsys.readouterr()
        assert code == 2, errors
        assert len(out) + len(errors) < 1000
        assert sorted(here.iterdir()) == before


def test_every_command_takes_part() -> None:
    without_input = {"view"}  # a folder of records may have bad ones: tests/viewer has it
    assert {words[0] for words in WORDS} == COMMANDS.keys() - without_input


def test_an_endless_file_is_not_read_to_its_end(
    here: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert here
    for words in ([name, "/dev/zero"] for name in ("tournament", "tune", "experiment")):
        assert exit_code(lambda words=words: run_command(words)) == 2  # type: ignore[misc]
        assert "expected at most 64000000 bytes, got more" in capsys.readouterr().err


@pytest.fixture
def match_words() -> list[str]:
    return ["run", HONEST, HONEST, "--set", "width=6", "--set", "height=6", "--matches", "2"]


def test_a_record_that_cannot_be_written_costs_no_result(
    match_words: list[str],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    def write(*_: object) -> Path:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr("gridbots_referee.play.session.write", write)
    monkeypatch.chdir(tmp_path)
    assert exit_code(lambda: run_command(match_words)) == 74
    out, errors = capsys.readouterr()
    assert "1 matches" in out or "1 match" in out, out
    assert errors.startswith("referee: the record of match ")
    assert errors.endswith(" cannot be written to records: No space left on device\n")
