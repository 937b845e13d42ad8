"""Control sequences and markup in names, stderr and overlays are shown as text everywhere."""

from __future__ import annotations

import re
import shlex
import sys
from typing import TYPE_CHECKING
from xml.etree import ElementTree as ET

import pytest
from click.testing import CliRunner
from msgspec.structs import replace
from tests.play.matches import VILLAINS, play_match, villain
from tests.show.show_records import random_record

from gridbots.record import write
from gridbots_referee.cli.failures import exit_code
from gridbots_referee.cli.group import cli, run_command

if TYPE_CHECKING:
    from pathlib import Path

NAMES = (
    "\x1b[31;1mred\x1b[2J\x07\x9b31m\r\n",
    "</script><script>alert(1)</script>]]>&lt;[bold]\u202ex" + "y" * 2000,
)
UNSAFE = re.compile(r"[\x00-\x09\x0b-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e]")
"""Characters that control a terminal or reverse text; line ends are allowed."""


@pytest.fixture(scope="module")
def record(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The record of a match between bots with such names and such output."""
    bots = [replace(villain("writes_markup"), name=name, bot=name) for name in NAMES]
    played = play_match(*bots, timebank_ms=10_000)
    assert played.result.how == "rules"
    assert "\x1b[31;1mred" in played.result.players[0].stderr
    return write(played, tmp_path_factory.mktemp("records"))


def output_of(*words: str | Path, code: int = 0) -> str:
    """The output of a command on both streams."""
    done = CliRunner().invoke(cli, [str(word) for word in words])
    assert done.exit_code == code, done.output
    return done.output


@pytest.mark.parametrize(
    "words",
    [["replay", "--all"], ["replay", "--round", "4"], ["verify"]],
    ids=" ".join,
)
def test_hostile_text_is_shown_as_text(words: list[str], record: Path) -> None:
    assert UNSAFE.findall(output_of(*words, record)) == []


@pytest.mark.parametrize("words", [["verify"], ["replay"], ["standings"], ["export", "--svg", "x"]])
def test_a_hostile_file_name_is_shown_as_text(
    words: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "\x1b[2J\x07\x9b.jsonl.gz"
    file.write_bytes(b"")
    assert exit_code(lambda: run_command([*words, str(file)])) == 2
    captured = capsys.readouterr()
    assert "\\x1b[2J\\x07\\x9b.jsonl.gz" in captured.out + captured.err
    assert UNSAFE.findall(captured.out + captured.err) == []


def test_hostile_words_of_a_command_are_shown_as_text(tmp_path: Path) -> None:
    program = [sys.executable, "-S", "-E", str(VILLAINS / "writes_markup.py")]
    bots = [shlex.join([*program, name.replace("\0", "")]) for name in NAMES]
    settings = ["--set", "width=8", "--set", "height=8", "--seed", "1"]
    for shown in (["--watch"], []):
        text = output_of("run", *bots, *settings, "--out", tmp_path / "records", *shown)
        assert UNSAFE.findall(text) == [], shown


def test_pages_and_pictures_have_no_more_elements(record: Path, tmp_path: Path) -> None:
    files = [tmp_path / name for name in ("match.svg", "match.html", "match.gif")]
    output_of("export", record, "--svg", files[0], "--html", files[1], "--gif", files[2])
    plain = write(random_record(), tmp_path)
    output_of("export", plain, "--svg", tmp_path / "plain.svg")
    assert elements(files[0]) == elements(tmp_path / "plain.svg")
    page = files[1].read_text()
    assert UNSAFE.findall(page) == []
    assert "alert(1)" not in page  # All data of the match are compressed.


def elements(file: Path) -> set[str]:
    return {each.tag for each in ET.parse(file).iter()}  # noqa: S314  we have made it


def test_a_hostile_folder_name_is_shown_as_text(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "\x1b[2Jrecords"
    folder.mkdir()
    monkeypatch.chdir(folder)
    bots = [shlex.join([sys.executable, "-S", "-E", str(VILLAINS / "_honest.py")])] * 2
    text = output_of("run", *bots, "--set", "width=8", "--set", "height=8", "--out", folder / "out")
    assert UNSAFE.findall(text) == []
